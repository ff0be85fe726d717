"""Who comes up by being had: "I have a sister", 我养了一只猫. A pronoun after it stands for them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from doxa.text.relations import CHINESE, ENGLISH, Relation
from doxa.write.extract.found import Draft, Party
from doxa.write.extract.parties import Parties
from doxa.write.extract.pets import SEVERAL

_HAD: Final = frozenset(each.attribute for table in (ENGLISH, CHINESE) for each in table.values())
_LONGEST: Final = 24


def introduce(drafts: Iterable[Draft], parties: Parties, sentence: int) -> None:
    """Let those come up whom a sentence says the speaker has: one sister, one dog, not yet by name.

    Args:
        drafts: What was read from the sentence.
        parties: The people of the message.
        sentence: Its number.
    """
    for draft in drafts:
        told = draft.polarity and draft.mood == "asserted" and draft.subject == parties.speaker
        if told and draft.attribute in _HAD and len(draft.value) <= _LONGEST and draft.closes == ():
            party = _party(draft, parties)
            if party is not None:
                parties.mention(party, sentence)


def _party(draft: Draft, parties: Parties) -> Party | None:
    value = draft.value
    if SEVERAL.match(value):
        return None
    if value.isascii():
        words = value.lower().split()
        relation = ENGLISH.get(words[-1]) if words else None
        return None if relation is None or _plural(words[-1], relation) else parties.related(relation, None)
    word = next((word for word in _CHINESE_WORDS if value.endswith(word)), None)
    if word is None:
        return None
    return parties.related(CHINESE[word], None, chinese=True)


def _plural(word: str, relation: Relation) -> bool:
    return word.endswith("s") and word[:-1] in ENGLISH


_CHINESE_WORDS: Final = sorted(CHINESE, key=len, reverse=True)
