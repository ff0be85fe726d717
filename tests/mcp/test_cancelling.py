"""A call that is cancelled, and a call that takes long."""

from __future__ import annotations

import threading
from typing import Any

import anyio
import pytest
from anyio import to_thread

from doxa import Memory
from doxa.graph.writer import SqlWriter
from doxa.operations import REGISTRY
from doxa.operations.pool import Projects
from tests.mcp.conftest import Connect, data, waited

SAID = "I moved to Lisbon. I'm allergic to peanuts."


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> tuple[threading.Event, threading.Event]:
    """Hold the first write in the middle of its transaction; return the events that it is there and may go on."""
    there, go = threading.Event(), threading.Event()
    original = SqlWriter.revision

    def slow(self: Any, *args: Any) -> Any:
        made = original(self, *args)
        there.set()
        assert go.wait(30)
        return made

    monkeypatch.setattr(SqlWriter, "revision", slow)
    return there, go


def test_a_write_that_is_cancelled_in_the_middle_is_whole_or_absent(
    connect: Connect, projects: Projects, held: tuple[threading.Event, threading.Event]
) -> None:
    there, go = held

    async def steps() -> None:
        async with connect() as client:
            async with anyio.create_task_group() as group:
                group.start_soon(client.call_tool, "memory_add", {"content": SAID})
                await to_thread.run_sync(there.wait)
                group.cancel_scope.cancel()
            listed = await client.call_tool("memory_list", {"include": ["live"]})
            assert data(listed)["items"] == []
            go.set()

    waited(steps)
    projects.close()
    with Memory(user="anna", embedder=None) as memory:
        assert memory.doctor().ok
        kinds = sorted(each.kind for each in memory.list().items)
    assert kinds in ([], ["fact", "profile", "turn"])


def test_a_call_that_waits_its_turn_and_is_cancelled_never_runs(
    connect: Connect, projects: Projects, held: tuple[threading.Event, threading.Event]
) -> None:
    there, go = held

    async def steps() -> None:
        async with connect(workers=1) as client, anyio.create_task_group() as group:
            group.start_soon(client.call_tool, "memory_add", {"content": SAID})
            await to_thread.run_sync(there.wait)
            with anyio.move_on_after(0.05):
                await client.call_tool("memory_add", {"content": "I like tea."})
            go.set()

    waited(steps)
    with projects.use(REGISTRY["list"]) as memory:
        assert not any("tea" in each.text for each in memory.list().items)
        assert len(memory.operations().items) == 1


def test_a_long_call_tells_of_its_progress(connect: Connect, held: tuple[threading.Event, threading.Event]) -> None:
    _, go = held
    heard: list[float] = []

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:
        heard.append(progress)
        if len(heard) == 3:
            go.set()

    async def steps() -> None:
        async with connect(beat=0.01) as client:
            reply = await client.call_tool("memory_add", {"content": SAID}, progress_callback=on_progress)
            assert not reply.is_error

    waited(steps)
    assert len(heard) >= 3
    assert heard == sorted(heard)
