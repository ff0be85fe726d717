"""Which conversation a call is counted to, and that the reply says how that is known."""

from __future__ import annotations

from typing import Any

from mcp import Client

from tests.mcp.conftest import Connect, waited


async def counted(client: Client, name: str = "memory_add", meta: Any = None, **given: Any) -> tuple[Any, Any]:
    reply = await client.call_tool(name, {"content": "I like tea.", **given}, meta=meta)
    assert reply.structured_content is not None
    return reply.structured_content["session"], reply.structured_content["session_source"]


def test_a_named_session_wins_then_the_hosts_then_one_is_made(connect: Connect) -> None:
    async def steps() -> None:
        async with connect() as client:
            assert await counted(client, session="mine") == ("mine", "argument")
            assert await counted(client, meta={"doxa/session": "theirs"}) == ("theirs", "host")
            name, source = await counted(client)
            assert (name[:4], source) == ("mcp-", "generated")
            assert await counted(client) == (name, "generated")
        async with connect(session="set") as client:
            assert await counted(client) == ("set", "host")

    waited(steps)


def test_a_reply_says_so_in_its_text_too(connect: Connect) -> None:
    async def steps() -> None:
        async with connect() as client:
            reply = await client.call_tool("memory_add", {"content": "I like tea.", "session": "mine"})
            assert reply.content[0].text.endswith("\nsession: mine (argument)")

    waited(steps)


def test_what_only_looks_is_not_narrowed_to_the_session(connect: Connect) -> None:
    async def steps() -> None:
        async with connect() as client:
            await counted(client, session="mine")
            reply = await client.call_tool("memory_recall", {"query": "tea"})
            assert reply.structured_content is not None
            assert reply.structured_content["session_source"] == "none"
            assert reply.structured_content["result"]["hits"]

    waited(steps)
