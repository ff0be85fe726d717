"""Parts of a phrase and units told from it: `early March`, `the end of 2024`, `the week after X`, `国庆前三天`."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from functools import partial

from doxa.text.decimals import Number
from doxa.text.patterns import lazy_pattern
from doxa.text.periods_amount import whole_units
from doxa.text.periods_calendar import DAY, Calendar, Unit, shift
from doxa.text.periods_en_deictic import NUMBER, UNIT, read_count, read_unit
from doxa.text.periods_phrase import Scene, existing
from doxa.text.periods_refine import placed
from doxa.text.periods_repeat import third
from doxa.text.periods_span import Atom, Span
from doxa.text.periods_tense import tells_of_the_past
from doxa.text.periods_zh import THIRDS, whole_number
from doxa.text.periods_zh_deictic import AMOUNT, read_amount

_LOOK = 40
_WHOLES = frozenset({"week", "month", "quarter", "half", "season", "year", "decade", "century"})
_WITHIN_A_WEEK = frozenset({"minute", "hour", "part", "day", "weekend"})
_THIRD = lazy_pattern(r"\b(?:in )?(early|mid|late|(?:the )?(?:beginning|start|middle|end) of)[ -](?:in )?(?:the )?$")
_THIRD_OF = {"early": 0, "beginning of": 0, "start of": 0, "mid": 1, "middle of": 1, "late": 2, "end of": 2}
_HALF = lazy_pattern(r"\b(?:the )?(first|second) half of (?:the )?$")
_SIDE = lazy_pattern(r"\b(earlier|later) (?:in )?$")
_THIRD_AFTER = lazy_pattern(r"(?:的|年)?(初|底|末)(?!级)|中(?:期)?(?=[,，。、的\s]|$)")
_SIDE_AFTER = lazy_pattern(r"的?([早晚])些时候")
_UNIT_OF = lazy_pattern(r"\b(?:the )?(week|weekend|month|year) of (?:the )?$")
_UNIT_OF_AFTER = lazy_pattern(r"的?[那当這](?:一)?个?(周|星期|月|年|天)")
_BESIDE = lazy_pattern(rf"\b(?:the )?{UNIT} (before|after|following|prior to|preceding) (?:the )?$")
_AMOUNT_BESIDE = lazy_pattern(rf"\b{NUMBER} {UNIT} (before|after|following|prior to|preceding|from) (?:the )?$")
_NTH_AFTER = lazy_pattern(r"(?:的|之|以)?([后後])?的?第([一二三四五六七八九十]{1,3}|\d{1,2})([天日])")
_AMOUNT_AFTER = lazy_pattern(rf"(?:的|之)?(前|后|後)的?第?{AMOUNT}")
_ZH_UNITS: dict[str, Unit] = {"周": "week", "星期": "week", "月": "month", "年": "year", "天": "day"}


def modify(scene: Scene, atoms: list[Atom]) -> list[Atom]:
    """Apply the words around each phrase that name a part of it or a unit beside it."""
    parts = [existing(partial(_part, scene, atom), atom.impossible()) for atom in atoms]
    return [existing(partial(_beside, scene, atom), atom.impossible()) for atom in parts]


def _part(scene: Scene, atom: Atom) -> Atom:
    span = placed(scene, atom)
    if span is None or span.start is None or span.end is None:
        return atom
    calendar = scene.calendar_at(atom.start)
    before, after = _before(scene, atom), scene.flat[atom.end : atom.end + _LOOK]
    if span.grain == "day" and (word := _SIDE.search(before)):
        return _taken(atom, _side(calendar, span, later=word[1] == "later"), before=len(word[0]))
    if span.grain not in _WHOLES:
        return atom
    if word := _THIRD.search(before):
        return _taken(atom, third(calendar, span, _THIRD_OF[word[1].removeprefix("the ")]), before=len(word[0]))
    if word := _HALF.search(before):
        return _taken(atom, _half(calendar, span, second=word[1] == "second"), before=len(word[0]))
    if word := _SIDE.search(before):
        return _taken(atom, _side(calendar, span, later=word[1] == "later"), before=len(word[0]))
    if word := _THIRD_AFTER.match(after):
        return _taken(atom, third(calendar, span, THIRDS[word[1] or "中"]), after=word.end())
    if word := _SIDE_AFTER.match(after):
        return _taken(atom, _side(calendar, span, later=word[1] == "晚"), after=word.end())
    return atom


def _beside(scene: Scene, atom: Atom) -> Atom:
    span = placed(scene, atom)
    if span is None or span.start is None or span.end is None:
        return atom
    calendar = scene.calendar_at(atom.start)
    before, after = _before(scene, atom), scene.flat[atom.end : atom.end + _LOOK]
    if word := _AMOUNT_BESIDE.search(before):
        sign = 1 if word[3] in {"after", "following", "from"} else -1
        if word[3] == "from" and not tells_of_the_past(scene.flat, atom.start):
            span = placed(scene, atom, ahead=True) or span
        return _taken(atom, moved(calendar, span, read_count(word[1]), read_unit(word[2]), sign), before=len(word[0]))
    if word := _BESIDE.search(before):
        sign = 1 if word[2] in {"after", "following"} else -1
        return _taken(atom, adjoining(calendar, span, read_unit(word[1]), sign), before=len(word[0]))
    if span.grain in _WITHIN_A_WEEK and (word := _UNIT_OF.search(before)):
        return _taken(atom, _unit_of(calendar, span, read_unit(word[1])), before=len(word[0]))
    if span.grain == "day" and (word := _NTH_AFTER.match(after)):
        return _taken(atom, _nth_after(calendar, span, word), after=word.end())
    if word := _AMOUNT_AFTER.match(after):
        return _taken(atom, _chinese_beside(calendar, span, word), after=word.end())
    if word := _UNIT_OF_AFTER.match(after):
        return _taken(atom, _unit_of(calendar, span, _ZH_UNITS[word[1]]), after=word.end())
    return atom


def moved(calendar: Calendar, span: Span, count: Number | None, unit: Unit, sign: int) -> Span | None:
    """Return `span` moved by so many units: `two weeks before June 3` is one day."""
    whole = whole_units(count, unit) if count is not None else None
    if whole is None or span.start is None or span.end is None:
        return None
    steps, unit = whole[0] * sign, whole[1]
    if unit in {"minute", "hour"}:
        step = timedelta(hours=steps) if unit == "hour" else timedelta(minutes=steps)
        return replace(span, start=span.start + step, end=span.end + step)
    if span.grain in {"minute", "hour", "part"}:
        span = calendar.day(calendar.local_date(span.start), relative=span.relative)
    first, after = calendar.local_date(span.start or calendar.now), calendar.local_date(span.end or calendar.now)
    start = shift(first, unit, steps)
    end = shift(after, unit, steps) if span.grain != "day" else start + (after - first)
    return replace(span, start=calendar.at(start), end=calendar.at(end))


def adjoining(calendar: Calendar, span: Span, unit: Unit, sign: int) -> Span | None:
    """Return the unit that begins where `span` ends, or ends where it begins: `the week after June 3`."""
    if span.start is None or span.end is None or unit in {"minute", "hour"}:
        return None
    if unit == "weekend":
        day = calendar.local_date(span.end if sign > 0 else span.start) + (6 if sign > 0 else -7) * DAY
        saturday = day - (day.weekday() - 5) % 7 * DAY if sign > 0 else day + (5 - day.weekday()) % 7 * DAY
        return calendar.days(saturday, saturday + 2 * DAY, "weekend", relative=span.relative)
    edge = calendar.local_date(span.end) if sign > 0 else calendar.local_date(span.start)
    first, after = sorted((edge, shift(edge, unit, sign)))
    grain = "week" if unit == "fortnight" else unit
    return calendar.days(first, after, grain if span.grain == grain else "day", kind=grain, relative=span.relative)


def _chinese_beside(calendar: Calendar, span: Span, word: re.Match[str]) -> Span | None:
    count, unit = read_amount((word[2], word[3], word[4], word[5]))
    sign = -1 if word[1] == "前" else 1
    if count == 1:
        return adjoining(calendar, span, unit, sign)
    return moved(calendar, span, count, unit, sign)


def _nth_after(calendar: Calendar, span: Span, word: re.Match[str]) -> Span | None:
    """Return 国庆第二天, the day after it, and 国庆后第二天, the second day after."""
    count = whole_number(word[2]) - (0 if word[1] else 1)
    return moved(calendar, span, count, "day", 1)


def _unit_of(calendar: Calendar, span: Span, unit: Unit) -> Span | None:
    return calendar.unit(unit, calendar.local_date(span.start), relative=span.relative) if span.start else None


def _half(calendar: Calendar, span: Span, *, second: bool) -> Span | None:
    if span.start is None or span.end is None:
        return None
    first, after = calendar.local_date(span.start), calendar.local_date(span.end)
    if span.grain == "year":
        middle = shift(first, "month", 6)
        return calendar.days(*((middle, after) if second else (first, middle)), "half", relative=span.relative)
    middle = first + ((after - first).days + 1) // 2 * DAY
    return calendar.days(*((middle, after) if second else (first, middle)), relative=span.relative)


def _side(calendar: Calendar, span: Span, *, later: bool) -> Span | None:
    if span.start is None or span.end is None or not span.start < calendar.now < span.end:
        return span
    return replace(span, start=calendar.now) if later else replace(span, end=calendar.now)


def _taken(atom: Atom, span: Span | None, *, before: int = 0, after: int = 0) -> Atom:
    return Atom(atom.start - before, atom.end + after, span, floating=atom.repeat is not None)


def _before(scene: Scene, atom: Atom) -> str:
    return scene.flat[max(0, atom.start - _LOOK) : atom.start]
