"""The part of a long question that asks: people often tell first and ask at the end."""

from __future__ import annotations

from doxa.text.patterns import lazy_pattern

FEWEST_SENTENCES = 3
"""A question of fewer sentences is taken whole."""
ASKED_TIMES = 3
"""How often a word of the sentences that ask counts, where one of those that only tell counts once."""
_SENTENCE = lazy_pattern(r"[^。！？!?；;\n]+[。！？!?；;\n]*")
_MARKS = ("?", "？")


def asked_part(text: str) -> str:
    """Return the sentences of a question that ask, or else its last one; a short question whole.

    Full stops do not end a sentence here: those of abbreviations and versions cannot be told from others cheaply, and
    a part that is too long only loses a little.
    """
    sentences = [found[0].strip() for found in _SENTENCE.finditer(text) if found[0].strip()]
    if len(sentences) < FEWEST_SENTENCES:
        return text
    asking = [sentence for sentence in sentences if sentence.endswith(_MARKS)]
    return " ".join(asking or sentences[-1:])
