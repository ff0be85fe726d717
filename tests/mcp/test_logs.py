"""What a server logs of tool calls: which, how they ended and how long they took; never what they held."""

from __future__ import annotations

import logging

import pytest

from doxa.operations.logs import FIELDS
from tests.mcp.conftest import Connect, waited


def test_a_tool_call_is_logged_without_what_it_held(connect: Connect, caplog: pytest.LogCaptureFixture) -> None:
    async def steps() -> None:
        async with connect() as client:
            await client.call_tool("memory_add", {"content": "An umbrella named Esmeralda."})
            await client.call_tool("memory_recall", {"query": "Esmeralda", "limit": "Esmeralda"})

    with caplog.at_level(logging.INFO, "doxa"):
        waited(steps)
    told = [getattr(record, FIELDS) for record in caplog.records if record.msg == "tool"]
    assert [(each["tool"], each["outcome"]) for each in told] == [
        ("memory_add", "done"),
        ("memory_recall", "invalid_input"),
    ]
    assert all(each["ms"] >= 0 for each in told)
    assert "Esmeralda" not in str([vars(record) for record in caplog.records if record.name.startswith("doxa")])
