"""LongMemEval_S where the data are there: each question asked of its own haystack of sessions.

Session any-hit and all-hit at k: whether one, or every, session with evidence is among the first k sessions that hits
come from. Questions that nothing answers are left out of these and told apart: how often recall abstains on them.
`QUESTIONS=n` asks every so many-th question, n in all.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from dialogues import Dialogue, longmemeval
from recall_quality import EVERY_SESSION, interval
from remembering import Remembering
from report import Report

SESSIONS = (5, 10)
TURNS = 10


@dataclass(frozen=True, slots=True)
class Found:
    """What came back for one question.

    Args:
        any_hit: Whether one session with evidence was among the first 5 and 10.
        all_hit: Whether all were.
        turns: Part of the evidence among the first 10 hits; `None` = no turn is marked.
        abstained: Whether nothing came back.
    """

    any_hit: tuple[bool, ...]
    all_hit: tuple[bool, ...]
    turns: float | None
    abstained: bool


def measure(report: Report, folder: Path | None) -> None:
    """Add the rows, lexical and with the default embedder."""
    asked = [] if folder is None else list(longmemeval(folder / "longmemeval"))
    if not asked:
        report.skip("LongMemEval_S", "the data are not there; longmemeval/*.json in the folder that DATA names")
        return
    wanted = int(os.environ.get("QUESTIONS", len(asked)))
    asked = asked[:: max(1, len(asked) // max(wanted, 1))]
    for name, embedder in (("lexical", None), ("default embedder", "default")):
        answerable = [ask(dialogue, embedder) for dialogue, unanswerable in asked if not unanswerable]
        nowhere = [ask(dialogue, embedder) for dialogue, unanswerable in asked if unanswerable]
        _add(report, f"LongMemEval_S, {name}", answerable)
        if nowhere:
            share = 100 * sum(each.abstained for each in nowhere) / len(nowhere)
            report.add(f"LongMemEval_S, {name}: abstained where nothing answers", share, "%", note=f"{len(nowhere)} q")


def ask(dialogue: Dialogue, embedder: str | None) -> Found:
    """Return what one question finds in its haystack."""
    question = dialogue.asked[0]
    with Remembering(dialogue, embedder) as memory:
        positions = memory.positions(memory.recall(question, limit=EVERY_SESSION))
    wanted = set(dialogue.sessions_of(question.gold))
    sessions = dialogue.sessions_of(positions)
    part = len(question.gold & set(positions[:TURNS])) / len(question.gold) if question.gold else None
    return Found(
        any_hit=tuple(not wanted.isdisjoint(sessions[:depth]) for depth in SESSIONS),
        all_hit=tuple(wanted <= set(sessions[:depth]) for depth in SESSIONS),
        turns=part,
        abstained=not positions,
    )


def _add(report: Report, name: str, found: Sequence[Found]) -> None:
    rows: list[tuple[str, list[float]]] = []
    for place, depth in enumerate(SESSIONS):
        rows.append((f"session any-hit@{depth}", [float(each.any_hit[place]) for each in found]))
        rows.append((f"session all-hit@{depth}", [float(each.all_hit[place]) for each in found]))
    rows.append((f"turn recall@{TURNS}", [each.turns for each in found if each.turns is not None]))
    for metric, values in rows:
        if values:
            low, high = interval(values)
            note = f"95 %: {100 * low:.1f} to {100 * high:.1f}, {len(values)} questions"
            report.add(f"{name}: {metric}", 100 * sum(values) / len(values), "%", note=note)
