"""Which session a message belongs to where nobody says."""

from __future__ import annotations

from datetime import tzinfo

from doxa.clock import Clock
from doxa.records import Scope
from doxa.sessions import Sessions
from doxa.write.context import owner_of


def claim_session(sessions: Sessions, clock: Clock, tz: tzinfo, scope: Scope) -> str:
    """Return the user's open session that was used last, else the name of a new one: `2026-03-01-001`.

    Args:
        sessions: Working memory.
        clock: The time.
        tz: The user's zone, in which the day is told.
        scope: Whose.
    """
    owner = owner_of(scope)
    active = sessions.active(user=owner)
    if active is not None:
        return active.name
    day = clock.now().astimezone(tz).date()
    name = f"{day.isoformat()}-{sessions.next_sequence(day=day, user=owner):03d}"
    sessions.describe(name, {}, user=owner)
    return name
