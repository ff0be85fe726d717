"""Sentences that say why: words of reason, of what was chosen against, of limits, measures and incidents."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from doxa.text.sentences import split_sentences
from doxa.text.simplified import simplified
from doxa.write.novelty import weight_of


class Reason(NamedTuple):
    """A sentence and what it says of a decision."""

    text: str
    kind: str


_NOT_SO = "far|much|many|long|on|too|as|called|forth|be|do|does|did|is|are|was|were|has|have|can|could|will|never|not"
SO: Final = rf"[,;:] (?:and )?so (?!(?:{_NOT_SO})\b)"
"""`so` that joins what follows from it."""
_TIMES = "last first then previous begin\\w* start\\w* times? releases? version day month year when".replace(" ", "|")
_LATER = r"(?:for|nor|or|until|till|made|become|gone|been)\b|(?:\w+ ){0,3}last\b|\w+, (?:until|before|after)\b"
_OF_TIME = (
    rf"(?:it|they) (?:was|were)\b|(?:is|are|was|were|comes?|then|must|may|can|will)\b|\d|[A-Z]\w* \d"
    rf"|(?:the|its|their|our|an?)? ?(?:{_TIMES})\b|{_LATER}"
)
SINCE: Final = rf"(?:[,;:] since (?!then\b|\d|{_LATER})|\bsince (?!{_OF_TIME}))\S+(?= \S+ \S)"
"""`since` that says why; not the one of time."""
_PAST: Final = (
    r"(?:was|were|had|took|made|lost|went|cost|could|did|came|got|kept|found|left|began|ran|held|gave|stood|paid|broke"
    r"|saw|sent|fell|grew|wrote|thought|meant|led|failed|missed|crashed|blocked|leaked|deadlocked|returned"
    r"|ignored|dropped"
    r"|stopped|caused|happened|raised|showed|waited|remained|stayed|appeared|worked|lacked|depended|never \w+ed)"
)
BEFORE: Final = re.compile(
    rf"(?i)^(?:(?:an?|the|its?|they|this|that|these|those|each|every|all|no|one|two|both|some|many|what|who|we"
    rf"|nothing)\b"
    rf"|[a-z]+s\b|`[^`]+`|'[^']+')(?: (?!(?:that|which|what|who|whose|where|when|if|before|after|until|while|since"
    rf"|as|than)\b)[\w'`().,-]+){{0,8}}?(?<!is)(?<!are)(?<!be)(?<!been)(?<!being) {_PAST}\b(?!-)"
    rf"|^(?:an?|each|every|the) \w+(?: \w+)? read\b"
)
"""What was so before: a subject and a verb of the past, where a message tells what it does in the present."""


WHAT_IS: Final = re.compile(r"(?i)(?:what|who|whoever|nothing)\b.*\b(?:is|are)\b")
"""`What was asked is read …`: told of the present, with the past within."""


PURPOSE_CHINESE: Final = "以便|以免|避免|防止|为了"
CAUSE_CHINESE: Final = f"因为|由于|{PURPOSE_CHINESE}"
BECAUSE: Final = re.compile(r"(?i)(?:because|due to(?! be\b)|owing to)\b|因为|由于")
"""How a sentence begins that is nothing but the reason of what stood before it."""


def any_of(english: str, chinese: str) -> re.Pattern[str]:
    """Return the pattern of any of some phrases, one or several (divided by `|`) to a line; the Chinese by spaces."""
    return re.compile(rf"(?i)\b(?:{'|'.join(english.split(chr(10)))})|{'|'.join(chinese.split())}")


_REVIEW = any_of(
    r"review(?:er|ers|ed)? (?:found|asked|noted|pointed)\b|as suggested by\b",
    "评审(?:发现|指出|要求)",
)
MEASURE = any_of(
    r"""(?:two|three|four|five|six|ten|twenty|thirty|\w+) times (?:as|more|less|faster|slower)\b
\d+(?:[.,]\d+)?\s*(?:%|×)
\d+(?:[.,]\d+)?\s*(?:x|ms|µs|us|ns|s|seconds?|[kmg]i?b|times|qps|fps)\b""",
    r"\d+\s*(?:倍|毫秒|秒|兆)",
)
_INCIDENT = any_of(
    r"""crash(?:ed|es)?\b|outage\b|incident\b|deadlock(?:ed|s)?\b|data loss\b|corrupt(?:ed|s|ion)?\b
regress(?:ed|ion)\b|race condition\b|out of memory\b|memory leak\b|CVE-\d{4}-\d+""",
    "崩溃 死锁 宕机 数据丢失 内存泄漏 损坏",
)
_ALTERNATIVE = any_of(
    r"""instead of\b|rather than\b|in favou?r of\b|as opposed to\b|in place of\b|used to\b
considered\b|alternatives?\b|trade-?offs?\b|prefer(?:red)?(?: .{1,40})? (?:over|to)\b
replac(?:e|es|ed|ing) .{1,60} (?:with|by)\b""",
    "而不是 代替 取代 改用 改为 不再 换成 替换为 相比",
)
_CONSTRAINT = any_of(
    r"""must\b|cannot\b|can't\b|require[sd]?\b|only works?\b|not allowed\b|limited to\b|breaks? (?:on|with|when)\b
incompatible\b|deprecated\b|unsupported\b|does(?: not|n't) (?:support|work|allow|handle)\b""",
    "必须 不能 不支持 要求 限制 不兼容 无法",
)
_WHY = any_of(
    r"""because\b|so that\b|so (?:we|it|they|that|the|a|an|no|nothing|users?|callers?)\b
in order to\b|to avoid\b|to prevent\b|to (?:keep|make|let|allow|ensure|reduce|stop|fix|support|save|help|be able|not)\b
as (?:it|they|we|the|this|that) \w+|due to (?!be\b)|thanks to\b|otherwise\b|therefore\b|thus\b|hence\b
the (?:reason|problem|issue|cause|idea)\b|this (?:means|lets|allows|makes|avoids|fixes|prevents|ensures|way)\b
which (?:means|made|makes|led|leads|caused|causes|meant)\b|that way\b|caused by\b|needed (?:for|to|by|because)\b
would (?:have|otherwise|fail|break|be)\b|lest\b|until now\b|before this\b|no longer\b|previously\b|given that\b
for (?:the )?sake\b""",
    f"{CAUSE_CHINESE} 所以 因此 否则 从而 原因 之前 导致 使得 确保 这样",
)
_SINCE = re.compile(rf"(?i:[,;:] since\b)|{SINCE}")
_KINDS: Final = (
    ("review", _REVIEW),
    ("alternative", _ALTERNATIVE),
    ("incident", _INCIDENT),
    ("reason", _WHY),
    ("constraint", _CONSTRAINT),
    ("measurement", MEASURE),
)
_CHOSEN_AGAINST = re.compile(
    r"(?i)\b(?:instead of|rather than|in place of|as opposed to)\s+(?P<after>[^,.;:!?\n()]{2,60})"
    r"|\breplac(?:e|es|ed|ing)\s+(?P<old>[^,.;:!?\n()]{2,60}?)\s+(?:with|by)\b"
    r"|\b(?:switch|switche[sd]|move[sd]?|migrate[sd]?|change[sd]?)\s+from\s+(?P<former>[^,.;:!?\n()]{2,60}?)\s+to\b"
    r"|(?:而不是|代替|取代|不再使用|不再用)\s*(?P<zh>[^，。；：！？\n（）]{1,30})"
    r"|(?:把|将|由|从)\s*(?P<zhold>[^，。；：！？\n（）]{1,30}?)\s*(?:换成|改为|改成|替换为|迁移到|换为)"
)


def reasons_in(text: str) -> list[Reason]:
    """Return the sentences of a text that say why, or how it was before, in order, verbatim."""
    found = []
    for words in sentences_of(text):
        kind = kind_of(words)
        if kind is not None and weight_of(words) >= 8:
            found.append(Reason(words, kind))
    return found


def kind_of(sentence: str) -> str | None:
    """Return what a sentence says of a decision; `None` where it gives no reason."""
    plain = simplified(sentence)
    kind = next((name for name, pattern in _KINDS if pattern.search(plain)), None)
    return "reason" if kind is None and (_SINCE.search(plain) or BEFORE.match(plain)) else kind


def sentences_of(text: str) -> list[str]:
    """Return the sentences of a text, verbatim, without the marks of a list; one that quotes another stays whole."""
    found: list[tuple[int, int]] = []
    for each in split_sentences(text):
        joined = (
            found and text[each.start - 1] == " " and (text[each.start].islower() or _left_open(text[: each.start]))
        )
        if joined or (found and text[found[-1][0] : found[-1][1]].count("`") % 2):
            found[-1] = (found[-1][0], each.end)
        else:
            found.append((each.start, each.end))
    return [told for start, end in found if (told := text[start:end].lstrip("-*• ").strip())]


def _left_open(before: str) -> bool:
    """Whether a text ends in dots that stand for what is left out, or in a short form: nothing ends there."""
    return re.search(r"(?i)(?:\.\.\.|…|\b(?:e\.g|i\.e|vs)\.) $", before[-8:]) is not None


def chosen_against(text: str) -> tuple[str, ...]:
    """Return what a text says that something else was chosen over, in its own words."""
    return tuple(dict.fromkeys(next(filter(None, each.groups())).strip() for each in _CHOSEN_AGAINST.finditer(text)))
