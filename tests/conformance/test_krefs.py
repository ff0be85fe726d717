"""Addresses: every node has a kref that leads back to it, in any script, and nothing else parses."""

from __future__ import annotations

import string
from datetime import timedelta

import pytest

from doxa.clock import ManualClock
from doxa.errors import InvalidInput, InvalidKref, NaiveDatetime, NotFound
from doxa.graph.contract import Graph
from doxa.graph.kref import slug
from doxa.graph.nodes import NewItem
from tests.conformance.writing import add, read, revise, write

NAMES = ["plain", "with-dash", "with.dot", "_leading", "数据库", "데이터", "Ünïcode", "über.straße", "a", "9lives"]


@pytest.mark.parametrize("name", NAMES)
def test_an_item_is_found_by_its_kref(graph: Graph, name: str) -> None:
    made = add(graph, name=name, space="work/apollo")
    item = read(graph, lambda view: view.item(made.item))
    assert item.kref == f"kref://p/work/apollo/{item.name}.fact"
    assert read(graph, lambda view: view.item(item.kref)) == item
    assert read(graph, lambda view: view.item(item.uid)) == item


def test_composed_and_decomposed_letters_are_one_name(graph: Graph) -> None:
    made = add(graph, name="cafe\u0301")
    assert read(graph, lambda view: view.item("kref://p/caf\u00e9.fact").id) == made.item
    assert read(graph, lambda view: view.item("kref://p/cafe\u0301.fact").id) == made.item


def test_a_revision_is_found_by_its_kref(graph: Graph) -> None:
    made = add(graph, "one", name="x")
    second = revise(graph, made.item, "two")
    assert read(graph, lambda view: view.kref(second.revision)) == "kref://p/x.fact?r=2"
    assert read(graph, lambda view: view.resolve("kref://p/x.fact?r=1")) == made.revision
    assert read(graph, lambda view: view.resolve("kref://p/x.fact?r=2")) == second.revision
    assert read(graph, lambda view: view.resolve("kref://p/x.fact")) == second.revision


def test_an_id_resolves_to_the_believed_head(graph: Graph) -> None:
    made = add(graph, "believed")
    revise(graph, made.item, "rival", head=False)
    uid = read(graph, lambda view: view.item(made.item).uid)
    assert read(graph, lambda view: view.resolve(uid)) == made.revision


def test_a_tag_resolves_to_its_holder(graph: Graph) -> None:
    made = add(graph, "one", name="x")
    second = revise(graph, made.item, "two")
    write(graph, lambda writer: writer.tag(made.revision, "approved"))
    assert read(graph, lambda view: view.resolve("kref://p/x.fact?t=approved")) == made.revision
    assert read(graph, lambda view: view.resolve("kref://p/x.fact?tag=approved")) == made.revision
    assert read(graph, lambda view: view.resolve("kref://p/x.fact?t=latest")) == second.revision


def test_a_time_resolves_to_the_newest_revision_of_then(graph: Graph, clock: ManualClock) -> None:
    made = add(graph, "one", name="x")
    clock.advance(hours=1)
    second = revise(graph, made.item, "two")
    assert read(graph, lambda view: view.resolve("kref://p/x.fact?time=2026-01-01T12:30:00Z")) == made.revision
    assert read(graph, lambda view: view.resolve("kref://p/x.fact?time=2026-01-01T14:30:00%2B01:00")) == second.revision
    assert read(graph, lambda view: view.resolve("kref://p/x.fact?time=2030-01-01T00:00:00Z")) == second.revision


def test_a_minute_means_its_end(graph: Graph, clock: ManualClock) -> None:
    made = add(graph, "one", name="x")
    clock.advance(seconds=59.9)
    second = revise(graph, made.item, "two")
    clock.advance(seconds=1)
    revise(graph, made.item, "three")
    assert read(graph, lambda view: view.resolve("kref://p/x.fact?time=202601011200")) == second.revision


def test_a_tag_and_a_time_resolve_to_the_holder_of_then(graph: Graph, clock: ManualClock) -> None:
    made = add(graph, "one", name="x")
    second = revise(graph, made.item, "two")
    write(graph, lambda writer: writer.tag(made.revision, "approved"))
    clock.advance(hours=1)
    write(graph, lambda writer: writer.tag(second.revision, "approved"))
    clock.advance(hours=1)
    write(graph, lambda writer: writer.untag(second.revision, "approved"))
    clock.advance(hours=1)
    add(graph, "something else")
    at = "kref://p/x.fact?t=approved&time=2026-01-01T{}:30:00Z"
    assert read(graph, lambda view: view.resolve(at.format(12))) == made.revision
    assert read(graph, lambda view: view.resolve(at.format(13))) == second.revision
    for nobody in (11, 14, 15):
        with pytest.raises(NotFound):
            read(graph, lambda view, hour=nobody: view.resolve(at.format(hour)))


def test_a_time_before_the_item_finds_nothing(graph: Graph) -> None:
    add(graph, name="x")
    with pytest.raises(NotFound):
        read(graph, lambda view: view.resolve("kref://p/x.fact?time=2020-01-01T00:00:00Z"))


def test_a_past_view_does_not_resolve_into_its_future(graph: Graph, clock: ManualClock) -> None:
    made = add(graph, "one", name="x")
    clock.advance(hours=1)
    revise(graph, made.item, "two")
    ref = "kref://p/x.fact?time=2026-06-01T00:00:00Z"
    assert read(graph, lambda view: view.resolve(ref), as_of=made.operation) == made.revision


def test_a_users_items_lie_under_a_number_not_a_name(graph: Graph) -> None:
    made = add(graph, user="Ada Lovelace", name="x")
    kref = read(graph, lambda view: view.item(made.item).kref)
    assert "Ada" not in kref
    assert kref.startswith("kref://p/~")
    assert read(graph, lambda view: view.item(kref).id, user="Ada Lovelace") == made.item


@pytest.mark.parametrize(
    "ref",
    [
        "kref://p/x.fact?r=3",
        "kref://p/y.fact",
        "kref://p/x.event",
        "kref://other/x.fact",
        "kref://p/elsewhere/x.fact",
        "kref://p/x.fact?t=never",
        "kref://p/~7/x.fact",
        "0" * 32,
    ],
)
def test_what_names_nothing_is_not_found(graph: Graph, ref: str) -> None:
    add(graph, name="x")
    with pytest.raises(NotFound):
        read(graph, lambda view: view.resolve(ref))


@pytest.mark.parametrize(
    "ref",
    [
        "",
        "x",
        "http://p/x.fact",
        "kref:/p/x.fact",
        "kref://",
        "kref://p/a b.fact",
        "kref://p//x.fact",
        "kref://p/../x.fact",
        "kref://p/x..y.fact",
        "kref://p/x.fact?r=0",
        "kref://p/x.fact?r=-1",
        "kref://p/x.fact?r=one",
        "kref://p/x.fact?r=1&r=2",
        "kref://p/x.fact?r=99999999999999999999",
        "kref://p/x.fact?r=1&t=latest",
        "kref://p/x.fact?unknown=1",
        "kref://p/x.fact?time=20261301",
        "kref://p/x.fact?time=202613010000",
        "kref://p/x.fact?time=yesterday",
        "kref://p/x.fact?t=",
        "kref://p/x\x00.fact",
        "kref://p/x\n.fact",
        "kref://p/\ud800.fact",
        "kref://p/x.fact'; DROP TABLE item; --",
        f"kref://p/{'x' * 300}.fact",
        "A" * 32,
        "0" * 7,
    ],
)
def test_what_is_no_reference_is_refused_in_words(graph: Graph, ref: str) -> None:
    with pytest.raises((InvalidInput, NotFound)) as caught:
        read(graph, lambda view: view.resolve(ref))
    assert not isinstance(caught.value, NotFound)
    assert caught.value.mend


def test_a_time_without_a_zone_is_refused(graph: Graph) -> None:
    add(graph, name="x")
    with pytest.raises(NaiveDatetime):
        read(graph, lambda view: view.resolve("kref://p/x.fact?time=2026-01-01T12:00:00"))


@pytest.mark.parametrize("mark", sorted(set(string.punctuation) - {"_"}))
def test_a_punctuation_mark_alone_is_no_name(graph: Graph, mark: str) -> None:
    with pytest.raises(InvalidKref) as caught:
        add(graph, name=mark, space="s")
    assert repr(mark) in str(caught.value)
    assert "slug" in caught.value.mend
    assert read(graph, lambda view: view.spaces().items) == ()


@pytest.mark.parametrize("mark", string.punctuation)
def test_a_punctuation_mark_alone_is_no_reference(graph: Graph, mark: str) -> None:
    add(graph, name="x")
    for ref in (mark, f"kref://{mark}", f"kref://p/{mark}", f"kref://p/{mark}.fact", f"kref://p/x.fact?{mark}"):
        with pytest.raises((InvalidInput, NotFound)):
            read(graph, lambda view, ref=ref: view.resolve(ref))


@pytest.mark.parametrize("name", ["", " ", "a b", "a/b", "../up", "a?b", "x" * 201, "\ud800", "a\x00b", "~1", "-dash"])
def test_a_name_that_cannot_stand_in_a_kref_is_refused(graph: Graph, name: str) -> None:
    with pytest.raises(InvalidKref):
        write(graph, lambda writer: writer.item(NewItem("fact", name=name)))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Hello, World!", "hello-world"),
        ("  --  ", ""),
        ("", ""),
        ("데이터 베이스", "데이터-베이스"),
        ("Straße & Co", "strasse-co"),
        ("a_b.c", "a_b-c"),
        ("x" * 60, "x" * 48),
    ],
)
def test_a_slug_keeps_words_of_any_script(value: str, expected: str) -> None:
    assert slug(value) == expected


def test_a_cut_slug_can_tell_long_texts_apart() -> None:
    assert slug("x" * 60, hash_on_truncate=True) == "x" * 39 + "-06ced2e0"
    assert slug("x" * 61, hash_on_truncate=True) != slug("x" * 60, hash_on_truncate=True)
    assert slug("short", hash_on_truncate=True) == "short"


def test_a_kref_is_kept_in_the_past_and_the_future(graph: Graph, clock: ManualClock) -> None:
    made = add(graph, name="x", space="a")
    kref = read(graph, lambda view: view.item(made.item).kref)
    clock.advance(hours=1)
    write(graph, lambda writer: writer.move(made.item, "b"))
    for as_of in (None, made.operation, clock.now() - timedelta(minutes=1)):
        assert read(graph, lambda view: view.item(kref).id, as_of=as_of) == made.item
