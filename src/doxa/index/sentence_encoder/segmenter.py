"""Cuts a text into the model's pieces: the segmentation of highest total score.

The algorithm is SentencePiece's unigram segmentation by Viterbi search (Apache-2.0; Kudo, 2018, arXiv:1804.10959).
"""

from __future__ import annotations

from collections.abc import Sequence

from doxa.index.sentence_encoder.normalizer import SPACE, Normalizer
from doxa.index.sentence_encoder.vocabulary import (
    CHARACTER_BITS,
    CHARACTER_STEP,
    EDGE_BITS,
    EMPTY,
    KEY_MASK,
    LARGEST_CHARACTER,
    LEAF,
    LONGEST_PIECE,
    NODE_MASK,
    NODE_STEP,
    SLOT_MASK,
)

UNKNOWN, BEGIN, END = 0, 1, 2

_UNKNOWN_PENALTY = 10.0
_TIE = 1e-6
_WORDS_KEPT = 50_000
_LONGEST_KEPT = 32


class Segmenter:
    """Turns texts into piece ids.

    No piece spans a space, so words are cut one by one and remembered. Scores add up along the text in double
    precision, where an exact tie inside a word can fall either way by the rounding of what came before it: such a word
    is cut anew each time, with the sum so far, as a search over the whole text would.

    Args:
        normalizer: Prepares the text.
        table: The vocabulary's edges, as `build_table` makes them.
        scores: Log probability of each piece, by id.
        lowest: The lowest of them.
        root: Node of the empty prefix.
    """

    def __init__(
        self, normalizer: Normalizer, table: Sequence[int], scores: Sequence[float], *, lowest: float, root: int
    ) -> None:
        self._normalizer = normalizer
        self._table = table
        self._scores = scores
        self._root = root
        self._unknown_score = lowest - _UNKNOWN_PENALTY
        self._cuts: dict[str, tuple[int, ...]] = {}

    def ids(self, text: str, limit: int) -> list[int]:
        """Return the piece ids of a text between those of its begin and its end.

        Args:
            text: Any encodable text.
            limit: How many ids at most, begin and end included; what follows is left out.
        """
        normalized = self._normalizer.normalize(text)
        ids, score, summed = [BEGIN], 0.0, 1
        cut: Sequence[int] | None
        for word in normalized[1:].split(SPACE) if normalized else ():
            cut = self._cuts.get(word)
            if cut is None:
                score, summed = self._add(score, ids[summed:]), len(ids)
                cut = self._cut(word, score)
            ids += cut
            if len(ids) >= limit:
                break
        if len(ids) == 1:
            ids.append(UNKNOWN)
        return [*ids[: limit - 1], END]

    def _add(self, score: float, ids: list[int]) -> float:
        """Return a score plus those of the pieces that follow, added in their order."""
        for piece in ids:
            score += self._scores[piece] if piece else self._unknown_score
        return score

    def _cut(self, word: str, start: float) -> Sequence[int]:
        """Return the ids of a word that is not known yet, after pieces that sum to `start`."""
        ids, tied = self._search(SPACE + word, start)
        if not tied and len(word) <= _LONGEST_KEPT:
            if len(self._cuts) >= _WORDS_KEPT:
                self._cuts.clear()
            self._cuts[word] = tuple(ids)
        return ids

    def _search(self, word: str, start: float) -> tuple[list[int], bool]:
        """Return the ids of the best segmentation of a word, and whether one was nearly as good on the way."""
        size = len(word)
        best = [start] + [-1e38] * size
        came_from, piece_at = [0] * (size + 1), [UNKNOWN] * (size + 1)
        characters = [min(ord(character), LARGEST_CHARACTER) for character in word]
        tied = False
        for place in range(size):
            for end, piece, score in self._pieces(characters, place):
                score += best[place]
                lead = score - best[end]
                tied = tied or -_TIE < lead < _TIE
                if lead > 0:
                    best[end], came_from[end], piece_at[end] = score, place, piece
        ids = []
        while size:
            ids.append(piece_at[size])
            size = came_from[size]
        ids.reverse()
        return ids, tied

    def _pieces(self, characters: list[int], place: int) -> list[tuple[int, int, float]]:
        """Return the pieces from a place on as (end, id, score), with an unknown one where none has length 1."""
        table, scores, pieces = self._table, self._scores, len(self._scores)
        found: list[tuple[int, int, float]] = []
        node, end = self._root, place
        for character in characters[place : place + LONGEST_PIECE]:
            slot = (node * NODE_STEP + character * CHARACTER_STEP) & SLOT_MASK
            key = node << CHARACTER_BITS | character
            edge = table[slot]
            while edge & KEY_MASK != key and edge != EMPTY:
                slot = (slot + 1) & SLOT_MASK
                edge = table[slot]
            if edge == EMPTY:
                break
            node = edge >> EDGE_BITS & NODE_MASK
            end += 1
            if node < pieces:
                found.append((end, node, scores[node]))
            if edge & LEAF:
                break
        if not found or found[0][0] != place + 1:
            found.append((place + 1, UNKNOWN, self._unknown_score))
        return found
