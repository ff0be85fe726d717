"""How many bytes a project takes on disk, beside the bytes of its texts and vectors."""

from __future__ import annotations

from pathlib import Path

import apsw

from report import Report
from stored import Stored, project_file

VECTOR_TABLES = ("vector", "code")


def measure(report: Report, folder: Path, project: str, stored: Stored, dim: int) -> None:
    """Add the rows of a project whose every memory has a vector; the log is emptied into the file before."""
    file = project_file(folder, project)
    memories = sum(map(len, stored.texts.values()))
    with apsw.Connection(str(file)) as db:
        db.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        pages = db.execute("SELECT sum(pgsize) FROM dbstat WHERE name IN (?,?)", VECTOR_TABLES).get
    size, vectors = file.stat().st_size, memories * dim * 4
    _add(report, f"disk at {memories // 1000}k memories, text and vectors", size, stored.text_bytes + vectors, 1.6)
    _add(report, f"disk at {memories // 1000}k memories, without vectors", size - pages, stored.text_bytes, 10.0)


def _add(report: Report, metric: str, size: int, bare: int, most: float) -> None:
    report.add(metric, size / 2**20, "MB", baseline=bare / 2**20, ratio=size / bare, at_most=most)
