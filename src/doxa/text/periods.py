"""Periods of time that a text speaks of, in English and Chinese, as half-open intervals in the speaker's zone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from typing import Literal

from doxa.clock import aware
from doxa.records import Period
from doxa.text.folding import flatten
from doxa.text.patterns import lazy_pattern
from doxa.text.periods_bound import bounds, ranges
from doxa.text.periods_calendar import Calendar
from doxa.text.periods_grammar import read_atoms
from doxa.text.periods_modify import modify
from doxa.text.periods_phrase import Scene
from doxa.text.periods_refine import choose_named, placed, refine
from doxa.text.periods_span import Atom, Kind
from doxa.text.periods_tense import tells_of_a_habit, tells_of_the_past
from doxa.text.scripts import HAN_CLASS

Direction = Literal["past", "present", "future"]

_IDLE_SPACE = lazy_pattern(rf"(?<=[{HAN_CLASS}]) +(?=[{HAN_CLASS}\d])|(?<=\d) +(?=[{HAN_CLASS}])| +(?= )")
"""All but one of the spaces in a row, and those beside Chinese characters: `2026 年 6 月` is one phrase."""
_EACH = lazy_pattern(r"(?:\b(?:every|each) (?:other )?|[每逢])$")


@dataclass(frozen=True, slots=True)
class FoundPeriod:
    """A phrase of time in a text and what it stands for.

    Args:
        period: The interval `[start, end)` in UTC; an end is None where the phrase leaves it open (`since 2019`).
        start: Offset of the phrase's first character in the text.
        end: Offset after its last.
        kind: The sort of phrase: the grain it names (`day`, `month`), or how it was made (`range`, `since`).
        relative: Whether it was told from the present; otherwise it is explicit.
        direction: Whether the period is over, holds the present, or is to come.
    """

    period: Period
    start: int
    end: int
    kind: Kind
    relative: bool
    direction: Direction


def find_periods(text: str, *, now: datetime, tz: tzinfo) -> list[FoundPeriod]:
    """Return the periods of time that `text` speaks of, in order, none overlapping another in the text.

    Weeks begin on Monday, days are whole in `tz`, seasons are the northern ones. `6/1/2026` is June 1 (month
    first, unless that cannot be), `1.6.2026` as well (day first). A phrase that leaves its year or week open points
    back, or ahead where its clause speaks of what is to come. Dates that do not exist give nothing. Times of day
    that repeat (`every Monday`, `I usually run in the morning`) give nothing.

    Args:
        text: Any text.
        now: The instant it was said at; aware.
        tz: The zone of the one who said it.

    Raises:
        NaiveDatetime: `now` carries no time zone.
    """
    flat, places = _without_idle_space(flatten(text).replace("\t", " "))
    present = aware(now, "now")
    scene = Scene(flat, Calendar(present, tz, "past"), Calendar(present, tz, "future"))
    atoms = read_atoms(scene)
    for step in (choose_named, refine, modify, ranges, bounds):
        atoms = step(scene, atoms)
    return [found for atom in atoms if (found := _found(scene, atom, places)) is not None]


def resolve_period(text: str, *, now: datetime, tz: tzinfo) -> Period | None:
    """Return the one period that a question asks about: the narrowest it names, the first of equals; None without.

    Args:
        text: A question in English or Chinese.
        now: The instant it is asked at; aware.
        tz: The zone of the one who asks.

    Raises:
        NaiveDatetime: `now` carries no time zone.
    """
    found = find_periods(text, now=now, tz=tz)
    return min(found, key=lambda one: _width(one.period)).period if found else None


def format_period(period: Period, tz: tzinfo) -> str:
    """Return a period for display in a zone, without words: `2026-06-01`, `2026-03`, `2019 –`, `– 2024-05`.

    Both ends are inclusive and as exact as the period's precision; instants show minutes.
    """
    last = None if period.end is None else period.end - timedelta(microseconds=1)
    ends = [_shown(instant, period, tz) for instant in (period.start, last)]
    if period.precision == "instant" and period.end is not None:
        ends[1] = _shown(period.end, period, tz)
    if ends[0] == ends[1]:
        return ends[0] or "–"
    return " – ".join(ends).strip()


def _without_idle_space(flat: str) -> tuple[str, Sequence[int]]:
    """Return a text without idle spaces, and the place of each of its characters in the one that was given."""
    if "  " not in flat and (flat.isascii() or not _IDLE_SPACE.search(flat)):
        return flat, range(len(flat))
    kept: list[int] = []
    at = 0
    for idle in _IDLE_SPACE.finditer(flat):
        kept += range(at, idle.start())
        at = idle.end()
    kept += range(at, len(flat))
    return "".join(flat[place] for place in kept), kept


def _found(scene: Scene, atom: Atom, places: Sequence[int]) -> FoundPeriod | None:
    before = scene.flat[max(0, atom.start - 12) : atom.start]
    if atom.weak or _EACH.search(before) or (atom.repeat and tells_of_a_habit(scene.flat, atom.start)):
        return None
    if (
        scene.flat.startswith("in ", atom.start)
        and tells_of_the_past(scene.flat, atom.start)
        and _is_ahead(scene, atom)
    ):
        return None  # "I read it in two days" tells how long it took
    span = placed(scene, atom)
    if span is None:
        return None
    direction = _direction(span.start, span.end, scene.past.now)
    start, end = places[atom.start], places[atom.end - 1] + 1
    return FoundPeriod(span.period(), start, end, span.kind, span.relative, direction)


def _is_ahead(scene: Scene, atom: Atom) -> bool:
    span = atom.span
    return span is not None and span.relative and span.start is not None and span.start > scene.past.now


def _direction(start: datetime | None, end: datetime | None, now: datetime) -> Direction:
    if end is not None and end <= now:
        return "past"
    return "future" if start is not None and start > now else "present"


def _width(period: Period) -> timedelta:
    if period.start is None or period.end is None:
        return timedelta.max
    return period.end - period.start


def _shown(instant: datetime | None, period: Period, tz: tzinfo) -> str:
    if instant is None:
        return ""
    pattern = {"year": "%Y", "month": "%Y-%m", "day": "%Y-%m-%d", "instant": "%Y-%m-%d %H:%M"}[period.precision]
    return instant.astimezone(tz).strftime(pattern)
