from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from doxa.index.embedding import Embedding
from doxa.write.consolidate.conversation import Line
from doxa.write.consolidate.extracts import EMBEDDED, extracts_of

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
NONE = Embedding(None, Path("unused"))
BOAT = [
    "We bought an old wooden boat near the harbour in Lisbon.",
    "The boat needs a new engine before the summer race.",
    "Thanks!",
    "The engine for the boat arrives at the harbour on Monday.",
    "My neighbour grows purple tomatoes on her balcony.",
    "We race the boat around the harbour every summer.",
    "ok",
]


class CountingEmbedder:
    id, dim, languages = "counting", 8, None

    def __init__(self) -> None:
        self.texts: list[str] = []

    def embed(self, texts, *, query=False):
        self.texts += texts
        rows = np.ones((len(texts), self.dim), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[:4] += 3 * ("boat" in text)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def lines(texts, role="user"):
    return [Line(role, None, text, NOON) for text in texts]


def test_the_sentences_near_the_middle_are_chosen_in_the_order_they_were_said():
    chosen = [each.text for each in extracts_of(lines(BOAT), NONE)]
    assert 2 <= len(chosen) <= 3
    assert all("boat" in each for each in chosen)
    assert chosen == sorted(chosen, key=BOAT.index)


def test_a_sentence_said_again_is_not_chosen_again():
    chosen = [each.text for each in extracts_of(lines([*BOAT, *BOAT]), NONE)]
    assert len(chosen) == len(set(chosen))


def test_with_an_embedder_the_middle_is_that_of_its_vectors():
    embedder = CountingEmbedder()
    chosen = extracts_of(lines(BOAT), Embedding(embedder, Path("unused")))
    assert embedder.texts
    assert all("boat" in each.text for each in chosen)


def test_a_long_conversation_embeds_no_more_than_its_share():
    embedder = CountingEmbedder()
    talk = [f"Sentence number {n} is about the boat in harbour {n}." for n in range(3 * EMBEDDED)]
    chosen = extracts_of(lines(talk), Embedding(embedder, Path("unused")))
    assert len(embedder.texts) == EMBEDDED
    assert sum(len(each.text) for each in chosen) <= 1200


def test_chinese_sentences_are_chosen_alike():
    talk = [
        "我们在里斯本的港口买了一条旧木船。",
        "这条船夏天比赛前需要新的发动机。",
        "船的发动机星期一到港口。",
        "邻居在阳台上种番茄。",
        "好",
    ]
    chosen = [each.text for each in extracts_of(lines(talk), NONE)]
    assert chosen
    assert "好" not in chosen


def test_nothing_but_short_words_is_told_as_it_is():
    assert [each.text for each in extracts_of(lines(["hi", "ok"]), NONE)] == ["hi", "ok"]
