"""Chinese: what things contain, belong to, depend on; when and where they take place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from doxa.write.extract.clauses_zh import Piece, without_particles
from doxa.write.extract.found import Draft, Party
from doxa.write.extract.stating_zh import items, vague
from doxa.write.extract.time_words_zh import TIME

_THING: Final = r"(?P<s>[\u4e00-\u9fffA-Za-z0-9·《》\x01]{1,20}?)"
_RELATIONS: Final = tuple(
    (re.compile(pattern), attribute)
    for pattern, attribute in (
        (
            rf"{_THING}(?:里面|里边|里头|里|中|当中)?(?:都|也|还|通常|一般|其实)*(?P<neg>不|并不|没有?)?(?:含有|包含|包括|富含|含)(?:了|着)?(?P<v>[^，。；]{{1,30}})$",
            "contains",
        ),
        (rf"{_THING}(?:主要|都)?是?由(?P<neg>)(?P<v>[^，。；]{{1,30}}?)(?:制成|做成|组成|构成|做)的?$", "contains"),
        (rf"{_THING}是用(?P<neg>)(?P<v>[^，。；]{{1,20}}?)(?:制成|做成|做|酿|熬)的?$", "contains"),
        (rf"{_THING}(?P<neg>不)?(?:是|属于)(?P<v>[^，。；]{{2,20}}?)的?(?:一部分|组成部分)$", "part_of"),
        (rf"{_THING}(?P<neg>不)?(?:隶属于|属于)(?P<v>[^，。；]{{2,20}})$", "part_of"),
        (rf"{_THING}(?:也|都|强)?(?P<neg>不)?(?:依赖于?|取决于)(?P<v>[^，。；]{{2,20}})$", "depends_on"),
    )
)
_PROPERTIES: Final = {
    "持续时间": "duration", "时长": "duration", "时间": "date", "日期": "date", "举办时间": "date", "开始时间": "date",
    "地点": "venue", "举办地点": "venue", "举办地": "venue", "规模": "size", "人数": "size", "主要内容": "topic",
    "内容": "topic", "主题": "topic", "截止日期": "deadline", "截止时间": "deadline", "价格": "price", "预算": "budget",
    "负责人": "owner", "首都": "capital", "版本": "version",
}  # fmt: skip
_PROPERTY: Final = re.compile(
    r"(?P<s>[\u4e00-\u9fffA-Za-z0-9·《》\x01：:\-— ]{2,30}?)(?:[，,]它)?的"
    rf"(?P<p>{'|'.join(sorted(_PROPERTIES, key=len, reverse=True))})"
    r"(?:是|为|定在|定为|在|就是)(?P<v>[^。！？\n]{1,120})"
)
_WHEN: Final = rf"(?P<v>(?:{TIME}|\d{{1,2}}[:：]\d{{2}})(?:的|的?(?:{TIME}|\d{{1,2}}[:：]\d{{2}}))*)"
_SET: Final = re.compile(
    rf"(?P<s>[\u4e00-\u9fffA-Za-z0-9]{{2,16}}?)(?:从(?:{TIME})+)?(?:已经|又|被|现在|还是|就|时间|临时)*(?P<how>定在|安排在|改到|推迟到|提前到|延期到|挪到|改成|调整到|延到|改为|改期到|推到|提前至|推迟至)了?{_WHEN}"
)
_ON: Final = re.compile(
    rf"(?P<s>[\u4e00-\u9fffA-Za-z0-9]{{0,14}}(?:会议?|考试|面试|婚礼|聚会|聚餐|讲座|航班|演唱会|比赛|手术|复诊|约会|培训|答辩|体检|团建|年会|派对|旅行|旅游|出差|活动|行程))(?:就|还是|是)?(?:在|是){_WHEN}$"
)
_OFF: Final = re.compile(
    r"(?P<s>[\u4e00-\u9fffA-Za-z0-9]{0,14}(?:会议?|考试|面试|婚礼|聚会|聚餐|讲座|航班|演唱会|比赛|手术|复诊|约会|培训|答辩|体检|团建|年会|派对|旅行|旅游|出差|活动|行程))"
    r"(?:已经|被|又|临时|都|也)*(?:取消|泡汤|黄)了?$"
)
_NO_THING: Final = re.compile(
    r"^(?:[我你他她它这那哪谁]|今|昨|明|如果|要是|因为|所以|但是|不|都|很|就|没)|(?:[我你他她它]|时候|的)$|[我你他她]"
)


def things_in(text: str, start: int, end: int, pieces: list[Piece], speaker: Party) -> Iterator[Draft]:
    """Claims about things in one sentence: "虾酱里含有虾", "家长会改到周五了".

    Args:
        text: The masked content.
        start: First character of the sentence.
        end: First character after it.
        pieces: Its clauses.
        speaker: Whom "I" means.

    Yields:
        Drafts with the thing as their subject.
    """
    yield from _properties(text, start, end, pieces)
    for piece in pieces:
        here = text[piece.start : piece.end].rstrip("。！!？?了呢啊呀吧哦 ")
        yield from _related(piece, here)
        yield from _timed(piece, here)
        yield from _called_off(piece, here)
        yield from _favourite(piece, here, speaker)
        yield from _kept(piece, here)


def _related(piece: Piece, here: str) -> Iterator[Draft]:
    for pattern, attribute in _RELATIONS:
        match = pattern.search(here)
        if match is None:
            continue
        subject = _subject(match["s"])
        if subject is None:
            return
        for item in items(match["v"]):
            yield _draft(subject, attribute, item, piece, match, polarity=not match["neg"])
        return


_PLEASES: Final = re.compile(
    rf"{_THING}(?:也|就|一直|还)*是我(?P<most>最)?(?:特别|非常|很|挺|超)?(?:喜欢|爱|中意)的(?P<noun>[\u4e00-\u9fff]{{0,6}})$"
)


def _favourite(piece: Piece, here: str, speaker: Party) -> Iterator[Draft]:
    """Read "松下空气净化器是我特别喜欢的家电"."""
    match = _PLEASES.search(here)
    subject = _subject(match["s"]) if match is not None else None
    if match is None or subject is None or vague(subject):
        return
    noun = match["noun"] if match["most"] and match["noun"] not in ("", "之一", "东西", "人") else ""
    attribute = f"favourite_{noun}" if noun else "likes"
    text = f"{{s}}最喜欢的{noun}是{{v}}" if noun else None
    start, end = piece.start + match.start("s"), piece.start + match.end()
    yield Draft(speaker, attribute, subject, start, end, mood=piece.mood, text=text)


_KEPT: Final = re.compile(
    rf"{_THING}(?:都|就|一般|一直|现在)*(?:放|搁|存|藏|收|停)在(?P<v>[^，。；我你他她它]{{2,16}}?(?:里|里面|上|上面|下|下面|旁边|柜|抽屉|箱|包|盒|库|层|架))$"
)


def _kept(piece: Piece, here: str) -> Iterator[Draft]:
    """Read "过敏药放在前台第二个抽屉里"."""
    match = _KEPT.search(here)
    subject = _subject(match["s"]) if match is not None else None
    if match is not None and subject is not None and piece.mood == "asserted":
        yield _draft(re.sub(r"^(?:把|将)", "", subject), "located_in", match["v"], piece, match)


def _subject(raw: str) -> str | None:
    raw = re.sub(
        r"^(?:我们|咱们|我|这个|这)的?(?=[\u4e00-\u9fffA-Za-z]{2,})(?=.*(?:项目|系统|服务|接口|产品|平台|程序|代码|API|团队))",
        "",
        raw,
    )
    subject = re.sub(r"^.{0,12}(?:知道|发现|听说|其实|因为|所以|但是|不过|而且|原来|[：:])", "", raw)
    return None if not subject or _NO_THING.search(subject) or len(subject) > 16 else subject


def _timed(piece: Piece, here: str) -> Iterator[Draft]:
    for pattern in (_SET, _ON):
        match = pattern.search(here)
        if match is not None:
            subject = _subject(re.sub(r"^(?:我们?)?(?:已经|刚)?(?:把|将)", "", match["s"]))
            if subject is not None and piece.mood == "asserted":
                yield _draft(subject, "date", match["v"], piece, match)
            return


def _called_off(piece: Piece, here: str) -> Iterator[Draft]:
    """Read "周五的会议取消了": it is on no day any more."""
    match = _OFF.search(here)
    subject = _subject(re.sub(r"^(?:我们?|把)", "", match["s"])) if match is not None else None
    if match is None or subject is None or piece.mood != "asserted":
        return
    cancelled = _draft(subject, "status", "取消", piece, match)
    yield replace(cancelled, text="{s}取消了", timing="timeless")
    yield replace(cancelled, attribute="date", value="", polarity=False, closes=("date",), timing="timeless")


def _properties(text: str, start: int, end: int, pieces: list[Piece]) -> Iterator[Draft]:
    match = _PROPERTY.search(text, start, end)
    if match is None or any(piece.mood != "asserted" for piece in pieces):
        return
    subject = re.sub(r"^(?:我)?(?:将要?|要|准备)?(?:参加|去)的?(?=.{2,})", "", match["s"].strip(" ，,"))
    value = match["v"] if match["p"] in ("主要内容", "内容", "主题") else re.split(r"[，,；;]", match["v"])[0]
    value = without_particles(value)
    if subject and value and not _NO_THING.search(subject) and not re.match(r"[我你他她这那哪什]", value):
        yield Draft(
            Party(subject, "thing"),
            _PROPERTIES[match["p"]],
            value,
            match.start(),
            match.end(),
            text="{s}的" + match["p"] + "是{v}",
        )


def _draft(
    subject: str, attribute: str, value: str, piece: Piece, match: re.Match[str], *, polarity: bool = True
) -> Draft:
    start = piece.start + match.start("s")
    return Draft(
        Party(subject, "thing"), attribute, value, start, piece.start + match.end(), polarity=polarity, mood=piece.mood
    )
