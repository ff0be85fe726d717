"""Chinese: where somebody lives, lived, moved and comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from doxa.write.extract.clauses_zh import Reading, without_particles
from doxa.write.extract.found import Draft
from doxa.write.extract.lexicon_zh import PLACES
from doxa.write.extract.stating_zh import said, table, vague

_PLACE_END: Final = re.compile(r"(?:那边|这边|那儿|这儿|附近|旁边|这里|那里|里面|的[\u4e00-\u9fff]*小区)$")
_PURPOSE: Final = re.compile(r"(?<=[\u4e00-\u9fffA-Za-z]{2})(?:工作|上班|上学|读书|念书|发展|生活|养老)$")
"""What somebody lives there for: "搬到北京工作"."""
_NO_PLACE: Final = re.compile(
    r"^(?:一起|家里?|酒店|宾馆|学校|宿舍|楼上|楼下|这|那|哪|我|你|他|她|它|的|外面|医院|公司|单位|附近|隔壁|对面|里面|乡下|城里"
    r"|农村|市区|郊区|一[个间套栋]|同一|老房子|新房子?|新家|别|了|过|得|进|下|不|着|院|几|在|到|一块|谁)"
)
_FLOOR: Final = re.compile(
    r"(?:(?:第?(?:\d+|[零一二两三四五六七八九十百]+|[A-Z])(?:号楼|楼|层|单元|室|栋|幢|号房)|(?:顶|底|高|低|中|最高|最低)[楼层])"
    r"(?:的?\d{3,4}(?:室|房|号)?)?)+[里上]?$"
)
"""Which floor, stairs or room: where in the house, and no place by itself."""
_HOUSING: Final = r"(?:花园|家园|小区|公寓|新村|华府|名苑|雅苑|苑|城|公馆|大院|社区)"


def place(value: str) -> str | None:
    """A place as a value, without "那边" and particles; `None` for "一起", "酒店" and other words that are no place."""
    found = _PURPOSE.sub("", _PLACE_END.sub("", without_particles(value)))
    found = _FLOOR.sub("", found).removesuffix("的")
    if not 2 <= len(found) <= 20 or _NO_PLACE.match(found):
        return None
    return found if re.fullmatch(r"[\u4e00-\u9fffA-Za-z·\d ]+", found) else None


def known_place(value: str) -> bool:
    """Whether a value begins with a place that everybody knows, or ends as places do."""
    return any(value.startswith(name) for name in PLACES) or (2 <= len(value) <= 6 and value[-1] in "省市县镇州")


def _home(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    inner = re.fullmatch(rf"(?P<v>[\u4e00-\u9fff]{{2,8}}?{_HOUSING})(?:这个小区|小区|里)?", match["v"])
    if inner is not None and not known_place(inner["v"]):
        yield said(reading, "neighbourhood", inner["v"], text="{s}住的小区是{v}")
        return
    until = _UNTIL.search(match["v"])
    found = place(match["v"] if until is None else match["v"][: until.start()])
    if found is not None:
        yield said(reading, "home", found) if until is None else said(reading, "home", found, timing="left")


_UNTIL: Final = re.compile(r"(?<=[\u4e00-\u9fffA-Za-z]{2})(?:一?直)?到(?:了)?$")
"""What is left of "住在罗马到2023年" beside its time."""


def _stayed_until(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我在罗马住到2023年"."""
    found = place(match["v"])
    if found is not None and not reading.negative:
        yield said(reading, "home", found, timing="left")


def _lived_once(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我从来没住过重庆", "我住过重庆"."""
    if known_place(match["v"]):
        never = reading.negative or match["neg"] is not None
        yield said(reading, "home", match["v"], timing="state" if never else "ended", polarity=not never)


def _moved(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    if reading.negative or reading.past:
        return
    left = place(match["from"]) if match["from"] else None
    reached = place(match["v"])
    if reached is None:
        return
    yield said(reading, "home", reached, timing="change")
    if left is not None:
        yield said(reading, "home", left, timing="left")


def _from(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    found = place(match["v"])
    if found is not None:
        yield said(reading, "hometown", found.removesuffix("的"), timing="timeless")


def _native(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我是四川人", "我舅舅是江苏苏州的"."""
    value = match["v"].removesuffix("本地").removesuffix("土生土长的")
    if known_place(value) and reading.party.role in ("speaker", "person"):
        yield said(reading, "hometown", value, timing="timeless")


def _born(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    if known_place(match["v"]):
        yield said(reading, "birthplace", match["v"], timing="timeless")


def _neighbourhood(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    value = without_particles(match["v"])
    if not vague(value) and reading.party.role == "speaker":
        yield said(reading, "neighbourhood", value, text="{s}住的小区是{v}")


_YEARS: Final = r"[\d一二两三四五六七八九十好几多半]+个?(?:年|月|天|周)(?:多|半)?"
_STAYED: Final = rf"(?:了|过)?(?:{_YEARS})?了?"
HOME: Final = table(
    (
        rf"(?:家)?住的(?:那|这)?个?(?P<v>[\u4e00-\u9fff]{{2,8}}?{_HOUSING})(?:这|那|真|环境|挺|特别|很|地方).*",
        _neighbourhood,
    ),
    (r"(?:家)?住的(?:那|这)?个?(?:小区|地方|社区|楼盘)(?:就)?[，,]?(?:是|叫)(?P<v>[^，。]{2,12})", _neighbourhood),
    (
        r"是?(?:家)?(?:就)?(?:住在?|居住在|定居在?|定居于|现居|常住在?)"
        rf"(?P<v>[\u4e00-\u9fffA-Za-z·\d ]{{2,20}}?)(?:(?:已经|有|快|都)*{_YEARS}了?)?",
        _home,
    ),
    (r"(?P<neg>没有?)?(?:曾经?)?住过(?P<v>[\u4e00-\u9fff]{2,8})", _lived_once),
    (r"的?家(?:就)?(?:在|住)(?P<v>[\u4e00-\u9fffA-Za-z·]{2,12})", _home),
    (rf"在(?P<v>[\u4e00-\u9fffA-Za-z·]{{2,10}}?)(?:生活|居住|定居|住){_STAYED}", _home),
    (
        r"在(?P<v>[\u4e00-\u9fffA-Za-z·]{2,10}?)(?:一直)?(?:生活|居住|定居|住)到了?(?:\d{4}年(?:\d{1,2}月)?底?)?",
        _stayed_until,
    ),
    (
        r"(?:从(?P<from>[\u4e00-\u9fffA-Za-z·]{2,8}?))?家?(?:搬家|搬|移居|移民|迁居)"
        r"(?:回到|来到|去到|到了|去了|回了|到|回|去|来|至)(?P<v>[\u4e00-\u9fffA-Za-z·]{2,12}?)(?:来|去|住|生活|定居)?(?:的|了)*",
        _moved,
    ),
    (
        r"的?(?:老家|家乡|籍贯|祖籍)(?:就|也)?(?:是在|是|在|为)(?P<v>[\u4e00-\u9fff]{2,12}?)(?:的|那边|那儿)*",
        _from,
    ),
    (r"是?来自于?(?P<v>[\u4e00-\u9fffA-Za-z]{2,12}?)的?", _from),
    (r"是?(?:出生在|生在|出生于)(?P<v>[\u4e00-\u9fff]{2,10}?)的?", _born),
    (r"(?:他们|她们|我们)?家是在?(?P<v>[\u4e00-\u9fff]{2,10})的", _from),
    (r"是(?:地地道道的|土生土长的|地道的)?(?P<v>[\u4e00-\u9fff]{2,8}?)(?:本地)?[人的]", _native),
)
"""Patterns of the predicate with their rules."""
