"""Imports foreign rows: through the gate, in batches of one operation each, each row once however often it is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from types import MappingProxyType
from typing import IO, Final, TypeAlias

from doxa.errors import DoxaError, InvalidInput
from doxa.records import ImportReport, Scope
from doxa.write.add import Addition, listen, vectors_of, write_all
from doxa.write.admission import admitted
from doxa.write.context import WriteContext, WriteRequest, operation, owner_of, refuse_anybody
from doxa.write.imports.chats import read_chatgpt, read_claude
from doxa.write.imports.memories import read_json_lines, read_langgraph, read_markdown, read_mem0
from doxa.write.imports.rows import Row, Skipped
from doxa.write.imports.transcripts import read_claude_code, read_codex
from doxa.write.receipts import Result
from doxa.write.turns import IMPORTED, imported_identity

Source: TypeAlias = Path | str | IO[str]
Reader: TypeAlias = Callable[[Source], Iterator[Row | Skipped]]

FORMATS: Final[Mapping[str, Reader]] = MappingProxyType(
    {
        "chatgpt": read_chatgpt,
        "claude": read_claude,
        "mem0": read_mem0,
        "claude_code": read_claude_code,
        "codex": read_codex,
        "langgraph": read_langgraph,
        "jsonl": read_json_lines,
        "markdown": read_markdown,
    }
)
"""The formats of others, each with its reader."""

_BATCH: Final = 200
"""Rows that are written as one operation."""
_SHOWN: Final = 1000
"""Skipped rows that a report names one by one."""


@dataclass(slots=True)
class _Tally:
    """What came of an import so far."""

    imported: Counter[str] = field(default_factory=Counter)
    unchanged: int = 0
    skipped: list[tuple[int, str]] = field(default_factory=list)
    left_out: int = 0
    last: int = 0

    def skip(self, place: int, reason: str) -> None:
        if len(self.skipped) < _SHOWN:
            self.skipped.append((place, reason))
        else:
            self.left_out += 1

    def report(self) -> ImportReport:
        more = ((self.last, f"{self.left_out} more were skipped"),) if self.left_out else ()
        return ImportReport(dict(self.imported), self.unchanged, (*self.skipped, *more), str(self.last))


def import_foreign(context: WriteContext, request: WriteRequest, source: Source, form: str) -> ImportReport:
    """Import what another system wrote; see `Memory.import_`.

    Raises:
        InvalidInput: There is no such format, or the source cannot be read in it.
    """
    if form not in FORMATS:
        known = ", ".join(("doxa", *FORMATS))
        raise InvalidInput(f"format is {form!r}.", mend=f"Give one of {known}.", field="format", value=form)
    refuse_anybody(request.scope)
    tally = _Tally()
    for rows in _batches(_rows(FORMATS[form](source), tally)):
        _keep(context, request, form, rows, tally)
    return tally.report()


def _rows(read: Iterable[Row | Skipped], tally: _Tally) -> Iterator[Row]:
    for each in read:
        tally.last = each.place
        if isinstance(each, Skipped):
            tally.skip(each.place, each.reason)
        else:
            yield each


def _batches(rows: Iterator[Row]) -> Iterator[list[Row]]:
    """Yield rows of one conversation, kind and owner, a few hundred at most, in their order."""
    for _, group in groupby(rows, key=lambda row: row.group):
        batch: list[Row] = []
        for row in group:
            batch.append(row)
            if len(batch) == _BATCH:
                yield batch
                batch = []
        if batch:
            yield batch


def _keep(context: WriteContext, request: WriteRequest, form: str, rows: Sequence[Row], tally: _Tally) -> None:
    """Write a batch; where that fails, its rows one by one, so that one bad row costs no other."""
    scope = _scope(request.scope, form, rows[0])
    new = _unknown(context, scope, rows, tally)
    if not new:
        return
    try:
        results = _write(context, replace(request, scope=scope), new)
    except DoxaError as error:
        if len(new) == 1:
            tally.skip(new[0].place, error.message)
            return
        for row in new:
            _keep(context, request, form, [row], tally)
        return
    for row, result in zip(new, results, strict=False):
        if result.verdict == "rejected":
            tally.skip(row.place, result.reason)
        elif result.verdict == "confirm":
            tally.unchanged += 1
        else:
            tally.imported[row.kind or "turn"] += 1
    tally.imported.update("claim" for each in results[len(new) :] if each.verdict not in ("raw_only", "rejected", None))


def _scope(scope: Scope, form: str, row: Row) -> Scope:
    """Return where a row goes: whose it says it is where the caller names nobody."""
    session = scope.session or (f"{form}:{row.session}"[:200] if row.session else None)
    user = row.user if scope.user is None and row.user else scope.user
    return replace(scope, user=user, session=session, space=scope.space or row.space)


def _unknown(context: WriteContext, scope: Scope, rows: Sequence[Row], tally: _Tally) -> list[Row]:
    """Return the rows that are not here yet, each once."""
    owner = owner_of(scope)
    fresh: dict[str, Row] = {}
    with context.graph.view(user=scope.user) as view:
        for row in rows:
            known = row.kind is None and view.by_identity(imported_identity(row.key), owner, scope.contexts) is not None
            if known or row.key in fresh:
                tally.unchanged += 1
            else:
                fresh[row.key] = row
    return list(fresh.values())


def _write(context: WriteContext, request: WriteRequest, rows: Sequence[Row]) -> list[Result]:
    messages = [replace(row.message, metadata={**row.message.metadata, IMPORTED: row.key}) for row in rows]
    addition = Addition(messages, kind=rows[0].kind, author="imported")
    admission = admitted(context.gate.opened(), addition)
    heard = listen(context, request.scope, admission)
    if not heard:
        return admission.with_refused([])
    vectors = vectors_of(context, [text for each in heard for text in each.texts])
    with operation(context, request) as writer:
        results = write_all(writer, context, request.scope, admission.addition, heard, vectors)
    return admission.with_refused(results)
