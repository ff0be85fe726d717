"""Listings and counts of beliefs within a scope."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import cast

from doxa.belief.kinds import BOOKKEEPING, NARRATIVE
from doxa.errors import InvalidInput
from doxa.graph.beliefs import holds_at, read_beliefs
from doxa.graph.contract import Graph, View
from doxa.graph.nodes import Filter, HeadRow, RevisionId
from doxa.llm.tallies import PREFIX, usage_by_operation
from doxa.recall.conditions import check_conditions, matches
from doxa.recall.showing import has_expired, is_current
from doxa.records import Belief, Json, Page, Scope, ScopeCount, Stats

STATUSES = ("live", "contested", "archived", "deleted", "quarantined")


def keep_of(scope: Scope, *, kinds: tuple[str, ...] = (), statuses: tuple[str, ...] = ("live",)) -> Filter:
    """Return the store's filter for a scope."""
    return Filter(
        kinds=kinds,
        statuses=statuses,
        space=scope.space,
        agent=scope.agent,
        session=scope.session,
        contexts=scope.contexts or None,
    )


def list_beliefs(
    view: View,
    scope: Scope,
    *,
    now: datetime,
    kinds: tuple[str, ...],
    where: Mapping[str, Json] | None,
    include: tuple[str, ...],
    limit: int,
    cursor: str | None,
    valid_at: datetime | None,
) -> Page[Belief]:
    """Return a page of beliefs, newest first; conditions that the store cannot check may make a page shorter."""
    _check_listing(include, limit)
    check_conditions(where)
    statuses = _stored(include)
    believed_heads = valid_at is None and "contested" not in include
    keep = replace(keep_of(scope, kinds=kinds, statuses=statuses), heads_only=believed_heads)
    also: tuple[str, ...] = ("contested",) if "live" in include else ()
    if valid_at is not None:
        also += ("superseded",)  # what held then may have been replaced since
    found: list[Belief] = []
    while True:
        page = view.list_heads(keep, limit=limit - len(found), cursor=cursor)
        # what held then may have been followed by what was given up since
        standing = [row for row in page.items if valid_at is not None or row.standing in ("accepted", "rival")]
        wanted = [row for row in standing if _is_listed(row.kind, kinds)]
        rows = [row.revision for row in wanted] if valid_at is None else _holding(view, wanted, valid_at)
        beliefs = read_beliefs(view, rows, now=now, about=valid_at)
        shown = [each for each in beliefs.values() if each.status in {*include, *also}]
        found += [belief for belief in shown if matches(belief, where) and not has_expired(belief, now)]
        cursor = page.cursor
        if cursor is None or len(found) >= limit:
            return Page(tuple(found), cursor)


def _stored(include: tuple[str, ...]) -> tuple[str, ...]:
    """Return the statuses to look among: what is contested, or too unsure to be shown, is stored as live."""
    read = {"live"} if {"contested", "archived"} & {*include} or not include else set()
    return tuple(dict.fromkeys((*(status for status in include if status != "contested"), *read)))


def list_narratives(view: View, scope: Scope, *, now: datetime, limit: int, cursor: str | None) -> Page[Belief]:
    """Return a page of shared stories, newest first; without contexts only those that have none."""
    _check_listing((), limit)
    keep = replace(keep_of(scope, kinds=(NARRATIVE,)), contexts=scope.contexts)
    found: list[Belief] = []
    while True:
        page = view.list_heads(keep, limit=limit - len(found), cursor=cursor)
        beliefs = read_beliefs(view, [row.revision for row in page.items], now=now)
        found += [each for each in beliefs.values() if is_current(each, now)]
        cursor = page.cursor
        if cursor is None or len(found) >= limit:
            return Page(tuple(found), cursor)


def _is_listed(kind: str, asked: Sequence[str]) -> bool:
    """Whether a listing shows a kind: what dreams keep for themselves only where it is asked for."""
    return kind != NARRATIVE and (kind not in BOOKKEEPING or kind in asked)


def _holding(view: View, heads: Sequence[HeadRow], instant: datetime) -> list[RevisionId]:
    """Return the versions of the items that are believed to hold at an instant, in the order of the heads."""
    versions = view.versions_of([row.item for row in heads]) if heads else {}
    ids = [node.id for row in heads for node in versions.get(row.item, ())]
    holding = holds_at(view, list(view.heads(ids).values()), instant)
    return [each for each in ids if each in holding]


def _check_listing(include: tuple[str, ...], limit: int) -> None:
    if not 1 <= limit <= 1000:
        raise InvalidInput(f"limit is {limit}.", mend="Give 1 to 1,000.", field="limit", value=limit)
    for status in include:
        if status not in STATUSES:
            raise InvalidInput(
                f"include has {status!r}.", mend=f"Choose from {', '.join(STATUSES)}.", field="include", value=status
            )


def count_scopes(view: View, scope: Scope) -> list[ScopeCount]:
    """Count live beliefs per owner, agent and space, most first."""
    counts: Counter[tuple[str | None, str | None, str]] = Counter()
    cursor: str | None = None
    while True:
        page = view.list_heads(keep_of(scope), limit=1000, cursor=cursor)
        counts.update((row.user, row.agent, row.space) for row in page.items if row.kind not in BOOKKEEPING)
        cursor = page.cursor
        if cursor is None:
            break
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], str(pair[0])))
    return [ScopeCount(user, agent, space, count) for (user, agent, space), count in ordered]


def stats_of(view: View, graph: Graph) -> Stats:
    """Count what a view sees, and the bytes of the whole project."""
    counts = view.counts()
    named = {name.removeprefix("kind:"): count for name, count in counts.items() if name.startswith("kind:")}
    kinds = {kind: count for kind, count in named.items() if not kind.startswith("code_")}  # quotes are no beliefs
    return Stats(
        beliefs=kinds,
        revisions=counts.get("revisions", 0),
        edges=counts.get("edges", 0),
        operations=counts.get("operations", 0),
        vectors=counts.get("vectors", 0),
        bytes=cast("int", graph.info().get("bytes") or 0),
        users=counts.get("users", 0),
        usage=usage_by_operation(graph.tallies(PREFIX, user=view.user)),
    )
