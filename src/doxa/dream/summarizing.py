"""A summary made of sentences that were said: the one of each memory that is most like all, in the order of time."""

from __future__ import annotations

from collections.abc import Sequence

from doxa.dream.memories import Memo
from doxa.dream.wording import wording
from doxa.text.sentences import split_sentences

MOST_CHARACTERS = 2_000
MOST_SENTENCES = 8


def extract(memos: Sequence[Memo]) -> str:
    """Return what memories say in sentences of theirs, each said once, in the order in which they were said."""
    from doxa.dream.word_vectors import word_vectors

    candidates = [(place, each.text) for place, memo in enumerate(memos) for each in split_sentences(memo.text)]
    vectors = word_vectors([text for _, text in candidates])
    centrality = (vectors @ vectors.sum(axis=0)).tolist()
    best: dict[int, tuple[float, str]] = {}
    for (place, text), score in zip(candidates, centrality, strict=True):
        if place not in best or score > best[place][0]:
            best[place] = score, text
    chosen = sorted(best, key=lambda place: -best[place][0])[:MOST_SENTENCES]
    in_time = sorted(chosen, key=lambda place: (memos[place].begun, memos[place].revision))
    return _joined([best[place][1] for place in in_time])


def _joined(sentences: Sequence[str]) -> str:
    said: dict[object, str] = {}
    for sentence in sentences:
        words = wording(sentence)
        if sum(map(len, said.values())) + len(sentence) <= MOST_CHARACTERS or not said:
            said.setdefault((words.words, words.when), _ended(sentence))
    return " ".join(said.values())


def _ended(sentence: str) -> str:
    if sentence[-1] in '.!?…。！？；"”』」)':
        return sentence
    return sentence + ("。" if "一" <= sentence[-1] <= "鿿" else ".")
