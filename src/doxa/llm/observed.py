"""A model whose questions are told of: how long each took and what it cost, never what was asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from doxa.errors import ModelFailure
from doxa.telemetry import asking

if TYPE_CHECKING:
    from doxa.llm.contract import Model, Tool
    from doxa.records import Usage

Reply = TypeVar("Reply")


class ObservedModel:
    """A model that is told of; see `doxa.telemetry`.

    Args:
        model: The model.
    """

    def __init__(self, model: Model) -> None:
        self._model = model

    @property
    def id(self) -> str:
        """The model's own id."""
        return self._model.id

    def ask(
        self, instructions: str, text: str, reply: type[Reply], *, light: bool = False, tools: Sequence[Tool] = ()
    ) -> tuple[Reply, Usage]:
        """Ask one question; see `Model.ask`."""
        name = getattr(self._model, "light_id", self.id) if light else self.id
        provider, colon, model = str(name).partition(":")
        with asking(model if colon else provider, provider) as question:
            try:
                answer, question.usage = self._model.ask(instructions, text, reply, light=light, tools=tools)
            except ModelFailure as failure:
                question.usage = failure.usage or question.usage
                raise
            return answer, question.usage
