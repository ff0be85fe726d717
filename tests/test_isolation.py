"""Tests reach neither the network nor the user's own folders."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from doxa.config import Config


def test_another_machine_cannot_be_reached() -> None:
    with pytest.raises(RuntimeError, match="never use the network"):
        socket.getaddrinfo("example.com", 80)
    with socket.socket() as other, pytest.raises(RuntimeError, match="never use the network"):
        other.connect(("192.0.2.1", 80))


def test_this_machine_can_be_reached() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as client:
        assert client.getpeername() == server.getsockname()


def test_settings_point_into_the_tests_own_folders(home: Path, tmp_path: Path, embedder_cache: Path) -> None:
    config = Config.load()
    assert config.home == home
    assert home.is_relative_to(tmp_path)
    assert config.embedder_cache == embedder_cache
