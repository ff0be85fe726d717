"""Plans that come to nothing: "I cancelled the dentist", "the move is off", 牙医的预约取消了, 不搬了."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from doxa.write.extract.found import Draft
from doxa.write.extract.parties import Parties

_PLANNED: Final = ("plans", "goal")
_MAY: Final = re.compile(
    r"cancel|call|scrap|\boff\b|\bnot\b|n['’]t\b|no longer|against|happening|through|取消|泡汤|黄|退|不|算了",
    re.IGNORECASE,
)
"""What every such sentence holds, found faster than by the patterns."""
_WHAT: Final = r"(?:(?:the|my|our|that|this|a|an) )?(?P<what>[\w'’-]+(?: [\w'’-]+){0,5}?)"
_END: Final = r"(?=\s*(?:[.,;!…]|$)|,? (?:because|since|so|but|and|for now|today|yesterday|again|due|as|after all)\b)"
_WE: Final = r"\b(?:i|we)(?:['’]ve| have| had to| just|['’]d)*"
_NOT_DOING: Final = (
    r"(?:(?:['’]m| am|['’]re| are)(?: not|n['’]t) (?:going to )?|(?: won['’]t| will not) (?:be )?"
    r"|(?:['’]m| am|['’]re| are) no longer |(?:['’]ve| have)? decided (?:not to|against) )"
)
_ENGLISH: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_WE} (?:just )?(?:cancel(?:led|ed)?|called off|scrapped|call off) {_WHAT}{_END}",
        rf"{_WE} called {_WHAT} off{_END}",
        rf"(?:^|[,;] |\b(?:and|but|so) )(?:the|my|our|that) (?P<what>[\w'’-]+(?: [\w'’-]+){{0,4}}?)"
        r"(?: is|['’]s| was| got| has been| had to be| isn['’]t| is not)(?: now| just| actually| been)*"
        rf" (?:cancel(?:led|ed)|called off|off|scrapped|not happening|happening|not going to happen){_END}",
        rf"{_WE}{_NOT_DOING}(?P<what>[a-z]+(?: [\w'’-]+){{0,5}}?)"
        r"(?P<ended> (?:any ?more|any longer|after all))(?=\W|$)",
        r"\b(?:i|we)(?:(?:['’]m| am|['’]re| are) no longer |(?:['’]ve| have)? decided (?:not to|against) )"
        rf"(?P<what>[a-z]+(?: [\w'’-]+){{0,5}}?){_END}",
    )
)
_AFFIRMS: Final = re.compile(r"(?:is|['’]s|was) (?:happening|now happening)\b", re.IGNORECASE)
_UNREAL: Final = re.compile(
    r"\b(?:if|unless|might|may|maybe|should|could|would|want|thinking|whether|almost|nearly)\b|如果|要是|可能|也许|万一",
    re.IGNORECASE,
)
_WORD_ZH: Final = r"[\u4e00-\u9fffA-Za-z0-9·]"
_WHEN_ZH: Final = r"(?:今天|明天|后天|下?周[一二三四五六日天末]?|下个?月|已经|被|又|临时|都|也|刚刚?|我)*"
_CHINESE: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"^(?:我们?|咱们?)?{_WHEN_ZH}(?:把)?(?P<what>{_WORD_ZH}{{2,14}}?)(?:给)?(?:已经|被|又|临时|都|也|我)*(?:取消|泡汤|黄|退)掉?了",
        rf"^(?:我们?|咱们?)?{_WHEN_ZH}取消掉?了(?P<what>{_WORD_ZH}{{2,14}}?)(?=[，,。！!；;]|$)",
        rf"^(?:我们?|咱们?)?(?:现在|最后|还是|又|决定|暂时|先|打算)*不(?:打算|准备|想|用|要)?(?:再)?(?P<what>(?!是|再|要|会|能|好){_WORD_ZH}{{1,10}}?)了",
        rf"^(?:我们?|咱们?)?(?:最后|还是)*决定不(?P<what>{_WORD_ZH}{{2,10}}?)了?(?=[，,。！!；;]|$)",
    )
)
_CUT_ZH: Final = re.compile(r"[，,；;]")
_BARE_ZH: Final = frozenset("去来干做弄说玩吃喝走看用写买想要行错过懂怕急忙累痛")
"""Verbs that alone are no plan: 不去了 may mean tonight."""


def cancelled_in(sentence: str, start: int, parties: Parties) -> Iterator[Draft]:
    """Read what a sentence says will not be: it ends the one plan that its words can mean.

    Args:
        sentence: One sentence of a masked message.
        start: Where it begins in the message.
        parties: The people of the message.
    """
    if not _MAY.search(sentence) or sentence.rstrip().endswith(("?", "？")) or _UNREAL.search(sentence):
        return
    if sentence.isascii() or not re.search(r"[\u4e00-\u9fff]", sentence):
        found = (pattern.search(sentence) for pattern in _ENGLISH)
        match = next((each for each in found if each is not None and not _AFFIRMS.search(each.group())), None)
        if match is not None:
            yield _ended(match["what"], start + match.start(), start + match.end(), parties)
        return
    at = 0
    for piece in _CUT_ZH.split(sentence):
        plain = piece.strip()
        match = next(filter(None, (pattern.match(plain) for pattern in _CHINESE)), None)
        if match is not None and match["what"] not in _BARE_ZH:
            begin = start + at + piece.find(plain)
            yield _ended(match["what"], begin, begin + match.end(), parties)
        at += len(piece) + 1


def without_cancelled(drafts: list[Draft], cancelled: Sequence[Draft]) -> list[Draft]:
    """Return what a sentence says without the deeds that were cancelled: 去日本的计划泡汤了 is no visit."""
    return [
        each
        for each in drafts
        if not _undone(each) or not any(over.start < each.end and each.start < over.end for over in cancelled)
    ]


def _undone(draft: Draft) -> bool:
    if draft.attribute == "plans":
        return draft.value.startswith("不")
    return draft.attribute in ("visited", "attended", "did") and not draft.value.isascii()


def _ended(what: str, start: int, end: int, parties: Parties) -> Draft:
    return Draft(
        parties.speaker, "plans", "", start, end, polarity=False, timing="change", closes=_PLANNED, like=what.strip()
    )
