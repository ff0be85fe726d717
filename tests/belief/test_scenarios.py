"""The scenarios of a published belief-revision suite, told by attribute and value instead of by key.

Restated where that suite adds a revision for what says nothing new: revising to the same value confirms; "dark" and
"Dark" are one value; the edge to an old value is SUPERSEDES; turn numbers order what is said in one instant.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from saying import is_at, statement
from worlds import NOW

from doxa.belief.attributes import AttributeRegistry
from doxa.belief.base import BeliefBase, Told, contract, revise, tell
from doxa.belief.confidence import DAY
from doxa.belief.grounding import stale_closure
from doxa.belief.slots import slot_of
from doxa.belief.statements import Newcomer
from doxa.records import Claim

KNOWN = AttributeRegistry.default()
for _name in ("setting", "port", "alpha", "beta", "gamma", "delta", "epsilon"):
    KNOWN = KNOWN.with_(_name, single=True)


def told(attribute: str, value: str, number: int, day: int) -> Told:
    """The user says on a day that an attribute has a value."""
    slot = slot_of(Claim(f"{attribute} is {value}", "user", attribute, value), KNOWN)
    claim = statement(f"s{number}", slot.value, is_at(day), sequence=number, polarity=slot.polarity)
    return Told(slot, Newcomer(claim))


class Run:
    """A base that is told, revised and contracted, one step a day."""

    def __init__(self, **initial: str) -> None:
        self.base, self.step = BeliefBase(), 0
        self.edges: list[str] = []
        for attribute, value in initial.items():
            self.revise(attribute, value)

    def revise(self, attribute: str, *values: str, same_instant: bool = False) -> Run:
        for value in values:
            self.step += 1
            one = told(attribute, value, self.step, 1 if same_instant else self.step)
            self.base, (decision,) = revise(self.base, (one,), now=NOW)
            self.edges += [edge.type for edge in decision.effects.edges]
        return self

    def expand(self, attribute: str, value: str) -> Run:
        self.step += 1
        self.base, (decision,) = tell(self.base, (told(attribute, value, self.step, self.step),), now=NOW)
        self.edges += [edge.type for edge in decision.effects.edges]
        return self

    def contract(self, attribute: str, value: str) -> Run:
        self.step += 1
        slot = told(attribute, value, 0, 0).slot
        self.base, _ = contract(self.base, (slot,), sequence=self.step, now=NOW)
        return self

    def values(self, attribute: str) -> set[str]:
        name = KNOWN.resolve(attribute).attribute.name
        return {each.value for each in self.base.at(NOW) if each.attribute == name}

    def revisions(self, attribute: str) -> int:
        name = KNOWN.resolve(attribute).attribute.name
        return sum(each.attribute == name for each in self.base.slots.values())

    @property
    def items(self) -> int:
        return len({each.item_key for each in self.base.slots.values()})


@pytest.mark.parametrize(
    ("attribute", "values", "believed", "revisions"),
    [
        ("favourite color", ("blue", "black"), "black", 2),
        ("timezone", ("UTC", "CET"), "cet", 2),
        ("editor", ("vim", "emacs"), "emacs", 2),
        ("theme", ("dark", "light", "solarized"), "solarized", 3),
        ("setting", tuple("abcdef"), "f", 6),
        ("theme", ("dark", "Dark"), "dark", 1),
        ("setting", ("short", "x" * 3000), "x" * 3000, 2),
        ("theme", ("dark", "light", "dark"), "dark", 3),
        ("setting", ("alpha", "beta", "beta"), "beta", 2),
        ("setting", ("beta", "beta"), "beta", 1),
    ],
)
def test_success_the_last_value_is_believed_and_only_changes_add_revisions(
    attribute: str, values: Sequence[str], believed: str, revisions: int
) -> None:
    run = Run().revise(attribute, *values)
    assert run.values(attribute) == {believed}
    assert run.revisions(attribute) == revisions
    assert run.items == 1


def test_ten_rapid_revisions_in_one_instant_leave_the_last() -> None:
    run = Run().revise("port", *map(str, range(11)), same_instant=True)
    assert (run.values("port"), run.revisions("port")) == ({"10"}, 11)


def test_inclusion_one_of_five_is_revised_and_the_others_keep_their_revision() -> None:
    run = Run(alpha="1", beta="1", gamma="1", delta="1", epsilon="1").revise("gamma", "2", "3")
    counts = [run.revisions(name) for name in ("alpha", "beta", "gamma", "delta", "epsilon")]
    assert counts == [1, 1, 3, 1, 1]
    assert run.items == 5


def test_inclusion_each_of_five_is_revised_once() -> None:
    run = Run(alpha="1", beta="1", gamma="1", delta="1", epsilon="1")
    for name in ("alpha", "beta", "gamma", "delta", "epsilon"):
        run.revise(name, "2")
    assert {name for name in ("alpha", "beta") if run.values(name) == {"2"}} == {"alpha", "beta"}
    assert run.items == 5


def test_vacuity_another_liked_language_stands_beside_the_first_without_an_edge() -> None:
    run = Run().expand("likes", "Python").expand("likes", "Rust").expand("likes", "Go")
    assert run.values("likes") == {"python", "rust", "go"}
    assert run.edges == []
    assert run.items == 3


def test_vacuity_expanding_then_revising_another_adds_one_edge() -> None:
    run = Run(theme="dark").expand("likes", "Python").revise("theme", "light")
    assert run.edges == ["SUPERSEDES"]
    assert run.values("likes") == {"python"}


def test_vacuity_color_and_colour_stay_apart() -> None:
    run = Run().expand("color", "blue").expand("colour", "red")
    assert (run.values("color"), run.values("colour")) == ({"blue"}, {"red"})


def test_consistency_the_old_value_is_gone_and_nothing_is_mixed_up() -> None:
    run = Run(theme="dark", editor="vim").revise("theme", "light").revise("editor", "emacs")
    assert (run.values("theme"), run.values("editor")) == ({"light"}, {"emacs"})


def test_extensionality_different_paths_to_one_value_are_one_belief() -> None:
    direct = Run().revise("setting", "a")
    around = Run().revise("setting", "a", "b", "a")
    assert direct.values("setting") == around.values("setting")
    assert Run(alpha="x", beta="x").values("alpha") == Run(alpha="x", beta="x").values("beta")


def test_relevance_giving_up_one_leaves_the_others_and_similar_names() -> None:
    run = Run(alpha="1", beta="1").expand("likes", "java").expand("likes", "javascript").contract("likes", "java")
    assert run.values("likes") == {"javascript"}
    assert (run.values("alpha"), run.values("beta")) == ({"1"}, {"1"})


def test_relevance_revised_twice_then_given_up_leaves_nothing_older() -> None:
    run = Run().revise("theme", "dark", "light", "blue").contract("theme", "blue")
    assert run.values("theme") == set()
    assert run.base.at(1 * DAY) != frozenset()


def test_relevance_all_but_one_are_given_up() -> None:
    run = Run()
    for value in ("tea", "jazz", "chess", "rust"):
        run.expand("likes", value)
    for value in ("tea", "jazz", "chess"):
        run.contract("likes", value)
    assert run.values("likes") == {"rust"}


def test_core_retainment_dependents_stay_believed_and_are_found_at_any_depth() -> None:
    run = Run(alpha="1", beta="1", gamma="1", delta="1").contract("alpha", "1")
    rests_on = {"s1": ["s2"], "s2": ["s3"], "s3": ["s4"]}
    assert stale_closure("s1", lambda id: rests_on.get(id, ())) == ("s2", "s3", "s4")
    assert all(run.values(name) == {"1"} for name in ("beta", "gamma", "delta"))
