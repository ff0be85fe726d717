"""The five tools of dual-mem and the shapes of its replies: one group of hits per route, items by `memory_id`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from doxa.core import UNSET
from doxa.errors import InvalidInput, NotFound
from doxa.memory import Memory
from doxa.operations.compatible import CompatibleTool, Told
from doxa.records import Belief, Hit, Message

ROUTES = ("profile", "proactive", "normal")
ROUTE_LIMIT = 100
"""Hits that are looked at to fill the routes."""


def memory_item(belief: Belief, score: float | None = None) -> dict[str, Any]:
    """Return a belief as dual-mem shows one: its id, text, kind, score, tags and times, and what it replaced.

    Args:
        belief: The belief.
        score: How relevant it is, 0 to 1; shown to four places.
    """
    item: dict[str, Any] = {"memory_id": belief.id, "content": belief.text, "category": belief.kind}
    if score is not None:
        item["score"] = round(score, 4)
    item["tags"] = list(belief.tags)
    item["memory_at"] = _time(belief.said_at)
    item["gmt_created"] = _time(belief.chain[-1].recorded_at if belief.chain else belief.recorded_at)
    item["gmt_modified"] = _time(belief.recorded_at)
    if len(belief.chain) > 1:
        item["evolution_chain"] = [
            {"memory_id": each.id, "content": each.text, "memory_at": _time(each.said_at)} for each in belief.chain
        ]
    return {key: value for key, value in item.items() if value is not None}


def route_items(
    hits: tuple[Hit, ...], *, limits: Mapping[str, int], least: Mapping[str, float]
) -> dict[str, list[dict[str, Any]]]:
    """Return hits in one list per route.

    Args:
        hits: In order.
        limits: How many of each route at most.
        least: The least relevance of each route, 0 to 1.
    """
    groups: dict[str, list[dict[str, Any]]] = {route: [] for route in ROUTES}
    for hit in hits:
        group = groups[hit.route]
        if len(group) < limits[hit.route] and hit.relevance >= least[hit.route]:
            group.append(memory_item(hit.belief, hit.relevance))
    return groups


def _time(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def scope_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the scope that a call names: no user means the server's default."""
    user = given.get("user_id")
    scope = {"user": UNSET if user in (None, "") else user}
    return {**scope, **{name: given[f"{name}_id"] for name in ("agent", "session") if given.get(f"{name}_id")}}


def _add(memory: Memory, given: Mapping[str, Any]) -> Told:
    content = given["content"]
    receipt = memory.add(Message("user", content), **scope_of(given))
    first = receipt.beliefs[0].id if receipt.beliefs else None
    data = {
        "success": True,
        "memory_id": first,
        "request_id": receipt.operation,
        "memories": [memory_item(each) for each in receipt.beliefs[1:]],
    }
    return Told(data)


def _search(memory: Memory, given: Mapping[str, Any]) -> Told:
    found: dict[str, Hit] = {}
    for agent in given.get("agent_ids") or [None]:
        scope = {**scope_of(given), **({"agent": agent} if agent else {})}
        for hit in memory.recall(given["query"], limit=ROUTE_LIMIT, min_relevance=0.0, **scope).hits:
            found.setdefault(hit.belief.id, hit)
    hits = tuple(sorted(found.values(), key=lambda hit: -hit.score))
    least = dict.fromkeys(ROUTES, given.get("min_score", 0.4))
    return Told({"success": True, "memories": route_items(hits, limits=_limits(given), least=least)})


def _merged(replies: Sequence[Told], given: Mapping[str, Any]) -> Told:
    """Return the hits of several projects in one list per route, the most relevant first."""
    limits = _limits(given)
    groups = {
        route: sorted(
            (each for reply in replies for each in reply.data["memories"][route]), key=lambda each: -each["score"]
        )[: limits[route]]
        for route in ROUTES
    }
    return Told({"success": True, "memories": groups})


def _limits(given: Mapping[str, Any]) -> dict[str, int]:
    limit = given.get("limit", 10)
    return {"profile": limit, "normal": limit, "proactive": given.get("intention_limit", 0)}


def _get(memory: Memory, given: Mapping[str, Any]) -> Told:
    try:
        return Told({"memory": memory_item(memory.get(given["memory_id"], **scope_of(given)))})
    except (NotFound, InvalidInput):  # an id of another form names nothing either
        return Told({"memory": None})


def _list(memory: Memory, given: Mapping[str, Any]) -> Told:
    page = memory.list(limit=given.get("limit", 100), **scope_of(given))
    return Told({"memories": [memory_item(each) for each in page.items]})


def _delete(memory: Memory, given: Mapping[str, Any]) -> Told:
    memory.delete(given["memory_id"], **scope_of(given))
    return Told({"success": True}, text="deleted")


_TEXT = {"type": "string"}
_NAME = {"type": ["string", "null"]}
_WHO: Mapping[str, Any] = {"app_id": _NAME, "user_id": _NAME}
_LABELS: Mapping[str, Any] = {"agent_id": _NAME, "session_id": _NAME}
_ITEM = {"type": "object"}
_ITEMS = {"type": "array", "items": _ITEM}


def _object(required: tuple[str, ...], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, **({"required": list(required)} if required else {})}


DUAL_MEM_TOOLS: tuple[CompatibleTool, ...] = (
    CompatibleTool(
        "memory_add",
        "Remember what was said. `app_id` is the project.",
        _object(("content",), content=_TEXT, **_WHO, **_LABELS),
        _object(("success",), success={"type": "boolean"}, memory_id=_NAME, request_id=_TEXT, memories=_ITEMS),
        "write",
        _add,
        begins=True,
        project="app_id",
        user="user_id",
    ),
    CompatibleTool(
        "memory_search",
        "Find memories that answer a question, in three groups: profile, proactive (intentions) and normal.",
        _object(
            ("query",),
            query=_TEXT,
            app_id=_NAME,
            app_ids={"type": ["array", "null"], "items": _TEXT},
            user_id=_NAME,
            agent_ids={"type": ["array", "null"], "items": _TEXT},
            limit={"type": "integer", "minimum": 1, "maximum": ROUTE_LIMIT, "default": 10},
            min_score={"type": "number", "minimum": 0, "maximum": 1, "default": 0.4},
            intention_limit={"type": "integer", "minimum": 0, "maximum": ROUTE_LIMIT, "default": 0},
        ),
        _object(("success", "memories"), success={"type": "boolean"}, memories={"type": "object"}),
        "read",
        _search,
        project="app_id",
        user="user_id",
        projects="app_ids",
        merge=_merged,
        read_only=True,
        idempotent=True,
    ),
    CompatibleTool(
        "memory_get",
        "Return one memory with the chain of what it replaced; null where there is none.",
        _object(("memory_id",), memory_id=_TEXT, **_WHO),
        _object(("memory",), memory={"type": ["object", "null"]}),
        "read",
        _get,
        project="app_id",
        user="user_id",
        read_only=True,
        idempotent=True,
    ),
    CompatibleTool(
        "memory_list",
        "List memories, newest first.",
        _object((), **_WHO, agent_id=_NAME, limit={"type": "integer", "minimum": 1, "maximum": 1000, "default": 100}),
        _object(("memories",), memories=_ITEMS),
        "read",
        _list,
        project="app_id",
        user="user_id",
        read_only=True,
        idempotent=True,
    ),
    CompatibleTool(
        "memory_delete",
        "Take a memory out of what is believed; it can be restored.",
        _object(("memory_id",), memory_id=_TEXT, **_WHO),
        _object(("success",), success={"type": "boolean"}),
        "write",
        _delete,
        project="app_id",
        user="user_id",
        destructive=True,
        idempotent=True,
    ),
)
