"""Reads back what `phrasing` says: an agent that edits "user lives in Porto" means the slot it was shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from doxa.write.extract.found import Draft
from doxa.write.extract.parties import USER, Parties
from doxa.write.extract.phrasing import FORMS, forms_of, kind_of

_USER: Final = re.compile(r"\s*(?:(?:the\s+)?user(?='s\s|\s)|用户)", re.IGNORECASE)
_LOOSE: Final = frozenset(
    """nationality diet marital_status medical_condition owns skill does works_on did date located_in venue duration
    size topic contains part_of depends_on car plays eats drinks uses wants smokes birth_year neighbourhood""".split()
)
"""Attributes whose form fits too much else to be told by it alone: "user is …", "user has …", 用户开…."""
_PLAIN: Final = frozenset(("eats", "drinks", "uses", "wants"))
"""Of those, what English tells well enough."""


_DISTINCT: Final = ("has_pet", "habit")
"""Attributes whose English form is read before all else."""


class Rendered(NamedTuple):
    """What a sentence in the form of an attribute says."""

    value: str
    polarity: bool


def read_rendering(text: str, subject: str, attribute: str) -> Rendered | None:
    """Return what a text says in the form in which claims of an attribute are shown, or `None` for another form.

    Args:
        text: One sentence; a final mark does not count.
        subject: Whom it is to be about, as the claim names them.
        attribute: The attribute whose form it is to have.
    """
    names = [subject, *(("用户", "the user") if subject == USER else ())]
    shown = "|".join(re.escape(name) for name in names)
    for polarity in (False, True):  # a denial fits the form of the assertion in Chinese: 的家乡不是
        for form in forms_of(attribute, polarity=polarity):
            match = re.fullmatch(_pattern(form, shown), text.strip().rstrip(".。!！"), re.IGNORECASE)
            if match is not None:
                return Rendered((match.groupdict().get("v") or "yes").strip(), polarity)
    return None


def distinct_drafts(text: str, start: int, end: int, parties: Parties) -> list[Draft]:
    """Return the claim of a sentence about the user in a form that nobody else uses: "user has a pet: Rex"."""
    return _drafts(text, start, end, parties, _DISTINCT)


def rendered_drafts(text: str, start: int, end: int, parties: Parties) -> list[Draft]:
    """Return the claim of a sentence about the user that no other rule reads and that has the form of an attribute.

    Args:
        text: The message, masked.
        start: First character of the sentence.
        end: First character after it.
        parties: The people of the message; where its speaker has a name, nobody is called the user.
    """
    return _drafts(text, start, end, parties, _told_by_form(chinese=not text[start:end].isascii()))


def _drafts(text: str, start: int, end: int, parties: Parties, attributes: Sequence[str]) -> list[Draft]:
    sentence = text[start:end]
    if parties.speaker.name != USER or not _USER.match(sentence):
        return []
    for attribute in attributes:
        found = read_rendering(sentence, USER, attribute)
        if found is not None and len(found.value) <= _LONGEST_VALUE and not _SEVERAL.search(found.value):
            return [Draft(parties.speaker, attribute, found.value, start, end, polarity=found.polarity)]
    return []


_LONGEST_VALUE: Final = 60
_SEVERAL: Final = re.compile(r"[,;:，；：、?？]|\b(?:and|but|because|when|if)\b|但|因为|如果")


@cache
def _told_by_form(*, chinese: bool) -> tuple[str, ...]:
    """Return the attributes that a form alone tells, the longest form first."""
    loose = _LOOSE if chinese else _LOOSE - _PLAIN
    told = [each for each in FORMS if each not in loose and kind_of(each) != "event"]
    return tuple(sorted(told, key=lambda each: -max(map(len, forms_of(each, polarity=True)))))


@cache
def _pattern(form: str, shown: str) -> str:
    before, _, after = form.partition("{s}")
    head, found, tail = after.partition("{v}")
    value = r"(?P<v>\S.*?)" if found else ""
    return f"{re.escape(before)}(?:{shown}){re.escape(head)}{value}{re.escape(tail)}"
