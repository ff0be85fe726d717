"""Chinese: name, age, birthday, where from, home, body, numbers, degree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from doxa.write.extract.clauses_zh import Reading, without_particles
from doxa.write.extract.found import Draft
from doxa.write.extract.lexicon_zh import COMPOUND_SURNAMES, NOT_NAMES, PLACES, SURNAMES
from doxa.write.extract.stating_zh import RuleZh, said

_NUMBER: Final = r"(?:\d{1,3}|[一二两三四五六七八九十百]{1,4})"
_PLACE_END: Final = re.compile(r"(?:那边|这边|那儿|这儿|附近|旁边|这里|那里|里面|的[\u4e00-\u9fff]*小区)$")
_NO_PLACE: Final = re.compile(
    r"^(?:一起|家里?|酒店|宾馆|学校|宿舍|楼上|楼下|这|那|哪|我|你|他|她|它|的|外面|医院|公司|单位|附近|隔壁|对面|里面|乡下|城里|农村|市区|郊区|一[个间套栋]|同一|老房子|新房子?|新家|别|了|过|得|进|下|不|着|院|几)"
)
_DEGREES: Final = "小学|初中|高中|中专|职高|技校|大专|专科|本科|学士|硕士|研究生|博士后?|MBA"


def full_name(value: str) -> str | None:
    """A value that is written like a name: a surname and given name, 小 or 老 and a character, a doubled one, Latin."""
    name = without_particles(value)
    if name in NOT_NAMES or not 2 <= len(name) <= 20:
        return None
    if re.fullmatch(r"[A-Za-z][A-Za-z·. ]*", name):
        return name
    if (
        len(name) > 4
        or not re.fullmatch(r"[\u4e00-\u9fff·]+", name)
        or re.search(r"[我你他她它了的是在什么哪谁吗这那不没很都也就]", name)
    ):
        return None
    return name


def _is_person(name: str) -> bool:
    return (
        name[0] in SURNAMES
        or name[:2] in COMPOUND_SURNAMES
        or name[0] in "小老阿"
        or not "\u4e00" <= name[0] <= "\u9fff"
    )


def _name(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    name = full_name(match["v"])
    if name is None or reading.elided and not match["noun"] or reading.negative:
        return
    yield said(reading, "name", name)


def _is_name(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """ "我是周启明": only what is written like a full name."""
    name = full_name(match["v"])
    if (
        name
        and reading.party.role == "speaker"
        and not reading.elided
        and 2 <= len(name) <= 3
        and (name[0] in SURNAMES)
        and not reading.negative
        and name not in PLACES
    ):
        if not re.search(r"[人员师生手家长工迷党族粉女男医士]$", name):
            yield said(reading, "name", name)


def _nickname(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    name = full_name(match["v"])
    if name is not None:
        yield said(reading, "nickname", name)


def _surname(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    if match["v"] in SURNAMES and not reading.elided:
        yield said(reading, "surname", match["v"], text="{s}姓{v}")


def _age(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    yield said(reading, "age", match["v"], text="{s}今年{v}岁")


def _this_year(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """ "今年三十八": only with 今年 right before the number."""
    if reading.lead.removesuffix("都").removesuffix("已经").endswith("今年"):
        yield from _age(reading, match)


def _turned(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    yield said(reading, "age", match["v"], timing="change", text="{s}{v}岁了")


def _birthday(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    yield said(reading, "birthday", match["v"].strip(), timing="state")


def place(value: str) -> str | None:
    """A place as a value: without "那边" and particles; `None` for "一起", "酒店" and other words that are no place."""
    found = _PLACE_END.sub("", without_particles(value))
    if not 2 <= len(found) <= 20 or _NO_PLACE.match(found):
        return None
    return found if re.fullmatch(r"[\u4e00-\u9fffA-Za-z·\d ]+", found) else None


def _home(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    found = place(match["v"])
    if found is not None:
        yield said(reading, "home", found)


def _home_here(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """ "我在北京住了五年"."""
    found = place(match["v"])
    if found is not None:
        yield said(reading, "home", found)


def _moved(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    if reading.negative or reading.past:
        return
    left = place(match["from"]) if match["from"] else None
    reached = place(match["v"])
    if reached is not None:
        yield said(reading, "home", reached, timing="change")
    if left is not None and reached is not None:
        yield said(reading, "home", left, timing="left", polarity=True)


def _from(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    found = place(match["v"])
    if found is not None:
        yield said(reading, "hometown", found.removesuffix("的"), timing="state")


def _native(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """ "我是四川人", "我舅舅是江苏苏州人"."""
    value = match["v"].removesuffix("本地").removesuffix("土生土长的")
    if any(value.startswith(name) for name in PLACES) or (2 <= len(value) <= 6 and value[-1] in "省市县镇州"):
        yield said(reading, "hometown", value, timing="state")


def _measured(attribute: str) -> RuleZh:
    def rule(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
        yield said(reading, attribute, match["v"].strip())

    return rule


PROFILE: Final[tuple[tuple[re.Pattern[str], RuleZh], ...]] = tuple(
    (re.compile(pattern), rule)
    for pattern, rule in (
        (
            r"(?P<noun>的?(?:名字|姓名|全名|大名)(?:就|也)?)(?:叫做?|是)(?P<v>[^，。]{2,20})$",
            _name,
        ),
        (r"(?P<noun>)(?:叫做?|名叫)(?P<v>[\u4e00-\u9fffA-Za-z·. ]{2,12})$", _name),
        (r"是(?P<v>[\u4e00-\u9fff]{2,3})$", _is_name),
        (
            r"(?:大家|朋友们?|熟人|同事们?|别人|家里人|他们|都|你|您|可以|也可以|就)*(?:都|一般|平时|习惯|可以|就)*(?:叫|喊|管)我(?:叫)?(?P<v>[\u4e00-\u9fffA-Za-z]{2,6})(?:就行|就好|吧|就可以)?$",
            _nickname,
        ),
        (r"姓(?P<v>[\u4e00-\u9fff])$", _surname),
        (rf"(?:的?年龄(?:是|为|有)?|今年(?:都|已经|刚|是)?|都|已经|刚)?(?P<v>{_NUMBER})(?:周?岁)$", _age),
        (rf"(?:的?年龄(?:是|为|有)?)(?P<v>{_NUMBER})$", _age),
        (rf"(?:刚|都|已经)?(?:满|过完|迈入)了?(?P<v>{_NUMBER})岁(?:生日)?了?$", _turned),
        (rf"(?P<v>{_NUMBER})$", _this_year),
        (
            r"的?(?:阳历|农历|阴历)?生日(?:就|也)?(?:是|在|为|是在)?(?:每年)?(?:的)?(?P<v>(?:\d{1,2}|[一二三四五六七八九十]{1,3})月(?:\d{1,2}|[一二三四五六七八九十]{1,3})[日号]?)$",
            _birthday,
        ),
        (
            r"(?:是)?(?:出生于|生于|出生在|生在)?(?P<v>\d{4}年(?:\d{1,2}月)?(?:\d{1,2}[日号])?)(?:出生|生人?|出生的|生的)$",
            _birthday,
        ),
        (r"(?:家)?(?:就)?(?:住在?|居住在|定居在?|定居于|现居|常住在?)(?P<v>[\u4e00-\u9fffA-Za-z·\d ]{2,20})$", _home),
        (r"的?家(?:就)?(?:在|住)(?P<v>[\u4e00-\u9fffA-Za-z·]{2,12})$", _home),
        (
            r"在(?P<v>[\u4e00-\u9fffA-Za-z·]{2,10}?)(?:生活|居住|定居|住)(?:了|过)?(?:[\d一二两三四五六七八九十好几多半]+个?(?:年|月|天|周)(?:多|半)?)?(?:了)?$",
            _home_here,
        ),
        (
            r"(?:从(?P<from>[\u4e00-\u9fffA-Za-z·]{2,8}?))?(?:搬家|搬|移居|移民|迁居)(?:到|回|去|来|至|回到|来到|去到|到了|去了|回了)(?P<v>[\u4e00-\u9fffA-Za-z·]{2,12}?)(?:来|去|住|生活|定居)?(?:的|了)*$",
            _moved,
        ),
        (
            r"的?(?:老家|家乡|籍贯|祖籍)(?:就|也)?(?:是|在|是在|为)(?P<v>[\u4e00-\u9fff]{2,12}?)(?:的|那边|那儿)*$",
            _from,
        ),
        (r"(?:是)?来自(?:于)?(?P<v>[\u4e00-\u9fffA-Za-z]{2,12})的?$", _from),
        (r"(?:他们|她们|我们)?家是(?P<v>[\u4e00-\u9fff]{2,10})的$", _from),
        (r"是(?:地地道道的|土生土长的|地道的)?(?P<v>[\u4e00-\u9fff]{2,8}?)(?:本地)?人$", _native),
        (
            r"的?身高(?:是|有|为|才|只有|大概|大约)*(?P<v>(?:\d{2,3}(?:\.\d)?|[一二]米[一二三四五六七八九十\d]+|1米\d{1,2})\s*(?:厘米|公分|cm|CM|米)?)$",
            _measured("height"),
        ),
        (r"的?体重(?:是|有|为|才|只有|大概)*(?P<v>\d{2,3}(?:\.\d)?\s*(?:公斤|千克|kg|KG|斤))$", _measured("weight")),
        (r"的?(?:联系)?(?:电话|手机)(?:号码|号)?(?:是|为)(?P<v>\+?[\d\- ]{7,20})$", _measured("phone")),
        (r"的?(?:电子)?(?:邮箱|邮件)(?:地址)?(?:是|为)(?P<v>[\w.+-]+@[\w.-]+)$", _measured("email")),
        (
            rf"(?:的?(?:学历|教育背景|文化程度|最高学历)(?:挺高的|也|就|才|只)*(?:是|为)?(?:个)?|(?:就|只)?(?:念到|读到|读的是|念的是|是个?|考上了?|在读)|就|都读到)(?P<v>{_DEGREES})(?:毕业|学历|生|文凭)*(?:的|了|呢)*$",
            _measured("degree"),
        ),
        (rf"(?:就|是|只)*(?P<v>{_DEGREES})(?:学历|毕业)(?:的|了)*$", _measured("degree")),
    )
)
"""Patterns of the predicate with their rules."""
