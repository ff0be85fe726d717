"""Sessions that nobody has written to for a while are consolidated, never dropped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from doxa.clock import Clock
from doxa.errors import DoxaError
from doxa.records import Receipt, User
from doxa.sessions import Session, Sessions


@dataclass(frozen=True, slots=True)
class Idle:
    """What became of one session that timed out: its receipt, or why it failed; it is tried again next time."""

    session: Session
    receipt: Receipt | None
    failure: str | None = None


def consolidate_idle(
    sessions: Sessions, clock: Clock, idle: timedelta, user: User, close: Callable[[Session], Receipt], *, limit: int
) -> list[Idle]:
    """Consolidate the open sessions that were last written to before `now - idle`, the longest idle first.

    One that fails does not keep the others waiting.

    Args:
        sessions: Working memory.
        clock: The time.
        idle: How long nobody wrote.
        user: Whose; `ANY` = everybody's.
        close: Consolidates one.
        limit: How many at most.
    """
    done: list[Idle] = []
    for session in sessions.idle(clock.now() - idle, user=user, limit=limit):
        try:
            done.append(Idle(session, close(session)))
        except DoxaError as error:
            done.append(Idle(session, None, str(error)))
    return done
