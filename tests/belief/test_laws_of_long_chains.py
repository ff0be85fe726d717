"""A claim decided beside the newest revisions of a long chain is decided as beside all of it, whatever came before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_laws_on_stores import Said, believed, memory_over, on, say, told
from worlds import HOMES, NOW, examples

from doxa import Claim, Memory
from doxa.belief.base import BeliefBase, contract, tell
from doxa.write import chains, settle, slot_store

MANY = settings(examples(25), suppress_health_check=[HealthCheck.function_scoped_fixture])
Step = Said | str
"""Something said, or a home that is given up, or "undo"."""


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Let three revisions be a long chain; return whether each claim was decided beside the newest alone."""
    alone: list[bool] = []
    monkeypatch.setattr(slot_store, "NEWEST", 3)
    monkeypatch.setattr(slot_store, "STRIDE", 1)
    monkeypatch.setattr(chains, "STRIDE", 1)
    monkeypatch.setattr(chains, "MARGIN", 2)
    whole = settle.decides_alone

    def decides_alone(*args: Any) -> bool:
        alone.append(whole(*args))
        return alone[-1]

    monkeypatch.setattr(settle, "decides_alone", decides_alone)
    return alone


def in_order(days: int) -> st.SearchStrategy[list[Step]]:
    """Histories of one home, most of them said day after day, some late, some given up or taken back."""
    now = st.builds(
        lambda value, source: Said("home", value, True, 0, None, None, source, None),
        st.sampled_from((*HOMES, "oslo", "lima")),
        st.sampled_from(("ann", "ann", "bob")),
    )
    late = st.builds(
        lambda value, start, length, polarity: Said("home", value, polarity, -1, start, length, "ann", None),
        st.sampled_from(HOMES),
        st.integers(0, days - 1),
        st.none() | st.integers(1, 3),
        st.booleans(),
    )
    how = st.tuples(now, st.sampled_from(("correction", "replaces"))).map(lambda pair: pair[0]._replace(how=pair[1]))
    denied = now.map(lambda each: each._replace(polarity=False))
    step = st.one_of(now, now, now, now, how, denied, late, late, st.sampled_from(HOMES), st.just("undo"))
    return st.lists(step, min_size=6, max_size=days).map(_dated)


def _dated(steps: Sequence[Step]) -> list[Step]:
    """Say each on its own day; what is late is said of a day before."""
    dated: list[Step] = []
    for day, step in enumerate(steps):
        if isinstance(step, str):
            dated.append(step)
        elif step.day < 0:
            dated.append(step._replace(day=day, start=min(step.start or 0, day)))
        else:
            dated.append(step._replace(day=day))
    return dated


def by_the_rules(steps: Sequence[Step]) -> tuple[list[str | None], BeliefBase]:
    """The verdicts and the base by the pure rules, which look at everything."""
    bases, verdicts = [BeliefBase()], []
    for number, step in enumerate(steps, 1):
        base = bases[-1]
        if step == "undo":
            if len(bases) > 1:
                bases.pop()
        elif isinstance(step, str):
            given_up, _ = contract(base, (told(_home(step), 0).slot,), sequence=number, now=NOW)
            if given_up != base:
                bases.append(given_up)
        else:
            after, (decision,) = tell(base, (told(step, number, base),), now=NOW)
            verdicts.append(decision.verdict)
            bases.append(after)
    return verdicts, bases[-1]


def _home(value: str) -> Said:
    return Said("home", value, True, 0, None, None, "ann", None)


def by_memory(memory: Memory, steps: Sequence[Step]) -> list[str | None]:
    """Tell a memory the same; return its verdicts."""
    verdicts, operations = [], []
    for step in steps:
        if step == "undo":
            if operations:
                memory.undo(operations.pop())
        elif isinstance(step, str):
            receipt = memory.contract([Claim(step, "ann", "home", step)])
            if receipt.outcomes[0].status == "done":
                operations.append(receipt.operation)
        else:
            operation, verdict = say(memory, step)
            operations.append(operation)
            verdicts.append(verdict)
    return verdicts


@pytest.mark.parametrize("margin", [1, 2])
@MANY
@given(steps=in_order(14))
def test_a_part_of_a_chain_decides_as_all_of_it_does(steps: list[Step], margin: int, short: list[bool]) -> None:
    chains.MARGIN = margin  # type: ignore[misc]
    verdicts, base = by_the_rules(steps)
    with memory_over("memory") as memory:
        assert by_memory(memory, steps) == verdicts
        at = {
            instant: frozenset((each.attribute, each.value, each.polarity) for each in base.at(instant))
            for instant in believed(memory)
        }
        assert believed(memory) == at


def test_a_chain_of_changes_is_decided_beside_its_newest_revisions_alone(short: list[bool]) -> None:
    with memory_over("file") as memory:
        for day in range(14):
            say(memory, _home(f"place {day}")._replace(day=day))
        assert short == [True] * len(short)
        assert len(short) >= 9
        held = [memory.list(kinds=["fact"], valid_at=on(day + 0.5)).items for day in (0, 5, 13)]
        assert [[each.claim.value for each in items if each.claim] for items in held] == [
            ["place 0"],
            ["place 5"],
            ["place 13"],
        ]


def test_what_was_over_is_found_again_by_what_confirms_it_and_by_what_undoes(
    short: list[bool],
) -> None:
    with memory_over("file") as memory:
        for day in range(9):
            say(memory, _home(f"place {day}")._replace(day=day))
        chain = [each for each in memory.list(kinds=["fact"]).items if each.claim]
        versions = memory.get(chain[0].id).chain
        memory.contract([chain[0].id])
        memory.undo(memory.status().last_operation or "")
        assert say(memory, _home("place 3")._replace(day=3))[1] == "confirm"
        assert say(memory, _home("place 9")._replace(day=9))[1] == "supersede"
        assert len(versions) == 9
        assert len(memory.get(chain[0].id).chain) == 10


@pytest.mark.parametrize(
    ("before", "said", "verdict"),
    [
        ([], _home("elsewhere")._replace(day=7), "historical"),
        ([], _home("elsewhere")._replace(day=19, how="correction"), "supersede"),
        ([], _home("elsewhere")._replace(day=19, how="replaces"), "supersede"),
        ([_home("nowhere")._replace(day=17, polarity=False)], _home("elsewhere")._replace(day=19), "supersede"),
    ],
)
def test_what_else_is_told_of_a_long_chain_is_decided_beside_a_part_of_it(
    before: list[Said], said: Said, verdict: str, short: list[bool]
) -> None:
    with memory_over("file") as memory:
        for day in range(0, 16, 2):
            say(memory, _home(f"place {day}")._replace(day=day))
        for each in before:
            say(memory, each)
        assert say(memory, said)[1] == verdict
        assert short[-1]


def test_a_chain_whose_newest_revisions_were_taken_back_goes_on(short: list[bool]) -> None:
    with memory_over("file") as memory:
        say(memory, _home("berlin")._replace(day=1))
        for day in range(2, 8):
            memory.undo(say(memory, _home("paris")._replace(day=day))[0])
        assert say(memory, _home("rome")._replace(day=9))[1] == "supersede"
