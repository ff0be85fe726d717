"""Imports made-up messages in a process of its own: `python write_import.py ROWS EMBEDDER`; `none` for no embedder.

Prints, as JSON, rows per second of the process's time, what the bare embedder reaches on the same texts or else the
graph's own batch, and the most memory that the process held, in MB.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy loads: both sides have one thread

from doxa import Memory
from doxa.config import Config
from doxa.graph.nodes import BatchRow, NewItem, NewRevision
from doxa.index.embedder import Embedder, load_embedder
from made_texts import MadeTexts

BATCH = 500
WARM = ("I live in Rome and my sister Ana works at Eni.", "我住在北京，我姐姐在腾讯工作。")
_START = datetime(2025, 1, 1, tzinfo=UTC)


def main() -> None:
    """Import and print."""
    rows, name = int(sys.argv[1]), sys.argv[2]
    embedder = None if name == "none" else load_embedder(name, cache=Config.load().embedder_cache)
    texts = MadeTexts(3)
    with tempfile.TemporaryDirectory(prefix="bench-import-", ignore_cleanup_errors=True) as folder:
        source = Path(folder) / "messages.jsonl"
        with source.open("w", encoding="utf-8") as file:
            for number in range(rows):
                said = {"text": texts.text(), "session": f"s{number // 50}"}
                at = (_START + timedelta(minutes=number)).isoformat()
                file.write(json.dumps({**said, "time": at}) + "\n")
        with Memory("warm", home=Path(folder), embedder=embedder) as memory:
            for text in WARM:
                memory.add(text)
        with Memory("imported", home=Path(folder), embedder=embedder, user="ana") as memory:
            ours = _seconds(lambda: memory.import_(source, format="jsonl"))
            held = _most_memory()
        again = MadeTexts(3)
        drawn = [again.text() for _ in range(rows)]
        bare = _seconds(lambda: _embedded(embedder, drawn)) if embedder else _batched(Path(folder), drawn)
    print(json.dumps({"rate": rows / ours, "bare": rows / bare, "memory": held}))


def _embedded(embedder: Embedder, texts: list[str]) -> None:
    for at in range(0, len(texts), BATCH):
        embedder.embed(texts[at : at + BATCH])


def _batched(folder: Path, texts: list[str]) -> float:
    with Memory("bare", home=folder, embedder=None) as memory:
        graph = memory._core.graph

        def write() -> None:
            for at in range(0, len(texts), BATCH):
                rows = [BatchRow(NewItem(kind="turn"), NewRevision(text=text)) for text in texts[at : at + BATCH]]
                with graph.transaction("add") as writer:
                    writer.revisions(rows)

        return _seconds(write)


def _seconds(call: Callable[[], object]) -> float:
    started = time.process_time()
    call()
    return time.process_time() - started


def _most_memory() -> float:
    status = Path("/proc/self/status")
    if status.exists():  # what `getrusage` tells there is inherited from the process that started this one
        return int(next(line for line in status.read_text().splitlines() if line.startswith("VmHWM")).split()[1]) / 1024
    if sys.platform == "win32":
        return 0.0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)


if __name__ == "__main__":
    main()
