"""Batches: many revisions in one operation, consecutive numbers, positional results, bad rows named and left out."""

from __future__ import annotations

from doxa.graph.contract import Graph
from doxa.graph.nodes import (
    BatchResult,
    BatchRow,
    Filter,
    ItemId,
    Key,
    NewItem,
    NewRevision,
    Observation,
    RevisionId,
    item_node,
)
from doxa.records import ANY, Attachment
from tests.conformance.writing import add, newest_operation, read, texts, undo


def batch(graph: Graph, *rows: BatchRow) -> BatchResult:
    with graph.transaction("batch", user=ANY) as writer:
        return writer.revisions(rows)


def row(text: str, item: ItemId | NewItem | None = None, **fields: object) -> BatchRow:
    return BatchRow(NewItem("fact") if item is None else item, NewRevision(text, **fields))  # type: ignore[arg-type]


def said(graph: Graph, result: BatchResult) -> list[str | None]:
    nodes = read(graph, lambda view: view.revisions([each for each in result.created if each is not None]))
    return [None if each is None else nodes[each].text for each in result.created]


def test_results_stand_at_the_place_of_their_rows(graph: Graph) -> None:
    made = add(graph, "old")
    result = batch(graph, row("a"), row("b", made.item), row("c"))
    assert said(graph, result) == ["a", "b", "c"]
    assert result.failed == ()
    assert newest_operation(graph) == 2


def test_rows_of_one_item_are_numbered_in_order(graph: Graph) -> None:
    made = add(graph, "one")
    result = batch(graph, row("two", made.item), row("other"), row("three", made.item), row("four", made.item))
    assert texts(graph, made.item) == ["one", "two", "three", "four"]
    assert read(graph, lambda view: view.latest(made.item)) == result.created[3]


def test_rows_that_name_one_new_item_append_to_it(graph: Graph) -> None:
    new = NewItem("fact", name="x", space="a")
    result = batch(graph, row("one", new), row("two", new))
    item = read(graph, lambda view: view.item("kref://p/a/x.fact").id)
    assert texts(graph, item) == ["one", "two"]
    again = batch(graph, row("three", new))
    assert texts(graph, item) == ["one", "two", "three"]
    assert result.failed == again.failed == ()


def test_a_bad_row_is_named_and_the_others_commit(graph: Graph) -> None:
    made = add(graph, "one")
    result = batch(
        graph,
        row("good"),
        row(""),
        row("two", made.item),
        row("x", ItemId(999)),
        row("x", NewItem("Bad Kind")),
        row("x", NewItem("fact", name="a b")),
        row("three", made.item, number=1),
        row("four", made.item),
        row("x", metadata={"n": float("nan")}),
        row("last"),
    )
    assert said(graph, result) == ["good", None, "two", None, None, None, None, "four", None, "last"]
    assert [position for position, _ in result.failed] == [1, 3, 4, 5, 6, 8]
    assert all(reason for _, reason in result.failed)
    assert texts(graph, made.item) == ["one", "two", "four"]


def test_a_bad_row_leaves_no_item_space_or_word_behind(graph: Graph) -> None:
    result = batch(graph, row("", NewItem("fact", user="ada", space="a/b", name="x")), row("fine"))
    assert [position for position, _ in result.failed] == [0]
    assert len(read(graph, lambda view: view.items(Filter())).items) == 1
    assert read(graph, lambda view: view.spaces(recursive=True)).items == ()
    assert read(graph, lambda view: view.counts()["users"]) == 0


def test_a_row_whose_artifact_or_turn_is_bad_leaves_nothing(graph: Graph) -> None:
    result = batch(
        graph,
        row("a", artifacts=(Attachment("x", "file:///1"), Attachment("x", "file:///2"))),
        row("b", observations=(Observation("ada", turn=RevisionId(999)),)),
        row("c", NewItem("fact", state={Key.TIER: object()})),  # type: ignore[dict-item]
    )
    assert [position for position, _ in result.failed] == [0, 1, 2]
    assert read(graph, lambda view: view.counts()["revisions"]) == 0
    assert read(graph, lambda view: view.artifacts_at("file:///1")) == ()
    assert read(graph, lambda view: view.items(Filter(statuses=()))).items == ()


def test_a_row_with_a_taken_identity_or_id_is_refused(graph: Graph) -> None:
    same = NewItem("fact", identity="same")
    result = batch(graph, row("a", same), row("b", same), row("c", NewItem("fact", uid="a" * 32)))
    assert [position for position, _ in result.failed] == [1]
    again = batch(graph, row("d", NewItem("fact", uid="a" * 32)), row("e", same))
    assert [position for position, _ in again.failed] == [0, 1]


def test_a_batch_takes_identities_that_are_free(graph: Graph) -> None:
    first = batch(
        graph, row("a", NewItem("fact", identity="one")), row("b", NewItem("fact", user="ann", identity="one"))
    )
    assert first.failed == ()
    with graph.transaction("delete", user=ANY) as writer:
        made = writer.view.by_identity("one", None, ())
        assert made is not None
        writer.status(item_node(made), "deleted")
    again = batch(
        graph,
        row("c", NewItem("fact", identity="two")),
        row("d", NewItem("fact", identity="one")),
        row("e", NewItem("fact", user="ann", identity="one")),
        row("", NewItem("fact", identity="three")),
        row("f", NewItem("fact", identity="three")),
    )
    assert [position for position, _ in again.failed] == [2, 3]
    assert said(graph, again) == ["c", "d", None, None, "f"]
    assert read(graph, lambda view: view.by_identity("two", None, ())) is not None


def test_an_identity_that_a_named_row_took_is_not_given_again(graph: Graph) -> None:
    named = NewItem("fact", name="x", identity="same")
    result = batch(graph, row("a", named), row("b", NewItem("fact", identity="same")), row("c"))
    assert [position for position, _ in result.failed] == [1]
    assert said(graph, result) == ["a", None, "c"]


def test_an_empty_batch_is_fine(graph: Graph) -> None:
    assert batch(graph) == BatchResult((), ())


def test_a_batch_keeps_everything_a_row_carries(graph: Graph) -> None:
    new = NewItem("fact", user="ada", state={Key.PIN: True, Key.CANONICAL: "Ada"})
    result = batch(
        graph,
        row(
            "text",
            new,
            title="title",
            state={Key.EVIDENCE: "official"},
            observations=(Observation("bob"),),
            mentions=(("ada", "subject"),),
            artifacts=(Attachment("x", "file:///1"),),
        ),
    )
    (revision,) = result.created
    assert revision is not None
    with graph.view(user="ada") as view:
        head = view.heads([revision])[revision]
        assert (head.pinned, head.evidence, head.user) == (True, "official", "ada")
        assert view.revision(revision).title == "title"
        assert [each.source for each in view.observations([revision])[revision]] == ["bob"]
        assert view.mentions(["ada"])["ada"] == [(revision, "subject")]
        assert [each.name for each in view.artifacts([revision])[revision]] == ["x"]
        assert view.items_by_alias(["ada"])["ada"] == (head.item,)


def test_a_batch_is_undone_as_one(graph: Graph) -> None:
    made = add(graph, "one")
    batch(graph, row("two", made.item), row("new"), row("three", made.item))
    undo(graph, newest_operation(graph))
    assert texts(graph, made.item) == ["one"]
    assert len(read(graph, lambda view: view.items(Filter())).items) == 1


def test_a_long_batch_is_whole(graph: Graph) -> None:
    result = batch(graph, *(row(f"row {number}") for number in range(1_200)))
    assert said(graph, result) == [f"row {number}" for number in range(1_200)]
    assert read(graph, lambda view: view.counts()["kind:fact"]) == 1_200
