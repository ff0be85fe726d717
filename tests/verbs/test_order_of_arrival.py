"""Dated statements of one source give the same beliefs in whatever order they arrive, told through `Memory.add`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doxa import Claim, ManualClock, Memory, Message, Period

FIRST = datetime(2025, 12, 10, 12, tzinfo=UTC)
INSTANTS = tuple(FIRST + timedelta(days=day, hours=hours) for day in range(11) for hours in (0, 12))
SENTENCES = (
    "I live in Berlin.",
    "I live in Paris.",
    "I live in Rome.",
    "I don't live in Berlin.",
    "I like jazz.",
    "I don't like jazz.",
    "I moved to Oslo.",
    "我住在北京。",
    "我不喜欢爵士乐。",
)
CLAIMS = (("home", "Berlin", True), ("home", "Paris", True), ("home", "Paris", False), ("likes", "tea", True))
CLAIMS += (("likes", "tea", False),)


class Told(NamedTuple):
    """A sentence or a claim, the day it was said, and for how many days before or around it holds."""

    what: str | tuple[str, str, bool]
    day: int
    since: int | None
    until: int | None


def on(day: int) -> datetime:
    return FIRST + timedelta(days=day)


@st.composite
def dated(draw: Any) -> list[Told]:
    days = draw(st.lists(st.integers(0, 9), min_size=2, max_size=6, unique=True))
    return [
        Told(
            draw(st.sampled_from((*SENTENCES, *CLAIMS))),
            day,
            draw(st.none() | st.integers(0, day)),
            draw(st.none() | st.integers(1, 4)),
        )
        for day in days
    ]


def tell(memory: Memory, told: Told) -> None:
    """Tell it with the time it was said at."""
    if isinstance(told.what, str):
        memory.add(told.what, time=on(told.day))
        return
    attribute, value, polarity = told.what
    end = None if told.since is None or told.until is None else on(told.since + told.until)
    valid = None if told.since is None else Period(on(told.since), end)
    claim = Claim(f"{attribute} {value} {polarity}", "user", attribute, value, polarity, valid=valid)
    memory.add(f"I said so on day {told.day}", claims=[claim], extract=False, time=on(told.day))


def beliefs(memory: Memory) -> dict[datetime, set[tuple[str, str, bool]]]:
    """Return what is believed to hold at every instant."""
    return {
        instant: {
            (claim.attribute, claim.value, claim.polarity)
            for belief in memory.list(valid_at=instant, limit=1000).items
            if (claim := belief.claim) is not None
        }
        for instant in INSTANTS
    }


def after(told: Sequence[Told], author: str = "user") -> dict[datetime, set[tuple[str, str, bool]]]:
    clock = ManualClock(on(400))
    with Memory(home=":memory:", embedder=None, clock=clock, user="ana") as memory:
        for each in told:
            clock.advance(seconds=1)
            tell(memory, each)
        return beliefs(memory)


@settings(max_examples=25)
@given(dated(), st.randoms(use_true_random=False))
def test_any_order_of_arrival_gives_the_same_beliefs_at_every_instant(told: list[Told], chance: Any) -> None:
    shuffled = list(told)
    chance.shuffle(shuffled)
    assert after(shuffled) == after(told)


@pytest.mark.parametrize("author", ["user", "imported"])
@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)])
def test_there_and_back_is_three_periods_in_every_order(memory: Any, order: tuple[int, ...], author: str) -> None:
    places = ("Berlin", "Paris", "Berlin")
    for number in order:
        memory.add(f"I live in {places[number]}.", time=on(3 * number), author=author, user="ana")
    homes = [
        [each.claim.value for each in memory.list(kinds=["profile"], valid_at=on(day), user="ana").items]
        for day in (1, 4, 7)
    ]
    assert homes == [["Berlin"], ["Paris"], ["Berlin"]]


def test_the_time_of_a_message_counts_as_the_time_it_was_said(memory: Any) -> None:
    turns = [Message("user", f"I live in {place}.", on(day)) for day, place in ((5, "Paris"), (1, "Berlin"))]
    memory.add(turns, author="imported", user="ana")
    (home,) = memory.list(kinds=["profile"], user="ana").items
    assert (home.claim.value, home.said_at) == ("Paris", on(5))


def test_what_was_imported_without_a_time_replaces_nothing(memory: Any) -> None:
    memory.add("I live in Paris.", user="ana")
    for author in ("imported", "external"):
        outcome = memory.add("I live in Rome.", author=author, user="ana", source=author).outcomes[-1]
        assert (outcome.verdict, outcome.reason) == ("conflict", "no_date")
    believed = list(memory.list(kinds=["profile"], user="ana").items)
    assert [(each.claim.value, each.status) for each in believed] == [("Paris", "contested")]
