"""What is shown to a person, before it is known how: lines of styled spans, and tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

LONGEST = 400
"""Characters of a memory's text in a list; a single memory is shown whole."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of text in one style.

    Args:
        text: What it says.
        style: A style of rich, such as `dim` or `bold green`.
    """

    text: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line; it is broken only by the terminal, so that what is copied from it is whole.

    Args:
        spans: What it says.
        indent: Spaces before it.
    """

    spans: tuple[Span, ...]
    indent: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under headings; the last column may be long.

    Args:
        columns: The headings.
        rows: The cells, as many in each row as there are headings.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Span, ...], ...]


Block = Line | Table


def line(*spans: Span | str, indent: int = 0) -> Line:
    """Return a line of spans, or of plain texts."""
    return Line(tuple(span if isinstance(span, Span) else Span(span) for span in spans), indent)


def dim(text: str) -> Span:
    """Return a span that stands back."""
    return Span(text, "dim")


def table(columns: Iterable[str], rows: Iterable[Iterable[Span | str]]) -> Table:
    """Return a table of spans, or of plain texts."""
    cells = (tuple(cell if isinstance(cell, Span) else Span(cell) for cell in row) for row in rows)
    return Table(tuple(columns), tuple(cells))


def dotted(*parts: str) -> str:
    """Return the parts that there are, divided by dots."""
    return " · ".join(part for part in parts if part)


def short(text: str, longest: int = LONGEST) -> str:
    """Return a text on one line, its end left out where it is long."""
    flat = " ".join(text.split())
    return flat if len(flat) <= longest else f"{flat[: longest - 1]}…"
