"""Transaction time: views of any past operation answer as then; instants mean the operation stamped at or before."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from doxa.clock import ManualClock
from doxa.errors import Closed, InvalidInput, NaiveDatetime, NotFound
from doxa.graph.contract import Graph
from doxa.graph.nodes import Filter, Key, NewItem, NewRevision, item_node
from doxa.records import ANY
from tests.conformance.conftest import OpenStore
from tests.conformance.writing import add, current_text, newest_operation, read, revise, undo, write

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def test_operations_are_numbered_from_one_without_gaps(graph: Graph) -> None:
    assert read(graph, lambda view: (view.at, view.at_time)) == (0, None)
    assert [add(graph).operation for _ in range(3)] == [1, 2, 3]
    assert read(graph, lambda view: view.at) == 3


def test_an_operation_that_failed_leaves_no_number(graph: Graph) -> None:
    add(graph)
    with pytest.raises(KeyError):
        write(graph, lambda writer: [writer.item(NewItem("fact")), {}["missing"]])
    assert newest_operation(graph) == 1
    assert add(graph).operation == 2
    assert read(graph, lambda view: view.counts()["kind:fact"]) == 2


def test_labels_strictly_rise_when_the_clock_stands_or_goes_back(graph: Graph, clock: ManualClock) -> None:
    add(graph)
    add(graph)
    clock.set(NOON - timedelta(days=1))
    add(graph)
    clock.set(NOON + timedelta(hours=1))
    add(graph)
    times = [read(graph, lambda view, n=number: view.operation(n).at) for number in (1, 2, 3, 4)]
    assert times == sorted(set(times))
    assert times[0] == NOON
    assert times[2] - times[0] < timedelta(seconds=1)
    assert times[3] == NOON + timedelta(hours=1)


def test_an_instant_means_the_operation_at_or_before(graph: Graph, clock: ManualClock) -> None:
    made = add(graph, "one")
    clock.advance(hours=1)
    revise(graph, made.item, "two")
    at = {
        NOON - timedelta(microseconds=1): 0,
        NOON: 1,
        NOON + timedelta(minutes=59): 1,
        NOON + timedelta(hours=1): 2,
        NOON + timedelta(days=99): 2,
    }
    assert {instant: read(graph, lambda view: view.at, as_of=instant) for instant in at} == at
    assert current_text(graph, made.item, as_of=NOON + timedelta(minutes=30)) == "one"


def test_an_instant_may_be_in_any_zone(graph: Graph, clock: ManualClock) -> None:
    from datetime import timezone

    add(graph)
    clock.advance(hours=1)
    add(graph)
    tokyo = NOON.astimezone(timezone(timedelta(hours=9)))
    assert read(graph, lambda view: view.at, as_of=tokyo) == 1


def test_a_number_names_an_operation(graph: Graph) -> None:
    made = add(graph, "one")
    revise(graph, made.item, "two")
    assert current_text(graph, made.item, as_of=1) == "one"
    assert read(graph, lambda view: (view.at, view.at_time), as_of=1) == (1, NOON)
    assert read(graph, lambda view: view.at, as_of=0) == 0
    for unknown in (3, -1, 2**60):
        with pytest.raises(NotFound):
            read(graph, lambda view: view.at, as_of=unknown)


@pytest.mark.parametrize("wrong", [datetime(2026, 1, 1), "2026-01-01", 1.5, True])
def test_what_is_no_moment_is_refused(graph: Graph, wrong: object) -> None:
    add(graph)
    with pytest.raises((NaiveDatetime, InvalidInput)):
        read(graph, lambda view: view.at, as_of=wrong)  # type: ignore[arg-type]


def test_before_anything_there_is_nothing(graph: Graph) -> None:
    made = add(graph, "one", space="a", mentions=(("x", "subject"),))
    with graph.view(user=ANY, as_of=0) as view:
        assert view.list_heads(Filter()).items == ()
        assert view.items(Filter(statuses=())).items == ()
        assert view.spaces(recursive=True).items == ()
        assert view.operations().items == ()
        assert view.counts()["revisions"] == 0
        assert not view.mentions(["x"]).get("x")
        with pytest.raises(NotFound):
            view.revision(made.revision)
        with pytest.raises(NotFound):
            view.operation(1)


def test_a_view_is_one_snapshot(graph: Graph) -> None:
    made = add(graph, "one")
    with graph.view(user=ANY) as view:
        revise(graph, made.item, "two")
        other = add(graph, "other")
        assert view.at == 1
        assert view.revision(view.head(made.item)).text == "one"
        assert [row.item for row in view.list_heads(Filter()).items] == [made.item]
        with pytest.raises(NotFound):
            view.item(other.item)


def test_a_view_opened_inside_a_transaction_sees_what_is_committed(graph: Graph) -> None:
    made = add(graph, "one")
    with graph.transaction("update", user=ANY) as writer:
        second = writer.revision(made.item, NewRevision("two"))
        assert writer.view.head(made.item) == second
        with graph.view(user=ANY) as view:
            assert view.at == 1
            assert view.head(made.item) == made.revision


def test_a_view_or_writer_that_is_kept_is_refused(graph: Graph, request: pytest.FixtureRequest) -> None:
    if "model" in request.node.name:
        pytest.skip("the model lends no connection")
    made = add(graph, "one")
    with graph.view(user=ANY) as view:
        pass
    with graph.transaction("update", user=ANY) as writer:
        pass
    for late in (lambda: view.head(made.item), lambda: writer.status(item_node(made.item), "deleted")):
        with pytest.raises(Closed):
            late()


def test_a_transaction_inside_a_transaction_is_refused(graph: Graph) -> None:
    with graph.transaction("update") as writer:
        item = writer.item(NewItem("fact"))
        with pytest.raises(InvalidInput), graph.transaction("update"):
            pass
        writer.revision(item, NewRevision("kept"))
    assert current_text(graph, item) == "kept"


def test_everything_about_a_belief_is_as_of_then(graph: Graph) -> None:
    made = add(graph, "one", space="a", item_state={Key.TIER: "working"})
    then = write(graph, lambda writer: writer.alias(made.item, "name"))
    write(graph, lambda writer: writer.assert_(item_node(made.item), Key.PIN, True))
    write(graph, lambda writer: writer.move(made.item, "b"))
    write(graph, lambda writer: writer.status(item_node(made.item), "archived"))
    write(graph, lambda writer: writer.assert_(item_node(made.item), Key.TIER, "long_term"))
    revise(graph, made.item, "two")
    with graph.view(user=ANY, as_of=then) as view:
        (row,) = view.list_heads(Filter(space="a", pinned=False)).items
        assert (row.revision, row.status, row.space, row.tier) == (made.revision, "live", "a", "working")
        assert view.list_heads(Filter(space="b")).items == ()
        assert view.aliases([made.item]) == {made.item: ("name",)}
    (row,) = read(graph, lambda view: view.list_heads(Filter(space="b", pinned=True, statuses=("archived",)))).items
    assert (row.number, row.tier) == (2, "long_term")


def test_undo_does_not_change_the_past(graph: Graph) -> None:
    made = add(graph, "one")
    second = revise(graph, made.item, "two")
    undo(graph, second.operation)
    assert current_text(graph, made.item) == "one"
    assert current_text(graph, made.item, as_of=second.operation) == "two"
    assert current_text(graph, made.item, as_of=made.operation) == "one"


def test_the_log_tells_who_did_what_when_and_why(graph: Graph, clock: ManualClock) -> None:
    with graph.transaction("add", actor="ada", reason="she said so") as writer:
        writer.space("a")
        assert writer.at == clock.now()
    with graph.transaction("move") as writer:
        writer.reason("first")
        writer.reason("second thoughts")
    first, second = (read(graph, lambda view, n=number: view.operation(n)) for number in (1, 2))
    assert (first.id, first.at, first.kind, first.actor, first.reason) == (1, NOON, "add", "ada", "she said so")
    assert (second.kind, second.actor, second.reason, second.undoes) == ("move", "", "second thoughts", None)


def test_operations_are_listed_newest_first_in_pages(graph: Graph) -> None:
    for _ in range(5):
        add(graph)
    first = read(graph, lambda view: view.operations(limit=3))
    rest = read(graph, lambda view: view.operations(limit=3, cursor=first.cursor))
    assert [each.id for each in (*first.items, *rest.items)] == [5, 4, 3, 2, 1]
    assert rest.cursor is None


def test_operations_of_a_node_are_those_that_touched_it(graph: Graph) -> None:
    made, other = add(graph, "one"), add(graph, "other")
    pinned = write(graph, lambda writer: writer.assert_(item_node(made.item), Key.PIN, True))
    revised = revise(graph, made.item, "two").operation
    write(graph, lambda writer: writer.assert_(item_node(other.item), Key.PIN, True))
    found = read(graph, lambda view: view.operations([item_node(made.item)]).items)
    assert [each.id for each in found] == [revised, pinned, made.operation]


def test_a_past_view_pages_as_then(graph: Graph) -> None:
    """What came later is neither shown nor ends a page early."""
    made = [add(graph, f"n{number}", name=f"n{number}").revision for number in range(4)]
    then = newest_operation(graph)
    write(graph, lambda writer: [writer.space(f"z{number}") for number in range(3)])
    before = newest_operation(graph)
    write(graph, lambda writer: [writer.space(f"a{number}") for number in range(3)])
    add(graph, "later")
    heads = read(graph, lambda view: view.list_heads(Filter(), limit=3), as_of=then)
    assert [row.revision for row in heads.items] == [*reversed(made)][:3]
    spaces: list[str] = []
    cursor = None
    for _ in range(3):
        page = read(graph, lambda view, cursor=cursor: view.spaces(limit=1, cursor=cursor), as_of=before)
        spaces += [space.path for space in page.items]
        cursor = page.cursor
    assert (spaces, cursor) == (["z0", "z1", "z2"], None)


def test_history_survives_reopening(open_store: OpenStore, store: str, clock: ManualClock) -> None:
    if store != "file":
        pytest.skip("only a file is opened again")
    graph = open_store()
    made = add(graph, "one", user="ada")
    second = revise(graph, made.item, "two")
    undo(graph, second.operation)
    graph.close()
    again = open_store()
    assert newest_operation(again) == 3
    assert current_text(again, made.item) == "one"
    assert current_text(again, made.item, as_of=2) == "two"
    assert revise(again, made.item, "three").operation == 4
