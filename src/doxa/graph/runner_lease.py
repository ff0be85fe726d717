"""Leases of a project: at most one runner at a time does what a lease names, across processes, crashes included.

A lease is a row beside versioned state with a holder and an end. Whoever holds it renews it; one whose holder died
runs out by itself.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from doxa.clock import to_micros
from doxa.graph.engine import Connection
from doxa.graph.project_file import set_meta

PREFIX = "lease:"


def take_lease(connection: Connection, name: str, holder: str, now: datetime, lasts: timedelta) -> str | None:
    """Take or renew a lease.

    Args:
        connection: An open write transaction.
        name: What may be done by one at a time.
        holder: Who asks: an id without words.
        now: The clock.
        lasts: How long it is held without being renewed.

    Returns:
        Who holds it instead; `None` where it was had.
    """
    found = connection.row("SELECT value FROM meta WHERE key=?", (f"{PREFIX}{name}",))
    if found is not None:
        until, _, other = str(found[0]).partition(" ")
        if other != holder and int(until) > to_micros(now):
            return other
    set_meta(connection, f"{PREFIX}{name}", f"{to_micros(now + lasts)} {holder}")
    return None


def end_lease(connection: Connection, name: str, holder: str) -> None:
    """Give a lease back; one that somebody else holds by now stays his."""
    found = connection.row("SELECT value FROM meta WHERE key=?", (f"{PREFIX}{name}",))
    if found is not None and str(found[0]).partition(" ")[2] == holder:
        connection.run("DELETE FROM meta WHERE key=?", (f"{PREFIX}{name}",))
