from __future__ import annotations

import asyncio
import inspect

from doxa import AsyncMemory, Memory

STAY_SYNC = {"as_of", "scoped"}


def test_every_verb_of_memory_can_be_awaited():
    verbs = {name for name, _ in inspect.getmembers(Memory, inspect.isfunction) if not name.startswith("_")}
    missing = {name for name in verbs - STAY_SYNC if not asyncio.iscoroutinefunction(getattr(AsyncMemory, name, None))}
    assert missing == set()


def test_an_awaited_verb_answers_as_the_plain_one_does(clock):
    async def story() -> tuple[str, ...]:
        async with AsyncMemory(home=":memory:", embedder=None, clock=clock, user="ana") as memory:
            await memory.add("I live in Lisbon.")
            return tuple(hit.belief.text for hit in (await memory.recall("Where do I live?")).hits)

    texts = asyncio.run(story())
    with Memory(home=":memory:", embedder=None, clock=clock, user="ana") as memory:
        memory.add("I live in Lisbon.")
        assert texts == tuple(hit.belief.text for hit in memory.recall("Where do I live?").hits)
    assert texts


def test_changes_are_watched_as_they_come(clock):
    async def story() -> list[str]:
        async with AsyncMemory(home=":memory:", embedder=None, clock=clock, user="ana") as memory:
            await memory.add("tea", kind="fact", extract=False)
            feed = memory.watch(kinds=["revision.created"])
            first = await anext(feed)
            await memory.add("jazz", kind="fact", extract=False)
            return [first.cursor.split(".")[0], (await anext(feed)).cursor.split(".")[0]]

    assert asyncio.run(story()) == ["1", "2"]
