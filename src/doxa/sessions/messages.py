"""Messages of working memory as they are kept, wherever that is; the checks of what comes in."""

from __future__ import annotations

import json
from typing import Any

from doxa.clock import Clock, from_micros, to_micros
from doxa.errors import InvalidInput, InvalidText
from doxa.records import Attachment, Json, Message
from doxa.sessions.contract import MAX_CONTENT

_ATTACHMENTS = "$attachments"
"""The key in a kept message's metadata under which its attachments stand."""

KeptRow = tuple[str, str | None, str, int, str]
"""Role, name, content, time in microseconds, metadata as JSON."""


def kept_row(message: Message, clock: Clock) -> KeptRow:
    """Return a message as it is kept; one without a time is stamped now.

    Raises:
        InvalidText: It is empty, too long or not encodable.
    """
    time = message.time or clock.now()
    meta: dict[str, Json] = dict(message.metadata)
    if message.attachments:
        meta[_ATTACHMENTS] = [
            {"name": each.name, "location": each.location, "metadata": dict(each.metadata)}
            for each in message.attachments
        ]
    kept = json.dumps(meta, ensure_ascii=False)
    return message.role, message.name, checked_content(message.content), to_micros(time), kept


def restored(role: str, content: str, at: int, name: str | None, meta: dict[str, Any]) -> Message:
    """Return a kept message as it was."""
    attachments = tuple(Attachment(**each) for each in meta.pop(_ATTACHMENTS, ()))
    return Message(role, content, from_micros(at), name, meta, attachments)


def checked_name(session: str) -> str:
    """Return a session's name.

    Raises:
        InvalidInput: It cannot be one.
    """
    if not isinstance(session, str) or not session.strip() or len(session) > 512 or not session.isprintable():
        raise InvalidInput(
            f"session is {session!r}.", mend="Give 1 to 512 printable characters.", field="session", value=session
        )
    return session


def checked_content(content: object) -> str:
    """Return the content of a message.

    Raises:
        InvalidText: It is empty, too long or not encodable.
    """
    problem = ""
    if not isinstance(content, str) or not content.strip():
        problem = "is empty or no text"
    elif len(content) > MAX_CONTENT:
        problem = f"has {len(content):,} characters"
    elif "\x00" in content or any(0xD800 <= ord(character) <= 0xDFFF for character in content):
        problem = "holds NUL or a lone surrogate"
    if problem:
        raise InvalidText(
            f"A message {problem}.", mend=f"Give 1 to {MAX_CONTENT:,} encodable characters.", field="content"
        )
    assert isinstance(content, str)
    return content
