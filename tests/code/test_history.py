"""A log is read as it comes: what is kept of a commit does not grow with its diff."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from io import BufferedReader, RawIOBase

import pytest

from doxa.code.history import MOST_FILES, parse_log
from doxa.code.prose import MOST_PARAGRAPHS

HEAD = b"\0" + b"\0".join((b"c" * 40, b"", b"Ada", b"0", b"Count rows")) + b"\0\n"


class Streamed(RawIOBase):
    """A log that nobody holds: its lines are made when they are read."""

    def __init__(self, lines: Iterator[bytes]) -> None:
        self.lines, self.rest, self.read_bytes = lines, b"", 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        self.rest = self.rest or next(self.lines, b"")
        part, self.rest = self.rest[: len(buffer)], self.rest[len(buffer) :]
        buffer[: len(part)] = part
        self.read_bytes += len(part)
        return len(part)


def diff(mark: bytes, files: int) -> Iterator[bytes]:
    yield HEAD
    for file in range(files):
        yield b"diff --git a/%d.py b/%d.py\n--- a/%d.py\n+++ b/%d.py\n" % ((file,) * 4)
        for at in range(1, 200, 2):
            yield b"@@ -%d +%d @@ def f%d():\n" % (at, at, at)
            yield mark + b"# row %d is read twice, since a first reading of it may well fail\n" % at
            yield mark + b"x = 1; " * 60 + b"\n"


@pytest.mark.parametrize("mark", [b"+", b"-"])
def test_of_a_diff_of_megabytes_a_bounded_part_is_held(mark):
    stream = Streamed(diff(mark, files=60))
    tracemalloc.start()
    (commit,) = parse_log(BufferedReader(stream))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(commit.prose) == (MOST_PARAGRAPHS if mark == b"+" else 0)
    assert len(commit.files) == MOST_FILES
    assert {len(each.spans) for each in commit.files} == {20}
    assert stream.read_bytes > 3_000_000 > 2 * peak
