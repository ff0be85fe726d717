"""What confidence is computed from, of every believed head of a scope at once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from doxa.belief.confidence import Anchor
from doxa.clock import to_micros
from doxa.graph.belief_state import AnchorRow, anchor_of, encode_anchor
from doxa.graph.contract import Graph
from doxa.graph.nodes import Filter, Key, RevisionId, item_node, revision_node
from doxa.records import ANY, Claim, User
from tests.conformance.writing import add, read, revise, write

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
KEPT = Anchor(0.6, to_micros(NOON), "reinforced", "confirmed", 0.5, 20454, 2)


def anchors(graph: Graph, filter: Filter | None = None, user: User = ANY, as_of: int | None = None) -> list[AnchorRow]:
    return read(graph, lambda view: view.anchors(filter or Filter()), user=user, as_of=as_of)


def shown(row: AnchorRow) -> tuple[RevisionId, float, str]:
    return row.revision, row.anchor.value, row.anchor.origin


def test_a_head_has_the_default_anchor_of_how_it_came_about(graph: Graph) -> None:
    said = add(graph, "said", claim=Claim("said"), said_at=NOON)
    guessed = add(graph, "guessed", claim=Claim('an "origin":"inferred" quote', origin="inferred"))
    assert [shown(row) for row in anchors(graph)] == [
        (guessed.revision, 0.7, "inferred"),
        (said.revision, 0.9, "explicit"),
    ]
    assert anchors(graph)[1].said == to_micros(NOON)


def test_a_stored_anchor_is_given_and_agrees_with_the_revision(graph: Graph) -> None:
    made = add(graph, state={Key.CONFIDENCE: encode_anchor(KEPT), Key.CONTESTED: [1]})
    (row,) = anchors(graph)
    node, state = read(graph, lambda view: (view.revision(made.revision), view.state([revision_node(made.revision)])))
    assert row.anchor == KEPT == anchor_of(node, state[revision_node(made.revision)])
    assert row.contested


def test_marks_of_the_item_come_with_it(graph: Graph) -> None:
    made = add(graph, kind="preference", item_state={Key.PIN: True, Key.EXPIRES: 7})
    write(graph, lambda writer: writer.assert_(item_node(made.item), Key.LOCK, True))
    (row,) = anchors(graph)
    assert (row.kind, row.pinned, row.locked, row.contested, row.expires) == ("preference", True, True, False, 7)


def test_only_heads_that_the_filter_keeps_and_the_reader_sees(graph: Graph) -> None:
    adas = add(graph, user="ada", kind="event")
    add(graph, user="bob")
    newer = revise(graph, adas.item)
    add(graph, state={Key.STANDING: "rival"})
    assert [row.revision for row in anchors(graph, user="ada")] == [newer.revision]
    assert [row.revision for row in anchors(graph, Filter(kinds=("event",)))] == [newer.revision]
    without = read(graph, lambda view: view.anchors(Filter(), without=("event", "no such kind")))
    assert {row.kind for row in without} == {"fact"}


def test_a_past_view_has_the_anchors_of_then(graph: Graph) -> None:
    made = add(graph)
    before = made.operation
    write(graph, lambda writer: writer.assert_(revision_node(made.revision), Key.CONFIDENCE, encode_anchor(KEPT)))
    later = revise(graph, made.item)
    assert [shown(row) for row in anchors(graph, as_of=before)] == [(made.revision, 0.9, "explicit")]
    assert [shown(row) for row in anchors(graph, as_of=before + 1)] == [(made.revision, 0.6, "reinforced")]
    assert [shown(row) for row in anchors(graph)] == [(later.revision, 0.9, "explicit")]


def test_of_many_plain_heads_the_last_said_can_be_asked_for(graph: Graph) -> None:
    said = [add(graph, str(n), said_at=NOON - timedelta(days=n)).revision for n in range(4)]
    kept = add(graph, said_at=NOON - timedelta(days=9), state={Key.CONFIDENCE: encode_anchor(KEPT)}).revision
    pinned = add(graph, said_at=NOON - timedelta(days=9), item_state={Key.PIN: True}).revision
    guessed = add(graph, claim=Claim("x", origin="inferred"), said_at=NOON - timedelta(days=9)).revision
    rows = read(graph, lambda view: view.anchors(Filter(), newest=2))
    assert [row.revision for row in rows] == [guessed, pinned, kept, said[1], said[0]]
