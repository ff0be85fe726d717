"""The task of reading turns with a model: what of an `add` is kept for it, without any words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from doxa.clock import from_micros, to_micros
from doxa.graph.contract import Writer
from doxa.graph.nodes import RevisionId
from doxa.graph.tasks import TaskBody
from doxa.records import Json, Period
from doxa.write.context import owner_of

if TYPE_CHECKING:
    from doxa.records import Scope
    from doxa.write.add import Addition

EXTRACT: Final = "extract"
"""The kind of the task."""


@dataclass(frozen=True, slots=True)
class Given:
    """What a caller said of all claims of an `add`; see `Memory.add`."""

    confidence: float | None = None
    evidence: str | None = None
    independent: bool = True
    author: str | None = None
    salience: float | None = None
    valid: Period | None = None
    expires: datetime | None = None


@dataclass(frozen=True, slots=True)
class SaidTurn:
    """A turn to read: which, how long it is, when it was said, and whether the caller told when."""

    revision: RevisionId
    length: int
    said_at: datetime
    dated: bool


WINDOW: Final = 24_000
"""Characters that a model is shown at once: what every model that is fit for this can take in."""


def windows_of(turns: Sequence[SaidTurn]) -> list[tuple[list[SaidTurn], tuple[int, int] | None]]:
    """Return turns in parts that a model can take in: whole turns together, and a long turn piece by piece.

    Returns:
        Per part its turns, and the piece of its one turn where it is not whole.
    """
    parts: list[tuple[list[SaidTurn], tuple[int, int] | None]] = []
    room = 0
    for turn in turns:
        if turn.length > WINDOW:
            pieces = range(0, turn.length, WINDOW - OVERLAP)
            parts += [([turn], (start, min(start + WINDOW, turn.length))) for start in pieces]
            room = 0
        elif turn.length <= room and parts:
            parts[-1][0].append(turn)
            room -= turn.length
        else:
            parts.append(([turn], None))
            room = WINDOW - turn.length
    return parts


OVERLAP: Final = 400
"""Characters that two pieces of a turn share, so that no sentence is cut in both."""


def ask_for_reading(writer: Writer, scope: Scope, addition: Addition, turns: Sequence[SaidTurn]) -> list[int]:
    """Ask for turns to be read by a model, in the transaction that keeps them; return the tasks' numbers."""
    given = _body_of(addition)
    numbers: list[int] = []
    for part, piece in windows_of(turns):
        body: dict[str, Json] = {**given, "turns": [int(turn.revision) for turn in part]}
        body["said"] = [[to_micros(turn.said_at), turn.dated] for turn in part]
        if piece is not None:
            body["piece"] = [*piece]
        numbers.append(writer.enqueue(EXTRACT, body, user=owner_of(scope)))
    return numbers


def _body_of(addition: Addition) -> dict[str, Json]:
    body: dict[str, Json] = {}
    for name in ("confidence", "evidence", "author", "salience"):
        if getattr(addition, name) is not None:
            body[name] = getattr(addition, name)
    if not addition.independent:
        body["independent"] = False
    if addition.valid is not None:
        bounds: list[Json] = [
            None if each is None else to_micros(each) for each in (addition.valid.start, addition.valid.end)
        ]
        body["valid"] = [*bounds, addition.valid.precision]
    if addition.expires is not None:
        body["expires"] = to_micros(addition.expires)
    return body


def given_of(body: TaskBody) -> Given:
    """Return what a caller said of all claims."""
    kept: Any = body
    valid = None
    if kept.get("valid"):
        start, end, precision = kept["valid"]
        valid = Period(_instant(start), _instant(end), precision)
    return Given(
        confidence=kept.get("confidence"),
        evidence=kept.get("evidence"),
        independent=kept.get("independent", True),
        author=kept.get("author"),
        salience=kept.get("salience"),
        valid=valid,
        expires=_instant(kept.get("expires")),
    )


def _instant(micros: int | None) -> datetime | None:
    return None if micros is None else from_micros(micros)
