"""Random histories of dated statements for the laws, biased so that much contradicts what is believed."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from saying import is_at, moved, since, statement, stay, vague

from doxa.belief.base import BeliefBase, Told, tell
from doxa.belief.confidence import DAY, showing
from doxa.belief.resolution import View, vague_instants
from doxa.belief.slots import Slot
from doxa.belief.statements import Decision, Newcomer

Pick = Callable[[Sequence[Any]], Any]

LAST_DAY = 9
NOW = 20 * DAY
"""The clock of every history: all is said before it, and closed stays are over."""
INSTANTS = tuple(day * DAY // 2 for day in range(-1, 2 * LAST_DAY + 8))
"""Where beliefs are compared: every day's boundary, where what is said begins, and its middle."""
HOMES = ("berlin", "paris", "rome")
LIKES = ("tea", "jazz")


def examples(count: int) -> settings:
    """As many examples, times `DOXA_MORE` where the environment asks for a longer search."""
    return settings(max_examples=count * int(os.environ.get("DOXA_MORE", "1")))


def slot(subject: str, attribute: str, value: str, polarity: bool = True) -> Slot:
    """A slot of the small world: homes are single-valued, likes are not."""
    return Slot("", (), subject, attribute, value, polarity, attribute == "home")


def clash(one: Slot, two: Slot) -> bool:
    """Whether the two cannot hold at one instant; stated here again, so that the laws do not trust the code."""
    if (one.subject, one.attribute) != (two.subject, two.attribute):
        return False
    if one.value == two.value:
        return one.polarity != two.polarity
    return one.attribute == "home" and one.polarity and two.polarity


def consistent(believed: frozenset[Slot]) -> bool:
    """Whether no two of the claims clash."""
    return not any(clash(one, two) for one in believed for two in believed)


def consequences(believed: frozenset[Slot], subjects: Sequence[str] = ("ann",)) -> frozenset[Slot]:
    """Cn within the small world: a home entails that the other cities are not it."""
    denied = {
        replace(each, value=other, polarity=False)
        for each in believed
        if each.attribute == "home" and each.polarity
        for other in HOMES
        if other != each.value
    }
    return believed | frozenset(denied)


@dataclass(frozen=True)
class Style:
    """How wild a history is.

    Args:
        sources: Who speaks.
        graded: Whether official and unverified words occur.
        flags: Whether corrections, undated claims, named targets and the gate's flags occur.
        vague: Whether vague dates occur.
        distinct: Whether every statement is said on a day of its own.
    """

    sources: tuple[str | None, ...] = ("ann", "bob")
    graded: bool = False
    flags: bool = False
    vague: bool = True
    distinct: bool = False


PLAIN = Style()
WILD = Style(sources=("ann", "bob", None), graded=True, flags=True)
ONE_SOURCE = Style(sources=("ann",), distinct=True)


def some_slot(pick: Pick, base: BeliefBase | None = None) -> Slot:
    """A slot; where a base is given, mostly one that contradicts what is believed in it."""
    if base is not None and base.groups and pick((True, True, False)):
        believed = sorted(base.at(LAST_DAY * DAY), key=repr)
        if believed:
            return opposite(pick, pick(believed))
    if pick((True, True, False)):
        return slot("ann", "home", pick(HOMES), pick((True, True, True, False)))
    return slot("ann", "likes", pick(LIKES), pick((True, False)))


def opposite(pick: Pick, believed: Slot) -> Slot:
    """A claim that contradicts what is believed."""
    if believed.attribute == "home" and believed.polarity and pick((True, True, False)):
        return replace(believed, value=pick([home for home in HOMES if home != believed.value]))
    return replace(believed, polarity=not believed.polarity)


def some_span(pick: Pick, said: int, style: Style = PLAIN) -> Any:
    """What a statement said on a day asserts: now, since, moved, a stay that is over, or vaguely."""
    start = pick(range(said + 1))
    forms = [
        is_at(said),
        is_at(said),
        since(start, said),
        moved(start),
        moved(start, said),
        stay(start, start + pick((1, 2, 3))),
    ]
    if style.vague:
        forms.append(vague(start, start + pick((2, 4))))
    return pick(forms)


def told(pick: Pick, at: Slot, number: int, said: int, style: Style, known: Sequence[str] = ()) -> Told:
    """A claim about a slot, said on a day by one of the sources."""
    source = pick(style.sources)
    grade = pick((None, None, None, "official", "unverified", "corroborated")) if style.graded else None
    origin = pick(("explicit", "explicit", "inferred")) if style.graded else "explicit"
    claim = statement(
        f"s{number}",
        at.value,
        some_span(pick, said, style),
        sequence=number,
        polarity=at.polarity,
        source=source,
        said=said,
        grade=grade,
        origin=origin,
    )
    return Told(at, replace(Newcomer(claim), **_flags(pick, style, known)))


def _flags(pick: Pick, style: Style, known: Sequence[str]) -> dict[str, Any]:
    if not style.flags or pick((True, True, False)):
        return {}
    return pick(
        (
            {"correction": True},
            {"dated": False, "live": False},
            {"explicit": True},
            {"replaces": pick(known)} if known else {},
            {"conflicts_with": pick(known)} if known else {},
            {"gate": pick(("rejected", "question", "hypothetical", "wish", "quotation", "echo", "no_claim"))},
        )
    )


class Claims(tuple[Told, ...]):
    """Claims that a failing test can print."""

    def __repr__(self) -> str:
        return "\n".join(map(_in_short, self))


def _in_short(told: Told) -> str:
    said = told.newcomer.statement.first
    bounds = [bound / DAY for bound in (said.span.lo_early, said.span.lo_late, said.span.end_early, said.span.end_late)]
    flags = {
        name: getattr(told.newcomer, name)
        for name in ("gate", "dated", "correction", "explicit", "replaces", "conflicts_with")
        if getattr(told.newcomer, name) not in (None, False, True, "pass")
    }
    sign = "" if told.slot.polarity else "-"
    grade = told.newcomer.statement.grade
    return (
        f"{told.newcomer.statement.id}: {sign}{told.slot.value} {'open' if said.span.open else 'closed'} {bounds} "
        f"by {said.source} on {said.said_at / DAY} {grade} {flags}"
    )


@dataclass(frozen=True, repr=False)
class History:
    """What was said, what was decided, and what is believed of it."""

    told: tuple[Told, ...]
    decisions: tuple[Decision, ...]
    base: BeliefBase

    def __repr__(self) -> str:
        return f"\n{Claims(self.told)!r}"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))

    @property
    def next(self) -> int:
        """The number of the next statement."""
        return len(self.told) + 1


def history(pick: Pick, style: Style = PLAIN, length: int = 7) -> History:
    """A history of at most `length` statements."""
    base, said, decided = BeliefBase(), [], []
    days = list(range(LAST_DAY + 1))
    for number in range(1, pick(range(1, length + 1)) + 1):
        day = pick(days)
        if style.distinct:
            days.remove(day)
        known = [each.newcomer.statement.id for each in said]
        each = told(pick, some_slot(pick, base), number, day, style, known)
        base, decisions = tell(base, (each,), now=NOW)
        said.append(each)
        decided += decisions
    return History(tuple(said), tuple(decided), base)


@st.composite
def histories(draw: st.DrawFn, style: Style = PLAIN, length: int = 7) -> History:
    """Histories as hypothesis draws and shrinks them."""
    return history(lambda choices: draw(st.sampled_from(list(choices))), style, length)


@st.composite
def histories_and(
    draw: st.DrawFn, claims: int, style: Style = PLAIN, length: int = 6, day: int | None = None
) -> tuple[History, tuple[Told, ...]]:
    """A history and claims that come after it, most of which contradict it.

    Args:
        draw: Hypothesis.
        claims: How many.
        style: How wild the history is; the claims are plain and said last.
        length: Of the history.
        day: Says all claims on this day, of this very instant; `None` says them in any form on the last day.
    """

    def pick(choices: Sequence[Any]) -> Any:
        return draw(st.sampled_from(list(choices)))

    past = history(pick, style, length)
    coming = []
    for n in range(claims):
        one = told(pick, some_slot(pick, past.base), past.next + n, LAST_DAY, Style(sources=("ann",), vague=False))
        if day is not None:
            one = said_again(one, day)
        coming.append(one)
    return past, Claims(coming)


def said_again(one: Told, day: int, **changes: Any) -> Told:
    """The same claim, said on a day of that very day."""
    old = one.newcomer.statement
    claim = statement(
        changes.pop("id", old.id),
        old.value,
        is_at(day),
        sequence=changes.pop("sequence", old.first.sequence),
        polarity=old.polarity,
        source=changes.pop("source", old.first.source),
        said=day,
        grade=old.grade,
    )
    return Told(one.slot, replace(one.newcomer, statement=claim, **changes))


def everywhere(base: BeliefBase) -> dict[int, frozenset[Slot]]:
    """What is believed at every instant compared."""
    return {instant: base.at(instant) for instant in INSTANTS}


def certain_instants(*bases: BeliefBase) -> list[int]:
    """The instants that are in no statement's vague beginning, where a reading may move."""
    vague_at = [vague_instants(each, View(state)) for base in bases for state in base.groups.values() for each in state]
    return [instant for instant in INSTANTS if not any(lo <= instant < hi for zone in vague_at for lo, hi in zone)]


def visible(base: BeliefBase, group: str, instant: int) -> bool:
    """Whether a slot shows anything that holds at an instant."""
    return any(
        each.holds(instant)
        and showing(each.anchor, NOW, each.claim_class, contested=bool(each.contested_by)) != "hidden"
        for each in base.groups.get(group, ())
    )
