"""Draws stored decisions for somebody to judge: are they true to the commit that they were read from?

`python benchmarks/code_sample.py OUT.json` reads this repository, and those that `HISTORIES` holds (see
`code_histories.py`), each into an empty memory without a model, and writes 60 of their decisions, as many of each,
drawn by a fixed seed (`SEED`). What an annotator found is kept in `benchmarks/gold/decisions_judged.json`, and
`benchmarks/code.py` reports the share judged true.
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from code_histories import built
from doxa import Memory
from doxa.code.storing import DECISION
from doxa.graph.nodes import Filter, RevisionNode
from doxa.graph.owners import CODE_MEMORY

SEED = int(os.environ.get("SEED", "8"))
SIZE = 60


def main() -> None:
    """Write the sample to the file named."""
    out = Path(sys.argv[1])
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        named = os.environ.get("HISTORIES", "")
        tops = [Path(os.environ.get("REPO", ".")), *(built(Path(named), Path(folder)) if named else ())]
        rows = [row for top in tops for row in sample(top, SIZE // len(tops))]
    random.Random(SEED).shuffle(rows)
    out.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{len(rows)} decisions in {out}")


def sample(top: Path, size: int) -> list[dict[str, object]]:
    """Return decisions of a repository as they are stored, drawn without replacement."""
    with tempfile.TemporaryDirectory() as home, Memory("sample", home=home, embedder=None) as memory:
        memory.code.ingest(top)
        nodes = sorted(stored(memory), key=lambda node: (str(node.metadata["commits"]), node.title or ""))
    return [
        {"repo": top.resolve().name, **told(node)} for node in random.Random(SEED).sample(nodes, min(size, len(nodes)))
    ]


def stored(memory: Memory) -> Iterator[RevisionNode]:
    """Yield every decision that is stored."""
    with memory.graph.view(user=CODE_MEMORY) as view:
        cursor: str | None = None
        while True:
            page = view.list_heads(Filter(kinds=(DECISION,)), limit=500, cursor=cursor)
            yield from view.revisions([row.revision for row in page.items]).values()
            cursor = page.cursor
            if cursor is None:
                return


def told(node: RevisionNode) -> dict[str, object]:
    """Return what an annotator is shown."""
    kept = node.metadata
    commits, quotes = kept["commits"], kept["quotes"]
    assert isinstance(commits, list)
    assert isinstance(quotes, list)
    return {
        "commit": commits[-1],
        "title": node.title,
        "decision": kept["decision"],
        "rationale": kept["rationale"],
        "quotes": quotes,
        "anchors": kept["anchors"],
    }


if __name__ == "__main__":
    main()
