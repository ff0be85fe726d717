"""A server in the same process, with keys for its callers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from doxa import ANY, Memory
from doxa.config import Config
from doxa.server import Limits, ServerOptions, create_app


@pytest.fixture
def config(home: Path) -> Config:
    return Config(home=home, project="work", embedder=None)


@pytest.fixture
def key(config: Config) -> Callable[..., dict[str, str]]:
    """Return a function that makes a key and gives the header that shows it."""

    def make(project: str = "work", **given: Any) -> dict[str, str]:
        with Memory(config=config.override(project=project)) as memory:
            return {"Authorization": f"Bearer {memory.keys.create(**given).token}"}

    return make


@pytest.fixture
def anna(key: Callable[..., dict[str, str]]) -> dict[str, str]:
    return key(user="anna")


@pytest.fixture
def everyone(key: Callable[..., dict[str, str]]) -> dict[str, str]:
    return key(user=ANY)


@pytest.fixture
def operator(key: Callable[..., dict[str, str]]) -> dict[str, str]:
    return key(user=ANY, right="operator")


@pytest.fixture
def client(config: Config) -> Iterator[TestClient]:
    with TestClient(create_app(ServerOptions(config, limits=Limits(rate=0, body=200_000)))) as opened:
        yield opened


@pytest.fixture
def open_client(config: Config) -> Iterator[TestClient]:
    """A server that asks for no keys; whoever reaches it is an operator."""
    options = ServerOptions(config, keys=False, right="operator", limits=Limits(rate=0))
    with TestClient(create_app(options)) as opened:
        yield opened
