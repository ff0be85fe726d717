"""What `add` takes, as messages; the first check of every text that enters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from doxa.arguments import checked_sequence
from doxa.clock import UTC, aware
from doxa.errors import InvalidInput, InvalidText
from doxa.graph.inputs import checked_label, encode_object
from doxa.records import Message
from doxa.write.attachments import check_attachments

MAX_TEXT = 1_000_000
"""Characters one memory may have."""


MAX_GIVEN = 100_000_000
"""Characters a message may have that is kept in parts."""


def as_messages(
    content: str | Message | Sequence[Message], time: datetime | None, *, in_parts: bool = False
) -> list[Message]:
    """Return what was handed in as messages.

    Args:
        content: A text, a message, or messages in order.
        time: When a text, or a message without a time, was said; aware.
        in_parts: Whether a text that is too long for one memory becomes several messages.

    Raises:
        InvalidInput: It is none of these, or an empty list.
        InvalidText: A text is empty, too long or not encodable.
        NaiveDatetime: A time without a zone.
    """
    said = None if time is None else aware(time, "time")
    longest = MAX_GIVEN if in_parts else MAX_TEXT
    if isinstance(content, str):
        return _in_parts([Message("user", checked_text(content, "content", longest), said)])
    if content is None:
        raise InvalidText("content is missing.", mend="Give a text or at least one message.", field="content")
    messages = [content] if isinstance(content, Message | Mapping) else checked_sequence(content, "content")
    if not messages:
        raise InvalidInput("content is an empty list.", mend="Give a text or at least one message.", field="content")
    return _in_parts(
        [
            message if said is None and _is_plain(message) else _checked(message, said, number, longest)
            for number, message in enumerate(messages)
        ]
    )


_ROLES = frozenset(("user", "assistant", "system", "tool"))


def _is_plain(message: object) -> bool:
    """Whether a message is nothing but words in a known role, as most are, and may be kept as it is."""
    if type(message) is not Message or message.name is not None:
        return False
    if message.time is not None and not (isinstance(message.time, datetime) and message.time.tzinfo is UTC):
        return False
    if message.metadata != {} or message.attachments != () or type(message.role) is not str:
        return False
    return message.role in _ROLES and _problem(message.content, MAX_TEXT) == _NONE


def _from_object(message: Mapping[str, Any], field: str) -> Message:
    """Return a message that is given as chat APIs have it: an object with `role` and `content`."""
    known = {"role", "content", "time", "name", "metadata"}
    unknown = sorted(str(key) for key in message if key not in known)
    missing = sorted({"role", "content"} - message.keys())
    if unknown or missing:
        said = f"{field} has no {missing[0]!r}." if missing else f"{field} has an unknown {unknown[0]!r}."
        mend = f"Give role and content, and where known {', '.join(sorted(known - {'role', 'content'}))}."
        raise InvalidInput(said, mend=mend, field=field)
    return Message(**{"metadata": {}, **message})


def _in_parts(messages: list[Message]) -> list[Message]:
    if all(len(message.content) <= MAX_TEXT for message in messages):
        return messages
    from doxa.write.long_texts import parts_of

    return [part for each in messages for part in (parts_of(each) if len(each.content) > MAX_TEXT else [each])]


def _checked(message: Message, said: datetime | None, number: int, longest: int) -> Message:
    field = f"content[{number}]"
    if isinstance(message, Mapping):
        message = _from_object(message, field)
    if not isinstance(message, Message):
        raise InvalidInput(
            f"{field} is {type(message).__name__}.",
            mend="Give doxa.Message objects, or dicts with role and content.",
            field=field,
            value=message,
        )
    checked_label(message.role, f"{field}.role")
    if message.name is not None:
        checked_label(message.name, f"{field}.name")
    encode_object(message.metadata, f"{field}.metadata")
    attachments = message.attachments
    if attachments != ():
        attachments = checked_sequence(attachments, f"{field}.attachments")
        check_attachments(attachments, f"{field}.attachments")
    time = said if message.time is None else aware(message.time, f"{field}.time")
    checked_text(message.content, f"{field}.content", longest)
    if time is message.time and attachments is message.attachments:
        return message
    return Message(message.role, message.content, time, message.name, message.metadata, attachments)


def checked_text(text: object, field: str, longest: int = MAX_TEXT) -> str:
    """Return a text that may be stored.

    Args:
        text: The text.
        field: The argument it was given for.
        longest: Characters it may have.

    Raises:
        InvalidText: It is empty or blank, over 1,000,000 characters, holds NUL or a lone surrogate, or is no text.
    """
    problem, mend = _problem(text, longest)
    if problem:
        shown = text if not isinstance(text, str) else text[:40]
        raise InvalidText(f"{field} {problem}.", mend=mend, field=field, value=shown)
    assert isinstance(text, str)
    return text


_NONE = ("", "")


def _problem(text: object, longest: int) -> tuple[str, str]:
    if not isinstance(text, str):
        return f"is {type(text).__name__}, not text", "Give a str."
    if len(text) > longest:
        return f"has {len(text):,} characters", f"Split it into parts of at most {longest:,}."
    if "\x00" in text:
        return f"holds NUL at {text.index(chr(0))}", "Take it out."
    try:
        text.isascii() or text.encode()
    except UnicodeEncodeError as error:
        return f"holds a lone surrogate at {error.start}", "Decode the source with errors='replace'."
    if not _is_visible(text[:1]) and not any(map(_is_visible, text)):
        return "is empty", "Give at least one visible character."
    return _NONE


def _is_visible(character: str) -> bool:
    return character != "" and character.isprintable() and not character.isspace()
