"""What a write costs: an add beside the graph's own, an import beside the bare embedder and the bare graph."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from doxa import Memory
from doxa.write.context import operation
from doxa.write.receipts import receipt_of
from doxa.write.turns import Turn, store_turn
from made_texts import MadeTexts
from report import Report, median
from timing import alternated

PAIRS, WARM = 400, 500
ROWS, FEW = 10_000, 2_000


def measure_add(report: Report, folder: Path, *, pairs: int = PAIRS) -> None:
    """Add the row of one message: with gate and rules, beside the same turn written without either."""
    texts = MadeTexts(5)
    ours, bare = (Memory(name, home=folder, embedder=None) for name in ("ours", "bare"))
    for text in texts.texts(WARM):
        ours.add(text)
        _without_gate(bare, text)()
    drawn = texts.texts(pairs)
    costs = alternated([(partial(ours.add, text), _without_gate(bare, text)) for text in drawn])
    with_gate, without = ([cost.process for cost in side] for side in zip(*costs, strict=True))
    ratio = median([one / other for one, other in zip(with_gate, without, strict=True)])
    report.add(
        "add of 25 words, beside a turn without gate and rules",
        median(with_gate) * 1e3,
        "ms",
        baseline=median(without) * 1e3,
        ratio=ratio,
        at_most=2,
        note="process time",
    )
    ours.close()
    bare.close()


def _without_gate(memory: Memory, text: str) -> Callable[[], object]:
    context, scope = memory._core.writing(), memory._core.scoped(None, None, None, None, ())
    request = memory._core.request("add", scope, None, None, None, None)

    def write() -> None:
        with operation(context, request) as writer:
            turn = Turn(text, None, "user", None, writer.at, "user", once=True, believable=False)
            receipt_of(writer, request, [store_turn(writer, turn)])

    return write


def measure_import(report: Report, *, rows: int = ROWS, few: int = FEW) -> None:
    """Add the rows of imports; each runs in a process of its own."""
    for embedder, beside, least in (("default", "the bare embedder", 0.7), ("none", "the graph's own batch", 0.35)):
        small, large = (_imported(number, embedder) for number in (few, rows))
        report.add(
            f"import of {rows:,} messages, embedder {embedder}",
            large["rate"],
            "rows/s",
            baseline=large["bare"],
            ratio=large["rate"] / large["bare"],
            at_least=least,
            note=f"beside {beside}",
        )
        report.add(
            f"most memory of it beside {few:,} messages, embedder {embedder}",
            large["memory"],
            "MB",
            baseline=small["memory"],
            ratio=large["memory"] / max(small["memory"], 1),
            at_most=1.25,
        )


def _imported(rows: int, embedder: str) -> dict[str, float]:
    command = [sys.executable, str(Path(__file__).with_name("write_import.py")), str(rows), embedder]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    told: dict[str, float] = json.loads(done.stdout)
    return told
