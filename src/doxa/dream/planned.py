"""The state that a plan has reached: what is live, with all that the proposals so far would have changed.

Each pass reads it, so a dry run plans exactly what applying does, stage by stage.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from doxa.dream.drafts import Draft
from doxa.dream.memories import Memo, memories_among
from doxa.graph.contract import View
from doxa.graph.nodes import EdgeNode, ItemId, RevisionId
from doxa.records import Scope

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAKING = ("compress", "create_schema", "create_intention")
"""Actions that make a memory."""
CREATED_KINDS = {"compress": "summary", "create_intention": "intention"}
"""The kinds of what actions make; that of a schema stands in the proposal."""


class Vectors(NamedTuple):
    """Vectors of revisions.

    Args:
        revisions: Which.
        rows: Shape (n, dim), rows of length 1.
        learned: Whether an embedder made them; else they are made of words, and their cosines lie lower.
    """

    revisions: list[RevisionId]
    rows: NDArray[np.float32]
    learned: bool


class Planned:
    """The state after the proposals so far.

    Args:
        view: The snapshot that the plan is computed from.
        memos: The live memories, oldest first.
        now: The clock, in microseconds.
        scope: Whose they are.
        new: What is new, where the memories are only that and what is around it; `None` where they are all there are.
    """

    def __init__(
        self, view: View, memos: Iterable[Memo], now: int, scope: Scope, new: frozenset[RevisionId] | None = None
    ) -> None:
        self.view = view
        self.now = now
        self.scope = scope
        self.new = new
        self.memos: dict[RevisionId, Memo] = {memo.revision: memo for memo in memos}
        self.drafts: list[Draft] = []
        self.merged: dict[RevisionId, RevisionId] = {}
        self.linked: set[tuple[RevisionId, str, RevisionId]] = set()
        self._taken: set[RevisionId] = set()

    def live(self, kinds: Sequence[str] = ()) -> list[Memo]:
        """Return the live memories, of some kinds where those are given."""
        return [memo for memo in self.memos.values() if not kinds or memo.kind in kinds]

    def concerns(self, memos: Iterable[Memo]) -> bool:
        """Whether some memories are this plan's affair: all are, or where it is about what is new, one that is."""
        return self.new is None or any(memo.revision in self.new or memo.revision < 0 for memo in memos)

    def find(self, revisions: Iterable[RevisionId]) -> list[Memo]:
        """Return those of some revisions that are live; where the plan is about what is new, others are read."""
        asked = list(dict.fromkeys(revisions))
        if self.new is not None:
            missing = [each for each in asked if each > 0 and each not in self.memos and each not in self._taken]
            for memo in memories_among(self.view, self.scope, self.now, missing):
                self.memos[memo.revision] = memo
        return [self.memos[each] for each in asked if each in self.memos]

    def take(self, draft: Draft) -> RevisionId:
        """Add a proposal and let it have its effect; return the number of what it would make."""
        self.drafts.append(draft)
        made = RevisionId(-len(self.drafts))
        if draft.action in ("merge", "merge_entities") and draft.into is not None:
            self._merge(draft.targets, draft.into)
        created = self._made(draft, made) if draft.action in MAKING and draft.text else None
        self._taken.update(draft.takes)
        for revision in draft.takes:
            self.memos.pop(revision, None)
        if created is not None:
            self.memos[made] = created
        if draft.action == "link" and draft.into is not None:
            relation = str(draft.details.get("relation", "RELATED_TO"))
            self.linked.update((source, relation, draft.into) for source in draft.targets)
        if draft.action == "reground":
            for revision in draft.targets:
                if revision in self.memos:
                    self.memos[revision].stale = ()
                    self.memos[revision].text = draft.text or self.memos[revision].text
        return made

    def edges(self, revisions: Sequence[RevisionId], types: Sequence[str] = ()) -> list[EdgeNode]:
        """Return the stored edges at revisions, in both directions; those of what is merged are its keeper's."""
        stored = [revision for revision in revisions if revision > 0]
        wanted = set(stored)
        away = [old for old, new in self.merged.items() if new in wanted]
        found = self.view.edges([*stored, *away], direction="both", types=types) if stored or away else []
        return [edge for edge in found if not self._is_inner(edge)]

    def keeper(self, revision: RevisionId) -> RevisionId:
        """Return what a revision has become one with, itself where it has not."""
        while revision in self.merged:
            revision = self.merged[revision]
        return revision

    def vectors(self, revisions: Sequence[RevisionId]) -> Vectors:
        """Return vectors of revisions: the stored ones, or made of words where most have none."""
        from doxa.dream.word_vectors import word_vectors

        having, rows = self.view.vectors([revision for revision in revisions if revision > 0])
        if len(having) * 2 >= len(revisions) and len(having):
            return Vectors(having, rows, learned=True)
        present = [revision for revision in revisions if revision in self.memos]
        return Vectors(present, word_vectors([self.memos[revision].text for revision in present]), learned=False)

    def _merge(self, targets: Sequence[RevisionId], into: RevisionId) -> None:
        home = self.memos.get(into)
        for revision in targets:
            self.merged[revision] = into
            other = self.memos.get(revision)
            if home is not None and other is not None:
                home.salience = max(home.salience, other.salience)
                home.begun = min(home.begun, other.begun)
                home.used = max(home.used, other.used)

    def _made(self, draft: Draft, made: RevisionId) -> Memo:
        sources = [self.memos.get(revision) for revision in draft.targets]
        known = [memo for memo in sources if memo is not None]
        kind = str(draft.details.get("kind") or CREATED_KINDS.get(draft.action, "schema"))
        like = known[0] if known else None
        return Memo(
            revision=made,
            item=ItemId(made),
            kind=kind,
            text=draft.text or "",
            space=like.space if like else "",
            contexts=like.contexts if like else (),
            said=self.now,
            begun=min((memo.begun for memo in known), default=self.now),
            written=self.now,
            used=self.now,
            tier="long_term",
            inferred=True,
        )

    def _is_inner(self, edge: EdgeNode) -> bool:
        """Whether an edge leads from something to itself, now that both ends have become one."""
        return self.keeper(edge.source) == self.keeper(edge.target)
