"""Corrections that say only what was wrong and what is right: "it's not Spotify, it's SoundCloud", "说错了，是阿里"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from doxa.records import Claim, Quote
from doxa.text.forms import value_form
from doxa.text.relations import CHINESE, ENGLISH
from doxa.text.sentences import split_sentences
from doxa.write.extract.corrections import kind_of_value
from doxa.write.extract.found import FoundClaim

_NAMING: Final = frozenset(
    ("name", "has_pet", *(each.attribute for table in (ENGLISH, CHINESE) for each in table.values()))
)
"""Attributes whose value is how somebody is called."""
LONGEST: Final = 100
"""Characters from which a sentence does more than put one value right."""
_HEDGE: Final = (
    r"(?:(?:oh|oops|no|nope|sorry|wait|actually|well|hm+|ah|my bad|my mistake|i was wrong|to be clear)\b[,.:;!… —–-]*)"
)
_CUE: Final = (
    r"(?:(?:small |quick )?correction|i meant(?: to (?:say|write))?|(?:it|that) should (?:be|have been)|should be"
    r"|make (?:that|it))"
)
_V: Final = r"(?:(?:on|in|at|to|for|with|a|an|the|my)\s+)?(?P<{}>[\w'’&.+:-]*[\w+]+(?: [\w'’&.+:-]*[\w+]+){{0,3}}?)"
_OLD, _NEW = _V.format("old"), _V.format("new")
_COPULA: Final = r"(?:(?:it|that|this)(?:['’]s| is| was)|i meant|he['’]s|she['’]s|they['’]re)"
_NOT: Final = r"(?:(?:(?:it|that|this)(?:['’]s| is| was)|i mean(?:t)?)? ?not|(?:it|that|this) (?:is|was)n['’]t)"
_END: Final = r"(?:,? (?:sorry|actually|please|of course))*[.!… ]*$"
_ENGLISH: Final = tuple(
    re.compile(rf"^{_HEDGE}*{form}{_END}", re.IGNORECASE)
    for form in (
        rf"(?:{_CUE}[,: ]+)?{_NOT} {_OLD}(?:\s*[,;.—–-]+ *(?:but |rather )?|\s+but )(?:{_COPULA} )?{_NEW}",
        rf"(?:{_CUE}[,: ]+)?(?:{_COPULA} )?{_NEW}(?:\s*[,;—–-]+ *| and | rather than | instead of )(?:not )?{_OLD}",
        rf"{_CUE}[,: ]+(?:{_COPULA} )?{_NEW}",
        r"(?<=\W)(?:his|her|its|their) name(?:['’]s| is) (?:actually )?(?P<name>[A-Z][\w'’-]+)",
        r"(?<=\W)(?:he|she|it)(?:['’]s| is) (?:actually )?(?:called|named) (?P<name>[A-Z][\w'’-]+)",
    )
)
_SAYS_NOT: Final = re.compile(r"\bnot\b|n['’]t\b|rather than|instead of", re.IGNORECASE)
_CLAUSE: Final = re.compile(
    r"\b(?:i|you|he|she|it|we|they|me|him|her|them|is|are|was|were|have|has|had|do|does|did|don['’]t|will|can"
    r"|likes?|lov(?:e|es)|works?|lives?|wants?|needs?|that|this|because|if|when|now|yet|sure|really|only|just)\b",
    re.IGNORECASE,
)
"""Words of a clause or of none, which no value is made of."""
_HEDGE_ZH: Final = r"(?:(?:哦|啊|呃|不对|不是的|等等|抱歉|对不起|不好意思|其实|错了)[，,。！! ]*)"
_CUE_ZH: Final = (
    r"(?:(?:我)?(?:刚才|刚刚)?(?:说错|记错|搞错|写错|打错|弄错)了|口误|更正(?:一下)?|我(?:的意思)?是说"
    r"|不对)[，,。！：:\s]*"
)
_V_ZH: Final = r"(?:在|叫)?(?P<{}>[^，,。！!？?；;：:\s是不了我你]{{1,12}}?)"
_OLD_ZH, _NEW_ZH = _V_ZH.format("old"), _V_ZH.format("new")
_CHINESE: Final = tuple(
    re.compile(rf"^{_HEDGE_ZH}*(?:{_CUE_ZH})*{form}(?:才对)?[。！!… ]*$")
    for form in (
        rf"(?:[他她它这那])?不(?:是|叫|在){_OLD_ZH}[，,；; ]*(?:{_CUE_ZH})*而?(?:应该)?(?:是|叫|在){_NEW_ZH}",
        rf"(?:应该)?(?:是|叫){_NEW_ZH}[，,；; ]*(?:而)?不(?:是|叫|在){_OLD_ZH}",
        rf"(?<=[，,。！：:\s了误正说对])(?:应该)?(?:是|叫){_NEW_ZH}",
        r"(?<=[，,。！：:\s了误正说对])[他她它](?:的名字)?(?:是|叫)(?P<name>[^，,。！!？?；;：:\s是不了我你]{1,8}?)",
    )
)
_MAY: Final = re.compile(
    r"\bnot\b|n['’]t\b|meant|should|correction|instead|rather| name| called| named|不[是叫在对]|错了|口误|更正|是说",
    re.IGNORECASE,
)
"""What every such sentence holds, found faster than by the patterns."""
_CUED_ZH: Final = re.compile(_CUE_ZH)


class Put(NamedTuple):
    """One value put right.

    Args:
        new: The right value.
        old: The wrong one, where it is named.
        naming: Whether it is how somebody is called.
    """

    new: str
    old: str | None = None
    naming: bool = False


def put_right(sentence: str) -> Put | None:
    """Return what a sentence puts right, where it does nothing else."""
    text = sentence.strip()
    if not 2 < len(text) <= LONGEST or text.endswith(("?", "？")) or not _MAY.search(text):
        return None  # the patterns take a thousand times as long to say no
    chinese = not text.isascii() and re.search(r"[\u4e00-\u9fff]", text) is not None
    for pattern in _CHINESE if chinese else _ENGLISH:
        match = pattern.match(text)
        if match is None:
            continue
        parts = match.groupdict()
        if parts.get("name"):
            return Put(parts["name"], naming=True)
        if parts.get("old"):
            if not chinese and (not _SAYS_NOT.search(text) or not _like(parts["new"], parts["old"])):
                continue
            return Put(parts["new"].removesuffix("岁"), parts["old"].removesuffix("岁"))
        if _CUED_ZH.search(text) if chinese else not _CLAUSE.search(parts["new"]):
            return Put(parts["new"].removesuffix("岁"))
    return None


def _like(new: str, old: str) -> bool:
    """Whether a value may stand for another, and neither is a clause."""
    if _CLAUSE.search(new) or _CLAUSE.search(old):
        return False
    if kind_of_value(new) == kind_of_value(old) == "name":
        return all(word[:1].isupper() for word in new.split() if word not in ("of", "the", "and", "&", "de", "van"))
    return kind_of_value(new) == kind_of_value(old)


def begins_right(content: str) -> bool:
    """Whether the first sentence of a message puts a value right that was said before."""
    if not _MAY.search(content[: LONGEST + 1]):
        return False
    first = next(iter(split_sentences(content)), None)
    return first is not None and put_right(first.text) is not None


def put_right_within(content: str, text: str, found: Sequence[FoundClaim]) -> list[FoundClaim]:
    """Return the claims of a message with the values that a later sentence of it puts right, where it names them.

    Args:
        content: The message.
        text: The same, masked.
        found: Its claims, in order.
    """
    claims = list(found)
    if not claims or not _MAY.search(text):
        return claims
    for sentence, start, end in split_sentences(text):
        put = put_right(sentence)
        told = [each for each in claims if each.claim.quote is not None and each.claim.quote.end <= start]
        if put is None or put.old is None or not told:
            continue
        for one, new in amended(told, put):
            first = one.claim.quote.start if one.claim.quote is not None else start
            quote = Quote(content[first:end], "", first, end)
            claims[claims.index(one)] = replace(one, claim=replace(new, quote=quote))
    return claims


def amended(found: Sequence[FoundClaim], put: Put) -> list[tuple[FoundClaim, Claim]]:
    """Return each claim that held the wrong value, with the claim that holds the right one."""
    believed = [each for each in found if each.mood in ("asserted", "plan") and each.claim.value]
    old = put.old if put.old is not None else _meant(believed, put)
    if old is None or value_form(old) == value_form(put.new):
        return []
    whole = re.compile(rf"(?<![A-Za-z0-9]){re.escape(old)}(?![A-Za-z0-9])", re.IGNORECASE)
    pairs = []
    if any(whole.search(each.claim.value or "") for each in believed):
        pairs = [(each, _with(each.claim, whole, put.new)) for each in believed]
    return [(each, new) for each, new in pairs if (new.value, new.subject) != (each.claim.value, each.claim.subject)]


def _with(claim: Claim, whole: re.Pattern[str], new: str) -> Claim:
    value, subject, text = (whole.sub(lambda _: new, each or "") for each in (claim.value, claim.subject, claim.text))
    return replace(claim, value=value, subject=subject, text=text, correction=True)


def _meant(believed: Sequence[FoundClaim], put: Put) -> str | None:
    """The one value that can be meant where the wrong one is not named."""
    kind = kind_of_value(put.new)
    fitting = {
        each.claim.value
        for each in believed
        if kind_of_value(each.claim.value or "") == kind and (not put.naming or each.claim.attribute in _NAMING)
    }
    return fitting.pop() if len(fitting) == 1 else None
