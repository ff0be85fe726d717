"""A stretch of text of a kind, and which of several that overlap is kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """The characters `[start, end)` of a text that are of a kind.

    Args:
        start: First character.
        end: The one after the last.
        kind: What they are, snake_case.
    """

    start: int
    end: int
    kind: str


def united(spans: Iterable[Span]) -> list[Span]:
    """Return spans in order, those that overlap joined into one of the earlier detector's kind.

    Nothing that was found is left out: an excision may be too long but never too short.

    Args:
        spans: In the order of their detectors' precision, the most precise first.
    """
    ranked = sorted(enumerate(spans), key=lambda pair: (pair[1].start, pair[0]))
    joined: list[tuple[int, Span]] = []
    for rank, span in ranked:
        if joined and span.start < joined[-1][1].end:
            best, last = joined[-1]
            kind = last.kind if best <= rank else span.kind
            joined[-1] = (min(best, rank), Span(last.start, max(last.end, span.end), kind))
        else:
            joined.append((rank, span))
    return [span for _, span in joined]


def first_come(spans: Iterable[Span], taken: Iterable[Span] = ()) -> list[Span]:
    """Return spans in order of place; of those that overlap, the one that was named first stays.

    Args:
        spans: In order of preference.
        taken: Places that are not free.
    """
    from bisect import bisect_left, insort

    held = sorted(taken)
    kept: list[Span] = []
    for span in spans:
        at = bisect_left(held, span)
        before_ends = held[at - 1].end if at else 0
        if before_ends <= span.start and (at == len(held) or span.end <= held[at].start):
            insort(held, span)
            kept.append(span)
    return sorted(kept)
