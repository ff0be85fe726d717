"""Opens the model that a setting names, at the provider it names."""

from __future__ import annotations

import inspect
import random
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from doxa.config import Config
from doxa.errors import InvalidInput, MissingExtra
from doxa.llm.asking import AskingRules, ProviderAsking
from doxa.llm.retries import Backoff

if TYPE_CHECKING:
    from pydantic_ai.models import Model as ProviderModel
    from pydantic_ai.providers import Provider

    from doxa.llm.contract import Model


def open_model(
    name: str,
    config: Config,
    *,
    sleep: Callable[[float], None] = time.sleep,
    chance: Callable[[], float] = random.random,
) -> Model:
    """Return the model a name stands for; nothing is sent to it yet.

    Args:
        name: `PROVIDER:NAME`, or a name where the setting `model_provider` says whose.
        config: The settings.
        sleep: Waits so many seconds between tries.
        chance: Returns a number of 0 to 1, for the jitter of waits.

    Raises:
        MissingExtra: The extra `llm` is not installed.
        InvalidInput: No provider is named, it is unknown, or its key is missing.
    """
    try:
        import pydantic_ai.models  # noqa: F401
    except ImportError as error:
        said = f"The model {name} needs the extra `llm`."
        raise MissingExtra(said, mend="pip install 'doxa[llm]'.", field="model", value=name) from error
    full = _with_provider(name, config)
    light = _with_provider(config.light_model, config) if config.light_model else full
    for each in dict.fromkeys((full, light)):
        _made(each, config)  # an unknown provider or a missing key is told now
    rules = AskingRules(
        shape=config.model_shape,
        timeout=config.model_timeout,
        backoff=Backoff(retries=config.model_retries),
        concurrency=config.model_concurrency,
        sleep=sleep,
        chance=chance,
    )
    return ProviderAsking(full, light, lambda wanted: _made(wanted, config), rules)


def _with_provider(name: str, config: Config) -> str:
    """Return a name with its provider in front; a server of one's own that speaks OpenAI's protocol is asked to chat.

    OpenAI itself has a newer protocol, which few other servers speak.
    """
    known = name.partition(":")[0] if ":" in name else None
    if config.model_provider is not None and known != config.model_provider:
        known, name = config.model_provider, f"{config.model_provider}:{name}"
    if known is None:
        said = f"model is {name!r}, which names no provider."
        raise InvalidInput(said, mend="Write openai:NAME, or set model_provider.", field="model", value=name)
    if known == "openai" and config.model_url is not None:
        return f"openai-chat:{name.partition(':')[2]}"
    return name


def _made(name: str, config: Config) -> ProviderModel:
    from pydantic_ai.exceptions import UserError
    from pydantic_ai.models import infer_model

    try:
        return infer_model(name, provider_factory=lambda provider: _provider(provider, config))
    except (UserError, ValueError) as error:
        raise _refused(name, error) from None
    except ImportError as error:
        raise MissingExtra(f"The model {name} needs a package: {error}", field="model", value=name) from error


def _refused(name: str, error: Exception) -> InvalidInput:
    if "key" in str(error).casefold():
        return InvalidInput(f"There is no key for {name}.", mend="Set DOXA_MODEL_KEY.", field="model_key")
    said = f"model is {name!r}, whose provider is not known."
    return InvalidInput(said, mend="Write openai:NAME or anthropic:NAME.", field="model", value=name)


def _provider(provider: str, config: Config) -> Provider[Any]:
    from pydantic_ai.providers import infer_provider, infer_provider_class

    given = {"base_url": config.model_url, "api_key": config.model_key}
    wanted = {key: value for key, value in given.items() if value is not None}
    if not wanted:
        return infer_provider(provider)
    kind = infer_provider_class(provider)
    if "api_key" in inspect.signature(kind).parameters and "api_key" not in wanted and "base_url" in wanted:
        wanted["api_key"] = "none"  # a server of one's own mostly asks for none
    unknown = [key for key in wanted if key not in inspect.signature(kind).parameters]
    if unknown:
        setting = {"base_url": "model_url", "api_key": "model_key"}[unknown[0]]
        said = f"{setting} is set, and the provider {provider} takes none."
        raise InvalidInput(said, mend="Leave it out.", field=setting)
    return kind(**wanted)
