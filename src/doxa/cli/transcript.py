"""Transcripts as people have them: JSON Lines, a JSON list, an export of messages, or lines of `Name: text`."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from doxa.errors import InvalidInput
from doxa.records import Message

ASSISTANTS = frozenset(
    "assistant ai bot chatbot agent model system chatgpt claude gemini copilot 助手 助理 机器人".split()
)
"""Names that stand for the machine's side of a conversation."""
TIMES = ("time", "timestamp", "created_at", "create_time", "date")
NAMES = ("name", "speaker", "author", "from", "sender")
TEXTS = ("content", "text", "message", "body")
MEND = 'Give one JSON object a line, {"role", "name", "time", "content"}, or lines of `Name: text`.'
_SPOKEN = re.compile(
    r"\s*(?:[\[(（【]?(?P<time>\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ,]+\d{1,2}:\d{2}(?::\d{2})?)?)[\])）】]?[\s,-]*)?"
    r"(?P<name>[^:：\n]{1,40}?)\s*[:：]\s*(?P<text>\S.*)"
)


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of a transcript."""

    message: Message
    time: datetime
    session: str | None


def read_transcript(text: str, *, now: datetime) -> list[Turn]:
    """Return the turns of a transcript, in order of time.

    A turn without a time is said a minute after the one before it, and a first one as long before now as there are
    turns; a time without a zone is in UTC.

    Args:
        text: The whole file.
        now: The present instant, aware.

    Raises:
        InvalidInput: It holds no turns, or one of them is none; the message names the line.
    """
    rows = list(_rows(text.removeprefix("\ufeff")))
    if not rows:
        raise InvalidInput("The transcript is empty.", mend=MEND, field="file")
    time = now - timedelta(minutes=len(rows) + 1)
    turns: list[Turn] = []
    for place, row in rows:
        time = _time(row, place) or time + timedelta(minutes=1)
        content = _content(row, place)
        if content:
            name = _first(row, NAMES)
            session = row.get("session") or row.get("session_id")
            message = Message(_role(row, name), content, time, None if name is None else str(name))
            turns.append(Turn(message, time, None if session is None else str(session)))
    return sorted(turns, key=lambda turn: turn.time)


def main_speaker(turns: Iterable[Turn]) -> str | None:
    """Return the name that most turns of role `user` carry."""
    names = Counter(turn.message.name for turn in turns if turn.message.role == "user" and turn.message.name)
    return max(names, key=lambda name: names[name], default=None)


def _rows(text: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield each turn as an object, with how to name its place."""
    whole = text.strip()
    if whole.startswith("[") or (whole.startswith("{") and "\n" in whole):
        try:
            read = json.loads(whole)
        except json.JSONDecodeError:
            read = None
        if isinstance(read, dict):
            read = read.get("messages") or read.get("turns") or read.get("conversation")
        if isinstance(read, list) and all(isinstance(row, dict) for row in read):
            yield from ((f"Message {number}", row) for number, row in enumerate(read, start=1))
            return
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    yield from _json_lines(lines) if whole.startswith("{") else _spoken_lines(lines)


def _json_lines(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for number, line in lines:
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            raise InvalidInput(
                f"Line {number} is no JSON: {error.msg}.", mend=MEND, field="file", value=number
            ) from error
        if not isinstance(row, dict):
            raise InvalidInput(f"Line {number} is no JSON object.", mend=MEND, field="file", value=number)
        yield f"Line {number}", row


def _spoken_lines(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield `Name: text` lines; a line without a name goes on with what was said before."""
    said: dict[str, Any] | None = None
    place = ""
    for number, line in lines:
        match = _SPOKEN.match(line)
        if match is None:
            if said is None:
                raise InvalidInput(f"Line {number} names no speaker.", mend=MEND, field="file", value=number)
            said["content"] += "\n" + line.strip()
            continue
        if said is not None:
            yield place, said
        place, said = f"Line {number}", {"name": match["name"].strip(), "content": match["text"].strip()}
        if match["time"]:
            said["time"] = re.sub(r"[/.]", "-", match["time"][:10]) + match["time"][10:]
    if said is not None:
        yield place, said


def _content(row: Mapping[str, Any], place: str) -> str:
    """Return what was said; parts that are no text, such as pictures, are left out."""
    content = _first(row, TEXTS)
    if isinstance(content, list):
        content = "\n".join(part["text"] for part in content if isinstance(part, dict) and "text" in part)
    if not isinstance(content, str):
        raise InvalidInput(f"{place} has no content.", mend=MEND, field="file")
    return content.strip()


def _role(row: Mapping[str, Any], name: object) -> str:
    role = row.get("role")
    if isinstance(role, str):
        return "user" if role.lower() in ("user", "human") else role.lower()
    return "assistant" if str(name).lower() in ASSISTANTS else "user"


def _time(row: Mapping[str, Any], place: str) -> datetime | None:
    value = _first(row, TIMES)
    if value is None:
        return None
    try:
        if isinstance(value, int | float):
            return datetime.fromtimestamp(value / 1000 if value > 1e11 else value, UTC)
        time = datetime.fromisoformat(_padded(str(value)))
    except (ValueError, OSError, OverflowError) as error:
        mend = "Give an ISO time such as 2026-03-01T12:00:00Z."
        raise InvalidInput(f"{place}: its time is {value!r}.", mend=mend, field="file", value=value) from error
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def _padded(time: str) -> str:
    """Return `2026-3-1 9:05` as ISO 8601 wants it."""
    return re.sub(r"(?<!\d)(\d)(?=[-: T]|$)", r"0\1", re.sub(r"[ ,]+", "T", time.strip(), count=1))


def _first(row: Mapping[str, Any], keys: Iterable[str]) -> Any:
    return next((row[key] for key in keys if row.get(key) is not None), None)
