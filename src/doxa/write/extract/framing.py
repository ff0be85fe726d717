"""Sentences that hold another one only to deny, quote or wish it: "It's not true that I …", "I … is a lie"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from doxa.write.extract.dropping import drops_itself
from doxa.write.extract.found import Draft, Mood

_SPEAKER: Final = r"(?:i|i['’](?:m|ve|d|ll)|we|my|our)\b"
_SAYING: Final = (
    r"(?:says?|said|saying|wrote|writes?|tells?|told|claims?|claimed|replie[sd]|answered|texted|shouted|stated?)"
)
_TEXT: Final = r"(?:sentence|statement|phrase|claim|rumou?r|quote|quotation|slogan|headline|lyrics?|caption)s?"
_THOUGHT: Final = r"(?:idea|notion|assumption|allegation|gossip|myth|lie|theory|impression|story|words)"
_ASKED_FOR: Final = (
    r"(?:translat(?:e|ion)|rewrite|rephrase|paraphrase|proofread|summari[sz]e|example|sample|repeat after me|say"
    r"|type|write|correct this|quote|lyrics|sentence)"
)
_NOT_SO: Final = (
    r"(?:true|right|correct|accurate|the case|the truth|a fact|possible|certain|sure|convinced|clear|proven)"
)
_FALSE: Final = (
    r"(?:(?:a |an |just |all |only |totally |completely |simply |obviously |clearly )*"
    r"(?:lies?|false|falsehood|untrue|myth|rumou?r|joke|nonsense|wrong|incorrect|fake|fiction|made[ -]up)"
    rf"|(?:not|n['’]t|no longer|never) (?:\w{{2,12}}ly |even )?{_NOT_SO})"
)
_IS: Final = r"(?:\b(?:is|was)(?: |(?=n['’]t))|['’]s )"


def _pattern(source: str) -> re.Pattern[str]:
    return re.compile(source, re.IGNORECASE)


_OPENING: Final[tuple[tuple[re.Pattern[str], Mood], ...]] = (
    (_pattern(r"\b(?:if only|would that|as though)\b"), "wish"),
    (_pattern(rf"\b(?:no way|hardly|never) (?:is|was) (?:it|this) {_NOT_SO}"), "hypothetical"),
    (_pattern(rf"(?:\bnot|n['’]t|\bnever|\bhardly) (?:\w{{2,12}}ly |even )?{_NOT_SO} (?:that\b|(?={_SPEAKER}))"),
     "hypothetical"),
    (_pattern(r"\b(?:false|untrue|lie|myth|rumou?r|joke|nonsense|wrong|incorrect|doubtful|unlikely|impossible|possible"
              r"|probable|likely) that\b"), "hypothetical"),
    (_pattern(r"\b(?:den(?:y|ies|ied|ying)|pretend(?:s|ed|ing)?|lied|lying|jok(?:ed|ing)|kidding|doubt(?:s|ed)?)\b"
              rf"(?: \w{{1,12}}){{0,3}}? (?={_SPEAKER})"), "hypothetical"),
    (_pattern(rf"\b(?:{_TEXT}|{_THOUGHT}) (?:(?:is |was )?that\b|(?={_SPEAKER}))"), "quotation"),
    (_pattern(rf"\b{_TEXT}:"), "quotation"),
    (_pattern(rf"(?<!\bi )(?<!\bwe )(?<!\bI['’]ve )(?<!\blet me )(?<!\bto )\b{_SAYING}(?: \w{{1,12}}){{0,3}}:"),
     "quotation"),
    (_pattern(rf"^\W{{0,6}}(?:please |can you |could you )?{_ASKED_FOR}\b[^:\n]{{0,40}}:"), "quotation"),
    (re.compile(r"^(?:请|帮我)?(?:翻译|例句|造句|改写|润色|朗读|歌词|台词|引用)[^：:\n]{0,12}[：:]"), "quotation"),
)  # fmt: skip
"""What comes before the sentence that is not asserted."""
_VERDICT: Final = (
    _pattern(rf"{_IS}{_FALSE}\b"),
    re.compile(
        r"(?:这句话|这话|这件?事|这个?说法|的(?:说法|传言|谣言|消息))?(?:都|全|完全|根本|其实|纯粹|就)?"
        r"(?:是(?:假的?|谎话|谎言|骗人|谣言|玩笑|错的|瞎说|胡说|编的|开玩笑|不对的|不是?真的)"
        r"|(?:并?不是|并非)(?:真的|事实)|不属实)"
    ),
)
"""What comes after a sentence that is its subject."""
_TAKEN_BACK: Final = (
    _pattern(rf"(?:^|[,;—–-])\W{{0,6}}(?:which|that|this|it)(?: (?:is|was)(?: |(?=n['’]t))|['’]s ){_FALSE}\W{{0,6}}$"),
    _pattern(
        r"(?:^|[,;—–-])\W{0,6}(?:haha |lol |no )?(?:(?:i['’]m|i am|i was) )?(?:just |only )?(?:kidding|joking)\W{0,6}$"
    ),
    _pattern(r"(?:^|[,;—–-])\W{0,6}(?:jk|not!)\W{0,6}$"),
    re.compile(
        r"(?:^|[，,；—])\W{0,6}(?:我|都|是|这|那|其实)*(?:开(?:个)?玩笑|骗你|逗你|瞎说|假)(?:的|呢|啦|玩)+\W{0,6}$"
    ),
)
"""What comes after a sentence, or stands alone behind it, and takes it back."""
_BREAK: Final = _pattern(r"[,;，；]|\b(?:and|but|because|so|or|where|though|although|while|since|when|if)\b")


_CLAIMED: Final = frozenset(("asserted", "plan"))


def framed(text: str, start: int, end: int, drafts: Iterable[Draft]) -> Iterator[Draft]:
    """The drafts of a sentence, those it holds only to deny, quote or wish them no longer asserted.

    Args:
        text: The masked content.
        start: First character of the sentence.
        end: First character after it.
        drafts: What the rules read in it.

    Yields:
        All drafts, in order.
    """
    found = list(drafts)
    if not found:
        return
    sentence = text[start:end]
    if takes_back(sentence) or drops_itself(sentence):
        yield from unsaid(found)
        return
    openings = [(match.end(), mood) for pattern, mood in _OPENING if (match := pattern.search(sentence))]
    verdicts = [match for pattern in _VERDICT for match in pattern.finditer(sentence)]
    for draft in found:
        moods: list[Mood] = [mood for after, mood in openings if after < draft.end - start]
        if not moods and any(_judged(sentence, draft, start, verdict) for verdict in verdicts):
            moods.append("hypothetical")
        yield replace(draft, mood=moods[0]) if moods and draft.mood in _CLAIMED else draft


def _judged(sentence: str, draft: Draft, start: int, verdict: re.Match[str]) -> bool:
    """Whether the verdict follows the value at once: in "I live in Rome and the news is false" it does not."""
    at = sentence.find(draft.value, max(0, draft.start - start))
    if at < 0 or at >= verdict.start():
        return False
    return _BREAK.search(sentence, at + len(draft.value), max(at + len(draft.value), verdict.start())) is None


def takes_back(sentence: str) -> bool:
    """Whether the end of a sentence, or all of it, takes back what stands before: "… just kidding"."""
    return any(pattern.search(sentence) for pattern in _TAKEN_BACK)


def unsaid(drafts: Sequence[Draft]) -> list[Draft]:
    """Drafts of a sentence that the next one takes back."""
    return [replace(one, mood="hypothetical") if one.mood in _CLAIMED else one for one in drafts]


def only_takes_back(sentence: str) -> bool:
    """Whether a sentence does nothing but take back the one before: "Just kidding.", "骗你的。"."""
    return any((match := pattern.search(sentence)) is not None and match.start() == 0 for pattern in _TAKEN_BACK)
