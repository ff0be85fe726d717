"""Aliases and the canonical name: other names by which an item is found, whatever their case, width and accents."""

from __future__ import annotations

import pytest

from doxa.errors import Conflict, InvalidText, NotFound
from doxa.graph.contract import Graph
from doxa.graph.nodes import ItemId, Key, item_node
from doxa.records import ANY, User
from tests.conformance.writing import Made, add, newest_operation, read, undo, write


def alias(graph: Graph, made: Made, *names: str) -> int:
    return write(graph, lambda writer: writer.alias(made.item, *names))


def call(graph: Graph, made: Made, name: str | None) -> int:
    return write(graph, lambda writer: writer.assert_(item_node(made.item), Key.CANONICAL, name))


def named(graph: Graph, form: str, user: User = ANY, as_of: int | None = None) -> tuple[ItemId, ...]:
    return read(graph, lambda view: view.items_by_alias([form]), user=user, as_of=as_of).get(form, ())


def aliases(graph: Graph, made: Made, as_of: int | None = None) -> tuple[str, ...]:
    return read(graph, lambda view: view.aliases([made.item]), as_of=as_of).get(made.item, ())


def test_aliases_are_kept_as_given_and_found_by_their_form(graph: Graph) -> None:
    made = add(graph, kind="entity")
    alias(graph, made, "José  García", "ＮＡＳＡ", "数据库")
    assert aliases(graph, made) == ("José  García", "ＮＡＳＡ", "数据库")
    for form in ("jose garcia", "nasa", "数据库"):
        assert named(graph, form) == (made.item,)
    assert named(graph, "José  García") == ()
    assert named(graph, "jose") == ()


def test_an_alias_again_is_kept_as_it_was(graph: Graph) -> None:
    made = add(graph, kind="entity")
    alias(graph, made, "Ada")
    alias(graph, made, "ADA", "ada")
    assert aliases(graph, made) == ("Ada",)


def test_one_name_may_be_of_several_items(graph: Graph) -> None:
    one, two = add(graph, kind="entity"), add(graph, kind="entity")
    alias(graph, two, "Paris")
    alias(graph, one, "paris")
    assert named(graph, "paris") == (one.item, two.item)


def test_aliases_are_taken_away_and_come_back(graph: Graph) -> None:
    made = add(graph, kind="entity")
    given = alias(graph, made, "Ada", "Countess")
    write(graph, lambda writer: writer.unalias(made.item, "ADA"))
    assert aliases(graph, made) == ("Countess",)
    assert named(graph, "ada") == ()
    assert (aliases(graph, made, as_of=given), named(graph, "ada", as_of=given)) == (("Ada", "Countess"), (made.item,))
    alias(graph, made, "Ada")
    assert named(graph, "ada") == (made.item,)


def test_taking_away_what_is_not_there_is_refused_whole(graph: Graph) -> None:
    made = add(graph, kind="entity")
    alias(graph, made, "Ada")
    with pytest.raises(NotFound):
        write(graph, lambda writer: writer.unalias(made.item, "Ada", "Bob"))
    assert aliases(graph, made) == ("Ada",)


def test_the_canonical_name_is_found_too_and_first(graph: Graph) -> None:
    old, new = add(graph, kind="entity"), add(graph, kind="entity")
    alias(graph, old, "Ada Lovelace")
    call(graph, new, "Ada Lovelace")
    assert named(graph, "ada lovelace") == (new.item, old.item)
    assert aliases(graph, new) == ()


def test_a_changed_canonical_name_is_found_instead(graph: Graph) -> None:
    made = add(graph, kind="entity")
    first = call(graph, made, "Byron")
    call(graph, made, "Lovelace")
    assert (named(graph, "byron"), named(graph, "lovelace")) == ((), (made.item,))
    assert (named(graph, "byron", as_of=first), named(graph, "lovelace", as_of=first)) == ((made.item,), ())
    call(graph, made, None)
    assert named(graph, "lovelace") == ()


def test_the_canonical_name_given_at_creation_is_found(graph: Graph) -> None:
    made = add(graph, kind="entity", item_state={Key.CANONICAL: "Ada Lovelace"})
    assert named(graph, "ada lovelace") == (made.item,)


def test_undo_takes_a_name_back(graph: Graph) -> None:
    made = add(graph, kind="entity")
    call(graph, made, "Byron")
    renamed = call(graph, made, "Lovelace")
    given = alias(graph, made, "Countess")
    undo(graph, given)
    undo(graph, renamed)
    assert (named(graph, "byron"), named(graph, "lovelace"), named(graph, "countess")) == ((made.item,), (), ())


def test_a_circle_of_names_is_refused(graph: Graph) -> None:
    one, two = add(graph, kind="entity"), add(graph, kind="entity")
    call(graph, one, "One")
    call(graph, two, "Two")
    alias(graph, one, "Two")
    with pytest.raises(Conflict, match="circular"):
        alias(graph, two, "One")
    assert aliases(graph, two) == ()


def test_names_stay_behind_the_wall(graph: Graph) -> None:
    adas, shared = add(graph, kind="entity", user="ada"), add(graph, kind="entity")
    alias(graph, adas, "Home")
    alias(graph, shared, "Home")
    assert named(graph, "home", user="ada") == (adas.item, shared.item)
    assert named(graph, "home", user="bob") == (shared.item,)
    assert read(graph, lambda view: view.aliases([adas.item]), user="bob") == {}


@pytest.mark.parametrize("name", ["", " ", "a\nb", "x" * 201, "a\x00b", "\ud800", None])
def test_a_name_is_one_line(graph: Graph, name: str) -> None:
    made = add(graph, kind="entity")
    with pytest.raises(InvalidText):
        alias(graph, made, "good", name)
    assert aliases(graph, made) == ()
    assert newest_operation(graph) == 1


@pytest.mark.parametrize("name", ["'; DROP TABLE alias; --", "%", "_", '"', "*", "C++", "a/b", "🦊"])
def test_any_mark_is_data(graph: Graph, name: str) -> None:
    made, other = add(graph, kind="entity"), add(graph, kind="entity")
    alias(graph, made, name)
    alias(graph, other, "other")
    assert aliases(graph, made) == (name,)
    (form,) = [form for form in (name, name.casefold()) if named(graph, form)][:1]
    assert named(graph, form) == (made.item,)


def test_an_unknown_item_is_refused(graph: Graph) -> None:
    for verb in ("alias", "unalias"):
        with pytest.raises(NotFound):
            write(graph, lambda writer, verb=verb: getattr(writer, verb)(ItemId(999), "x"))
