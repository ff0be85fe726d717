"""Which texts may say the same as a given one: found by the text index, not by reading them all.

A duplicate has each word of a text, or one that means the same. So it is enough to look for the rarest of them, each in
all the ways in which it may be worded.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from doxa.dream.synonyms import chinese_words, english_phrases, english_words
from doxa.dream.wording import Wording, wording
from doxa.graph.contract import View
from doxa.graph.nodes import Filter, RevisionId
from doxa.text.stopwords import CHINESE_CHARACTERS, ENGLISH
from doxa.text.tokens import query_tokens, tokens

RAREST: Final = 3
"""Words of a text that are looked for."""
COMMON: Final = 40
"""Texts with a word beyond which it tells too little to be looked for beside a rarer one."""
UNFORESEEN: Final = 4
"""Of so many words a duplicate may have one in a way that nothing here foresees, such as another name of a unit."""
CANDIDATES: Final = 256
"""Texts that are compared with one at most, those with all of its rarest words first."""
WHOLE: Final = 1_000_000


def same_words(view: View, text: str) -> list[RevisionId]:
    """Return live memories that have the same words as a text, fillers and synonyms aside, in whatever order.

    Args:
        view: Where.
        text: The text.
    """
    said = wording(text)
    worded = _worded(said)
    asked = _rarest(view, worded)
    terms = list(dict.fromkeys(term for word in asked for term in word)) or query_tokens(text)
    found = [hit.revision for hit in view.search_text(terms, limit=CANDIDATES, filter=Filter())]
    held = view.readings(found, _held, most=WHOLE)
    missed = len(worded) // UNFORESEEN
    having = [each for each in found if sum(held[each].isdisjoint(word) for word in worded) <= missed]
    bags = view.readings(having, _bag, most=WHOLE)
    return [revision for revision in having if bags.get(revision) == said.bag]


def _bag(text: str) -> object:
    return wording(text).bag


def _held(text: str) -> frozenset[str]:
    return frozenset(tokens(text))


def _rarest(view: View, worded: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return the rarest words, common ones left out where there are others: few texts have these."""
    counts = view.documents_with([token for each in worded for token in each])
    frequent = [(sum(counts.get(token, 0) for token in each), each) for each in worded]
    rarest = sorted(frequent, key=lambda pair: pair[0])[:RAREST]
    return [each for place, (count, each) in enumerate(rarest) if count <= COMMON or not place]


def _worded(said: Wording) -> list[tuple[str, ...]]:
    """Return the tokens of each telling word of a text, in all the ways in which it may be worded.

    Words with a digit are left out: what is `2` here may be `two` there.
    """
    words = [word for word in dict.fromkeys((*said.words, *said.when)) if not any(map(str.isdigit, word))]
    telling = [word for word in words if word not in ENGLISH and word not in CHINESE_CHARACTERS]
    return [tokens_of for word in telling or words if (tokens_of := _tokens(word))]


def _tokens(word: str) -> tuple[str, ...]:
    """Return the index tokens of which a text has one where it words `word` in any way."""
    found = [token for way in _ways().get(word, (word,)) for part in way.split("-") for token in _index_tokens(part)]
    return tuple(dict.fromkeys(found))


def _index_tokens(word: str) -> list[str]:
    found = tokens(word)
    pairs = [token for token in found if len(token) > 1]
    return found if word.isascii() or not pairs else pairs


@cache
def _ways() -> Mapping[str, tuple[str, ...]]:
    """Return, for each word that stands for others, all the words and phrases it stands for."""
    ways: dict[str, list[str]] = defaultdict(list)
    for table in (english_words(), chinese_words()):
        for word, said in table.items():
            ways[said].append(word)
    for phrase, saying in english_phrases().items():
        for word in saying:
            ways[english_words().get(word, word)] += phrase
    return {said: tuple(dict.fromkeys((said, *words))) for said, words in ways.items()}
