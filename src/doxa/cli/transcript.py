"""Transcripts as people have them: JSON Lines, a JSON list, an export of messages, or lines of `Name: text`."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from doxa.cli.spoken import ASSISTANTS, HUMANS, spoken_turns
from doxa.errors import InvalidInput
from doxa.records import Message

TIMES = ("time", "timestamp", "created_at", "create_time", "date", "datetime", "ts", "timestamp_ms", "sent_at")
NAMES = ("name", "speaker", "author", "from", "sender", "sender_name", "user", "username", "nickname", "role_name")
TEXTS = ("content", "text", "message", "body", "utterance", "value")
LISTS = tuple("messages turns conversation conversations dialogue dialog history utterances transcript".split())
"""Where an object holds the messages of a conversation."""
WORDLESS = tuple("tool_calls function_call attachments files photos videos audio_files media_type action".split())
"""What a message may have in place of words."""
ROLES = ("user", "assistant", "system", "tool")
_BROKEN = re.compile("[\x00\ud800-\udfff]")
"""What no text can hold: NUL, and halves of characters as some programs write them."""
_NUMBER = re.compile(r"\d{9,}(\.\d+)?")
MEND = 'Give one JSON object a line, {"role", "name", "time", "content"}, or lines of `Name: text`.'


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of a transcript."""

    message: Message
    time: datetime
    session: str | None


def read_transcript(text: str, *, now: datetime) -> list[Turn]:
    """Return the turns of a transcript, in order of time: what a program wrote, an export, or lines of text.

    A turn without a time is said a minute after the one before it, and a first one as long before now as there are
    turns; a time without a zone is in UTC.

    Args:
        text: The whole file.
        now: The present instant, aware.

    Raises:
        InvalidInput: It holds no turns, or one of them is none; the message names the line.
    """
    text = text.removeprefix("\ufeff")
    exported = _exported(text)
    rows = list(_rows(text)) if exported is None else exported
    if not rows:
        raise InvalidInput("The transcript is empty.", mend=MEND, field="file")
    time = now - timedelta(minutes=len(rows) + 1)
    turns: list[Turn] = []
    for place, row in rows:
        time = _time(row, place) or time + timedelta(minutes=1)
        content = _content(row, place)
        if content:
            name = _name(row)
            session = row.get("session") or row.get("session_id")
            message = Message(_role(row, name), content, time, name)
            turns.append(Turn(message, time, None if session is None else _label(session)))
    return sorted(turns, key=lambda turn: turn.time)


def main_speaker(turns: Iterable[Turn]) -> str | None:
    """Return the name that most turns of role `user` carry; `Me` and its like before the others they talk to."""
    names = Counter(turn.message.name for turn in turns if turn.message.role == "user" and turn.message.name)
    own = [name for name in names if name.lower() in HUMANS]
    return max(own or names, key=lambda name: names[name], default=None)


def _exported(text: str) -> list[tuple[str, Mapping[str, Any]]] | None:
    """Return the messages of what ChatGPT, Claude, Claude Code or Codex wrote; `None` where none of them did."""
    from doxa.write.imports.chats import read_chatgpt, read_claude
    from doxa.write.imports.rows import Row
    from doxa.write.imports.transcripts import read_claude_code, read_codex

    read, whole = None, _whole(text)
    of_lists = whole.get("conversations", [whole]) if isinstance(whole, dict) else whole
    first = of_lists[0] if isinstance(of_lists, list) and of_lists and isinstance(of_lists[0], dict) else {}
    if "mapping" in first or "chat_messages" in first:
        read, text = read_chatgpt if "mapping" in first else read_claude, json.dumps(of_lists)
    elif whole is None and text.lstrip().startswith("{"):
        heads = [line for line in map(_object, text.lstrip().splitlines()[:50]) if line is not None]
        if any(isinstance(each.get("message"), dict) and each.get("type") in ("user", "assistant") for each in heads):
            read = read_claude_code
        elif any(isinstance(each.get("payload"), dict) and "type" in each for each in heads):
            read = read_codex
    if read is None:
        return None
    found = [row for row in read(io.StringIO(text)) if isinstance(row, Row)]
    return [(f"Message {row.place}", _row_of(row.message, row.session)) for row in found]


def _row_of(message: Message, session: str | None) -> dict[str, Any]:
    time = None if message.time is None else message.time.isoformat()
    return {"role": message.role, "content": message.content, "time": time, "session": session}


def _whole(text: str) -> Any:
    """Return the JSON value that a text is; `None` where it is none."""
    if text.lstrip()[:1] not in ("[", "{"):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _object(line: str) -> dict[str, Any] | None:
    read = _whole(line)
    return read if isinstance(read, dict) else None


def _rows(text: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield each turn as an object, with how to name its place."""
    whole = _whole(text)
    messages = _messages(whole) if isinstance(whole, dict) else whole
    if isinstance(messages, list) and all(isinstance(row, dict) for row in messages):
        yield from ((f"Message {number}", row) for number, row in enumerate(messages, start=1))
        return
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    yield from _json_lines(lines) if text.lstrip().startswith("{") else _spoken_lines(lines)


def _messages(row: Mapping[str, Any]) -> list[Any] | None:
    return next((row[key] for key in LISTS if isinstance(row.get(key), list)), None)


def _json_lines(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for number, line in lines:
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            said = getattr(error, "msg", error)
            raise InvalidInput(f"Line {number} is no JSON: {said}.", mend=MEND, field="file", value=number) from error
        if not isinstance(row, dict):
            raise InvalidInput(f"Line {number} is no JSON object.", mend=MEND, field="file", value=number)
        within = _messages(row)
        if within is None:
            yield f"Line {number}", row
        else:  # a conversation a line
            yield from (
                (f"Line {number}", {"session": str(number), **each}) for each in within if isinstance(each, dict)
            )


def _spoken_lines(lines: Sequence[tuple[int, str]]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    heard = [(f"Line {number}", row) for number, row in spoken_turns(lines)]
    if lines and not heard:
        number = lines[0][0]
        raise InvalidInput(f"Line {number} names no speaker.", mend=MEND, field="file", value=number)
    yield from heard


def _content(row: Mapping[str, Any], place: str) -> str:
    """Return what was said; parts that are no text, such as pictures, are left out."""
    content = _words(_first(row, TEXTS))
    if content is None and any(row.get(key) for key in WORDLESS):
        return ""
    if content is None:
        raise InvalidInput(f"{place} has no content.", mend=MEND, field="file")
    return _BROKEN.sub("\ufffd", content).strip()


def _words(content: Any) -> str | None:
    if isinstance(content, list):
        return "\n".join(words for part in content if (words := _words(part)))
    if isinstance(content, dict):
        return _words(content.get("text", content.get("parts")))
    return content if isinstance(content, str) else None


def _name(row: Mapping[str, Any]) -> str | None:
    name = _first(row, NAMES)
    if isinstance(name, dict):
        name = _first(name, ("name", "nickname", "username", "real_name", "role", "id"))
    return None if name is None else _label(name) or None


def _label(name: object) -> str:
    """Return a name in one line, without what cannot be stored."""
    return " ".join(_BROKEN.sub(" ", str(name)).split())[:200]


def _role(row: Mapping[str, Any], name: str | None) -> str:
    role = row.get("role")
    if not isinstance(role, str):
        return "assistant" if str(name).lower() in ASSISTANTS else "user"
    role = role.lower()
    if role in HUMANS:
        return "user"
    return role if role in ROLES else "assistant"


def _time(row: Mapping[str, Any], place: str) -> datetime | None:
    value = _first(row, TIMES)
    if value is None:
        return None
    try:
        if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
            value = float(value)
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
