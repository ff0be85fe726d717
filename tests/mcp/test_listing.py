"""What a server lists: which tools, how they are described, and how much of a model's context they take."""

from __future__ import annotations

import json
import re
from typing import Any

import jsonschema
import pytest

from doxa.mcp.prompts import INSTRUCTIONS
from doxa.mcp.tools import COMMON, SHARED, _brief, _without_choices, listed, offered, toolset_names
from doxa.operations import REGISTRY
from tests.mcp.conftest import Connect, waited

NOT_TOOLS: set[str] = set()
"""Operations that `full` does not reach: none."""
PIECE = re.compile(r"[A-Za-z]+|[0-9]{1,3}|[^\sA-Za-z0-9]+")


def tokens(shown: Any) -> int:
    """Return about how many tokens a listing has, as JSON on the wire: the greater of two ways to count.

    A token for every 4 characters; or one for every 8 letters begun of a run of letters, for up to 3 digits, and for a
    run of punctuation.
    """
    wire = json.dumps(shown, ensure_ascii=False, separators=(",", ":"))
    pieces = sum(-(-len(piece) // 8) if piece.isalpha() else 1 for piece in PIECE.findall(wire))
    return max(pieces, -(-len(wire) // 4))


def shown(toolset: str, *, outputs: bool = True) -> list[dict[str, Any]]:
    left_out = set() if outputs else {"output_schema"}
    return [
        tool.model_dump(by_alias=True, mode="json", exclude_none=True, exclude=left_out) for tool in listed(toolset)
    ]


def test_full_reaches_every_operation_and_no_other() -> None:
    assert {f"memory_{name}" for name in set(REGISTRY) - NOT_TOOLS} == {tool.name for tool in listed("full")}


def test_core_is_a_few_tools_within_its_budget() -> None:
    assert 6 <= len(listed("core")) <= 10
    assert {"memory_add", "memory_engage", "memory_recall"} <= set(offered("core"))
    assert tokens(shown("core")) <= 4000


def test_full_keeps_to_its_budget() -> None:
    assert tokens(shown("full")) <= 25_000
    assert tokens(shown("full", outputs=False)) <= 12_000 - 5 * 100  # room for more operations


def test_what_full_does_not_explain_is_in_the_instructions() -> None:
    for name in (COMMON | set(SHARED)) - {"touch"}:
        assert re.search(rf"\b{name}\b", INSTRUCTIONS), name
    listed_somewhere = {name for tool in listed("full") for name in tool.input_schema["properties"]}
    assert listed_somewhere >= COMMON


def test_explanations_are_cut_at_clauses_and_never_within_what_they_count_up() -> None:
    said = {
        "False when the source only repeats another, so that it corroborates nothing": (
            "False when the source only repeats another"
        ),
        "A text, a message, or messages in order": "A text, a message, or messages in order",
        "A file of this machine, an open text file, or where the format has them an archive": (
            "A file of this machine, an open text file, or where the format has them an archive"
        ),
        "Which of all searches there are run, `bm25`, `dense`": "Which of all searches there are run, `bm25`, `dense`",
    }
    assert {_brief(words, whole=False) for words in said} == set(said.values())
    assert _without_choices("Who put it in words: `user`, `agent` or `external`", ["user", "agent", "external"]) == (
        "Who put it in words"
    )
    assert _without_choices("`a` or what is like `b`", ["a", "b"]) == "`a` or what is like `b`"


@pytest.mark.parametrize("toolset", toolset_names())
def test_every_tool_is_described_with_valid_schemas_and_hints(toolset: str) -> None:
    for tool in listed(toolset):
        assert re.fullmatch(r"[a-z][a-z_]{1,63}", tool.name)
        assert tool.description
        for schema in (tool.input_schema, tool.output_schema):
            assert schema is not None
            assert schema["type"] == "object"
            jsonschema.Draft202012Validator.check_schema(schema)
        assert tool.annotations is not None
        assert tool.annotations.open_world_hint is not None


def test_hints_are_those_of_the_operation() -> None:
    hints = {tool.name: tool.annotations for tool in listed("full")}
    for name, spec in REGISTRY.items():
        shown = hints[f"memory_{name}"]
        assert shown is not None
        assert (bool(shown.read_only_hint), shown.open_world_hint) == (spec.read_only, spec.open_world)
        if not spec.read_only:
            assert (shown.destructive_hint, bool(shown.idempotent_hint)) == (spec.destructive, spec.idempotent)


def test_core_takes_what_it_does_not_list(connect: Connect) -> None:
    async def steps() -> None:
        async with connect() as client:
            (tool,) = [each for each in (await client.list_tools()).tools if each.name == "memory_recall"]
            assert "explain" not in tool.input_schema["properties"]
            reply = await client.call_tool("memory_recall", {"query": "tea", "explain": True})
            assert not reply.is_error

    waited(steps)


@pytest.mark.parametrize("mode", ["legacy", "auto"])
@pytest.mark.parametrize("toolset", toolset_names())
def test_a_client_sees_the_set_it_asked_for(connect: Connect, toolset: str, mode: str) -> None:
    async def steps() -> None:
        async with connect({"mode": mode}, toolset=toolset) as client:
            assert [tool.name for tool in (await client.list_tools()).tools] == list(offered(toolset))
            assert "data that was remembered" in (client.instructions or "")

    waited(steps)
