"""A language model of a few lines: it answers each shape of reply by a function of the text it is shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from doxa.errors import ModelFailure
from doxa.records import Usage


class Scripted:
    """Answers by the shape asked for.

    Args:
        answers: By shape, a function from instructions, text and tools to the reply.
        failing: How many of the first questions fail.
    """

    id = "scripted"

    def __init__(self, answers: Mapping[type, Callable[..., Any]], failing: int = 0) -> None:
        self.answers = answers
        self.failing = failing
        self.asked: list[tuple[str, str]] = []

    def ask(self, instructions, text, reply, *, light=False, tools=()):
        self.asked.append((instructions, text))
        if self.failing:
            self.failing -= 1
            raise ModelFailure("the model is away")
        return self.answers[reply](instructions, text, tools), Usage(1, 100, 10)


def lines(text: str) -> list[tuple[int, str]]:
    """Return what a list shows: number and words."""
    return [(int(number), words) for number, words in re.findall(r"^\[(\d+)\] \([^)]*\) (.*)$", text, re.MULTILINE)]
