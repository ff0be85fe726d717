"""The standard streams: whatever a text holds, it is read and printed without a crash."""

from __future__ import annotations

import io
import locale
import os
import sys
from collections.abc import Iterator
from typing import TextIO

from doxa.errors import InvalidText

UTF8 = ("utf-8", "utf8")


def prepare() -> None:
    """Make the output take every character: what its encoding lacks comes out as an escape of four hex digits."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def takes_every_character(stream: TextIO) -> bool:
    """Return whether a stream's encoding has all of Unicode."""
    return (stream.encoding or "").lower() in UTF8


def is_terminal(stream: TextIO) -> bool:
    """Return whether a person sits at the other end."""
    return stream is not None and not stream.closed and stream.isatty()


def read_stdin() -> str:
    """Return the whole of standard input without the line end that every shell adds.

    It is UTF-8, with or without a byte order mark, or else in the encoding of the locale.

    Raises:
        InvalidText: It is in neither.
    """
    raw = getattr(sys.stdin, "buffer", None)
    text = sys.stdin.read() if raw is None else _decoded(raw.read())
    return text.removesuffix("\n").removesuffix("\r")


def stdin_lines() -> Iterator[str]:
    """Yield the lines of standard input as they come, without their ends; see `read_stdin` for what encodes them.

    Raises:
        InvalidText: One is no text.
    """
    raw = getattr(sys.stdin, "buffer", None)
    for text in sys.stdin if raw is None else map(_decoded, raw):
        yield text.removesuffix("\n").removesuffix("\r")


def exact(stream: TextIO) -> TextIO:
    """Return standard input or output as files are written everywhere: in UTF-8, with plain line ends."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="strict", newline="\n")
    return stream


def _decoded(raw: bytes) -> str:
    for encoding in ("utf-8-sig", locale.getencoding()):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise InvalidText("Standard input is not text in UTF-8.", mend="Convert it, for example with iconv.", field="stdin")


def finish() -> None:
    """Write out what is still buffered, so that a full disk is told of and not found by the interpreter at its end.

    Raises:
        SystemExit: With 1, when it cannot be written.
    """
    try:
        sys.stdout.flush()
    except OSError as error:
        # what cannot be written must not be tried again when the interpreter closes its streams
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            print(f"doxa: {error.strerror}.", file=sys.stderr)
        raise SystemExit(1) from None
