"""Reads by rule what was decided and why, what is to be done, and what stayed open; English and Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from doxa.text.calendar_names import DAY_NAMES, MONTH_NAMES
from doxa.text.sentences import split_sentences
from doxa.text.simplified import simplified
from doxa.write.consolidate.conversation import Line

Sort = Literal["decision", "action", "question"]

_DECIDED: Final = re.compile(
    r"\b(?:decided|agreed|opted|resolved) (?:to|on|that|against|not|for|upon|in)\b|\b(?:settled|landed) on\b"
    r"|\b(?:chose|have chosen|picked)\b|\b(?:going|went|go|stick|sticking|stay|staying) with\b"
    r"|\blet['’]?s (?:use|go|stick|keep|switch|move|drop|do|pick|choose)\b"
    r"|\b(?:we|i)(?:['’]ll| will) (?:use|go with|switch to|adopt|drop|stick with|keep using)\b"
    r"|\bthe decision (?:is|was)\b|\bdecision:",
    re.IGNORECASE,
)
_UNDECIDED: Final = re.compile(
    r"\b(?:not|n['’]t|never|yet to|should|could|might|may|if|whether|unless|until)\b[^.;]{0,30}?"
    r"\b(?:decide|agree|cho[os]+se|picked|settle|go(?:ing)? with|use)",
    re.IGNORECASE,
)
_DECIDED_ZH: Final = re.compile(
    r"决定|商定|敲定|选定|选择了|定下来|拍板|一致同意|达成一致|改用|就(?:用|选|定)|采用了|最终(?:选|用|定)"
)
_UNDECIDED_ZH: Final = re.compile(
    r"(?:没|没有|还没|尚未|未|不能|无法|难以|待|要不要|是否|如果|等)[^，。；]{0,6}(?:决定|商定|敲定|选定|定下来|选择|改用)"
    r"|决定不了|取决"
)
_REASON: Final = re.compile(
    r"[,;—–-]?\s*\b(?:because(?: of)?|due to|given that|for the reason that|on account of"
    rf"|since (?!(?:\d|then|last|the|yesterday|{'|'.join(MONTH_NAMES + DAY_NAMES)})\b))\s*(?P<why>.+)$",
    re.IGNORECASE,
)
_REASON_FIRST: Final = re.compile(
    r"^(?:because|since|given that|as)\s+(?P<why>[^,]{4,160}),\s*(?:so\s+)?(?P<what>.+)$", re.IGNORECASE
)
_REASON_ZH: Final = re.compile(r"[，,；;]?\s*(?:主要是|是)?(?:因为|由于|考虑到|鉴于)(?P<why>[^。！？]+)$")
_REASON_FIRST_ZH: Final = re.compile(
    r"^(?:因为|由于|考虑到|鉴于)(?P<why>[^，,]{2,80})[，,]\s*(?:所以|因此)?(?P<what>.+)$"
)
_NEXT_REASON: Final = re.compile(r"^(?:because|the reason (?:is|was)(?: that)?|that['’]s because)\s+(.+)$", re.I)
_NEXT_REASON_ZH: Final = re.compile(r"^(?:因为|原因是|理由是|主要是因为)[，,：:]?(.+)$")
_ACTION: Final = re.compile(
    r"^(?:to-?do|action item|next step)s?\s*[:：-]\s*\S|\b(?:remember|don['’]t forget|remind me) to\b"
    r"|\b(?:i|we)(?:['’]ll| will| need to| have to| must| still need to| still have to|['’]m going to|['’]re going to"
    r"| am going to| are going to) (?!(?:be|have|see|think|know|love|miss|let|say|tell you|try|use|go with|admit|always"
    r"|never|probably|just|keep using|stick)\b)[a-z]{2,}",
    re.IGNORECASE,
)
_ACTION_ZH: Final = re.compile(
    r"^(?:待办|下一步|行动项)[：:]|(?:记得|别忘了|不要忘记|提醒我)(?:要|去)?\S"
    r"|(?:我|我们|咱们)(?:明天|今晚|下周|稍后|之后|马上|还|也)?(?:会|得|需要|必须|还要|要去|负责)(?!是|有|觉得|想|说)\S{2,}"
)
_OPEN: Final = re.compile(
    r"\bopen question\b|\b(?:still|yet) (?:need|have) to (?:figure out|find out|decide|clarify)\b"
    r"|\b(?:not sure|unclear|undecided|unknown|don['’]t know)(?: yet)?,? "
    r"(?:if|whether|how|which|what|who|when|where|why)\b",
    re.IGNORECASE,
)
_OPEN_ZH: Final = re.compile(r"待定|待确认|还不(?:确定|清楚|知道)|尚不清楚|有待")
_ASKS: Final = ("?", "？")
_LONGEST: Final = 400


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that was decided, is to be done, or stayed open.

    Args:
        sort: Which of these.
        text: The sentence, without its reason.
        reason: Why.
        line: The place of its line in the conversation.
        quote: The whole sentence as it was said.
    """

    sort: Sort
    text: str
    reason: str | None
    line: int
    quote: str


def remarks_in(lines: Sequence[Line]) -> list[Remark]:
    """Return what a conversation decided, what is to be done and what stayed open, in order, each once.

    A question is open where nobody else spoke after it, or where a speaker says so.

    Args:
        lines: The conversation.
    """
    found: dict[tuple[Sort, str], Remark] = {}
    last_of = {line.who: at for at, line in enumerate(lines)}
    for at, line in enumerate(lines):
        if line.role not in ("user", "assistant"):
            continue
        answered = any(place > at for who, place in last_of.items() if who != line.who)
        for remark in _remarks(line, at, answered=answered):
            found.setdefault((remark.sort, remark.text), remark)
    return list(found.values())


def _remarks(line: Line, at: int, *, answered: bool) -> Iterator[Remark]:
    sentences = [each.text for each in split_sentences(line.text)]
    for number, sentence in enumerate(sentences):
        if len(sentence) > _LONGEST:
            continue
        after = sentences[number + 1] if number + 1 < len(sentences) else ""
        read = simplified(sentence)
        if sentence.rstrip("\"'”’)）").endswith(_ASKS):
            if not answered and line.role == "user":
                yield Remark("question", sentence, None, at, sentence)
        elif _OPEN.search(read) or _OPEN_ZH.search(read):
            yield Remark("question", sentence, None, at, sentence)
        elif is_decision(sentence):
            text, reason = _with_reason(sentence, after)
            yield Remark("decision", text, reason, at, sentence)
        elif _ACTION.search(read) or _ACTION_ZH.search(read):
            yield Remark("action", sentence, None, at, sentence)


def is_decision(sentence: str) -> bool:
    """Return whether a sentence tells of something that was decided, not of what may be."""
    if _DECIDED.search(sentence):
        return not _UNDECIDED.search(sentence)
    read = simplified(sentence)
    return bool(_DECIDED_ZH.search(read)) and not _UNDECIDED_ZH.search(read)


def _with_reason(sentence: str, after: str) -> tuple[str, str | None]:
    plain, after = sentence.rstrip(".。!！ "), after.rstrip(".。!！ ")
    read, read_after = simplified(plain), simplified(after)
    for pattern in (_REASON_FIRST, _REASON_FIRST_ZH):
        first = pattern.match(read)
        if first and is_decision(first["what"]):
            return _sentence(plain[slice(*first.span("what"))]), plain[slice(*first.span("why"))].strip()
    for pattern in (_REASON, _REASON_ZH):
        told = pattern.search(read)
        if told and is_decision(read[: told.start()]):
            return _sentence(plain[: told.start()]), plain[slice(*told.span("why"))].strip()
    for pattern in (_NEXT_REASON, _NEXT_REASON_ZH):
        follows = pattern.match(read_after)
        if follows:
            return _sentence(plain), after[slice(*follows.span(1))].strip()
    return _sentence(plain), None


def _sentence(text: str) -> str:
    text = text.strip().strip(",，;；")
    return text[:1].upper() + text[1:]
