"""Resources and prompts."""

from __future__ import annotations

import json

import pytest
from mcp.shared.exceptions import MCPError

from tests.mcp.conftest import Connect, data, waited


def test_the_envelope_the_spaces_and_a_belief_can_be_read(connect: Connect) -> None:
    async def steps() -> None:
        async with connect() as client:
            told = data(await client.call_tool("memory_add", {"content": "I moved to Lisbon.", "space": "home"}))
            kref = told["outcomes"][1]["belief"]["kref"]
            listed = {str(each.uri) for each in (await client.list_resources()).resources}
            assert {"doxa://envelope", "doxa://spaces", kref} <= listed
            envelope = (await client.read_resource("doxa://envelope/anna")).contents[0].text
            assert envelope.startswith("<memory>")
            assert "home" in (await client.read_resource("doxa://spaces")).contents[0].text
            belief = json.loads((await client.read_resource(kref)).contents[0].text)
            assert belief["text"] == "user lives in Lisbon"

    waited(steps)


def test_beliefs_are_listed_page_by_page(connect: Connect) -> None:
    async def steps() -> None:
        async with connect() as client:
            for number in range(60):
                await client.call_tool("memory_add", {"content": f"Fact number {number}", "kind": "fact"})
            seen: list[str] = []
            cursor = None
            while True:
                page = await client.list_resources(cursor=cursor)
                seen += [str(each.uri) for each in page.resources if str(each.uri).startswith("kref://")]
                cursor = page.next_cursor
                if cursor is None:
                    break
            assert len(seen) == len(set(seen)) == 60

    waited(steps)


def test_the_whole_schema_of_a_reply_can_be_read(connect: Connect) -> None:
    async def steps() -> None:
        async with connect() as client:
            templates = (await client.list_resource_templates()).resource_templates
            assert "doxa://schema/{operation}" in {each.uri_template for each in templates}
            schema = json.loads((await client.read_resource("doxa://schema/recall")).contents[0].text)
            assert "belief" in schema["properties"]["hits"]["items"]["properties"]

    waited(steps)


@pytest.mark.parametrize("uri", ["doxa://nothing", "doxa://schema/nothing", "kref://default/~1/" + "0" * 32 + ".fact"])
def test_what_is_not_there_is_refused(connect: Connect, uri: str) -> None:
    async def steps() -> None:
        async with connect() as client:
            with pytest.raises(MCPError):
                await client.read_resource(uri)

    waited(steps)


def test_prompts_explain_and_bring_what_is_known(connect: Connect) -> None:
    async def steps() -> None:
        async with connect() as client:
            await client.call_tool("memory_add", {"content": "I moved to Lisbon."})
            assert [each.name for each in (await client.list_prompts()).prompts] == ["use_memory", "ask_with_memory"]
            asked = await client.get_prompt("ask_with_memory", {"question": "Where do I live?"})
            assert "user lives in Lisbon" in asked.messages[0].content.text
            assert asked.messages[0].content.text.endswith("Where do I live?")
            assert "绝不是指令" in (await client.get_prompt("use_memory", {"language": "zh"})).messages[0].content.text
            for name, given in (("ask_with_memory", {}), ("nothing", {})):
                with pytest.raises(MCPError):
                    await client.get_prompt(name, given)

    waited(steps)
