"""Everything that can be read through a view, as plain values that two stores can be compared by."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, TypeVar

from doxa.errors import DoxaError
from doxa.graph.aliases import alias_form
from doxa.graph.contract import Graph, View
from doxa.graph.nodes import (
    PROJECT_NODE,
    Filter,
    ItemId,
    NodeId,
    RevisionId,
    artifact_node,
    item_node,
    revision_node,
    space_node,
)
from doxa.records import Period, User
from doxa.text.tokens import query_tokens
from tests.conformance.steps import CONTEXTS, FORMS, IDENTITIES, SLOTS, TEXTS, TYPES, USERS, Size, unit

K = TypeVar("K")

FILTERS = (
    Filter(),
    Filter(statuses=(), heads_only=False),
    Filter(kinds=("fact",), space="a", contexts=("work",)),
    Filter(statuses=("archived", "deleted"), pinned=False),
    Filter(session="s", pinned=True),
)
PERIODS = (
    Period(None, None),
    Period(datetime(2020, 1, 2, tzinfo=UTC), datetime(2020, 1, 4, tzinfo=UTC)),
    Period(datetime(2020, 1, 4, tzinfo=UTC), None),
)


def filled(found: Mapping[K, Any]) -> dict[K, Any]:
    """Leave out what is empty: stores may or may not list what they have nothing of."""
    return {key: value for key, value in found.items() if value not in ((), [], {})}


def answer(question: Any) -> Any:
    """Return what a question answers, or the name of the error it raises."""
    try:
        return question()
    except DoxaError as error:
        return error.code


def snapshot(view: View, size: Size) -> dict[str, Any]:
    """Return everything that a view answers alike now and as of then."""
    items = [ItemId(number) for number in range(1, size.items + 1)]
    revisions = [RevisionId(number) for number in range(1, size.revisions + 1)]
    nodes = [*map(item_node, items), *map(revision_node, revisions), PROJECT_NODE]
    nodes += [artifact_node(number) for number in range(1, size.artifacts + 1)]
    nodes += [space_node(number) for number in range(1, size.spaces + 1)]
    return {
        "at": (view.at, view.at_time, view.user),
        **_addresses(view, items, revisions),
        **_listings(view),
        **_assertions(view, items, revisions, nodes),
        **_edges(view, revisions),
        **_lookups(view, revisions),
        **_log(view, nodes),
    }


def _addresses(view: View, items: Iterable[ItemId], revisions: Iterable[RevisionId]) -> dict[str, Any]:
    return {
        "items": view.items_by_id(list(items)),
        "item": [answer(lambda item=item: view.item(item)) for item in items],
        "versions of": filled(view.versions_of(list(items))),
        "spells": [view.spells(item) for item in items],
        "versions": [answer(lambda item=item: view.versions(item)) for item in items],
        "latest": [answer(lambda item=item: view.latest(item)) for item in items],
        "head": [answer(lambda item=item: view.head(item)) for item in items],
        "revisions": view.revisions(list(revisions)),
        "krefs": [answer(lambda each=each: view.kref(each)) for each in revisions],
        "resolved": [answer(lambda each=each: view.resolve(view.kref(each))) for each in revisions],
        "heads": view.heads(list(revisions)),
        "grades": view.grades(list(revisions)),
    }


def _listings(view: View) -> dict[str, Any]:
    return {
        "listed": [view.items(filter).items for filter in FILTERS],
        "named": view.items(Filter(statuses=()), name="x").items,
        "list_heads": [view.list_heads(filter).items for filter in FILTERS],
        "oldest": view.list_heads(Filter(), oldest_first=True).items,
        "pages": _pages(view),
        "spaces": view.spaces(recursive=True).items,
        "children": view.spaces("a").items,
        "anchors": [sorted(view.anchors(filter), key=repr) for filter in FILTERS[:4]],
        "newest anchors": sorted(view.anchors(Filter(), without=("turn",), newest=1), key=repr),
        "counts": filled({key: value or () for key, value in view.counts().items()}),
    }


def _pages(view: View) -> list[Any]:
    pages, cursor = [], None
    for _ in range(100):
        page = view.list_heads(Filter(statuses=()), limit=2, cursor=cursor)
        pages.append([row.revision for row in page.items])
        cursor = page.cursor
        if cursor is None:
            return pages
    raise AssertionError("the pages do not end")


def _assertions(
    view: View, items: Iterable[ItemId], revisions: Iterable[RevisionId], nodes: list[NodeId]
) -> dict[str, Any]:
    return {
        "state": filled(view.state(nodes)),
        "history": [_told(view.assertion_history(node)) for node in nodes],
        "attributes": [view.attributes(node) for node in nodes],
        "tags": [answer(lambda item=item: view.tags(item)) for item in items],
        "tag_history": [answer(lambda item=item: view.tag_history(item)) for item in items],
        "aliases": filled(view.aliases(list(items))),
        "observations": filled(view.observations(list(revisions))),
        "artifacts": filled(view.artifacts(list(revisions))),
        "artifacts_at": sorted(view.artifacts_at("file:///g"), key=lambda each: each.id),
        "members": [answer(lambda item=item: view.members(item)) for item in items],
    }


def _told(history: Iterable[Any]) -> list[Any]:
    return sorted((each.from_op, each.key, each.to_op, repr(each.value)) for each in history)


def _edges(view: View, revisions: list[RevisionId]) -> dict[str, Any]:
    return {
        "edges": [view.edges([each], direction="both") for each in revisions],
        "edges out": view.edges(revisions, types=TYPES[:2]),
        "walks": [view.traverse([each], direction=way) for each in revisions for way in ("out", "in", "both")],
        "short walks": [view.traverse([each], max_depth=1, limit=2, direction="both") for each in revisions],
        "impact": [view.impact(each) for each in revisions],
        "paths": [
            view.shortest_paths(source, target, direction="both", every=True)
            for source, target in itertools.combinations(revisions[:5], 2)
        ],
    }


def _lookups(view: View, revisions: list[RevisionId]) -> dict[str, Any]:
    return {
        "named so": filled(view.items_by_alias([alias_form(form) for form in FORMS])),
        "identities": [view.by_identity(*each) for each in itertools.product(IDENTITIES, USERS, CONTEXTS)],
        "many identities": [
            sorted(view.held_identities(IDENTITIES, *each)) for each in itertools.product(USERS, CONTEXTS)
        ],
        "slot versions": [
            view.slot_versions([slot], *of, newest=newest)
            for slot, *of, newest in itertools.product(SLOTS, USERS, CONTEXTS, (None, 1, 3))
        ],
        "slots": [view.by_slot([slot], *of) for slot, *of in itertools.product(SLOTS, USERS, CONTEXTS)],
        "mentions": filled(view.mentions(["ada", "berlin", "nobody"])),
        "between": [view.between(period, filter=filter, limit=20) for period in PERIODS for filter in FILTERS[:3]],
        "beside": [view.beside(revisions, radius=radius) for radius in (0, 1, 3)],
        "places": view.places(revisions),
    }


def _log(view: View, nodes: list[NodeId]) -> dict[str, Any]:
    return {
        "operations": [(each.id, each.at, each.kind, each.actor, each.undoes) for each in view.operations().items],
        "undone": view.undone_by(range(1, view.at + 1)),
        "touched": [[each.id for each in view.operations([node]).items] for node in nodes],
    }


def ranked(view: View) -> dict[str, Any]:
    """Return what searches find; a past view ranks with today's statistics, so this is not as then."""
    return {
        "text": [
            view.search_text(query_tokens(text), limit=20, filter=filter)
            for text in TEXTS[::2]
            for filter in FILTERS[:3]
        ],
        "vectors": [view.search_vectors(unit(1), limit=20, filter=filter) for filter in (None, *FILTERS[:3])],
    }


def told(graph: Graph, user: User) -> list[Any]:
    """Return the whole feed, the changes of an operation in no order."""
    changes = graph.changes(user=user, limit=10_000)
    return sorted((each.operation, each.at, each.kind, each.ref, repr(each.detail)) for each in changes)
