"""How often and when recall returned a revision: a counter outside versioned state, written in batches.

It is no operation and no part of history; as-of reads ignore it, and a crash may lose the last seconds of it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from doxa.clock import from_micros, to_micros
from doxa.graph.engine import Connection
from doxa.graph.nodes import RevisionId
from doxa.graph.sight import lists
from doxa.graph.symbols import marks

FLUSH_AFTER = timedelta(seconds=5)
"""A use waits at most this long for a write to carry it, as long as others follow (STORE 1)."""

Counts = dict[RevisionId, tuple[int, int]]
"""Per revision the last use in microseconds and the number of uses."""


class PendingUse:
    """Uses counted in this process and not written yet; safe to call from several threads."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._counts: Counts = {}
        self._since: datetime | None = None

    def add(self, revisions: Iterable[RevisionId], at: datetime) -> None:
        """Count one use of each revision."""
        micros = to_micros(at)
        with self._guard:
            for revision in revisions:
                last, uses = self._counts.get(revision, (micros, 0))
                self._counts[revision] = max(last, micros), uses + 1
            if self._counts and self._since is None:
                self._since = at

    def due(self, now: datetime) -> bool:
        """Tell whether some have waited long enough to be written by themselves."""
        with self._guard:
            return self._since is not None and now - self._since >= FLUSH_AFTER

    def take(self) -> Counts:
        """Return what is waiting and keep none of it."""
        with self._guard:
            taken, self._counts, self._since = self._counts, {}, None
            return taken

    def give_back(self, taken: Counts, at: datetime) -> None:
        """Keep what `take` returned after all: the write that carried it was rolled back."""
        with self._guard:
            for revision, (last, uses) in taken.items():
                present, more = self._counts.get(revision, (last, 0))
                self._counts[revision] = max(present, last), more + uses
            if self._counts and self._since is None:
                self._since = at

    def forget(self) -> None:
        """Drop what is waiting; after an erase, which may have taken the revisions."""
        self.take()

    def peek(self, revisions: Sequence[RevisionId]) -> Counts:
        """Return what is waiting of some revisions."""
        with self._guard:
            return {revision: self._counts[revision] for revision in revisions if revision in self._counts}


def write_use(connection: Connection, counts: Counts) -> None:
    """Add uses to the stored counters."""
    connection.run_many(
        "INSERT INTO usage(rev, last, n) VALUES(?,?,?) ON CONFLICT(rev) DO UPDATE SET n=usage.n+excluded.n,"
        " last=CASE WHEN excluded.last>usage.last THEN excluded.last ELSE usage.last END",
        [(revision, last, uses) for revision, (last, uses) in counts.items()],
    )


def read_use(
    connection: Connection, waiting: PendingUse, revisions: Sequence[RevisionId]
) -> dict[RevisionId, tuple[datetime, int]]:
    """Return when revisions were last used and how often, with what is still waiting; unused ones are left out."""
    total: Counts = dict(waiting.peek(revisions))
    for part in lists(dict.fromkeys(revisions)):
        for number, last, uses in connection.rows(f"SELECT rev, last, n FROM usage WHERE rev IN ({marks(part)})", part):
            revision = RevisionId(number)
            present, more = total.get(revision, (last, 0))
            total[revision] = max(present, last), more + uses
    return {revision: (from_micros(last), uses) for revision, (last, uses) in total.items()}
