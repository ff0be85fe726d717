from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.index.sentence_encoder.segmenter import BEGIN, END, UNKNOWN, Segmenter
from doxa.index.sentence_encoder.vocabulary import build_table, number_nodes

PIECES = ("<unk>", "<s>", "</s>", "\u2581", "a", "b", "ab", "ba", "aba", "\u2581a", "\u2581ab", "bb", "字")
SCORES = (0.0, 0.0, 0.0, -3.0, -2.0, -2.1, -3.5, -3.25, -6.0, -2.2, -4.5, -4.2, -5.0)
UNKNOWN_SCORE = min(SCORES) - 10


class Spaces:
    """A normaliser without rules."""

    def normalize(self, text: str) -> str:
        words = text.split()
        return "\u2581" + "\u2581".join(words) if words else ""


NODES = number_nodes({piece: place for place, piece in enumerate(PIECES)})
TABLE: Any = memoryview(build_table(NODES))


def segmenter() -> Segmenter:
    return Segmenter(Spaces(), TABLE, SCORES, lowest=min(SCORES), root=NODES[""])  # type: ignore[arg-type]


def best_score(text: str) -> float:
    """The highest score of any segmentation, by trying all."""

    @cache
    def best(place: int) -> float:
        if place == len(text):
            return 0.0
        sums = [
            SCORES[number] + best(place + len(piece))
            for number, piece in enumerate(PIECES)
            if text.startswith(piece, place)
        ]
        return max([*sums, *([] if text[place] in PIECES else [UNKNOWN_SCORE + best(place + 1)])])

    return best(0)


def score(ids: Sequence[int]) -> float:
    return sum(SCORES[number] if number else UNKNOWN_SCORE for number in ids)


@given(st.text("ab字 x", max_size=24))
def test_segmentation_has_the_highest_score_and_spells_the_text(text: str) -> None:
    ids = segmenter().ids(text, 1000)
    normalized = Spaces().normalize(text)
    assert (ids[0], ids[-1]) == (BEGIN, END)
    spelled = "".join("x" if number == UNKNOWN else PIECES[number] for number in ids[1:-1])
    assert spelled == (normalized or "x")
    if normalized:
        assert score(ids[1:-1]) == pytest.approx(best_score(normalized))


@given(st.lists(st.text("ab字x", max_size=6), max_size=12))
def test_words_met_before_are_cut_the_same(words: list[str]) -> None:
    warm, text = segmenter(), " ".join(words)
    first = warm.ids(text, 1000)
    assert warm.ids(text, 1000) == first
    assert segmenter().ids(text, 1000) == first


def test_text_without_content_is_one_unknown_piece() -> None:
    assert segmenter().ids("  ", 100) == [BEGIN, UNKNOWN, END]


def test_what_passes_the_limit_is_left_out() -> None:
    whole = segmenter().ids("ab " * 50, 1000)
    cut = segmenter().ids("ab " * 50, 10)
    assert len(cut) == 10
    assert cut == [*whole[:9], END]
