"""Takes back in one breath: "Tuesday, no wait, Thursday", "三岁。不对，四岁"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from doxa.records import Quote
from doxa.text.calendar_names import DAY_NAMES, MONTH_NAMES, SHORT_MONTHS
from doxa.write.extract.found import FoundClaim
from doxa.write.extract.lexicon_en import NOT_NAMES

_ENGLISH: Final = re.compile(
    r"\b(?:no,? wait|wait,? no|no,? (?:hang|hold) on|scratch that|correction|i mean(?:t)?|sorry|or rather"
    r"|(?<=[,;.!?—–-] )make (?:that|it)|my mistake)\b(?:[,:.!…—–-]|\s)*"
    r"(?:(?:no|i mean(?:t)?|it'?s|it is|that'?s|make (?:that|it)|on|in)\b[, ]*)*"
    r"(?P<v>[\w'’-]+(?: (?!and\b|but\b|so\b|is\b)[\w'’:-]+){0,3}?)(?=\s*(?:[.,;!?\n]|$))",
    re.IGNORECASE,
)
_CHINESE: Final = re.compile(
    r"(?:不对|说错了|记错了|搞错了|写错了|打错了|口误|更正一下|更正|哦不是?|啊不是?|我是说)(?:[，,。！!：:\s]*)(?:应该)?(?:是|在|叫)?(?P<v>[^，,。！!？?；;\s]{1,12}?)(?:了|才对)?(?=[，,。！!？?；;\s]|$)"
)
_DAY: Final = re.compile(
    rf"\b(?:{'|'.join(DAY_NAMES)})|\b(?:{'|'.join(MONTH_NAMES + SHORT_MONTHS)})\b"
    r"|tomorrow|tonight|[周星期礼拜][一二三四五六日天]|[上下]午|\d+[月号日点]|明天|后天",
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(
    r"^(?:\d+|[一二两三四五六七八九十百]+|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\w+)?)岁?$",
    re.IGNORECASE,
)
_FAR: Final = 160
_NEAR: Final = 60


def corrected(content: str, text: str, found: Sequence[FoundClaim]) -> list[FoundClaim]:
    """The claims of a message with the values it takes back replaced by those it puts in their place.

    Args:
        content: The message.
        text: The same, masked.
        found: Its claims, in order.

    Returns:
        The claims. One that was taken back has the new value, `correction` set and a quote that reaches to it.
    """
    claims = list(found)
    if not claims:
        return claims
    for pattern in (_ENGLISH, _CHINESE):
        for match in pattern.finditer(text):
            at = _target(claims, match)
            if at is not None:
                claims[at] = _amended(content, claims[at], match)
    return claims


def _target(claims: Sequence[FoundClaim], match: re.Match[str]) -> int | None:
    """The claim right before the cue whose value is of the kind that is put in its place."""
    value = match["v"]
    for at in range(len(claims) - 1, -1, -1):
        one = claims[at]
        quote, old = one.claim.quote, one.claim.value
        if quote is None or old is None or quote.start >= match.start() or one.mood != "asserted":
            continue
        kind = kind_of_value(value)
        far = match.start() - quote.end
        if (
            kind == kind_of_value(old)
            and _replaceable(kind, match)
            and value.lower() != old.lower()
            and far <= (_FAR if kind == "day" else _NEAR)
        ):
            return at
        if far > _FAR:
            return None
    return None


def _replaceable(kind: str, match: re.Match[str]) -> bool:
    """Whether the new value is plainly one: a bare "sorry" is no cue before a common word, a clause no value."""
    value = match["v"]
    if kind == "chinese":
        return len(value) <= 6 and not re.search(r"[是的了我你他她它那这]", value)
    if kind == "name":
        return all(word[0].isupper() and word.lower() not in NOT_NAMES for word in value.split())
    if kind != "word":
        return True
    cue = match.group()[: match.start("v") - match.start()].lower()
    return "i meant" in cue or not cue.startswith(("sorry", "i mean"))


def kind_of_value(value: str) -> str:
    """Return what kind of value it is: a day, a number, Chinese, a name or a word; like replaces like."""
    if _DAY.search(value):
        return "day"
    if _NUMBER.match(value):
        return "number"
    if "\u4e00" <= value[0] <= "\u9fff":
        return "chinese"
    return "name" if value[0].isupper() else "word"


def _amended(content: str, one: FoundClaim, match: re.Match[str]) -> FoundClaim:
    claim = one.claim
    old = claim.value or ""
    new = match["v"].removesuffix("岁") if kind_of_value(match["v"]) == "number" else match["v"]
    start = claim.quote.start if claim.quote is not None else match.start()
    quote = Quote(content[start : match.end()], "", start, match.end())
    return replace(
        one, claim=replace(claim, value=new, text=claim.text.replace(old, new), quote=quote, correction=True)
    )
