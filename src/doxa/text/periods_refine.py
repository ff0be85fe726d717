"""Neighbouring phrases that say one time together: `June 3` + `2024`, `去年` + `夏天`, `tomorrow` + `5 pm`."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from doxa.text.patterns import lazy_pattern
from doxa.text.periods_calendar import DAY, Calendar
from doxa.text.periods_phrase import Scene, existing
from doxa.text.periods_repeat import chosen, cycle_of, first_from, last_until, nearest, occurrence, within
from doxa.text.periods_span import Atom, Grain, Repeat, Span

_LOOK_BACK = 24
_CHOSEN = lazy_pattern(r"\b(?:(?:this|the) )?(last|previous|past|this|next|coming|upcoming|following) $")
_WHICH = {"last": "last", "previous": "last", "past": "last", "this": "this", "next": "next"}
_OUTER_FIRST = lazy_pattern(r"\)?\s?(?:,|的|在|'s)?\s?(?:(?:at|around|about|in|on)\s)?(?:the )?(?:early |late )?")
_INNER_FIRST = lazy_pattern(r"\s(?:(?:of|in|on)\s(?:the )?)?|,\s?|\s?of\s(?:the )?")
_BESIDE = lazy_pattern(r" (before|after|following|prior to) (?:the )?")
_OUTER: dict[str, frozenset[Grain]] = {
    "year": frozenset({"year"}),
    "month": frozenset({"month"}),
    "week": frozenset({"week"}),
    "day": frozenset({"day", "part"}),
    "nth": frozenset({"month", "quarter", "half", "season", "year"}),
}


def choose_named(scene: Scene, atoms: list[Atom]) -> list[Atom]:
    """Place the repeats that `last`, `this`, `next` or `coming` stands before (`last Friday`, `next March`)."""
    return [existing(partial(_choose, scene, atom), atom.impossible()) for atom in atoms]


def refine(scene: Scene, atoms: list[Atom]) -> list[Atom]:
    """Join neighbours of which one lies in the other; a time that does not exist takes its neighbours with it."""
    joined: list[Atom] = []
    for atom in atoms:
        merged = atom
        while joined and (together := existing(partial(_merge, scene, joined[-1], merged), None)):
            joined.pop()
            merged = together
        joined.append(merged)
    return joined


def placed(scene: Scene, atom: Atom, *, ahead: bool = False) -> Span | None:
    """Return what an atom stands for, a repeat being placed nearest the present, or ahead of it if asked so."""
    if atom.repeat is None:
        return atom.span
    calendar = scene.future if ahead else scene.calendar_at(atom.start)
    return existing(partial(nearest, calendar, atom.repeat), None)


def _choose(scene: Scene, atom: Atom) -> Atom:
    word = _CHOSEN.search(scene.flat[max(0, atom.start - _LOOK_BACK) : atom.start])
    if word is None or atom.repeat is None or atom.repeat.kind in {"time", "part", "day", "third", "nth"}:
        return atom
    which = _WHICH.get(word[1], "coming")
    start = atom.start - len(word[0])
    span = chosen(scene.calendar_at(atom.start), atom.repeat, which)  # type: ignore[arg-type]
    return Atom(start, atom.end, span)


def _merge(scene: Scene, first: Atom, second: Atom) -> Atom | None:
    """Return one atom for two neighbours that say one time; None if they do not."""
    gap = scene.flat[first.end : second.start]
    if len(gap) > 16:
        return None
    if beside := _BESIDE.fullmatch(gap):
        return _place_beside(scene, first, second, after=beside[1] in {"after", "following"})
    if (dated := _with_weekday(scene, first, second, gap)) is not None:
        return dated
    if _OUTER_FIRST.fullmatch(gap) or (gap == "-" and _is_quarter(second)):
        whole = _merge_into(scene, first, second, first, second)
        if whole is not None:
            return whole
    if _INNER_FIRST.fullmatch(gap):
        return _merge_into(scene, second, first, first, second)
    return None


def _with_weekday(scene: Scene, first: Atom, second: Atom, gap: str) -> Atom | None:
    """Return the first atom over both where a weekday follows its date: `3月5日（周四）`, `June 3 (Wed)`."""
    if second.repeat is None or second.repeat.kind != "weekday" or gap not in {"", " ", "(", " (", ", "}:
        return None
    is_day = first.repeat.kind in {"date", "day"} if first.repeat else bool(first.span and first.span.grain == "day")
    if not is_day or (gap == ", " and not scene.flat[first.start : first.end].isascii()):
        return None
    closed = "(" in gap and scene.flat.startswith(")", second.end)
    return replace(first, end=second.end + closed)


def _is_quarter(atom: Atom) -> bool:
    return atom.repeat is not None and atom.repeat.kind in {"quarter", "half"}


def _merge_into(scene: Scene, outer: Atom, inner: Atom, first: Atom, second: Atom) -> Atom | None:
    if _impossible(outer) or _impossible(inner):
        return Atom(first.start, second.end, None)
    if inner.repeat is None:
        return None
    if outer.repeat and outer.repeat.kind == "weekday" and inner.repeat.kind in {"date", "day"}:
        return replace(inner, start=first.start, end=second.end, weak=False)
    calendar = scene.calendar_at(first.start)
    span = placed(scene, outer)
    if span is None or span.grain not in _OUTER["nth" if inner.repeat.kind == "nth" else cycle_of(inner.repeat)]:
        return None
    return Atom(first.start, second.end, _inside(calendar, inner.repeat, span))


def _inside(calendar: Calendar, repeat: Repeat, outer: Span) -> Span | None:
    if repeat.kind not in {"time", "part"} or outer.start is None or outer.end is None:
        return within(calendar, repeat, outer)
    day = calendar.local_date(outer.start)
    hour, *rest = repeat.values
    repeats = [repeat, *(Repeat("time", (hour + more, *rest)) for more in (12, 24) if repeat.kind == "time")]
    found = [occurrence(calendar, one, day, relative=outer.relative) for one in repeats]
    if outer.grain == "day":
        return found[0]
    return next((one for one in found if one and one.start and outer.start <= one.start < outer.end), None)


def _place_beside(scene: Scene, first: Atom, second: Atom, *, after: bool) -> Atom | None:
    """Place `the Friday before June 3`: a repeat that is told from another phrase."""
    anchor = placed(scene, second)
    if first.repeat is None or first.repeat.kind in {"time", "part"} or anchor is None:
        return None
    if anchor.start is None or anchor.end is None:
        return None
    calendar = scene.calendar_at(first.start)
    if after:
        span = first_from(calendar, first.repeat, calendar.local_date(anchor.end))
    else:
        before = [last_until(calendar, first.repeat, calendar.local_date(anchor.start))]
        if before[0] and before[0].end and before[0].end > anchor.start and before[0].start:
            before.append(_previous(calendar, first.repeat, before[0]))
        span = before[-1]
    return Atom(first.start, second.end, replace(span, relative=anchor.relative) if span else None)


def _previous(calendar: Calendar, repeat: Repeat, span: Span) -> Span | None:
    if span.start is None:
        return None
    return last_until(calendar, repeat, calendar.local_date(span.start) - DAY)


def _impossible(atom: Atom) -> bool:
    return atom.span is None and atom.repeat is None
