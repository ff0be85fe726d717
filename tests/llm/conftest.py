"""A scripted server and a model that asks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.llm.scripted_server import ScriptedServer


@pytest.fixture
def serve() -> Iterator[Callable[..., ScriptedServer]]:
    """Return a function that starts a server with the given answers; all are closed at the end."""
    with ExitStack() as opened:

        def start(*answers: Any) -> ScriptedServer:
            server = ScriptedServer(*answers)
            opened.callback(server.close)
            return server

        yield start
