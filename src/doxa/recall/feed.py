"""The change feed as callers read it: cursors, filters by kind and kref pattern."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase

from doxa.errors import InvalidInput
from doxa.graph.contract import Graph
from doxa.recall.stories import as_change
from doxa.records import Change, User

PAGE = 1000


def read_changes(
    graph: Graph, user: User, *, after: str | None, kinds: tuple[str, ...], match: str | None
) -> Iterator[Change]:
    """Yield changes after a cursor in commit order; no snapshot is held between pages."""
    operation, position = read_cursor(after)
    wanted = None if match is None else _pattern(match)
    while True:
        page = graph.changes(user=user, after=operation, position=position, limit=PAGE)
        for node in page:
            if kinds and not any(fnmatchcase(node.kind, kind) for kind in kinds):
                continue
            if wanted is None or wanted.fullmatch(node.ref):
                yield as_change(node)
        if len(page) < PAGE:
            return
        operation, position = page[-1].operation, page[-1].position


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
