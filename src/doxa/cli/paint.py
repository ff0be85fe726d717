"""Printing blocks: in colour on a terminal, else as plain text that is never broken into lines.

Text out of memory is data: control characters, which could command a terminal, are shown as signs.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable
from typing import TYPE_CHECKING, TextIO

from doxa.cli.blocks import Block, Line, Table
from doxa.cli.streams import is_terminal

if TYPE_CHECKING:
    from rich.console import Console

GAP = "  "
_PICTURES = {code: 0x2400 + code for code in range(32) if code not in (9, 10)} | {127: 0x2421}
_VISIBLE = str.maketrans(_PICTURES | dict.fromkeys(range(128, 160), 65533))


def paint(blocks: Iterable[Block], stream: TextIO) -> None:
    """Print blocks."""
    if is_terminal(stream) or os.environ.get("FORCE_COLOR"):
        _coloured(blocks, stream)
        return
    for block in blocks:
        for text in _plain_line(block) if isinstance(block, Line) else _plain_table(block):
            stream.write(text + "\n")


def visible(text: str) -> str:
    """Return a text in which control characters other than line ends and tabs are signs."""
    return text.translate(_VISIBLE)


def _plain_line(block: Line) -> list[str]:
    text = "".join(visible(span.text) for span in block.spans)
    return [" " * block.indent + part for part in text.split("\n")]


def _plain_table(block: Table) -> list[str]:
    rows = [block.columns, *(tuple(visible(cell.text) for cell in row) for row in block.rows)]
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    return [
        GAP.join(cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _width(text: str) -> int:
    """Return how many columns a text takes: two for each full-width character, none for a combining one."""
    return sum(
        2 if unicodedata.east_asian_width(each) in "WF" else 0 if unicodedata.combining(each) else 1 for each in text
    )


def _coloured(blocks: Iterable[Block], stream: TextIO) -> None:
    from rich.console import Console

    console = Console(file=stream, highlight=False, markup=False, emoji=False)
    for block in blocks:
        if isinstance(block, Line):
            _print_line(block, console)
        else:
            _print_table(block, console)


def _print_line(block: Line, console: Console) -> None:
    from rich.padding import Padding
    from rich.text import Text

    text = Text.assemble(*((visible(span.text), span.style) for span in block.spans))
    if block.indent and max(map(len, text.plain.split()), default=0) < console.width - block.indent:
        console.print(Padding(text, (0, 0, 0, block.indent)))
    else:
        console.print(Text(" " * block.indent) + text, soft_wrap=True)


def _print_table(block: Table, console: Console) -> None:
    from rich.table import Table as RichTable
    from rich.text import Text

    made = RichTable(box=None, pad_edge=False, header_style="bold", padding=(0, len(GAP), 0, 0))
    for heading in block.columns:
        made.add_column(heading, overflow="fold", no_wrap=heading != block.columns[-1])
    for row in block.rows:
        made.add_row(*(Text(visible(cell.text), cell.style) for cell in row))
    console.print(made)
