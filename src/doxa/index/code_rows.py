"""Codes as they are stored: sixteen to a row, with the revisions they belong to.

Rows of one code each load twenty times slower. A row's base is the revision it began with and stays so when that one
is taken out, so rows ordered by base are ordered by revision. Nothing here needs numpy but the codes themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from doxa.errors import NotADoxaFile
from doxa.index.codes import words_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from doxa.index.codes import Codes

CODES_PER_ROW = 16

_ID = np.dtype("<i8")


@dataclass(frozen=True, slots=True)
class CodeRow:
    """Up to sixteen codes in ascending order of revision.

    Args:
        base: The revision the row began with.
        ids: Revisions, 8 bytes each, little-endian.
        codes: Their codes, one after the other.
    """

    base: int
    ids: bytes
    codes: bytes

    def __len__(self) -> int:
        return len(self.ids) // _ID.itemsize


def pack_rows(ids: Sequence[int] | NDArray[np.int64], codes: Codes, last: CodeRow | None = None) -> list[CodeRow]:
    """Return the rows to write so that new codes are stored after those there are.

    Args:
        ids: New revisions, ascending.
        codes: Their codes, shape (len(ids), words).
        last: The row with the highest base so far; it is filled up first, and then returned in its new form.

    Returns:
        Rows in order of base. The first has the base of `last` where that had room: it replaces it.
    """
    numbers = np.asarray(ids, dtype=_ID)
    room = min(CODES_PER_ROW - len(last), len(numbers)) if last else 0
    rows = []
    if last and room > 0:
        rows.append(CodeRow(last.base, last.ids + numbers[:room].tobytes(), last.codes + codes[:room].tobytes()))
    for start in range(room, len(numbers), CODES_PER_ROW):
        end = start + CODES_PER_ROW
        rows.append(CodeRow(int(numbers[start]), numbers[start:end].tobytes(), codes[start:end].tobytes()))
    return rows


def unpack_rows(rows: Iterable[CodeRow], dim: int) -> tuple[NDArray[np.int64], Codes]:
    """Return the revisions and codes of stored rows.

    Args:
        rows: Rows of one slab in order of base, of any length.
        dim: Length of the vectors.

    Returns:
        Revisions, shape (n,), and codes, shape (n, words_of(dim)).

    Raises:
        NotADoxaFile: Revisions and codes do not fit together, or revisions do not ascend.
    """
    held = list(rows)
    ids = np.frombuffer(b"".join(row.ids for row in held), dtype=_ID).astype(np.int64)
    packed = b"".join(row.codes for row in held)
    if len(packed) != len(ids) * words_of(dim) * 8 or (np.diff(ids) <= 0).any():
        raise NotADoxaFile(
            f"The stored codes are damaged: {len(packed)} bytes for {len(ids)} vectors of {dim} dimensions.",
            mend="Run `doxa doctor --repair`, which makes them anew from the vectors.",
        )
    return ids, np.frombuffer(packed, dtype=np.uint64).reshape(len(ids), words_of(dim))


def without(row: CodeRow, ids: Collection[int]) -> CodeRow | None:
    """Return a row without some revisions, with its base kept; None when nothing is left of it.

    Args:
        row: A stored row.
        ids: Revisions to take out; others than the row's are ignored.
    """
    numbers = np.frombuffer(row.ids, dtype=_ID)
    kept = ~np.isin(numbers, list(ids))
    if not kept.any():
        return None
    codes = np.frombuffer(row.codes, dtype=np.uint8).reshape(len(numbers), -1)
    return CodeRow(row.base, numbers[kept].tobytes(), codes[kept].tobytes())
