"""Opens sources: files, archives and folders, read piece by piece, so that a large one takes no more memory."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final

from doxa.errors import InvalidInput

_CHUNK: Final = 1 << 16
_SPACE: Final = " \t\r\n"
_LONGEST: Final = 256 * 1024 * 1024
"""Characters one value of an array may have before it is taken for broken."""


@contextmanager
def opened(source: Path | str | IO[str], member: str | None = None) -> Iterator[IO[str]]:
    """Open a text file, or the member of an archive.

    Args:
        source: A file, a `.zip` archive, a folder that holds the member, or an open text file.
        member: The file wanted from an archive or folder, such as `conversations.json`.

    Raises:
        InvalidInput: There is no such file.
    """
    if not isinstance(source, Path | str):
        yield source
        return
    path = Path(source)
    if path.is_dir() and member is not None:
        path = path / member
    if not path.is_file():
        raise InvalidInput(f"{path} is no file.", mend="Name the export.", field="source", value=str(source))
    if member is not None and zipfile.is_zipfile(path):
        try:
            with _member(path, member) as file:
                yield file
        except (zipfile.BadZipFile, zlib.error, EOFError) as error:
            raise _not_unpacked(path, error) from error
        return
    with path.open(encoding="utf-8") as file:
        yield file


@contextmanager
def _member(path: Path, member: str) -> Iterator[IO[str]]:
    with zipfile.ZipFile(path) as archive:
        names = [name for name in archive.namelist() if name == member or name.endswith(f"/{member}")]
        if not names:
            raise InvalidInput(f"{path} holds no {member}.", mend="Name the export.", field="source")
        try:
            raw = archive.open(sorted(names, key=len)[0])
        except (NotImplementedError, RuntimeError) as error:  # packed in a way of its own, or with a password
            raise _not_unpacked(path, error) from error
        with raw:
            yield io.TextIOWrapper(raw, encoding="utf-8")


def _not_unpacked(path: Path, error: Exception) -> InvalidInput:
    mend = "Download the export again, without a password."
    return InvalidInput(f"{path} cannot be unpacked: {error}.", mend=mend, field="source")


def files_of(source: Path | str | IO[str], pattern: str) -> Iterator[tuple[str, IO[str]]]:
    """Yield the files of a source with their names, in order: the file itself, or those of a folder by a pattern."""
    if not isinstance(source, Path | str):
        yield "", source
        return
    path = Path(source)
    if not path.exists():
        raise InvalidInput(f"{path} does not exist.", mend="Name a file or folder.", field="source", value=str(source))
    for each in sorted(path.rglob(pattern)) if path.is_dir() else [path]:
        if each.is_file():
            with each.open(encoding="utf-8") as file:
                yield each.relative_to(path).as_posix() if path.is_dir() else each.name, file


def json_lines(file: IO[str]) -> Iterator[tuple[int, Any]]:
    """Yield the values of JSON Lines with their line numbers; a line that is none yields the error instead."""
    for number, line in enumerate(lines_of(file), start=1):
        if not line.strip():
            continue
        try:
            yield number, json.loads(line)
        except (ValueError, RecursionError) as error:
            yield number, ValueError(str(error))


def lines_of(file: IO[str]) -> Iterator[str]:
    """Yield the lines of a text file.

    Raises:
        InvalidInput: It is not text in UTF-8.
    """
    try:
        yield from file
    except UnicodeDecodeError as error:
        raise InvalidInput("The source is not text in UTF-8.", mend="Name an export.", field="source") from error


def array_items(file: IO[str], *keys: str) -> Iterator[Any]:
    """Yield the members of a JSON array, each read when it is asked for.

    Args:
        file: An array; or an object that holds it under one of the keys, or is itself the only member.
        keys: Where an object may hold the array.

    Raises:
        InvalidInput: It is not JSON, or neither an array nor an object.
    """
    reader = _Reader(file)
    first = reader.peek()
    if first == "{":
        whole = reader.value()
        held = next((whole[key] for key in keys if isinstance(whole.get(key), list)), [whole])
        yield from held
        return
    if first != "[":
        raise InvalidInput("The source is no JSON array.", mend="Name an export.", field="source")
    reader.take("[")
    while reader.peek() != "]":
        yield reader.value()
        if reader.peek() == ",":
            reader.take(",")


class _Reader:
    """Reads JSON values one after another from a text file, keeping no more than the one at hand."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self._buffer = ""
        self._decoder = json.JSONDecoder()

    def peek(self) -> str:
        self._buffer = self._buffer.lstrip(_SPACE + "\ufeff")
        while not self._buffer:
            if not self._more():
                raise self._broken("it ends too early")
            self._buffer = self._buffer.lstrip(_SPACE + "\ufeff")
        return self._buffer[0]

    def take(self, mark: str) -> None:
        if self.peek() != mark:
            raise self._broken(f"{mark!r} is missing")
        self._buffer = self._buffer[1:]

    def value(self) -> Any:
        self.peek()
        wanted = _CHUNK
        while True:
            try:
                value, end = self._decoder.raw_decode(self._buffer)
            except RecursionError as error:
                raise self._broken("it is nested too deep") from error
            except ValueError as error:
                # read twice as much each time, so that a long value is decoded a few times only
                if len(self._buffer) > _LONGEST or not self._more(wanted):
                    raise self._broken(str(error)) from error
                wanted *= 2
                continue
            if end < len(self._buffer) or not self._more():
                self._buffer = self._buffer[end:]
                return value

    def _more(self, size: int = _CHUNK) -> bool:
        try:
            read = self._file.read(size)
        except UnicodeDecodeError as error:
            raise self._broken("it is not text in UTF-8") from error
        self._buffer += read
        return bool(read)

    def _broken(self, why: str) -> InvalidInput:
        return InvalidInput(f"The source is not whole JSON: {why}.", mend="Export again.", field="source")
