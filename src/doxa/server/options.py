"""What a server is started with."""

from __future__ import annotations

from dataclasses import dataclass, field

from doxa.access import Right
from doxa.config import Config

HOST = "127.0.0.1"
PORT = 8000
LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True, slots=True)
class Limits:
    """What keeps one caller from taking all of a server.

    Args:
        body: Bytes of one request.
        rate: Requests a minute of one key, or of one address where no keys are asked for; 0 = any number.
        readers: Reads that run at once; others wait.
        writers: Writes that run at once; the project's file takes them one by one anyway.
        seconds: How long a call may take before its caller is told so; a write that has begun is finished.
        followers: Streams of the change feed that are open at once.
    """

    body: int = 8 * 1024 * 1024
    rate: int = 1200
    readers: int = 16
    writers: int = 4
    seconds: float = 60.0
    followers: int = 64


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """What is served, to whom.

    Args:
        config: The settings of all projects.
        keys: Whether callers must show a key; without, everyone who reaches the server has `right`.
        right: What callers may where no keys are asked for.
        in_memory: Keep projects in memory only.
        limits: What one caller may take.
    """

    config: Config
    keys: bool = True
    right: Right = "write"
    in_memory: bool = False
    limits: Limits = field(default_factory=Limits)
