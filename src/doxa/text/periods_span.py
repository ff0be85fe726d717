"""What a phrase of time stands for while it is read: a span, or a repeat that a context still has to place."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from doxa.records import Period, Precision

Grain = Literal[
    "minute",
    "hour",
    "part",
    "day",
    "week",
    "weekend",
    "month",
    "quarter",
    "half",
    "season",
    "year",
    "decade",
    "century",
]
"""The size of what a phrase names; `part` is a part of a day, `half` of a year."""

Kind = Literal["recent", "range", "since", "until", "before", "after", "rolling"] | Grain
"""What sort of phrase it is: a named span of some grain, or one made of others."""

RepeatKind = Literal[
    "month",
    "months",
    "date",
    "dates",
    "day",
    "weekday",
    "weekend",
    "season",
    "quarter",
    "half",
    "time",
    "part",
    "third",
    "nth",
    "feast",
]

_PRECISION: dict[Grain, Precision] = {
    "minute": "instant",
    "hour": "instant",
    "part": "instant",
    "day": "day",
    "week": "day",
    "weekend": "day",
    "month": "month",
    "quarter": "month",
    "half": "month",
    "season": "month",
    "year": "year",
    "decade": "year",
    "century": "year",
}


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open span of time in UTC.

    Args:
        start: First instant; None is an open end.
        end: First instant after it; None is an open end.
        grain: The size of the units its bounds are known in.
        kind: The sort of phrase.
        relative: Whether it was said relative to the present.
    """

    start: datetime | None
    end: datetime | None
    grain: Grain
    kind: Kind
    relative: bool = False

    def period(self) -> Period:
        """Return it as a record."""
        return Period(self.start, self.end, _PRECISION[self.grain])


@dataclass(frozen=True, slots=True)
class Repeat:
    """A phrase that names something that comes again and again: `March`, `June 3`, `Friday`, `summer`, `5 pm`.

    Args:
        kind: What it is a repeat of. A `third` is a third of a year or month (`年底`, `月初`).
        values: month: (month,); months: (first, last); date: (month, day); dates: (month, first day, last day);
            day of the month: (day,); weekday: (0 to 6 from Monday,);
            season, quarter and half: (number from 0,); time: (hour, minute or -1); part: (first, last hour);
            third: (0 for a year's or 1 for a month's, number from 0); nth: (number from 1 or -1, 0 to 6 for a
            weekday, 7 week, 8 weekend, 9 day, 10 month, 11 quarter; where several in a row, their count);
            feast: (its number in `feasts`,).
        vague: Half of the day is not said ("3 o'clock"); a range may read it as of the afternoon.
    """

    kind: RepeatKind
    values: tuple[int, ...]
    vague: bool = False


@dataclass(frozen=True, slots=True)
class Atom:
    """A phrase found at `[start, end)` of a text.

    Args:
        start: Its first character.
        end: The character after it.
        span: What it stands for; None when it names a time that does not exist (February 30).
        repeat: What it repeats, as long as no context has placed it.
        weak: It counts only together with another phrase ("may", "2019" with no preposition).
        floating: Its year was left open and chosen; a range may choose another.
    """

    start: int
    end: int
    span: Span | None
    repeat: Repeat | None = None
    weak: bool = False
    floating: bool = False

    def impossible(self) -> Atom:
        """Return the same phrase as one that names no time."""
        return Atom(self.start, self.end, None)
