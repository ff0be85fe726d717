"""The belief graph's benchmark: adds, recall, size, starts, writers, kills, and what is found.

`--quick` runs everything at a small size, to see that it works; only a full run writes results.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy loads: targets are of one thread

import graph_add
import graph_cold
import graph_kill
import graph_quality
import graph_recall
import graph_size
import graph_writers
from doxa import Memory
from doxa.config import Config
from doxa.index.embedder import Embedder, load_embedder
from made_texts import MadeTexts
from report import Report, start
from stored import BIGGEST, FIXED_USER, DrawnVectors, Stored, fill

SMALL, LARGE = 10_000, 100_000


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes, nothing written")
    quick = parser.parse_args().quick
    report = start("graph")
    embedder = load_embedder("default", cache=Config.load().embedder_cache)
    assert embedder is not None
    with tempfile.TemporaryDirectory(prefix="bench-graph-", ignore_cleanup_errors=True) as folder:
        _measure(report, Path(folder), embedder, quick)
    graph_quality.measure(report, embedder)
    if not quick:
        report.write()


def _measure(report: Report, folder: Path, embedder: Embedder, quick: bool) -> None:
    if quick:
        graph_add.measure(report, folder, pairs=40, warm=40, batches=3)
    else:
        graph_add.measure(report, folder)
    sizes = (SMALL // 10, LARGE // 10) if quick else (SMALL, LARGE)
    growth = []
    for size in sizes:
        project = f"memories{size}"
        stored = _filled(folder, project, size, embedder)
        graph_recall.measure_size(report, folder, project, stored, embedder)
        growth.append(graph_recall.cost_and_steps(folder, project, stored, embedder))
        graph_size.measure(report, folder, project, stored, embedder.dim)
        if size == sizes[0]:
            question = MadeTexts(3).question(stored.texts[FIXED_USER])
            graph_cold.measure(report, folder, project, FIXED_USER, question)
    graph_recall.growth(report, growth[0], growth[1])
    graph_writers.measure(report, folder, f"memories{sizes[1]}", BIGGEST, commits=80 if quick else 1000)
    graph_kill.measure(report, folder, rounds=3 if quick else graph_kill.ROUNDS)


def _filled(folder: Path, project: str, size: int, embedder: Embedder) -> Stored:
    with Memory(project, home=folder, embedder=DrawnVectors(embedder)) as memory:
        stored = fill(memory, size)
        memory._core.graph.maintain()
    return stored


if __name__ == "__main__":
    main()
