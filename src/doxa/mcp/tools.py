"""The tools that a server lists: operations of the registry, or those of another system's set."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
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
UNLISTED = frozenset(SHARED) - {"user", "session", "as_of"}
"""Those of them that no tool lists, though it takes them; `session` is listed where it names what is written to."""
RARE = frozenset(
    """
    legs refs unroll routes where now explain touch order min_relevance include max_beliefs independent author salience
    attachments canonical_name aliases evidence metadata request_id expect_revision
    """.split()
)
"""Arguments that the tools of `core` take but do not list, since few arguments are used better than many."""
COMMON = frozenset(
    "limit cursor kinds where legs routes metadata evidence min_relevance current dry_run max_hops".split()
)
"""Arguments that `full` lists without words, where the server's instructions have them."""
LONG = 10
"""Words of an explanation from which on `full` leaves out a clause at its end that names no value."""
CLAUSE = 5
"""The fewest words that are left of it."""


@dataclass(frozen=True, slots=True)
class Listing:
    """How much the list of a set of tools says.

    Args:
        left_out: Arguments that are taken and not listed, but for those that must be given.
        depth: How many records deep arguments are described.
        whole: Whether explanations are whole, or their first clause.
        wordless: Arguments that are listed without words.
    """

    left_out: frozenset[str]
    depth: int = 1
    whole: bool = True
    wordless: frozenset[str] = frozenset()


LISTINGS: Mapping[str, Listing] = MappingProxyType(
    {
        "core": Listing(UNLISTED | RARE),
        "graph": Listing(UNLISTED),
        FULL: Listing(frozenset(SHARED), 0, whole=False, wordless=COMMON),
    }
)
"""`full` says the least of each tool, so that all of them fit a model's context."""
OPERATORS = " An operator's verb."
"""What a summary ends with of what only an operator may do; the tool is refused to everybody else."""
FEW_WORDS = 3
"""Words of an explanation that tells no more than the name: "The memory"."""
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
        _operation_tool(name, tool, LISTINGS[toolset]) if isinstance(tool, OperationSpec) else _compatible_tool(tool)
        for name, tool in offered(toolset).items()
    )


def _operation_tool(name: str, spec: OperationSpec, listing: Listing) -> Tool:
    whole = listing.whole or "core" in spec.toolsets
    return Tool(
        name=name,
        description=" ".join(spec.description.split()) if whole else spec.summary.removesuffix(OPERATORS),
        input_schema=input_schema(spec, listing),
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
    """Return what a host may know of a tool before it calls it; what is left out has MCP's default."""
    if tool.read_only:  # which says that it destroys nothing and that a repeat changes nothing
        return ToolAnnotations(read_only_hint=True, open_world_hint=tool.open_world)
    return ToolAnnotations(
        destructive_hint=tool.destructive, idempotent_hint=tool.idempotent or None, open_world_hint=tool.open_world
    )


def input_schema(spec: OperationSpec, listing: Listing) -> Schema:
    """Return the schema of a tool's arguments, as short as it can be: what many share is explained elsewhere."""
    said = {name: words for name, words in worded(spec, REGISTRY).items() if name not in SHARED}
    words = {
        name: "" if name in listing.wordless else _brief(words, whole=listing.whole) for name, words in said.items()
    }
    schema = request_schema(spec, Schemas(depth=listing.depth), words)
    needed = schema.get("required", [])
    left_out = (listing.left_out | (frozenset() if spec.in_session else {"session"})) - set(needed)
    listed = {name: _short(each) for name, each in schema["properties"].items() if name not in left_out}
    for name in listing.wordless & listed.keys():
        listed[name].pop("description", None)  # a feed's limit has words of its own
    return {"type": "object", "properties": listed, **({"required": needed} if needed else {})}


def output_schema(spec: OperationSpec) -> Schema:
    """Return the schema of a tool's reply: the operation's own as `result`, and the conversation it was counted to."""
    result = Schemas(depth=REPLY_DEPTH, terse=True).of_reply(spec.reply_type)
    session = {"session": {"type": ["string", "null"]}, "session_source": {"type": "string"}}
    return {"type": "object", "properties": {"result": _short_reply(result), **session}, "required": ["result"]}


def _brief(said: str, *, whole: bool) -> str:
    """Return the first sentence, or clause, of what an argument means; nothing where it only repeats its name."""
    first = said.partition(". ")[0].rstrip(".")
    first = first if whole else _clause(first.partition("; ")[0])
    return "" if len(first.split()) <= FEW_WORDS else first


def _clause(said: str) -> str:
    """Return a long explanation without a clause at its end that names no value."""
    head, comma, tail = said.rpartition(", ")
    while comma and len(said.split()) > LONG and len(head.split()) >= CLAUSE and not tail.startswith(("or ", "and ")):
        if "`" in tail or head.count("(") > head.count(")"):
            break
        said = head
        head, comma, tail = said.rpartition(", ")
    return said


def _short(schema: Any) -> Any:
    """Return an argument's schema without what only says that it may be left out, or that one stands for a list."""
    if isinstance(schema, list):
        return [_short(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: _short(each) for key, each in schema.items() if key not in ("additionalProperties", "format")}
    if "anyOf" in kept:
        listed_too = [each.get("items") for each in kept["anyOf"]]
        variants = [each for each in kept["anyOf"] if each.get("type") == "string" or each not in listed_too]
        return _union(
            [each for each in variants if {"type": "object"} not in variants or "properties" not in each], kept
        )
    if kept.get("default") is False:
        del kept["default"]
    if isinstance(kept.get("type"), list) and "null" in kept["type"]:
        types = [each for each in kept["type"] if each != "null"]
        kept["type"] = types[0] if len(types) == 1 else types
    if isinstance(kept.get("enum"), list):
        kept["enum"] = [each for each in kept["enum"] if each is not None]
        if isinstance(kept.get("description"), str):
            kept["description"] = _without_choices(kept["description"], kept["enum"])
            if not kept["description"]:
                del kept["description"]
    return kept


def _without_choices(said: str, choices: list[Any]) -> str:
    """Return an explanation without the choices where it only counts them up; the schema has them."""
    head, colon, tail = said.rpartition(": ")
    counted = re.sub(r"`|, or | or |, | ", " ", tail).split()
    return (head if colon else "") if sorted(counted) == sorted(map(str, choices)) else said


def _union(variants: list[Any], schema: dict[str, Any]) -> dict[str, Any]:
    """Return an argument's schema with the variants that are left; plain types in one list."""
    rest = {key: each for key, each in schema.items() if key != "anyOf"}
    if len(variants) == 1:
        return {**variants[0], **rest}
    if all(set(each) == {"type"} and isinstance(each["type"], str) for each in variants):
        return {"type": [each["type"] for each in variants], **rest}
    return {"anyOf": variants, **rest}


def _short_reply(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_short_reply(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "enum" in schema:
        return {"type": ["string", "null"]} if None in schema["enum"] else {"type": "string"}
    return {key: _short_reply(each) for key, each in schema.items() if key != "format"}
