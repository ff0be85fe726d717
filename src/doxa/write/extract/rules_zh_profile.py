"""Chinese: name, age, birthday, body, numbers, degree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from doxa.text.relations import CHINESE
from doxa.write.extract.clauses_zh import Reading, without_particles
from doxa.write.extract.found import Draft, Party
from doxa.write.extract.given_names import gender_of_name
from doxa.write.extract.lexicon_zh import COMPOUND_SURNAMES, NOT_NAMES, PLACES, SURNAMES
from doxa.write.extract.occupations_en import OCCUPATIONS
from doxa.write.extract.parties import USER
from doxa.write.extract.stating_zh import RuleZh, said, table

_NUMBER: Final = r"(?:\d{1,3}|[一二两三四五六七八九十百]{1,4})"
_DEGREES: Final = "小学|初中|高中|中专|职高|技校|大专|专科|本科|学士|硕士|研究生|博士后?|MBA"
_DATE: Final = r"(?:\d{1,2}|[一二三四五六七八九十]{1,3})月(?:\d{1,2}|[一二三四五六七八九十]{1,3})[日号]?"
_NO_NAME: Final = re.compile(r"[我你他她它了的是在什么哪谁吗这那不没很都也就]")


def full_name(value: str) -> str | None:
    """A value that is written like a name: two to four characters without function words, or Latin letters."""
    name = without_particles(value)
    if name in NOT_NAMES or not 2 <= len(name) <= 20:
        return None
    if re.fullmatch(r"[A-Za-z][A-Za-z·. ]*", name):
        return name
    if len(name) > 4 or not re.fullmatch(r"[\u4e00-\u9fff·]+", name) or _NO_NAME.search(name):
        return None
    return name


def _name(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    name = full_name(match["v"])
    if name is None or (reading.elided and not match["noun"]) or reading.negative:
        return
    yield said(reading, "name", name)


def _is_name(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我是周启明": only what is written like a full name."""
    name = full_name(match["v"])
    plain = name is not None and 2 <= len(name) <= 3 and (name[0] in SURNAMES or name[:2] in COMPOUND_SURNAMES)
    if plain and name is not None and len(name) == 2 and gender_of_name(name) is None:
        plain = _GREETED.search(reading.text, max(0, reading.start - 8), reading.start) is not None
    if not plain or name is None or reading.party.role != "speaker" or reading.elided or reading.negative:
        return
    if name not in PLACES and not re.search(_NO_PERSON, name):
        yield said(reading, "name", name)


def _is_relative(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我男朋友是陈浩", "我老板是Kevin": who somebody is that was named by a relation alone."""
    relation = CHINESE.get(reading.party.relation or "")
    if relation is None or not reading.party.name.endswith("的" + relation.word) or reading.elided or reading.negative:
        return
    name = full_name(match["v"])
    if name is None or relation.role != "person" or name.lower() in OCCUPATIONS:
        return
    if not name.isascii():
        plain = len(name) <= 3 and (name[0] in SURNAMES or name[:2] in COMPOUND_SURNAMES)
        if not plain or name in PLACES or re.search(_NO_PERSON, name):
            return
    owner = reading.party.name.removesuffix("的" + relation.word)
    speaker = Party(USER if owner == "用户" else owner, "speaker")
    yield said(reading, relation.attribute, name, subject=speaker, text="{s}的" + relation.word + "是{v}")


_GREETED: Final = re.compile(r"(?:好|嗨|哈喽|哈啰|[Hh]i|[Hh]ello)[，,。！! ]*$")
"""Before "我是全职" and other words of two characters, what makes a name of them."""
_NO_PERSON: Final = (
    r"[人员师生手家长工迷党族粉女男医士层控痴货狗咖派皮盲癌鬼虫渣霸恐领管侨座型性脑亲饭]$|^(?:单|高血|高个|高富|白富|白莲)"
    r"|^(?:左撇子|马大哈|马后炮|路人|路过|万事通|万人迷|易胖|干性|严重|安静|温柔|夏天|金牛|党|白骨精|童心)"
)
"""What begins with a surname and says what somebody is like: 颜控, 路痴, 单身狗."""


def _nickname(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    name = full_name(match["v"])
    if name is not None:
        yield said(reading, "nickname", name)


def _surname(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    if match["v"] in SURNAMES and not reading.elided and reading.party.role == "speaker":
        yield said(reading, "surname", match["v"], text="{s}姓{v}")


def _age(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    yield said(reading, "age", match["v"], text="{s}今年{v}岁")


def _this_year(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "今年三十八": only with 今年 right before the number."""
    if reading.lead.removesuffix("都").removesuffix("已经").endswith("今年"):
        yield from _age(reading, match)


def _turned(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    yield said(reading, "age", match["v"], timing="change", text="{s}{v}岁了")


def _birthday(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    value = match["v"].strip()
    yield said(reading, "birth_year" if value.endswith("年") else "birthday", value, timing="timeless")


def _born(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我1990年出生": the year stands before the verb, as times do."""
    year = _BORN.search(reading.lead)
    if year is not None and not reading.negative:
        value = year[0]
        yield said(reading, "birth_year" if value.endswith("年") else "birthday", value, timing="timeless")


_BORN = re.compile(r"\d{4}年(?:\d{1,2}月)?(?:\d{1,2}[日号])?")


def _measured(attribute: str) -> RuleZh:
    def rule(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
        yield said(reading, attribute, match["v"].strip())

    return rule


def _tall(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "个子挺高的，有190厘米": a height that no 身高 names."""
    if 100 <= float(match["n"]) <= 230 and reading.party.role in ("speaker", "person"):
        yield said(reading, "height", match["v"].strip())


def _trait(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    if not re.search(r"[我你他她它这那的了是不]", match["v"]):
        yield said(reading, "trait", match["v"], text="{s}的性格是{v}")


PROFILE: Final = table(
    (r"的?(?:英文名|外号|昵称|小名|网名)(?:就|也)?(?:叫|是)(?P<v>[^，。]{2,20})", _nickname),
    (r"(?P<noun>的?(?:名字|姓名|全名|大名)(?:就|也)?)(?:叫做?|是)(?P<v>[^，。]{2,20})", _name),
    (r"(?P<noun>)(?:叫做?|名叫)(?P<v>[\u4e00-\u9fffA-Za-z·. ]{2,12})", _name),
    (r"是(?P<v>[\u4e00-\u9fff]{2,3})", _is_name),
    (r"(?:就)?是(?P<v>[\u4e00-\u9fff]{2,3}|[A-Z][a-z]+(?: [A-Z][a-z]+)?)", _is_relative),
    (
        r"(?:大家|朋友们?|熟人|同事们?|别人|家里人|他们|都|你|您|可以|也可以|就|一般|平时|习惯)*(?:叫|喊|管)我(?:叫)?"
        r"(?P<v>[\u4e00-\u9fffA-Za-z]{2,6}?)(?:就行|就好|吧|就可以)?",
        _nickname,
    ),
    (r"姓(?P<v>[\u4e00-\u9fff])", _surname),
    (rf"(?:的?年龄(?:是|为|有)?|今年(?:都|已经|刚|是)?|都|已经|刚)?(?P<v>{_NUMBER})周?岁", _age),
    (rf"的?年龄(?:是|为|有)?(?P<v>{_NUMBER})", _age),
    (rf"(?:刚|都|已经)?(?:满|过完|迈入)了?(?P<v>{_NUMBER})岁(?:生日)?了?", _turned),
    (rf"(?P<v>{_NUMBER})", _this_year),
    (rf"的?(?:阳历|农历|阴历|过)?生日(?:就|也)?(?:是在|是|在|为)?(?:每年)?的?(?P<v>{_DATE})", _birthday),
    (
        r"是?(?:出生于|生于|出生在|生在)?(?P<v>\d{4}年(?:\d{1,2}月)?(?:\d{1,2}[日号])?)(?:出生的?|生人?|生的)",
        _birthday,
    ),
    (r"(?:出生于|生于|出生在|生在)(?P<v>\d{4}年(?:\d{1,2}月)?(?:\d{1,2}[日号])?)", _birthday),
    (r"出生的?", _born),
    (
        r"的?身高(?:是|有|为|才|只有|大概|大约)*"
        r"(?P<v>(?:\d{2,3}(?:\.\d)?|[一二]米[一二三四五六七八九十\d]+|1米\d{1,2})\s*(?:厘米|公分|cm|CM|米)?)",
        _measured("height"),
    ),
    (
        r"(?:的?星座)?(?:是|属)?(?P<v>(?:白羊|金牛|双子|巨蟹|狮子|处女|天秤|天蝎|射手|摩羯|水瓶|双鱼)座)的?",
        _measured("zodiac_sign"),
    ),
    (r"(?:的?血型)?是(?P<v>(?:AB|[ABO])型)血?的?", _measured("blood_type")),
    (r"的?血型是(?P<v>AB|[ABO])", _measured("blood_type")),
    (r"的?性别(?:是|为)(?P<v>男性?|女性?)", _measured("gender")),
    (r"的?性格(?:比较|很|挺|特别)?(?:是|为)?(?P<v>[\u4e00-\u9fff]{2,8})", _trait),
    (r"(?:的?个子.{0,4})?有(?P<v>(?P<n>\d{3})\s*(?:厘米|公分|cm|CM))(?:高)?", _tall),
    (r"的?体重(?:是|有|为|才|只有|大概)*(?P<v>\d{2,3}(?:\.\d)?\s*(?:公斤|千克|kg|KG|斤))", _measured("weight")),
    (r"的?(?:联系)?(?:电话|手机)(?:号码|号)?(?:是|为)(?P<v>\+?[\d\- ]{7,20})", _measured("phone")),
    (r"的?(?:电子)?(?:邮箱|邮件)(?:地址)?(?:是|为)(?P<v>[\w.+-]+@[\w.-]+)", _measured("email")),
    (
        rf"的?(?:学历|教育背景|文化程度|最高学历)(?:挺高的|也|就|才|只)*(?:是|为)?个?(?P<v>{_DEGREES})(?:毕业|学历|生)*",
        _measured("degree"),
    ),
    (
        rf"(?:就|只|都)?(?:念到|读到|上到|读的是|念的是|读过|念过|有|是个?|拿到)了?(?P<v>{_DEGREES})(?:毕业|学历|学位|文凭|生)*的?",
        _measured("degree"),
    ),
    (rf"(?:就|是|只)*(?P<v>{_DEGREES})(?:学历|毕业)的?", _measured("degree")),
)
"""Patterns of the predicate with their rules."""
