"""Which conversation a call belongs to, and how that is known."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from doxa.operations import OperationSpec

Source = Literal["argument", "host", "generated", "none"]
META_KEY = "doxa/session"
"""Where a host may name its conversation: in the `_meta` of a request."""


@dataclass(frozen=True, slots=True)
class Session:
    """A conversation's label.

    Args:
        name: The label; `None` where the call is about none.
        source: `argument`: the call named it; `host`: the host's request or the server's setting did; `generated`: the
            server made it up for this connection; `none`: the call writes nothing to a conversation.
    """

    name: str | None
    source: Source


def session_of(spec: OperationSpec, arguments: Mapping[str, Any], *, hosted: str | None, generated: str) -> Session:
    """Return the conversation of a call: what it names, else the host's, else the connection's own.

    Args:
        spec: The operation. One that only looks up or filters by session is about the one it names, or none.
        arguments: The call's arguments.
        hosted: The host's label.
        generated: The connection's label.
    """
    named = arguments.get("session")
    if named is not None and "session" in spec.parameters:
        return Session(named, "argument")
    if not spec.in_session:
        return Session(None, "none")
    return Session(hosted, "host") if hosted else Session(generated, "generated")


def new_session_name() -> str:
    """Return a label for a connection whose host names none."""
    return f"mcp-{datetime.now(UTC):%Y%m%d}-{secrets.token_hex(4)}"
