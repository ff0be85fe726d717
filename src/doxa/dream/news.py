"""What is new since a dream, and what of all that is held it could have to do with: read by the indexes.

A dream over what is new works on these memories alone, so that it costs what is new and not what is held: texts of the
same words, the nearest by vector or by words, what rests on what has changed, entities of one name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from doxa.belief.kinds import BOOKKEEPING
from doxa.dream.memories import Memo, memories_among
from doxa.dream.passes.links import is_linkable
from doxa.dream.passes.schemas import MATERIAL
from doxa.dream.same_words import same_words
from doxa.graph.aliases import alias_form
from doxa.graph.contract import View
from doxa.graph.entities import ENTITY, entity_names
from doxa.graph.nodes import Filter, HeadRow, RevisionId
from doxa.records import Scope, User
from doxa.text.tokens import query_tokens

MOST_NEW: Final = 1_000
"""What is new at most; beyond, a dream looks at everything, which costs less than looking up each by itself."""
NEAREST: Final = 16
"""The nearest of one memory: more than a cluster has members, or a memory links."""
FARTHEST: Final = 0.5
"""Cosine below which no pass asks for two memories."""
DEEPEST: Final = 1_024
"""How far down the nearest are looked for, where most are raw turns or somebody else's."""
RESTING: Final = ("DERIVED_FROM", "DEPENDS_ON")
MOST_RESTING: Final = 1_000
PAGE: Final = 2_000


def new_since(view: View, user: User, after: int) -> list[HeadRow]:
    """Return the heads of an owner's memories that an operation after one touched, deleted ones as well.

    Args:
        view: The snapshot.
        user: Whose.
        after: The operation of the last dream.
    """
    rows = view.heads(view.touched(after)).values()
    return [row for row in rows if row.user == user and row.kind not in BOOKKEEPING]


class News:
    """What is new, with what is around it.

    Args:
        view: The snapshot.
        scope: Whose.
        now: The clock, in microseconds.
        touched: What is new, deleted ones as well.
    """

    def __init__(self, view: View, scope: Scope, now: int, touched: Sequence[HeadRow]) -> None:
        self._view = view
        self._scope = scope
        self._now = now
        self._memos: dict[RevisionId, Memo] = {}
        self.new = frozenset(memo.revision for memo in self._take(row.revision for row in touched))
        self._surround(touched)

    @property
    def memos(self) -> list[Memo]:
        """Everything, oldest first."""
        return [self._memos[revision] for revision in sorted(self._memos)]

    def add_later(self, cursor: int) -> None:
        """Add what was written after a revision, such as what no model has judged yet."""
        page_after: str | None = str(cursor) if cursor else None
        while True:
            page = self._view.list_heads(Filter(), limit=PAGE, cursor=page_after, oldest_first=True)
            self._take(row.revision for row in page.items)
            page_after = page.cursor
            if page_after is None:
                return

    def _take(self, revisions: Iterable[RevisionId]) -> list[Memo]:
        """Add the owner's live memories among some revisions, and return those of them."""
        asked = list(dict.fromkeys(revisions))
        missing = [each for each in asked if each not in self._memos]
        found = memories_among(self._view, self._scope, self._now, missing)
        self._memos |= {memo.revision: memo for memo in found}
        return [self._memos[each] for each in asked if each in self._memos]

    def _surround(self, touched: Sequence[HeadRow]) -> None:
        new = [self._memos[revision] for revision in sorted(self.new)]
        self._nearest([memo for memo in new if is_linkable(memo) or memo.kind in MATERIAL])
        self._called_alike([memo for memo in new if memo.kind == ENTITY])
        self._take(_resting(self._view, touched))
        self._take(_entities_of(self._view, [row.revision for row in touched if row.status != "live"]))
        edges = self._view.edges(list(self._memos), direction="in", types=("DERIVED_FROM",))
        self._take(edge.source for edge in edges)

    def _nearest(self, memos: Sequence[Memo]) -> None:
        """Add the nearest that passes can use, and look further down for those of which that is little."""
        asked, limit = list(memos), 2 * NEAREST
        while asked and limit <= DEEPEST:
            hits = self._view.neighbours([memo.revision for memo in asked], limit=limit, filter=Filter())
            nearest = {each: [hit.revision for hit in found if hit.cosine >= FARTHEST] for each, found in hits.items()}
            for memo in asked:
                if memo.revision not in nearest:
                    words = query_tokens(memo.text)
                    found = self._view.search_text(words, limit=limit, filter=Filter())
                    nearest[memo.revision] = [hit.revision for hit in found]
            self._take(revision for found in nearest.values() for revision in found)
            asked = [memo for memo in asked if len(nearest[memo.revision]) >= limit and self._has_few(nearest, memo)]
            limit *= 4

    def _has_few(self, nearest: Mapping[RevisionId, Sequence[RevisionId]], memo: Memo) -> bool:
        known = (self._memos.get(revision) for revision in nearest[memo.revision])
        return sum(each is not None and (is_linkable(each) or each.kind in MATERIAL) for each in known) <= NEAREST

    def _called_alike(self, entities: Sequence[Memo]) -> None:
        """Add the entities that go by a name of a new one."""
        if not entities:
            return
        owner = self._scope.user if isinstance(self._scope.user, str) else None
        items = [memo.item for memo in entities]
        given = (name for names in self._view.aliases(items).values() for name in names)
        names = list(dict.fromkeys((*entity_names(self._view, items, owner).values(), *given)))
        self._take(_called(self._view, names))
        # what was never named has its name as its text
        self._take(revision for name in names for revision in same_words(self._view, name))


def _resting(view: View, touched: Sequence[HeadRow]) -> list[RevisionId]:
    """Return what rests on what has changed, on the versions before too, at any depth."""
    told_anew = [row.item for row in touched if row.number > 1]
    before = [node.id for nodes in view.versions_of(told_anew).values() for node in nodes] if told_anew else []
    starts = list(dict.fromkeys((*(row.revision for row in touched), *before)))
    return list(view.traverse(starts, direction="in", types=RESTING, limit=MOST_RESTING).revisions)


def _entities_of(view: View, gone: Sequence[RevisionId]) -> list[RevisionId]:
    """Return the entities that deleted or archived memories were about, which nothing else may name."""
    if not gone:
        return []
    claims = [node.claim for node in view.revisions(gone).values() if node.claim is not None]
    names = [name for claim in claims for name in (claim.subject, claim.value) if name]
    rows = view.heads(list(dict.fromkeys(edge.target for edge in view.edges(gone))))
    return [*_called(view, names), *(revision for revision, row in rows.items() if row.kind == ENTITY)]


def _called(view: View, names: Sequence[str]) -> list[RevisionId]:
    """Return what goes by names, as a name of its own or as an alias."""
    found = view.items_by_alias(list(dict.fromkeys(map(alias_form, names))))
    return [view.head(item) for items in found.values() for item in items]
