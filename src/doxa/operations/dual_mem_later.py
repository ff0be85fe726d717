"""The tools that dual-mem has had since 0.2, beside the five of `doxa.operations.dual_mem`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from doxa.errors import InvalidInput
from doxa.memory import Memory
from doxa.operations.compatible import CompatibleTool, Told
from doxa.operations.dual_mem import ROUTE_LIMIT, memory_item, scope_of

_TEXT = {"type": "string"}
_NAME = {"type": ["string", "null"]}
_WHO: Mapping[str, Any] = {"app_id": _NAME, "user_id": _NAME}
_DONE = {"type": "boolean"}
_ROWS = {"type": "array", "items": {"type": "object"}}


def _conversation(memory: Memory, given: Mapping[str, Any]) -> Told:
    limit = given.get("limit", 10)
    hits = memory.recall(given["query"], limit=limit, kinds=["turn"], min_relevance=0.0, **scope_of(given)).hits
    return Told({"success": True, "memories": [memory_item(hit.belief, hit.relevance) for hit in hits]})


def _update(memory: Memory, given: Mapping[str, Any]) -> Told:
    scope = scope_of(given)
    memory.update(given["memory_id"], given["content"], **scope)
    return Told({"success": True, "memory": memory_item(memory.get(given["memory_id"], **scope))})


def _delete_scope(memory: Memory, given: Mapping[str, Any]) -> Told:
    if given["confirm"] is not True:
        raise InvalidInput("Everything of the scope would be deleted.", mend="Give confirm=true.", field="confirm")
    receipt = memory.delete(where={}, confirm=True, **scope_of(given))
    deleted = sum(each.status == "done" for each in receipt.outcomes)
    return Told({"success": True, "deleted": deleted}, text=f"{deleted} deleted")


def _scopes(memory: Memory, given: Mapping[str, Any]) -> Told:
    counted = memory.scopes(user=scope_of(given)["user"])
    rows = [{"user_id": each.user, "agent_id": each.agent, "count": each.count} for each in counted]
    return Told({"success": True, "scopes": rows})


def _digest(memory: Memory, given: Mapping[str, Any]) -> Told:
    digested = memory.digest(user=scope_of(given)["user"])
    data = {"success": True, "processed": digested.done, "failed": digested.failed, "left": digested.left}
    return Told(data, text=f"{digested.done} done, {digested.left} left")


def _object(required: tuple[str, ...], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, **({"required": list(required)} if required else {})}


DUAL_MEM_LATER_TOOLS: tuple[CompatibleTool, ...] = (
    CompatibleTool(
        "conversation_search",
        "Find what was said, word for word.",
        _object(
            ("query",),
            query=_TEXT,
            **_WHO,
            session_id=_NAME,
            limit={"type": "integer", "minimum": 1, "maximum": ROUTE_LIMIT, "default": 10},
        ),
        _object(("success", "memories"), success=_DONE, memories=_ROWS),
        "read",
        _conversation,
        project="app_id",
        user="user_id",
        read_only=True,
        idempotent=True,
    ),
    CompatibleTool(
        "memory_update",
        "Give a memory another text; what it was stays in its chain.",
        _object(("memory_id", "content"), memory_id=_TEXT, content=_TEXT, **_WHO),
        _object(("success",), success=_DONE, memory={"type": "object"}),
        "write",
        _update,
        project="app_id",
        user="user_id",
    ),
    CompatibleTool(
        "memory_delete_scope",
        "Take everything of a user, or of an agent of theirs, out of what is believed; it can be restored.",
        _object(("confirm",), **_WHO, agent_id=_NAME, confirm={"type": "boolean"}),
        _object(("success", "deleted"), success=_DONE, deleted={"type": "integer"}),
        "write",
        _delete_scope,
        project="app_id",
        user="user_id",
        destructive=True,
        idempotent=True,
    ),
    CompatibleTool(
        "memory_list_scopes",
        "Count a user's memories and shared ones, by agent.",
        _object((), **_WHO),
        _object(("success", "scopes"), success=_DONE, scopes=_ROWS),
        "read",
        _scopes,
        project="app_id",
        user="user_id",
        read_only=True,
        idempotent=True,
    ),
    CompatibleTool(
        "memory_digest",
        "Do what waits for a model.",
        _object((), **_WHO),
        _object(
            ("success", "processed", "failed", "left"),
            success=_DONE,
            **{name: {"type": "integer"} for name in ("processed", "failed", "left")},
        ),
        "write",
        _digest,
        project="app_id",
        user="user_id",
        idempotent=True,
        open_world=True,
    ),
)
