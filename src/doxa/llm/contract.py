"""What doxa asks of a language model: one question, one reply of a given shape."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from doxa.records import Usage

Reply = TypeVar("Reply")


@dataclass(frozen=True, slots=True)
class Tool:
    """Something a model may call before it answers.

    Args:
        name: What the model calls it.
        description: When to call it, written for the model.
        call: The function; its signature and docstring tell the model its arguments.
    """

    name: str
    description: str
    call: Callable[..., Any]


class Model(Protocol):
    """A language model. Implementations are safe to call from several threads."""

    @property
    def id(self) -> str:
        """What the model is called."""
        ...

    def ask(
        self, instructions: str, text: str, reply: type[Reply], *, light: bool = False, tools: Sequence[Tool] = ()
    ) -> tuple[Reply, Usage]:
        """Ask one question and return the reply in the shape asked for, and what it cost.

        Args:
            instructions: What to do; fixed text of ours.
            text: What to do it with; untrusted, so it is fenced.
            reply: The shape: a pydantic model or a dataclass.
            light: Whether the smaller model will do.
            tools: What the model may call first.

        Raises:
            ModelFailure: No usable reply came; the error says whether a later try may help.
        """
        ...
