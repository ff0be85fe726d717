from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.index.sentence_encoder.vocabulary import (
    CHARACTER_STEP,
    EDGE_BITS,
    EMPTY,
    KEY_MASK,
    LEAF,
    NODE_MASK,
    NODE_STEP,
    SLOT_MASK,
    build_table,
    number_nodes,
)

pieces = st.lists(st.text("abc\u2581字𝒜", min_size=1, max_size=6), min_size=1, max_size=30, unique=True)


def edge_of(table: np.ndarray, node: int, character: str) -> int | None:
    """Look an edge up as the module's docstring describes it."""
    key = node << 17 | ord(character)
    slot = (node * NODE_STEP + ord(character) * CHARACTER_STEP) & SLOT_MASK
    while int(table[slot]) != EMPTY:
        if int(table[slot]) & KEY_MASK == key:
            return int(table[slot])
        slot = (slot + 1) & SLOT_MASK
    return None


@given(pieces)
def test_pieces_keep_their_numbers_and_prefixes_follow(names: list[str]) -> None:
    nodes = number_nodes({piece: place for place, piece in enumerate(names)})
    assert [nodes[piece] for piece in names] == list(range(len(names)))
    assert sorted(nodes.values()) == list(range(len(nodes)))
    assert set(nodes) == {piece[:end] for piece in names for end in range(len(piece) + 1)}


@given(pieces)
def test_every_prefix_is_reached_and_nothing_else(names: list[str]) -> None:
    nodes = number_nodes({piece: place for place, piece in enumerate(names)})
    table = build_table(nodes)
    assert np.count_nonzero(table != EMPTY) == len(nodes) - 1
    for prefix, node in nodes.items():
        for character in "abc\u2581字𝒜z":
            edge = edge_of(table, node, character)
            child = nodes.get(prefix + character)
            assert (edge is None) == (child is None)
            if edge is not None and child is not None:
                assert edge >> EDGE_BITS & NODE_MASK == child
                assert bool(edge & LEAF) == all(
                    not name.startswith(prefix + character) or name == prefix + character for name in names
                )


@pytest.mark.parametrize("piece", [chr(0x20000), "a" * 17])
def test_piece_the_table_has_no_room_for_is_refused(piece: str) -> None:
    with pytest.raises(ValueError, match="the table is too small"):
        build_table(number_nodes({piece: 0}))
