"""Who gets the places of an answer of profile memories: what the user is like, and patterns seen in them."""

from __future__ import annotations

from collections.abc import Sequence

PATTERNS = ("schema", "core_schema")
SHARE = 0.4
"""The part of the places that is kept for each of the two, as long as it has as many."""


def by_quota(patterns: Sequence[bool], limit: int) -> list[int]:
    """Return which candidates of a profile answer are kept, best first.

    Each of the two has `SHARE` of the places, rounded down and at least one; the rest goes to the best. A single place
    goes to the best.

    Args:
        patterns: Of each candidate, best first, whether it is a pattern seen in the user, rather than stated.
        limit: How many places there are, 0 and up.
    """
    reserved = 0 if limit < 2 else max(1, int(SHARE * limit))
    kept: set[int] = set()
    for side in (False, True):
        kept.update([number for number, each in enumerate(patterns) if each is side][:reserved])
    for number in range(len(patterns)):
        if len(kept) >= limit:
            break
        kept.add(number)
    return sorted(kept)[:limit]
