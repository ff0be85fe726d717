"""The 49 scenarios of a published belief-revision suite, told to `Memory` by text and by slot, never by key.

Each runs twice: told in sentences that doxa reads itself, and as claims in slots through `revise` and `expand`.

Five are restated where that suite adds a revision for what says nothing new: revising to the same value confirms (two
of them); "dark" and "Dark" are one value, whose last spelling is kept; "color" and "colour" are apart unless the
registry joins them; the edge to the old value is SUPERSEDES. What is said in one instant is ordered by turn.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from doxa import Belief, Claim

Step = Callable[["Run"], None]
FIVE = ("alpha", "beta", "gamma", "delta", "epsilon")
SINGLE = (*FIVE, "color", "timezone", "editor", "theme", "setting", "port")
SIX = ("amber", "brass", "copper", "drab", "ecru", "fawn")
LONG = "x" * 900


class Run:
    """A memory that is told things in one of two ways, and what is then believed.

    Args:
        memory: Empty.
        by_text: Whether sentences are told, or claims in slots.
    """

    def __init__(self, memory: Any, *, by_text: bool) -> None:
        self.memory, self.by_text = memory, by_text
        for name in () if by_text else SINGLE:
            memory.define_attribute(name, single=True)

    def say(self, attribute: str, value: str, *, revising: bool, wait: int = 1) -> None:
        """Say, some seconds later, that an attribute has a value."""
        self.memory._core.clock.advance(seconds=wait)
        if self.by_text:
            likes = attribute == "likes"
            self.memory.add(f"I like {value}." if likes else f"My favourite {attribute} is {value}.")
        else:
            claim = Claim(f"{attribute}: {value}", "user", attribute, value)
            (self.memory.revise if revising else self.memory.expand)([claim])

    def beliefs(self, attribute: str | None = None) -> list[Belief]:
        """Return what is believed, of one attribute or all."""
        found = [each for each in self.memory.list(limit=1000).items if each.claim is not None]
        names = {attribute, f"favourite_{attribute}"}
        return [each for each in found if attribute is None or each.claim.attribute in names]

    def belief(self, attribute: str, value: str | None = None) -> Belief:
        """Return the one belief of an attribute, or of one of its values."""
        (found,) = [each for each in self.beliefs(attribute) if value in (None, each.claim.value)]
        return self.memory.get(found.id)

    def values(self, attribute: str) -> set[str]:
        """Return the values that are believed of an attribute."""
        return {each.claim.value for each in self.beliefs(attribute)}

    def edges(self, *types: str) -> list[str]:
        """Return the types of the edges drawn so far, of those asked for."""
        drawn = [change.detail["type"] for change in self.memory.changes(kinds=["edge.created"])]
        return [each for each in drawn if each in types]


def tell(attribute: str, *values: str) -> Step:
    """Values where nothing is to give way."""
    return lambda run: [run.say(attribute, value, revising=False) for value in values] and None


def revise(attribute: str, *values: str) -> Step:
    """Values one after the other, each in place of the one before."""
    return lambda run: [run.say(attribute, value, revising=True) for value in values] and None


def at_once(attribute: str, *values: str) -> Step:
    """Values in one instant."""
    return lambda run: [run.say(attribute, value, revising=True, wait=0) for value in values] and None


def give_up(attribute: str, value: str) -> Step:
    """Contraction: of the claim, or of the belief that a question finds."""

    def step(run: Run) -> None:
        if not run.by_text:
            run.memory.contract([Claim(f"{attribute}: {value}", "user", attribute, value)])
            return
        asked = f"Do I like {value}?" if attribute == "likes" else f"What is my favourite {attribute}?"
        hits = run.memory.recall(asked, kinds=("preference",)).hits
        run.memory.contract([next(hit.belief.id for hit in hits if hit.belief.claim.value == value)])

    return step


def delete(attribute: str) -> Step:
    """Take a belief out, to be restored."""
    return lambda run: run.memory.delete(run.belief(attribute).id) and None


def restore(attribute: str) -> Step:
    """Bring back what was taken out."""

    def step(run: Run) -> None:
        names = {attribute, f"favourite_{attribute}"}
        gone = [each for each in run.memory.list(include=("deleted",)).items if each.claim]
        run.memory.restore(next(each.id for each in gone if each.claim.attribute in names))

    return step


def chain(*attributes: str, relation: str = "DEPENDS_ON") -> Step:
    """Each attribute is told, and rests on the one before."""

    def step(run: Run) -> None:
        for name in attributes:
            if not run.values(name):
                run.say(name, "1", revising=False)
        for before, after in pairwise(attributes):
            run.memory.relate(run.belief(after).id, relation, run.belief(before).id)

    return step


def believed(attribute: str, *values: str, revisions: int | None = None) -> Step:
    """Just these values are believed; the item has so many revisions."""

    def check(run: Run) -> None:
        assert run.values(attribute) == set(values)
        if revisions is not None:
            assert len(run.belief(attribute).chain) == revisions

    return check


def items(count: int) -> Step:
    """So many beliefs."""

    def check(run: Run) -> None:
        assert len({each.id for each in run.beliefs()}) == count

    return check


def edges(*drawn: str) -> Step:
    """The edges between values, and no other."""

    def check(run: Run) -> None:
        assert run.edges("SUPERSEDES", "CONTRADICTS", "SUPPORTS") == list(drawn)

    return check


def confirmed(attribute: str, *, spelled: str) -> Step:
    """It was said again, last in this spelling."""

    def check(run: Run) -> None:
        story = run.memory.why(run.belief(attribute).id)
        assert story.belief.confirmation == "confirmed"
        assert story.spellings[-1] == spelled

    return check


def resting(root: str, *attributes: str) -> Step:
    """These rest on a belief, nearest first, are stale if it went, and are believed all the same."""

    def check(run: Run) -> None:
        assert [run.values(name) for name in attributes] == [{"1"}] * len(attributes)
        stale = [name for name in attributes if run.belief(name).stale]
        gone = not run.values(root)
        assert stale == (list(attributes) if gone else [])
        if not gone:
            found = run.memory.impact(run.belief(root).id)
            assert [each.belief.id for each in found] == [run.belief(name).id for name in attributes]

    return check


FIVE_TOLD = tuple(tell(name, "1") for name in FIVE)
SCENARIOS: dict[str, tuple[Step, ...]] = {
    # success
    "success: a colour": (tell("color", "blue"), revise("color", "black"), believed("color", "black", revisions=2)),
    "success: a timezone": (tell("timezone", "UTC"), revise("timezone", "CET"), believed("timezone", "CET")),
    "success: an editor": (tell("editor", "vim"), revise("editor", "emacs"), believed("editor", "emacs")),
    "success: one of three": (*FIVE_TOLD[:3], revise("beta", "2"), believed("beta", "2"), believed("alpha", "1")),
    "success: the root of a chain": (chain("alpha", "beta"), revise("alpha", "2"), believed("alpha", "2")),
    "success: twice": (revise("theme", "dark", "light", "solar"), believed("theme", "solar", revisions=3)),
    "success: five in a row": (revise("setting", *SIX), believed("setting", SIX[-1], revisions=6)),
    "success: a case variant is the same value": (
        revise("theme", "dark", "Dark"),
        believed("theme", "dark", revisions=1),
        confirmed("theme", spelled="Dark"),
    ),
    "success: a long value": (revise("setting", "short", LONG), believed("setting", LONG)),
    # inclusion
    "inclusion: one item stays one": (revise("theme", "dark", "light"), items(1)),
    "inclusion: one of three gains a revision": (
        *FIVE_TOLD[:3],
        revise("alpha", "2"),
        *(believed(name, value, revisions=n) for name, value, n in zip(FIVE, "211", (2, 1, 1), strict=False)),
    ),
    "inclusion: one of five": (
        *FIVE_TOLD,
        revise("gamma", "2"),
        *(believed(name, "1", revisions=1) for name in FIVE if name != "gamma"),
        items(5),
    ),
    "inclusion: the root of a chain leaves its leaf": (
        chain("alpha", "beta", "gamma", relation="DERIVED_FROM"),
        revise("alpha", "2"),
        believed("gamma", "1", revisions=1),
    ),
    "inclusion: three revisions of one item": (
        revise("theme", *SIX[:4]),
        items(1),
        believed("theme", SIX[3], revisions=4),
    ),
    "inclusion: five items revised each": (
        *FIVE_TOLD,
        *(revise(name, "2") for name in FIVE),
        *(believed(name, "2") for name in FIVE),
        items(5),
    ),
    # vacuity
    "vacuity: a second liked language": (
        tell("likes", "Python", "Rust"),
        believed("likes", "Python", "Rust"),
        edges(),
        items(2),
    ),
    "vacuity: a revision draws an edge": (revise("theme", "dark", "light"), edges("SUPERSEDES")),
    "vacuity: three expansions": (tell("likes", "Python", "Rust", "Go"), edges(), items(3)),
    "vacuity: expanded, then another revised": (
        tell("theme", "dark"),
        tell("likes", "Python"),
        revise("theme", "light"),
        believed("likes", "Python", revisions=1),
        edges("SUPERSEDES"),
    ),
    "vacuity: beside a chain": (
        chain("alpha", "beta"),
        tell("likes", "Rust"),
        edges(),
        resting("alpha", "beta"),
        items(3),
    ),
    "vacuity: three expansions, then one revision": (
        *FIVE_TOLD[:3],
        revise("beta", "2"),
        edges("SUPERSEDES"),
        items(3),
    ),
    # consistency
    "consistency: the old value is gone": (revise("theme", "dark", "light"), believed("theme", "light")),
    "consistency: the old editor is gone": (revise("editor", "vim", "emacs"), believed("editor", "emacs")),
    "consistency: nothing is mixed up": (
        tell("theme", "dark"),
        tell("editor", "vim"),
        revise("theme", "light"),
        believed("editor", "vim", revisions=1),
    ),
    "consistency: two are revised independently": (
        tell("theme", "dark"),
        tell("editor", "vim"),
        revise("theme", "light"),
        revise("editor", "emacs"),
        believed("theme", "light"),
        believed("editor", "emacs"),
    ),
    "consistency: the root of a chain": (
        chain("alpha", "beta", "gamma"),
        revise("alpha", "2"),
        believed("alpha", "2"),
        believed("gamma", "1"),
    ),
    "consistency: three times": (revise("theme", *SIX[:4]), believed("theme", SIX[3])),
    "consistency: there and back": (revise("theme", "dark", "light", "dark"), believed("theme", "dark", revisions=3)),
    "consistency: ten rapid revisions": (
        at_once("port", *map(str, range(11))),
        believed("port", "10", revisions=11),
    ),
    # extensionality
    "extensionality: twice to the same value": (
        revise("setting", "alpha", "beta", "beta"),
        believed("setting", "beta", revisions=2),
        confirmed("setting", spelled="beta"),
    ),
    "extensionality: the path does not matter": (
        revise("alpha", "dark", "light", "solar"),
        revise("beta", "solar"),
        believed("alpha", "solar"),
        believed("beta", "solar"),
    ),
    "extensionality: two items with one value": (
        tell("alpha", "x"),
        tell("beta", "x"),
        believed("alpha", "x"),
        believed("beta", "x"),
        items(2),
    ),
    "extensionality: away and back": (
        revise("setting", "amber", "brass", "amber"),
        believed("setting", "amber"),
        items(1),
    ),
    "extensionality: revised to what it was": (
        revise("setting", "beta", "beta"),
        believed("setting", "beta", revisions=1),
        confirmed("setting", spelled="beta"),
    ),
    # relevance
    "relevance: one goes, the other stays": (*FIVE_TOLD[:2], give_up("alpha", "1"), believed("alpha"), items(1)),
    "relevance: one of five": (*FIVE_TOLD, give_up("gamma", "1"), believed("gamma"), items(4)),
    "relevance: deleted and restored": (
        *FIVE_TOLD[:2],
        delete("alpha"),
        believed("alpha"),
        restore("alpha"),
        believed("alpha", "1", revisions=1),
        items(2),
    ),
    "relevance: the root of a chain, not what is beside it": (
        chain("alpha", "beta"),
        tell("gamma", "1"),
        give_up("alpha", "1"),
        believed("alpha"),
        believed("gamma", "1"),
    ),
    "relevance: a child does not go with its root": (
        chain("alpha", "beta"),
        give_up("alpha", "1"),
        resting("alpha", "beta"),
    ),
    "relevance: revised twice, then given up": (
        revise("theme", "dark", "light", "blue"),
        give_up("theme", "blue"),
        believed("theme"),
    ),
    "relevance: similar names": (tell("likes", "java", "javascript"), give_up("likes", "java"), items(1)),
    "relevance: all but one": (
        tell("likes", "tea", "jazz", "chess", "rust"),
        *(give_up("likes", each) for each in ("tea", "jazz", "chess")),
        believed("likes", "rust"),
    ),
    # core-retainment
    "core-retainment: one alone": (tell("alpha", "1"), give_up("alpha", "1"), believed("alpha"), items(0)),
    "core-retainment: what rests on it is found": (
        chain("alpha", "beta"),
        resting("alpha", "beta"),
        give_up("alpha", "1"),
        resting("alpha", "beta"),
    ),
    "core-retainment: two chains": (
        chain("alpha", "beta"),
        chain("gamma", "delta"),
        give_up("alpha", "1"),
        resting("alpha", "beta"),
        resting("gamma", "delta"),
    ),
    "core-retainment: three independent": (
        *FIVE_TOLD[:3],
        give_up("beta", "1"),
        believed("alpha", "1"),
        believed("gamma", "1"),
        items(2),
    ),
    "core-retainment: a deep chain": (
        chain(*FIVE[:4]),
        give_up("alpha", "1"),
        resting("alpha", *FIVE[1:4]),
    ),
    "core-retainment: edges of both types": (
        chain("alpha", "beta"),
        chain("beta", "gamma", relation="DERIVED_FROM"),
        resting("alpha", "beta", "gamma"),
        give_up("alpha", "1"),
        resting("alpha", "beta", "gamma"),
    ),
}


@pytest.mark.parametrize("telling", ["text", "slot"])
@pytest.mark.parametrize("name", SCENARIOS)
def test_the_scenario_holds(name: str, telling: str, open_memory: Callable[..., Any]) -> None:
    run = Run(open_memory(user="ana", home=":memory:"), by_text=telling == "text")
    for step in SCENARIOS[name]:
        step(run)


def test_vacuity_color_and_colour_are_apart_unless_the_registry_joins_them(open_memory: Callable[..., Any]) -> None:
    apart = Run(open_memory("apart", user="ana"), by_text=False)
    joined = Run(open_memory("joined", user="ana"), by_text=False)
    joined.memory.define_attribute("color", single=True, aliases=("colour",))
    for run in (apart, joined):
        run.say("color", "blue", revising=False)
        run.say("colour", "red", revising=True)
    assert (apart.values("color"), apart.values("colour")) == ({"blue"}, {"red"})
    assert joined.values("color") | joined.values("colour") == {"red"}


def test_all_forty_nine_are_here() -> None:
    counts = {"success": 9, "inclusion": 6, "vacuity": 6, "consistency": 8}
    counts |= {"extensionality": 5, "relevance": 8, "core-retainment": 6}
    here = [name.split(":")[0] for name in SCENARIOS]
    assert {law: here.count(law) for law in counts} == counts
    assert len(here) + 1 == 49
