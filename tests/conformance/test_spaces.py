"""Spaces: a tree of paths for every owner, listed by segments, never by string prefix."""

from __future__ import annotations

import pytest

from doxa.clock import ManualClock
from doxa.errors import InvalidInput, InvalidKref, NotFound
from doxa.graph.contract import Graph
from doxa.graph.nodes import ItemId, space_node
from doxa.records import ANY, User
from tests.conformance.writing import add, newest_operation, read, undo, write


def paths(graph: Graph, parent: str = "", *, recursive: bool = False, user: User = ANY) -> list[str]:
    page = read(graph, lambda view: view.spaces(parent, recursive=recursive), user=user)
    return [space.path for space in page.items]


def make(graph: Graph, *spaces: str, user: str | None = None) -> None:
    write(graph, lambda writer: [writer.space(path, user=user) for path in spaces])


def test_a_space_is_made_with_its_parents(graph: Graph, clock: ManualClock) -> None:
    make(graph, "a/b/c")
    assert paths(graph, recursive=True) == ["a", "a/b", "a/b/c"]
    (space,) = read(graph, lambda view: view.spaces("a")).items
    assert (space.path, space.user, space.created_at) == ("a/b", None, clock.now())


def test_the_same_path_is_the_same_space(graph: Graph) -> None:
    with graph.transaction("space") as writer:
        assert writer.space("a/b") == writer.space("/a/b/") == writer.space("a/b")
    assert paths(graph, recursive=True) == ["a", "a/b"]


def test_a_listing_shows_children_or_the_whole_subtree(graph: Graph) -> None:
    make(graph, "a/x/deep", "a/y", "ab/z", "b")
    assert paths(graph) == ["a", "ab", "b"]
    assert paths(graph, "a") == ["a/x", "a/y"]
    assert paths(graph, "a", recursive=True) == ["a/x", "a/x/deep", "a/y"]
    assert paths(graph, "a/x/deep") == []
    assert paths(graph, "nowhere", recursive=True) == []


def test_spaces_have_names_of_any_script(graph: Graph) -> None:
    make(graph, "项目/阿波罗", "데이터", "Ünï")
    assert paths(graph, "项目") == ["项目/阿波罗"]
    assert add(graph, name="x", space="项目/阿波罗").item
    assert read(graph, lambda view: view.item("kref://p/项目/阿波罗/x.fact").space) == "项目/阿波罗"


def test_a_space_may_look_like_an_item(graph: Graph) -> None:
    make(graph, "notes.fact")
    made = add(graph, name="x", space="notes.fact")
    kref = read(graph, lambda view: view.item(made.item).kref)
    assert read(graph, lambda view: view.item(kref).id) == made.item


@pytest.mark.parametrize("path", ["a//b", "a b", "../x", "a/..", "a/\x00", "\ud800", "~1", "a?b", "x" * 201])
def test_a_path_that_cannot_stand_in_a_kref_is_refused(graph: Graph, path: str) -> None:
    with pytest.raises(InvalidKref):
        make(graph, path)
    with pytest.raises(InvalidKref):
        add(graph, space=path)
    assert newest_operation(graph) == 0
    assert paths(graph, recursive=True) == []


def test_pages_of_spaces_join(graph: Graph) -> None:
    make(graph, *(f"s{number}" for number in range(5)))
    first = read(graph, lambda view: view.spaces(limit=3))
    rest = read(graph, lambda view: view.spaces(limit=3, cursor=first.cursor))
    assert [space.path for space in (*first.items, *rest.items)] == ["s0", "s1", "s2", "s3", "s4"]
    assert rest.cursor is None
    with pytest.raises(InvalidInput):
        read(graph, lambda view: view.spaces(cursor="no cursor at all"))


def test_every_owner_has_a_tree(graph: Graph) -> None:
    make(graph, "a")
    make(graph, "a", "private", user="ada")
    make(graph, "bobs", user="bob")
    assert paths(graph, user=None) == ["a"]
    assert paths(graph, user="ada") == ["a", "a", "private"]
    assert paths(graph, user=ANY) == ["a", "a", "bobs", "private"]
    assert [space.user for space in read(graph, lambda view: view.spaces(), user="ada").items] == [None, "ada", "ada"]


def test_spaces_are_listed_as_of_then(graph: Graph) -> None:
    make(graph, "a")
    before = newest_operation(graph)
    make(graph, "a/b")
    assert [each.path for each in read(graph, lambda view: view.spaces(recursive=True), as_of=before).items] == ["a"]
    assert paths(graph, recursive=True) == ["a", "a/b"]


def test_a_space_takes_attributes(graph: Graph) -> None:
    with graph.transaction("space") as writer:
        node = space_node(writer.space("a"))
        writer.assert_(node, "attribute:purpose", "notes")
    assert read(graph, lambda view: view.attributes(node)) == {"purpose": "notes"}


def test_an_item_moves_and_keeps_its_kref(graph: Graph) -> None:
    made = add(graph, name="x", space="a")
    kref = read(graph, lambda view: view.item(made.item).kref)
    moved = write(graph, lambda writer: writer.move(made.item, "b/c"))
    assert read(graph, lambda view: view.item(made.item)).kref == kref
    assert read(graph, lambda view: view.item(kref)).space == "b/c"
    assert read(graph, lambda view: view.item(kref), as_of=moved - 1).space == "a"
    write(graph, lambda writer: writer.move(made.item, "a"))
    assert read(graph, lambda view: view.item(kref)).space == "a"


def test_a_move_stays_in_the_tree_of_the_owner(graph: Graph) -> None:
    made = add(graph, user="ada", space="a")
    write(graph, lambda writer: writer.move(made.item, "b"))
    assert paths(graph, user="ada") == ["a", "b"]
    assert paths(graph, user=None) == []


def test_two_items_of_one_name_may_lie_in_one_space_after_a_move(graph: Graph) -> None:
    one, two = add(graph, name="x", space="a"), add(graph, name="x", space="b")
    write(graph, lambda writer: writer.move(one.item, "b"))
    assert read(graph, lambda view: view.item("kref://p/a/x.fact").id) == one.item
    assert read(graph, lambda view: view.item("kref://p/b/x.fact").id) == two.item


def test_moving_an_unknown_item_is_refused(graph: Graph) -> None:
    with pytest.raises(NotFound):
        write(graph, lambda writer: writer.move(ItemId(999), "a"))
    assert paths(graph) == []


def test_a_space_stays_when_what_made_it_is_undone(graph: Graph) -> None:
    made = add(graph, name="x", space="a")
    add(graph, name="y", space="a")
    undo(graph, made.operation)
    assert paths(graph) == ["a"]
    add(graph, name="z", space="a")
    assert read(graph, lambda view: view.item("kref://p/a/z.fact").space) == "a"
