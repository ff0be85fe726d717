"""Pets by name: what they are called, and what ends with them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from doxa.text.relations import CHINESE, ENGLISH
from doxa.write.extract.found import Draft, Party
from doxa.write.extract.lexicon_zh import PETS
from doxa.write.extract.parties import USER, Parties
from doxa.write.extract.time_words_zh import TIME

_WORDS: Final = tuple(dict.fromkeys(each.word for each in ENGLISH.values() if each.attribute == "has_pet"))
_WORDS_ZH: Final = tuple(word for word, each in CHINESE.items() if each.attribute == "has_pet")
SEVERAL: Final = re.compile(
    r"^(?:(?:two|three|four|five|six|several|some|many|both|[2-9]\d*)\b|[2-9两兩二三四五六七八九十几幾]+[只隻条條匹头頭个個位名]"
    r"|[一好]些|[好许許]多)",
    re.IGNORECASE,
)
"""How a value begins that means more than one: two cats, 三只猫; not 三花猫, which is one calico."""
_IS_PET_ZH: Final = re.compile(rf"^\{{s\}}的(?P<word>{PETS})是\{{v\}}$")
_GONE_ZH: Final = re.compile(
    rf"^(?P<v>(?![我你他她它这那今昨前上人])[\u4e00-\u9fffA-Za-z]{{1,6}}?)(?:{TIME}|已经|不幸|突然|还是|终于|也|就)*"
    r"(?:去世|过世|离世|死|走|没|离开我们?)了"
)


def with_pets_called(drafts: Sequence[Draft], parties: Parties) -> list[Draft]:
    """Return what a sentence says of pets by name: that one called so is the speaker's, and the other way round.

    "My cat is called Miso" names the one cat: that there is a cat is no claim beside it.

    Args:
        drafts: What was read from a sentence.
        parties: The people of the message.
    """
    more = list(_told_by_name(drafts, parties))
    called = {each.subject.relation for each in drafts if each.attribute == "name" and each.subject.role == "animal"}
    return [each for each in drafts if each.attribute != "has_pet" or _first_form(each.value) not in called] + more


def _first_form(word: str) -> str | None:
    relation = ENGLISH.get(word.lower())
    return None if relation is None else relation.word


def _told_by_name(drafts: Sequence[Draft], parties: Parties) -> Iterator[Draft]:
    named = {draft.value for draft in drafts if draft.attribute == "name"}
    had = {draft.value for draft in drafts if draft.attribute == "has_pet"}
    for draft in drafts:
        relation = draft.subject.relation
        if draft.attribute == "name" and draft.subject.role == "animal" and relation and draft.polarity:
            text = "{s}'s " + relation + " is {v}" if relation in ENGLISH else None
            if text is not None and draft.value not in had and draft.subject.name.startswith(f"{USER}'s "):
                yield replace(draft, subject=parties.speaker, attribute="has_pet", text=text)
        pet = _IS_PET_ZH.match(draft.text or "") if draft.attribute == "has_pet" else None
        if pet is not None and draft.polarity and draft.value not in named and draft.subject.name == USER:
            party = Party(f"用户的{pet['word']}", "animal", pet["word"])
            yield replace(draft, subject=party, attribute="name", text=None)


def pet_gone(draft: Draft, name: str, *, chinese: bool = False) -> Iterator[Draft]:
    """What ends with a pet of that name, if the user has one: it, how it is called, and the animal that it was.

    Args:
        draft: A denial from the words that say so.
        name: The name.
        chinese: Whether they are Chinese.
    """
    yield replace(draft, subject=Party(USER, "speaker"), attribute="has_pet", value=name, closes=("has_pet",))
    for word in _WORDS_ZH if chinese else _WORDS:
        whose = Party(f"用户的{word}" if chinese else f"{USER}'s {word}", "animal", word)
        ending = replace(draft, subject=whose, attribute="name", value=name, closes=("name",))
        yield replace(ending, text="{s}不再是{v}" if chinese else "{s} is no longer {v}")


def animal_gone(denial: Draft) -> Draft | None:
    """Return what ends the animal of a pet that is no longer called so: "I have a dog" after Pixel died."""
    word, role = denial.subject.relation, denial.subject.role
    if denial.attribute != "name" or role != "animal" or word not in _WORDS + _WORDS_ZH:
        return None
    owner = Party(USER, "speaker")
    return replace(denial, subject=owner, attribute="has_pet", value="", text=None, closes=("has_pet",), like=word)


def gone_in(sentence: str, start: int) -> Iterator[Draft]:
    """Read 豆包昨天去世了, 豆包走了: of a name that nothing but what is known tells to be a pet's."""
    if "了" not in sentence or sentence.rstrip().endswith(("？", "?", "吗")):
        return
    at = 0
    for piece in re.split(r"[，,；;。！!]", sentence):
        match = _GONE_ZH.match(piece.strip())
        if match is not None:
            begin = start + at + piece.find(piece.strip())
            denial = Draft(Party(USER, "speaker"), "has_pet", "", begin, begin + match.end(), False, "change")
            yield from pet_gone(denial, match["v"], chinese=True)
        at += len(piece) + 1
