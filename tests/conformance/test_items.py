"""Items: stable identities with owner, labels and kind; listing them by what they are."""

from __future__ import annotations

import pytest

from doxa.clock import ManualClock
from doxa.errors import AlreadyExists, InvalidInput, InvalidKind, InvalidText, NotFound
from doxa.graph.contract import Graph
from doxa.graph.nodes import Filter, ItemId, Key, NewItem, NewRevision, item_node
from doxa.records import ANY
from tests.conformance.writing import add, newest_operation, read, revise, undo, write

LIVE = Filter()


def names(graph: Graph, filter: Filter = LIVE, **question: object) -> list[str]:
    page = read(graph, lambda view: view.items(filter, **question))  # type: ignore[arg-type]
    return [item.name for item in page.items]


def test_an_item_keeps_what_it_was_made_with(graph: Graph, clock: ManualClock) -> None:
    made = add(
        graph,
        kind="preference",
        user="ada",
        space="work",
        name="tea",
        agent="helper",
        session="s1",
        contexts=("guild:x", "domain:code", "guild:x"),
        uid="0123456789abcdef" * 2,
    )
    item = read(graph, lambda view: view.item(made.item))
    assert (item.kind, item.name, item.space) == ("preference", "tea", "work")
    assert (item.user, item.agent, item.session) == ("ada", "helper", "s1")
    assert item.contexts == ("domain:code", "guild:x")
    assert (item.uid, item.operation, item.created_at) == ("0123456789abcdef" * 2, made.operation, clock.now())


def test_an_item_without_a_name_gets_an_opaque_one(graph: Graph) -> None:
    one, two = add(graph, "secret words"), add(graph, "secret words")
    first, second = (read(graph, lambda view, item=item: view.item(item)) for item in (one.item, two.item))
    assert first.name == first.uid
    assert first.name != second.name
    assert "secret" not in first.kref


def test_one_address_is_one_item(graph: Graph) -> None:
    add(graph, name="x", space="a")
    with pytest.raises(AlreadyExists) as caught:
        add(graph, name="x", space="a")
    assert caught.value.field == "name"
    for other in ({"name": "y"}, {"kind": "event"}, {"space": "b"}, {"user": "ada"}):
        add(graph, **{"name": "x", "space": "a", **other})


def test_the_address_of_an_undone_item_can_be_taken_again(graph: Graph) -> None:
    first = add(graph, "first", name="x")
    undo(graph, first.operation)
    second = add(graph, "second", name="x")
    assert read(graph, lambda view: view.item("kref://p/x.fact").id) == second.item
    assert read(graph, lambda view: view.item("kref://p/x.fact").id, as_of=first.operation) == first.item


def test_one_id_is_one_item(graph: Graph) -> None:
    add(graph, uid="a" * 32)
    with pytest.raises(AlreadyExists) as caught:
        add(graph, uid="a" * 32)
    assert caught.value.field == "uid"


@pytest.mark.parametrize("uid", ["", "x" * 32, "A" * 32, "a" * 31, "a" * 33])
def test_an_id_is_32_hex_digits(graph: Graph, uid: str) -> None:
    with pytest.raises(InvalidInput):
        add(graph, uid=uid)


@pytest.mark.parametrize("kind", ["", "Fact", "1st", "a b", "a-b", "a.b", "数据", "x" * 51, "bundle", "f'; --"])
def test_a_kind_is_a_lower_case_word_and_not_reserved(graph: Graph, kind: str) -> None:
    with pytest.raises(InvalidKind) as caught:
        write(graph, lambda writer: writer.item(NewItem(kind)))
    assert repr(kind) in str(caught.value)
    assert newest_operation(graph) == 0


@pytest.mark.parametrize("field", ["user", "agent", "session"])
@pytest.mark.parametrize("label", ["", "  ", "a\nb", "x" * 201, "a\x00b", "\ud800"])
def test_a_label_is_one_line(graph: Graph, field: str, label: str) -> None:
    with pytest.raises(InvalidText):
        add(graph, **{field: label})


def test_contexts_are_not_one_string(graph: Graph) -> None:
    with pytest.raises(InvalidInput):
        add(graph, contexts="domain:code")


def test_one_identity_is_one_live_item_of_an_owner(graph: Graph) -> None:
    made = add(graph, identity="ada likes tea", user="ada")
    with pytest.raises(AlreadyExists) as caught:
        add(graph, identity="ada likes tea", user="ada")
    assert caught.value.field == "identity"
    add(graph, identity="ada likes tea", user="bob")
    add(graph, identity="ada likes tea")
    add(graph, identity="ada likes tea", user="ada", contexts=("work",))
    assert read(graph, lambda view: view.by_identity("ada likes tea", "ada")) == made.item


@pytest.mark.parametrize("status", ["archived", "deleted", "quarantined"])
def test_an_identity_is_free_while_its_item_is_not_live(graph: Graph, status: str) -> None:
    made = add(graph, identity="same")
    write(graph, lambda writer: writer.status(item_node(made.item), status))
    assert read(graph, lambda view: view.by_identity("same", None)) is None
    second = add(graph, identity="same")
    assert read(graph, lambda view: view.by_identity("same", None)) == second.item
    with pytest.raises(AlreadyExists):
        write(graph, lambda writer: writer.status(item_node(made.item), "live"))
    assert read(graph, lambda view: view.state([item_node(made.item)])[item_node(made.item)][Key.STATUS]) == status


def test_a_rival_stands_beside_the_holder_of_its_identity(graph: Graph) -> None:
    made = add(graph, identity="same")
    rival = add(graph, identity="same", rival=True, state={Key.STANDING: "rival"})
    assert rival.item != made.item
    assert read(graph, lambda view: view.by_identity("same", None)) == made.item


def test_what_an_item_counts_as_can_change(graph: Graph) -> None:
    made, other = add(graph, identity="old", slot="home"), add(graph, identity="taken")
    write(graph, lambda writer: writer.identify(made.item, identity="new", slot="employer"))
    assert read(graph, lambda view: view.by_identity("old", None)) is None
    assert read(graph, lambda view: view.by_identity("new", None)) == made.item
    assert read(graph, lambda view: view.by_slot(["home"], None)) == []
    assert read(graph, lambda view: view.by_slot(["employer"], None)) == [made.item]
    with pytest.raises(AlreadyExists):
        write(graph, lambda writer: writer.identify(made.item, identity="taken", slot=None))
    assert read(graph, lambda view: view.by_identity("new", None)) == made.item
    assert read(graph, lambda view: view.by_identity("taken", None)) == other.item


def test_slots_list_live_items_of_one_owner_oldest_first(graph: Graph) -> None:
    first = add(graph, slot="home", user="ada")
    rival = add(graph, slot="home", user="ada", state={Key.STANDING: "rival"})
    add(graph, slot="home", user="bob")
    gone = add(graph, slot="home", user="ada")
    other = add(graph, slot="pet", user="ada")
    write(graph, lambda writer: writer.status(item_node(gone.item), "deleted"))
    assert read(graph, lambda view: view.by_slot(["home"], "ada")) == [first.item, rival.item]
    assert read(graph, lambda view: view.by_slot(["pet", "home"], "ada")) == [first.item, rival.item, other.item]
    assert read(graph, lambda view: view.by_slot(["home"], None)) == []


def test_items_are_listed_newest_first(graph: Graph) -> None:
    for name in "abc":
        add(graph, name=name)
    assert names(graph) == ["c", "b", "a"]


def test_pages_join_without_gap_or_overlap(graph: Graph) -> None:
    for number in range(7):
        add(graph, name=f"n{number}")
    seen: list[str] = []
    cursor = None
    for _ in range(4):
        page = read(graph, lambda view, cursor=cursor: view.items(Filter(), limit=2, cursor=cursor))
        seen += [item.name for item in page.items]
        cursor = page.cursor
    assert seen == [f"n{number}" for number in reversed(range(7))]
    assert cursor is None


def test_a_page_is_not_disturbed_by_what_is_added_meanwhile(graph: Graph) -> None:
    for number in range(4):
        add(graph, name=f"n{number}")
    first = read(graph, lambda view: view.items(Filter(), limit=2))
    add(graph, name="later")
    second = read(graph, lambda view: view.items(Filter(), limit=2, cursor=first.cursor))
    assert [item.name for item in second.items] == ["n1", "n0"]


def test_a_full_last_page_has_no_cursor(graph: Graph) -> None:
    for name in "ab":
        add(graph, name=name)
    assert read(graph, lambda view: view.items(Filter(), limit=2)).cursor is None


@pytest.mark.parametrize("cursor", ["", "x", "-1", "1; DROP TABLE item", "\ud800", "%s"])
def test_what_is_no_cursor_is_refused(graph: Graph, cursor: str) -> None:
    add(graph)
    with pytest.raises(InvalidInput):
        read(graph, lambda view: view.items(Filter(), cursor=cursor))


@pytest.mark.parametrize("limit", [0, -1])
def test_a_page_holds_at_least_one(graph: Graph, limit: int) -> None:
    with pytest.raises(InvalidInput):
        read(graph, lambda view: view.items(Filter(), limit=limit))


def test_a_filter_keeps_by_kind_labels_and_pin(graph: Graph) -> None:
    add(graph, name="a", kind="event", agent="x", session="s1")
    add(graph, name="b", agent="y", session="s1", item_state={Key.PIN: True})
    add(graph, name="c", session="s2")
    assert names(graph, Filter(kinds=("event",))) == ["a"]
    assert names(graph, Filter(kinds=("event", "fact"))) == ["c", "b", "a"]
    assert names(graph, Filter(kinds=("unheard_of",))) == []
    assert names(graph, Filter(agent="x")) == ["a"]
    assert names(graph, Filter(session="s1")) == ["b", "a"]
    assert names(graph, Filter(session="s1", agent="y")) == ["b"]
    assert names(graph, Filter(pinned=True)) == ["b"]
    assert names(graph, Filter(pinned=False)) == ["c", "a"]


def test_what_has_no_context_applies_everywhere(graph: Graph) -> None:
    add(graph, name="everywhere")
    add(graph, name="work", contexts=("work", "code"))
    add(graph, name="home", contexts=("home",))
    assert names(graph, Filter(contexts=("work",))) == ["work", "everywhere"]
    assert names(graph, Filter(contexts=("code", "home"))) == ["home", "work", "everywhere"]
    assert names(graph, Filter(contexts=())) == ["everywhere"]
    assert names(graph, Filter(contexts=("unknown",))) == ["everywhere"]
    assert names(graph, Filter(contexts=None)) == ["home", "work", "everywhere"]


def test_a_space_keeps_its_subtree_by_segments(graph: Graph) -> None:
    for name, space in [("a", "miho"), ("b", "miho/deep/er"), ("c", "miho-x"), ("d", "")]:
        add(graph, name=name, space=space)
    assert names(graph, Filter(space="miho")) == ["b", "a"]
    assert names(graph, Filter(space="miho/deep")) == ["b"]
    assert names(graph, Filter(space="mih")) == []
    assert names(graph, Filter(space="")) == ["d", "c", "b", "a"]


@pytest.mark.parametrize("status", ["archived", "deleted", "quarantined"])
def test_what_is_not_live_is_listed_only_when_asked_for(graph: Graph, status: str) -> None:
    made = add(graph, name="x")
    write(graph, lambda writer: writer.status(item_node(made.item), status))
    assert names(graph) == []
    assert names(graph, Filter(statuses=(status,))) == ["x"]
    assert names(graph, Filter(statuses=())) == ["x"]
    assert read(graph, lambda view: view.item("kref://p/x.fact").id) == made.item
    write(graph, lambda writer: writer.status(item_node(made.item), "live"))
    assert names(graph) == ["x"]


def test_a_name_matches_whole_with_stars_as_wildcards(graph: Graph) -> None:
    for name in ["report", "report-2", "my-report", "re_ort", "数据报告"]:
        add(graph, name=name)
    assert names(graph, name="report") == ["report"]
    assert names(graph, name="report*") == ["report-2", "report"]
    assert names(graph, name="*报*") == ["数据报告"]
    assert names(graph, name="re?ort") == []
    assert names(graph, name="re_ort") == ["re_ort"]
    assert names(graph, name="%") == []
    assert names(graph, name="[r]eport") == []
    assert names(graph, name="nothing*") == []


def test_many_items_are_read_at_once(graph: Graph) -> None:
    mine, theirs = add(graph, user="ada"), add(graph, user="bob")
    found = read(graph, lambda view: view.items_by_id([mine.item, theirs.item, ItemId(999)]), user="ada")
    assert list(found) == [mine.item]


@pytest.mark.parametrize("ref", [0, -1, 999, 2**62])
def test_a_number_that_names_nothing_is_not_found(graph: Graph, ref: int) -> None:
    with pytest.raises(NotFound):
        read(graph, lambda view: view.item(ItemId(ref)))


def test_a_revision_of_an_unknown_item_is_refused(graph: Graph) -> None:
    with pytest.raises(NotFound):
        revise(graph, ItemId(999))
    assert newest_operation(graph) == 0


def test_an_item_and_its_revision_are_one_operation(graph: Graph) -> None:
    with graph.transaction("add", user=ANY) as writer:
        item = writer.item(NewItem("fact"))
        writer.revision(item, NewRevision("one"))
        writer.revision(item, NewRevision("two"))
    assert newest_operation(graph) == 1
    assert read(graph, lambda view: [node.number for node in view.versions(item)]) == [1, 2]
