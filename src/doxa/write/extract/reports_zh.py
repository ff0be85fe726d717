"""Chinese: whose word a clause is: "小琴说…", "老板让我…", "听说…"."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from doxa.text.relations import CHINESE
from doxa.write.extract.clauses_zh import Piece, Reading
from doxa.write.extract.found import Draft, Party
from doxa.write.extract.parties import Parties

_KIN: Final = "|".join(sorted(CHINESE, key=len, reverse=True))
_REPORT: Final = re.compile(
    r"(?P<who>[\u4e00-\u9fffA-Za-z]{1,8}?)(?:总|老|又|也|还|都|就|一直|经常|刚才?|昨天|今天|以前|更绝)*"
    r"(?P<verb>告诉我|跟我说|和我说|对我说|说(?!话|明|法|不定|服|实|起|真|来|好|到底|不上|书|唱|[\u4e00-\u9fff]{1,3}[语话](?:$|[，,和、]))"
    r"|讲(?!究|座|解|师|课|话|台|义|述)|觉得|认为|以为|希望|想让|让我?|叫我(?=去|来|做|别|回|把|帮)|劝我?|建议|嫌(?!疑)|盼着?"
    r"|要求|提议|推荐|问我)(?P<rest>.*)$"
)
_HEARD: Final = re.compile(r"^(?:我)?(?:听说|据说|听[\u4e00-\u9fff]{1,5}?说)(?P<rest>.*)$")
_IN_TRUTH: Final = re.compile(r"[，, ]*(?:但是?|可是?|不过)?(?:其实|实际上|事实上)(?:我|咱)")
"""What the speaker holds against somebody's word: "老王以为我是四川人，其实我是湖南人"."""
_FACTS: Final = frozenset("说 讲 告诉我 跟我说 和我说 对我说".split())
_OWN: Final = frozenset("说 讲 觉得 认为".split())
_NOT_SPEAKERS: Final = re.compile(
    r"(?:会|能|用|不|来|再|在|学|听|没|可以|必须|小|传|解|难|演|播|虽|据|话|想|要|去|先|别)$"
)
_MINE: Final = re.compile(rf"我们?(?:家)?的?(?:{_KIN})")


@dataclass(frozen=True, slots=True)
class Reporter:
    """Whose word the rest of the sentence is.

    Args:
        party: Who, `None` for hearsay.
        opinion: Whether it is a thought, a wish or an order rather than a report.
    """

    party: Party | None
    opinion: bool


def reported(
    text: str, piece: Piece, reporter: Reporter | None, parties: Parties, sentence: int
) -> tuple[Reporter | None, Piece]:
    """Note who speaks in a clause, and cut "小琴说" off it.

    Args:
        text: The masked content.
        piece: The clause.
        reporter: Whose word the clause before was.
        parties: The people of the message; who reports is remembered.
        sentence: Number of the sentence.

    Returns:
        Whose word the clause and what follows is, and the clause without that.
    """
    here = text[piece.start : piece.end]
    if reporter is not None and _IN_TRUTH.match(here):
        return None, piece
    heard = _HEARD.match(here)
    if heard is not None:
        return Reporter(None, opinion=False), replace(piece, start=piece.start + heard.start("rest"))
    match = _REPORT.match(here)
    if match is None:
        return reporter, piece
    who, inner = match["who"], replace(piece, start=piece.start + match.start("rest"))
    if _NOT_SPEAKERS.search(who) or not (len(who) <= 4 or _MINE.match(who) or who[-1] in "他她"):
        return reporter, piece
    if (who.startswith(("我", "咱")) and not _MINE.match(who)) or who in ("老实", "话"):
        return None, inner if match["verb"] in _OWN else piece
    party = _who(who, parties, sentence)
    if party is not None:
        parties.mention(party, sentence)
    return Reporter(party, match["verb"] not in _FACTS), inner


def _who(word: str, parties: Parties, sentence: int) -> Party | None:
    if word[-1] in "他她":
        return parties.pronoun("m" if word[-1] == "他" else "f", sentence)
    kin = re.sub(r"^(?:我们?|咱)(?:家)?的?", "", word)
    known = re.match(_KIN, kin)
    if known is None:
        return parties.named(kin)
    return parties.related(CHINESE[known.group()], kin[known.end() :] or None, chinese=True)


def quoted(draft: Draft, reading: Reading, reporter: Reporter | None) -> Draft:
    """A draft as the reporter's word: a report of themselves is hearsay, anything else a quotation.

    Args:
        draft: The draft.
        reading: The clause it is from.
        reporter: Whose word it is; `None` for the speaker's.
    """
    if reporter is None or draft.mood not in ("asserted", "plan"):
        return draft
    same = reporter.party is None or reporter.party.name == draft.subject.name
    if not reporter.opinion and same and reading.party.role != "speaker":
        return replace(draft, reported=True)
    return replace(draft, mood="quotation", reported=True)
