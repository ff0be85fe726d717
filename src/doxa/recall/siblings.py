"""Asks a plug-in which version of a memory answers the question; one that fails changes nothing and says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from doxa.graph.beliefs import read_beliefs
from doxa.graph.contract import View
from doxa.graph.nodes import RevisionId
from doxa.plugins import Siblings
from doxa.records import Belief, Hit

MOST_HITS = 10
"""Hits, the best ones, whose versions a plug-in chooses among."""
MOST_VERSIONS = 20
"""Versions of one hit that it is shown, the newest."""


def with_chosen(
    view: View,
    siblings: Siblings,
    query: str,
    kept: Sequence[tuple[RevisionId, Hit]],
    now: datetime,
    warnings: list[str],
) -> list[tuple[RevisionId, Hit]]:
    """Return hits whose `matched` names the version that a plug-in chose, where it chose one.

    Args:
        view: The snapshot.
        siblings: The plug-in.
        query: The question.
        kept: The hits with their revisions, best first.
        now: When confidence is read.
        warnings: Told what went wrong; the hits after that are as without the plug-in.
    """
    chosen: list[tuple[RevisionId, Hit]] = []
    for place, (revision, hit) in enumerate(kept):
        if place < MOST_HITS and hit.belief.revision > 1:
            try:
                hit = _chosen(siblings, query, hit, _versions(view, revision, now))
            except Exception as error:  # whatever a plug-in raises, the answer must come
                warnings.append(
                    f"The choice of versions raised {type(error).__name__}: {error}; they are as without it."
                )
                return [*chosen, *kept[place:]]
        chosen.append((revision, hit))
    return chosen


def _chosen(siblings: Siblings, query: str, hit: Hit, versions: Sequence[Belief]) -> Hit:
    place = siblings.choose(query, versions)
    if place is None:
        return hit
    if isinstance(place, bool) or not isinstance(place, int) or not 0 <= place < len(versions):
        raise ValueError(f"it chose {place!r} of {len(versions)} versions")
    number = versions[place].revision
    return replace(hit, matched=None if number == hit.belief.revision else number)


def _versions(view: View, revision: RevisionId, now: datetime) -> list[Belief]:
    """Return the versions of a hit's item, oldest first, the one that is shown among them."""
    nodes = view.versions(view.revision(revision).item)
    ids = [node.id for node in nodes if node.id <= revision][-MOST_VERSIONS:]
    read = read_beliefs(view, ids, now=now)
    return [read[each] for each in ids if each in read]
