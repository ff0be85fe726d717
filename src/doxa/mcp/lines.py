"""Lines of standard input that the transport could not read: answered, so that no caller waits for ever.

A lone surrogate is JSON, and the transport's parser refuses it. It is read all the same, so that the argument at fault
is named as on every other surface.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from mcp.shared.message import SessionMessage
from mcp_types import INVALID_REQUEST, PARSE_ERROR, ErrorData, JSONRPCError, jsonrpc_message_adapter
from pydantic import ValidationError

if TYPE_CHECKING:
    from anyio.abc import ObjectReceiveStream, ObjectSendStream

UNREADABLE = "The line is no JSON in UTF-8. Send one JSON-RPC message a line."
NO_MESSAGE = "The line is no JSON-RPC message. Send a request, a notification or a response."


async def passed_on(
    incoming: ObjectReceiveStream[Any], onward: ObjectSendStream[Any], outgoing: ObjectSendStream[Any]
) -> None:
    """Hand on every message that comes in; mend what can be mended, and answer the rest.

    Args:
        incoming: Messages, and what was raised by lines that are none.
        onward: To the server.
        outgoing: To the host.
    """
    async with onward:
        async for message in _read(incoming):
            if isinstance(message, JSONRPCError):
                await outgoing.send(SessionMessage(message))
            else:
                await onward.send(message)


async def _read(incoming: ObjectReceiveStream[Any]) -> AsyncIterator[Any]:
    async for item in incoming:
        yield _mended(item) if isinstance(item, ValidationError) else item


def _mended(error: ValidationError) -> SessionMessage | JSONRPCError:
    """Return the message that a line was meant to be, or the answer to it."""
    line, found = _line_of(error)
    if line is not None:
        try:
            found = json.loads(line)
            return SessionMessage(jsonrpc_message_adapter.validate_python(found, by_name=False))
        except (ValueError, RecursionError):  # a ValidationError is a ValueError
            pass
    if not isinstance(found, dict):
        return _answer(None, PARSE_ERROR, UNREADABLE)
    named = found.get("id")
    known = named if isinstance(named, str | int) and not isinstance(named, bool) else None
    return _answer(known, INVALID_REQUEST, NO_MESSAGE)


def _line_of(error: ValidationError) -> tuple[str | None, Any]:
    """Return the line that could not be parsed; else, of what was parsed, the object that is no message."""
    for each in error.errors():
        if each["type"] == "json_invalid" and isinstance(each.get("input"), str):
            return each["input"], None
    objects = [each["input"] for each in error.errors() if isinstance(each.get("input"), dict)]
    return None, next((each for each in objects if "jsonrpc" in each or "id" in each), {})


def _answer(id: str | int | None, code: int, said: str) -> JSONRPCError:
    return JSONRPCError(jsonrpc="2.0", id=id, error=ErrorData(code=code, message=said))
