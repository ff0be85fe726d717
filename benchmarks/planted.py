"""Texts with a known twin, made by rule from what people said: the same in other words, and nearly the same.

A duplicate is a real sentence after one to three rules that keep what it says: contractions, spelling, openers,
adverbs, synonyms, the place of a clause or a time, digits for words. A near-duplicate differs in one number, denial,
name, unit or weekday. The lists are the benchmark's own; the library does not see them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

CONTRACTIONS = (
    ("I'm", "I am"), ("I've", "I have"), ("I'll", "I will"), ("don't", "do not"), ("can't", "cannot"),
    ("didn't", "did not"), ("that's", "that is"), ("we're", "we are"),
    ("We're", "We are"), ("you're", "you are"), ("They're", "They are"), ("won't", "will not"), ("isn't", "is not"),
    ("doesn't", "does not"), ("wasn't", "was not"), ("I'd", "I would"), ("couldn't", "could not"), ("we've", "we have"),
    ("haven't", "have not"), ("He's", "He is"), ("She's", "She is"), ("there's", "there is"), ("let's", "let us"),
)  # fmt: skip
OPENERS = ("Oh, ", "Well, ", "By the way, ", "You know, ", "Yeah, ", "Hey, ", "Honestly, ")
ADVERBS = ("really", "actually", "definitely", "honestly")
SYNONYMS = (
    ("kids", "children"), ("mom", "mother"), ("dad", "father"), ("photo", "picture"), ("movie", "film"),
    ("began", "started"), ("start", "begin"), ("started", "began"), ("bought", "purchased"), ("buy", "purchase"),
    ("amazing", "fantastic"), ("great", "wonderful"), ("awesome", "amazing"), ("happy", "glad"), ("big", "large"),
    ("gift", "present"), ("trip", "journey"), ("job", "occupation"), ("enjoy", "like"), ("helped", "assisted"),
    ("finished", "completed"), ("beautiful", "gorgeous"), ("scared", "afraid"), ("maybe", "perhaps"),
    ("often", "frequently"), ("everyone", "everybody"), ("someone", "somebody"), ("couch", "sofa"),
    ("apartment", "flat"), ("bike", "bicycle"), ("kid", "child"), ("tired", "weary"), ("smart", "clever"),
    ("quick", "fast"), ("hard", "difficult"), ("important", "crucial"), ("choose", "pick"), ("chose", "picked"),
    ("told", "informed"), ("quickly", "rapidly"), ("tv", "television"), ("pics", "pictures"), ("speak", "talk"),
    ("thankful", "grateful"), ("road trip", "drive"), ("store", "shop"), ("received", "got"), ("fix", "repair"),
)  # fmt: skip
SPELLINGS = (
    ("color", "colour"), ("favorite", "favourite"), ("center", "centre"), ("theater", "theatre"),
    ("neighbor", "neighbour"), ("realize", "realise"), ("organize", "organise"), ("gray", "grey"),
    ("traveling", "travelling"), ("program", "programme"),
)  # fmt: skip
PHRASES = (
    ("a lot of", "lots of"), ("lots of", "a lot of"), ("every day", "daily"), ("right now", "at the moment"),
    ("going to", "gonna"), ("want to", "wanna"), ("have to", "must"), ("in order to", "to"), ("as well", "too"),
    ("talk about", "discuss"), ("talked about", "discussed"), ("plenty of", "lots of"), ("at the moment", "right now"),
)  # fmt: skip
DIGITS = (
    ("two", "2"), ("three", "3"), ("four", "4"), ("five", "5"), ("six", "6"), ("seven", "7"), ("eight", "8"),
    ("ten", "10"), ("twelve", "12"), ("twenty", "20"),
)  # fmt: skip
TIMES = ("yesterday", "today", "last week", "last night", "last weekend", "this morning", "last month", "tomorrow")
JOINERS = ("because", "when", "after", "before", "if")
CHINESE = (
    ("妈妈", "母亲"), ("爸爸", "父亲"), ("喜欢", "喜爱"), ("电影", "影片"), ("现在", "目前"), ("高兴", "开心"),
    ("经常", "常常"), ("但是", "可是"), ("因为", "由于"), ("觉得", "认为"), ("马上", "立刻"), ("可能", "也许"),
    ("漂亮", "美丽"), ("老师", "教师"), ("孩子", "小孩"), ("帮助", "帮忙"), ("大概", "大约"), ("我们", "咱们"),
    ("电脑", "计算机"), ("买", "购买"), ("打算", "计划"), ("早上", "早晨"), ("晚上", "夜里"), ("每天", "天天"),
    ("房子", "屋子"), ("厉害", "了不起"), ("聊天", "闲聊"), ("医生", "大夫"),
)  # fmt: skip
CHINESE_OPENERS = ("嗯，", "其实", "对了，")
UNITS = (
    ("minutes", "hours"), ("hours", "days"), ("days", "weeks"), ("weeks", "months"), ("months", "years"),
    ("years", "months"), ("miles", "kilometers"), ("km", "miles"), ("pounds", "kilograms"), ("dollars", "euros"),
    ("分钟", "小时"), ("小时", "天"), ("公里", "米"), ("公斤", "克"), ("岁", "个月"),
)  # fmt: skip
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
ZH_WEEKDAYS = ("周一", "周二", "周三", "周四", "周五", "周六", "周日")

Rule = Callable[[str, random.Random], str | None]
"""Returns a text worded otherwise, or `None` where it does not apply."""


@dataclass(frozen=True, slots=True)
class Twin:
    """A text made of another, by the rules or the difference named."""

    text: str
    by: str


def _one_of(pairs: Sequence[tuple[str, str]], *, both: bool = True) -> Rule:
    table = [*pairs, *((other, one) for one, other in pairs)] if both else list(pairs)

    def rule(text: str, pick: random.Random) -> str | None:
        found = [(one, other) for one, other in table if re.search(_bounded(one), text)]
        if not found:
            return None
        one, other = pick.choice(found)
        return re.sub(_bounded(one), other, text)

    return rule


def _bounded(word: str) -> str:
    return rf"(?<![\w']){re.escape(word)}(?![\w'])" if word.isascii() else re.escape(word)


def _opener(text: str, pick: random.Random) -> str | None:
    if not text[0].isascii():
        return pick.choice(CHINESE_OPENERS) + text
    if re.match(r"(?:oh|well|yeah|hey|wow|thanks|hi)\b", text, re.IGNORECASE):
        return None
    keep = re.match(r"(?:I|[A-Z]\w+ [A-Z])(?:\b|')", text)
    return pick.choice(OPENERS) + (text if keep else text[0].lower() + text[1:])


def _adverb(text: str, pick: random.Random) -> str | None:
    found = re.search(r"\b(I|We|They) (?!(?:am|was|are|were|will|have|would|can|could|should)\b)(?=[a-z]+ )", text)
    return None if found is None else f"{text[: found.end()]}{pick.choice(ADVERBS)} {text[found.end() :]}"


def _clause(text: str, pick: random.Random) -> str | None:
    found = re.fullmatch(rf"([^,;.!?]+?),? ({'|'.join(JOINERS)}) ([^,;.!?]+)([.!])", text)
    if found is None or len(found[1].split()) < 3 or len(found[3].split()) < 3:
        return None
    first = found[1] if re.match(r"I\b", found[1]) else found[1][0].lower() + found[1][1:]
    return f"{found[2].capitalize()} {found[3]}, {first}{found[4]}"


def _time(text: str, pick: random.Random) -> str | None:
    for when in TIMES:
        found = re.fullmatch(rf"([^,;.!?]+) {when}([.!])", text)
        if found and not any(each in found[1] for each in TIMES):
            first = found[1] if re.match(r"I\b", found[1]) else found[1][0].lower() + found[1][1:]
            return f"{when.capitalize()} {first}{found[2]}"
    return None


def _perfect(text: str, pick: random.Random) -> str | None:
    found = re.search(
        r"\b(I|We|They)(?:'ve| have) (?:just )?(been|made|found|bought|started|had|taken|joined|got)\b", text
    )
    if found is None or found[2] in ("been", "taken"):
        return None
    return f"{text[: found.start()]}{found[1]} {found[2]}{text[found.end() :]}"


def _marks(text: str, pick: random.Random) -> str | None:
    return re.sub(r"[.!]+$", "", text).replace("!", ".") if re.search(r"[.!]$", text) else None


RULES: dict[str, Rule] = {
    "contraction": _one_of(CONTRACTIONS),
    "opener": _opener,
    "adverb": _adverb,
    "synonym": _one_of((*SYNONYMS, *CHINESE)),
    "spelling": _one_of(SPELLINGS),
    "phrase": _one_of(PHRASES, both=False),
    "digits": _one_of(DIGITS),
    "clause": _clause,
    "time": _time,
    "perfect": _perfect,
    "marks": _marks,
}


OF_CHINESE = ("opener", "synonym", "marks")


def reworded(text: str, pick: random.Random) -> Twin | None:
    """Return a text that says the same in other words, by one to three rules; marks alone make no twin."""
    chinese = any("一" <= character <= "鿿" for character in text)
    rules = OF_CHINESE if chinese else tuple(RULES)
    names = pick.sample(rules, len(rules))
    wanted = pick.randint(1, 3)
    used: list[str] = []
    said = text
    for name in names:
        if len(used) == wanted:
            break
        changed = RULES[name](said, pick)
        if changed is not None and changed != said:
            said, used = changed, [*used, name]
    return Twin(said, "+".join(sorted(used))) if set(used) - {"marks"} and said != text else None


def _number(text: str, pick: random.Random) -> str | None:
    found = re.search(r"(?<![\w.:/-])(\d{1,4})(?![\w:/.-]\d|\w)", text)
    if found:
        return f"{text[: found.start()]}{int(found[1]) + pick.randint(1, 9)}{text[found.end() :]}"
    words = [word for word, _ in DIGITS if re.search(_bounded(word), text)]
    if not words:
        return None
    word = pick.choice(words)
    other = pick.choice([each for each, _ in DIGITS if each != word])
    return re.sub(_bounded(word), other, text, count=1)


def _denial(text: str, pick: random.Random) -> str | None:
    table = (
        (r"\b(is|was|are|were|can|will|could|should|would|did|does|do|have|has) (?!not\b)", r"\1 not "),
        (r"\b(I|We|They|You) (?=(?:love|like|want|need|know|enjoy|think|feel|hope)\b)", r"\1 don't "),
        (r"\bnot ", ""),
        (r"\b(do|did|does|is|was|were|are|could|would|should|have|has)n't\b", r"\1"),
        (r"喜欢", "不喜欢"),
        (r"(?<![不没])(去|买|吃|想|知道)", r"不\1"),
    )
    for pattern, said in table:
        changed = re.sub(pattern, said, text, count=1)
        if changed != text:
            return changed
    return None


def _name(text: str, pick: random.Random) -> str | None:
    found = re.search(r"(?<=[a-z,] )(?!I\b)[A-Z][a-z]{2,}\b", text)
    if found is None or found[0] in WEEKDAYS:
        return None
    return f"{text[: found.start()]}{pick.choice(['Quentin', 'Zelda', 'Marlow', 'Ingrid'])}{text[found.end() :]}"


def _unit(text: str, pick: random.Random) -> str | None:
    found = [pair for pair in UNITS if re.search(rf"(?<=[\d\w] ){re.escape(pair[0])}\b|\d{re.escape(pair[0])}", text)]
    if not found:
        return None
    one, other = pick.choice(found)
    return text.replace(one, other, 1)


def _weekday(text: str, pick: random.Random) -> str | None:
    for names in (WEEKDAYS, ZH_WEEKDAYS):
        for name in names:
            if name in text:
                return text.replace(name, pick.choice([each for each in names if each != name]), 1)
    return None


DIFFERENCES: dict[str, Rule] = {
    "number": _number,
    "denial": _denial,
    "name": _name,
    "unit": _unit,
    "weekday": _weekday,
}


def nearly(text: str, by: str, pick: random.Random) -> Twin | None:
    """Return a text that differs in one thing that makes it say something else."""
    changed = DIFFERENCES[by](text, pick)
    return None if changed is None or changed == text else Twin(changed, by)
