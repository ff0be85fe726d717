"""Marks of lost ground are taken off what stands on its ground again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from doxa.clock import from_micros
from doxa.dream.drafts import Draft
from doxa.dream.planned import Planned
from doxa.dream.setting import Setting
from doxa.graph.beliefs import read_beliefs
from doxa.graph.nodes import RevisionId
from doxa.records import Belief, Json

AT_ONCE = 2_000


def grounding(planned: Planned, setting: Setting) -> Iterator[Draft]:
    """Propose to ground again what rests on beliefs that stand again, such as one whose change was taken back.

    What rests on something that was replaced or erased keeps its mark: that its ground is lost is then so.
    """
    marked = [memo for memo in planned.live() if memo.stale and memo.revision > 0]
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
