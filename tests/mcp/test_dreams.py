"""A dream over MCP: planned, applied once, taken back."""

from __future__ import annotations

from tests.mcp.conftest import Connect, data, waited

FENCE = "The fence at the cottage needs a new coat of paint."
SAME = "Well, the fence at the cottage really requires a new coat of paint!"


def test_a_plan_is_applied_once_and_taken_back(connect: Connect) -> None:
    async def steps() -> None:
        async with connect(toolset="full") as client:
            for text in (FENCE, SAME):
                await client.call_tool("memory_add", {"content": text, "kind": "knowledge", "extract": False})
            plan = data(await client.call_tool("memory_plan", {"passes": ["duplicates"]}))
            assert [each["action"] for each in plan["proposals"]] == ["merge"]
            done = data(await client.call_tool("memory_apply", {"plan": plan["id"]}))
            assert data(await client.call_tool("memory_apply", {"plan": plan["id"]}))["counts"] == {"skipped": 1}
            await client.call_tool("memory_undo", {"operation": done["operation"]})
            assert len(data(await client.call_tool("memory_list", {}))["items"]) == 2
            refused = await client.call_tool("memory_dream", {"passes": ["nope"]})
            assert refused.is_error

    waited(steps)
