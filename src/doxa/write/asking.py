"""The model that the pipelines ask: nothing reaches it that the privacy policy takes out of what is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any, TypeVar

from doxa.llm.contract import Model, Tool
from doxa.records import Usage
from doxa.write.gate import GateRules

Reply = TypeVar("Reply")


class ScreenedModel:
    """A model behind the gate: credentials, and personal data that is not kept, are taken out of all it is told.

    What is stored has passed the gate already; but a policy may have become stricter since, and tools read what they
    like.

    Args:
        model: Returns the model; called at the first question.
        gate: What is done with personal data; what a policy rejects is redacted here.
    """

    def __init__(self, model: Callable[[], Model], gate: GateRules) -> None:
        self._model = model
        self._gate = redacting(gate)

    @property
    def id(self) -> str:
        """The model's own id."""
        return self._model().id

    def ask(
        self, instructions: str, text: str, reply: type[Reply], *, light: bool = False, tools: Sequence[Tool] = ()
    ) -> tuple[Reply, Usage]:
        """Ask one question; see `Model.ask`."""
        passage = self._gate.opened()
        told = [replace(tool, call=_screening(tool.call, passage.line)) for tool in tools]
        return self._model().ask(instructions, passage.screened(text).text, reply, light=light, tools=told)


def redacting(gate: GateRules) -> GateRules:
    """Return rules that redact where the given ones reject."""
    kinds = tuple(kind.replace("reject", "redact") if kind.endswith("reject") else kind for kind in gate.kinds)
    return replace(gate, policy="redact" if gate.policy == "reject" else gate.policy, kinds=kinds)


def _screening(call: Callable[..., Any], line: Callable[[str, str], str]) -> Callable[..., Any]:
    """Return a tool whose reply passes the gate."""

    @wraps(call)
    def screened(*given: Any, **named: Any) -> Any:
        return _clean(call(*given, **named), line)

    return screened


def _clean(value: Any, line: Callable[[str, str], str]) -> Any:
    if isinstance(value, str):
        return line(value, "tool")
    if isinstance(value, dict):
        return {key: _clean(each, line) for key, each in value.items()}
    return [_clean(each, line) for each in value] if isinstance(value, list | tuple) else value
