"""Chinese: what is over or changed: 辞职了, 分手了, 离婚了, 去世了, 不再…, 换成…."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from doxa.text.relations import CHINESE
from doxa.write.extract.clauses_zh import Reading, without_particles
from doxa.write.extract.endings_en import PURSUITS
from doxa.write.extract.found import Draft, Party
from doxa.write.extract.lexicon_zh import PETS, POSSESSIONS
from doxa.write.extract.parties import USER
from doxa.write.extract.rules_zh_home import place
from doxa.write.extract.rules_zh_profile import full_name
from doxa.write.extract.rules_zh_work import occupation
from doxa.write.extract.stating_zh import said, table, vague

_PEOPLE: Final = ("speaker", "person")
_PARTNERS: Final = tuple(
    dict.fromkeys(each.word for each in CHINESE.values() if each.attribute == "partner" and each.word[0] != "前")
)
"""Words for a partner that may have been named with one."""


def _closing(reading: Reading, *attributes: str, value: str = "", subject: Party | None = None) -> Draft:
    draft = said(reading, attributes[0], value, timing="change", polarity=False, subject=subject)
    return replace(draft, closes=attributes)


def _out_of_work(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我辞职了", "我被裁员了", "我失业了"."""
    if not reading.negative and reading.party.role in _PEOPLE:
        yield _closing(reading, "employer", "work_location")


def _retired(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    if not reading.negative and reading.party.role in _PEOPLE:
        yield said(reading, "retired", "是", timing="change", text="{s}退休了")
        yield _closing(reading, "occupation", "employer", "work_location")


def _left(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我已经离开腾讯了", "被腾讯裁了"."""
    value = without_particles(match["v"])
    if not reading.negative and 2 <= len(value) <= 16 and not vague(value) and reading.party.role in _PEOPLE:
        yield _closing(reading, "employer", "home", "work_location", "school", "member_of", value=value)


def _parted(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我分手了", "我和小美分手了", "我们离婚了"."""
    if reading.negative or reading.party.role not in _PEOPLE:
        return
    if "离婚" in match.group() or "离了" in match.group():
        yield said(reading, "marital_status", "离婚", timing="change", text="{s}离婚了")
    elif "分居" in match.group():
        yield said(reading, "marital_status", "分居", timing="change", text="{s}分居了")
    whom = without_particles(match["whom"] or "").removeprefix("我").removeprefix("的")
    named = full_name(whom) if whom and whom not in CHINESE else None
    yield from _no_partner(reading, named or "")


def _no_partner(reading: Reading, name: str = "") -> Iterator[Draft]:
    """What ends with the partner, also as "我男朋友叫陈浩"."""
    yield _closing(reading, "partner", value=name)
    owner = "用户" if reading.party.name == USER else reading.party.name
    for word in _PARTNERS:
        ending = _closing(reading, "name", value=name, subject=Party(f"{owner}的{word}", "person"))
        yield replace(ending, text="{s}不再是{v}")


def _single(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    if not reading.negative and not reading.past and reading.party.role in _PEOPLE:
        yield said(reading, "marital_status", "单身", timing="change", text="{s}单身")
        yield from _no_partner(reading)


def _died(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我的狗旺财死了", "我家的猫去世了", "我爷爷去年去世了"."""
    party = reading.party
    if reading.negative or reading.mood != "asserted":
        return
    name = without_particles(match["name"] or "")
    owner = Party(USER, "speaker") if party.role != "speaker" else party
    if match["pet"] or party.role == "animal":
        called = "" if party.name.endswith(party.relation or "\0") or not party.relation else party.name
        for value in dict.fromkeys(filter(None, (name, called, match["pet"] or party.relation))):
            yield said(reading, "has_pet", value, timing="change", polarity=False, subject=owner)
    elif party.role == "person" and not name:
        if party.relation is None:
            yield _closing(reading, "has_pet", value=party.name, subject=owner)
        elif match["verb"] not in ("走", "没"):
            yield said(reading, "did", "去世", timing="event", text="{s}去世了")


def _no_longer_is(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我不是老师了", "我已经不是会员了"."""
    job = occupation(match["v"])
    if reading.mood == "asserted" and reading.party.role in _PEOPLE and job is not None:
        yield said(reading, "occupation", job, timing="change", polarity=False)


def _now_at(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我换工作了，现在在字节跳动": where somebody is after a change of job is where they work."""
    before = reading.text[max(0, reading.start - 24) : reading.start]
    value = without_particles(match["v"])
    if _NEW_JOB.search(before) and 2 <= len(value) <= 12 and not vague(value) and not reading.negative:
        yield said(reading, "employer", value, timing="change")


_NEW_JOB: Final = re.compile(
    r"(?:(?:换了?(?:份|个)?(?:新)?(?:工作|公司|单位)|跳槽|离职|辞职)了?|离开了?[A-Za-z\u4e00-\u9fff]{2,8}"
    r"|\b(?:left|quit) [A-Z]\w+)[，, ]*$"
)


def _sold(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我把车卖了", "我的车卖了", "我卖掉了我的特斯拉"."""
    value = re.sub(r"^(?:我的?|那辆|那台|原来的|旧)+", "", without_particles(match["v"]))
    if not reading.negative and value and not vague(value) and len(value) <= 10 and reading.party.role in _PEOPLE:
        yield said(reading, "owns", value, timing="change", polarity=False)


def _dropped_out(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    value = without_particles(match["v"] or "")
    if reading.negative or reading.party.role not in _PEOPLE:
        return
    if value:
        yield said(reading, "school", value, timing="change", polarity=False)
    else:
        yield _closing(reading, "school")


def _left_group(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    value = without_particles(match["v"])
    if not reading.negative and not vague(value):
        yield said(reading, "member_of", value, timing="change", polarity=False, text="{s}退出了{v}")


def _moved_out(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    found = place(match["v"])
    if found is not None and not reading.negative:
        yield said(reading, "home", found, timing="left")


def _stopped(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我不练瑜伽了", "我放弃了练瑜伽", "我不打网球了": it ends what is believed of that kind."""
    value = without_particles(match["v"])
    denied = reading.no_longer if reading.negative else match["quit"] is not None
    if not denied or reading.mood != "asserted" or not 2 <= len(value) <= 10 or re.search(r"[我你他她它这那什]", value):
        return
    bare = re.sub(r"^(?:练|做|打|踢|弹|拉|玩|学|跳|用|看|听|参加|去)", "", value)
    for each in dict.fromkeys((value, bare)):
        if each:
            yield _closing(reading, *PURSUITS, value=each)


def _changed(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "手机号换成13812345678了", "换了新号码，是…", "邮箱改成a@b.cn了"."""
    attribute = "email" if "邮" in match["what"] else "phone"
    if not reading.negative and reading.party.role in _PEOPLE:
        yield said(reading, attribute, match["v"], timing="change")


def _new_number(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我的手机号换了，新的是13800001111", "换手机号了，新号是…": what is new was named in the clause before."""
    before = reading.text[max(0, reading.start - 24) : reading.start]
    if not reading.negative and reading.party.role in _PEOPLE and _OLD_NUMBER.search(before):
        attribute = "email" if "@" in match["v"] else "phone"
        yield said(reading, attribute, match["v"].strip(), timing="change")


_OLD_NUMBER: Final = re.compile(
    r"(?:(?:手机号?|电话|号)码?|邮箱)(?:地址)?(?:已经|刚|又)*(?:换|改|变)(?:掉)?了"
    r"|(?:换|改)(?:掉|个|了|新的?)*(?:手机|电话|号|邮箱)码?号?码?(?:地址)?了?[，,。 ]*$"
)


def _new_job(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "换到了字节跳动工作", "换了工作，现在在字节跳动"."""
    value = without_particles(match["v"])
    if not reading.negative and 2 <= len(value) <= 16 and not vague(value) and reading.party.role in _PEOPLE:
        yield said(reading, "employer", value, timing="change")


def _switched(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我换成了iPhone 15", "我现在改用华为了", "现在用小米12"."""
    value = without_particles(match["v"])
    if match["only"] and "现在" not in reading.lead:
        return
    if not reading.negative and reading.party.role == "speaker" and not vague(value) and _NAMED.search(value):
        yield said(reading, "uses", value, timing="change")


_NAMED: Final = re.compile(r"[A-Za-z]|华为|小米|苹果|荣耀|三星|安卓|鸿蒙|特斯拉|比亚迪|丰田|大众|本田")
_WHAT: Final = r"(?P<what>手机号码?|电话号码?|号码|电话|邮箱|邮件地址|电子邮箱)"
_CONTACT: Final = r"(?P<v>[\d+\-() ]{5,20}|[\w.+-]+@[\w.-]+)"
_WORD: Final = r"[\u4e00-\u9fffA-Za-z0-9·&+.# ]"
ENDINGS: Final = table(
    (
        r"(?:从公司|从单位|把工作)?(?:主动)?(?:辞职|离职|裸辞|失业|下岗|辞了工作|丢了工作|丢了饭碗|辞掉了?工作)了?",
        _out_of_work,
    ),
    (r"(?:被(?:公司|单位|老板)?)(?:裁员|裁|开除|炒|辞退|优化|炒鱿鱼|解雇)(?:掉)?了?", _out_of_work),
    (r"(?:正式|已经|光荣)?退休(?:在家)?了", _retired),
    (rf"被(?P<v>{_WORD}{{2,12}}?)(?:裁员|裁|开除|辞退|优化|解雇)(?:掉)?了?", _left),
    (rf"(?:已经)?离开了?(?P<v>{_WORD}{{2,12}}?)了?", _left),
    (
        r"(?:已经|刚刚?)?(?:[和跟与同](?P<whom>[\u4e00-\u9fffA-Za-z]{1,6}?))?(?:已经|正式|刚刚?|去年|上个?月)?"
        r"(?:分手|离婚|分居|离了婚|分了手)了?",
        _parted,
    ),
    (r"(?:又)?(?:恢复|回归|重新|又)单身了?", _single),
    (
        rf"(?:的|家的?)?(?P<pet>{PETS})?(?P<name>[\u4e00-\u9fffA-Za-z]{{2,4}}?)?"
        r"(?:上周|上个?月|昨天|前天|去年|今年|前年|刚刚?|已经|不幸|突然|因病)*(?P<verb>去世|死|走|过世|离世|没)了",
        _died,
    ),
    (rf"把(?P<v>{_WORD}{{1,10}}?)(?:给)?(?:卖|转让|送人|处理)(?:掉|出去)?了", _sold),
    (rf"(?:的)(?P<v>{POSSESSIONS})(?:已经|刚)?(?:卖|报废|丢|被偷)(?:掉|出去)?了", _sold),
    (rf"卖(?:掉|出)了?(?P<v>{_WORD}{{1,12}})", _sold),
    (r"(?:从(?P<v>[\u4e00-\u9fffA-Za-z]{2,12}))?(?:退学|辍学|肄业)了?", _dropped_out),
    (rf"(?:退出|退掉|离开)了?(?P<v>{_WORD}{{2,12}}?(?:社团?|俱乐部|协会|乐队|球队|队|会|小组|群))了?", _left_group),
    (r"(?:搬离|搬出)了?(?P<v>[\u4e00-\u9fffA-Za-z·]{2,10})", _moved_out),
    (r"从(?P<v>[\u4e00-\u9fffA-Za-z·]{2,10}?)(?:搬走|搬出来?|搬离)了?", _moved_out),
    (rf"的?(?:新)?{_WHAT}(?:已经|刚|现在)?(?:换成|改成|变成|更换为|换为|改为)了?{_CONTACT}", _changed),
    (rf"(?:换|改)了?(?:个|新的?)?{_WHAT}[，,是：:为叫 ]*{_CONTACT}", _changed),
    (r"(?:换|跳槽|调)到了?(?P<v>[\u4e00-\u9fffA-Za-z]{2,12}?)(?:工作|上班|任职)了?", _new_job),
    (rf"新的?{_WHAT}(?:是|为|叫)?[：: ]*{_CONTACT}", _changed),
    (rf"(?:新的?)(?:号码?|手机|邮箱|地址)?(?:是|为|叫)?[：: ]*{_CONTACT}", _new_number),
    (rf"(?:换成|换用|改用|换上|(?P<only>用)(?:上|着|的是)?)了?(?P<v>{_WORD}{{2,16}})", _switched),
    (r"(?:已经|早就|现在)?不是(?P<v>[\u4e00-\u9fff]{2,10})了", _no_longer_is),
    (r"在 ?(?P<v>[\u4e00-\u9fffA-Za-z]{2,12})", _now_at),
    (rf"(?P<quit>放弃|停止|停掉)?了?(?P<v>{_WORD}{{2,10}}?)", _stopped),
)
"""Patterns of the predicate with their rules."""
