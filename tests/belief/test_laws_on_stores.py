"""The laws that involve a store, told to `Memory` over each: a file, a file in memory, and the model of the contract.

What a store comes to believe is what the pure rules say of the same history, at every instant and in every verdict.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from saying import is_at, since, statement, stay
from worlds import HOMES, LAST_DAY, LIKES, NOW, clash, examples, slot

from doxa import Claim, ManualClock, Memory, Period
from doxa.belief.base import BeliefBase, Told, tell
from doxa.belief.confidence import DAY
from doxa.belief.statements import Newcomer
from doxa.errors import UndoConflict
from tests.conformance.conftest import STORES, new_store

SOME = examples(6)
pytestmark = pytest.mark.slow
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
INSTANTS = tuple(day * DAY // 2 for day in range(-1, 2 * LAST_DAY + 6, 2))


class Said(NamedTuple):
    """A claim as somebody says it on a day, of a time that starts and may end on others."""

    attribute: str
    value: str
    polarity: bool
    day: int
    start: int | None
    length: int | None
    source: str
    grade: Any
    how: str = ""
    """`correction`, or `replaces` for what names the present home as replaced."""

    @property
    def span(self) -> Any:
        if self.start is None:
            return is_at(self.day)
        return since(self.start, self.day) if self.length is None else stay(self.start, self.start + self.length)


def said() -> st.SearchStrategy[Said]:
    """Claims, three of four of which are about one home, so that most contradict what was said before."""
    home = st.tuples(st.just("home"), st.sampled_from(HOMES), st.sampled_from((True, True, True, False)))
    likes = st.tuples(st.just("likes"), st.sampled_from(LIKES), st.booleans())
    what = st.one_of(home, home, home, likes)
    span = st.tuples(st.none() | st.integers(0, LAST_DAY), st.none() | st.integers(1, 3))
    who = st.tuples(st.sampled_from(("ann", "bob")), st.sampled_from((None, None, None, "official", "unverified")))
    return st.builds(
        lambda what, day, span, who: Said(*what, day, None if span[0] is None else min(span[0], day), span[1], *who),
        what,
        st.integers(0, LAST_DAY),
        span,
        who,
    )


HISTORIES = st.lists(said(), min_size=1, max_size=6)


@contextmanager
def memory_over(store: str) -> Iterator[Memory]:
    """Open an empty memory over a store of a kind."""
    clock = ManualClock(EPOCH + timedelta(microseconds=NOW))
    with TemporaryDirectory() as folder:
        graph = new_store(store, Path(folder), "p", clock)
        with Memory("p", store=graph, embedder=None, clock=clock, user="ana") as memory:
            yield memory


def on(day: float) -> datetime:
    return EPOCH + timedelta(days=day)


def say(memory: Memory, each: Said) -> tuple[str, str | None]:
    """Say it; return the operation and the verdict."""
    end = None if each.start is None or each.length is None else on(each.start + each.length)
    valid = None if each.start is None else Period(on(each.start), end)
    claim = Claim(
        f"{each}",
        "ann",
        each.attribute,
        each.value,
        each.polarity,
        valid=valid,
        correction=each.how == "correction",
        replaces=_home_now(memory) if each.how == "replaces" else None,
    )
    told = memory.add(
        f"{each}", claims=[claim], extract=False, time=on(each.day), source=each.source, evidence=each.grade
    )
    return told.operation, told.outcomes[-1].verdict


def _home_now(memory: Memory) -> str | None:
    found = [each for each in memory.list(valid_at=on(NOW / DAY), limit=1000).items if each.claim]
    homes = [each.kref for each in found if each.claim and each.claim.attribute == "home" and each.claim.polarity]
    return homes[0] if homes else None


def told(each: Said, number: int, base: BeliefBase | None = None) -> Told:
    """The same claim for the pure rules."""
    at = slot("ann", each.attribute, each.value, each.polarity)
    state = () if base is None else base.group(at)
    now = [known.id for known in state if each.how == "replaces" and known.polarity and known.holds(NOW)]
    claim = statement(
        f"s{number}",
        each.value,
        each.span,
        sequence=number,
        polarity=each.polarity,
        source=each.source,
        said=each.day,
        grade=each.grade,
    )
    newcomer = Newcomer(claim, correction=each.how == "correction", replaces=now[0] if now else None)
    return Told(at, newcomer)


def believed(memory: Any) -> dict[int, frozenset[tuple[str, str, bool]]]:
    """What a memory believes to hold at every instant."""
    return {instant: frozenset(_claims(memory, instant)) for instant in INSTANTS}


def _claims(memory: Any, instant: int) -> Iterator[tuple[str, str, bool]]:
    for each in memory.list(valid_at=EPOCH + timedelta(microseconds=instant), limit=1000).items:
        if each.claim is not None:
            yield each.claim.attribute, each.claim.value, each.claim.polarity


def by_the_rules(history: Sequence[Said]) -> tuple[list[str | None], dict[int, frozenset[tuple[str, str, bool]]]]:
    """The verdicts and beliefs of a history by the pure rules."""
    base, verdicts = BeliefBase(), []
    for number, each in enumerate(history, 1):
        base, (decision,) = tell(base, (told(each, number),), now=NOW)
        verdicts.append(decision.verdict)
    at = {instant: base.at(instant) for instant in INSTANTS}
    return verdicts, {
        instant: frozenset((each.attribute or "", each.value, each.polarity) for each in slots)
        for instant, slots in at.items()
    }


@pytest.mark.parametrize("store", STORES)
@SOME
@given(history=HISTORIES)
def test_a_store_believes_what_the_rules_say(store: str, history: list[Said]) -> None:
    verdicts, beliefs = by_the_rules(history)
    with memory_over(store) as memory:
        assert [say(memory, each)[1] for each in history] == verdicts
        assert believed(memory) == beliefs
        assert memory.doctor().ok


@pytest.mark.parametrize("store", STORES)
@SOME
@given(history=HISTORIES, more=HISTORIES)
def test_the_past_reads_as_it_was_and_rolling_back_gives_it_again(
    store: str, history: list[Said], more: list[Said]
) -> None:
    with memory_over(store) as memory:
        read = {}
        for each in history:
            operation, _ = say(memory, each)
            read[operation] = believed(memory)
        then = memory.status().last_operation or ""
        for each in more:
            say(memory, each)
        for each in memory.list(limit=1000).items:
            if each.claim is not None:
                memory.contract([each.id])
        assert {operation: believed(memory.as_of(operation)) for operation in read} == read
        for _ in range(2):
            memory.rollback(to=then)
            assert believed(memory) == read[then]


@pytest.mark.parametrize("store", STORES)
@SOME
@given(history=HISTORIES, last=said())
def test_undoing_the_last_gives_back_what_was_believed_and_undoing_that_gives_it_again(
    store: str, history: list[Said], last: Said
) -> None:
    with memory_over(store) as memory:
        for each in history:
            say(memory, each)
        before = believed(memory)
        operation, _ = say(memory, last)
        after = believed(memory)
        undone = memory.undo(operation).operation
        assert believed(memory) == before
        memory.undo(undone)
        assert believed(memory) == after


@pytest.mark.parametrize("store", STORES)
@SOME
@given(history=HISTORIES, which=st.integers(0, 5))
def test_undoing_an_earlier_one_leaves_a_consistent_rest_or_is_refused(
    store: str, history: list[Said], which: int
) -> None:
    with memory_over(store) as memory:
        operations = [say(memory, each)[0] for each in history]
        before = believed(memory)
        with suppress(UndoConflict):
            memory.undo(operations[which % len(operations)])
            before = believed(memory)
        assert believed(memory) == before
        for claims in believed(memory).values():
            slots = [slot("ann", *each) for each in claims]
            assert not any(clash(one, two) for one in slots for two in slots)


@pytest.mark.parametrize("store", STORES)
@SOME
@given(history=st.lists(said(), min_size=2, max_size=5, unique_by=lambda each: each.day), chance=st.randoms())
def test_one_source_gives_the_same_beliefs_in_any_order_of_arrival(
    store: str, history: list[Said], chance: Any
) -> None:
    one_voice = [each._replace(source="ann", grade=None) for each in history]
    shuffled = list(one_voice)
    chance.shuffle(shuffled)
    with memory_over(store) as memory, memory_over(store) as other:
        for each, moved in zip(one_voice, shuffled, strict=True):
            say(memory, each)
            say(other, moved)
        assert believed(memory) == believed(other)


@pytest.mark.parametrize("store", STORES)
def test_an_earlier_change_is_not_taken_back_under_a_later_one_that_shares_no_row_with_it(store: str) -> None:
    def home(value: str, day: int, polarity: bool = True) -> Said:
        return Said("home", value, polarity, day, None, None, "ann", None)

    history = [home("berlin", 1), home("berlin", 0), home("paris", 0), home("berlin", 0), home("paris", 0, False)]
    with memory_over(store) as memory:
        operations = [say(memory, each)[0] for each in history]
        with pytest.raises(UndoConflict):
            memory.undo(operations[3])
        memory.undo(operations[4])
        memory.undo(operations[3])
        assert believed(memory)[DAY // 2] == {("home", "paris", True)}
