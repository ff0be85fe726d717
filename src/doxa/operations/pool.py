"""Projects kept open for a server: opened when first asked for, shared by its threads, closed at the end."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from threading import Condition
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

from doxa.config import Config
from doxa.core import MEMORY
from doxa.memory import Memory
from doxa.operations.projects import exists, missing_project

if TYPE_CHECKING:
    from doxa.llm.contract import Model

MOST_OPEN = 32
"""Projects that stay open while nobody uses them."""
MOST_SETTINGS = 256
"""Projects whose settings are kept; callers may name any number of projects that there are not."""
CLOSING = 10.0
"""Seconds that calls which run are waited for at the end."""


class Begins(Protocol):
    """What a project is opened for: an operation, or a tool made of some."""

    @property
    def begins(self) -> bool:
        """Whether it makes the project where there is none yet."""


@dataclass(slots=True)
class _Opened:
    memory: Memory
    users: int = 0


class Projects:
    """The projects that a server works on.

    Args:
        config: The settings of all; each project's own name takes the place of theirs.
        in_memory: Keep them in memory only.
        model: The language model of all; `None` = the setting.
        most: How many stay open while nobody uses them, 1 and up; the one used longest ago is closed first.
    """

    def __init__(
        self, config: Config, *, in_memory: bool = False, model: Model | None = None, most: int = MOST_OPEN
    ) -> None:
        self._config = config
        self._in_memory = in_memory
        self._model = model
        self._most = most
        self._opened: OrderedDict[str, _Opened] = OrderedDict()
        self._lock = Condition()
        # reading every setting again takes longer than the rest of a call's way
        self._settings_of = lru_cache(maxsize=MOST_SETTINGS)(lambda name: config.override(project=name))

    def asking(self, model: Model) -> Projects:
        """Return the same projects, opened once more to work with another language model."""
        return Projects(self._config, in_memory=self._in_memory, model=model, most=self._most)

    @property
    def default(self) -> str:
        """The project of calls that name none."""
        return self._config.project

    def opened(self) -> list[str]:
        """Return the names of the projects that are open."""
        with self._lock:
            return list(self._opened)

    @contextmanager
    def use(self, spec: Begins, project: str | None = None) -> Iterator[Memory]:
        """Give the memory that an operation is to work on, and keep it open for as long.

        Args:
            spec: What it is for. What begins a project makes its file; from a default project that nobody has begun
                the others read nothing, and make no file.
            project: Its name; `None` = the default.

        Raises:
            InvalidInput: The name cannot be one.
            NotFound: There is no such project, and the operation begins none.
        """
        name = project or self.default
        config = self._config if name == self.default else self._settings_of(name)
        if not (self._in_memory or spec.begins or exists(config)):
            if name != self.default:
                raise missing_project(config)
            with Memory(config=config, home=MEMORY) as memory:
                yield memory
            return
        opened = self._take(name, config)
        try:
            yield opened.memory
        finally:
            self._give_back(opened)

    def close(self, timeout: float = CLOSING) -> None:
        """Close every project, once the calls that run are done.

        Args:
            timeout: Seconds to wait for them, 0 and up; what still runs then gets `Closed`.
        """
        with self._lock:
            self._lock.wait_for(lambda: not any(each.users for each in self._opened.values()), timeout)
            while self._opened:
                self._opened.popitem()[1].memory.close()

    def __enter__(self) -> Self:
        """Return itself; leaving the block closes every project."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close every project."""
        self.close()

    def _take(self, name: str, config: Config) -> _Opened:
        with self._lock:
            if name not in self._opened:
                self._opened[name] = _Opened(
                    Memory(config=config, home=MEMORY if self._in_memory else None, model=self._model)
                )
            self._opened.move_to_end(name)
            self._opened[name].users += 1
            return self._opened[name]

    def _give_back(self, opened: _Opened) -> None:
        with self._lock:
            opened.users -= 1
            self._lock.notify_all()
            idle = [name for name, each in self._opened.items() if each.users == 0]
            for name in idle[: max(0, len(idle) - self._most)]:
                self._opened.pop(name).memory.close()
