"""Runs the Chinese rules over a sentence."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from typing import Final

from doxa.write.extract.clauses_zh import Piece, Reading, pieces_of, readings_of
from doxa.write.extract.found import Draft, Mood, Party
from doxa.write.extract.lexicon_zh import TIME
from doxa.write.extract.parties import Parties
from doxa.write.extract.relations import CHINESE, Relation
from doxa.write.extract.rules_zh_events import EVENTS
from doxa.write.extract.rules_zh_home import HOME
from doxa.write.extract.rules_zh_life import LIFE
from doxa.write.extract.rules_zh_profile import PROFILE
from doxa.write.extract.rules_zh_taste import TASTE
from doxa.write.extract.rules_zh_things import things_in
from doxa.write.extract.rules_zh_work import WORK

_RULES: Final = (*PROFILE, *HOME, *TASTE, *WORK, *LIFE, *EVENTS)
_REPORT: Final = re.compile(
    r"(?P<who>[\u4e00-\u9fffA-Za-z]{1,8}?)(?:总|老|又|也|还|都|就|一直|经常|刚才?|昨天|今天|以前|更绝)*"
    r"(?P<verb>告诉我|跟我说|和我说|对我说|说(?!话|明|法|不定|服|实|起|真|来|好|到底|不上|书|唱)|讲(?!究|座|解|师|课|话|台|义|述)|觉得|认为|以为|希望|想让"
    r"|让我?|叫我(?=去|来|做|别|回|把|帮)|劝我?|建议|嫌(?!疑)|盼着?|要求|提议|推荐|问我)(?P<rest>.*)$"
)
_HEARD: Final = re.compile(r"^(?:我)?(?:听说|据说|听[\u4e00-\u9fff]{1,5}?说)(?P<rest>.*)$")
_OPINION: Final = frozenset("觉得 认为 以为 希望 想让 让 让我 叫我 劝 劝我 建议 嫌 盼 盼着 要求 提议 推荐 问我".split())
_NOT_SPEAKERS: Final = re.compile(
    r"(?:会|能|用|不|来|再|在|学|听|没|可以|必须|小|传|解|难|演|播|虽|据|话|想|要|去|先|别)$"
)
_ALONE: Final = frozenset(
    "likes plans wants visited attended allergic_to owns has_pet eats drinks learning met uses diet".split()
)
"""What a sentence that leaves its subject out may say of the speaker."""


@dataclass(slots=True)
class Topic:
    """Who the last clause was about, across the sentences of one message."""

    party: Party
    speaker: Party
    lost: bool = False
    sentence: int = -1

    def now(self, sentence: int) -> Party | None:
        """Whom a clause without a subject is about: in a new sentence only the speaker."""
        if self.sentence == sentence:
            return None if self.lost else self.party
        return self.speaker if self.party == self.speaker else None


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
    reporter: _Reporter | None = None
    for piece in pieces:
        reporter, inner = _reported(text, piece, reporter, parties, sentence)
        yield from _of_piece(text, inner, reporter, parties, topic, sentence)
    yield from things_in(text, start, end, pieces, parties.speaker)


@dataclass(frozen=True, slots=True)
class _Reporter:
    """Whose word the rest of the sentence is."""

    party: Party | None
    opinion: bool


def _reported(
    text: str, piece: Piece, reporter: _Reporter | None, parties: Parties, sentence: int
) -> tuple[_Reporter | None, Piece]:
    """Note who speaks in the clause, and cut "小琴说" off it."""
    here = text[piece.start : piece.end]
    heard = _HEARD.match(here)
    if heard is not None:
        return _Reporter(None, opinion=False), replace(piece, start=piece.start + heard.start("rest"))
    match = _REPORT.match(here)
    if match is None:
        return reporter, piece
    who = match["who"]
    if _NOT_SPEAKERS.search(who) or not (len(who) <= 4 or _MINE.match(who) or who[-1] in "他她"):
        return reporter, piece
    if (who.startswith(("我", "咱")) and not _MINE.match(who)) or who in ("老实", "话"):
        own = match["verb"] in ("说", "讲", "觉得", "认为")
        return None, replace(piece, start=piece.start + match.start("rest")) if own else piece
    said = _Reporter(_who(who, parties, sentence), match["verb"] in _OPINION)
    return said, replace(piece, start=piece.start + match.start("rest"))


_UNNAMED: Final = re.compile(rf"(?:{TIME}|[没不还就也都已刚才又再])")
_MINE: Final = re.compile(rf"我们?(?:家)?的?(?:{'|'.join(sorted(CHINESE, key=len, reverse=True))})")


def _who(word: str, parties: Parties, sentence: int) -> Party | None:
    if word[-1] in "他她":
        return parties.pronoun("m" if word[-1] == "他" else "f", sentence)
    kin = re.sub(r"^(?:我们?|咱)(?:家)?的?", "", word)
    return parties.related(CHINESE[kin], None, chinese=True) if kin in CHINESE else parties.named(word)


def _of_piece(
    text: str, piece: Piece, reporter: _Reporter | None, parties: Parties, topic: Topic, sentence: int
) -> Iterator[Draft]:
    seen: Reading | None = None
    for reading in readings_of(text, piece, parties, topic.now(sentence), sentence):
        if not reading.bare and not reading.elided:
            seen = seen or reading
        drafts = _found(reading, parties)
        if reading.elided and topic.sentence != sentence:
            drafts = [draft for draft in drafts if draft.attribute in _ALONE or draft.attribute.startswith("favourite")]
        if drafts:
            seen = reading
            yield from _judged(drafts, reading, reporter, parties)
            break
    if seen is None or seen.party.relation is not None:
        seen = yield from _introduced(text, piece, seen, parties, sentence)
    _follow(text, piece, seen, parties, topic, sentence)


def _introduced(
    text: str, piece: Piece, seen: Reading | None, parties: Parties, sentence: int
) -> Generator[Draft, None, Reading | None]:
    """ "媳妇小琴，…", "我妹妹小红昨天…": a relation with a name that can be nothing else."""
    for reading in readings_of(text, piece, parties, None, sentence):
        name, relation = reading.party.name, reading.party.relation
        if not reading.bare or relation is None or name.endswith(relation):
            continue
        plain = (
            name[0] in "小阿老" or name[0] == name[-1] or not text[reading.end_of_name : piece.end].strip("，,。！!的 ")
        )
        if (plain and len(name) == 2) or (plain and reading.end_of_name >= piece.end):
            yield _link(parties.speaker, CHINESE[relation], name, reading)
            return reading
    return seen


def _found(reading: Reading, parties: Parties) -> list[Draft]:
    """What the first rule that fits finds."""
    for pattern, rule in _RULES:
        match = pattern.match(reading.text, reading.at, reading.end)
        if match is None and reading.text[reading.end - 1] == "了":
            match = pattern.match(reading.text, reading.at, reading.end - 1)
        drafts = [_linked(draft, reading, parties) for draft in rule(reading, match)] if match is not None else []
        if drafts:
            return drafts
    return []


def _linked(draft: Draft, reading: Reading, parties: Parties) -> Draft:
    """ "老贺是我同事" is about the speaker as well."""
    about = draft.attribute in _LINKS and draft.text is not None and reading.party.role == "person"
    return replace(draft, subject=parties.speaker) if about and draft.value == reading.party.name else draft


_LINKS: Final = frozenset(relation.attribute for relation in CHINESE.values())


def _link(speaker: Party, relation: Relation, name: str, reading: Reading) -> Draft:
    text = "{s}的" + relation.word + "是{v}"
    return Draft(speaker, relation.attribute, name, reading.start, reading.end, mood=reading.mood, text=text)


def _judged(drafts: list[Draft], reading: Reading, reporter: _Reporter | None, parties: Parties) -> Iterator[Draft]:
    linked = reading.party.relation is not None and reading.party.role in ("person", "animal")
    if linked and not reading.party.name.endswith(reading.party.relation or "") and reporter is None:
        yield _link(parties.speaker, CHINESE[reading.party.relation or ""], reading.party.name, reading)
    for draft in drafts:
        if draft.attribute == "name" and reading.party.relation is not None and reading.party.role == "person":
            yield from _named(draft, reading, parties)
        yield _quoted(draft, reading, reporter)


def _named(draft: Draft, reading: Reading, parties: Parties) -> Iterator[Draft]:
    """ "我姐叫周敏": also who the sister is; what follows is about 周敏."""
    relation = CHINESE[reading.party.relation or ""]
    yield replace(draft, subject=parties.speaker, attribute=relation.attribute, text="{s}的" + relation.word + "是{v}")


def _quoted(draft: Draft, reading: Reading, reporter: _Reporter | None) -> Draft:
    if reporter is None or draft.mood != "asserted":
        return draft
    same = reporter.party is None or reporter.party.name == draft.subject.name
    if not reporter.opinion and same and reading.party.role != "speaker":
        return replace(draft, reported=True)
    mood: Mood = "quotation"
    return replace(draft, mood=mood, reported=True)


def _follow(text: str, piece: Piece, seen: Reading | None, parties: Parties, topic: Topic, sentence: int) -> None:
    """Remember who the clause was about, for clauses without a subject."""
    if seen is None:
        here = text[piece.start : piece.end]
        if topic.sentence != sentence:
            topic.party, topic.lost, topic.sentence = topic.speaker, topic.party != topic.speaker, sentence
        topic.lost = topic.lost or not ("我" in here or len(here) <= 6 or _UNNAMED.match(here))
        return
    party = seen.party
    renamed = re.search(r"(?:叫做?|名叫|名字是|名字叫)([\u4e00-\u9fff]{2,4})[啊呀呢]?$", text[seen.at : seen.end])
    if party.relation is not None and party.role == "person" and renamed is not None:
        party = Party(renamed[1], "person", party.relation, party.gender)
    topic.party, topic.lost, topic.sentence = party, False, sentence
    parties.mention(party, sentence)
