"""A recall weighs no more candidates than settle its answer, which is the same as if it had weighed all."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from doxa import Memory
from doxa.clock import ManualClock

WORDS = ["tea", "mug", "harbour", "violin", "maple", "lantern", "copper", "orchard"]
GRADES = ["official", "corroborated", "single_source", "unverified"]


@pytest.fixture
def filled(open_memory: Callable[..., Memory], clock: ManualClock) -> Memory:
    memory, chance = open_memory(), random.Random(4)
    for number in range(150):
        said = " ".join(chance.choices(WORDS, k=6))
        grade: Any = chance.choice(GRADES) if number % 3 == 0 else None
        soon = clock.now() + timedelta(hours=1)
        memory.add(f"note {number}: {said}", kind="fact", evidence=grade, expires=soon if number % 5 == 0 else None)
    clock.set(datetime(2026, 3, 1, tzinfo=UTC))
    return memory


@pytest.mark.parametrize("limit", [1, 3, 10, 60])
@pytest.mark.parametrize("least", [None, 0.4])
def test_an_answer_does_not_depend_on_how_many_are_weighed(filled: Memory, limit: int, least: float | None) -> None:
    for question in ("tea mug", "violin lantern copper", "maple orchard tea harbour"):
        asked: dict[str, Any] = {"limit": limit, "min_relevance": least, "legs": ("bm25",), "touch": False}
        few = filled.recall(question, **asked)
        every = filled.recall(question, explain=True, **asked)  # an explanation weighs all of them
        assert [(hit.belief.kref, hit.score) for hit in few.hits] == [
            (hit.belief.kref, hit.score) for hit in every.hits
        ]
        assert few.hits or least is not None
