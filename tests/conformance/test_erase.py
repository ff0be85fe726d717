"""Erase: what it takes is gone from every read at every instant, and nothing brings it back; the rest reads as before.

The model does not erase: it keeps no words anywhere but in its rows.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from doxa.errors import DoxaError, Erased, InvalidInput, NotFound
from doxa.graph.contract import Graph
from doxa.graph.nodes import ErasePlan, Filter, ItemId, Key, Observation, revision_node
from doxa.records import ANY, Certificate, User
from tests.conformance.writing import Made, add, newest_operation, read, revise, texts, undo, write


@pytest.fixture(params=["file", "memory"])
def store(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def erase(graph: Graph, *items: ItemId, **plan: Any) -> Certificate:
    return graph.erase(ErasePlan(items=items, **plan))


def listed(graph: Graph, user: User = ANY, as_of: int | None = None) -> set[str]:
    with graph.view(user=user, as_of=as_of) as view:
        heads = view.list_heads(Filter(statuses=(), heads_only=False)).items
        return {view.revision(row.revision).text for row in heads}


def test_an_erased_item_is_gone_from_every_read_at_every_instant(graph: Graph) -> None:
    made = add(graph, "unmistakable words", name="x", mentions=(("entity", "subject"),), identity="i", slot="s")
    write(graph, lambda writer: writer.alias(made.item, "nickname"))
    revise(graph, made.item, "other unmistakable words")
    before = newest_operation(graph)
    uid = read(graph, lambda view: view.item(made.item).uid)
    assert erase(graph, made.item).state == "complete"
    for as_of in (None, before, 1):
        with graph.view(user=ANY, as_of=as_of) as view:
            for ref in (uid, "kref://p/x.fact", made.item):
                with pytest.raises(NotFound):
                    view.item(ref)
            assert view.items_by_id([made.item]) == {}
            assert view.revisions([made.revision]) == {}
            assert view.items(Filter(statuses=())).items == ()
            assert not view.mentions(["entity"]).get("entity")
            assert not view.items_by_alias(["nickname"]).get("nickname")
            assert view.search_text(["unmistak"], limit=5) == []
            assert view.by_identity("i", None) is None
            assert view.by_slot(["s"], None) == []


def test_an_erased_id_is_told_apart_from_one_that_never_was(graph: Graph) -> None:
    made = add(graph, uid="a" * 32)
    erase(graph, made.item)
    with pytest.raises(Erased):
        read(graph, lambda view: view.item("a" * 32))
    with pytest.raises(NotFound) as caught:
        read(graph, lambda view: view.item("b" * 32))
    assert not isinstance(caught.value, Erased)


def test_an_erased_id_is_not_given_again_but_a_name_may_be(graph: Graph) -> None:
    made = add(graph, "old", name="x", uid="a" * 32)
    erase(graph, made.item)
    with pytest.raises(DoxaError):
        add(graph, "new", uid="a" * 32)
    again = add(graph, "new", name="x")
    assert again.item != made.item
    assert read(graph, lambda view: view.item("kref://p/x.fact").id) == again.item


def test_nothing_brings_back_what_was_erased(graph: Graph) -> None:
    made, other = add(graph, "gone"), add(graph, "kept")
    revised = revise(graph, made.item, "gone too")
    undone = undo(graph, revised.operation)
    erase(graph, made.item)
    for operation in (undone, made.operation, other.operation):
        write(graph, lambda writer, operation=operation: writer.undo(operation, cascade=True))
    assert listed(graph) == set()
    write(graph, lambda writer: writer.undo(newest_operation(graph), cascade=True))
    assert listed(graph) == {"kept"}
    with pytest.raises(NotFound):
        write(graph, lambda writer: writer.rollback((made.item,), 1))


def test_an_erase_is_an_operation_that_is_not_undone(graph: Graph) -> None:
    made = add(graph)
    certificate = graph.erase(ErasePlan(items=(made.item,)), actor="operator")
    operation = read(graph, lambda view: view.operation(int(certificate.operation)))
    assert (operation.kind, operation.actor) == ("erase", "operator")
    with pytest.raises(InvalidInput):
        undo(graph, operation.id)


def test_the_certificate_says_what_went_and_what_is_out_of_reach(graph: Graph) -> None:
    made = add(graph, "one")
    revise(graph, made.item, "two")
    certificate = erase(graph, made.item)
    assert certificate.state == "complete"
    assert (certificate.erased["items"], certificate.erased["revisions"]) == (1, 2)
    assert all(certificate.checks.values())
    assert certificate.cause is None
    assert certificate.out_of_reach


def test_a_twin_keeps_its_own(graph: Graph) -> None:
    made, twin = add(graph, "the same words", user="ada"), add(graph, "the same words", user="bob")
    erase(graph, made.item)
    assert texts(graph, twin.item) == ["the same words"]
    assert [hit.revision for hit in read(graph, lambda view: view.search_text(["same"], limit=5))] == [twin.revision]


def test_what_was_derived_goes_and_what_others_also_said_stays(graph: Graph) -> None:
    one, two = add(graph, "turn one", kind="turn"), add(graph, "turn two", kind="turn")
    only = add(graph, "read from one", observations=(Observation("ada", turn=one.revision),))
    both = add(
        graph, "read from both", observations=tuple(Observation("ada", turn=each.revision) for each in (one, two))
    )
    summary = add(graph, "a summary")
    write(graph, lambda writer: writer.edge(summary.revision, "DERIVED_FROM", only.revision))
    erase(graph, one.item)
    assert listed(graph) == {"turn two", "read from both"}
    assert [each.turn for each in read(graph, lambda view: view.observations([both.revision]))[both.revision]] == [
        two.revision
    ]


def test_what_depends_on_it_stays_and_is_marked(graph: Graph) -> None:
    made, above = add(graph, "below"), add(graph, "above")
    uid = read(graph, lambda view: view.item(made.item).uid)
    write(graph, lambda writer: writer.edge(above.revision, "DEPENDS_ON", made.revision))
    erase(graph, made.item)
    node = revision_node(above.revision)
    assert read(graph, lambda view: view.state([node]))[node][Key.STALE] == [uid]
    assert read(graph, lambda view: view.edges([above.revision], direction="both")) == []


def test_the_feed_tells_that_it_went_and_no_more_of_it(graph: Graph) -> None:
    made = add(graph, name="secret", item_state={"attribute:a": "words"})
    uid = read(graph, lambda view: view.item(made.item).uid)
    erase(graph, made.item)
    changes = graph.changes(user=ANY)
    assert [(change.kind, change.ref) for change in changes] == [("item.erased", uid)]


def test_a_request_whose_memories_went_says_so(graph: Graph) -> None:
    with graph.transaction("add", user=ANY) as writer:
        writer.remember_request("r", "d")
    made = add(graph)
    earlier = graph.earlier("r", "d")
    assert earlier is not None
    assert not earlier.erased
    with graph.transaction("add", user=ANY) as writer:
        from doxa.graph.nodes import NewItem, NewRevision

        item = writer.item(NewItem("fact"))
        writer.revision(item, NewRevision("words"))
        writer.remember_request("q", "d")
    erase(graph, item, made.item)
    later = graph.earlier("q", "d")
    assert later is not None
    assert later.erased


@pytest.fixture
def many(graph: Graph) -> dict[str, Made]:
    then = datetime(2020, 1, 1, tzinfo=UTC)
    return {
        "ada": add(graph, "ada", user="ada"),
        "ada old": add(graph, "ada old", user="ada", said_at=then),
        "ada space": add(graph, "ada space", user="ada", space="a/b"),
        "ada session": add(graph, "ada session", user="ada", session="s"),
        "bob": add(graph, "bob", user="bob", space="a/b", session="s", said_at=then),
        "shared": add(graph, "shared", space="a"),
    }


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize(
    ("plan", "left"),
    [
        (ErasePlan(user="ada", whole_user=True), {"bob", "shared"}),
        (ErasePlan(user="ada", space="a"), {"ada", "ada old", "ada session", "bob", "shared"}),
        (ErasePlan(user="ada", session="s"), {"ada", "ada old", "ada space", "bob", "shared"}),
        (
            ErasePlan(user="ada", before=datetime(2021, 1, 1, tzinfo=UTC)),
            {"ada", "ada space", "ada session", "bob", "shared"},
        ),
        (ErasePlan(space="a"), {"ada", "ada old", "ada space", "ada session", "bob"}),
        (ErasePlan(everything=True), set()),
    ],
)
def test_a_scope_takes_what_it_names_and_nothing_else(graph: Graph, plan: ErasePlan, left: set[str]) -> None:
    assert graph.erase(plan).state == "complete"
    assert listed(graph) == left


@pytest.mark.parametrize("text", ["the session", "data", "a table with an index", "version", "project", "generation"])
def test_words_that_every_file_says_do_not_keep_an_erase_pending(graph: Graph, text: str) -> None:
    add(graph, "kept")
    certificate = erase(graph, add(graph, text).item)
    assert (certificate.state, certificate.cause) == ("complete", None)


@pytest.mark.usefixtures("many")
def test_an_erased_user_may_begin_anew(graph: Graph) -> None:
    graph.erase(ErasePlan(user="ada", whole_user=True))
    assert read(graph, lambda view: view.counts()["users"]) == 1
    add(graph, "a new beginning", user="ada")
    assert listed(graph, "ada") == {"a new beginning", "shared"}


@pytest.mark.parametrize("plan", [ErasePlan(), ErasePlan(user="ada"), ErasePlan(user="nobody", whole_user=True)])
def test_a_plan_that_names_nothing_or_nobody_is_refused(graph: Graph, plan: ErasePlan) -> None:
    add(graph, "kept", user="ada")
    before = newest_operation(graph)
    with pytest.raises((InvalidInput, NotFound)):
        graph.erase(plan)
    assert newest_operation(graph) == before
    assert listed(graph) == {"kept"}


def test_the_statistics_of_search_are_as_if_it_had_never_been(graph: Graph) -> None:
    kept = add(graph, "apple pear")
    other = add(graph, "apple")
    before = read(graph, lambda view: view.search_text(["appl", "pear"], limit=5))
    gone = add(graph, "apple apple plum and much more text of it")
    erase(graph, gone.item)
    assert read(graph, lambda view: view.search_text(["appl", "pear"], limit=5)) == before
    assert [hit.revision for hit in before] == [kept.revision, other.revision]
