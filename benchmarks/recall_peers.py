"""Other libraries beside doxa: the same turns, questions and vectors, in an environment of their own.

`PEERS=1` makes the environment (`benchmarks/.peers`, by pip from the package index), `PEER=word` asks only those named
so; a library that cannot be installed
or fails is a row that says so. All are given the turns as `speaker: text`, and questions as they stand. Embedding is
not in their times: the vectors are looked up.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from dialogues import Dialogue, locomo, memdaily
from doxa.config import Config
from doxa.index.embedder import load_embedder
from recall_peer import PEERS
from recall_quality import TURNS
from remembering import Remembering
from report import Report, median

PACKAGES = {
    "tiered-memory in memory": ("tiered-memory",),
    "tiered-memory hybrid": ("tiered-memory", "chromadb"),
    "Chroma": ("chromadb",),
    "LangGraph store": ("langgraph",),
    "mem0 infer=False": ("mem0ai",),
    "dual-mem lite": ("dual-mem==0.1.0",),
}
ENVIRONMENT = Path(__file__).parent / ".peers"
MOST_SECONDS = 900
"""How long a library may take for one corpus."""
WORDS_OF_A_FAILURE = 160


def measure(report: Report, folder: Path | None, *, install: bool) -> None:
    """Add the rows of every library, and doxa's own with the weights that it ships."""
    if not install and not ENVIRONMENT.exists():
        report.skip("other libraries", "PEERS=1 installs them into an environment of their own and asks them")
        return
    data = {} if folder is None else {"LoCoMo": locomo(folder / "locomo"), "MemDaily": memdaily(folder / "memdaily_zh")}
    missing = _installed() if install else {}
    wanted = os.environ.get("PEER", "")
    for corpus, dialogues in data.items():
        with tempfile.TemporaryDirectory(prefix="bench-peers-", ignore_cleanup_errors=True) as name:
            _prepare(Path(name), dialogues)
            for peer in [each for each in PEERS if wanted in each]:
                why = missing.get(peer) or _ask(report, f"{corpus}, {peer}", peer, Path(name), dialogues)
                if why:
                    report.skip(f"{corpus}, {peer}", why)
        _ours(report, f"{corpus}, doxa as shipped", dialogues)


def interpreter() -> Path:
    """Return the interpreter of the environment that other libraries are installed into."""
    return ENVIRONMENT / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def made_environment() -> Path:
    """Make that environment where it is missing and return its interpreter."""
    if not ENVIRONMENT.exists():
        venv.create(ENVIRONMENT, with_pip=True)
    return interpreter()


def _installed() -> dict[str, str]:
    """Install the libraries and return why some of them are missing."""
    python = made_environment()
    missing: dict[str, str] = {}
    for peer, packages in PACKAGES.items():
        command = [str(python), "-m", "pip", "install", "--quiet", "numpy", *packages]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            missing[peer] = f"not installed: {_end_of(done.stderr)}"
    return missing


def _prepare(folder: Path, dialogues: Sequence[Dialogue]) -> None:
    corpora = [
        {
            "texts": [_text(each.speaker, each.text) for each in one.turns],
            "questions": [each.text for each in one.asked],
        }
        for one in dialogues
    ]
    said = list(dict.fromkeys(text for one in corpora for text in (*one["texts"], *one["questions"])))
    embedder = load_embedder("default", cache=Config.load().embedder_cache)
    assert embedder is not None
    np.save(folder / "vectors.npy", embedder.embed(said))
    (folder / "said.json").write_text(json.dumps(said), encoding="utf-8")
    (folder / "corpora.json").write_text(json.dumps(corpora), encoding="utf-8")


def _text(speaker: str | None, text: str) -> str:
    return f"{speaker}: {text}" if speaker else text


def _ask(report: Report, name: str, peer: str, folder: Path, dialogues: Sequence[Dialogue]) -> str:
    """Add a library's rows, or return why there are none."""
    command = [str(interpreter()), str(Path(__file__).with_name("recall_peer.py")), peer, str(folder)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=MOST_SECONDS)
    except subprocess.TimeoutExpired:
        return f"took more than {MOST_SECONDS} seconds"
    if done.returncode:
        return f"failed: {_end_of(done.stderr)}"
    said = json.loads((folder / f"{peer}.json").read_text(encoding="utf-8"))
    _rows(report, name, said["rankings"], said["seconds"], dialogues)
    return ""


def _end_of(error: str) -> str:
    lines = [line for line in error.strip().splitlines() if line.strip()]
    return (lines[-1] if lines else "no word of why")[:WORDS_OF_A_FAILURE]


def _ours(report: Report, name: str, dialogues: Sequence[Dialogue]) -> None:
    rankings, seconds = [], []
    for dialogue in dialogues:
        with Remembering(dialogue, "default") as memory:
            for asked in dialogue.asked:
                start = time.perf_counter()
                recall = memory.recall(asked, limit=TURNS[-1])
                seconds.append(time.perf_counter() - start - recall.timings.get("embed", 0.0))
                rankings.append(memory.positions(recall))
    _rows(report, name, rankings, seconds, dialogues, note="fitted on these data: the held-out figures are above")


def _rows(
    report: Report,
    name: str,
    rankings: Sequence[Sequence[int]],
    seconds: Sequence[float],
    dialogues: Sequence[Dialogue],
    note: str = "",
) -> None:
    asked = [each for dialogue in dialogues for each in dialogue.asked]
    for depth in TURNS:
        shares = [
            len(each.gold & set(found[:depth])) / len(each.gold) for each, found in zip(asked, rankings, strict=True)
        ]
        report.add(f"{name}: turn recall@{depth}", 100 * sum(shares) / len(shares), "%", note=note)
    report.add(f"{name}: time of a search without embedding", median(seconds) * 1e3, "ms")
