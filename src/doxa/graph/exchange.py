"""Export and import: the whole project with its history as JSON rows, whose numbers are kept.

Rows come section by section and page by page, each from a fresh snapshot that looks no further than the operation at
which the export began, so that nothing is held back meanwhile and an export can be resumed after any row. Vectors are
exported (as base64) rather than made anew on import: they are then the same to the bit, need no embedder, and 100,000
of them take seconds instead of the minutes that embedding takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from doxa.errors import InvalidInput
from doxa.graph.export_rows import SECTIONS, Scope, header
from doxa.graph.import_rows import Importer
from doxa.records import Json, User

if TYPE_CHECKING:
    from doxa.graph.store import SqlGraph

PAGE = 500
"""Rows read from one snapshot."""


def export_rows(graph: SqlGraph, *, user: User, after: str | None = None) -> Iterator[dict[str, Json]]:
    """Yield the rows of a project, in an order that `import_rows` accepts.

    Args:
        graph: The project's store.
        user: Whose memories, with the shared ones; `ANY` for all of the project.
        after: The `cursor` of the last row of an export that was broken off.

    Raises:
        InvalidInput: The cursor is none.
    """
    place = None if after is None else _place(after)
    with graph.engine.reading() as connection:
        sight = graph.sight(connection, user=user)
        at = sight.at if place is None else place[0]
        if place is None:
            yield {**header(graph, sight), "cursor": f"{at}:0:0"}
    first, last = (0, "0") if place is None else place[1:]
    if first == len(SECTIONS):
        return
    for number, section in enumerate(SECTIONS):
        if number < first:
            continue
        key = last if number == first else "0"
        while True:
            with graph.engine.reading() as connection:
                rows = section(Scope(graph.sight(connection, user=user), at), key, PAGE)
            for key, row in rows:
                yield {**row, "cursor": f"{at}:{number}:{key}"}
            if len(rows) < PAGE:
                break
    yield {"row": "end", "cursor": f"{at}:{len(SECTIONS)}:0"}


def import_rows(graph: SqlGraph, rows: Iterable[Mapping[str, Json]]) -> Mapping[str, int]:
    """Restore exported rows into an empty project, or into one that holds a beginning of the same history.

    Rows already there are left as they are; an import that was broken off is taken up by importing again.

    Args:
        graph: The project's store.
        rows: As `export_rows` gave them, in their order.

    Returns:
        How many rows of each kind were added, and how many were there (`unchanged`) or not taken (`skipped`): they had
        been erased, or are working memory whose number another session has here.

    Raises:
        ImportConflict: A row is there with other content, or the project has a history of its own.
        InvalidInput: A row is none of an export, or the rows end before the export does; what came is kept.
    """
    return Importer(graph).run(rows)


def _place(cursor: str) -> tuple[int, int, str]:
    at, _, rest = cursor.partition(":")
    section, _, key = rest.partition(":")
    if not (at.isdecimal() and section.isdecimal() and key and int(section) <= len(SECTIONS)):
        mend = "Pass the `cursor` of the last row."
        raise InvalidInput(f"{cursor!r} is no cursor of an export.", mend=mend, field="after", value=cursor)
    return int(at), int(section), key
