"""Transcripts of agents, one JSON object a line: who spoke, when, what, and which files they worked on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from doxa.errors import InvalidInput
from doxa.sessions.contract import Sessions

LARGEST: Final = 64_000_000
"""Bytes of a transcript that is read."""
LONGEST: Final = 8_000
"""Characters of one message that are read."""
_MEND: Final = 'Give one JSON object a line, with "role" and "content".'
_PATHS: Final = ("file_path", "path", "filename", "notebook_path")


@dataclass(frozen=True, slots=True)
class Said:
    """A message.

    Args:
        role: Who spoke.
        text: What was said.
        time: When; `None` where nobody says.
        files: Files that a tool was called with.
    """

    role: str
    text: str
    time: datetime | None = None
    files: tuple[str, ...] = ()


def read_transcript(path: Path) -> list[Said]:
    """Return the messages of a transcript.

    Raises:
        InvalidInput: It cannot be read, is too large, or a line is no JSON object; the message names the line.
    """
    try:
        if path.stat().st_size > LARGEST:
            said = f"{path} has {path.stat().st_size:,} bytes."
            raise InvalidInput(said, mend=f"Give at most {LARGEST:,}.", field="transcript")
        lines = path.read_text(encoding="utf-8-sig", errors="replace").split("\n")
    except OSError as error:
        said = f"{path} cannot be read: {error.strerror}."
        raise InvalidInput(said, mend="Name a file of JSON Lines.", field="transcript", value=str(path)) from error
    rows = [_row(line, number) for number, line in enumerate(lines, 1) if line.strip()]
    return [each for row in rows if (each := _said(row)) is not None]


def read_session(sessions: Sessions, session: str, user: str | None) -> list[Said]:
    """Return the messages of a conversation in working memory."""
    found: list[Said] = []
    while page := sessions.read(session, limit=1000, offset=len(found), user=user):
        found += [Said(each.message.role, each.message.content[:LONGEST], each.message.time) for each in page]
    return found


def _row(line: str, number: int) -> Mapping[str, Any]:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise InvalidInput(f"Line {number} is no JSON: {error}.", mend=_MEND, field="transcript") from error
    if not isinstance(row, Mapping):
        raise InvalidInput(f"Line {number} is no JSON object.", mend=_MEND, field="transcript")
    return row


def _said(row: Mapping[str, Any]) -> Said | None:
    inner = row.get("message")
    message = inner if isinstance(inner, Mapping) else row
    role, content = message.get("role") or row.get("type"), message.get("content")
    texts, files = list(_texts(content)), list(dict.fromkeys(_files(content)))
    if not isinstance(role, str) or not (texts or files):
        return None
    time = next((row[key] for key in ("time", "timestamp", "created_at") if key in row), None)
    return Said(role, "\n".join(texts)[:LONGEST], _time(time), tuple(files))


def _texts(content: Any) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    elif isinstance(content, list):
        for part in content:
            if isinstance(part, Mapping) and part.get("type") == "text" and isinstance(part.get("text"), str):
                yield part["text"]


def _files(content: Any) -> Iterator[str]:
    for part in content if isinstance(content, list) else ():
        given = part.get("input") if isinstance(part, Mapping) else None
        if isinstance(given, Mapping):
            yield from (given[key] for key in _PATHS if isinstance(given.get(key), str))


def _time(value: Any) -> datetime | None:
    if not isinstance(value, str):
        return None
    try:
        time = datetime.fromisoformat(value)
    except ValueError:
        return None
    return time if time.tzinfo else time.replace(tzinfo=UTC)
