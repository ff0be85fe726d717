"""What dreams of one owner remember from run to run: numbers only, versioned, so that undoing a dream takes it back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

from doxa.dream.guardrails import WINDOW
from doxa.graph.contract import Graph, View, Writer
from doxa.graph.nodes import Filter, ItemId, NewItem, NewRevision, RevisionId, item_node
from doxa.records import ANY, Json, User

KIND = "dream_state"
NAME = "dream"
STATE = "attribute:state"
HOUR = 3_600_000_000
"""Microseconds between two dreams that run by themselves, where nothing else is set."""
WHOLE_EVERY = 24 * HOUR
"""Microseconds after which a dream that runs by itself looks at everything, for what comes with time alone."""
MOST_OWNERS = 100_000
MOST_WAITING = 20_000
"""Suggestions that wait at most; the oldest go first, and are made again when their memory is assessed anew."""


@dataclass(slots=True)
class Journal:
    """What is remembered.

    Args:
        cursor: Every memory up to this revision was assessed.
        done: Those after it that were, since a batch between failed.
        waiting: Suggested for deprecation and held back for their age or by the cap: their relevance, 0 to 1.
        runs: Of the last 30 days, by time: how many were assessed, and how many deprecated.
        failed: Memories that a model could not judge by themselves: in how many dreams.
        unfinished: Passes that ran out of time.
        looked: When a dream ran by itself last, in microseconds.
        seen: The operation of the last dream that ran by itself.
        whole: When the last of those looked at everything, in microseconds.
        whole_seen: The operation of that.
    """

    cursor: int = 0
    done: set[RevisionId] = field(default_factory=set)
    waiting: dict[RevisionId, float] = field(default_factory=dict)
    runs: list[tuple[int, int, int]] = field(default_factory=list)
    failed: dict[RevisionId, int] = field(default_factory=dict)
    unfinished: tuple[str, ...] = ()
    looked: int = 0
    seen: int = 0
    whole: int = 0
    whole_seen: int = 0

    def copy(self) -> Journal:
        """Return a twin that can be changed."""
        return replace(
            self, done=set(self.done), waiting=dict(self.waiting), runs=list(self.runs), failed=dict(self.failed)
        )

    def counted(self, now: int) -> tuple[int, int]:
        """Return how many memories were assessed in the last 30 days, and how many deprecated."""
        recent = [run for run in self.runs if now - run[0] < WINDOW]
        return sum(assessed for _, assessed, _ in recent), sum(deprecated for _, _, deprecated in recent)

    def ran(self, now: int, assessed: int, deprecated: int) -> None:
        """Note a run, and forget those of more than 30 days ago."""
        self.runs = [run for run in self.runs if now - run[0] < WINDOW]
        if assessed or deprecated:
            self.runs.append((now, assessed, deprecated))

    def encode(self) -> dict[str, Json]:
        """Return it as JSON."""
        waiting = list(self.waiting.items())[-MOST_WAITING:]
        return {
            "cursor": self.cursor,
            "done": [int(each) for each in sorted(self.done)],
            "waiting": [[int(revision), round(score, 4)] for revision, score in waiting],
            "runs": [list(run) for run in self.runs],
            "failed": [[int(revision), count] for revision, count in sorted(self.failed.items())],
            "unfinished": list(self.unfinished),
            "looked": self.looked,
            "seen": self.seen,
            "whole": [self.whole, self.whole_seen],
        }


def read_journal(view: View, user: User) -> Journal:
    """Return what an owner's dreams remember; a blank one before the first."""
    item = _find(view, user)
    if item is None:
        return Journal()
    return decode_journal(view.state([item_node(item)]).get(item_node(item), {}).get(STATE))


def operations_since(graph: Graph) -> int | None:
    """Return how many operations were done since the last dream of anybody; `None` where nobody ever dreamt."""
    with graph.view(user=ANY) as view:
        found = view.items(Filter(kinds=(KIND,), statuses=()), name=NAME, limit=MOST_OWNERS).items
        nodes = [item_node(each.id) for each in found]
        state = view.state(nodes)
    seen = [decode_journal(state.get(node, {}).get(STATE)).seen for node in nodes]
    newest = graph.info().get("last_operation") or 0
    return max(0, int(cast("int", newest)) - max(seen)) if any(seen) else None


def decode_journal(stored: Json) -> Journal:
    """Return the journal that JSON is; a blank one of nothing."""
    kept = cast("Mapping[str, Any]", stored or {})
    whole, whole_seen = kept.get("whole", (0, 0))
    return Journal(
        kept.get("cursor", 0),
        {RevisionId(each) for each in kept.get("done", ())},
        {RevisionId(revision): score for revision, score in kept.get("waiting", ())},
        [(at, assessed, deprecated) for at, assessed, deprecated in kept.get("runs", ())],
        {RevisionId(revision): count for revision, count in kept.get("failed", ())},
        tuple(kept.get("unfinished", ())),
        kept.get("looked", 0),
        kept.get("seen", 0),
        whole,
        whole_seen,
    )


def write_journal(writer: Writer, user: str | None, journal: Journal) -> None:
    """Keep what an owner's dreams remember."""
    item = _find(writer.view, user)
    if item is None:
        item = writer.item(NewItem(KIND, user=user, name=NAME))
        writer.revision(item, NewRevision("", title="What dreams remember from run to run.", metadata={"by": "dream"}))
    writer.assert_(item_node(item), STATE, journal.encode())


def _find(view: View, user: User) -> ItemId | None:
    for item in view.items(Filter(kinds=(KIND,), statuses=()), name=NAME, limit=MOST_OWNERS).items:
        if item.user == user:
            return item.id
    return None
