"""Bad input in any place of any verb: an error of our own that names the mend, and nothing half-written."""

from __future__ import annotations

import string
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from doxa.errors import DoxaError, InvalidInput, InvalidText
from doxa.graph.contract import Graph, View, Writer
from doxa.graph.nodes import (
    BatchRow,
    ErasePlan,
    Filter,
    ItemId,
    Key,
    NewItem,
    NewRevision,
    NodeId,
    Observation,
    RevisionId,
    item_node,
    revision_node,
)
from doxa.records import ANY, Attachment, Claim, Period
from tests.conformance.writing import Made, add, newest_operation, read, write

WORDS: tuple[Any, ...] = ("\x00", "\ud800", "a\x00b", "\udfff!", "x" * 1_000_001)
"""Strings that no field can hold."""
TYPES: tuple[Any, ...] = (None, 7, 1.5, b"bytes", ["list"], {"dict": 1}, object())
"""What is no string."""
NUMBERS: tuple[Any, ...] = (0, -1, 999, 2**31, 2**62, 2**63, 2**70, -(2**70))
"""Numbers that name nothing."""

STRINGS: dict[str, Callable[[Writer, Made, Any], object]] = {
    "kind": lambda w, m, bad: w.item(NewItem(bad)),
    "user": lambda w, m, bad: w.item(NewItem("fact", user=bad)) if bad is not None else _refuse(),
    "space": lambda w, m, bad: w.item(NewItem("fact", space=bad)),
    "name": lambda w, m, bad: w.item(NewItem("fact", name=bad)) if bad is not None else _refuse(),
    "agent": lambda w, m, bad: w.item(NewItem("fact", agent=bad)) if bad is not None else _refuse(),
    "session": lambda w, m, bad: w.item(NewItem("fact", session=bad)) if bad is not None else _refuse(),
    "context": lambda w, m, bad: w.item(NewItem("fact", contexts=(bad,))),
    "uid": lambda w, m, bad: w.item(NewItem("fact", uid=bad)) if bad is not None else _refuse(),
    "text": lambda w, m, bad: w.revision(m.item, NewRevision(bad)),
    "title": lambda w, m, bad: w.revision(m.item, NewRevision("t", title=bad)) if bad is not None else _refuse(),
    "mention": lambda w, m, bad: w.revision(m.item, NewRevision("t", mentions=((bad, "subject"),))),
    "role": lambda w, m, bad: w.revision(m.item, NewRevision("t", mentions=(("x", bad),))),
    "source": lambda w, m, bad: w.observe(m.revision, Observation(bad)),
    "artifact name": lambda w, m, bad: w.artifact(m.revision, bad, "file:///x", {}),
    "artifact location": lambda w, m, bad: w.artifact(m.revision, "x", bad, {}),
    "attachment": lambda w, m, bad: w.revision(m.item, NewRevision("t", artifacts=(Attachment(bad, "file:///x"),))),
    "tag": lambda w, m, bad: w.tag(m.revision, bad),
    "alias": lambda w, m, bad: w.alias(m.item, bad),
    "key": lambda w, m, bad: w.assert_(item_node(m.item), bad, 1),
    "status": lambda w, m, bad: w.status(item_node(m.item), bad),
    "edge type": lambda w, m, bad: w.edge(m.revision, bad, _other(w)),
    "move": lambda w, m, bad: w.move(m.item, bad),
    "space path": lambda w, m, bad: w.space(bad),
    "reason": lambda w, m, bad: w.reason(bad),
    "request": lambda w, m, bad: w.remember_request(bad, "d"),
}

IDS: dict[str, Callable[[Writer, Made, Any], object]] = {
    "item": lambda w, m, bad: w.revision(ItemId(bad), NewRevision("t")),
    "identify": lambda w, m, bad: w.identify(ItemId(bad), identity="x", slot=None),
    "node": lambda w, m, bad: w.assert_(NodeId(bad * 8), "attribute:x", 1),
    "revision node": lambda w, m, bad: w.assert_(NodeId(bad * 8 + 1), "attribute:x", 1),
    "artifact node": lambda w, m, bad: w.status(NodeId(bad * 8 + 3), "deleted"),
    "observed": lambda w, m, bad: w.observe(RevisionId(bad), Observation("x")),
    "turn": lambda w, m, bad: w.observe(m.revision, Observation("x", turn=RevisionId(bad))),
    "tagged": lambda w, m, bad: w.tag(RevisionId(bad), "x"),
    "untagged": lambda w, m, bad: w.untag(RevisionId(bad), "x"),
    "aliased": lambda w, m, bad: w.alias(ItemId(bad), "x"),
    "unaliased": lambda w, m, bad: w.unalias(ItemId(bad), "x"),
    "moved": lambda w, m, bad: w.move(ItemId(bad), "a"),
    "attached to": lambda w, m, bad: w.artifact(RevisionId(bad), "x", "file:///x", {}),
    "source": lambda w, m, bad: w.edge(RevisionId(bad), "USES", m.revision),
    "target": lambda w, m, bad: w.edge(m.revision, "USES", RevisionId(bad)),
    "closed": lambda w, m, bad: w.unedge(m.revision, "USES", RevisionId(bad)),
    "bundle": lambda w, m, bad: w.bundle(ItemId(bad), add=(m.item,)),
    "member": lambda w, m, bad: w.bundle(NewItem("bundle"), add=(ItemId(bad),)),
    "undone": lambda w, m, bad: w.undo(bad),
    "rolled back": lambda w, m, bad: w.rollback((ItemId(bad),), 0),
    "status": lambda w, m, bad: w.status(item_node(ItemId(bad)), "deleted"),
    "head": lambda w, m, bad: w.assert_(item_node(m.item), Key.HEAD, bad),
}


def _refuse() -> None:
    raise InvalidInput("It may be left out, so this is no case.")


def _other(writer: Writer) -> RevisionId:
    return writer.revision(writer.item(NewItem("fact")), NewRevision("other"))


@contextmanager
def unchanged(graph: Graph) -> Iterator[None]:
    """Check that nothing was written meanwhile, and that the store can still be written."""
    before = newest_operation(graph), read(graph, lambda view: view.counts()), graph.changes(user=ANY)
    yield
    after = newest_operation(graph), read(graph, lambda view: view.counts()), graph.changes(user=ANY)
    assert after == before


@pytest.mark.parametrize("place", STRINGS)
def test_a_string_that_cannot_be_kept_is_refused_everywhere(graph: Graph, place: str) -> None:
    made = add(graph)
    for bad in (*WORDS, *TYPES):
        with unchanged(graph), pytest.raises(InvalidInput):
            write(graph, lambda writer, bad=bad: STRINGS[place](writer, made, bad))


@pytest.mark.parametrize("place", IDS)
def test_a_number_that_names_nothing_is_refused_everywhere(graph: Graph, place: str) -> None:
    made = add(graph)
    for bad in NUMBERS:
        with unchanged(graph), pytest.raises(DoxaError):
            write(graph, lambda writer, bad=bad: IDS[place](writer, made, bad))


QUESTIONS: dict[str, Callable[[View, Any], object]] = {
    "item": lambda v, bad: v.item(bad),
    "resolve": lambda v, bad: v.resolve(bad),
    "spaces": lambda v, bad: v.spaces(bad),
    "cursor": lambda v, bad: v.items(Filter(), cursor=bad) if bad is not None else _refuse(),
    "heads cursor": lambda v, bad: v.list_heads(Filter(), cursor=bad) if bad is not None else _refuse(),
    "spaces cursor": lambda v, bad: v.spaces(cursor=bad) if bad is not None else _refuse(),
    "operations cursor": lambda v, bad: v.operations(cursor=bad) if bad is not None else _refuse(),
    "filter space": lambda v, bad: v.items(Filter(space=bad)) if bad is not None else _refuse(),
    "filter status": lambda v, bad: v.list_heads(Filter(statuses=(bad,))),
    "search status": lambda v, bad: v.search_text(["hello"], limit=5, filter=Filter(statuses=("live", bad))),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_that_cannot_be_asked_is_refused(graph: Graph, question: str) -> None:
    add(graph)
    for bad in (*WORDS, *TYPES):
        with pytest.raises(DoxaError):
            read(graph, lambda view, bad=bad: QUESTIONS[question](view, bad))


LOOKUPS: dict[str, Callable[[View, Any], object]] = {
    "kind": lambda v, word: v.items(Filter(kinds=(word,))).items,
    "agent": lambda v, word: v.items(Filter(agent=word)).items,
    "session": lambda v, word: v.items(Filter(session=word)).items,
    "context": lambda v, word: v.items(Filter(kinds=("fact",), contexts=(word,))).items[1:],
    "name": lambda v, word: v.items(Filter(), name=word).items,
    "location": lambda v, word: v.artifacts_at(word),
    "alias": lambda v, word: v.items_by_alias([word]).get(word),
    "mention": lambda v, word: v.mentions([word]).get(word),
    "term": lambda v, word: v.search_text([word], limit=5),
    "edge type": lambda v, word: v.traverse([RevisionId(1)], types=(word,)).revisions,
    "identity": lambda v, word: v.by_identity(word, None),
    "owner of an identity": lambda v, word: v.by_identity("x", word),
    "slot": lambda v, word: v.by_slot([word], word),
    "key": lambda v, word: v.assertion_history(item_node(ItemId(1)), word),
}


@pytest.mark.parametrize("lookup", LOOKUPS)
def test_words_in_a_question_are_data_and_match_nothing(graph: Graph, lookup: str) -> None:
    add(graph, "hello", name="x")
    for word in (*WORDS, *set(string.punctuation) - {"*"}, "%", "x' OR '1'='1", "*' --", "x%", "_"):
        try:
            found = read(graph, lambda view, word=word: LOOKUPS[lookup](view, word))
        except InvalidText:
            assert not word.isprintable()
        else:
            assert not found


def test_numbers_in_a_question_name_nothing(graph: Graph) -> None:
    add(graph)
    for bad in NUMBERS:
        with graph.view(user=ANY) as view:
            assert view.items_by_id([ItemId(bad)]) == {}
            assert view.revisions([RevisionId(bad)]) == {}
            assert view.heads([RevisionId(bad)]) == {}
            assert not view.state([item_node(ItemId(bad)), revision_node(RevisionId(bad))])
            assert view.assertion_history(item_node(ItemId(bad))) == []
            assert view.attributes(revision_node(RevisionId(bad))) == {}
            assert not view.aliases([ItemId(bad)])
            assert not view.observations([RevisionId(bad)])
            assert not view.artifacts([RevisionId(bad)])
            assert view.edges([RevisionId(bad)], direction="both") == []
            assert view.traverse([RevisionId(bad)]).revisions == ()
            assert view.shortest_paths(RevisionId(bad), RevisionId(bad)) == []
            assert view.impact(RevisionId(bad)) == []
            assert view.vectors([RevisionId(bad)])[0] == []
            assert not view.beside([RevisionId(bad)], radius=1)
            assert not view.usage([RevisionId(bad)])
            assert view.undone_by([bad]) == {}
            for question in (view.item, view.revision, view.versions, view.latest, view.head, view.tags):
                with pytest.raises(DoxaError):
                    question(bad)  # type: ignore[operator]
            with pytest.raises(DoxaError):
                view.operation(bad)
        assert graph.usage([RevisionId(bad)]) == {}


FIELDS: tuple[dict[str, Any], ...] = (
    {"valid": "2020"},
    {"valid": Period("2020", None)},  # type: ignore[arg-type]
    {"valid": Period(datetime(2020, 1, 1), None)},
    {"valid": Period(None, None, "century")},  # type: ignore[arg-type]
    {"said_at": "2020-01-01"},
    {"said_at": 5},
    {"metadata": {"x": object()}},
    {"metadata": {"x": 1j}},
    {"metadata": [1]},
    {"state": {"attribute:x": object()}},
    {"state": {Key.STATUS: "gone"}},
    {"state": {Key.STANDING: "sitting"}},
    {"state": {Key.HEAD: 1}},
    {"state": {Key.CANONICAL: "x"}},
    {"state": {"tag:x": 1}},
    {"state": {Key.VOID: True}},
    {"item_state": {Key.HEAD: 1}},
    {"item_state": {Key.PIN: "yes"}},
    {"item_state": {"Bad Key": 1}},
    {"claim": Claim("x", valid=Period(datetime(2020, 1, 1), None))},
    {"claim": Claim("x", confidence=float("nan"))},
    {"claim": Claim("\ud800")},
    {"claim": Claim("x", value=object())},  # type: ignore[arg-type]
    {"number": 0},
    {"number": -3},
    {"number": "one"},
    {"observations": (Observation("x", start=3, end=1),)},
    {"observations": (Observation("x", detail={"x": object()}),)},  # type: ignore[dict-item]
    {"artifacts": (Attachment("x", "file:///x", {"x": object()}),)},  # type: ignore[dict-item]
    {"contexts": "work"},
    {"contexts": ("",)},
)


@pytest.mark.parametrize("fields", FIELDS, ids=lambda fields: next(iter(fields)))
def test_a_field_that_cannot_be_stored_is_refused_whole(graph: Graph, fields: dict[str, Any]) -> None:
    made = add(graph, "there")
    with unchanged(graph), pytest.raises(DoxaError):
        add(graph, "new", space="new/space", user="new user", **fields)
    of_revision = {key: value for key, value in fields.items() if key not in ("contexts", "item_state")}
    with graph.transaction("batch", user=ANY) as writer:
        result = writer.revisions([BatchRow(made.item, replace(NewRevision("in a batch"), **of_revision))])
        assert bool(result.failed) == bool(of_revision)


@pytest.mark.parametrize("kind", ["", "a\nb", "\ud800", "\x00", "x" * 201])
def test_an_operation_has_a_kind(graph: Graph, kind: str) -> None:
    with unchanged(graph), pytest.raises(InvalidInput), graph.transaction(kind):
        pass


@pytest.mark.parametrize("actor", ["a\nb", "\ud800", "\x00", "x" * 201])
def test_an_actor_is_one_line(graph: Graph, actor: str) -> None:
    with unchanged(graph), pytest.raises(InvalidInput), graph.transaction("add", actor=actor):
        pass


def test_an_error_inside_a_writer_leaves_the_rest_of_the_operation_usable(graph: Graph) -> None:
    """Each verb writes all of what it is asked for, or raises and writes nothing."""
    made = add(graph, "one", name="x", identity="i")
    with graph.transaction("update", user=ANY) as writer:
        for failing in (
            lambda: writer.item(NewItem("fact", name="x")),
            lambda: writer.item(NewItem("fact", identity="i", space="new", user="eve")) and _refuse(),
            lambda: writer.revision(made.item, NewRevision("")),
            lambda: writer.edge(made.revision, "USES", RevisionId(999)),
            lambda: writer.alias(made.item, "good", ""),
            lambda: writer.undo(99),
            lambda: writer.bundle(NewItem("bundle"), add=(ItemId(999),)),
        ):
            with pytest.raises(DoxaError):
                failing()
        second = writer.revision(made.item, NewRevision("two"))
        assert writer.view.head(made.item) == second
    assert read(graph, lambda view: [node.text for node in view.versions(made.item)]) == ["one", "two"]
    assert read(graph, lambda view: view.aliases([made.item])) == {}


def test_an_erase_that_names_nothing_is_refused(graph: Graph) -> None:
    if not hasattr(graph, "engine"):
        pytest.skip("the model does not erase")
    add(graph)
    for plan in (ErasePlan(), ErasePlan(user="ada"), ErasePlan(space="nowhere"), ErasePlan(user="a", whole_user=True)):
        with unchanged(graph), pytest.raises(DoxaError):
            graph.erase(plan)
