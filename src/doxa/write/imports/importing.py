"""Imports foreign rows: through the gate, in batches of one operation each, each row once however often it is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from itertools import groupby, islice
from pathlib import Path
from types import MappingProxyType
from typing import IO, TYPE_CHECKING, Final, TypeAlias

from doxa.errors import DoxaError, InvalidInput
from doxa.graph.contract import Writer
from doxa.records import ImportReport, Message, Scope
from doxa.write.add import Addition, Heard, listen, turns_of, vectors_of, write_all
from doxa.write.admission import Admission, admitted
from doxa.write.context import WriteContext, WriteRequest, operation, owner_of, refuse_anybody
from doxa.write.gate import Passed
from doxa.write.imports.chats import read_chatgpt, read_claude
from doxa.write.imports.memories import read_json_lines, read_langgraph, read_markdown, read_mem0
from doxa.write.imports.rows import Row, Skipped
from doxa.write.imports.transcripts import read_claude_code, read_codex
from doxa.write.long_texts import parts_of
from doxa.write.messages import MAX_TEXT
from doxa.write.receipts import Result
from doxa.write.turns import IMPORTED, Turn, imported_identity, store_turns

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

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

_BATCH: Final = 500
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


def import_foreign(
    context: WriteContext, request: WriteRequest, source: Source, form: str, *, resume: bool = True
) -> ImportReport:
    """Import what another system wrote; see `Memory.import_`.

    Raises:
        InvalidInput: There is no such format, or the source cannot be read in it.
    """
    if form not in FORMATS:
        known = ", ".join(("doxa", *FORMATS))
        raise InvalidInput(f"format is {form!r}.", mend=f"Give one of {known}.", field="format", value=form)
    refuse_anybody(request.scope)
    tally = _Tally()
    try:
        for rows in _batches(_rows(FORMATS[form](source), tally)):
            _keep(context, request, form, rows, tally, resume=resume)
    finally:
        _digest.cache_clear()  # keys may hold words
    return tally.report()


def _rows(read: Iterable[Row | Skipped], tally: _Tally) -> Iterator[Row]:
    for each in read:
        tally.last = each.place
        if isinstance(each, Skipped):
            tally.skip(each.place, each.reason)
        else:
            yield each


def _batches(rows: Iterator[Row]) -> Iterator[list[Row]]:
    """Yield rows of one owner, some hundreds at most, in their order."""
    for _, group in groupby(rows, key=lambda row: row.user):
        while batch := list(islice(group, _BATCH)):
            yield batch


@dataclass(frozen=True, slots=True)
class _Part:
    """Rows of one conversation and kind, ready to be written."""

    scope: Scope
    rows: Sequence[Row]
    admission: Admission
    heard: Sequence[Heard]

    @property
    def texts(self) -> list[str]:
        """What gets a vector."""
        return [text for each in self.heard for text in each.texts]

    @property
    def size(self) -> int:
        """How many texts that are."""
        return sum(1 + len(each.found) for each in self.heard)


def _keep(
    context: WriteContext, request: WriteRequest, form: str, rows: Sequence[Row], tally: _Tally, *, resume: bool
) -> None:
    """Write a batch as one operation; where that fails, its rows one by one, so that one bad row costs no other."""
    new = _unknown(context, request.scope, form, rows, tally) if resume else list(rows)
    if not new:
        return
    try:
        _write(context, request, [_prepared(context, request, form, part) for part in _parts(new)], tally)
    except DoxaError as error:
        if len(new) == 1:
            tally.skip(new[0].place, error.message)
            return
        for row in new:
            _keep(context, request, form, [row], tally, resume=resume)


def _parts(rows: Sequence[Row]) -> list[list[Row]]:
    return [list(part) for _, part in groupby(rows, key=lambda row: row.group)]


def _told(tally: _Tally, part: _Part, results: Sequence[Result]) -> None:
    for row, result in zip(part.rows, results, strict=False):
        if result.verdict == "rejected":
            tally.skip(row.place, result.reason)
        elif result.verdict == "confirm":
            tally.unchanged += 1
        else:
            tally.imported[row.kind or "turn"] += 1
    claims = results[len(part.rows) :]
    tally.imported.update("claim" for each in claims if each.verdict not in ("raw_only", "rejected", None))


def _scope(scope: Scope, form: str, row: Row) -> Scope:
    """Return where a row goes: whose it says it is where the caller names nobody."""
    session = scope.session or (f"{form}:{row.session}"[:200] if row.session else None)
    user = row.user if scope.user is None and row.user else scope.user
    return replace(scope, user=user, session=session, space=scope.space or row.space)


def _unknown(context: WriteContext, given: Scope, form: str, rows: Sequence[Row], tally: _Tally) -> list[Row]:
    """Return the rows that are not here yet, each once."""
    scope = _scope(given, form, rows[0])
    owner = owner_of(scope)
    fresh: dict[str, Row] = {}
    with context.graph.view(user=scope.user) as view:
        asked = {imported_identity(_digest(row.key)): row.key for row in rows if row.kind is None}
        known = {asked[each] for each in view.held_identities(list(asked), owner, scope.contexts)}
        for row in rows:
            if row.key in known or row.key in fresh:
                tally.unchanged += 1
            else:
                fresh[row.key] = row
    return list(fresh.values())


def _prepared(context: WriteContext, request: WriteRequest, form: str, rows: Sequence[Row]) -> _Part:
    """Let rows through the gate and read what they claim, before the write lock is taken."""
    scope = _scope(request.scope, form, rows[0])
    # a text that is too long for one memory becomes several rows, so that each has its own result
    cut = [(row, part) for row in rows for part in _cut(row, row.message)]
    messages = [part for _, part in cut]
    admission = admitted(context.gate.opened(), Addition(messages, kind=rows[0].kind, author="imported"))
    admission = _known_again(admission, [row for row, _ in cut])
    return _Part(scope, [row for row, _ in cut], admission, listen(context, scope, admission))


def _known_again(admission: Admission, rows: Sequence[Row]) -> Admission:
    """Let each message be known by its row's key, as a digest: a key may hold words that the gate takes out."""
    refused = {place for place, _ in admission.refused}
    kept = [row for place, row in enumerate(rows) if place not in refused]
    marked = tuple(
        Passed(_marked(passed.message, row), passed.redactions, passed.flags, passed.rejected)
        for passed, row in zip(admission.messages, kept, strict=True)
    )
    return replace(admission, messages=marked)


def _marked(message: Message, row: Row) -> Message:
    metadata = {**message.metadata, IMPORTED: _digest(row.key)}
    return Message(message.role, message.content, message.time, message.name, metadata, message.attachments)


@lru_cache(maxsize=2 * _BATCH)  # asked for twice: to see whether a row is here, and to let it be known again
def _digest(key: str) -> str:
    return sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _cut(row: Row, message: Message) -> list[Message]:
    too_long = row.kind is None and len(message.content) > MAX_TEXT
    return parts_of(message) if too_long else [message]


def _write(context: WriteContext, request: WriteRequest, parts: Sequence[_Part], tally: _Tally) -> None:
    vectors = vectors_of(context, [text for part in parts for text in part.texts])
    scope = replace(parts[0].scope, session=None, space=None)
    at = first = 0
    told: list[list[Result]] = []
    with operation(context, replace(request, scope=scope)) as writer:
        stored = _stored(writer, parts, vectors)
        for part in parts:
            end = at + part.size
            own = None if vectors is None else vectors[at:end]
            addition = part.admission.addition
            turns = list(islice(stored, len(part.heard))) if addition.kind is None else None
            kept = (
                write_all(writer, context, part.scope, addition, part.heard, own, first=first, stored=turns)
                if part.heard
                else []
            )
            told.append(part.admission.with_refused(kept))
            at, first = end, first + end - at
    for part, results in zip(parts, told, strict=True):
        _told(tally, part, results)


def _stored(writer: Writer, parts: Sequence[_Part], vectors: NDArray[np.float32] | None) -> Iterator[Result]:
    """Write the turns of all conversations together and yield what became of each, in their order."""
    turns: list[Turn] = []
    at = 0
    for part in parts:
        own = None if vectors is None else vectors[at : at + part.size]
        at += part.size
        if part.admission.addition.kind is None:
            turns += turns_of(writer.at, part.scope, part.admission.addition, part.heard, own)
    return iter(store_turns(writer, turns))
