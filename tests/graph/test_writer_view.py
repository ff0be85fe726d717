"""What a transaction tells of its own new items is what a reader finds once it has committed."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.clock import ManualClock
from doxa.graph.beliefs import read_beliefs
from doxa.graph.contract import View, Writer
from doxa.graph.nodes import (
    ItemId,
    Key,
    NewItem,
    NewRevision,
    Observation,
    RevisionId,
    item_node,
    revision_node,
)
from doxa.graph.sqlite import SqliteEngine
from doxa.graph.store import SqlGraph
from doxa.graph.written_beliefs import beliefs_later
from doxa.records import ANY, Attachment, Claim, Period, Quote

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)

claims = st.builds(
    Claim,
    text=st.just("x"),
    subject=st.sampled_from([None, "user"]),
    value=st.sampled_from([None, "Berlin", "北京"]),
    valid=st.sampled_from([None, Period(NOON, None, "day")]),
    quote=st.sampled_from([None, Quote("x", "", 0, 1)]),
)
items = st.builds(
    NewItem,
    kind=st.sampled_from(["fact", "turn"]),
    user=st.sampled_from([None, "ann"]),
    space=st.sampled_from(["", "a/b"]),
    agent=st.sampled_from([None, "bot"]),
    contexts=st.sampled_from([(), ("y", "x")]),
    slot=st.sampled_from([None, "home"]),
    state=st.fixed_dictionaries(
        {},
        optional={
            Key.STATUS: st.sampled_from(["live", "archived"]),
            Key.TIER: st.just("long_term"),
            Key.PIN: st.booleans(),
            Key.SALIENCE: st.floats(0, 1),
        },
    ),
)
revisions = st.builds(
    NewRevision,
    text=st.sampled_from(["hello", "你好"]),
    title=st.sampled_from([None, "Ann"]),
    claim=st.none() | claims,
    valid=st.sampled_from([None, Period(None, NOON, "month")]),
    said_at=st.sampled_from([None, NOON]),
    metadata=st.dictionaries(st.sampled_from("ab"), st.sampled_from([1, None, "v", [1, 2], {"k": "v"}])),
    state=st.fixed_dictionaries(
        {},
        optional={
            Key.EVIDENCE: st.just("official"),
            Key.STANDING: st.sampled_from(["accepted", "rival"]),
            Key.CONFIDENCE: st.just([0.9, 1, "explicit"]),
        },
    ),
    observations=st.lists(
        st.builds(Observation, st.sampled_from(["ann", "bob"]), st.sampled_from([None, NOON])), max_size=2
    ).map(tuple),
    artifacts=st.sampled_from([(), (Attachment("a", "/b"),)]),
)


def read(view: View, revision: RevisionId, item: ItemId) -> list[Any]:
    """Return everything that a belief is made from."""
    return [
        view.heads([revision]),
        view.revisions([revision]),
        view.items_by_id([item]),
        view.state([item_node(item), revision_node(revision)]),
        view.aliases([item]),
        view.observations([revision]),
        view.artifacts([revision]),
        view.usage([revision]),
        view.at_time,
    ]


@given(items, revisions, st.sampled_from([None, "ann", ANY]))
def test_a_new_item_is_told_as_it_is_read(new: NewItem, said: NewRevision, user: Any) -> None:
    graph = SqlGraph(SqliteEngine(None), "p", ManualClock(NOON))
    with graph.transaction("add", user=user) as writer:
        item = writer.item(new)
        revision = writer.revision(item, said)
        told = read(writer.view, revision, item)
    with graph.view(user=user) as view:
        assert read(view, revision, item) == told
    graph.close()


@given(st.lists(st.tuples(items, revisions), min_size=1, max_size=3), st.sampled_from([None, "ann", ANY]))
def test_a_receipt_shows_new_beliefs_as_they_are_read(new: list[tuple[NewItem, NewRevision]], user: Any) -> None:
    graph = SqlGraph(SqliteEngine(None), "p", ManualClock(NOON))
    with graph.transaction("add", user=user) as writer:
        written = [writer.revision(writer.item(replace(each, slot=None)), said) for each, said in new]
        told = beliefs_later(writer.view, written, now=NOON)()
    with graph.view(user=user) as view:
        assert read_beliefs(view, written, now=NOON) == told
    graph.close()


def change_nothing_of_it(writer: Writer, item: ItemId, revision: RevisionId) -> None:
    writer.edge(revision, "ABOUT", writer.revision(writer.item(NewItem(kind="fact")), NewRevision(text="other")))


CHANGES = {
    "edge": change_nothing_of_it,
    "assert": lambda writer, item, revision: writer.assert_(revision_node(revision), Key.EVIDENCE, "official"),
    "pin": lambda writer, item, revision: writer.assert_(item_node(item), Key.PIN, True),
    "attribute": lambda writer, item, revision: writer.assert_(item_node(item), "attribute:a", 1),
    "observe": lambda writer, item, revision: writer.observe(revision, Observation("bob")),
    "alias": lambda writer, item, revision: writer.alias(item, "A"),
    "changed": lambda writer, item, revision: writer.assert_(item_node(item), Key.CHANGED, writer.operation),
    "tag": lambda writer, item, revision: writer.tag(revision, "t"),
    "move": lambda writer, item, revision: writer.move(item, "c"),
    "artifact": lambda writer, item, revision: writer.artifact(revision, "a", "/b", {}),
    "revise": lambda writer, item, revision: writer.revision(item, NewRevision(text="again")),
    "status": lambda writer, item, revision: writer.status(item_node(item), "deleted"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_changed_after_it_was_written_is_told_as_changed(change: str) -> None:
    graph = SqlGraph(SqliteEngine(None), "p", ManualClock(NOON))
    with graph.transaction("add") as writer:
        item = writer.item(NewItem(kind="fact"))
        revision = writer.revision(item, NewRevision(text="hello"))
        CHANGES[change](writer, item, revision)
        told = read(writer.view, revision, item)
    with graph.view() as view:
        assert read(view, revision, item) == told
    graph.close()


def test_what_is_changed_before_it_has_words_is_told_as_changed() -> None:
    graph = SqlGraph(SqliteEngine(None), "p", ManualClock(NOON))
    with graph.transaction("add") as writer:
        item = writer.item(NewItem(kind="fact"))
        writer.assert_(item_node(item), "attribute:a", 1)
        writer.alias(item, "A")
        revision = writer.revision(item, NewRevision(text="hello"))
        told = read(writer.view, revision, item)
    with graph.view() as view:
        assert read(view, revision, item) == told
    graph.close()


def test_an_item_of_another_owner_is_not_told() -> None:
    graph = SqlGraph(SqliteEngine(None), "p", ManualClock(NOON))
    with graph.transaction("add", user="ann") as writer:
        item = writer.item(NewItem(kind="fact", user="bob"))
        revision = writer.revision(item, NewRevision(text="hello"))
        assert read(writer.view, revision, item)[:3] == [{}, {}, {}]
    graph.close()


def test_an_attempt_that_failed_leaves_nothing_to_tell() -> None:
    graph = SqlGraph(SqliteEngine(None), "p", ManualClock(NOON))
    with graph.transaction("add") as writer:
        item = writer.item(NewItem(kind="fact"))
        revision = writer.revision(item, NewRevision(text="hello"))
        with pytest.raises(Exception, match="newest"):
            writer.revision(item, NewRevision(text="again", number=1))
        told = read(writer.view, revision, item)
    with graph.view() as view:
        assert read(view, revision, item) == told
    graph.close()


@pytest.mark.parametrize("change", CHANGES)
def test_a_further_revision_is_told_as_it_is_read(change: str) -> None:
    graph = SqlGraph(SqliteEngine(None), "p", ManualClock(NOON))
    with graph.transaction("add") as writer:
        item = writer.item(NewItem(kind="fact"))
        writer.revision(item, NewRevision(text="hello"))
    with graph.transaction("update") as writer:
        revision = writer.revision(item, NewRevision(text="again"))
        assert writer.view.aliases(list(writer.view.items_by_id([item]))) == {}
        CHANGES[change](writer, item, revision)
        told = read(writer.view, revision, item)
    with graph.view() as view:
        assert read(view, revision, item) == told
    graph.close()
