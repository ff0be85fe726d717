"""What is refused, and how: typed, with the field and the mend, and nothing is written."""

from __future__ import annotations

from typing import Any

import pytest
from mcp.shared.exceptions import MCPError

from tests.mcp.conftest import Connect, data, text, waited


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_an_unknown_tool_names_the_nearest(connect: Connect, mode: str) -> None:
    async def steps() -> None:
        async with connect({"mode": mode}) as client:
            with pytest.raises(MCPError, match="Did you mean 'memory_recall'"):
                await client.call_tool("memory_recal", {"query": "x"})

    waited(steps)


@pytest.mark.parametrize(
    ("name", "given", "code", "field"),
    [
        ("memory_recall", {"qury": "x"}, "invalid_input", "qury"),
        ("memory_recall", {}, "invalid_input", "query"),
        ("memory_recall", {"query": 7}, "invalid_input", "query"),
        ("memory_recall", {"query": "x", "limit": 5000}, "invalid_input", "limit"),
        ("memory_recall", {"query": "x", "as_of": "2026-01-01T00:00:00"}, "naive_datetime", "as_of"),
        ("memory_recall", {"query": "x", "user": "ANY"}, "forbidden", "user"),
        ("memory_get", {"ref": "0" * 32}, "not_found", None),
        ("memory_add", {"content": "x", "evidence": "official"}, "forbidden", "evidence"),
        ("memory_add", {"content": ""}, "invalid_text", "content"),
        ("memory_add", {"content": "a\x00b"}, "invalid_text", "content"),
        ("memory_lock", {"ref": "0" * 32}, "forbidden", None),
        ("memory_erase", {"everything": True, "confirm": True}, "forbidden", None),
        ("memory_export", {"target": "out.jsonl"}, "forbidden", None),
        ("memory_rollback", {"to": "1"}, "forbidden", None),
        ("memory_delete", {"refs": ["0" * 32], "force": True}, "forbidden", "force"),
    ],
)
def test_bad_input_gets_a_typed_error(connect: Connect, name: str, given: Any, code: str, field: str | None) -> None:
    async def steps() -> None:
        async with connect(toolset="full") as client:
            reply = await client.call_tool(name, given)
            assert reply.is_error
            assert data(reply)["code"] == code
            assert field is None or data(reply)["field"] == field
            assert data(reply)["mend"]
            assert text(reply).startswith(code)
            assert len(text(reply)) < 1000

    waited(steps)


def test_a_reader_may_not_write_and_an_operator_may_all(connect: Connect) -> None:
    async def steps() -> None:
        async with connect(right="read") as client:
            reply = await client.call_tool("memory_add", {"content": "I like tea."})
            assert data(reply)["code"] == "forbidden"
        async with connect(right="operator", toolset="full") as client:
            told = await client.call_tool("memory_add", {"content": "I like tea."})
            everybody = await client.call_tool("memory_recall", {"query": "tea", "user": "ANY"})
            assert not everybody.is_error
            assert data(everybody)["hits"]
            erased = await client.call_tool(
                "memory_erase", {"refs": [data(told)["outcomes"][0]["belief"]["id"]], "confirm": True}
            )
            assert data(erased)["state"] == "complete"

    waited(steps)


def test_what_should_not_happen_tells_nothing_of_the_inside(connect: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> Any:
        raise RuntimeError("secret")

    monkeypatch.setattr("doxa.mcp.calling.run", fails)

    async def steps() -> None:
        async with connect() as client:
            reply = await client.call_tool("memory_recall", {"query": "x"})
            assert data(reply)["code"] == "internal"
            assert "secret" not in text(reply)

    waited(steps)
