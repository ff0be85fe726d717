"""What was touched since an operation, and the counts that go by the indexes alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from doxa.graph.contract import Graph, Writer
from doxa.graph.nodes import Filter, NewItem, NewRevision, Observation, item_node, revision_node
from doxa.records import ANY
from tests.conformance.writing import Made, add, read, undo, write

TOUCHES: dict[str, Callable[[Writer, Made], object]] = {
    "told anew": lambda writer, made: writer.revision(made.item, NewRevision("again")),
    "archived": lambda writer, made: writer.status(item_node(made.item), "archived"),
    "asserted of the item": lambda writer, made: writer.assert_(item_node(made.item), "attribute:x", 1),
    "asserted of the revision": lambda writer, made: writer.assert_(revision_node(made.revision), "attribute:x", 1),
    "tagged": lambda writer, made: writer.tag(made.revision, "published"),
    "called otherwise": lambda writer, made: writer.alias(made.item, "another name"),
    "vouched for": lambda writer, made: writer.observe(made.revision, Observation("ada")),
    "given a file": lambda writer, made: writer.artifact(made.revision, "scan", "/scan.png", {}),
}


@pytest.mark.parametrize("how", TOUCHES)
def test_an_item_is_touched_by_whatever_changes_about_it(graph: Graph, how: str) -> None:
    made, _other = add(graph, "one", user="ada"), add(graph, "two", user="ada")
    before = read(graph, lambda view: view.at, user="ada")
    assert read(graph, lambda view: view.touched(before), user="ada") == []
    write(graph, lambda writer: TOUCHES[how](writer, made), user="ada")
    head = read(graph, lambda view: view.head(made.item), user="ada")
    assert read(graph, lambda view: view.touched(before), user="ada") == [head]


def test_an_edge_touches_both_its_ends_when_it_is_drawn_and_when_it_is_taken_away(graph: Graph) -> None:
    one, two = add(graph, "one"), add(graph, "two")
    drawn = read(graph, lambda view: view.at)
    write(graph, lambda writer: writer.edge(one.revision, "ABOUT", two.revision))
    taken = read(graph, lambda view: view.at)
    write(graph, lambda writer: writer.unedge(one.revision, "ABOUT", two.revision))
    for before in (drawn, taken):
        assert read(graph, lambda view, before=before: view.touched(before)) == [one.revision, two.revision]
    assert read(graph, lambda view: view.touched(drawn), as_of=drawn) == []


def test_what_another_owner_touched_is_not_told(graph: Graph) -> None:
    shared, ada, bob = (add(graph, "x", user=user) for user in (None, "ada", "bob"))
    assert read(graph, lambda view: view.touched(0), user="ada") == [shared.revision, ada.revision]
    assert read(graph, lambda view: view.touched(0), user=ANY) == [shared.revision, ada.revision, bob.revision]
    at = read(graph, lambda view: view.at)
    write(graph, lambda writer: writer.revision(bob.item, NewRevision("again")), user="bob")
    assert read(graph, lambda view: view.touched(0), user=ANY, as_of=at)[-1] == bob.revision


def test_what_was_undone_is_touched_while_it_is_there(graph: Graph) -> None:
    made = add(graph, "one")
    before = read(graph, lambda view: view.at)
    write(graph, lambda writer: writer.status(item_node(made.item), "archived"))
    undo(graph, before + 1)
    assert read(graph, lambda view: view.touched(before + 1)) == [made.revision]
    undo(graph, made.operation)
    assert read(graph, lambda view: view.touched(before + 1)) == []


def test_live_items_are_counted_by_kind_as_the_whole_count_has_them(graph: Graph) -> None:
    for user, kind in ((None, "note"), ("ada", "note"), ("ada", "fact"), ("bob", "fact")):
        write(graph, lambda w, u=user, k=kind: w.revision(w.item(NewItem(k, user=u)), NewRevision("x")), user=user)
    gone = add(graph, "gone", user="ada")
    write(graph, lambda writer: writer.status(item_node(gone.item), "deleted"), user="ada")
    for user in (None, "ada", ANY):
        counts = read(graph, lambda view: view.counts(), user=user)
        live = {name.removeprefix("kind:"): count for name, count in counts.items() if name.startswith("kind:")}
        assert read(graph, lambda view: view.count_kinds(), user=user) == live
    assert read(graph, lambda view: view.count_kinds(), user="ada") == {"fact": 1, "note": 2}


def test_owners_are_those_who_are_seen(graph: Graph) -> None:
    for user in ("bob", "ada", None):
        add(graph, "x", user=user)
    assert read(graph, lambda view: view.owners(), user=ANY) == [None, "bob", "ada"]
    assert read(graph, lambda view: view.owners(), user="ada") == [None, "ada"]


def test_texts_that_hold_a_term_are_counted_among_those_that_are_seen(graph: Graph) -> None:
    for user, text in ((None, "tea"), ("ada", "tea tea cup"), ("bob", "tea")):
        add(graph, text, user=user)
    assert read(graph, lambda view: view.documents_with(["tea", "cup", "milk"]), user="ada") == {"tea": 2, "cup": 1}


def test_anchors_can_be_asked_of_a_few_heads(graph: Graph) -> None:
    one, two, _three = (add(graph, text) for text in ("one", "two", "three"))
    asked = [one.revision, two.revision]
    rows = read(graph, lambda view: view.anchors(Filter(), within=asked))
    assert [row.revision for row in rows] == [two.revision, one.revision]
    every = read(graph, lambda view: view.anchors(Filter()))
    assert rows == [row for row in every if row.revision in asked]
    assert read(graph, lambda view: view.anchors(Filter(), within=[])) == []
