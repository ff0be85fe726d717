"""Chinese: what somebody has and uses, pets and family, languages and skills, health."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from doxa.text.relations import CHINESE
from doxa.write.extract.clauses_zh import Reading, without_particles
from doxa.write.extract.found import Draft, Party, Timing
from doxa.write.extract.lexicon_zh import ILLNESSES, PETS, POSSESSIONS, SPOKEN_LANGUAGES
from doxa.write.extract.rules_zh_profile import full_name
from doxa.write.extract.stating_zh import items, said, table, vague

_MEASURE: Final = "[个只条辆台部套间把架块匹头双位栋张本盆艘名]"
_COUNT: Final = rf"(?P<count>(?:\d+|[一二两三四五六七八九十几好])?{_MEASURE})?"
_FAMILY: Final = dict.fromkeys("孩子 小孩 儿子 女儿 闺女 宝宝 双胞胎".split(), "child") | dict.fromkeys(
    "兄弟姐妹 兄弟 姐妹 弟弟 妹妹 哥哥 姐姐".split(), "sibling"
)
_SKILLS: Final = re.compile(
    r"弹|拉|吹|打[\u4e00-\u9fff]{0,2}(?:球|鼓|麻将|拳|牌|太极)|游泳|开车|做饭|画画|编程|写|跳|唱|骑|滑|下|修|剪辑|摄影"
    r"|书法|烘焙|潜水|冲浪|滑雪|滑冰|织|武术|太极|跆拳道|瑜伽|手语"
)


def _has(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    if (
        reading.bare
        and reading.party.role == "person"
        and reading.party.relation is None
        and len(reading.party.name) < 2
    ):
        return
    polarity = not (reading.negative or match["neg"])
    noun = match["noun"]
    value = _counted(match)
    if match["mod"] and re.search(r"[的我你他她它]", match["mod"]):
        return
    if noun in _FAMILY:
        if match["count"] or not polarity:
            yield said(
                reading, _FAMILY[noun], value, polarity=polarity, text="{s}" + ("有" if polarity else "没有") + "{v}"
            )
    elif re.fullmatch(PETS, noun):
        if polarity and (pets := _several(match.group())):
            for pet in pets:
                yield said(reading, "has_pet", pet)
        elif noun not in ("鱼", "鸡", "鸭", "羊", "马") or "养" in match.group():
            yield said(reading, "has_pet", value if polarity else noun, polarity=polarity)
    else:
        yield said(reading, "owns", value if polarity else (match["mod"] or "") + noun, polarity=polarity)


def _several(text: str) -> list[str]:
    """Read "一只狗和两只猫": each with its number, when there are several."""
    found = [one.group() for one in _COUNTED_PET.finditer(text)]
    return found if len(found) > 1 else []


_COUNTED_PET: Final = re.compile(rf"[一二两三四五六七八九十\d]+[只条匹头][\u4e00-\u9fff]{{0,4}}?(?:{PETS})")


def _counted(match: re.Match[str]) -> str:
    """The thing with its number: "两只猫"; a lone measure word goes ("养了条柴犬")."""
    count = match["count"] or ""
    return (count if len(count) > 1 else "") + (match["mod"] or "") + match["noun"]


def _keeps(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    if not reading.negative and not re.search(r"[的我你他她它]", match["mod"] or ""):
        timing: Timing = "ended" if match["over"] else "state"
        yield said(reading, "has_pet", _counted(match), timing=timing)
        called = full_name(match["called"] or "") if match["called"] else None
        if called is not None:
            yield said(reading, "has_pet", called, timing=timing, text="{s}的" + match["noun"] + "是{v}")


def _bought_any(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "刚买了一辆特斯拉": what is counted in 辆, 台, 部 or 套 is owned for long."""
    if not reading.negative and not vague(match["v"]) and not re.search(r"[我你他她它]", match["v"]):
        yield said(reading, "owns", match["v"], timing="change")


def _bought(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    if not reading.negative:
        yield said(reading, "owns", _counted(match), timing="change")


def _uses(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我用的手机是小米12", "我的手机是小米12", "我家的洗衣机是西门子的"."""
    value = without_particles(match["v"]).removesuffix("的")
    noun = match["noun"] or ""
    value = _one(value)
    if (
        vague(value)
        or reading.party.role != "speaker"
        or reading.negative
        or re.search(r"[我你他她它]|新的|坏的|旧的", value)
    ):
        return
    text = f"{{s}}用的{noun}是{{v}}" if noun else None
    yield said(reading, "uses", value, text=text)


def _drives(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我开特斯拉", "我开的是比亚迪"; not "我开特斯拉去上班的时候"."""
    value = without_particles(match["v"])
    if not reading.negative and not re.search(r"去|来|回|到|上|店|会|的|车间|出", value):
        yield said(reading, "car", value)


def _visited_is(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我去的公园是莲花山公园", "我刚才路过的景区是欢乐谷"."""
    value = _one(without_particles(match["v"]))
    if vague(value) or match["v"].endswith(("的", "的那个")) or reading.negative or reading.party.role != "speaker":
        return
    yield said(
        reading,
        "passed_by" if match["verb"][0] in "路经" else "visited",
        value,
        timing="event",
        text="{s}" + match["verb"] + "了{v}",
    )


def _relative_name(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "王宇轩是我的表哥", "老贺是我同事"."""
    relation = CHINESE[match["relation"]]
    if reading.elided or reading.party.role != "person" or reading.party.relation is not None or reading.negative:
        return
    if full_name(reading.party.name) is None:
        return
    speaker = Party(match["speaker"], "speaker") if "speaker" in match.groupdict() else None
    yield said(
        reading,
        relation.attribute,
        reading.party.name,
        subject=speaker,
        timing="state",
        text="{s}的" + relation.word + "是{v}",
    )


def _speaks(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    for item in items(match["v"]):
        if re.fullmatch(SPOKEN_LANGUAGES, item) and item not in (
            "说话",
            "的话",
            "普通话语",
            "电话",
            "笑话",
            "实话",
            "好话",
            "废话",
        ):
            yield said(reading, "speaks", item)


def _skill(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    value = without_particles(match["v"])
    if _SKILLS.match(value) and not vague(value) and len(value) <= 8:
        yield said(reading, "skill", value)


def _learning(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    value = without_particles(match["v"])
    if not (match["now"] or re.search(r"在|正|开始|最近|报名", reading.lead)):
        return
    if (
        not vague(value)
        and not reading.negative
        and len(value) <= 10
        and not re.search(r"[我你他她它会到习校]", value[:1])
    ):
        yield said(reading, "learning", value)


def _reading(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我最近在读《活着》"."""
    if re.search(r"在|最近", reading.lead + match.group()) and not reading.negative:
        yield said(
            reading, "reads" if match["how"] == "读" else "watches", match["v"], text="{s}在" + match["how"] + "《{v}》"
        )


def _ill(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    polarity = not (reading.negative or match.group().startswith("没"))
    if match["v"] not in ("感冒", "新冠", "骨折", "白内障") or "确诊" in match.group() or "得了" in match.group():
        yield said(reading, "medical_condition", match["v"], polarity=polarity)


def _not_ill(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我其实不是糖尿病"."""
    yield said(reading, "medical_condition", match["v"], polarity=False)


def _grade(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    yield said(reading, "grade", match["v"], text="{s}在上{v}")


_AHEAD: Final = re.compile(r"下个?(?:月|周|星期|礼拜)|明天|后天|明年|后年|年底|即将|快要|要|准备|打算|国庆|春节")


def _marital(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我订婚了", "我结婚三年了"; 我们下个月结婚 is planned."""
    ahead = _AHEAD.search(reading.lead) is not None and not match.group().endswith("了")
    if ahead and reading.mood == "asserted" and not reading.negative and match["v"] != "单身":
        yield said(reading, "plans", match["v"], timing="plan", mood="plan")
        return
    if reading.mood == "asserted" and not reading.negative:
        yield said(
            reading,
            "marital_status",
            match["v"],
            timing="change",
            text="{s}" + match["v"] + "了" if match["v"] != "单身" else "{s}单身",
        )


def _wed(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我上周和小美结婚了", "我跟女朋友领证了"."""
    if reading.mood != "asserted" or reading.negative or reading.party.role not in ("speaker", "person"):
        return
    whom = full_name(re.sub(r"^我的?", "", without_particles(match["whom"])))
    if whom is not None and whom not in CHINESE and not re.match(_KIN, whom):
        yield said(reading, "partner", whom, timing="change")
    status = "订婚" if match["how"] == "订婚" else "结婚"
    yield said(reading, "marital_status", status, timing="change", text="{s}" + status + "了")


def _passed(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我刚才路过了大润发"."""
    value = _one(without_particles(match["v"]))
    if not vague(value) and len(value) >= 2 and not re.search(r"[我你他她它都能会感]|的$", value):
        yield said(reading, "passed_by", value, timing="event", text="{s}路过了{v}")


def _one(value: str) -> str:
    value = re.sub(r"那[个家座所]?[\u4e00-\u9fff]{0,3}$", "", value) if len(value) > 5 else value
    return re.sub(r"^(?:一家|一个|一座|那个|那家|这家|一所|一款|一部|一台|一双|一支)", "", value)


_CALLED: Final = r"(?:(?:，|,)?(?:名字)?(?:叫做?|取名叫?)(?P<called>[\u4e00-\u9fffA-Za-z]{2,8}))?"
_MOD: Final = r"(?P<mod>[\u4e00-\u9fffA-Za-z0-9]{0,6}?)"
_CARS: Final = (
    "特斯拉|比亚迪|宝马|奔驰|奥迪|丰田|本田|大众|别克|福特|日产|马自达|沃尔沃|保时捷|雷克萨斯|凯迪拉克|吉利|奇瑞|长安"
    "|哈弗|蔚来|理想|小鹏|问界|小米|五菱|现代|起亚|斯巴鲁|路虎|捷豹"
)
_GOODS: Final = "手机|电脑|车|洗衣机|冰箱|空调|电视|相机|手表|耳机|平板|运动鞋|跑鞋|电饭煲|家电|护肤品|美妆|笔记本"
_SIGHTS: Final = "公园|景区|医院|商场|博物馆|地方|餐厅|学校|展览|酒店|书店|超市|景点"
_KIN: Final = "|".join(sorted(CHINESE, key=len, reverse=True))
LIFE: Final = table(
    (rf"(?:家里?)?(?P<neg>没)?有{_COUNT}{_MOD}(?P<noun>{POSSESSIONS}|{PETS}|{'|'.join(_FAMILY)})", _has),
    (r"(?P<neg>没)(?P<count>)(?P<mod>)(?P<noun>车|房)", _has),
    (
        rf"(?:家里?)?(?:还|也)?(?:养|领养|收养|捡|抱养)(?:了|着|(?P<over>过))?{_COUNT}{_MOD}(?P<noun>{PETS})"
        rf"{_CALLED}",
        _keeps,
    ),
    (rf"(?:新)?(?:买|购入|入手|换|买下|提)了{_COUNT}{_MOD}(?P<noun>{POSSESSIONS})", _bought),
    (r"(?:新)?(?:买|购入|入手|换|提)了(?P<v>(?:[一二两三\d]+)?新?[辆台部套栋架]新?[^，。]{1,10})", _bought_any),
    (
        r"(?:手里|手上|手头|平时|一直|现在)*(?:用|使用|开|骑|戴|穿|喝|拿)的(?:这|那|一)?[款部台双支个辆]?"
        r"(?P<noun>[\u4e00-\u9fff]{0,6}?)(?:产品)?(?:就)?(?:是|叫)(?P<v>[^，。]{2,24})",
        _uses,
    ),
    (
        rf"(?:手里|手上|手头)?家?(?:的|这部|这款|这台|那部)?(?P<noun>{_GOODS})(?:就)?(?:用的是|是)(?P<v>[^，。]{{2,24}})",
        _uses,
    ),
    (r"(?P<noun>)家?(?:手里|平时|现在|一直|主要)*用的是(?P<v>[^，。]{2,24})", _uses),
    (r"(?P<noun>)(?:平时|现在|一直|主要|都)*用(?P<v>[A-Z][A-Za-z0-9+.]{1,14}(?: [A-Z0-9][A-Za-z0-9]*)?)", _uses),
    (
        rf"(?P<noun>)(?:平时|现在|一直)*开(?:着|的是)?(?:一?[辆台])?(?P<v>(?:{_CARS})[\u4e00-\u9fffA-Za-z0-9 ]{{0,8}})",
        _drives,
    ),
    (
        r"(?:去|刚去)?(?P<verb>参观|去逛|去|逛|路过|经过|游览)(?:过|了)?的(?:那|这|一)?[个家座所]?"
        rf"(?P<noun>{_SIGHTS})?(?:就)?[，,]?(?:是|叫)(?P<v>[^，。]{{2,20}})",
        _visited_is,
    ),
    (r"(?:路过|经过)了?(?P<v>[^，。]{2,16})", _passed),
    (rf"(?:就|也)?是我(?:们)?(?:家)?(?:的)?(?:最好的|好|老|大学|高中|初中|小学)*(?P<relation>{_KIN})", _relative_name),
    (
        r"(?:会|能|能够|可以|学会了?)(?:说|讲)(?:一点|一些|流利的|一口流利的|几句)?(?P<v>[^，。]{2,16})",
        _speaks,
    ),
    (r"(?:不?会|擅长|学会了?|精通)(?P<v>[^，。]{2,8})", _skill),
    (r"(?:正在|最近在|在)*(?P<how>读|看|追)(?:一本|一部)?《(?P<v>[^》]{1,30})》", _reading),
    (r"(?P<now>(?:在|正在|开始|最近在|一直在|刚开始|报名|报班)*)(?:自学|学习|学)着?(?P<v>[^，。]{2,10})", _learning),
    (
        r"(?:得了|患有|患了|确诊了?|查出了?|被诊断出?(?:患有)?|有|没有|没)(?:轻度|重度|严重的?|遗传性)?"
        rf"(?P<v>{ILLNESSES})",
        _ill,
    ),
    (rf"(?:其实|并|根本)*(?:没有?得|不是)(?P<v>{ILLNESSES})", _not_ill),
    (
        r"(?:现在|今年)?(?:上|读|念)(?P<v>(?:小学|初中|高中|大学)?[一二三四五六]年级|[初高大研][一二三四]|幼儿园(?:小班|中班|大班)?)",
        _grade,
    ),
    (
        r"(?:已经|刚刚?)?[和跟与同](?P<whom>[\u4e00-\u9fffA-Za-z]{2,8}?)(?:已经|正式|刚刚?|去年|今年|上个?[月周])?"
        r"(?P<how>结婚|订婚|领证|领了证|结了婚)了?",
        _wed,
    ),
    (r"(?:已经|刚|去年|今年|早就)?(?P<v>结婚|订婚|单身)(?:[\d一二两三四五六七八九十好几]+年)?了?", _marital),
)
"""Patterns of the predicate with their rules."""
