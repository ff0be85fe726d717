"""The bodies and replies of dual-mem's REST paths, made of doxa's verbs. `app_id` is the project."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from doxa.errors import InvalidInput
from doxa.memory import Memory
from doxa.operations.compatible import check_shape
from doxa.operations.dual_mem import ROUTE_LIMIT, ROUTES, memory_item, route_items
from doxa.operations.plain import from_plain
from doxa.records import Hit, Message, User

_TEXT = {"type": "string"}
_NAME = {"type": ["string", "null"]}
_NAMES = {"type": ["array", "null"], "items": _TEXT}
_SHARE = {"type": ["number", "null"], "minimum": 0, "maximum": 1}
_COUNT = {"type": ["integer", "null"], "minimum": 0, "maximum": ROUTE_LIMIT}
_MESSAGE = {
    "type": "object",
    "properties": {"role": _TEXT, "content": _TEXT, "name": _NAME, "time": _NAME},
    "required": ["role", "content"],
}
_WHO: Mapping[str, Any] = {"user_id": _NAME, "agent_id": _NAME, "session_id": _NAME}

ADD: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "content": _NAME,
        "messages": {"type": ["array", "null"], "items": _MESSAGE},
        "app_id": _TEXT,
        **_WHO,
        "memory_at": {**_NAME, "description": "When it was said, ISO 8601 with a zone."},
    },
    "required": ["app_id"],
}
SEARCH: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "query": _TEXT,
        "app_ids": {"type": "array", "items": _TEXT},
        "user_id": _NAME,
        "agent_ids": _NAMES,
        "session_ids": _NAMES,
        "limit": {**_COUNT, "default": 10},
        "min_score": {**_SHARE, "default": 0.4},
        "profile_limit": _COUNT,
        "profile_min_score": _SHARE,
        "intention_limit": {**_COUNT, "default": 0},
        "created_after": {**_NAME, "description": "Only what was said after it, ISO 8601 with a zone."},
    },
    "required": ["query", "app_ids"],
}
CONVERSATION: Mapping[str, Any] = {
    "type": "object",
    "properties": {"query": _TEXT, "app_id": _TEXT, "user_id": _NAME, "session_id": _NAME, "limit": _COUNT},
    "required": ["query", "app_id"],
}
UPDATE: Mapping[str, Any] = {
    "type": "object",
    "properties": {"content": _TEXT, "app_id": _NAME, "user_id": _NAME},
    "required": ["content"],
}
ITEM: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "memory_id": _TEXT,
        "content": _TEXT,
        "category": _TEXT,
        "score": {"type": "number"},
        "tags": {"type": "array", "items": _TEXT},
        "memory_at": _TEXT,
        "gmt_created": _TEXT,
        "gmt_modified": _TEXT,
        "evolution_chain": {"type": "array", "items": {"type": "object"}},
    },
    "required": ["memory_id", "content", "category"],
}


def checked(body: Mapping[str, Any], shape: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a body that has a shape.

    Raises:
        InvalidInput: It has not; the error names the place.
    """
    check_shape(shape, body, "")
    return body


def add(memory: Memory, body: Mapping[str, Any], user: User, *, request_id: str | None) -> str | None:
    """Remember a text or messages; returns the id of the first memory that came of it."""
    content, messages = body.get("content"), body.get("messages")
    if not content and not messages:
        mend = "Give one of them."
        raise InvalidInput("There is neither content nor messages.", mend=mend, field="content")
    if content and messages:
        raise InvalidInput("There are both content and messages.", mend="Give one of them.", field="content")
    time = _time(body, "memory_at")
    said: str | list[Message] = content if content else _messages(messages or [])
    labels = {name: body[f"{name}_id"] for name in ("agent", "session") if body.get(f"{name}_id")}
    receipt = memory.add(said, time=time, request_id=request_id, user=user, **labels)
    return receipt.beliefs[0].id if receipt.beliefs else None


def search(memory: Memory, body: Mapping[str, Any], user: User) -> tuple[Hit, ...]:
    """Return what answers a question, for every agent and session that is named, the best first."""
    since = _time(body, "created_after")
    found: dict[str, Hit] = {}
    for agent in body.get("agent_ids") or [None]:
        for session in body.get("session_ids") or [None]:
            labels = {"agent": agent, "session": session}
            hits = memory.recall(body["query"], limit=ROUTE_LIMIT, min_relevance=0.0, user=user, **labels).hits
            for hit in hits:
                if since is None or (hit.belief.said_at or hit.belief.recorded_at) > since:
                    found.setdefault(hit.belief.id, hit)
    return tuple(sorted(found.values(), key=lambda hit: -hit.score))


def grouped(hits: Sequence[Hit], body: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Return the hits of all projects in one list per route, by relevance where there are several projects."""
    limit, least = _or(body.get("limit"), 10), _or(body.get("min_score"), 0.4)
    limits = {
        "profile": _or(body.get("profile_limit"), limit),
        "proactive": _or(body.get("intention_limit"), 0),
        "normal": limit,
    }
    leasts = {**dict.fromkeys(ROUTES, least), "profile": _or(body.get("profile_min_score"), least)}
    return route_items(tuple(hits), limits=limits, least=leasts)


def conversation(memory: Memory, body: Mapping[str, Any], user: User) -> list[dict[str, Any]]:
    """Return the turns of conversations that answer a question."""
    limit = _or(body.get("limit"), 10)
    found = memory.recall(body["query"], limit=limit, kinds=["turn"], user=user, session=body.get("session_id"))
    return [memory_item(hit.belief, hit.relevance) for hit in found.hits]


def _or(value: Any, default: Any) -> Any:
    return default if value is None else value


def _messages(given: Sequence[Mapping[str, Any]]) -> list[Message]:
    return [from_plain(Message, dict(each), f"messages[{number}]") for number, each in enumerate(given)]


def _time(body: Mapping[str, Any], name: str) -> datetime | None:
    value = body.get(name)
    return None if value is None else from_plain(datetime, value, name)
