"""Cuts a Chinese sentence into clauses and says of each who it may be about and how it is said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from doxa.text.relations import CHINESE
from doxa.write.extract.found import Mood, Party
from doxa.write.extract.lexicon_zh import (
    ADVERBS,
    COMPOUND_SURNAMES,
    DOUBTS,
    NOT_NAMES,
    OPENERS,
    PARTICLES,
    PAST_WORDS,
    QUESTION_WORDS,
    SURNAMES,
)
from doxa.write.extract.parties import Parties
from doxa.write.extract.time_words_zh import TIME


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a clause: about this party, with the predicate from `at` on.

    Args:
        text: The masked content.
        start: Offset where the clause begins.
        at: Offset of the predicate, adverbs and time phrases left out.
        end: Offset after the clause, closing particles left out.
        party: Whom it is about.
        negative: Whether it is denied.
        no_longer: Whether it is denied from now on ("不再", "不…了").
        past: Whether it held before ("以前").
        mood: How it is said.
        reported: Somebody else's word.
        lead: What stood between subject and predicate.
        elided: The subject was left out.
        bare: The subject is a name or a word for a thing that only the predicate can confirm.
        end_of_name: Offset after the subject.
    """

    text: str
    start: int
    at: int
    end: int
    party: Party
    negative: bool = False
    no_longer: bool = False
    past: bool = False
    mood: Mood = "asserted"
    reported: bool = False
    lead: str = ""
    elided: bool = False
    bare: bool = False
    end_of_name: int = 0

    @property
    def rest(self) -> str:
        """The predicate and what follows it."""
        return self.text[self.at : self.end]


@dataclass(frozen=True, slots=True)
class Piece:
    """A clause of a sentence before anybody is made its subject."""

    start: int
    end: int
    mood: Mood
    reporter: str | None = None


_CUT: Final = re.compile(
    r"[，,；;：:—…~～]+|(?<=[\u4e00-\u9fff])[ \u3000]+(?=[\u4e00-\u9fff])|(?<=[A-Za-z])[ \u3000]+(?=我)"
)
_OPEN: Final = re.compile(rf"(?:(?:{OPENERS})[，,、 ！!]*)+(?=\S)")
_SPACE: Final = re.compile(r"[\s\"'“”‘’（）()【】\[\]！!。.、·\-—\x00]*")
_IF: Final = re.compile(r"如果|要是|假如|假设|假使|倘若|若是|万一|的话|除非|要不是|哪怕|就算|等我?(?:以后|将来)")
_AS_FOR: Final = re.compile(r"[\u4e00-\u9fff]{1,4}(?:方面)?的话[，,]?(?=我)")
_QUESTION: Final = re.compile(rf"(?:{QUESTION_WORDS})")
_ASKS: Final = re.compile(r"(?:吗|嘛|没有|不)?[？?]")
_TIME: Final = re.compile(TIME)
_NEGATION: Final = re.compile(r"不再|再也不|从来?不|从没|从来没有?|并不|并没有?|不")
_ADVERB: Final = re.compile(ADVERBS)
_WE: Final = re.compile(
    r"(?:我们|咱们|咱|俺们|我[和跟](?:我)?(?:几个)?(?:朋友|同事|同学|家人|室友|闺蜜|爸妈|父母|孩子|老婆|老公|媳妇|妻子|丈夫|太太|先生|爱人|对象|女儿|儿子|母亲|父亲|爷爷|奶奶|女朋友|男朋友|妈妈|爸爸|妹妹|弟弟|姐姐|哥哥)们?)"
    r"(?:一起|俩|两个|一家|全家|一家[三四五]口|都|家)*"
)
_I: Final = re.compile(r"(?:我|俺|本人|自己|用户)(?:自己|本人|个人|这人|这边|呢|呀|啊)?[，,]?")
_RELATIONS: Final = "|".join(sorted(CHINESE, key=len, reverse=True))
_MY: Final = re.compile(
    rf"(?:(?P<own>我们?|咱们?|俺)(?:家)?(?:的)?(?:那个?|这个?|一个|最好的|大学|高中|初中|小学|老|新|好|亲|[一二三四五六]号)?)(?P<relation>{_RELATIONS})(?!们|说|机|关系|家)"
)
_BARE: Final = re.compile(
    r"(?P<relation>妈妈|爸爸|母亲|父亲|老妈|老爸|爷爷|奶奶|外公|外婆|姥姥|姥爷|老婆|老公|妻子|丈夫|媳妇|闺女|女儿|儿子|女朋友|男朋友|姐姐|哥哥|弟弟|妹妹|舅舅|舅妈|叔叔|婶婶|姑姑|表哥|表姐|表弟|表妹|堂哥|堂姐|堂弟|堂妹|下属|同事|上司|室友)(?!们|说|机|关系|家|的话|节)"
)
_HE: Final = re.compile(r"(?P<he>[他她其])(?!们|人|他|实|中|余|次)(?:们)?(?:家(?![乡里人庭是在])|自己|本人|呢)?[，,]?")
_THEIRS: Final = re.compile(r"[，,]?(?:他们|她们|他|她|其)(?!人|家是|们)")
_NAME: Final = re.compile(
    rf"(?:{'|'.join(COMPOUND_SURNAMES)}|[{SURNAMES}])[\u4e00-\u9fff]{{1,2}}"
    r"|[老小阿大][\u4e00-\u9fff]|(?P<twin>[\u4e00-\u9fff])(?P=twin)|[A-Z][a-z]+(?: [A-Z][a-z]+)?"
)
_LATIN: Final = re.compile(r"[A-Za-z][A-Za-z]+(?: [A-Z][a-z]+)?")


def pieces_of(text: str, start: int, end: int) -> list[Piece]:
    """The clauses of a sentence with the mood its words give them.

    Args:
        text: The masked content.
        start: First character of the sentence.
        end: First character after it, its final mark included.

    Returns:
        Clauses in order.
    """
    pieces: list[Piece] = []
    asked = bool(_ASKS.search(text, max(start, end - 3), end))
    mood: Mood = "asserted"
    at = start
    cuts = [match for match in _CUT.finditer(text, start, end) if not _topic_cut(text, match)]
    bounds = [*((match.start(), match.end()) for match in cuts), (end, end)]
    for stop, after in bounds:
        if stop > at and text[at:stop].strip():
            here = text[at:stop]
            if _IF.search(here) and not _AS_FOR.match(here):
                mood = "hypothetical"
            last = stop >= end - 1 or after >= end
            pieces.append(Piece(at, stop, _piece_mood(here, mood, asked and last)))
        at = after
    return pieces


def _topic_cut(text: str, cut: re.Match[str]) -> bool:
    """Whether a comma only sets off the topic: "我路过的那个公园，是莲花山公园"."""
    return (
        text.startswith(("是", "叫"), cut.end())
        and _TOPIC.search(text, max(0, cut.start() - 12), cut.start()) is not None
    )


_TOPIC: Final = re.compile(
    r"(?:^|[，。！？\s])(?:(?!是)[^，。！？\s])+的那?[个家款部台座]?(?:(?!是)[\u4e00-\u9fff]){1,6}$"
)


def _piece_mood(here: str, mood: Mood, asks: bool) -> Mood:
    if mood == "asserted" and (asks or _is_question(here)):
        return "question"
    return mood


def _is_question(here: str) -> bool:
    if here.rstrip("？?。！! ").endswith(("吗", "么")) and not here.rstrip("？?。！! ").endswith(
        ("什么", "怎么", "多么", "这么", "那么")
    ):
        return True
    match = _QUESTION.search(here)
    return (
        bool(match) and not re.search(r"[没无不]", here[max(0, match.start() - 2) : match.start()]) if match else False
    )


def readings_of(text: str, piece: Piece, parties: Parties, topic: Party | None, sentence: int) -> Iterator[Reading]:
    """The ways to read a clause, the likeliest first.

    Args:
        text: The masked content.
        piece: The clause.
        parties: The people of the message.
        topic: Whom the clause before was about; the subject where none is said.
        sentence: Number of the sentence.

    Yields:
        Readings; the first that a rule can use counts.
    """
    start, end = _trimmed(text, piece)
    if start >= end:
        return
    at = _past_time(text, start, end)
    at += text.startswith("是", at) and not text.startswith(("是不是", "是我"), at)
    base = Reading(text, start, at, end, parties.speaker, mood=piece.mood)
    explicit = False
    for party, after, bare in _subjects(text, at, end, parties, sentence):
        explicit = explicit or not bare
        yield _predicate(replace(base, party=party, bare=bare, end_of_name=after), after)
    if not explicit and topic is not None:
        yield replace(_predicate(replace(base, party=topic), start), elided=True, end_of_name=start)


_TRAILING: Final = '。！!？?、.~ \t）)"”’\x00啦呢啊呀吧哦哈嘛哟哇喔咯嘞噢呐'


def _trimmed(text: str, piece: Piece) -> tuple[int, int]:
    start = _SPACE.match(text, piece.start, piece.end).end()  # type: ignore[union-attr]
    as_for = _AS_FOR.match(text, start, piece.end)
    start = as_for.end() if as_for is not None else start
    opened = _OPEN.match(text, start, piece.end)
    if opened is not None and opened.end() < piece.end:
        start = opened.end()
    end = piece.end
    while end > start and text[end - 1] in _TRAILING:
        end -= 1
    if text.endswith("来着", start, end):
        end -= 2
    return start, end


def _past_time(text: str, start: int, end: int) -> int:
    """Offset after the time phrases and adverbs a clause may begin with."""
    at = start
    while True:
        match = _TIME.match(text, at, end)
        if match is None or match.end() >= end:
            break
        at = match.end()
        while at < end and text[at] in "，, 的":
            at += 1
    match = re.compile("(?:其实|后来|当然|确实|可能|好像)").match(text, at, end)
    return match.end() if match else at


def _subjects(text: str, at: int, end: int, parties: Parties, sentence: int) -> Iterator[tuple[Party, int, bool]]:
    """Who may be the subject at `at`: party, offset after it, whether only the predicate can confirm it."""
    mine = _MY.match(text, at, end) or _BARE.match(text, at, end)
    if mine is not None:
        yield from _relation_subject(text, mine, end, parties)
        return
    for pattern in (_WE, _I):
        match = pattern.match(text, at, end)
        if match is not None:
            yield parties.speaker, match.end(), False
            return
    he = _HE.match(text, at, end)
    if he is not None:
        gender = {"他": "m", "她": "f"}.get(he["he"])
        party = parties.pronoun(gender, sentence) if gender else parties.last(sentence)
        if party is not None:
            yield party, he.end(), False
        return
    yield from _name_subjects(text, at, end, parties)


def _relation_subject(text: str, mine: re.Match[str], end: int, parties: Parties) -> Iterator[tuple[Party, int, bool]]:
    relation = CHINESE[mine["relation"]]
    after = mine.end()
    for match in _names_at(text, after, end):
        party = parties.related(relation, text[after:match], chinese=True)
        yield party, _resumed(text, match, end), True
    party = parties.related(relation, None, chinese=True)
    yield party, _resumed(text, after, end), False


def _resumed(text: str, at: int, end: int) -> int:
    """Offset after "，他" or "他们单位", which only takes the subject up again."""
    match = _THEIRS.match(text, at, end)
    return (
        match.end() if match is not None and match.group().lstrip("，,") in ("他", "她", "其", "他们", "她们") else at
    )


def _names_at(text: str, at: int, end: int) -> Iterator[int]:
    """Offsets after the names that may begin at `at`, longest first."""
    match = _NAME.match(text, at, end)
    if match is None or match.end() > end:
        return
    longest = match.end()
    shortest = at + (2 if text[at] < "\u4e00" or text[at : at + 2] not in COMPOUND_SURNAMES else 3)
    if text[at] < "\u4e00":
        yield longest
        return
    for stop in range(longest, shortest - 1, -1):
        name = text[at:stop]
        if (
            name not in NOT_NAMES
            and name[:2] not in NOT_NAMES
            and name not in CHINESE
            and name[-1] not in "的了是在和跟对从说也都就还不很"
        ):
            yield stop


def _name_subjects(text: str, at: int, end: int, parties: Parties) -> Iterator[tuple[Party, int, bool]]:
    for stop in _names_at(text, at, end):
        yield parties.named(text[at:stop]), stop, True
    latin = _LATIN.match(text, at, end)
    if latin is not None and parties.knows(latin.group()):
        yield parties.named(latin.group()), latin.end(), True


def _predicate(reading: Reading, at: int) -> Reading:
    """Skip what stands before the predicate, and note denial, doubt and past."""
    text, end = reading.text, reading.end
    begin, negative, no_longer = at, False, False
    while at < end:
        negation = _NEGATION.match(text, at, end)
        if negation is not None and text[at : at + 2] not in _NO_DENIALS:
            negative = True
            no_longer = no_longer or negation.group() in ("不再", "再也不")
            at = negation.end()
            continue
        match = _TIME.match(text, at, end) or _ADVERB.match(text, at, end)
        if match is not None and match.end() > at and match.end() < end and not _content_word(text, at, match.end()):
            at = match.end()
        elif text[at] in "，, ":
            at += 1
        else:
            break
    lead = text[reading.start : at]
    mood = reading.mood
    if mood == "asserted" and any(word in text[begin:at] or word in text[reading.start : begin] for word in DOUBTS):
        mood = "hypothetical"
    return replace(
        reading, at=at, negative=negative, no_longer=no_longer or (negative and text[end - 1] == "了"), mood=mood,
        lead=lead, past=any(word in lead for word in PAST_WORDS) or _AT_SCHOOL.search(lead) is not None,
    )  # fmt: skip


_NO_DENIALS: Final = frozenset("不过 不错 不但 不仅 不是 不少 不同 不用 不对".split())


_AT_SCHOOL: Final = re.compile(r"(?:上|读|念|小|年轻|刚来|刚毕业|单身|结婚前|毕业前).{0,4}(?:的时候|那会儿?|那时候?)")


def _content_word(text: str, start: int, stop: int) -> bool:
    """Whether what looks like an adverb begins a longer word: 最爱, 快递, 常州, 还款, 老家, 特产, 单位, 可乐."""
    pair = text[start : start + 2]
    return (pair in _WHOLE_WORDS and stop - start <= 2) or text[start : start + 3] in ("最喜欢", "最讨厌")


_WHOLE_WORDS: Final = frozenset(
    """老家 快递 特产 单位 可乐 真正 老板 老师 就业 就读 就职 总监 总经 正常 现居 现任 现住 更换 更改 老公
    老婆 可口 单身 单独
    最爱 才艺""".split()
)


_MARKS: Final = " \t，,。！!？?、；;：:\"'“”（）()~《》「」『』"


def without_particles(text: str) -> str:
    """A value without the particles and marks that close a clause."""
    return text.strip(_MARKS).rstrip(PARTICLES).strip(_MARKS)
