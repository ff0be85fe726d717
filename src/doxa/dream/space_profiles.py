"""What kind of place a space is: signals of how its memories change, three scores of 0 to 1, and a label.

Formulas and weights are those of kumiho-memory's space profiler, so that its labels can be compared.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final, cast

from doxa.belief.confidence import DAY
from doxa.belief.kinds import BOOKKEEPING
from doxa.clock import from_micros, to_micros
from doxa.dream.memories import PUBLISHED
from doxa.dream_records import SpaceLabel, SpaceProfile
from doxa.errors import InvalidInput
from doxa.graph.belief_state import evidence_of
from doxa.graph.contract import View
from doxa.graph.nodes import HeadRow, NodeId, RevisionId, SpaceNode, item_node, space_node
from doxa.records import Json, Scope
from doxa.write.space_rules import OBSERVED, PINNED

LABELS: Final = ("canonical", "working", "correspondence")
QUALITY: Final[Mapping[str, float]] = {"official": 1.0, "corroborated": 0.7, "single_source": 0.3, "unverified": 0.0}
MAX_DEPTH: Final = 10
KEPT_DRIFT: Final = 20
AT_ONCE = 2_000


@dataclass(slots=True)
class Signals:
    """What is counted in a space.

    Args:
        items: Live memories.
        revisions: Versions of them, superseded ones too.
        recent: Those of them said within the window.
        live_ages: Days since each live memory was said.
        published: Live memories tagged `published`.
        grades: Live memories by grade.
        depth: The longest chain of versions that replaced one another.
    """

    items: int
    revisions: int
    recent: int
    live_ages: list[float]
    published: int
    grades: Counter[str]
    depth: int


def churn(revisions_per_item: float, recent_per_day: float, depth: int) -> float:
    """Return how much changes, 0 to 1: half by versions per memory (5 are most), .3 by pace (3 a day), .2 by depth."""
    parts = min(1.0, revisions_per_item / 5), min(1.0, recent_per_day / 3), min(1.0, depth / 5)
    return round(min(1.0, 0.5 * parts[0] + 0.3 * parts[1] + 0.2 * parts[2]), 4)


def evidence(grades: Mapping[str, int], live: int) -> float:
    """Return how well what is live is vouched for, 0 to 1: official 1, corroborated .7, single .3, over all live."""
    return round(sum(QUALITY.get(grade, 0.0) * count for grade, count in grades.items()) / live, 4) if live else 0.0


def stability(published_share: float, median_age_days: float) -> float:
    """Return how settled it is, 0 to 1: .6 by the share that is published, .4 by age (30 days are most)."""
    return round(min(1.0, 0.6 * published_share + 0.4 * min(1.0, median_age_days / 30)), 4)


def label_of(scores: Mapping[str, float], *, graded: bool) -> SpaceLabel:
    """Return the label that scores give.

    Args:
        scores: `churn`, `evidence` and `stability`.
        graded: Whether anything live has a grade; without one evidence says nothing.
    """
    if scores["stability"] >= 0.6 and scores["churn"] <= 0.4 and (not graded or scores["evidence"] >= 0.3):
        return "canonical"
    if scores["churn"] >= 0.6 and scores["stability"] <= 0.4:
        return "correspondence"
    return "working"


def scores_of(signals: Signals, window_days: int) -> dict[str, float]:
    """Return the scores of what was counted."""
    return {
        "churn": churn(signals.revisions / signals.items, signals.recent / window_days, signals.depth),
        "evidence": evidence(signals.grades, len(signals.live_ages)),
        "stability": stability(signals.published / signals.items, median(signals.live_ages)),
    }


def read_profiles(view: View, scope: Scope, now: int, *, window_days: int) -> list[SpaceProfile]:
    """Return the profile of every space of the scope's user that holds something, by path; the root is none.

    Raises:
        InvalidInput: The window is not 1 to 3,650 days.
    """
    if not 1 <= window_days <= 3650:
        raise InvalidInput(
            f"window_days is {window_days}.", mend="Give 1 to 3,650.", field="window_days", value=window_days
        )
    spaces = {space.path: space for space in _spaces(view) if space.user == scope.user and _within(space.path, scope)}
    kept = view.state([space_node(space.id) for space in spaces.values()])
    counted = _count(view, scope, now, window_days)
    return [_profile(spaces[path], counted[path], kept, now, window_days) for path in sorted(spaces) if path in counted]


def _within(path: str, scope: Scope) -> bool:
    return scope.space is None or f"{path}/".startswith(f"{scope.space}/")


def _spaces(view: View) -> list[SpaceNode]:
    found: list[SpaceNode] = []
    cursor: str | None = None
    while True:
        page = view.spaces("", recursive=True, limit=1000, cursor=cursor)
        found += page.items
        cursor = page.cursor
        if cursor is None:
            return found


def _profile(
    space: SpaceNode, signals: Signals, kept: Mapping[NodeId, Mapping[str, Json]], now: int, window_days: int
) -> SpaceProfile:
    state = kept.get(space_node(space.id), {})
    scores = scores_of(signals, window_days)
    observed = label_of(scores, graded=bool(signals.grades))
    pin = state.get(PINNED)
    pinned = pin in LABELS
    before = cast("Mapping[str, Json]", state.get(OBSERVED) or {})
    drift = cast("list[tuple[SpaceLabel, int]]", before.get("drift") or [])
    return SpaceProfile(
        space=space.path,
        label=cast("SpaceLabel", pin) if pinned else observed,
        observed=observed,
        pinned=pinned,
        scores=scores,
        signals={
            "items": signals.items,
            "revisions": signals.revisions,
            "revisions_per_item": round(signals.revisions / signals.items, 4),
            "recent_per_day": round(signals.recent / window_days, 4),
            "depth": signals.depth,
            "published_share": round(signals.published / signals.items, 4),
            "median_age_days": round(median(signals.live_ages), 4),
        },
        drift=tuple((label, from_micros(since)) for label, since in drift),
        window_days=window_days,
        computed_at=from_micros(now),
    )


def _count(view: View, scope: Scope, now: int, window_days: int) -> dict[str, Signals]:
    from doxa.recall.listing import keep_of

    counted: dict[str, Signals] = {}
    said: dict[RevisionId, int] = {}
    cursor: str | None = None
    while True:
        page = view.list_heads(keep_of(scope), limit=AT_ONCE, cursor=cursor)
        rows = [row for row in page.items if row.user == scope.user and row.kind not in BOOKKEEPING]
        if not said and any(row.said_at is None for row in rows):
            said = {row.revision: row.said for row in view.anchors(keep_of(scope))}
        _count_rows(view, rows, said, counted, now - window_days * DAY, now)
        cursor = page.cursor
        if cursor is None:
            return counted


def _count_rows(
    view: View,
    rows: Sequence[HeadRow],
    said: Mapping[RevisionId, int],
    counted: dict[str, Signals],
    since: int,
    now: int,
) -> None:
    state = view.state([item_node(row.item) for row in rows])
    changed = [row.item for row in rows if row.number > 1]
    versions = view.versions_of(changed) if changed else {}
    depths = _depths(view, [row.revision for row in rows if row.number > 1])
    grades = {kind: evidence_of(kind, {}) for kind in {row.kind for row in rows}}
    for row in rows:
        signals = counted.get(row.space)
        if signals is None:
            signals = counted[row.space] = Signals(0, 0, 0, [], 0, Counter(), 0)
        told = said.get(row.revision, now) if row.said_at is None else to_micros(row.said_at)
        signals.items += 1
        signals.live_ages.append((now - told) / DAY)
        grade = row.evidence or grades[row.kind]
        if grade is not None:
            signals.grades[grade] += 1
        if PUBLISHED in state[item_node(row.item)]:
            signals.published += 1
        if row.number == 1:
            signals.revisions += 1
            signals.recent += told >= since
            continue
        nodes = versions[row.item]
        signals.revisions += len(nodes)
        signals.recent += sum(to_micros(node.said_at or node.created_at) >= since for node in nodes)
        signals.depth = max(signals.depth, depths.get(row.revision, 0))


def _depths(view: View, revisions: Sequence[RevisionId]) -> dict[RevisionId, int]:
    """Return how long the chain of what each replaced is, ten at most."""
    depths: dict[RevisionId, int] = defaultdict(int)
    frontier = {revision: {revision} for revision in revisions}
    for depth in range(1, MAX_DEPTH + 1):
        if not frontier:
            break
        after: dict[RevisionId, set[RevisionId]] = defaultdict(set)
        for edge in view.edges(list(frontier), types=("SUPERSEDES",)):
            after[edge.target] |= frontier[edge.source]
        for starts in after.values():
            for start in starts:
                depths[start] = depth
        frontier = dict(after)
    return depths
