"""The change feed as callers read it: cursors, filters by kind and kref pattern."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase

from doxa.errors import InvalidInput
from doxa.graph.contract import Graph
from doxa.recall.stories import as_change
from doxa.records import Change, User

PAGE = 1000


FOLLOW_SECONDS = 0.5
"""How long a follower rests before it looks again; a look at an idle project takes well under a millisecond."""


def pause() -> None:
    """Rest before the next look."""
    time.sleep(FOLLOW_SECONDS)


def read_changes(
    graph: Graph,
    user: User,
    *,
    after: str | None,
    kinds: tuple[str, ...],
    match: str | None,
    wait: Callable[[], None] | None = None,
) -> Iterator[Change]:
    """Yield changes after a cursor in commit order; no snapshot is held between pages.

    Args:
        graph: The project's store.
        user: Whose eyes.
        after: The cursor of the last change seen.
        kinds: Patterns on kinds; empty = all.
        match: Pattern on krefs.
        wait: Called where there is nothing new, before the next look; `None` = end there.

    Raises:
        InvalidInput: The cursor is malformed.
    """
    return _changes(graph, user, *read_cursor(after), kinds, None if match is None else _pattern(match), wait)


def _changes(
    graph: Graph,
    user: User,
    operation: int,
    position: int,
    kinds: tuple[str, ...],
    wanted: re.Pattern[str] | None,
    wait: Callable[[], None] | None,
) -> Iterator[Change]:
    while True:
        page = graph.changes(user=user, after=operation, position=position, limit=PAGE)
        for node in page:
            if kinds and not any(fnmatchcase(node.kind, kind) for kind in kinds):
                continue
            if wanted is None or wanted.fullmatch(node.ref):
                yield as_change(node)
        if page:
            operation, position = page[-1].operation, page[-1].position
        if len(page) == PAGE:
            continue
        if wait is None:
            return
        wait()


def read_cursor(cursor: str | None) -> tuple[int, int]:
    """Return the operation and position of a cursor.

    Raises:
        InvalidInput: It is malformed.
    """
    if cursor is None:
        return 0, 0
    matched = re.fullmatch(r"(\d{1,18})\.(\d{1,18})", str(cursor))
    if matched is None:
        raise InvalidInput(f"after is {cursor!r}.", mend="Give the cursor of a change.", field="after", value=cursor)
    return int(matched[1]), int(matched[2])


def _pattern(match: str) -> re.Pattern[str]:
    """`**` crosses segments, `*` stays within one; everything else is itself."""
    parts = re.split(r"(\*\*|\*)", match)
    expressions = {"**": r".*", "*": r"[^/]*"}
    return re.compile("".join(expressions.get(part, re.escape(part)) for part in parts), re.DOTALL)
