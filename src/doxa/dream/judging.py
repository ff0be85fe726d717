"""What of a plan still holds: checked before anything is written, the same for a dry run as for the real one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from doxa.belief.kinds import BOOKKEEPING
from doxa.dream.drafts import Draft
from doxa.dream.guardrails import CAP_REACHED, CAPPED, Guardrails, objection
from doxa.dream.journal import Journal
from doxa.dream.memories import Memo, memos_of
from doxa.dream.plan_items import Stored
from doxa.graph.contract import View
from doxa.graph.nodes import HeadRow, RevisionId

AT_ONCE = 2_000


@dataclass(frozen=True, slots=True)
class Judged:
    """A proposal with what speaks against doing it now.

    Args:
        place: Its place in the plan.
        draft: The proposal.
        why: What speaks against it; "" where nothing does.
        refused: Whether that is a reviewer's word.
    """

    place: int
    draft: Draft
    why: str = ""
    refused: bool = False

    @property
    def holds(self) -> bool:
        """Whether it is to be done."""
        return not self.why


def judge(view: View, stored: Stored, now: int, rules: Guardrails, journal: Journal) -> list[Judged]:
    """Return every proposal of a plan, in order, with whether it still holds.

    Args:
        view: The state it would be applied to.
        stored: The plan.
        now: The clock, in microseconds.
        rules: The guardrails, which hold again.
        journal: What was assessed and deprecated in the last 30 days.
    """
    drafts = stored.outline.drafts
    state = _State(view, drafts, now)
    assessed, deprecated = journal.counted(now)
    outline = stored.outline
    left = rules.allowed(max(assessed + outline.assessed, outline.population + deprecated), deprecated)
    found: list[Judged] = []
    for place, draft in enumerate(drafts):
        if place in stored.refused:
            found.append(Judged(place, draft, "refused in review", refused=True))
            continue
        why = state.problem(draft, rules) or (CAP_REACHED if _over(draft, left) else "")
        if not why:
            left -= len(draft.targets) if draft.action in CAPPED else 0
            state.take(place, draft)
        found.append(Judged(place, draft, why))
    return found


def _over(draft: Draft, left: int) -> bool:
    return draft.action in CAPPED and left < len(draft.targets)


class _State:
    """What the proposals' revisions are now, with what those that hold so far would change."""

    def __init__(self, view: View, drafts: Sequence[Draft], now: int) -> None:
        self._view = view
        self._now = now
        revisions = list(dict.fromkeys(each for draft in drafts for each in draft.named if each > 0))
        self._rows: dict[RevisionId, HeadRow] = {}
        self._memos: dict[RevisionId, Memo] = {}
        for part in _parts(revisions):
            rows = view.heads(part)
            self._rows |= rows
            live = [row for row in rows.values() if _is_live(row)]
            self._memos |= {memo.revision: memo for memo in memos_of(view, live, now)}
        self._gone: set[RevisionId] = set()
        self._made: set[RevisionId] = set()
        self._linked = self._edges(drafts)

    def problem(self, draft: Draft, rules: Guardrails) -> str | None:
        """Return what speaks against a proposal."""
        for revision in draft.named:
            archived = draft.action == "reground" and revision in draft.evidence
            if why := self._missing(revision, is_end=draft.action == "strengthen", archived=archived):
                return why
        if draft.action in ("link", "strengthen"):
            joined = self._key(draft) in self._linked
            if joined == (draft.action == "link"):
                return "they are linked already" if joined else "the link is gone"
        if draft.action == "reground" and draft.text and self._memos[draft.targets[0]].locked:
            return "it is locked"
        return objection(draft, [self._memos[each] for each in draft.takes], self._now, rules)

    def take(self, place: int, draft: Draft) -> None:
        """Let a proposal have its effect."""
        self._gone.update(draft.takes)
        self._made.add(RevisionId(-place - 1))
        if draft.action == "link":
            self._linked.add(self._key(draft))

    def _missing(self, revision: RevisionId, *, is_end: bool, archived: bool) -> str | None:
        """Return what keeps a revision from being used; of what a summary is told anew from it is asked otherwise."""
        if revision < 0:
            return None if revision in self._made else "what it rests on is not made"
        row = self._rows.get(revision)
        if row is None:
            return "what it names is not there"
        if revision in self._gone:
            return "an earlier proposal took what it names"
        if is_end:
            return None
        if not row.is_head or row.standing != "accepted":
            return "what it names has changed since"
        if archived and row.status == "archived":
            return None
        return None if revision in self._memos else f"what it names is {row.status if row.status != 'live' else 'over'}"

    def _edges(self, drafts: Sequence[Draft]) -> set[tuple[RevisionId, str, RevisionId]]:
        ends = [each for draft in drafts if draft.action in ("link", "strengthen") for each in draft.targets]
        found = self._view.edges(list(dict.fromkeys(each for each in ends if each > 0))) if ends else []
        return {(edge.source, edge.type, edge.target) for edge in found}

    @staticmethod
    def _key(draft: Draft) -> tuple[RevisionId, str, RevisionId]:
        assert draft.into is not None
        return draft.targets[0], str(draft.details.get("relation", "")), draft.into


def _is_live(row: HeadRow) -> bool:
    return row.is_head and row.status == "live" and row.standing == "accepted"


def _parts(revisions: Sequence[RevisionId]) -> Iterator[Sequence[RevisionId]]:
    for start in range(0, len(revisions), AT_ONCE):
        yield revisions[start : start + AT_ONCE]


def live_by_kind(view: View) -> Mapping[str, int]:
    """Return how many live memories of each kind a view sees."""
    return {kind: count for kind, count in view.count_kinds().items() if kind not in BOOKKEEPING}
