"""`export` and `import_` as JSON Lines."""

from __future__ import annotations

import errno
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from doxa.errors import ImportConflict, InvalidInput, StoreFull
from doxa.graph.contract import Graph
from doxa.records import ANY, ExportReport, ImportReport, Json, User
from doxa.write.context import WriteContext


def export_project(graph: Graph, user: User, target: Path | str | IO[str]) -> ExportReport:
    """Write a project row by row; see `Memory.export`."""
    counts: Counter[str] = Counter()
    with _writing(target) as file:
        for row in graph.export_rows(user=user):
            file.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")
            counts[str(row.get("row"))] += 1
    return ExportReport(dict(counts), str(target) if isinstance(target, Path | str) else None)


def import_project(context: WriteContext, source: Path | str | IO[str], *, resume: bool = True) -> ImportReport:
    """Restore a project row by row; see `Memory.import_`.

    Raises:
        ImportConflict: Something is here already and the import is not to go on from it.
    """
    if not resume and _is_begun(context):
        mend = "Restore into a project of another name, or go on from what is here with resume=True."
        raise ImportConflict("The project holds something already.", mend=mend, field="resume", value=False)
    with _reading(source) as file:
        counts = dict(context.graph.import_rows(_rows(file)))
    unchanged = counts.pop("unchanged", 0)
    return ImportReport(counts, unchanged)


def _is_begun(context: WriteContext) -> bool:
    with context.graph.view(user=ANY) as view:
        return view.at > 0


def _rows(file: IO[str]) -> Iterator[Mapping[str, Json]]:
    for number, line in enumerate(_lines(file), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:  # not only malformed: numbers and depths that Python refuses
            raise InvalidInput(f"line {number} is not JSON: {error}.", mend="Export again.", field="source") from error
        if not isinstance(row, dict):
            raise InvalidInput(f"line {number} is not a JSON object.", mend="Export again.", field="source")
        yield row


def _lines(file: IO[str]) -> Iterator[str]:
    try:
        yield from file
    except UnicodeDecodeError as error:
        raise InvalidInput("The source is not text in UTF-8.", mend="Name an export.", field="source") from error


@contextmanager
def _writing(target: Path | str | IO[str]) -> Iterator[IO[str]]:
    """Write beside the target and move it into place, so that a broken export never looks whole."""
    if not isinstance(target, Path | str):
        yield target
        return
    path = Path(target)
    if path.is_dir():
        raise InvalidInput(f"{target} is a folder.", mend="Name a file.", field="target", value=str(target))
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as file:
            yield file
        part.replace(path)
    except BaseException as error:
        part.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            said = f"The disk of {target} is full; nothing of the export was kept."
            raise StoreFull(said, mend="Free some space, or name a file elsewhere.", field="target") from error
        raise


@contextmanager
def _reading(source: Path | str | IO[str]) -> Iterator[IO[str]]:
    if not isinstance(source, Path | str):
        yield source
        return
    path = Path(source)
    if not path.is_file():
        raise InvalidInput(f"{source} is no file.", mend="Name an export.", field="source", value=str(source))
    with path.open(encoding="utf-8") as file:
        yield file
