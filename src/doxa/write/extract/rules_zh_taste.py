"""Chinese: likes, dislikes, favourites, allergies, what somebody eats and drinks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from doxa.write.extract.clauses_zh import Reading, without_particles
from doxa.write.extract.found import Draft
from doxa.write.extract.stating_zh import items, said, table, vague

_AFTER_UP: Final = "[个次回班学网课街台镜山]|周(?=[那的这末一二三四五六日天看吃去买听])|星期|礼拜|月"
"""What 上 begins a word with: 喜欢上周那家店 is 喜欢 and 上周, 喜欢上网 is 喜欢 and 上网."""
_LIKE: Final = (
    rf"喜欢上(?!海|{_AFTER_UP})|喜欢|中意|热爱|酷爱|喜爱|钟爱|偏爱|偏好(?!设置|是)|热衷于|爱好|迷上|爱死了?|爱上(?!海)|着迷于|痴迷于|沉迷于"
    "|爱(?!好|情|人|心|护|惜|国|理不理)"
)
_HATE: Final = "讨厌|厌恶|反感|受不了|痛恨|最怕|恨(?!不得)"
_WRAPPED: Final = re.compile(r"这[款部个台双种家本位座道支条只]?[\u4e00-\u9fff]{0,4}$")
_NOT_LIKED: Final = re.compile(r"^(?:上班|班|上了|[我你他她它]|人|国家|情|心|惜|护|着|的|过|吃醋|了|得|不)")


def _likes(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    value = match["v"]
    if reading.lead.endswith(("我的",)) or _NOT_LIKED.match(value):
        return
    for item in items(value):
        liked = thing(item)
        if liked is not None:
            rather = reading.lead.endswith("更") and not reading.negative
            yield said(reading, "prefers" if rather else "likes", liked)


def thing(value: str) -> str | None:
    """What is liked: "吃辣白菜" is 辣白菜, "LG那个冰箱的" loses its tail."""
    found = re.sub(
        r"^(?:吃|喝|去|到|玩儿?)(?=[\u4e00-\u9fffA-Za-z]{2,})",
        lambda m: "" if m.group() in ("吃", "喝") else m.group(),
        without_particles(value),
    )
    if re.match(r"上(?:上)?个?(?:周|次|回|月|星期|礼拜)|[昨今]天|昨晚|刚才", found):
        return None
    cut = _WRAPPED.sub("", found)
    found = cut if len(cut) >= 2 else found
    return None if vague(found) or re.search(r"[我你他她它]|得很|一点|起来$|时候", found) else found


def _hates(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    if reading.negative:
        return
    for item in items(match["v"]):
        hated = thing(item)
        if hated is not None:
            yield said(reading, "likes", hated, polarity=False)


_NO_LONGER: Final = re.compile(r"(?:现在|如今|早就|早|已经|可|再也|也|并|根本)*不(?:再)?$")


def _favourite(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    denied = _NO_LONGER.search(match["noun"])
    noun, value = _NO_LONGER.sub("", match["noun"]), without_particles(match["v"])
    if vague(value) or reading.negative or re.search(r"[我你他她它]", value) or len(value) > 16:
        return
    if noun in ("事", "事情", "就", "人", "东西", "一件事", ""):
        if not denied:
            yield said(reading, "likes", value)
        return
    is_it = "不是" if denied else "是"
    yield said(reading, f"favourite_{noun}", value, polarity=not denied, text=f"{{s}}最喜欢的{noun}{is_it}{{v}}")


def _hobby(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    for item in items(match["v"]):
        yield said(reading, "likes", item)


def _allergic(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    polarity = not (match["neg"] or reading.negative)
    for item in items(match["v"]):
        if not re.search(r"[我你他她它]|啥|什么", item):
            yield said(reading, "allergic_to", re.sub(r"^(?:吃|喝|闻)", "", item) or item, polarity=polarity)


def _not_allergic(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我其实不是青霉素过敏"."""
    if not reading.elided:
        yield said(reading, "allergic_to", match["v"], polarity=False)


def _allergic_bare(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我花粉过敏"."""
    if reading.elided:
        return
    for item in items(match["v"]):
        if 1 <= len(item) <= 8 and not re.search(r"[我你他她它的了是在对]|严重|皮肤|容易|药物?$|体质", item):
            yield said(reading, "allergic_to", item)


def _interested(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我对摄影很感兴趣"."""
    for item in items(match["v"]):
        if not re.search(r"[我你他她它这那]", item):
            yield said(reading, "likes", item, text="{s}对{v}" + ("感兴趣" if not reading.negative else "不感兴趣"))


def _fears(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我怕狗"; what one fears to happen is no fear of a kind."""
    value = match["v"]
    if reading.elided or re.search(r"[我你他她它这那了会被有是不没的得]|来不及|麻烦|死", value):
        return
    yield said(reading, "fears", value, text="{s}" + ("不怕" if reading.negative else "怕") + "{v}")


def _avoids(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我不吃香菜", "不能喝牛奶", "吃不了辣"."""
    if not reading.negative and not match["cannot"]:
        return
    if re.search(r"今天|今晚|今早|中午|早上|早饭|晚饭|午饭|昨", reading.lead):
        return
    attribute = "eats" if match["verb"] in ("吃", "eat ") else "drinks"
    for item in items(match["v"]):
        if 1 <= len(item) <= 8 and not re.search(r"[我你他她它多]|完|饱|惯|消|亏|下|出|起|苦|^素的?$|东西|饭|太", item):
            yield said(reading, attribute, item, polarity=False)


def _quit(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    attribute = {"烟": "smokes", "酒": "drinks"}.get(match["v"], "eats" if match["v"] in ("糖", "肉") else "drinks")
    if not reading.negative:
        yield said(
            reading,
            attribute,
            "是" if attribute == "smokes" else match["v"],
            timing="change",
            polarity=False,
            text=f"{{s}}戒{match['v']}了",
        )
        ending = said(reading, "likes", match["v"], timing="change", polarity=False)
        yield replace(ending, closes=("likes", "prefers", "habit"))


def _smokes(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    """Read "我不抽烟", "我又开始抽烟了"."""
    once = not reading.negative and reading.text[reading.end - 1] == "了"
    if reading.negative if match["begin"] else once:
        return
    denial = ("不再" if reading.no_longer else "不") if reading.negative else ""
    text = "{s}" + ("以前" if reading.past else "") + denial + "抽烟"
    yield said(reading, "smokes", "是", timing="change" if match["begin"] else None, text=text)


def _vegetarian(reading: Reading, match: re.Match[str]) -> Iterator[Draft]:
    not_so = ("不再" if reading.no_longer else "不") if reading.negative else ""
    yield said(reading, "diet", match["v"], text="{s}" + not_so + ("吃素" if match["v"] == "素" else "是" + match["v"]))


TASTE: Final = table(
    (
        r"(?:最|特别)?(?:喜欢|爱)(?:吃|喝|看|听|玩|用|去|做)?的(?P<noun>[\u4e00-\u9fff]{0,6}?)"
        r"(?:就|还是|应该|当然|一直|现在|依然|已经)*(?:是|(?:换|改|变)(?:成|为)了?)(?P<v>[^，。]{1,24})",
        _favourite,
    ),
    (rf"最?(?:{_LIKE})了?(?P<v>[^，。]{{1,24}}?)(?:作为.*)?", _likes),
    (rf"最?(?:{_HATE})(?P<v>[^，。]{{1,20}})", _hates),
    (r"的?(?:兴趣爱好|业余爱好|兴趣|爱好)(?:就|也)?(?:是|有|包括)(?P<v>[^，。]{1,24})", _hobby),
    (
        r"(?:对|吃|喝)(?P<v>[^，。]{1,20}?)(?:都|也|严重|会|有点|有|很)*(?P<neg>不|没有?|并不)?(?:会|怎么)?过敏的?",
        _allergic,
    ),
    (r"(?:其实|并|根本)*不是(?:对)?(?P<v>(?![我你他她])[\u4e00-\u9fffA-Za-z]{1,12}?)过敏", _not_allergic),
    (r"(?P<v>[\u4e00-\u9fff]{1,8})过敏的?", _allergic_bare),
    (r"对(?P<v>[^，。]{1,16}?)(?:也|都|一直|很|挺|特别|非常|比较|蛮)*感?兴趣", _interested),
    (r"(?:很|特别|最)?(?:害怕|怕)(?P<v>[\u4e00-\u9fff]{1,6})", _fears),
    (
        r"(?:能|可以|敢|会|怎么|太|大|想)?(?P<verb>吃|喝|eat |drink )(?P<cannot>不了|不得|不来)?"
        r"(?P<v>[\u4e00-\u9fffA-Za-z、和]{1,12})",
        _avoids,
    ),
    (
        r"(?:已经|彻底|成功)?戒(?:掉|了)*(?P<v>烟|酒|糖|咖啡|奶茶|可乐|肉)(?:了|[\d一二两三四五六七八九十半]+[年个天].*)?",
        _quit,
    ),
    (r"(?:又|重新|再次)?(?P<begin>开始)?(?:抽烟|吸烟)", _smokes),
    (r"是?(?:一?[个名位])?(?P<v>素食主义者|素食者|纯素者?)", _vegetarian),
    (r"(?:一直|长期|常年|开始)?吃(?P<v>素)的?", _vegetarian),
)
"""Patterns of the predicate with their rules."""
