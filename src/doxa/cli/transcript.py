"""Transcripts as JSON Lines: one turn a line, with role, name, time, session and content."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from doxa.clock import aware
from doxa.errors import InvalidInput
from doxa.records import Message


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of a transcript."""

    message: Message
    time: datetime
    session: str | None


def read_transcript(lines: Iterable[str]) -> list[Turn]:
    """Return the turns of a transcript, in order of time.

    Raises:
        InvalidInput: A line is not a JSON object with `content` and an ISO `time` that has a zone.
    """
    turns = [_turn(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    if not turns:
        raise InvalidInput("The transcript is empty.", mend="Give a file with one JSON object a line.", field="file")
    return sorted(turns, key=lambda turn: turn.time)


def main_speaker(turns: Iterable[Turn]) -> str | None:
    """Return the name that most turns of role `user` carry."""
    names = Counter(turn.message.name for turn in turns if turn.message.role == "user" and turn.message.name)
    return max(names, key=lambda name: names[name], default=None)


def _turn(number: int, line: str) -> Turn:
    try:
        row = json.loads(line)
        content, time = row["content"], datetime.fromisoformat(row["time"])
    except (json.JSONDecodeError, KeyError, TypeError, ValueError) as error:
        raise InvalidInput(
            f"Line {number} is no turn: {error}.",
            mend='Give {"role", "name", "time", "session", "content"} with an ISO time.',
            field="file",
            value=number,
        ) from error
    moment = aware(time, f"line {number}: time")
    message = Message(row.get("role", "user"), content, moment, row.get("name"))
    return Turn(message, moment, row.get("session"))
