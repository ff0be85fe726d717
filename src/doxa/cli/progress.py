"""Signs of life from what may take long: on standard error, and only where a person watches."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any
from zipfile import is_zipfile

from doxa.cli.streams import is_terminal
from doxa.operations import OperationSpec

LABELS = {
    "erase": "Erasing",
    "export": "Exporting",
    "import": "Importing",
    "doctor": "Checking",
    "reindex": "Indexing",
    "rollback": "Rolling back",
    "code_ingest": "Reading commits",
}


@contextmanager
def working(spec: OperationSpec, positional: Sequence[Any]) -> Iterator[list[Any]]:
    """Show that an operation is at work until the block ends.

    Args:
        spec: The operation.
        positional: Its arguments. A file that is read is yielded opened, so that what was read of it can be shown.
    """
    arguments = list(positional)
    if not is_terminal(sys.stderr):
        yield arguments
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn

    source = arguments[0] if spec.name == "import" else None
    with ExitStack() as shown:
        label = LABELS.get(spec.name, spec.name)
        columns = [SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TaskProgressColumn()]
        bar = Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True), transient=True)
        shown.enter_context(bar)
        if isinstance(source, Path) and source.is_file() and not is_zipfile(source):
            arguments[0] = shown.enter_context(_opened(bar, source, label))
        else:
            bar.add_task(label, total=None)
        yield arguments


@contextmanager
def _opened(bar: Any, source: Path, label: str) -> Iterator[IO[str]]:
    with bar.open(source, "r", encoding="utf-8", description=label) as file:
        yield file
