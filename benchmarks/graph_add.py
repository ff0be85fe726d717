"""What it costs to add: one memory durably, many at once, and how many statements it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import apsw

from doxa import Memory, Message
from doxa.clock import ManualClock
from doxa.graph.nodes import BatchRow, NewItem, NewRevision
from made_texts import MadeTexts
from reference import Reference, prepared
from report import Report, median
from timing import alternated

PAIRS = 500
WARM = 1_000
"""Memories added before: a conversation's words are known by then, as those of any process that has run a while."""
BATCH = 200
BATCHES = 25
STATEMENTS, STATEMENTS_PER_CLAIM = 16, 13


def measure(report: Report, folder: Path, *, pairs: int = PAIRS, warm: int = WARM, batches: int = BATCHES) -> None:
    """Add the rows."""
    texts = MadeTexts(1)
    memory, reference = Memory("adds", home=folder, embedder=None), Reference(folder / "reference.db")
    for text in texts.texts(warm):
        memory.add(text)
        reference.add(prepared(text))
    _single(report, memory, reference, texts.texts(pairs))
    _batch(report, memory, reference, texts, batches)
    memory.close()
    reference.close()
    _statements(report, folder)


def _single(report: Report, memory: Memory, reference: Reference, texts: Sequence[str]) -> None:
    costs = alternated([(_adding(memory, text), _bare(reference, [text])) for text in texts])
    for name, most in (("process", 4.0), ("wall", 2.5)):
        ours, bare = ([getattr(cost, name) for cost in side] for side in zip(*costs, strict=True))
        ratio = median([one / other for one, other in zip(ours, bare, strict=True)])
        report.add(
            f"durable add of 25 words, {name} time",
            median(ours) * 1e3,
            "ms",
            baseline=median(bare) * 1e3,
            ratio=ratio,
            at_most=most,
        )


def _batch(report: Report, memory: Memory, reference: Reference, texts: MadeTexts, batches: int) -> None:
    graph = memory._core.graph

    def rows(batch: Sequence[str]) -> None:
        with graph.transaction("add") as writer:
            writer.revisions([BatchRow(NewItem(kind="turn"), NewRevision(text=text)) for text in batch])

    ways: dict[str, Callable[[Sequence[str]], object]] = {
        "batch of new memories, the graph's own": rows,
        "batch of messages, claims not looked for": lambda batch: memory.add(_messages(batch), extract=False),
        "batch of messages with claims and receipt": lambda batch: memory.add(_messages(batch)),
    }
    for name, way in ways.items():
        drawn = [texts.texts(BATCH) for _ in range(batches)]
        costs = alternated([(partial(way, batch), _bare(reference, batch)) for batch in drawn])
        ours, bare = ([BATCH / cost.process for cost in side] for side in zip(*costs, strict=True))
        ratio = median([one / other for one, other in zip(ours, bare, strict=True)])
        report.add(name, median(ours), "rows/s", baseline=median(bare), ratio=ratio, at_least=0.4)


def _messages(texts: Sequence[str]) -> list[Message]:
    return [Message("user", text) for text in texts]


def _adding(memory: Memory, text: str) -> Callable[[], object]:
    return partial(memory.add, text)


def _bare(reference: Reference, texts: Sequence[str]) -> Callable[[], object]:
    rows = [prepared(text) for text in texts]
    return partial(reference.add, *rows)


@dataclass(frozen=True, slots=True)
class _Step:
    """A turn whose statements are counted, and what it is an example of."""

    what: str
    text: str


_STEPS = (
    _Step("that claims nothing", "Well, that was quite a day, and the weather was fine too."),
    _Step("with a new claim", "I live in Berlin."),
    _Step("with a claim that confirms", "I live in Berlin, as I said."),
    _Step("with a claim that supersedes", "I moved to Hamburg yesterday."),
    _Step("with two new claims", "I am allergic to peanuts and I work as a nurse."),
)


def _statements(report: Report, folder: Path) -> None:
    """Count the statements of a turn, those of its transaction's begin and commit included."""
    clock = ManualClock(datetime(2026, 5, 1, 9, tzinfo=UTC))
    with _counting() as counted, Memory("counts", home=folder, embedder=None, clock=clock, user="ann") as memory:
        memory.add("Hello there, how are you doing?")
        for step in _STEPS:
            clock.advance(days=30)
            before = len(counted)
            receipt = memory.add(Message("user", step.text))
            used, claims = len(counted) - before, len(receipt.outcomes) - 1
            allowed = STATEMENTS + STATEMENTS_PER_CLAIM * claims
            note = f"{claims} claims: {', '.join(str(each.verdict) for each in receipt.outcomes[1:])}" if claims else ""
            report.add(f"statements of a turn {step.what}", used, "", at_most=allowed, note=note)


@contextmanager
def _counting() -> Iterator[list[str]]:
    """Note the statements of every connection that is opened meanwhile."""
    seen: list[str] = []

    def note(cursor: apsw.Cursor, sql: str, bindings: object) -> bool:
        seen.append(sql)
        return True

    def watch(db: apsw.Connection) -> None:
        db.exec_trace = note

    apsw.connection_hooks.append(watch)
    try:
        yield seen
    finally:
        apsw.connection_hooks.remove(watch)
