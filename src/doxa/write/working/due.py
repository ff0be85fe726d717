"""Whether a session is to be consolidated: by how many messages wait in it, how long, and how many tokens they have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from doxa.errors import NotFound
from doxa.records import Recall
from doxa.session_records import Ingested
from doxa.sessions import Session, SessionMessage, Sessions
from doxa.sessions.contract import MAX_READ
from doxa.write.working.appending import Appending

CONSOLIDATED: Final = "consolidated"
"""The key in a session's metadata: how many of its messages have been consolidated."""


@dataclass(frozen=True, slots=True)
class DueRules:
    """When a session is due.

    Args:
        messages: From so many messages that wait.
        tokens: From so many tokens in them.
        age: From so long after the first of them.
    """

    messages: int
    tokens: int
    age: timedelta


def waiting_of(session: Session) -> int:
    """Return how many messages of a session have not been consolidated."""
    done = session.metadata.get(CONSOLIDATED)
    return session.messages - (done if isinstance(done, int) and done <= session.messages else 0)


def reasons_due(
    waiting: Sequence[SessionMessage], count: int, rules: DueRules, now: datetime, tokens_of: Callable[[str], int]
) -> tuple[str, ...]:
    """Return why a session is due, nothing where it is not.

    Args:
        waiting: The messages that have not been consolidated, or the first of them.
        count: How many they are.
        rules: When it is due.
        now: The present instant.
        tokens_of: Counts the tokens of a text.
    """
    reasons: list[str] = []
    if count >= rules.messages:
        reasons.append(f"{count} messages wait, of {rules.messages}")
    tokens = sum(tokens_of(each.message.content) for each in waiting)
    if tokens >= rules.tokens:
        reasons.append(f"about {tokens} tokens wait, of {rules.tokens}")
    first = waiting[0].message.time if waiting else None
    if first is not None and now - first >= rules.age:
        minutes = int((now - first).total_seconds() // 60)
        reasons.append(f"the first message waits for {minutes} minutes")
    return tuple(reasons)


@dataclass(frozen=True, slots=True)
class Ingest:
    """A message that was appended, and what decides whether its session is due."""

    sessions: Sessions
    user: str | None
    appended: Appending
    rules: DueRules


def ingested(ingest: Ingest, recall: Recall, now: datetime, tokens_of: Callable[[str], int]) -> Ingested:
    """Return what a host is told of a message it handed over."""
    appended = ingest.appended
    count, reasons = 0, tuple[str, ...]()
    if appended.session is not None:
        count = waiting_of(appended.session)
        start = appended.session.messages - count
        read = ingest.sessions.read
        waiting = read(appended.name, limit=MAX_READ, offset=start, user=ingest.user) if count else ()
        reasons = reasons_due(waiting, count, ingest.rules, now, tokens_of)
    return Ingested(
        session=appended.name,
        messages=count,
        outcome=appended.outcomes[0],
        recall=recall,
        consolidate=bool(reasons),
        why=reasons,
        warnings=(*appended.warnings, *recall.warnings),
    )


def close_session(sessions: Sessions, name: str, user: str | None, consolidated: int) -> None:
    """Note how many messages of a session have been consolidated, and end it where these are all.

    One to which a message came meanwhile goes on; one that does not exist is left so.
    """
    try:
        known = sessions.get(name, user=user)
    except NotFound:
        return
    if known.metadata.get(CONSOLIDATED) != consolidated:
        known = sessions.describe(name, {CONSOLIDATED: consolidated}, user=user)
    if known.messages == consolidated:
        sessions.close_session(name, user=user)
