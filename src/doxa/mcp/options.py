"""What a server is started with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from doxa.config import Config
from doxa.operations import Right

Transport = Literal["stdio", "http"]
HOST, PORT = "127.0.0.1", 8765


@dataclass(frozen=True, slots=True)
class Options:
    """What a server is started with.

    Args:
        config: The settings: project, home, and the scope that calls mean when they name none.
        toolset: Which tools it offers: `core`, `full`, `graph`, `dual-mem` or `reference`.
        right: What its callers may.
        sampling: Whether the host's own model may be asked, where it offers that.
        in_memory: Keep the project in memory only.
        beat: Seconds between notifications of progress while a call runs, above 0.
        workers: Calls that run at a time, 1 and up; more wait.
        keys: Whether callers over HTTP must show a key, which then says what they may; see `doxa keys`.
    """

    config: Config
    toolset: str = "core"
    right: Right = "write"
    sampling: bool = False
    in_memory: bool = False
    beat: float = 1.0
    workers: int = 8
    keys: bool = False
