"""Runs the Chinese rules over a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from doxa.write.extract.clauses_zh import Piece, Reading, pieces_of, readings_of
from doxa.write.extract.found import Draft, Mood, Party
from doxa.write.extract.parties import Parties
from doxa.write.extract.relations import CHINESE
from doxa.write.extract.rules_zh_events import EVENTS
from doxa.write.extract.rules_zh_life import LIFE
from doxa.write.extract.rules_zh_profile import PROFILE
from doxa.write.extract.rules_zh_taste import TASTE
from doxa.write.extract.rules_zh_things import things_in
from doxa.write.extract.rules_zh_work import WORK

_RULES: Final = (*PROFILE, *TASTE, *WORK, *LIFE, *EVENTS)
_REPORT: Final = re.compile(
    r"(?P<who>[\u4e00-\u9fffA-Za-z]{1,8}?)(?:总|老|又|也|还|都|就|一直|经常|刚才?|昨天|今天|以前|更绝)*(?P<verb>说|讲|告诉我|跟我说|和我说|觉得|认为|以为|希望|想让|让我?|叫我(?=去|来|做|别|回|把|帮)|劝我?|建议|嫌|盼着?|要求|提议|推荐|问我?)(?P<rest>.*)$"
)
_HEARD: Final = re.compile(r"^(?:我)?(?:听说|据说|听人说)(?P<rest>.*)$")
_OPINION: Final = frozenset(
    (
        "觉得",
        "认为",
        "以为",
        "希望",
        "想让",
        "让",
        "让我",
        "叫我",
        "劝",
        "劝我",
        "建议",
        "嫌",
        "盼",
        "盼着",
        "要求",
        "提议",
        "推荐",
        "问",
        "问我",
    )
)


@dataclass(slots=True)
class Topic:
    """Who the last clause was about, across the sentences of one message."""

    party: Party | None
    lost: bool = False


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
    yield from things_in(text, start, end, pieces)


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
    if who.endswith(("我", "咱")) or who in ("话", "跟你", "老实", "跟大家"):
        return None, replace(piece, start=piece.start + match.start("rest")) if match["verb"] in (
            "说",
            "讲",
            "觉得",
            "认为",
        ) else piece
    if re.search(r"(?:会|能|用|不|来|再|在|学|听|没|可以|必须|小|传|解|难|演|播|虽|据|话)$", who):
        return reporter, piece
    return _Reporter(_who(who, parties, sentence), match["verb"] in _OPINION), replace(
        piece, start=piece.start + match.start("rest")
    )


def _who(word: str, parties: Parties, sentence: int) -> Party | None:
    if word[-1] in "他她":
        return parties.pronoun("m" if word[-1] == "他" else "f", sentence)
    kin = re.sub(r"^(?:我们?|咱)(?:家)?的?", "", word)
    return parties.related(CHINESE[kin], None, chinese=True) if kin in CHINESE else parties.named(word)


def _of_piece(
    text: str, piece: Piece, reporter: _Reporter | None, parties: Parties, topic: Topic, sentence: int
) -> Iterator[Draft]:
    seen: Reading | None = None
    for reading in readings_of(text, piece, parties, None if topic.lost else topic.party, sentence):
        if not reading.bare and not reading.elided:
            seen = seen or reading
        drafts = [draft for pattern, rule in _RULES for draft in _applied(pattern, rule, reading, parties)][:8]
        if drafts:
            seen = reading
            yield from _judged(_first_rule(drafts), reading, reporter, parties)
            break
    _follow(text, piece, seen, parties, topic, sentence)


def _applied(pattern: re.Pattern[str], rule: object, reading: Reading, parties: Parties) -> Iterator[Draft]:
    match = pattern.match(reading.text, reading.at, reading.end)
    if match is None and reading.text[reading.end - 1] == "了":
        match = pattern.match(reading.text, reading.at, reading.end - 1)
    if match is not None:
        for draft in rule(reading, match):  # type: ignore[operator]
            if (
                draft.attribute in _LINKS
                and draft.text
                and reading.party.role == "person"
                and draft.value == reading.party.name
            ):
                draft = replace(draft, subject=parties.speaker)
            yield draft


_LINKS: Final = frozenset(relation.attribute for relation in CHINESE.values())


def _first_rule(drafts: list[Draft]) -> list[Draft]:
    """The drafts of the first rule that found something: later ones read the same words otherwise."""
    first = drafts[0]
    return [
        draft
        for draft in drafts
        if draft.attribute == first.attribute
        or {draft.attribute, first.attribute} <= {"employer", "occupation", "work_location"}
    ]


def _judged(drafts: list[Draft], reading: Reading, reporter: _Reporter | None, parties: Parties) -> Iterator[Draft]:
    linked = reading.party.relation is not None and reading.party.role in ("person", "animal")
    if linked and not reading.party.name.endswith(reading.party.relation or "") and reporter is None:
        relation = CHINESE[reading.party.relation or ""]
        yield Draft(
            parties.speaker,
            relation.attribute,
            reading.party.name,
            reading.start,
            reading.end,
            mood=reading.mood,
            text="{s}的" + relation.word + "是{v}",
        )
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
        topic.lost = topic.lost or not ("我" in here or len(here) <= 4)
        return
    party = seen.party
    renamed = re.search(r"(?:叫做?|名叫|名字是|名字叫)([\u4e00-\u9fff]{2,4})[啊呀呢]?$", text[seen.at : seen.end])
    if party.relation is not None and party.role == "person" and renamed is not None:
        party = Party(renamed[1], "person", party.relation, party.gender)
    topic.party, topic.lost = party, False
    parties.mention(party, sentence)
