"""English: who somebody is to the speaker: "my sister Ana", "Bob is my boss", "I married Ana"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from doxa.text.relations import ENGLISH, Relation
from doxa.write.extract.clauses_en import Clause
from doxa.write.extract.found import Draft, Party, Timing
from doxa.write.extract.objects_en import list_at
from doxa.write.extract.parties import Parties
from doxa.write.extract.stating_en import by_verb, stated
from doxa.write.extract.subjects_en import is_name, name_at, relation_at
from doxa.write.extract.tails_en import text_of
from doxa.write.extract.words_en import Word


def relations_in(words: Sequence[Word], parties: Parties, sentence: int) -> Iterator[Draft]:
    """Every "my sister Ana" and "my sister, Ana," of a sentence, wherever it stands.

    Args:
        words: The words of the sentence.
        parties: The people of the message; those found are remembered for pronouns.
        sentence: Number of the sentence.

    Yields:
        A draft that links the speaker to each person or animal named.
    """
    for at, word in enumerate(words):
        if word.lower in MEETING and at + 1 < len(words) and is_name(words[at + 1]) and not _of_no_person(words, at):
            end = name_at(words, at + 1)
            parties.mention(parties.named(text_of(words, at + 1, end)), sentence)
        if word.lower not in ("my", "our") or at + 1 >= len(words):
            continue
        found = relation_at(words, at + 1)
        if found is None:
            continue
        relation, after = found
        start = after + 1 if after < len(words) and words[after].lower == "," else after
        end = name_at(words, start)
        if end == start or (start > after and not (end < len(words) and words[end].lower in (",", "."))):
            continue
        if start > after and words[start].lower == parties.addressee:
            continue
        name = text_of(words, start, end)
        party = parties.related(relation, name)
        parties.mention(party, sentence)
        yield related(parties.speaker, relation, party, words[at].start, words[end - 1].end)


def _of_no_person(words: Sequence[Word], at: int) -> bool:
    """Whether the name behind "for" or "from" is a company's or a place's: "she works for Lufthansa"."""
    before = words[at - 1].lower if at else ""
    return words[at].lower in ("for", "from") and before in _BEFORE_NO_PERSON


_BEFORE_NO_PERSON: Final = frozenset(
    """work works worked working is am are was were 's 'm 're come comes came coming moved back graduated graduate
    originally here hails left leaving away far fly flew flying travel travelled""".split()
)
MEETING: Final = frozenset("met meet with saw called told and know knows married dating invited for from".split())
"""Words after which a name is most likely a person's."""


def related(speaker: Party, relation: Relation, party: Party, start: int, end: int) -> Draft:
    """The draft that somebody or some animal is the speaker's."""
    return Draft(
        subject=speaker,
        attribute=relation.attribute,
        value=party.name,
        start=start,
        end=end,
        text="{s}'s " + relation.word + " is {v}",
    )


def be_relation(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "Bob is my boss", "my boss is Bob", "the neighbour is Anouk"."""
    if clause.predicate.form not in ("present", "past") or clause.mood != "asserted":
        return
    if clause.predicate.negative:
        yield from _no_relation(clause, parties)
        return
    at = clause.rest
    if clause.lower(at) in ("my", "our") and clause.party.role == "person" and clause.party.relation is None:
        found = relation_at(clause.words, at + 1)
        no_friend = found is not None and found[0].attribute == "friend_of" and not _may_be_friend(clause.party.name)
        if found is not None and not no_friend and clause.lower(found[1]) in _AFTER_RELATION:
            yield _linked(clause, parties.speaker, found[0], clause.party.name)
        return
    if clause.party.relation is None or clause.subject.named or at >= clause.end or not is_name(clause.words[at]):
        return
    relation = ENGLISH[clause.party.relation]
    for name in list_at(clause.words, at, clause.end)[:1]:
        if all(word.capital for word in name.words) and clause.lower(name.end) in ("", ",", "and"):
            yield _linked(clause, parties.speaker, relation, name.text)


_AFTER_RELATION: Final = frozenset(("", ",", "and", ".", "from", "at", "so", "but"))


def _may_be_friend(name: str) -> bool:
    """Whether a friend may be called so: "Coffee is my best friend" tells of none."""
    return name.lower() not in _NO_FRIENDS and not name.lower().endswith("ing")


_NO_FRIENDS: Final = frozenset(
    """coffee tea wine beer whisky whiskey gin vodka chocolate caffeine sugar cheese bread pizza food water sleep bed
    music silence solitude time patience knowledge honesty money cash books netflix google wikipedia youtube excel
    internet chatgpt claude gemini copilot python math maths sarcasm anxiety insomnia depression death fear darkness
    diamonds exercise yoga sunscreen duct tape autocorrect spellcheck procrastination ibuprofen aspirin""".split()
)


def _no_relation(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "Helen isn't my boss anymore", "my boss is no longer Helen": what ends of whoever it was."""
    at = clause.rest
    if clause.predicate.form != "present":
        return
    if clause.lower(at) in ("my", "our") and clause.party.role == "person":
        found = relation_at(clause.words, at + 1)
        named = clause.party.relation is None or not clause.party.name.endswith(clause.party.relation)
        if found is not None and named and clause.lower(found[1]) in _AFTER_RELATION | {"anymore", "any", "now"}:
            yield _unlinked(clause, parties.speaker, found[0], clause.party.name)
        return
    bare = not clause.subject.named and at < clause.end and is_name(clause.words[at])
    if clause.party.relation is not None and bare:
        name = text_of(clause.words, at, min(name_at(clause.words, at), clause.end))
        yield _unlinked(clause, parties.speaker, ENGLISH[clause.party.relation], name)


def _unlinked(clause: Clause, speaker: Party, relation: Relation, name: str) -> Draft:
    over = "no longer" in clause.predicate.adverbs or clause.has("anymore", "more", "now")
    text = "{s}'s " + relation.word + (" is no longer {v}" if over else " is not {v}")
    timing: Timing = "change" if over else "state"
    return stated(clause, relation.attribute, name, subject=speaker, timing=timing, polarity=False, text=text)


def _linked(clause: Clause, speaker: Party, relation: Relation, name: str) -> Draft:
    return stated(
        clause, relation.attribute, name, subject=speaker, timing="state", text="{s}'s " + relation.word + " is {v}"
    )


def _marry(clause: Clause, parties: Parties) -> Iterator[Draft]:
    partner = list(_partner(clause, clause.rest, "married to"))
    yield from partner
    if partner and not any(_LONG_AGO.fullmatch(word.lower) for word in clause.words[clause.rest : clause.end]):
        for status in ("divorced", "separated"):
            yield replace(partner[0], attribute="marital_status", value=status, polarity=False, closes=_STATUS)


_STATUS: Final = ("marital_status",)
_LONG_AGO: Final = re.compile(r"\d{4}|ago|back|then|when|before|first|once|originally|young")
"""Words of a marriage that may have ended since."""


def _wed(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I got married", "my sister got engaged to Tom"."""
    status, at = clause.lower(clause.rest), clause.rest + 1
    if status not in ("married", "engaged") or clause.predicate.form not in ("past", "perfect"):
        return
    if clause.predicate.negative or clause.party.role not in ("speaker", "person"):
        return
    yield stated(clause, "marital_status", status, timing="change")
    if clause.lower(at) == "to":
        yield from _partner(clause, at + 1, "married to")


def _date(clause: Clause, parties: Parties) -> Iterator[Draft]:
    if clause.predicate.form in ("progressive", "perfect"):
        yield from _partner(clause, clause.rest, "dating")


def _partner(clause: Clause, at: int, how: str) -> Iterator[Draft]:
    if (
        clause.predicate.negative
        or clause.party.role not in ("speaker", "person")
        or at >= clause.end
        or not is_name(clause.words[at])
    ):
        return
    end = min(name_at(clause.words, at), clause.end)
    yield stated(
        clause,
        "partner",
        text_of(clause.words, at, end),
        timing="state" if clause.predicate.form != "past" else "change",
    )


def be_partner(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I'm married to Ana", "I'm engaged to Bob"."""
    if (
        clause.lower(clause.rest) in ("married", "engaged")
        and clause.lower(clause.rest + 1) == "to"
        and clause.predicate.form in ("present", "perfect")
    ):
        yield from _partner(clause, clause.rest + 2, "married to")


PEOPLE: Final = by_verb(
    ("marry", _marry),
    ("date", _date),
    ("get", _wed),
)
"""Rules by verb."""
