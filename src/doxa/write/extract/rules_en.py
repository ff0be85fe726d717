"""Runs the English rules over a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from doxa.write.extract.clauses_en import Clause, clauses_of
from doxa.write.extract.endings_en import ENDINGS, begun, ceased
from doxa.write.extract.found import Draft
from doxa.write.extract.parties import Parties
from doxa.write.extract.rules_en_events import EVENTS, past_event
from doxa.write.extract.rules_en_have import HAVE, be_diagnosed, played_in
from doxa.write.extract.rules_en_home import HOME, be_home
from doxa.write.extract.rules_en_mentions import mentions_in
from doxa.write.extract.rules_en_open import journeys_in, made_to_feel, told
from doxa.write.extract.rules_en_people import MEETING, PEOPLE, be_partner, be_relation, relations_in
from doxa.write.extract.rules_en_plans import PLANS, formerly, habit, has_decided, planned
from doxa.write.extract.rules_en_profile import (
    be_age,
    be_intolerant,
    be_involved,
    be_name,
    be_nationality,
    be_occupation,
    be_property,
    be_tall,
    born_on,
    call_me,
    called_me,
    turned,
    weighs,
)
from doxa.write.extract.rules_en_talk import TRIGGERS, spoken_in
from doxa.write.extract.rules_en_taste import TASTE, appositions_in, be_taste, favourites_in
from doxa.write.extract.rules_en_things import THINGS, things_in
from doxa.write.extract.rules_en_work import WORK, be_work
from doxa.write.extract.rules_en_worth import WORTH, enjoyed_in, worth_in
from doxa.write.extract.stating_en import Rule
from doxa.write.extract.subjects_en import with_the_users_own
from doxa.write.extract.words_en import words_of

_BE: Final[tuple[Rule, ...]] = (
    be_tall,
    be_intolerant,
    be_age,
    be_involved,
    be_name,
    be_taste,
    be_home,
    be_occupation,
    be_nationality,
    be_partner,
    be_relation,
    be_work,
    be_diagnosed,
    born_on,
)


def _merged() -> dict[str, tuple[Rule, ...]]:
    rules: dict[str, tuple[Rule, ...]] = {"be": _BE, "turn": (turned,), "go": (called_me,), "weigh": (weighs,)}
    for table in (HOME, TASTE, WORK, HAVE, PEOPLE, EVENTS, PLANS, THINGS, ENDINGS):
        for verb, more in table.items():
            rules[verb] = (*rules.get(verb, ()), *more)
    return rules


_RULES: Final = _merged()


def english_drafts(content: str, text: str, start: int, end: int, parties: Parties, sentence: int) -> Iterator[Draft]:
    """What one English sentence claims.

    Args:
        content: The message.
        text: The same, masked.
        start: First character of the sentence.
        end: First character after it.
        parties: The people of the message.
        sentence: Its number.

    Yields:
        Drafts in the order of the clauses.
    """
    words = words_of(content, text, start, end)
    if not words:
        return
    said = {word.lower for word in words}
    if "user" in said:
        words = with_the_users_own(words, parties)
        said = {word.lower for word in words}
    mine = "my" in said or "our" in said
    if mine or not said.isdisjoint(MEETING):
        yield from relations_in(words, parties, sentence)
    for clause in clauses_of(words, parties, sentence):
        yield from _of_clause(clause, parties)
    if "me" in said:
        yield from made_to_feel(words, parties)
    if not said.isdisjoint(TRIGGERS):
        yield from spoken_in(words, parties)
    if not said.isdisjoint(WORTH):
        yield from worth_in(words, parties)
    if "enjoy" in said or "love" in said:
        yield from enjoyed_in(words, parties)
    if mine:
        yield from journeys_in(words, parties)
        yield from mentions_in(words, parties)
        yield from played_in(words, parties)
        yield from favourites_in(words, parties)
        yield from appositions_in(words, parties)
    if "me" in said:
        yield from call_me(words, parties)
    yield from things_in(words, parties)


def _of_clause(clause: Clause, parties: Parties) -> Iterator[Draft]:
    if clause.subject.property is not None:
        yield from be_property(clause, parties)
        return
    drafts = _ceased(clause, parties)
    drafts = drafts or [draft for rule in _RULES.get(clause.predicate.lemma, ()) for draft in rule(clause, parties)]
    yield from drafts
    if not any(draft.timing in ("change", "event", "plan") or draft.attribute != "likes" for draft in drafts):
        rules = (planned,) if has_decided(clause) else (planned, habit, formerly, past_event)
        more = [draft for rule in rules for draft in rule(clause, parties)]
        more += _begun(clause, parties)
        yield from more
        if not drafts and not more:
            yield from told(clause)


def _ceased(clause: Clause, parties: Parties) -> list[Draft]:
    """What "I stopped playing tennis" denies from then on."""
    denied = ceased(clause)
    if denied is None:
        return []
    drafts = (draft for rule in _RULES.get(denied.predicate.lemma, ()) for draft in rule(denied, parties))
    return [replace(draft, timing="change") for draft in drafts if not draft.polarity]


def _begun(clause: Clause, parties: Parties) -> list[Draft]:
    """What "I just started playing chess" says of what is so since."""
    going = begun(clause)
    if going is None:
        return []
    drafts = (draft for rule in _RULES.get(going.predicate.lemma, ()) for draft in rule(going, parties))
    return [replace(draft, timing="change") for draft in drafts if draft.polarity]
