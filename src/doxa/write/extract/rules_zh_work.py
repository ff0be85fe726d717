"""Chinese: work and study: where, as what, joined, left."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from doxa.write.extract.clauses_zh import Reading, without_particles
from doxa.write.extract.found import Draft
from doxa.write.extract.lexicon_zh import OCCUPATIONS, ORGANISATION_ENDS, PLACES
from doxa.write.extract.occupations_en import OCCUPATIONS as ENGLISH_OCCUPATIONS
from doxa.write.extract.stating_zh import said, table

_ORGANISATION: Final = re.compile(rf"(?:{ORGANISATION_ENDS})$")
_OCCUPATION: Final = re.compile(rf"(?:[\u4e00-\u9fffA-Za-z]{{0,8}}?)(?:{OCCUPATIONS})$")
_NO_EMPLOYER: Final = re.compile(
    r"^(?:家里?|这|那|哪|我|你|他|她|外面?|外地|国外|一起|公司|单位|学校|医院|一家|某|路上|现场|工地|同一|这边|那边|老家|本地|当地|晚上|白天|周末|线上|里面)$|的$"
)
_SCHOOL: Final = re.compile(r"(?:大学|学院|中学|小学|高中|初中|一中|二中|附中|清华|北大|复旦|浙大|学校|幼儿园)$")


def workplace(value: str) -> tuple[str, str] | None:
    """Attribute and value of where somebody works: an employer, or only the city."""
    found = without_particles(value)
    if not 2 <= len(found) <= 24 or _NO_EMPLOYER.search(found):
        return None
    if found in PLACES or any(found.startswith(name) and found[len(name) :] in PLACES for name in PLACES):
        return "work_location", found
    found = re.sub(r"^(?:一家|一个|某家|一所)", "", found)
    if any(found.startswith(name) for name in PLACES) and not _ORGANISATION.search(found) and len(found) <= 5:
        return "work_location", found
    return ("employer", found) if re.fullmatch(r"[\u4e00-\u9fffA-Za-z0-9·&（）() ]+", found) else None


def _works(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    found = workplace(match["v"])
    if found is not None:
        yield said(reading, *found)


def _work_city(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    yield said(reading, "work_location", without_particles(match["v"]))


def _works_as(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    found = workplace(match["v"])
    job = occupation(match["job"]) or _job_in_english(match["job"])
    if job is not None:
        if found is not None:
            yield said(reading, *found)
        yield said(reading, "occupation", job)


def _job_in_english(value: str) -> str | None:
    """Read "UX designer": up to four English words that end in one for a job."""
    words = value.strip().split(" ")
    return " ".join(words) if words[-1].lower() in ENGLISH_OCCUPATIONS and len(words) <= 4 else None


def occupation(value: str) -> str | None:
    """An occupation, when the word is one."""
    found = re.sub(r"^(?:一?[名个位]|[名个位]|当|做|干)", "", without_particles(value))
    found = re.sub(r"^(?:高级|资深|普通|小)?的?", lambda m: m.group(), found)
    return (
        found
        if 2 <= len(found) <= 14 and _OCCUPATION.fullmatch(found) and not re.search(r"[我你他她的了是]", found)
        else None
    )


def _occupation(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    value = match["v"]
    owned = re.fullmatch(r"(?P<org>[\u4e00-\u9fffA-Za-z]{2,12})的(?P<job>[\u4e00-\u9fff]{2,8})", value)
    job = occupation(owned["job"] if owned else value)
    if match.group().endswith("的") and _HOW_IT_CAME.match(value):
        return
    if job is not None and not (owned and re.search(r"[我你他她]", owned["org"])):
        yield said(reading, "occupation", job)


def _trade(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "是送快递的", "是做会计的", "是当警察的"."""
    value = without_particles(match["v"].removesuffix("的"))
    if _NO_TRADE.search(value) or (value[0] == "开" and not _DRIVEN_OR_RUN.search(value)):
        return
    job = occupation(value)
    if job is not None:
        yield said(reading, "occupation", job)
    elif re.match(r"(?:做|搞|干|教|开|卖|送|跑|写|修)", value) and 2 <= len(value) <= 10:
        job = re.sub(r"^(?:做|搞|干)", "", value)
        if job and not re.search(r"[我你他她不了最很]", job):
            yield said(reading, "occupation", re.sub(r"(?:工作|这行|行业)$", "", job) or job)


_HOW_IT_CAME: Final = re.compile(r"(?:来|去|找|跟|陪|被|想|要|听|问|见|替|向|靠|请|让)")
"""What begins a deed: "我是来找老师的" says how something came about, and no job."""
_NO_TRADE: Final = re.compile(
    r"[着过来去到完给错好笑玩带梦]|上班|下班|上学|放学|回家|出门|^教练|^教会|^干[净脆掉]|^做作$|^写作业|^跑[步题偏]|[开跑送修教]的?车?$"
)
_DRIVEN_OR_RUN: Final = re.compile(
    r"(?:[\u4e00-\u9fff]车|滴滴|大巴|公交|地铁|高铁|卡|飞机|船|轮|挖掘机|挖机|[店馆厂行所吧坊铺场社房站校院]|公司|民宿|农家乐|超市)$"
)


def _company(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    value = without_particles(match["v"])
    place = workplace(value)
    if place is not None and place[0] == "work_location":
        yield said(reading, *place)
    elif (
        2 <= len(value) <= 24
        and not re.match(r"[我你他她这那做搞一很]", value)
        and (_ORGANISATION.search(value) or match["noun"])
    ):
        yield said(reading, "employer", value)


def _joined(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    value = without_particles(match["v"])
    if (
        2 <= len(value) <= 20
        and value not in PLACES
        and not reading.negative
        and not re.match(r"[我你他她这那一新了]", value)
    ):
        yield said(reading, "employer", value, timing="change")


def _left(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    value = without_particles(match["v"])
    if (
        2 <= len(value) <= 20
        and value not in ("公司", "单位", "工作", "那边", "原来", "那里")
        and not reading.negative
        and not re.match(r"[我你他她这那一]", value)
    ):
        yield said(reading, "employer", value, timing="change", polarity=False)


def _promoted(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    job = occupation(match["v"])
    if job is not None and not reading.negative:
        yield said(reading, "occupation", job, timing="change")


def _studying(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我在读研究生", "我在读博士": a student, with no degree yet."""
    value = match["v"]
    if not reading.negative:
        yield said(reading, "occupation", value if value.endswith(("生", "A")) else f"{value}生")


def _school(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    value = without_particles(match["v"])
    if _SCHOOL.search(value) and 2 <= len(value) <= 20 and not re.match(r"[我你他她这那一]", value):
        yield said(reading, "school", value, timing="left" if "毕业" in match.group() else None)


def _school_and_major(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    yield said(reading, "school", match["v"], timing="left" if "毕业" in match.group() else None)
    yield said(reading, "major", match["major"])


def _major(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    value = without_particles(match["v"]).removesuffix("专业")
    if 2 <= len(value) <= 12 and not re.search(r"[我你他她这那的了]", value):
        yield said(reading, "major", value)


def _engaged(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "从事新能源行业"."""
    value = without_particles(match["v"])
    if not re.search(r"[我你他她这那的了]", value):
        yield said(reading, "occupation", value, text="{s}从事{v}")


_STAYED: Final = r"(?:了|的|着|呢)?(?:[\d一二两三四五六七八九十好几多半]+个?(?:年|月|天|周)(?:多|半)?)?了?"
_NAME: Final = r"[\u4e00-\u9fffA-Za-z0-9·&]"
WORK: Final = table(
    (
        rf"在(?P<v>{_NAME}{{2,24}}?)(?:当|担任|做|任)"
        r" ?(?:一?[名个位])?(?P<job>[\u4e00-\u9fffA-Za-z]{2,12}|[A-Za-z ]{2,30})",
        _works_as,
    ),
    (
        rf"(?:就|一直)?(?:在|于)(?P<v>{_NAME}{{2,24}}?)(?:里|那边|这边)?(?:上班|工作|任职|就职|实习|供职|打工){_STAYED}",
        _works,
    ),
    (rf"(?:任职|就职|供职|受雇)于(?P<v>{_NAME}{{2,24}})", _works),
    (r"的?工作(?:地|地点|城市)(?:是|在|为)(?P<v>[\u4e00-\u9fff]{2,12})", _work_city),
    (r"(?:是|当)(?:一?[名个位])?(?:干|做|当)?(?P<v>[\u4e00-\u9fffA-Za-z]{2,14}?)(?:工作)?的?", _occupation),
    (
        r"的?(?:职业|本职工作|工作|职位|职务|岗位|干的活儿?)(?:就是|是|为)(?:一?[名个位])?(?P<v>[\u4e00-\u9fffA-Za-z]{2,14})",
        _occupation,
    ),
    (r"(?:的?工作)?是(?P<v>(?:当|做|搞|干|教|开|卖|送|跑|写|修)[\u4e00-\u9fffA-Za-z]{1,10}的)", _trade),
    (r"从事(?P<v>[\u4e00-\u9fffA-Za-z]{2,8}?)(?:工作|行业|这行)?的?", _engaged),
    (
        r"(?P<noun>(?:的|家)*(?:工作)?(?:单位|公司)(?:的?名[称字])?(?:就)?(?:叫做?|是)"
        r"|(?:上班|工作)的(?:地方|单位|公司)(?:就)?(?:叫做?|是))(?P<v>[\u4e00-\u9fffA-Za-z0-9（）()]{2,24})",
        _company,
    ),
    (rf"(?:跳槽|入职)(?:到|去|了|进)*(?P<v>{_NAME}{{2,16}}?)(?:工作|上班|当.{{2,8}})?了?", _joined),
    (rf"(?:加入|加盟|进了)(?:到|去|了|进)*(?P<v>{_NAME}{{2,16}}?(?:{ORGANISATION_ENDS}))(?:工作|上班)?了?", _joined),
    (
        rf"(?:已经|刚|刚刚)?从(?P<v>{_NAME}{{2,16}}?)(?:辞职|离职|退休|跳槽|辞了?工作|走人|裁员?)(?:了|出来)*",
        _left,
    ),
    (rf"(?:辞掉|辞去|辞)了?(?P<v>{_NAME}{{2,16}}?)的(?:工作|职务|职位)了?", _left),
    (r"(?:升职|晋升|提拔|升|提升)(?:成|为|到|当)了?(?P<v>[\u4e00-\u9fffA-Za-z]{2,10})", _promoted),
    (
        r"在(?P<v>[\u4e00-\u9fffA-Za-z]{2,16}?)(?:上学|读书|念书|上大学|读大学|读研究生|读研|读博|念大学|就读|上课)[了呢]?",
        _school,
    ),
    (r"(?:现在|目前)?(?:还)?(?:正在|在|正)读(?P<v>研究生|硕士生?|博士生?|本科生?|大专生?|MBA)", _studying),
    (r"(?:就读于|毕业于|考上了?|考进了?)(?P<v>[\u4e00-\u9fffA-Za-z]{2,16})", _school),
    (
        r"是?(?:毕业于|就读于)(?P<v>[\u4e00-\u9fffA-Za-z]{2,12}?(?:大学|学院))(?P<major>[\u4e00-\u9fff]{2,10})(?:系|专业)",
        _school_and_major,
    ),
    (r"是?(?P<v>[\u4e00-\u9fffA-Za-z]{2,14}?)毕业的?", _school),
    (r"的?(?:公司|单位)在(?P<v>[\u4e00-\u9fff]{2,10})", _work_city),
    (r"的?(?:大学)?专业是(?P<v>[\u4e00-\u9fffA-Za-z]{2,12})", _major),
    (r"是?(?:大学|本科|硕士|研究生)?(?:学|读)(?:的是)?(?P<v>[\u4e00-\u9fffA-Za-z]{2,10}专业)的?", _major),
)
"""Patterns of the predicate with their rules."""
