"""What a text says apart from how it is worded: its words without fillers, with one word for each that means the same.

Everything else is kept, in order: numbers with their units, names, denials, pronouns, tenses, prepositions, weekdays.
So two texts that differ in any of these never have the same words here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from doxa.dream.orders import same_order
from doxa.dream.synonyms import LONGEST_PHRASE, chinese_words, english_phrases, english_words
from doxa.text.forms import text_form, value_form
from doxa.text.patterns import lazy_pattern
from doxa.text.scripts import CJK_CLASS

_DROPPED: Final = frozenset("a an the that".split())
_LIGHT: Final = frozenset(
    """
    really very actually also quite honestly basically literally definitely certainly truly totally absolutely
    extremely incredibly um uh haha lol btw anyway please
    """.split()
)
_OPENER = lazy_pattern(
    r"(?:(?:so|well|and|ok|okay|yes|yeah|yep|anyway|oh|wow|hey|hi|hmm|ah|um|uh|haha|lol)\s*[,.!…]+\s*"
    r"|(?:oh|wow|hey|hmm|ah|um|uh|haha|lol)\s+|(?:嗯|对了|哦|啊|哎|嘿|那个)[，,、！!。]+)+(?=\S)"
)
"""What a sentence may open with and say nothing by it; `well` and `so` only before a mark."""
_LIGHT_PHRASES: Final = (
    "you know",
    "i mean",
    "by the way",
    "of course",
    "for sure",
    "to be honest",
    "in fact",
    "as a matter of fact",
    "as you know",
    "let me tell you",
    "guess what",
)
_CONTRACTIONS: Final = {
    "can't": "can not",
    "won't": "will not",
    "shan't": "shall not",
    "ain't": "is not",
    "cannot": "can not",
    "gonna": "going to",
    "wanna": "want to",
    "gotta": "have to",
    "let's": "let us",
    "dont": "do not",
    "doesnt": "does not",
    "didnt": "did not",
    "im": "i am",
    "ive": "i have",
}
_ENDINGS: Final = (
    ("n't", " not"),
    ("'re", " are"),
    ("'ve", " have"),
    ("'ll", " will"),
    ("'m", " am"),
    ("'d", " would"),
)
_IS: Final = frozenset("it he she that there here what who where how".split())
_PAST: Final = frozenset(
    """
    been done gone seen had bought begun started made taken given got gotten found left lost won met read written told
    said spent moved come become run sung known grown eaten driven flown broken chosen spoken felt kept thought heard
    brought caught taught sent built put cut set
    """.split()
)
_TIMES: Final = frozenset(
    """
    yesterday today tomorrow tonight recently monday tuesday wednesday thursday friday saturday sunday
    昨天 今天 明天 后天 前天 昨晚 今晚 去年 今年 明年 上周 下周 本周 上个月 下个月 早上 晚上 中午 下午 周末 每天 现在
    星期天 星期一 星期二 星期三 星期四 星期五 星期六
    """.split()
)
_OF_TIMES: Final = frozenset("on night morning afternoon evening".split())
_NEAR, _SPANS = "last next this", "week month year weekend night morning afternoon evening spring summer autumn winter"
_CHINESE_LIGHT: Final = frozenset("的啊呀呢吧哦嘛啦哈嗯唉诶，、。！；：")
_CHINESE_DEGREES: Final = ("非常", "特别", "十分", "真的", "其实", "就是", "很", "已经")
_COUNTED: Final = frozenset({("1", "名"), ("1", "位"), ("1", "个")})
_END: Final = "§"
_OWNS: Final = "'s"
_OWNERS: Final = frozenset("my your his her our their".split())
_CLEFT: Final = ("it", "was")
_PARTED: Final = {"call": "off", "called": "off", "put": "off", "throw": "away", "threw": "away", "set": "up"}
"""Verbs of which a phrase with a particle means something of its own, also where what is done to stands between."""
_MOST_BETWEEN: Final = 3
_GIVING: Final = frozenset("gave sent lent showed brought handed give send lend show bring hand".split())
_GIVEN: Final = frozenset("me him us them".split())
_TOKEN = lazy_pattern(rf"[{CJK_CLASS}]+|[^\W_{CJK_CLASS}](?:[.+#/&'-]*[^\W_{CJK_CLASS}+#])*[+#]*|[%$€£°]")


class Wording(NamedTuple):
    """A text's words, and which of them say when.

    Args:
        words: Its words in order, without those that say when if these stand together in one place.
        when: Those words.
        asks: Whether it is a question.
        length: How many words and characters it was worded with.
    """

    words: tuple[str, ...]
    when: tuple[str, ...]
    asks: bool
    length: int

    @property
    def bag(self) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
        """What is equal for all texts that can be duplicates: the same words, in whatever order."""
        return tuple(sorted(self.words)), self.when, self.asks


def wording(text: str) -> Wording:
    """Return the words of a text that say what it says, English or Chinese."""
    said = text_form(text)
    opener = _OPENER.match(said)
    # marks around it keep the last word in its own number, and the article before the first
    form = value_form(f"{_END} {said[opener.end() :] if opener else said} {_END}")
    raw = list(_tokens(form))
    words = _plain(_without_cleft(_together(_owned(raw))))
    rest, when = _apart(words)
    asks = text_form(text).rstrip('"”』」 ').endswith(("?", "？"))
    return Wording(tuple(rest), tuple(when), asks, len(raw))


def alike(one: Wording, other: Wording) -> float:
    """Return how surely two texts say the same, 0 to 1, given by how far their order differs; 0 for other words.

    1 for the same words in the same order; .97 where only the place of the time differs is in that as well, since
    times stand apart; .94 where what may change places has, such as two clauses joined by `because`; see `orders`.
    """
    if one.when != other.when or one.asks != other.asks or len(one.words) != len(other.words):
        return 0.0
    if one.words == other.words:
        return 1.0 if one.length == other.length else 0.98
    return 0.94 if same_order(one.words, other.words) else 0.0


def _tokens(form: str) -> Iterator[str]:
    for found in _TOKEN.findall(form):
        if found[0] >= "⺀":
            yield from _chinese(found)
        else:
            yield from _english(found)


def _english(word: str) -> Iterator[str]:
    if word in _CONTRACTIONS:
        yield from _CONTRACTIONS[word].split()
        return
    for ending, said in _ENDINGS:
        if word.endswith(ending) and len(word) > len(ending):
            yield from (word.removesuffix(ending) + said).split()
            return
    if word.endswith("'s"):
        yield word[:-2]
        yield "is" if word[:-2] in _IS else _OWNS
        return
    yield word


def _chinese(run: str) -> Iterator[str]:
    known = _chinese_table()
    longest = max(map(len, known))
    position = 0
    while position < len(run):
        for size in range(min(longest, len(run) - position), 0, -1):
            word = run[position : position + size]
            if word in known or size == 1:
                said = known.get(word, word)
                if said and said not in _CHINESE_LIGHT:
                    yield said
                position += size
                break


def _owned(raw: Sequence[str]) -> list[str]:
    """Return words with `the barn's roof` as `the roof of the barn`, and `my sister's friend` likewise."""
    words: list[str] = []
    held: list[str] = []
    for word in raw:
        if word == _OWNS:
            start = len(words) - 1 - (len(words) > 1 and words[-2] in _OWNERS)
            held = [*words[start:], *(["of", *held] if held else [])]
            del words[start:]
            continue
        words.append(word)
        if held:
            words += ["of", *held]
            held = []
    return [*words, *held]


def _together(raw: list[str]) -> list[str]:
    """Return words with `called the match off` as `called off the match`."""
    for at, word in enumerate(raw):
        particle = _PARTED.get(word)
        if particle is not None and particle in raw[at + 2 : at + _MOST_BETWEEN + 2]:
            off = raw.index(particle, at + 2)
            return [*raw[: at + 1], particle, *raw[at + 1 : off], *raw[off + 1 :]]
    return raw


def _without_cleft(raw: list[str]) -> list[str]:
    """Return `It was Tom who broke it` as `Tom broke it`, and `sent it to me` as `sent it me`, to be ordered later."""
    if tuple(raw[:2]) == _CLEFT and "who" in raw[3:6]:
        who = raw.index("who")
        raw = [*raw[2:who], *raw[who + 1 :]]
    if not _GIVING.intersection(raw) or sum(word in _GIVEN for word in raw) != 1:
        return raw  # of two persons one is brought to the other
    return [word for at, word in enumerate(raw) if not (word == "to" and at + 1 < len(raw) and raw[at + 1] in _GIVEN)]


@cache
def _chinese_table() -> dict[str, str]:
    times = {word: word for word in _TIMES if not word.isascii()}
    return {**times, **dict.fromkeys(_CHINESE_DEGREES, ""), **chinese_words()}


@cache
def _light_table() -> dict[tuple[str, ...], tuple[str, ...]]:
    times = {(near, span): (f"{near}-{span}",) for near in _NEAR.split() for span in _SPANS.split()}
    return {tuple(phrase.split()): () for phrase in _LIGHT_PHRASES} | times | dict(english_phrases())


_LONGEST: Final = max(LONGEST_PHRASE, *(len(phrase.split()) for phrase in _LIGHT_PHRASES))


def _plain(raw: Sequence[str]) -> list[str]:
    """Return words without fillers, phrases and words under the one name of what they mean."""
    table, same = _light_table(), english_words()
    words: list[str] = []
    position = 0
    while position < len(raw):
        for size in range(min(_LONGEST, len(raw) - position), 1, -1):
            said = table.get(tuple(raw[position : position + size]))
            if said is not None:
                words += [same.get(word, word) for word in said]
                position += size
                break
        else:
            word = raw[position]
            if tuple(raw[position - 1 : position + 1]) in _COUNTED and "是" in raw[position - 2 : position - 1]:
                words.pop()  # `是一名医生` is `是医生`
            elif word == "号" and "月" in raw[max(0, position - 2) : position]:
                words.append("日")
            elif word not in _DROPPED and word not in _LIGHT and not _is_perfect(raw, position):
                words.append(same.get(word, word))
            position += 1
    return words


def _is_perfect(raw: Sequence[str], position: int) -> bool:
    """Whether a `have` only makes the tense of what follows: `I have bought` is worded as `I bought`."""
    if raw[position] not in ("have", "has"):
        return False
    following = next((word for word in raw[position + 1 :] if word not in _LIGHT and word not in ("just", "not")), "")
    return following in _PAST or (following.endswith("ed") and len(following) > 3)


def _is_time(word: str) -> bool:
    return word in _TIMES or word.startswith(("last-", "next-", "this-"))


def _apart(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Take out the words that say when, where they stand together in one place."""
    places = [place for place, word in enumerate(words) if _is_time(word)]
    if not places:
        return list(words), []
    start, end = places[0], places[-1] + 1
    if any(not _is_time(words[place]) and words[place] not in _OF_TIMES for place in range(start, end)):
        return list(words), []
    while start and words[start - 1] in _OF_TIMES:
        start -= 1
    while end < len(words) and words[end] in _OF_TIMES and words[end] != "on":
        end += 1
    return [*words[:start], *words[end:]], list(words[start:end])
