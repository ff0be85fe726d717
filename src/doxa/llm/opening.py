"""A language model that is opened when the first question is asked of it; a project without one pays nothing."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from doxa.config import Config
from doxa.errors import DoxaError, InvalidInput, ModelFailure

if TYPE_CHECKING:
    from doxa.llm.contract import Model


class Models:
    """The language model of an open project, or none.

    Args:
        given: A model of the caller's own, its name, or `None` for the setting.
        config: The settings.

    Raises:
        InvalidInput: What was given is neither a name nor has the methods of a `Model`.
    """

    def __init__(self, given: Model | str | None, config: Config) -> None:
        if given is not None and not isinstance(given, str) and not callable(getattr(given, "ask", None)):
            said = f"model is {type(given).__name__}."
            raise InvalidInput(said, mend="Give a name such as openai:gpt-5-mini, or a doxa.llm.Model.", field="model")
        self._given = config.model if given is None else given
        self._config = config
        self._guard = threading.Lock()
        self._model: Model | None = None

    @property
    def wanted(self) -> bool:
        """Whether there is a model, opened or not."""
        return self._given is not None and self._given != "none"

    @property
    def name(self) -> str | None:
        """What the model is called; `None` where there is none. It need not be open."""
        if not self.wanted or self._given is None:
            return None
        return self._given if isinstance(self._given, str) else str(getattr(self._given, "id", ""))

    def model(self) -> Model | None:
        """Return the model, opening it at the first call; `None` where there is none.

        Raises:
            MissingExtra: The extra `llm` is not installed.
            InvalidInput: The provider is unknown, or a key is missing.
        """
        if not self.wanted:
            return None
        with self._guard:
            if self._model is None:
                from doxa.llm.observed import ObservedModel

                self._model = ObservedModel(self._opened())
            return self._model

    def required(self) -> Model:
        """Return the model, opening it at the first call.

        Raises:
            ModelFailure: There is none, or it cannot be opened; that is `blocked` until it is mended.
        """
        try:
            model = self.model()
        except DoxaError as error:
            raise ModelFailure(error.message, mend=error.mend, field=error.field, failing="blocked") from error
        if model is None:
            raise ModelFailure("There is no model.", mend="Set DOXA_MODEL.", field="model", failing="blocked")
        return model

    def _opened(self) -> Model:
        if not isinstance(self._given, str):
            assert self._given is not None
            return self._given
        from doxa.llm.providers import open_model

        return open_model(self._given, self._config)
