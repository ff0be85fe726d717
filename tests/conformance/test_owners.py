"""The wall: a user sees the own and the shared; another owner's node is as if absent, in every verb."""

from __future__ import annotations

import pytest

from doxa.errors import InvalidInput, InvalidText, NotFound
from doxa.graph.contract import Graph
from doxa.graph.nodes import Filter, NewItem, NewRevision, item_node, revision_node
from doxa.records import ANY, User
from tests.conformance.writing import Made, add, read, undo, write


def listed(graph: Graph, user: User) -> list[str]:
    with graph.view(user=user) as view:
        rows = view.list_heads(Filter(), oldest_first=True).items
        return [view.revision(row.revision).text for row in rows]


@pytest.fixture
def owned(graph: Graph) -> dict[str | None, Made]:
    return {user: add(graph, f"of {user}", user=user, name="x") for user in (None, "ada", "bob")}


def test_a_user_sees_the_own_and_the_shared(graph: Graph, owned: dict[str | None, Made]) -> None:
    assert listed(graph, "ada") == ["of None", "of ada"]
    assert listed(graph, "bob") == ["of None", "of bob"]
    assert listed(graph, None) == ["of None"]
    assert listed(graph, "nobody yet") == ["of None"]
    assert listed(graph, ANY) == ["of None", "of ada", "of bob"]


def test_reading_as_somebody_new_writes_nothing(graph: Graph, owned: dict[str | None, Made]) -> None:
    listed(graph, "somebody new")
    assert read(graph, lambda view: view.counts()["users"]) == 2


def test_operations_are_counted_that_touched_what_is_seen(graph: Graph, owned: dict[str | None, Made]) -> None:
    def counted(user: User) -> int:
        with graph.view(user=user) as view:
            assert view.counts()["operations"] == len(view.operations().items)
            return view.counts()["operations"]

    assert counted(ANY) > counted("ada") >= counted(None)
    before = counted("ada")
    with graph.transaction("x", user="bob") as writer:
        writer.revision(writer.item(NewItem("note", user="bob")), NewRevision("of bob again"))
    assert counted("ada") == before


def test_another_owners_node_is_as_if_absent(graph: Graph, owned: dict[str | None, Made]) -> None:
    bobs = owned["bob"]
    kref, uid = read(graph, lambda view: (view.item(bobs.item).kref, view.item(bobs.item).uid))
    with graph.view(user="ada") as view:
        for question in (
            lambda: view.item(bobs.item),
            lambda: view.item(kref),
            lambda: view.item(uid),
            lambda: view.resolve(kref),
            lambda: view.resolve(uid),
            lambda: view.kref(bobs.revision),
            lambda: view.revision(bobs.revision),
            lambda: view.versions(bobs.item),
            lambda: view.latest(bobs.item),
            lambda: view.head(bobs.item),
            lambda: view.tags(bobs.item),
        ):
            with pytest.raises(NotFound):
                question()
        assert view.items_by_id([bobs.item]) == {}
        assert view.revisions([bobs.revision]) == {}
        assert view.heads([bobs.revision]) == {}
        assert view.state([item_node(bobs.item), revision_node(bobs.revision)]) == {}
        assert view.edges([bobs.revision], direction="both") == []
        assert view.traverse([bobs.revision]).revisions == ()
        assert view.shortest_paths(bobs.revision, bobs.revision) == []
        assert view.impact(bobs.revision) == []
        assert not view.observations([bobs.revision]).get(bobs.revision)
        assert not view.places([bobs.revision])
        assert not view.beside([bobs.revision], radius=3).get(bobs.revision)


def test_the_same_question_about_nothing_says_the_same(graph: Graph, owned: dict[str | None, Made]) -> None:
    """Only the number differs between "not yours" and "not there"."""
    with graph.view(user="ada") as view:
        with pytest.raises(NotFound) as theirs:
            view.revision(owned["bob"].revision)
        with pytest.raises(NotFound) as nothing:
            view.revision(owned["bob"].revision + 1000)  # type: ignore[arg-type]
    assert type(theirs.value) is type(nothing.value)
    assert str(theirs.value).replace(str(owned["bob"].revision), "N", 1) == str(nothing.value).replace(
        str(owned["bob"].revision + 1000), "N", 1
    )


def test_identity_and_slots_never_cross_owners(graph: Graph) -> None:
    add(graph, user="bob", identity="same", slot="home")
    assert read(graph, lambda view: view.by_identity("same", "bob"), user="ada") is None
    assert read(graph, lambda view: view.by_identity("same", "ada")) is None
    assert read(graph, lambda view: view.by_slot(["home"], "bob"), user="ada") == []


def test_counts_are_of_what_is_seen(graph: Graph, owned: dict[str | None, Made]) -> None:
    assert read(graph, lambda view: view.counts()["revisions"], user="ada") == 2
    assert read(graph, lambda view: view.counts()["kind:fact"], user=None) == 1
    assert read(graph, lambda view: view.counts()["users"], user="ada") == 1
    assert read(graph, lambda view: view.counts()["users"], user=None) == 0
    assert read(graph, lambda view: view.counts()["users"], user=ANY) == 2


def test_the_feed_tells_only_what_is_seen(graph: Graph, owned: dict[str | None, Made]) -> None:
    refs = {change.ref for change in graph.changes(user="ada") if change.kind == "item.created"}
    assert refs == {read(graph, lambda view, made=owned[user]: view.item(made.item).kref) for user in (None, "ada")}


def test_operations_are_told_of_nodes_that_are_seen(graph: Graph, owned: dict[str | None, Made]) -> None:
    with graph.view(user="ada") as view:
        own = view.operations([item_node(owned["ada"].item)]).items
        others = view.operations([item_node(owned["bob"].item)]).items
    assert [operation.id for operation in own] == [owned["ada"].operation]
    assert others == ()


@pytest.mark.parametrize(
    "name", ["ada'; DROP TABLE slab; --", "~1", "*", "%", "ANY", "None", "0", "用户", " ada ", "Ada"]
)
def test_a_user_is_a_name_and_nothing_else(graph: Graph, name: str) -> None:
    add(graph, "of ada", user="ada")
    add(graph, "of them", user=name)
    assert listed(graph, name) == ["of them"]
    assert listed(graph, "ada") == ["of ada"]


@pytest.mark.parametrize("user", ["", "  ", "a\nb", "x" * 201, "\ud800", "a\x00", 7, True, ["ada"]])
def test_what_is_no_user_is_refused(graph: Graph, user: object) -> None:
    for opened in (graph.view, lambda user: graph.transaction("add", user=user)):
        with pytest.raises((InvalidText, InvalidInput)), opened(user=user):  # type: ignore[operator]
            pass
    with pytest.raises((InvalidText, InvalidInput)):
        graph.changes(user=user)  # type: ignore[arg-type]


def test_the_writers_view_has_the_transactions_eyes(graph: Graph, owned: dict[str | None, Made]) -> None:
    with graph.transaction("add", user="ada") as writer:
        assert len(writer.view.list_heads(Filter()).items) == 2
        item = writer.item(NewItem("fact", user="ada"))
        revision = writer.revision(item, NewRevision("new"))
        assert writer.view.head(item) == revision
        assert writer.view.user == "ada"
        with pytest.raises(NotFound):
            writer.view.item(owned["bob"].item)


def test_the_wall_stands_in_the_past(graph: Graph, owned: dict[str | None, Made]) -> None:
    at = owned["bob"].operation
    undo(graph, at)
    with pytest.raises(NotFound):
        read(graph, lambda view: view.item(owned["bob"].item), user="ada", as_of=at)
    assert read(graph, lambda view: view.item(owned["bob"].item).user, user="bob", as_of=at) == "bob"


def test_labels_filter_and_are_no_wall(graph: Graph) -> None:
    made = add(graph, "x", user="ada", agent="one", session="s")
    assert read(graph, lambda view: view.item(made.item).agent, user="ada") == "one"
    assert len(read(graph, lambda view: view.list_heads(Filter(agent="two")), user="ada").items) == 0
    assert len(read(graph, lambda view: view.list_heads(Filter()), user="ada").items) == 1


def test_a_users_things_do_not_move_to_shared(graph: Graph, owned: dict[str | None, Made]) -> None:
    write(graph, lambda writer: writer.move(owned["ada"].item, "shared/place"))
    assert read(graph, lambda view: view.item(owned["ada"].item).user) == "ada"
    with pytest.raises(NotFound):
        read(graph, lambda view: view.item(owned["ada"].item), user=None)


def test_live_items_are_counted_per_owner_whoever_looks(graph: Graph) -> None:
    for user in ("ada", "ada", "bob", None):
        add(graph, kind="fact", user=user)
    gone = add(graph, kind="fact", user="bob")
    write(graph, lambda writer: writer.status(item_node(gone.item), "deleted"))
    add(graph, kind="turn", user="ada")
    for eyes in ("ada", None, ANY):
        counts = read(
            graph, lambda view: [view.count_live(["fact"], owner=each) for each in ("ada", "bob", None, ANY)], user=eyes
        )
        assert counts == [2, 1, 1, 4]
    assert read(graph, lambda view: view.count_live(["fact", "turn"], owner="ada")) == 3
    assert read(graph, lambda view: view.count_live([], owner=ANY)) == 0
