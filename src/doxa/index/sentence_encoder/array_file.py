"""Named arrays in one file that is memory-mapped, written whole or not at all."""

from __future__ import annotations

import json
import mmap
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Arrays: TypeAlias = "Mapping[str, NDArray[Any]]"
"""Arrays by name."""

_MAGIC = b"doxa arrays 1\n\0\0"
_ALIGN = 64
_ABANDONED_S = 3600


def write_arrays(path: Path, arrays: Arrays, *, content: str, stamp: int) -> None:
    """Write arrays to a file that appears under its name only when it is complete.

    Several processes may write the same file at once: each writes its own temporary file in the same folder, and the
    last to finish stays. Temporary files that others left behind an hour or more ago are removed.

    Args:
        path: The file; its folder is made.
        arrays: What to write.
        content: Says what the arrays are; `open_arrays` gives None for a file that says otherwise.
        stamp: Seconds since 1970 that the file gets as its modification time, by which a later change by anybody
            shows.

    Raises:
        OSError: The folder cannot be written or is full.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    header, offsets, size = _layout(arrays, content, stamp)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.{os.urandom(4).hex()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(header)
            for name, array in arrays.items():
                file.seek(offsets[name])
                file.write(np.ascontiguousarray(array).data)
            file.truncate(size)
            file.flush()
            os.fsync(file.fileno())
            written_at = os.fstat(file.fileno()).st_ctime
        os.utime(temporary, (stamp, stamp))
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _remove_abandoned(path, before=written_at - _ABANDONED_S)


def open_arrays(path: Path, *, content: str) -> Arrays | None:
    """Return the arrays of a file as read-only views of its memory map.

    What is checked is the header (format, content, byte order), the size and the modification time; the bytes of the
    arrays are not read.

    Args:
        path: The file.
        content: What the arrays must be.

    Returns:
        The arrays; None when the file is missing, cannot be read, says it holds something else, or was touched since
        it was written.
    """
    try:
        with path.open("rb") as file:
            header = _read_header(file.read(len(_MAGIC) + 4), file)
            status = os.fstat(file.fileno())
            if header is None or (header["content"], header["order"]) != (content, sys.byteorder):
                return None
            if (header["size"], header["stamp"]) != (status.st_size, int(status.st_mtime)):
                return None
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError, KeyError):
        return None
    return {name: _view(mapped, *place) for name, place in header["arrays"].items()}


def _layout(arrays: Arrays, content: str, stamp: int) -> tuple[bytes, dict[str, int], int]:
    """Return the header's bytes, each array's offset, and the size of the file."""
    directory = {name: [array.dtype.str, list(array.shape), 0] for name, array in arrays.items()}
    fields = {"content": content, "order": sys.byteorder, "size": 0, "stamp": stamp, "arrays": directory}
    # Offsets are unknown until the header's length is: leave room for the digits they will take.
    end = _aligned(len(_MAGIC) + 4 + len(json.dumps(fields)) + 16 * (len(arrays) + 1))
    offsets = {}
    for name, array in arrays.items():
        offsets[name] = directory[name][2] = end
        end = _aligned(end + array.nbytes)
    fields["size"] = end
    text = json.dumps(fields).encode()
    return _MAGIC + len(text).to_bytes(4, "little") + text, offsets, end


def _aligned(offset: int) -> int:
    return -(-offset // _ALIGN) * _ALIGN


def _read_header(start: bytes, file: Any) -> dict[str, Any] | None:
    if start[:-4] != _MAGIC:
        return None
    header: dict[str, Any] = json.loads(file.read(int.from_bytes(start[-4:], "little")))
    return header


def _view(mapped: mmap.mmap, dtype: str, shape: list[int], offset: int) -> NDArray[Any]:
    count = int(np.prod(shape, dtype=np.int64))
    return np.frombuffer(mapped, dtype=dtype, count=count, offset=offset).reshape(shape)


def _remove_abandoned(path: Path, *, before: float) -> None:
    """Remove temporary files last changed before a time. Modification times are stamps here, so others count."""
    for leftover in path.parent.glob(f".{path.name}.*.tmp"):
        try:
            if leftover.stat().st_ctime < before:
                leftover.unlink()
        except OSError:  # another process removed it first, or still has it open
            continue
