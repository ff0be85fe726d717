"""The pieces a text is cut into, as a trie in one flat table that is searched where it lies.

A node is a prefix of pieces; a piece's node is numbered by its id, other prefixes follow. An edge (node, character)
to a child is one 64-bit slot of an open-addressing hash table with linear probing: character in the low 17 bits, node
in the next 18, child in the 18 above, and a bit above those that says that nothing follows the child. So nothing is
built when the table is opened: a dictionary of the 250,952 prefixes took half of the package's load. A quarter of the
slots are taken, and finding an edge takes 1.14 of them on average, finding none 1.36.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

CHARACTER_BITS = 17
NODE_BITS = 18
EDGE_BITS = CHARACTER_BITS + NODE_BITS
KEY_MASK = (1 << EDGE_BITS) - 1
NODE_MASK = (1 << NODE_BITS) - 1
LEAF = 1 << (EDGE_BITS + NODE_BITS)
LARGEST_CHARACTER = (1 << CHARACTER_BITS) - 1
"""Characters at and above it are in no piece."""
LONGEST_PIECE = 16
"""Characters of the longest piece."""
SLOT_BITS = 20
SLOT_MASK = (1 << SLOT_BITS) - 1
EMPTY = (1 << 64) - 1
NODE_STEP = 0x9E375
CHARACTER_STEP = 0x2545D
"""A slot is (node * NODE_STEP + character * CHARACTER_STEP) & SLOT_MASK, or the next free one after it."""


def number_nodes(piece_of: Mapping[str, int]) -> dict[str, int]:
    """Return the node of every prefix of every piece, the empty one included.

    Args:
        piece_of: Piece to its id, 0 up to their number without gaps.
    """
    nodes = dict(piece_of)
    for piece in piece_of:
        for end in range(len(piece)):
            nodes.setdefault(piece[:end], len(nodes))
    return nodes


def build_table(nodes: Mapping[str, int]) -> NDArray[np.uint64]:
    """Return the table of edges of a trie.

    Args:
        nodes: Node of every prefix, as `number_nodes` gives them.

    Returns:
        2 ** 20 slots, `EMPTY` where there is no edge.

    Raises:
        ValueError: There are more nodes, higher characters or longer pieces than the table is made for.
    """
    prefixes = [prefix for prefix in nodes if prefix]
    child = np.fromiter((nodes[prefix] for prefix in prefixes), np.uint64, len(prefixes))
    node = np.fromiter((nodes[prefix[:-1]] for prefix in prefixes), np.uint64, len(prefixes))
    character = np.fromiter((ord(prefix[-1]) for prefix in prefixes), np.uint64, len(prefixes))
    longest = max(map(len, prefixes))
    if len(nodes) > 1 << NODE_BITS or int(character.max()) >= LARGEST_CHARACTER or longest > LONGEST_PIECE:
        raise ValueError(
            f"{len(nodes)} nodes, highest character {int(character.max())}, longest piece {longest}: the table is too "
            "small."
        )
    key = (node << np.uint64(CHARACTER_BITS)) | character
    inner = np.zeros(len(nodes), dtype=bool)
    inner[node] = True
    leaf = np.where(inner[child], 0, LEAF).astype(np.uint64)
    entries = leaf | (child << np.uint64(EDGE_BITS)) | key
    home = (node * np.uint64(NODE_STEP) + character * np.uint64(CHARACTER_STEP)) & np.uint64(SLOT_MASK)
    return _place(entries, home.astype(np.int64))


def _place(entries: NDArray[np.uint64], slots: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Put every entry into its slot or the next free one, all that still wait in each round."""
    table = np.full(1 << SLOT_BITS, EMPTY, dtype=np.uint64)
    while len(entries):
        _, winners = np.unique(slots, return_index=True)
        winners = winners[table[slots[winners]] == EMPTY]
        table[slots[winners]] = entries[winners]
        waiting = np.ones(len(entries), dtype=bool)
        waiting[winners] = False
        entries, slots = entries[waiting], (slots[waiting] + 1) & SLOT_MASK
    return table
