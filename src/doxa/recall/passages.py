"""The passage of a long text that a question is about: whole sentences around the ones that share its words."""

from __future__ import annotations

from collections.abc import Collection

from doxa.text.sentences import split_sentences
from doxa.text.tokens import tokens

LONG = 800
"""Characters from which a text is shown by its passage."""
MARK = "…"


def passage_of(text: str, terms: Collection[str], most: int = LONG) -> str:
    """Return a text, or of a longer one the run of sentences that holds most of a question's words.

    Args:
        text: Any text.
        terms: The question's tokens.
        most: Characters it may have, 1 and up, without the marks that show where something was left out.
    """
    if len(text) <= most:
        return text
    sentences = split_sentences(text)
    wanted = set(terms)
    gains = [len(wanted.intersection(tokens(each.text))) for each in sentences]
    first = last = end = total = 0
    best = -1
    for start in range(len(sentences)):
        while end < len(sentences) and (end == start or sentences[end].end - sentences[start].start <= most):
            total += gains[end]
            end += 1
        if total > best:
            first, last, best = start, end - 1, total
        total -= gains[start]
    begin, stop = sentences[first].start, min(sentences[last].end, sentences[first].start + most)
    return (MARK if begin > 0 else "") + text[begin:stop] + (MARK if stop < len(text.rstrip()) else "")
