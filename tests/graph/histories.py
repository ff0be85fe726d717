"""Random histories of a store, and everything a view shows as plain values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from doxa.clock import ManualClock
from doxa.errors import DoxaError
from doxa.graph.contract import View, Writer
from doxa.graph.nodes import (
    Filter,
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
from doxa.records import ANY

Step = tuple[str, int, int]
"""What to do, and two numbers that choose to what."""

EVERYTHING = Filter(statuses=(), heads_only=False)


def new_store() -> SqlGraph:
    return SqlGraph(SqliteEngine(None), "p", ManualClock())


def _add(writer: Writer, a: int, b: int) -> None:
    owner = (None, "ada")[a % 2]
    identity = f"identity {b}" if b % 3 else None
    item = writer.item(NewItem("fact", user=owner, space=("", "a", "a/b")[b % 3], identity=identity, slot="s"))
    writer.revision(item, NewRevision(f"text {a}"))


def _add_named(writer: Writer, a: int, b: int) -> None:
    item = writer.item(NewItem("event", name=f"n{b % 3}"))
    writer.revision(item, NewRevision(f"named {a}"))


def _revise(writer: Writer, a: int, b: int) -> None:
    writer.revision(_item(writer, a), NewRevision(f"again {b}", head=bool(b % 3), metadata={"b": b}))


def _edge(writer: Writer, a: int, b: int) -> None:
    writer.edge(_revision(writer, a), ("SUPPORTS", "DEPENDS_ON")[b % 2], _revision(writer, b), {"n": a % 2})


def _unedge(writer: Writer, a: int, b: int) -> None:
    edge = writer.view.edges(_all_revisions(writer))[a % 3]
    writer.unedge(edge.source, edge.type, edge.target)


STATUSES = ("live", "archived", "deleted")

ACTIONS: dict[str, Callable[[Writer, int, int], object]] = {
    "add": _add,
    "add named": _add_named,
    "revise": _revise,
    "tag": lambda writer, a, b: writer.tag(_revision(writer, a), f"t{b % 2}"),
    "pin": lambda writer, a, b: writer.assert_(item_node(_item(writer, a)), Key.PIN, bool(b % 2)),
    "attribute": lambda writer, a, b: writer.assert_(revision_node(_revision(writer, a)), "attribute:x", b % 3),
    "standing": lambda writer, a, b: writer.assert_(
        revision_node(_revision(writer, a)), Key.STANDING, ("accepted", "rival")[b % 2]
    ),
    "status": lambda writer, a, b: writer.status(item_node(_item(writer, a)), STATUSES[b % 3]),
    "edge": _edge,
    "unedge": _unedge,
    "alias": lambda writer, a, b: writer.alias(_item(writer, a), f"alias {b % 3}"),
    "canonical": lambda writer, a, b: writer.assert_(item_node(_item(writer, a)), Key.CANONICAL, f"name {b % 3}"),
    "observe": lambda writer, a, b: writer.observe(_revision(writer, a), Observation(f"source {b % 3}")),
    "move": lambda writer, a, b: writer.move(_item(writer, a), ("", "a", "c")[b % 3]),
    "artifact": lambda writer, a, b: writer.artifact(_revision(writer, a), f"f{b % 2}", "file:///x", {}),
    "undo": lambda writer, a, b: writer.undo(1 + a % max(1, writer.operation - 1), cascade=True),
    "rollback": lambda writer, a, b: writer.rollback([_item(writer, a)], b % writer.operation),
}

steps = st.lists(
    st.tuples(st.sampled_from(["add", "revise", *ACTIONS]), st.integers(0, 11), st.integers(0, 11)),
    min_size=4,
    max_size=14,
)


def play(store: SqlGraph, history: Sequence[Step]) -> list[int]:
    """Do what the steps say, one operation each; steps that the store refuses leave none. Return the operations."""
    done: list[int] = []
    for action, a, b in history:
        try:
            with store.transaction(action, user=ANY) as writer:
                ACTIONS[action](writer, a, b)
                done.append(writer.operation)
        except (DoxaError, IndexError):
            continue
    return done


def picture(store: SqlGraph, *, as_of: int | None = None, items: Sequence[ItemId] | None = None) -> dict[str, Any]:
    """Return everything a view shows, of all items or some."""
    with store.view(user=ANY, as_of=as_of) as view:
        return _picture(view, items)


def _picture(view: View, only: Sequence[ItemId] | None) -> dict[str, Any]:
    items = [node for node in view.items(EVERYTHING, limit=1000).items if only is None or node.id in only]
    versions = {node.id: view.versions(node.id) for node in items}
    revisions = [revision.id for each in versions.values() for revision in each]
    nodes = [*(item_node(node.id) for node in items), *map(revision_node, revisions)]
    edges = view.edges(revisions, direction="both")
    return {
        "items": items,
        "versions": versions,
        "heads": view.heads(revisions),
        "listed": [row for row in view.list_heads(EVERYTHING, limit=1000).items if only is None or row.item in only],
        "tags": {node.id: view.tags(node.id) for node in items},
        "state": view.state(nodes),
        "aliases": {item: set(names) for item, names in view.aliases([node.id for node in items]).items()},
        "names": {form: {each for each in found if only is None or each in only} for form, found in _names(view)},
        "vouched": {each: set(map(repr, found)) for each, found in view.observations(revisions).items()},
        "artifacts": view.artifacts(revisions),
        "edges": {repr(replace(edge, from_op=0, to_op=0)) for edge in edges},
    }


def _names(view: View) -> list[tuple[str, tuple[ItemId, ...]]]:
    forms = [f"{word} {number}" for word in ("alias", "name") for number in range(3)]
    return [(form, found) for form, found in view.items_by_alias(forms).items() if found]


def _items(writer: Writer) -> list[ItemId]:
    return [node.id for node in writer.view.items(EVERYTHING, limit=1000).items]


def _item(writer: Writer, number: int) -> ItemId:
    items = _items(writer)
    return items[number % len(items)] if items else ItemId(0)


def _all_revisions(writer: Writer) -> list[RevisionId]:
    return [node.id for item in _items(writer) for node in writer.view.versions(item)]


def _revision(writer: Writer, number: int) -> RevisionId:
    revisions = _all_revisions(writer)
    return revisions[number % len(revisions)] if revisions else RevisionId(0)
