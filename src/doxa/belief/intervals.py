"""Sets of instants as sorted, disjoint half-open intervals. Instants are whole microseconds since 1970, UTC."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

Instant: TypeAlias = int
Interval: TypeAlias = "tuple[Instant, Instant]"
"""`[start, end)`; never empty."""
Intervals: TypeAlias = "tuple[Interval, ...]"
"""Sorted, disjoint and not touching, so that equal sets are equal tuples."""

BEGINNING: Final[Instant] = -(2**63)
"""The open start; no instant lies before it."""
FOREVER: Final[Instant] = 2**63 - 1
"""The open end; the store's word for `never closed`."""
EMPTY: Final[Intervals] = ()
ALWAYS: Final[Intervals] = ((BEGINNING, FOREVER),)


def interval(start: Instant, end: Instant) -> Intervals:
    """Return `[start, end)` as a set; empty when `end <= start`."""
    return ((start, end),) if start < end else EMPTY


def union(*sets: Iterable[Interval]) -> Intervals:
    """Return every instant that is in one of the sets."""
    joined: list[Interval] = []
    for start, end in sorted(part for each in sets for part in each):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)


def intersection(left: Intervals, right: Intervals) -> Intervals:
    """Return every instant that is in both sets."""
    if not left or not right:
        return EMPTY
    common: list[Interval] = []
    i = j = 0
    while i < len(left) and j < len(right):
        start, end = max(left[i][0], right[j][0]), min(left[i][1], right[j][1])
        if start < end:
            common.append((start, end))
        if left[i][1] < right[j][1]:
            i += 1
        else:
            j += 1
    return tuple(common)


def complement(instants: Intervals) -> Intervals:
    """Return every instant that is not in the set."""
    gaps: list[Interval] = []
    start = BEGINNING
    for lower, upper in instants:
        if start < lower:
            gaps.append((start, lower))
        start = upper
    if start < FOREVER:
        gaps.append((start, FOREVER))
    return tuple(gaps)


def difference(left: Intervals, right: Intervals) -> Intervals:
    """Return every instant of `left` that is not in `right`."""
    if not left or not right or left[-1][1] <= right[0][0] or right[-1][1] <= left[0][0]:
        return left
    return intersection(left, complement(right))


def contains(instants: Intervals, instant: Instant) -> bool:
    """Say whether `instant` is in the set."""
    return any(start <= instant < end for start, end in instants)


def covers(instants: Intervals, part: Intervals) -> bool:
    """Say whether every instant of `part` is in the set."""
    return not difference(part, instants)
