"""Ranges and bounds: from X to Y, between X and Y, since X, until X, before X, after X."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from functools import partial

from doxa.text.patterns import lazy_pattern
from doxa.text.periods_calendar import DAY, Calendar, shift
from doxa.text.periods_phrase import Scene, existing
from doxa.text.periods_refine import placed
from doxa.text.periods_repeat import first_from, last_until, occurrence
from doxa.text.periods_span import Atom, Kind, Repeat, Span
from doxa.text.periods_tense import asks, tells_of_the_past

_LOOK = 24
_FROM = lazy_pattern(r"(?:\b(from|between) (?:the )?|(从|從|自|在)\s?)$")
_TO = lazy_pattern(r"\s?(?:-|~|到|至|直到)\s?(?:了)?|,? (?:to|through|thru|until|till|up to) (?:the )?")
_AND = lazy_pattern(r" (?:and|or) (?:the )?|\s?(?:[和与跟或]|或者|还是)\s?")
_RANGE_END = lazy_pattern(r"(?:这段)?(?:之间|期间|间|为止)")
_LAST_PART = lazy_pattern(r"(?<!周)[底末]|\bend of\b")
_FINENESS = [
    "century",
    "decade",
    "year",
    "season",
    "half",
    "quarter",
    "month",
    "week",
    "weekend",
    "day",
    "part",
    "hour",
    "minute",
]
_IN_A_ROW = frozenset({"month", "weekday", "season", "quarter"})
_IN_DAY = frozenset({"minute", "hour", "part"})
_DATED = frozenset({"date", "dates", "feast", "quarter", "nth"})

_BEFORE: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (
        "since",
        lazy_pattern(
            r"\b(?:(?:ever )?since|(?:starting|beginning)(?: from| in| on)?) (?:the )?$|(?:自从|打从|从|從|自)\s?$"
        ),
    ),
    (
        "until",
        lazy_pattern(
            r"\b(?:up (?:un)?to|(?:up )?un?till?|through|(?<!ed )by|no later than) (?:the )?$"
            r"|(?:直到|截至|截止到?|直至)\s?$"
        ),
    ),
    ("before", lazy_pattern(r"\b(?:before|prior to|earlier than) (?:the )?$")),
    ("after", lazy_pattern(r"\b(?:after|later than) (?:the )?$")),
)
_AFTER: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (
        "since",
        lazy_pattern(
            r"\s?(?:起(?![床来飞草诉到身点])|以来|以來|至今|到现在|开始)| on(?:wards?|ward)?\b(?! [a-z])| onwards?\b"
        ),
    ),
    ("until", lazy_pattern(r"为止")),
    ("before", lazy_pattern(r"之前|以前|前(?![面端往台任提后後夫妻])")),
    ("after", lazy_pattern(r"之后|之後|以后|以後|过后|[后後](?![来面悔天果续年])")),
)


def ranges(scene: Scene, atoms: list[Atom]) -> list[Atom]:
    """Join two phrases that a range leads from and to."""
    joined: list[Atom] = []
    for atom in atoms:
        together = existing(partial(_range, scene, joined[-1], atom), None) if joined else None
        if together is None:
            joined.append(atom)
        else:
            joined[-1] = together
    return joined


def bounds(scene: Scene, atoms: list[Atom]) -> list[Atom]:
    """Open the phrases that stand after `since`, `until`, `before` or `after`, or before 以来, 之前 or 之后."""
    return [existing(partial(_bound, scene, atom), atom.impossible()) for atom in atoms]


def _range(scene: Scene, first: Atom, second: Atom) -> Atom | None:
    gap = scene.flat[first.end : second.start]
    if len(gap) > 12:
        return None
    lead = _FROM.search(scene.flat[max(0, first.start - _LOOK) : first.start])
    tail = _RANGE_END.match(scene.flat, second.end)
    with_and = _AND.fullmatch(gap) and ((lead and lead[1] == "between") or tail)
    with_and = with_and or (_AND.fullmatch(gap) and _follow_each_other(first, second))
    if not with_and and not _TO.fullmatch(gap):
        return None
    ends = _both(scene, first, second)
    if ends is None:
        return None
    start = first.start - (len(lead[0]) if lead else 0)
    return Atom(start, tail.end() if tail else second.end, ends)


def _follow_each_other(first: Atom, second: Atom) -> bool:
    """Whether two phrases name neighbours, `January and February`, `前天和昨天`, which together are one period."""
    one, other = first.repeat, second.repeat
    if one is None and other is None:
        spans = first.span, second.span
        return bool(spans[0] and spans[1] and spans[0].grain == spans[1].grain and spans[0].end == spans[1].start)
    if one is None or other is None or one.kind != other.kind or one.kind not in _IN_A_ROW:
        return False
    return one.values[0] + 1 == other.values[0]


def _both(scene: Scene, first: Atom, second: Atom) -> Span | None:
    """Return the span from the first phrase's start to the second's end; None if they do not fit."""
    calendar = scene.calendar_at(first.start)
    if first.repeat and second.span and second.span.start and second.repeat is None:
        one = last_until(calendar, first.repeat, calendar.local_date(second.span.start))
        one = one and replace(one, relative=second.span.relative)
    else:
        one = placed(scene, first)
    if one is None or one.start is None or one.kind in {"since", "until", "before", "after"}:
        return None
    other = _from(calendar, second.repeat, one) if second.repeat else second.span
    if other and first.floating and not second.floating:
        one = _in_years(calendar, one, other, -1)
    elif other and second.floating:
        other = _in_years(calendar, other, one, 1)
    other = other and replace(other, relative=one.relative) if second.repeat else other
    if other is None or (one.grain in _IN_DAY) != (other.grain in _IN_DAY):
        return None
    end = other.start if other.grain in {"minute", "hour"} else other.end
    if one.start is None or end is None or end <= one.start:
        return None
    grain = max(one.grain, other.grain, key=_FINENESS.index)
    return Span(one.start, end, grain, "range", one.relative or other.relative)


def _in_years(calendar: Calendar, span: Span, beside: Span, step: int) -> Span:
    """Return a span of an open year in the year that puts it before (-1) or after (1) `beside`."""
    if span.start is None or span.end is None or beside.start is None:
        return span
    first, after = calendar.local_date(span.start), calendar.local_date(span.end)
    years = calendar.local_date(beside.start).year - first.year
    moved = [(shift(first, "year", years + more), shift(after, "year", years + more)) for more in (0, step)]
    found = [replace(span, start=calendar.at(start), end=calendar.at(end)) for start, end in moved]
    fits = found[0].start is not None and step * ((found[0].start - beside.start).days) >= 0
    return found[0] if fits else found[1]


def _from(calendar: Calendar, repeat: Repeat, one: Span) -> Span | None:
    if one.start is None:
        return None
    day = calendar.local_date(one.start)
    if repeat.kind not in {"time", "part"}:
        return first_from(calendar, repeat, day)
    later = occurrence(calendar, repeat, day)
    if later and later.start and later.start < one.start and repeat.vague:
        later = occurrence(calendar, replace(repeat, values=(repeat.values[0] + 12, *repeat.values[1:])), day)
    if later and later.start and later.start < one.start:
        later = occurrence(calendar, repeat, day + DAY)
    return later


def _bound(scene: Scene, atom: Atom) -> Atom:
    before = scene.flat[max(0, atom.start - _LOOK) : atom.start]
    for kind, pattern in _BEFORE:
        if word := pattern.search(before):
            tail = _tail(scene, atom)
            return _opened(scene, atom, tail[0] if tail else kind, len(word[0]), tail[1] if tail else 0)
    tail = _tail(scene, atom)
    if tail is None:
        return atom
    lead = _FROM.search(before)
    return _opened(scene, atom, tail[0], len(lead[0]) if lead and tail[0] == "since" else 0, tail[1])


def _tail(scene: Scene, atom: Atom) -> tuple[Kind, int] | None:
    for kind, pattern in _AFTER:
        if word := pattern.match(scene.flat, atom.end):
            return kind, len(word[0])
    return None


def _opened(scene: Scene, atom: Atom, kind: Kind, before: int, after: int) -> Atom:
    span = placed(scene, atom, ahead=_is_deadline(scene, atom, kind))
    start, end = atom.start - before, atom.end + after
    if span is None or span.kind in {"since", "until", "before", "after"}:
        return replace(atom, start=start, end=end) if span is None else atom
    if span.kind == "range" and kind == "since":
        return replace(atom, start=start, end=end)
    if kind == "before" and _LAST_PART.search(scene.flat, atom.start, atom.end):
        kind = "until"  # before the end of March: by then it is to be over
    calendar = scene.calendar_at(atom.start)
    first, last = _bounds(calendar, span, kind)
    weak = atom.weak and scene.flat[atom.end : end].isascii()
    return Atom(start, end, Span(first, last, span.grain, kind, span.relative), weak=weak)


def _is_deadline(scene: Scene, atom: Atom, kind: Kind) -> bool:
    """Say whether a bound of an open phrase lies ahead: `by Friday`, `周五前`, but not `三月之前`."""
    if kind not in {"until", "before"} or tells_of_the_past(scene.flat, atom.start):
        return False
    if atom.repeat and atom.repeat.kind in _DATED and asks(scene.flat, atom.start):
        return False  # "where did I live before May 3?" asks of the one that was
    return atom.repeat is None or atom.repeat.kind not in {"month", "season"} or kind == "until"


def _bounds(calendar: Calendar, span: Span, kind: Kind) -> tuple[datetime | None, datetime | None]:
    if span.grain in _IN_DAY and span.start is not None and kind in {"before", "after"}:
        day = calendar.local_date(span.start)
        return (calendar.at(day), span.start) if kind == "before" else (span.start, calendar.at(day + DAY))
    if kind == "since":
        return span.start, None
    if kind == "after":
        return span.end, None
    return None, span.start if kind == "before" else span.end
