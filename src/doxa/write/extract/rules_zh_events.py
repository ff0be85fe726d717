"""Chinese: what somebody did, plans, wishes, swapped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from doxa.write.extract.clauses_zh import Reading, without_particles
from doxa.write.extract.found import Draft
from doxa.write.extract.lexicon_zh import PLACES
from doxa.write.extract.rules_zh_profile import full_name
from doxa.write.extract.stating_zh import said, table, vague
from doxa.write.extract.time_words_zh import TIME

_AHEAD: Final = re.compile(
    r"明天|后天|明早|明晚|今晚|下下?个?(?:周|星期|礼拜)|下下?个?月|明年|后年|过几天|过两天|[^以之]后(?:去|要|会)?|(?<!上)(?<!上个)(?<!每个)周末|国庆|春节|寒假|暑假|过年"
)
_BEHIND: Final = re.compile(
    r"昨|前天|上上?个?(?:周|星期|礼拜)|上上?个?月|去年|前年|刚|前几天|以前|年(?:前|以前)|[天周月]前|小时候|曾经|今天|今早|\d{4}年|月"
)
_NUMBER: Final = r"(?:\d{1,2}|[一二两三四五六七八九十]{1,3})"
_DATED: Final = re.compile(rf"(?<![年\d零〇第]){_NUMBER}(?:月(?:{_NUMBER}[日号]|[初中底])?|[日号])")
"""A date without a year: the coming one beside what is not done yet."""
_DONE: Final = re.compile(r"[了过得的]|时|很|真|非常|开心|难忘|完")
_TIMED: Final = re.compile(TIME)
_TRAVEL_TAIL: Final = re.compile(r"(?:出差|旅游|旅行|玩|度假|看|参观|开会|参加|见|办|爬山|徒步|探亲|学习|培训|一趟).*$")
_PLACE_ENDS: Final = re.compile(
    r"(?:公园|博物馆|医院|景区|山|湖|海|寺|庙|城|镇|村|岛|大学|学校|商场|餐厅|图书馆|美术馆|动物园|植物园|电影院|乐园|谷|古镇|展|会|馆|园|店|楼|塔|岛|湾|市|县|区|路)$"
)


def _is_to_come(reading: Reading, deed: str) -> bool:
    """Whether "4月去日本旅游" is yet to come: a date without a year, and nothing that says it is done."""
    dated = _DATED.search(reading.lead)
    if dated is None or _DONE.search(deed):
        return False
    return not _BEHIND.search(_DATED.sub("", reading.lead))


def _plan(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    value = re.sub(r"^(参加|去)的", r"\1", without_particles(match["v"]))
    if (vague(value) and not re.match(r"和|跟", value)) or len(value) < 2 or len(value) > 30:
        return
    if reading.mood in ("asserted", "hypothetical"):
        yield said(reading, "plans", value, timing="plan", mood="plan" if reading.mood == "asserted" else reading.mood)


def _dated_plan(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "下周五去奥斯陆": a future time and something to do."""
    if (
        reading.negative
        or reading.mood != "asserted"
        or not (_AHEAD.search(reading.lead) or _is_to_come(reading, match.group()))
        or reading.party.role == "thing"
    ):
        return
    value = without_particles(match.group())
    if len(value) >= 3 and not vague(value) and not re.match(r"[^，]{1,3}[了过]|.*过$", value):
        yield said(reading, "plans", re.sub(r"^(?:要|会|得|可以|能)", "", value), timing="plan", mood="plan")


def _wish(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    value = without_particles(match["v"])
    if (
        not vague(value)
        and len(value) >= 2
        and not re.match(r"[了过着到起象像必法问说]", value)
        and reading.mood == "asserted"
    ):
        yield said(reading, "wants", value, timing="plan", mood="wish")


def _went(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    value = without_particles(match["v"])
    value = _TRAVEL_TAIL.sub("", value) or value
    value = re.sub(r"^(?:一趟|一次|趟|次|一个|一家|一座)", "", value)
    known = any(value.startswith(name) for name in PLACES) or _PLACE_ENDS.search(value)
    if not known or vague(value) or len(value) > 14 or reading.mood == "hypothetical":
        return
    if _is_to_come(reading, match.group()) and not match["done"]:
        return
    if re.match(r"(?:去|到)(?!过|了)", match.group()) and not (match["done"] or _BEHIND.search(reading.lead)):
        return
    yield said(reading, "visited", value, timing="event")


def _attended(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    value = without_particles(match["v"])
    if not vague(value) and len(value) <= 24:
        yield said(reading, "attended", value, timing="event")


def _met(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    name = full_name(match["v"])
    if name is not None and not reading.negative:
        yield said(reading, "met", name, timing="event")


def _swapped(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "从Java换成Python", "改喝茶了"."""
    new = without_particles(match["v"])
    if vague(new) or len(new) > 12 or reading.negative or _TIMED.match(new):
        return
    groups = match.groupdict()
    verb = groups.get("verb") or "用"
    attribute = {"喝": "drinks", "吃": "eats"}.get(verb, "uses")
    yield said(reading, attribute, new, timing="change")
    old = without_particles(groups.get("old") or "")
    if old and not vague(old):
        yield said(reading, attribute, old, timing="change", polarity=False)


def _needed(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我下周要去上海": 要 is a plan only with a time ahead."""
    if _AHEAD.search(reading.lead) or "将" in reading.lead or _is_to_come(reading, match.group()):
        yield from _plan(reading, match)


def _did(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "昨天我做了红烧肉": something done, with its day."""
    value = without_particles(match.group())
    if reading.negative or reading.mood != "asserted" or reading.elided or not _BEHIND.search(reading.lead):
        return
    if 4 <= len(value) <= 16 and not _NOT_DONE.match(value) and not vague(value) and reading.party.role != "thing":
        yield said(reading, "did", value, timing="event")


def _habit(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我每天早上六点起床跑步"."""
    value = without_particles(match.group())
    regular = _REGULAR.search(reading.lead)
    if (
        regular is None
        or reading.negative
        or reading.mood != "asserted"
        or reading.party.role not in ("speaker", "person")
    ):
        return
    if (
        _NOT_DONE.match(value)
        or vague(value)
        or len(value) < 2
        or reading.text[reading.end - 1] in "了的"
        or re.search(r"[我他她]|很|太|挺", value)
    ):
        return
    yield said(reading, "habit", value, text="{s}" + regular.group() + "{v}")


def _accustomed(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我习惯早睡早起"."""
    value = without_particles(match["v"])
    told = reading.mood == "asserted" and reading.party.role in ("speaker", "person") and not reading.negative
    if told and not vague(value) and not re.search(r"[我你他她它]|这|那", value):
        yield said(reading, "habit", value, text="{s}习惯{v}")


_REGULAR: Final = re.compile(
    r"每[天周月年](?:早上|清晨|上午|晚上|下午|中午)?(?:(?:\d{1,2}|[一二两三四五六七八九十]{1,3})点(?:半|钟|\d{1,2}分?)?)?|天天|经常|周末一般|一般周末|周末都|每逢周末|每个?周[一二三四五六日末]|习惯"
)
_NOT_DONE: Final = re.compile(
    r"^(?:恨不得|下班|回来|回家|工作回|是|有|觉得|想|感觉|说|听|在|被|让|给|发现|看到|知道|没|不|会|要|能|得|就|变|成)|.*[你它]"
)
_WORD: Final = r"[\u4e00-\u9fffA-Za-z+#.]"
EVENTS: Final = table(
    (r"(?:打算|准备|计划|将要|将会|决定|预计|即将)(?:在|于)?(?P<v>[^，。]{2,30})", _plan),
    (r"要(?P<v>(?:参加|去|飞|搬|到|回|见|考|结婚)[^，。]{1,24})", _needed),
    (
        r"(?:要|会|得)?(?:去|飞|参加|回|到|见|开始|出发|[和跟带陪].{1,6}去|考|面试|搬)[^，。]{1,20}",
        _dated_plan,
    ),
    (r"(?:希望|想要|想|盼望|梦想)(?:能|能够|可以|着|有一天|有机会)*(?P<v>[^，。]{2,24})", _wish),
    (r"(?:去|到)(?P<done>过|了)?(?:一?趟|一?次)?(?P<v>[\u4e00-\u9fffA-Za-z]{2,16})", _went),
    (r"(?:去|到)(?P<v>[\u4e00-\u9fffA-Za-z]{2,10})(?P<done>了|过)(?:一[趟次])?", _went),
    (r"(?:参加|出席)(?:了|过)(?P<v>[^，。]{2,24})", _attended),
    (r"(?:见了|见到了?|碰见了?)(?P<v>[\u4e00-\u9fffA-Za-z]{2,6})", _met),
    (r"(?:跟|和|与)(?P<v>[\u4e00-\u9fffA-Za-z]{2,4})(?:见了?面|吃了?饭|一起吃了?饭)了?", _met),
    (
        rf"(?:已经)?(?:从|由)(?P<old>{_WORD}{{1,12}}?)(?:换|改|转|切换|迁移|升级)(?:成|到|为|用)了?(?P<v>{_WORD}{{1,12}})",
        _swapped,
    ),
    (rf"改(?P<verb>喝|吃|用)(?P<v>{_WORD}{{1,12}})", _swapped),
    (r"(?:已经|早就|早已)?习惯(?:了|于)?(?P<v>[^，。的]{2,14})", _accustomed),
    (r"[^，。]{1,3}了[^，。]{2,12}", _did),
    (r"[^，。]{2,14}", _habit),
)
"""Patterns of the predicate with their rules."""
