"""What a recall costs beside its bare parts, and how that grows with the project."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw

from doxa import Memory
from doxa.graph.resident_vectors import RESIDENT
from doxa.index.embedder import Embedder
from doxa.text.tokens import escape, query_tokens
from made_texts import MadeTexts
from report import Report, median
from stored import BIGGEST, FIXED_USER, DrawnVectors, Stored, project_file
from timing import alternated, cost_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEGS = ("bm25", "dense")
QUESTIONS = 100
WARM = 20
DEPTH = 200
"""How many each bare part finds: as many as a leg of a recall is asked for."""


class Bare:
    """The parts of a recall without anything around them: one user's vectors in an array, his terms in FTS5."""

    def __init__(self, file: Path, user: str, embedder: Embedder) -> None:
        self._db = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)
        self._db.execute("PRAGMA cache_size=-16000")
        self._embedder = embedder
        self._slab = self._db.execute("SELECT id FROM slab WHERE user=?", (user,)).get
        self._vectors = self._read_vectors()

    def embed(self, question: str) -> NDArray[np.float32]:
        """Return the question's vector."""
        vector: NDArray[np.float32] = self._embedder.embed([question], query=True)[0]
        return vector

    def lexical(self, question: str) -> list[int]:
        """Return the best texts by FTS5's own rank."""
        terms = {escape(token, slab) for token in query_tokens(question) for slab in (0, self._slab)}
        match = " OR ".join(f'"{term}"' for term in terms)
        rows = self._db.execute("SELECT rowid FROM fts WHERE fts MATCH ? ORDER BY rank LIMIT ?", (match, DEPTH))
        return [number for (number,) in rows]

    def dense(self, vector: NDArray[np.float32]) -> NDArray[np.int64]:
        """Return the nearest vectors, best first."""
        import numpy as np

        scores = self._vectors @ vector
        count = min(DEPTH, len(scores))
        best = np.argpartition(-scores, count - 1)[:count]
        return best[np.argsort(-scores[best])]

    def close(self) -> None:
        """Close the connection."""
        self._db.close()

    def _read_vectors(self) -> NDArray[np.float32]:
        import numpy as np

        rows = self._db.execute(
            "SELECT v.v FROM item i JOIN revision r ON r.item=i.id JOIN vector v ON v.rev=r.id WHERE i.slab=?",
            (self._slab,),
        )
        vectors = np.frombuffer(b"".join(v for (v,) in rows), dtype=np.float32)
        return vectors.reshape(-1, self._embedder.dim)


def measure_size(report: Report, folder: Path, project: str, stored: Stored, embedder: Embedder) -> None:
    """Add the rows of one size: a recall beside its bare parts, for the biggest user and for one of fixed size."""
    size = f"{sum(map(len, stored.texts.values())) // 1000}k"
    with Memory(project, home=folder, embedder=DrawnVectors(embedder)) as memory:
        for user, who in ((BIGGEST, "the biggest of 50 users"), (FIXED_USER, "a user of 200")):
            bare = Bare(project_file(folder, project), user, embedder)
            drawn = MadeTexts(7)
            questions = [drawn.question(stored.texts[user]) for _ in range(QUESTIONS + WARM)]
            _beside(report, f"recall at {size}, {who} ({len(stored.texts[user]):,})", memory, user, bare, questions)
            bare.close()
        _caches(report, size, memory, stored)


def _beside(report: Report, name: str, memory: Memory, user: str, bare: Bare, questions: Sequence[str]) -> None:
    def parts(question: str) -> None:
        vector = bare.embed(question)
        bare.lexical(question)
        bare.dense(vector)

    recall = partial(_recall, memory, user)
    for question in questions[:WARM]:
        recall(question)
        parts(question)
    costs = alternated([(partial(recall, each), partial(parts, each)) for each in questions[WARM:]])
    ours, theirs = ([cost.process for cost in side] for side in zip(*costs, strict=True))
    ratio = median([one / other for one, other in zip(ours, theirs, strict=True)])
    report.add(name, median(ours) * 1e3, "ms", baseline=median(theirs) * 1e3, ratio=ratio, at_most=2.0)


def _recall(memory: Memory, user: str, question: str) -> None:
    memory.recall(question, user=user, legs=LEGS)


def growth(report: Report, small: tuple[float, float], large: tuple[float, float]) -> None:
    """Add the rows of growth from 10k to 100k, each the pair that `cost_and_steps` gives."""
    for name, unit, factor, before, after in zip(
        ("time", "steps of SQLite"), ("ms", "steps"), (1e3, 1.0), small, large, strict=True
    ):
        report.add(
            f"growth from 10k to 100k for a user of 200, {name}",
            after * factor,
            unit,
            baseline=before * factor,
            ratio=after / before,
            at_most=1.5,
        )


def cost_and_steps(folder: Path, project: str, stored: Stored, embedder: Embedder) -> tuple[float, float]:
    """Return what a recall costs the user of fixed size, in seconds without embedding, and in steps of SQLite."""
    drawn = MadeTexts(9)
    questions = [drawn.question(stored.texts[FIXED_USER]) for _ in range(QUESTIONS + WARM)]
    seconds, used = [], []
    with (
        _counted_steps() as steps,
        Memory(project, home=folder, embedder=DrawnVectors(embedder, questions=False)) as memory,
    ):
        for number, question in enumerate(questions):
            before = sum(steps)
            cost = cost_of(partial(_recall, memory, FIXED_USER, question))
            if number >= WARM:
                seconds.append(cost.process)
                used.append(sum(steps) - before)
    return median(seconds), float(median(used))


@contextmanager
def _counted_steps() -> Iterator[list[int]]:
    """Note how many steps of SQLite's virtual machine the statements of every connection take that is opened."""
    steps: list[int] = []
    before: dict[tuple[int, int], int] = {}

    def note(event: dict[str, Any]) -> None:
        taken = event["stmt_status"]["SQLITE_STMTSTATUS_VM_STEP"]
        if "'fts_" in event["sql"]:  # FTS5 keeps its own statements, whose counters nothing sets back
            statement = (id(event["connection"]), event["id"])
            taken, before[statement] = taken - before.get(statement, 0), taken
        steps.append(taken)

    def watch(db: apsw.Connection) -> None:
        db.trace_v2(apsw.SQLITE_TRACE_PROFILE, note)

    apsw.connection_hooks.append(watch)
    try:
        yield steps
    finally:
        apsw.connection_hooks.remove(watch)


def _caches(report: Report, size: str, memory: Memory, stored: Stored) -> None:
    """Add what the caches hold once everybody asked twice, after which their vectors are in memory as far as may be."""
    drawn = MadeTexts(11)
    before = _resident_bytes()
    for user, texts in stored.texts.items():
        for _ in range(2):
            _recall(memory, user, drawn.question(texts))
    held = RESIDENT.counters()
    report.add(
        f"vectors in memory at {size}, all 50 users asked",
        held.bytes / 2**20,
        "MB",
        at_most=RESIDENT.cap / 2**20,
        note=f"{held.entries} owners, {held.shrinks} made smaller, {held.evictions} let go",
    )
    if before:
        report.add(f"growth of the process by that at {size}", (_resident_bytes() - before) / 2**20, "MB")


def _resident_bytes() -> int:
    """Return how much memory the process has; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1])
    except (OSError, ValueError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
