"""What every test shares: a home of its own, no settings from outside, no network, and memories that are closed."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from doxa.clock import ManualClock

settings.register_profile("doxa", deadline=None)
settings.register_profile("doxa-ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("doxa-ci" if os.environ.get("CI") else "doxa")

LOCAL = ("127.0.0.1", "::1", "localhost", "0.0.0.0", None, "")


def _refuse_network(event: str, arguments: tuple[Any, ...]) -> None:
    """Fail a test that looks up or connects to another machine; Unix sockets and this machine are allowed.

    An audit hook, since no test can undo it by accident.
    """
    if event == "socket.connect" and isinstance(arguments[1], tuple):
        host = arguments[1][0]
    elif event == "socket.getaddrinfo":
        host = arguments[0]
    else:
        return
    name = host.decode() if isinstance(host, bytes) else host
    if name not in LOCAL:
        raise RuntimeError(f"A test tried to reach {name}; tests never use the network.")


sys.addaudithook(_refuse_network)


@pytest.fixture(scope="session")
def embedder_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder where the default embedder unpacks its weights, once for all tests."""
    return tmp_path_factory.mktemp("embedder")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, embedder_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty home folder that doxa uses in this test; settings from outside are gone."""
    for variable in [name for name in os.environ if name.startswith("DOXA_")]:
        monkeypatch.delenv(variable)
    folder = tmp_path / "home"
    settings_file = tmp_path / "config.yaml"
    settings_file.touch()
    monkeypatch.setenv("DOXA_HOME", str(folder))
    monkeypatch.setenv("DOXA_EMBEDDER_CACHE", str(embedder_cache))
    monkeypatch.setenv("DOXA_CONFIG_FILE", str(settings_file))
    return folder


@pytest.fixture
def clock() -> ManualClock:
    """Return a clock that stands at noon of 1 January 2026, UTC, until it is moved."""
    return ManualClock(datetime(2026, 1, 1, 12, tzinfo=UTC))


@pytest.fixture
def open_memory(home: Path, clock: ManualClock) -> Iterator[Callable[..., Any]]:
    """Return a function that opens a `Memory` in this test's home, with its clock and no embedder unless given.

    Every memory is closed at the end of the test, also when it fails.
    """
    from doxa import Memory

    with ExitStack() as opened:

        def open_one(project: str = "default", **arguments: Any) -> Any:
            memory = Memory(project, **{"home": home, "clock": clock, "embedder": None, **arguments})
            opened.callback(memory.close)
            return memory

        yield open_one


@pytest.fixture
def memory(open_memory: Callable[..., Any]) -> Any:
    """Return an open memory of the project "default"."""
    return open_memory()
