"""Undo of a dream after later writes: what rests on it keeps it, by name, and nothing is undone by half."""

from __future__ import annotations

import pytest

from doxa.errors import UndoConflict
from tests.dream.conftest import present

FENCE = "The fence at the cottage needs a new coat of paint."
SAME = "Well, the fence at the cottage really requires a new coat of paint!"
HERONS = [f"The heron by the river caught {number} fish in the reeds." for number in (2, 3, 4)]


@pytest.fixture
def dreamt(ana, tell, clock):
    """Return what was told, by name, after a dream that merged and summed up, and its operation."""
    told = {"kept": tell(FENCE), "merged": tell(SAME)}
    told["heron"], *_ = [tell(text) for text in HERONS]
    clock.advance(days=60)
    operation = ana.dream(["duplicates", "compress"]).operation
    told["summary"] = ana.list(kinds=("summary",)).items[0]
    clock.advance(days=1)
    return told, operation


def tell_again(memory, told):
    memory.add(SAME, kind="knowledge", extract=False)


def dream_again(memory, told):
    memory.add("So, the fence at the cottage needs a new coat of paint!", kind="knowledge", extract=False)
    assert memory.dream(["duplicates"]).counts["merge"] == 1


RESTING = {
    "another wording of the summary": lambda memory, told: memory.update(told["summary"].id, "Herons catch fish."),
    "a restore of what was merged": lambda memory, told: memory.restore(told["merged"].id),
    "a link to the summary": lambda memory, told: memory.relate(told["kept"].id, "NEAR", told["summary"].id),
    "a tag of the summary": lambda memory, told: memory.update(told["summary"].id, tags=["birds"]),
    "what was merged told again": tell_again,
    "another dream that merges into the same": dream_again,
}
APART = {
    "another wording of what was kept": lambda memory, told: memory.update(told["kept"].id, "The gate needs oil."),
    "a tag of what was kept": lambda memory, told: memory.update(told["kept"].id, tags=["cottage"]),
    "a link between sources": lambda memory, told: memory.relate(told["kept"].id, "NEAR", told["heron"].id),
    "what has nothing to do with it": lambda memory, told: memory.add("The boat leaks.", kind="knowledge"),
}


@pytest.mark.parametrize("later", RESTING.values(), ids=RESTING)
def test_undo_names_what_rests_on_a_dream_and_changes_nothing(ana, dreamt, later):
    told, operation = dreamt
    later(ana, told)
    before, last = present(ana), ana.status().last_operation
    with pytest.raises(UndoConflict) as caught:
        ana.undo(operation)
    assert caught.value.dependents == (last,)
    assert (present(ana), ana.status().last_operation) == (before, last)
    ana.undo(operation, cascade=True)
    assert {each.text for each in ana.list().items} >= {FENCE, SAME, *HERONS}
    assert ana.doctor().ok


@pytest.mark.parametrize("later", APART.values(), ids=APART)
def test_what_does_not_rest_on_a_dream_stays_when_it_is_undone(ana, dreamt, later):
    told, operation = dreamt
    later(ana, told)
    kept = ana.get(told["kept"].id)
    ana.undo(operation)
    assert {each.text for each in ana.list().items} >= {SAME, *HERONS}
    assert (ana.get(told["kept"].id).text, ana.get(told["kept"].id).tags) == (kept.text, kept.tags)
    assert ana.list(kinds=("summary",)).items == ()
    assert ana.doctor().ok


def test_an_erase_keeps_no_dream_from_being_undone_and_stays(ana, dreamt):
    told, operation = dreamt
    ana.erase(told["heron"].id, confirm=True)
    ana.undo(operation)
    assert {each.text for each in ana.list().items} == {FENCE, SAME, *HERONS[1:]}
    assert ana.doctor().ok
