from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.errors import NotADoxaFile
from doxa.index.code_rows import CODES_PER_ROW, CodeRow, pack_rows, unpack_rows, without

DIM = 70


def codes_of(ids: list[int]) -> np.ndarray:
    return np.array([[number, number * 3] for number in ids], dtype=np.uint64).reshape(len(ids), 2)


def stored(batches: list[list[int]]) -> list[CodeRow]:
    """Rows as a table keyed by base holds them after batches were appended."""
    table: dict[int, CodeRow] = {}
    for ids in batches:
        last = table[max(table)] if table else None
        table.update({row.base: row for row in pack_rows(ids, codes_of(ids), last)})
    return [table[base] for base in sorted(table)]


batches = st.lists(st.integers(0, 40), max_size=8).map(
    lambda sizes: [[7 * (sum(sizes[:place]) + number) for number in range(size)] for place, size in enumerate(sizes)]
)


@given(batches)
def test_what_was_packed_batch_by_batch_comes_back_in_full_rows(appended: list[list[int]]) -> None:
    rows, ids = stored(appended), [number for batch in appended for number in batch]
    back, codes = unpack_rows(rows, DIM)
    assert back.tolist() == ids
    np.testing.assert_array_equal(codes, codes_of(ids))
    assert [len(row) for row in rows[:-1]] == [CODES_PER_ROW] * (len(rows) - 1)


@given(batches, st.sets(st.integers(0, 300)))
def test_rows_without_some_revisions_keep_the_others_and_their_base(appended: list[list[int]], gone: set[int]) -> None:
    rows, ids = stored(appended), [number for batch in appended for number in batch]
    left = [without(row, gone) for row in rows]
    kept = [number for number in ids if number not in gone]
    back, codes = unpack_rows([row for row in left if row], DIM)
    assert back.tolist() == kept
    np.testing.assert_array_equal(codes, codes_of(kept))
    assert all(after is None or after.base == before.base for before, after in zip(rows, left, strict=True))


def test_row_with_room_is_filled_up_under_its_base() -> None:
    (first,) = pack_rows([4, 9], codes_of([4, 9]))
    filled, second = pack_rows(list(range(10, 30)), codes_of(list(range(10, 30))), first)
    assert (filled.base, len(filled), second.base, len(second)) == (4, 16, 24, 6)


def test_full_row_is_not_written_again() -> None:
    (full,) = pack_rows(list(range(16)), codes_of(list(range(16))))
    assert [row.base for row in pack_rows([20], codes_of([20]), full)] == [20]


@pytest.mark.parametrize(
    "row", [CodeRow(1, b"\1" + bytes(7), bytes(8)), CodeRow(1, bytes(16), bytes(32)), CodeRow(1, bytes(8), b"")]
)
def test_damaged_rows_name_the_repair(row: CodeRow) -> None:
    with pytest.raises(NotADoxaFile, match="doxa doctor --repair"):
        unpack_rows([row], DIM)
