"""`doxa chat`: opens the project and the model, then holds the conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from doxa.cli.chat import Chat, run_chat
from doxa.cli.command import Common
from doxa.cli.values import scope_of
from doxa.clock import SystemClock
from doxa.config import Config
from doxa.core import MEMORY
from doxa.memory import Memory
from doxa.operations.projects import project_settings

if TYPE_CHECKING:
    from doxa.llm.contract import Model


def open_chat(common: Common, *, answered: bool) -> None:
    """Hold a conversation.

    Args:
        common: The project, its home, and whose memories it is about.
        answered: Whether the language model that is set answers.

    Raises:
        DoxaError: A setting or scope that cannot be used, or a line of a pipe that was refused.
    """
    config = project_settings(common.project, common.home)
    session = common.scope.get("session") or config.session or f"chat-{SystemClock().now():%Y%m%d-%H%M%S}"
    scope = scope_of({**common.scope, "session": None})
    with Memory(config=config, home=MEMORY if common.home == MEMORY else None, **scope) as memory:
        model = _model(config) if answered else None
        run_chat(Chat(memory, session, model, as_json=common.as_json))


def _model(config: Config) -> Model | None:
    """Return the model that is set, behind the gate; `None` where there is none."""
    from doxa.llm.opening import Models
    from doxa.write.asking import ScreenedModel
    from doxa.write.gate import GateRules

    models = Models(None, config)
    gate = GateRules(config.privacy, config.privacy_kinds, config.privacy_regions)
    return ScreenedModel(models.required, gate) if models.wanted else None
