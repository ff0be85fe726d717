"""A consumer of the change feed: from the changes alone it keeps what is there and what is said of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from doxa.graph.contract import View
from doxa.graph.nodes import ChangeNode, Filter, ItemNode, Key, item_node, revision_node

MARK = "?r="


def replayed(changes: Iterable[ChangeNode]) -> dict[str, Any]:
    """Return, per kref, what the changes leave: facts by key, tags, aliases; and the edges."""
    there: dict[str, bool] = {}
    said: dict[str, dict[str, Any]] = {}
    edges: dict[tuple[str, str, str], Any] = {}
    for change in changes:
        sort, _, verb = change.kind.partition(".")
        if sort in ("item", "revision") and verb in ("created", "undone", "redone"):
            there[change.ref] = verb != "undone"
        elif sort == "edge":
            key = (change.ref, str(change.detail["type"]), str(change.detail["target"]))
            edges.pop(key, None)
            if verb == "created":
                edges[key] = change.detail.get("metadata", {})
        else:
            _say(said, sort, verb, change)
    seen = {ref for ref, present in there.items() if present and there.get(ref.partition(MARK)[0], True)}
    return {
        "there": seen,
        "said": {ref: words for ref, words in said.items() if ref in seen and words},
        "edges": {key: value for key, value in edges.items() if {key[0], key[2]} <= seen},
    }


def _say(said: dict[str, dict[str, Any]], sort: str, verb: str, change: ChangeNode) -> None:
    words = said.setdefault(change.ref, {})
    if verb in ("tagged", "untagged"):
        words = said.setdefault(change.ref.partition(MARK)[0], {})
        _put(words, f"tag:{change.detail['tag']}", change.ref if verb == "tagged" else None)
    elif sort == "alias":
        _put(words, ("alias", change.detail["alias"]), True if verb == "added" else None)
    elif verb == "moved":
        _put(words, Key.SPACE, change.detail["space"])
    elif verb == "head":
        _put(words, Key.HEAD, change.detail["head"])
    elif verb == "changed":
        _put(words, change.detail["key"], change.detail["value"])
    elif sort in ("item", "revision"):
        _put(words, Key.STATUS, None if verb == "restored" else verb)


def _put(words: dict[Any, Any], key: Any, value: Any) -> None:
    words.pop(key, None)
    if value is not None:
        words[key] = value


def read(view: View) -> dict[str, Any]:
    """Return the same of what a view of everybody's shows."""
    items = {item.id: item for item in view.items(Filter(statuses=()), limit=1_000).items}
    versions = {item: view.versions(item) for item in items}
    krefs = {node.id: view.kref(node.id) for nodes in versions.values() for node in nodes}
    said = {item.kref: _said_of(view, item, krefs) for item in items.values()}
    said |= {kref: dict(view.state([revision_node(each)])[revision_node(each)]) for each, kref in krefs.items()}
    edges = view.edges(list(krefs))
    return {
        "there": {item.kref for item in items.values()} | set(krefs.values()),
        "said": {ref: _known(words) for ref, words in said.items() if _known(words)},
        "edges": {(krefs[edge.source], edge.type, krefs[edge.target]): edge.metadata for edge in edges},
    }


def _said_of(view: View, item: ItemNode, krefs: dict[Any, str]) -> dict[Any, Any]:
    words: dict[Any, Any] = dict(view.state([item_node(item.id)])[item_node(item.id)])
    for key in words:
        if key == Key.HEAD or key.startswith("tag:"):
            words[key] = krefs[words[key]]
    if Key.SPACE in words:
        words[Key.SPACE] = item.space
    return words | {("alias", name): True for name in view.aliases([item.id]).get(item.id, ())}


def _known(words: dict[Any, Any]) -> dict[Any, Any]:
    """An attribute that was given at creation and removed is a null, which a consumer reads as removed."""
    return {key: value for key, value in words.items() if value is not None}


def ambiguous(changes: Iterable[ChangeNode]) -> bool:
    """Tell whether an address was taken again after its first item was undone: then krefs alone tell too little."""
    made = Counter(change.ref for change in changes if change.kind == "item.created")
    return any(times > 1 for times in made.values())
