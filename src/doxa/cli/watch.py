"""`doxa watch`: changes as they come, as a table that grows on a terminal, else as lines."""

from __future__ import annotations

import json
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from doxa.cli.blocks import short
from doxa.cli.paint import visible
from doxa.cli.streams import is_terminal, takes_every_character
from doxa.errors import DoxaError
from doxa.memory import Memory
from doxa.operations.plain import as_plain
from doxa.records import Change

ROWS = 20
"""Changes that the table holds."""
LAST_POSITION = 10**18 - 1
"""Behind every change of an operation, as the second half of a cursor."""
STYLES = {"created": "green", "deleted": "red", "erased": "red", "undone": "yellow"}


@dataclass(frozen=True, slots=True)
class Watch:
    """What is watched.

    Args:
        memory: The project, with whose changes are meant as its scope.
        kinds: Patterns on kinds of changes; empty = all.
        match: Pattern on krefs.
        after: The cursor behind which it begins; `None` = the latest operations.
        last: How many of the latest operations to begin with.
        once: Show what there is and stop.
    """

    memory: Memory
    kinds: Sequence[str] = ()
    match: str | None = None
    after: str | None = None
    last: int = 5
    once: bool = False

    def changes(self) -> Iterator[Change]:
        """Yield changes as they come."""
        after = self.after if self.after is not None else self._start()
        return self.memory.changes(after=after, kinds=self.kinds, match=self.match, follow=not self.once)

    def text_of(self, change: Change) -> str:
        """Return what the memory says that a change is about; empty where it is gone or is no memory."""
        if not change.ref:
            return ""
        try:
            return self.memory.get(change.ref).text
        except DoxaError:  # erased, deleted, or nothing that has words
            return ""

    def told(self) -> Iterator[tuple[Change, str]]:
        """Yield the changes that a person wants to read of, with their words: those chosen, else what was told anew."""
        for change in self.changes():
            if self.kinds or not _follows_from_another(change):
                yield change, self._news_of(change)

    def _news_of(self, change: Change) -> str:
        """Return the words of a change; those of a new version behind those that it replaced."""
        text = self.text_of(change)
        head, mark, number = change.ref.rpartition("?r=")
        if change.kind != "revision.created" or not mark or not number.isdigit() or int(number) < 2:
            return text
        try:
            before = self.memory.get(f"{head}{mark}{int(number) - 1}").text
        except DoxaError:  # erased, or not this reader's to see
            return text
        return f"{short(before)} → {short(text)}" if text and before != text else text

    def _start(self) -> str | None:
        """Return the cursor behind which the latest operations begin."""
        newest = self.memory.status().last_operation
        if newest is None or int(newest) <= self.last:
            return None
        return f"{int(newest) - self.last}.{LAST_POSITION}"


def _follows_from_another(change: Change) -> bool:
    """Whether a change only records what another one of the same operation tells."""
    kind, key = change.kind, change.detail.get("key")
    return kind == "item.created" or kind.startswith(("edge.", "observation.")) or key in ("changed", "held")


def run_watch(watch: Watch, *, as_json: bool) -> None:
    """Show changes until someone stops it.

    Args:
        watch: What is watched.
        as_json: One JSON object a line.
    """
    try:
        if as_json or not is_terminal(sys.stdout):
            _lines(watch, as_json=as_json)
        else:
            _table(watch)
    except KeyboardInterrupt:
        return


def _lines(watch: Watch, *, as_json: bool) -> None:
    if as_json:
        for change in watch.changes():
            told = {**as_plain(change), "text": watch.text_of(change)}
            print(json.dumps(told, ensure_ascii=not takes_every_character(sys.stdout)), flush=True)
        return
    for change, text in watch.told():
        said = visible(short(text) or change.ref)
        print(f"{change.time:%Y-%m-%d %H:%M:%S}  {change.kind:20}  {said}  {change.cursor}", flush=True)


def _table(watch: Watch) -> None:
    from rich.console import Console
    from rich.live import Live
    from rich.table import Table
    from rich.text import Text

    rows: deque[tuple[Change, str]] = deque(maxlen=ROWS)

    def drawn() -> Table:
        table = Table(box=None, pad_edge=False, header_style="bold", expand=True)
        for heading in ("time", "change", "memory", "operation"):
            table.add_column(heading, no_wrap=True, overflow="ellipsis", ratio=1 if heading == "memory" else None)
        for change, text in rows:
            style = STYLES.get(change.kind.rpartition(".")[2], "")
            said = Text(visible(short(text)) or change.ref, "" if text else "dim")
            table.add_row(f"{change.time:%H:%M:%S}", Text(change.kind, style), said, Text(change.operation, "dim"))
        if not rows:
            table.add_row("", Text("nothing yet; Ctrl-C ends", "dim"), "", "")
        return table

    console = Console(highlight=False, markup=False, emoji=False)
    with Live(drawn(), console=console, auto_refresh=False) as live:
        for each in watch.told():
            rows.append(each)
            live.update(drawn(), refresh=True)
