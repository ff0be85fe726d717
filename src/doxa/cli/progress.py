"""Signs of life from what may take long: on standard error, and only where a person watches."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any

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
    "dream": "Dreaming",
    "plan": "Planning",
    "apply": "Applying",
    "digest": "Digesting",
}
"""What may take long enough to show that it is at work, and what it is then said to be at."""


@contextmanager
def working(
    spec: OperationSpec, positional: Sequence[Any], keywords: Mapping[str, Any]
) -> Iterator[tuple[list[Any], dict[str, Any]]]:
    """Show that an operation which may take long is at work until the block ends.

    Args:
        spec: The operation.
        positional: Its arguments. A file that is read is yielded opened, so that what was read of it can be shown.
        keywords: Its other arguments. One that tells how far it is gets somebody to tell.
    """
    arguments, named = list(positional), dict(keywords)
    if spec.name not in LABELS or not is_terminal(sys.stderr):
        yield arguments, named
        return
    from zipfile import is_zipfile

    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn

    source = arguments[0] if spec.name == "import" else None
    with ExitStack() as shown:
        label = LABELS[spec.name]
        columns = [SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TaskProgressColumn()]
        bar = Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True), transient=True)
        shown.enter_context(bar)
        if isinstance(source, Path) and source.is_file() and not is_zipfile(source):
            arguments[0] = shown.enter_context(_opened(bar, source, label))
        else:
            task = bar.add_task(label, total=None)
            if "progress" in spec.parameters:
                named["progress"] = _telling(bar, task, label)
        yield arguments, named


def _telling(bar: Any, task: Any, label: str) -> Callable[[str, int, int], None]:
    """Return what shows which stage an operation has come to."""

    def tell(stage: str, done: int, of: int) -> None:
        said = f"{label}: {stage.replace('_', ' ')}" if stage else label
        bar.update(task, description=said, completed=done, total=of)

    return tell


@contextmanager
def _opened(bar: Any, source: Path, label: str) -> Iterator[IO[str]]:
    with bar.open(source, "r", encoding="utf-8", description=label) as file:
        yield file
