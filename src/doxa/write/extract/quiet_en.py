"""Tells English in which nothing can be claimed by its words alone, before it is taken apart.

A claim needs somebody it can be about, or one of the words that speak of things. Which words those are is taken from
the rules themselves, so that a rule on another verb needs nothing here; one that begins in another way does.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from doxa.text.plain_words import PlainWords
from doxa.text.sentences import LONGEST
from doxa.write.extract.clauses_en import OPENING_GERUNDS
from doxa.write.extract.parties import Parties
from doxa.write.extract.rules_en_things import OCCASIONS, PAIRS, PATTERNS
from doxa.write.extract.rules_en_worth import WORTH
from doxa.write.extract.subjects_en import BARE_RELATIONS, is_name
from doxa.write.extract.verbs_en import VERBS
from doxa.write.extract.words_en import Word, words_of

_SOMEBODY: Final = frozenset(("i", "we", "my", "our", "me", "user"))
"""Who a claim is about, besides names. He and she are somebody only where a name came up before."""
_IMPLIED: Final = (
    frozenset(form for form, verb in VERBS.items() if "past" in verb.forms and "base" not in verb.forms)
    | OPENING_GERUNDS
    | {"gonna", "planning", "wait", "been"}
)
"""Words that begin a sentence without a subject: "Just finished my thesis", "Can't wait to see Rome"."""
_OF_THINGS: Final = frozenset(PATTERNS) | {pair.partition(" ")[0] for pair in PAIRS} | OCCASIONS | WORTH
_OVER: Final = frozenset("off cancelled canceled scrapped happening".split())
"""Words that end a plan: "the move is off"."""
_TELLING: Final = _SOMEBODY | _IMPLIED | _OF_THINGS | _OVER


def _tells(word: Word) -> bool:
    return word.lower in _TELLING or is_name(word) or (word.lower in BARE_RELATIONS and word.capital)


def _tell(chunks: str) -> bool:
    return any(map(_tells, words_of(chunks, chunks, 0, len(chunks))))


_PLAIN: Final = PlainWords(_tell, few=10_000)  # many words tell something


def is_quiet_sentence(sentence: str, parties: Parties) -> bool:
    """Say whether an English sentence can claim nothing; False says nothing.

    Args:
        sentence: One sentence of a masked message.
        parties: The people of the message, those that came up before.
    """
    return not parties.known and not parties.any_came_up and _PLAIN.make_up(sentence)


def meet(contents: Iterable[str]) -> None:
    """Look at the words of many messages at once, which makes each of them quickly told."""
    _PLAIN.meet(contents)


def is_quiet_message(content: str) -> bool:
    """Say whether a message can claim nothing, whoever it is from; False says nothing."""
    return content.isascii() and len(content) <= LONGEST and not _masks(content) and _PLAIN.make_up(content)


def _masks(content: str) -> bool:
    """Whether there is what hides words from the rules, see `masked`: hiding some cuts others in two."""
    if '"' in content or "'" in content or "`" in content or ">" in content:
        return True
    return "://" in content or "www." in content
