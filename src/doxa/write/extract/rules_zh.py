"""Runs the Chinese rules over a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from doxa.text.relations import CHINESE, Relation
from doxa.write.extract.clauses_zh import Piece, Reading, pieces_of, readings_of
from doxa.write.extract.endings_zh import ENDINGS
from doxa.write.extract.found import Draft
from doxa.write.extract.given_names import gender_of_name
from doxa.write.extract.parties import Parties
from doxa.write.extract.reports_zh import Reporter, quoted, reported
from doxa.write.extract.rules_zh_events import EVENTS
from doxa.write.extract.rules_zh_home import HOME
from doxa.write.extract.rules_zh_life import LIFE
from doxa.write.extract.rules_zh_profile import PROFILE, full_name
from doxa.write.extract.rules_zh_taste import TASTE
from doxa.write.extract.rules_zh_things import things_in
from doxa.write.extract.rules_zh_work import WORK
from doxa.write.extract.topics_zh import Topic

_RULES: Final = (*PROFILE, *HOME, *TASTE, *WORK, *LIFE, *ENDINGS[:-1], *EVENTS, ENDINGS[-1])
_ALONE: Final = frozenset(
    "likes plans wants visited attended allergic_to owns has_pet eats drinks learning met uses diet".split()
)
"""What a sentence that leaves its subject out may say of the speaker."""
_LINKS: Final = frozenset(relation.attribute for relation in CHINESE.values())
_SINGLE: Final = frozenset(
    "home employer occupation name age hometown birthday school work_location nationality".split()
)


def chinese_drafts(text: str, start: int, end: int, parties: Parties, sentence: int, topic: Topic) -> Iterator[Draft]:
    """What one Chinese sentence claims.

    Args:
        text: The masked content.
        start: First character of the sentence.
        end: First character after it.
        parties: The people of the message.
        sentence: Its number.
        topic: Who the sentence before was about; updated.

    Yields:
        Drafts in the order of the clauses.
    """
    pieces = pieces_of(text, start, end)
    reporter: Reporter | None = None
    for piece in pieces:
        reporter, inner = reported(text, piece, reporter, parties, sentence)
        yield from _of_piece(text, inner, reporter, parties, topic, sentence)
    yield from things_in(text, start, end, pieces, parties.speaker)


def _of_piece(
    text: str, piece: Piece, reporter: Reporter | None, parties: Parties, topic: Topic, sentence: int
) -> list[Draft]:
    named = _named_after(text, piece, parties, topic, sentence) or _of_both(text, piece, parties, sentence)
    if named:
        return named
    seen, drafts = _read(text, piece, parties, topic, sentence)
    if drafts and seen is not None:
        drafts = _taken_back(drafts, seen, topic, sentence)
        drafts = [*_links(drafts, seen, reporter, parties), *(quoted(draft, seen, reporter) for draft in drafts)]
    elif seen is None or seen.party.relation is not None:
        introduced = _introduced(text, piece, parties, sentence)
        if introduced is not None:
            seen = introduced
            drafts = [_link(parties, seen)] if reporter is None else []
    topic.follow(text, piece, seen, tuple(drafts), parties, sentence)
    return drafts


def _of_both(text: str, piece: Piece, parties: Parties, sentence: int) -> list[Draft]:
    """Read "他们都退休了" of the two people who came up."""
    they = _THEY.match(text, piece.start, piece.end)
    both = parties.both(sentence) if they is not None else ()
    if they is None or not both:
        return []
    end = piece.start + len(text[piece.start : piece.end].rstrip("。！!，, 啦呢啊呀吧"))
    reading = Reading(text, piece.start, they.end(), end, both[0], mood=piece.mood)
    return [draft for party in both for draft in _found(replace(reading, party=party), parties)]


_THEY: Final = re.compile(r"\s*(?:现在|如今)?[他她]们(?:俩|两个人?|两人)?(?:现在|如今|已经|早)*都(?:已经)?")


def _read(text: str, piece: Piece, parties: Parties, topic: Topic, sentence: int) -> tuple[Reading | None, list[Draft]]:
    """The first reading of a clause that a rule can use, else the one whose subject is certain."""
    seen: Reading | None = None
    for reading in readings_of(text, piece, parties, topic.now(sentence), sentence):
        if not reading.bare and not reading.elided:
            seen = seen or reading
        drafts = _found(reading, parties)
        goes_on = topic.english >= sentence - 1 and topic.english >= 0 and reading.lead.startswith(("现在", "目前"))
        if reading.elided and topic.sentence != sentence and not goes_on:
            drafts = [draft for draft in drafts if draft.attribute in _ALONE or draft.attribute.startswith("favourite")]
        if drafts:
            return reading, drafts
    return seen, []


def _found(reading: Reading, parties: Parties) -> list[Draft]:
    """What the first rule that fits finds."""
    for pattern, rule in _RULES:
        match = pattern.match(reading.text, reading.at, reading.end)
        if match is None and reading.text[reading.end - 1] == "了":
            match = pattern.match(reading.text, reading.at, reading.end - 1)
        drafts = [_about(draft, reading, parties) for draft in rule(reading, match)] if match is not None else []
        if drafts:
            return drafts
    return []


def _about(draft: Draft, reading: Reading, parties: Parties) -> Draft:
    """Read "老贺是我同事" is about the speaker."""
    linking = draft.attribute in _LINKS and draft.text is not None and reading.party.role == "person"
    return replace(draft, subject=parties.speaker) if linking and draft.value == reading.party.name else draft


def _taken_back(drafts: list[Draft], reading: Reading, topic: Topic, sentence: int) -> list[Draft]:
    """Read "我不住在北京，住在天津": after a denial the other value of the slot is a correction."""
    if topic.sentence != sentence or not topic.last:
        return drafts
    before = topic.last[-1]
    if before.polarity or before.attribute not in _SINGLE or not reading.elided or "现在" in reading.lead:
        return drafts
    return [replace(draft, correction=True) if draft.attribute == before.attribute else draft for draft in drafts]


def _introduced(text: str, piece: Piece, parties: Parties, sentence: int) -> Reading | None:
    """Read "媳妇小琴，…", "我妹妹小红昨天…": a relation with a name that can be nothing else."""
    for reading in readings_of(text, piece, parties, None, sentence):
        name, relation = reading.party.name, reading.party.relation
        if not reading.bare or relation is None or name.endswith(relation):
            continue
        plain = name[0] in "小阿老" or name[0] == name[-1]
        if (
            (plain and len(name) == 2)
            or (name.isascii() and gender_of_name(name))
            or not text[reading.end_of_name : piece.end].strip("，,。！!的 ")
        ):
            return reading
    return None


def _named_after(text: str, piece: Piece, parties: Parties, topic: Topic, sentence: int) -> list[Draft]:
    """Read "我有个弟弟，叫小明": the name of the one who just came up; what follows is about them."""
    had = topic.had(sentence)
    match = _CALLED.match(text, piece.start, piece.end)
    name = full_name(match["v"]) if match is not None and had is not None else None
    if had is None or name is None:
        return []
    word = next((word for word in sorted(CHINESE, key=len, reverse=True) if had.value.endswith(word)), "")
    text_form = "{s}的" + (word or "宠物") + "是{v}"
    draft = replace(had, value=name, start=piece.start, end=piece.end, text=text_form, timing="timeless")
    parties.mention(topic.rename(word, name, sentence), sentence)
    topic.last = (draft,)
    return [draft]


_CALLED: Final = re.compile(r"\s*(?:名字)?(?:就)?叫(?:做)?(?P<v>[\u4e00-\u9fffA-Za-z]{2,8})[啊呀呢。！!]*$")


_PRONOUN: Final = re.compile("[他她]")


def _links(drafts: list[Draft], reading: Reading, reporter: Reporter | None, parties: Parties) -> Iterator[Draft]:
    """Who the subject is to the speaker, where relation and name were said together or the name is what is said."""
    relation = CHINESE.get(reading.party.relation or "")
    if relation is None or reporter is not None:
        return
    if not reading.party.name.endswith(relation.word) and not _PRONOUN.search(
        reading.text, reading.start, reading.end_of_name
    ):
        yield _link(parties, reading)
    for draft in drafts:
        if draft.attribute == "name" and draft.polarity and reading.party.role in ("person", "animal"):
            text = "{s}的" + relation.word + "是{v}"
            yield replace(draft, subject=parties.speaker, attribute=relation.attribute, text=text)


def _link(parties: Parties, reading: Reading) -> Draft:
    relation: Relation = CHINESE[reading.party.relation or ""]
    return Draft(
        subject=parties.speaker,
        attribute=relation.attribute,
        value=reading.party.name,
        start=reading.start,
        end=reading.end,
        mood=reading.mood,
        text="{s}的" + relation.word + "是{v}",
    )
