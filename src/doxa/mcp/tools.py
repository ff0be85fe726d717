"""The tools that a server lists: operations of the registry, or those of another system's set."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from mcp_types import Tool, ToolAnnotations

from doxa.operations import REGISTRY, OperationSpec
from doxa.operations.compatible import CompatibleTool
from doxa.operations.compatible_sets import COMPATIBLE
from doxa.operations.request import request_schema
from doxa.operations.schema import Schema, Schemas
from doxa.operations.spec import SCOPE
from doxa.operations.toolsets import FULL, TOOLSETS
from doxa.operations.wording import worded

PREFIX = "memory_"
SHARED = (*SCOPE, "as_of", "valid_at", "now", "request_id", "expect_revision", "reason", "touch")
"""Arguments of many tools, explained once in the server's instructions."""
RARE = frozenset(
    """
    legs refs unroll routes where now explain touch order min_relevance include max_beliefs independent author salience
    attachments canonical_name aliases evidence metadata request_id expect_revision
    """.split()
)
"""Arguments that the tools of `core` take but do not list, since few arguments are used better than many."""
REPLY_DEPTH = 1
"""Records that a tool's output schema describes: the reply itself; the resource `doxa://schema/NAME` has the rest."""


def toolset_names() -> list[str]:
    """Return the names of the sets of tools."""
    return [*TOOLSETS, FULL, *COMPATIBLE]


def offered(toolset: str) -> Mapping[str, OperationSpec | CompatibleTool]:
    """Return what each tool of a set does, by its name."""
    if toolset in COMPATIBLE:
        return {tool.name: tool for tool in COMPATIBLE[toolset]}
    names = list(REGISTRY) if toolset == FULL else [name for name in TOOLSETS[toolset] if name in REGISTRY]
    return {PREFIX + name: REGISTRY[name] for name in names}


@cache
def listed(toolset: str) -> tuple[Tool, ...]:
    """Return the tools of a set as they are listed."""
    return tuple(
        _operation_tool(name, tool, RARE if toolset == "core" else frozenset())
        if isinstance(tool, OperationSpec)
        else _compatible_tool(tool)
        for name, tool in offered(toolset).items()
    )


def _operation_tool(name: str, spec: OperationSpec, rare: frozenset[str]) -> Tool:
    return Tool(
        name=name,
        title=spec.name.replace("_", " ").capitalize(),
        description=described(spec),
        input_schema=input_schema(spec, rare),
        output_schema=output_schema(spec),
        annotations=_hints(spec),
    )


def _compatible_tool(tool: CompatibleTool) -> Tool:
    return Tool(
        name=tool.name,
        title=tool.name.replace("_", " ").title(),
        description=tool.description,
        input_schema=dict(tool.takes),
        output_schema=dict(tool.gives),
        annotations=_hints(tool),
    )


def _hints(tool: OperationSpec | CompatibleTool) -> ToolAnnotations:
    return ToolAnnotations(
        read_only_hint=tool.read_only,
        destructive_hint=tool.destructive,
        idempotent_hint=tool.idempotent,
        open_world_hint=tool.open_world,
    )


def described(spec: OperationSpec) -> str:
    """Return what a tool does, in a paragraph."""
    return " ".join(spec.description.split())


def input_schema(spec: OperationSpec, rare: frozenset[str] = frozenset()) -> Schema:
    """Return the schema of a tool's arguments, as short as it can be: what many share is explained elsewhere.

    Args:
        spec: The operation.
        rare: Arguments that are taken and not listed, but for those that must be given.
    """
    words = {name: said for name, said in worded(spec, REGISTRY).items() if name not in SHARED}
    schema = request_schema(spec, Schemas(), words)
    kept = {name for name in schema["properties"] if name not in rare} | set(schema.get("required", ()))
    schema["properties"] = {name: _short(each) for name, each in schema["properties"].items() if name in kept}
    if len(kept) < len(words):
        del schema["additionalProperties"]
    return schema


def output_schema(spec: OperationSpec) -> Schema:
    """Return the schema of a tool's reply: the operation's own as `result`, and the conversation it was counted to."""
    result = Schemas(depth=REPLY_DEPTH, terse=True).of_reply(spec.reply_type)
    session = {"session": {"type": ["string", "null"]}, "session_source": {"type": "string"}}
    return {"type": "object", "properties": {"result": _short_reply(result), **session}, "required": ["result"]}


def _short(schema: Any) -> Any:
    """Return an argument's schema without what only says that it may be left out, or that one stands for a list."""
    if isinstance(schema, list):
        return [_short(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: _short(each) for key, each in schema.items() if key not in ("additionalProperties", "format")}
    if "anyOf" in kept:
        listed_too = [each.get("items") for each in kept["anyOf"]]
        kept["anyOf"] = [each for each in kept["anyOf"] if each.get("type") == "string" or each not in listed_too]
    if kept.get("default") is False:
        del kept["default"]
    if isinstance(kept.get("type"), list) and "null" in kept["type"]:
        types = [each for each in kept["type"] if each != "null"]
        kept["type"] = types[0] if len(types) == 1 else types
    if isinstance(kept.get("enum"), list):
        kept["enum"] = [each for each in kept["enum"] if each is not None]
    return kept


def _short_reply(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_short_reply(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "enum" in schema:
        return {"type": ["string", "null"]} if None in schema["enum"] else {"type": "string"}
    return {key: _short_reply(each) for key, each in schema.items() if key != "format"}
