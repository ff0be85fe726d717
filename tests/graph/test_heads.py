from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doxa.clock import ManualClock
from doxa.errors import InvalidInput
from doxa.graph.nodes import Filter, HeadRow, ItemId, Key, NewItem, NewRevision, RevisionId, item_node, revision_node
from doxa.graph.sqlite import SqliteEngine
from doxa.graph.store import SqlGraph
from doxa.records import ANY, Period

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
EVERY = Filter(statuses=(), heads_only=False)


@pytest.fixture
def graph() -> SqlGraph:
    return SqlGraph(SqliteEngine(None), "p", ManualClock())


def add(graph: SqlGraph, new: NewItem, *texts: str) -> tuple[ItemId, list[RevisionId]]:
    with graph.transaction("add") as writer:
        item = writer.item(new)
        return item, [writer.revision(item, NewRevision(text=text)) for text in texts]


def test_a_head_row_says_all_that_ranking_needs(graph: SqlGraph) -> None:
    new = NewItem(kind="fact", user="ann", space="a/b", agent="bot", session="s", contexts=("y", "x"))
    with graph.transaction("add") as writer:
        item = writer.item(new)
        valid = Period(NOON, None, "day")
        old = writer.revision(
            item, NewRevision(text="one", said_at=NOON, valid=valid, state={Key.EVIDENCE: "official"})
        )
        head = writer.revision(item, NewRevision(text="two", state={Key.STANDING: "rival"}))
        writer.assert_(item_node(item), Key.PIN, True)
        writer.assert_(item_node(item), Key.TIER, "long_term")
        writer.move(item, "c")
    shared: dict[str, Any] = {
        "item": item,
        "head": head,
        "kind": "fact",
        "user": "ann",
        "space": "c",
        "agent": "bot",
        "session": "s",
        "contexts": ("x", "y"),
        "status": "live",
        "pinned": True,
        "tier": "long_term",
        "operation": 1,
    }
    with graph.view(user="ann") as view:
        rows = view.heads([head, RevisionId(999), old])
        assert list(rows) == [head, old]
        assert rows[old] == HeadRow(
            revision=old, number=1, standing="accepted", evidence="official", said_at=NOON, valid=valid, **shared
        )
        assert rows[head] == HeadRow(
            revision=head, number=2, standing="rival", evidence=None, said_at=None, valid=None, **shared
        )
    with graph.view(user="bob") as view:
        assert view.heads([head]) == {}


def test_past_rows_say_what_held_then(graph: SqlGraph) -> None:
    item, (first,) = add(graph, NewItem(kind="fact"), "one")
    with graph.transaction("change") as writer:
        second = writer.revision(item, NewRevision(text="two"))
        writer.status(item_node(item), "archived")
        writer.assert_(item_node(item), Key.PIN, True)
    with graph.view(as_of=1) as view:
        row = view.heads([first, second])[first]
        assert (row.head, row.status, row.pinned) == (first, "live", False)
        assert view.list_heads(Filter()).items == (row,)
    with graph.view() as view:
        assert view.heads([first])[first].is_head is False
        assert [row.revision for row in view.list_heads(Filter(statuses=("archived",), pinned=True)).items] == [second]


def test_pages_follow_each_other_in_both_orders(graph: SqlGraph) -> None:
    made = [add(graph, NewItem(kind="fact", user="ann" if n % 2 else None), f"text {n}")[1][0] for n in range(7)]
    for user in ("ann", ANY):
        with graph.view(user=user) as view:
            for oldest_first in (True, False):
                seen: list[RevisionId] = []
                page = view.list_heads(Filter(), limit=3, oldest_first=oldest_first)
                while True:
                    seen += [row.revision for row in page.items]
                    if page.cursor is None:
                        break
                    page = view.list_heads(Filter(), limit=3, oldest_first=oldest_first, cursor=page.cursor)
                assert seen == (made if oldest_first else made[::-1])
    with graph.view() as view, pytest.raises(InvalidInput, match="cursor"):
        view.list_heads(Filter(), cursor="x")


def test_a_space_is_kept_with_its_subtree_and_by_whole_segments(graph: SqlGraph) -> None:
    inside = [add(graph, NewItem(kind="fact", space=space), "text")[1][0] for space in ("a", "a/b", "a/b/c")]
    add(graph, NewItem(kind="fact", space="ab"), "text")
    moved, (there,) = add(graph, NewItem(kind="fact", space="z"), "text")
    with graph.transaction("move") as writer:
        writer.move(moved, "a/b")
    with graph.view() as view:
        assert [row.revision for row in view.list_heads(Filter(space="a")).items] == [there, *inside[::-1]]
        assert [row.revision for row in view.list_heads(Filter(space="a/b", heads_only=False)).items] == [
            there,
            *inside[:0:-1],
        ]
        assert view.list_heads(Filter(space="none")).items == ()
    with graph.view(as_of=5) as view:
        assert [row.revision for row in view.list_heads(Filter(space="a")).items] == inside[::-1]


def test_contexts_keep_what_applies_everywhere_or_shares_one(graph: SqlGraph) -> None:
    plain, code, both, comma = (
        add(graph, NewItem(kind="fact", contexts=contexts), "text")[1][0]
        for contexts in ((), ("code",), ("code", "home"), (",",))
    )
    with graph.view() as view:
        for contexts, expected in [
            (("code",), [both, code, plain]),
            (("home", "x"), [both, plain]),
            ((), [plain]),
            (("cod",), [plain]),
            ((",",), [comma, plain]),
            (None, [comma, both, code, plain]),
        ]:
            assert [row.revision for row in view.list_heads(Filter(contexts=contexts)).items] == expected


STEPS = st.lists(
    st.tuples(st.sampled_from(["revise", "head", "archive", "live", "pin", "rival", "void"]), st.integers(0, 3)),
    max_size=14,
)
FILTERS = st.builds(
    Filter,
    statuses=st.sampled_from([(), ("live",), ("archived", "live"), ("archived",)]),
    heads_only=st.booleans(),
    pinned=st.sampled_from([None, True, False]),
)


@settings(max_examples=40)
@given(steps=STEPS, filter=FILTERS)
def test_a_past_view_lists_what_was_listed_then(steps: list[tuple[str, int]], filter: Filter) -> None:
    graph = SqlGraph(SqliteEngine(None), "p", ManualClock())
    items = [add(graph, NewItem(kind="fact", user="ann" if n % 2 else None), "text")[0] for n in range(4)]
    seen = {}
    for verb, which in [("live", 0), *steps]:
        change(graph, verb, items[which])
        with graph.view(user="ann") as view:
            seen[view.at] = read(view, filter)
    for at, then in seen.items():
        with graph.view(user="ann", as_of=at) as view:
            assert read(view, filter) == then


def read(view, filter: Filter) -> tuple[object, ...]:  # type: ignore[no-untyped-def]
    every = [RevisionId(number) for number in range(1, 40)]
    found = sorted(hit.revision for hit in view.search_text(["text"], limit=99, filter=filter))
    return view.list_heads(filter).items, view.heads(every), found


def change(graph: SqlGraph, verb: str, item: ItemId) -> None:
    with graph.transaction(verb, user=ANY) as writer:
        if verb == "revise":
            writer.revision(item, NewRevision(text="text", head=False))
        elif verb == "head":
            writer.revision(item, NewRevision(text="text"))
        elif verb in ("archive", "live"):
            writer.status(item_node(item), "archived" if verb == "archive" else "live")
        elif verb == "pin":
            writer.assert_(item_node(item), Key.PIN, True)
        elif verb == "rival":
            writer.assert_(revision_node(writer.view.head(item)), Key.STANDING, "rival")
        elif writer.operation > 6:
            writer.undo(writer.operation - 1, cascade=True)
