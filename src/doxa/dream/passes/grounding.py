"""Marks of lost ground are taken off what stands on its ground again; summaries say what their sources say now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from doxa.clock import from_micros
from doxa.dream.drafts import Draft
from doxa.dream.memories import Memo, memos_of
from doxa.dream.planned import Planned
from doxa.dream.setting import Setting
from doxa.dream.summarizing import extract
from doxa.graph.beliefs import read_beliefs
from doxa.graph.nodes import HeadRow, RevisionId
from doxa.records import Belief, Json

AT_ONCE = 2_000
KEPT: Final = "archived"
"""What a source of a summary is; one that was restored speaks for itself again."""


def grounding(planned: Planned, setting: Setting) -> Iterator[Draft]:
    """Propose to ground again what rests on beliefs that stand again, such as one whose change was taken back.

    What rests on something that was replaced or erased keeps its mark: that its ground is lost is then so. But a
    summary that a dream made is told anew in the words of what is left of its sources.
    """
    told = {draft.targets[0]: draft for draft in _told_anew(planned)}
    yield from told.values()
    marked = [memo for memo in planned.live() if memo.stale and memo.revision > 0 and memo.revision not in told]
    causes = _read(planned, {RevisionId(each) for memo in marked for each in memo.stale if isinstance(each, int)})
    for memo in marked:
        lost: list[Json] = [each for each in memo.stale if not _stands(each, causes)]
        if len(lost) < len(memo.stale):
            yield Draft(
                "reground",
                "grounding",
                (memo.revision,),
                "what it rests on is believed again",
                1.0,
                details={"left": lost},
            )


def _told_anew(planned: Planned) -> Iterator[Draft]:
    """Propose new words for each summary of a dream one of whose sources was changed, deleted or erased."""
    sources = _sources(planned, [memo for memo in planned.live(("summary",)) if memo.revision > 0 and not memo.locked])
    rows = planned.view.heads([each for found in sources.values() for each in found])
    now = planned.view.heads(list({row.head for row in rows.values()}))
    for revision, found in sources.items():
        left = [row for each in found if (row := _today(each, rows, now)) is not None]
        if [row.revision for row in left] == found:
            continue
        if not left:
            yield Draft("archive", "grounding", (revision,), "nothing that it sums up is left", 1.0)
            continue
        memos = memos_of(planned.view, left, planned.now)
        yield Draft(
            "reground",
            "grounding",
            (revision,),
            f"of the {len(found)} memories that it sums up {len(found) - _unchanged(found, left)} have changed",
            1.0,
            text=extract(sorted(memos, key=lambda memo: (memo.begun, memo.revision))),
            evidence=tuple(row.revision for row in left),
        )


def _sources(planned: Planned, summaries: Sequence[Memo]) -> dict[RevisionId, list[RevisionId]]:
    """Return what each summary that a dream made was made of."""
    nodes = planned.view.revisions([memo.revision for memo in summaries])
    made = [revision for revision, node in nodes.items() if node.metadata.get("by") == "dream"]
    found: dict[RevisionId, list[RevisionId]] = {revision: [] for revision in made}
    for part in _parts(made):
        for edge in planned.view.edges(part, types=("DERIVED_FROM",)):
            found[edge.source].append(edge.target)
    return found


def _unchanged(found: Sequence[RevisionId], left: Sequence[HeadRow]) -> int:
    return len({row.revision for row in left} & set(found))


def _today(source: RevisionId, rows: Mapping[RevisionId, HeadRow], now: Mapping[RevisionId, HeadRow]) -> HeadRow | None:
    """Return what a source says now, `None` where it is deleted or given up, or is shown by itself."""
    row = rows.get(source)
    head = None if row is None else now.get(row.head)
    return head if head is not None and head.status == KEPT and head.standing == "accepted" else None


def _stands(cause: int | str, causes: Mapping[RevisionId, Belief]) -> bool:
    return isinstance(cause, int) and (found := causes.get(RevisionId(cause))) is not None and found.status == "live"


def _read(planned: Planned, revisions: set[RevisionId]) -> Mapping[RevisionId, Belief]:
    found: dict[RevisionId, Belief] = {}
    for part in _parts(sorted(revisions)):
        found |= read_beliefs(planned.view, part, now=from_micros(planned.now))
    return found


def _parts(revisions: Sequence[RevisionId]) -> Iterator[Sequence[RevisionId]]:
    for start in range(0, len(revisions), AT_ONCE):
        yield revisions[start : start + AT_ONCE]
