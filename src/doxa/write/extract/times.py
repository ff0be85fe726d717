"""The time a claim is valid: read from the time phrase in its clause."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta, tzinfo
from typing import Final

from doxa.records import Period
from doxa.text.calendar_names import MONTH_NAMES
from doxa.text.numerals import parse_number
from doxa.text.periods import FoundPeriod, find_periods
from doxa.write.extract.found import Draft, Timing

_HINT: Final = re.compile(
    r"\d|day|ago|last|next|week|month|year|since|until|morning|tonight|spring|summer|autumn|fall|winter|weekend"
    rf"|{'|'.join(name[:3] for name in MONTH_NAMES)}"
    r"|christmas|easter|tomorrow|[年月日号天周昨今明前后晚刚]|星期|礼拜|以来|开始|春|夏|秋|冬|上个|下个",
    re.IGNORECASE,
)
_STOPPED: Final = re.compile(
    r"\b(?:stopped|quit|gave (?:it |that |them )?up|moved (?:away|out|on)|left|ended|sold|grew out of it|outgrew)\b"
    r"|戒了|戒掉|不[\u4e00-\u9fff]{1,3}了|搬走|离开|停了|停止|放弃|卖了|好了",
    re.IGNORECASE,
)
_NUMBER: Final = r"(?P<n>\d+|[a-z]+(?:-[a-z]+)?|[一二两三四五六七八九十]+)"
_FOR: Final = re.compile(
    rf"(?:\bfor (?:about |almost |over |nearly |the past |the last )?{_NUMBER} (?P<unit>year|month|week)s?\b"
    r"|(?:了|已经|有)(?P<zh>\d+|[一二两三四五六七八九十]+)个?(?P<zhunit>年|月|周|星期)(?:多|了))",
    re.IGNORECASE,
)
_DAYS: Final = {"year": 365.25, "年": 365.25, "month": 30.44, "月": 30.44, "week": 7, "周": 7, "星期": 7}


class Times:
    """The periods of one content, read sentence by sentence when first asked for.

    Args:
        content: The message.
        now: When it was said, aware.
        tz: The speaker's time zone.
    """

    def __init__(self, content: str, now: datetime, tz: tzinfo) -> None:
        self._content, self._now, self._tz = content, now, tz
        self._read: dict[tuple[int, int], list[FoundPeriod]] = {}

    def valid(self, draft: Draft, start: int, end: int) -> tuple[Period | None, bool]:
        """The valid time of a draft and whether it begins with a change.

        Args:
            draft: The draft.
            start: First character of its sentence.
            end: First character after the sentence.

        Returns:
            The period (`None` where its clause names no time) and `begins` as in `FoundClaim`.
        """
        found = self._nearest(draft, start, end)
        bounded = _bounded(draft.timing, found, self._now)
        if bounded is not None and found is None and draft.timing in ("past", "ended") and draft.polarity:
            bounded = self._ended_in(draft, start, end) or bounded
        if bounded is None and draft.timing == "state":
            bounded = self._lasting(draft)
        return bounded, draft.timing == "change" and bounded is not None and not self._over_since(draft, bounded)

    def _ended_in(self, draft: Draft, start: int, end: int) -> Period | None:
        """Read "but I stopped in 2020", 2020年戒了 after what used to be so: it was so until then."""
        stop = _STOPPED.search(self._content, draft.start, end)
        if stop is None:
            return None
        beside = [one.period for one in self._of(start, end) if self._is_beside(stop, one, start)]
        ended = next((each for each in beside if each.end is not None and each.start is not None), None)
        if ended is None or ended.end is None or ended.start is None or ended.start >= self._now:
            return None
        return Period(None, min(ended.end, self._now), ended.precision)

    def _is_beside(self, stop: re.Match[str], phrase: FoundPeriod, start: int) -> bool:
        """Whether a time stands in the clause of the word for stopping: behind it, or before it in Chinese."""
        at = start + phrase.start
        between = self._content[min(at, stop.end()) : max(at, stop.start())]
        before = stop.group()[0] > "\u3000"
        return (before or at >= stop.start()) and re.search(r"[,;，；。.]", between) is None

    def _over_since(self, draft: Draft, bounded: Period) -> bool:
        """Whether "I quit last month" says that it was over all the time since, not only that it ended then."""
        recent = bounded.start is not None and bounded.start >= self._now - timedelta(days=366)
        return not draft.polarity and recent

    def _nearest(self, draft: Draft, start: int, end: int) -> FoundPeriod | None:
        """The time phrase inside the clause; of several the last, which stands nearest to the verb's end."""
        inside = [one for one in self._of(start, end) if draft.start <= start + one.start < draft.end]
        if draft.timing == "plan":
            ahead = [one for one in (self._ahead(each, start) for each in inside) if one.direction != "past"]
            return ahead[-1] if ahead else None
        if draft.timing == "event" and len(inside) > 1:  # "I broke my arm in May, so no tennis until January"
            inside = [one for one in inside if one.period.start is not None] or inside
        return inside[-1] if inside else None

    def _of(self, start: int, end: int) -> list[FoundPeriod]:
        key = (start, end)
        if key not in self._read:
            text = self._content[start:end]
            self._read[key] = find_periods(text, now=self._now, tz=self._tz) if _HINT.search(text) else []
        return self._read[key]

    def _ahead(self, found: FoundPeriod, start: int) -> FoundPeriod:
        """A plan's weekday and month are the coming ones, whatever the rest of the sentence tells of."""
        period = found.period
        if found.direction != "past" or not found.relative or period.start is None or period.end is None:
            return found
        if found.kind == "month" and self._now - timedelta(days=366) <= period.start:
            later = replace(period, start=self._next_year(period.start), end=self._next_year(period.end))
            return replace(found, period=later, direction="future")
        named = self._content[start + found.start : start + found.end]
        if found.kind == "day" and _is_date(named) and self._now - timedelta(days=366) <= period.start:
            later = replace(period, start=self._next_year(period.start), end=self._next_year(period.end))
            return replace(found, period=later, direction="future")
        week = timedelta(days=7)
        if found.kind != "day" or not self._now - week <= period.start <= self._now:
            return found
        later = replace(period, start=period.start + week, end=period.end + week)
        return replace(found, period=later, direction="future")

    def _next_year(self, moment: datetime) -> datetime:
        local = moment.astimezone(self._tz)
        leap = (local.month, local.day) == (2, 29)
        return local.replace(year=local.year + 1, day=28 if leap else local.day).astimezone(moment.tzinfo)

    def _lasting(self, draft: Draft) -> Period | None:
        """Read "for five years" of what still holds: since then, as exactly as the unit."""
        match = _FOR.search(self._content, draft.start, draft.end)
        if match is None:
            return None
        number, unit = match["n"] or match["zh"], (match["unit"] or match["zhunit"]).lower()
        count = 1 if number.lower() in ("a", "one") else parse_number(number)
        if count is None or not 0 < count <= 100:
            return None
        start = self._now - timedelta(days=_DAYS[unit] * float(count))
        return Period(start, None, "year" if unit in ("year", "年") else "month")


def _is_date(phrase: str) -> bool:
    """Whether a day is named by its number ("May 3", 5月3号) rather than as a weekday."""
    return re.search(r"\d|[一二三十][月号日]", phrase) is not None


def _bounded(timing: Timing, found: FoundPeriod | None, now: datetime) -> Period | None:
    period = found.period if found is not None else None
    if timing == "timeless":
        return None
    if timing == "state":
        return period if found is not None and found.kind in ("since", "range") else None
    if timing in ("past", "ended"):
        return _over(period, now)
    if timing == "left":
        end = now if period is None or period.end is None else period.end
        return Period(None, end, "year" if period is None else period.precision)
    if timing == "change":
        return None if period is None or period.start is None else Period(period.start, None, period.precision)
    if timing == "event" and found is not None and found.direction == "future":
        return None
    return period


def _over(period: Period | None, now: datetime) -> Period:
    """What is over: its own time, or some time before now, which ended nobody knows when."""
    if period is None or (period.start is not None and period.start >= now):
        return Period(None, now, "year")
    return replace(period, end=now) if period.end is None else period
