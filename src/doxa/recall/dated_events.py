"""Times told from what happened: "the week after I moved to Lisbon", "during my trip to Rome", 手术后一周, 搬家之后.

When that was is told by a memory that says the same and a day beside it: "We moved to Lisbon on May 2", 昨天做了手术.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, tzinfo
from typing import NamedTuple

from doxa.clock import from_micros
from doxa.graph.contract import View
from doxa.records import Period
from doxa.text.patterns import lazy_pattern
from doxa.text.periods import find_periods
from doxa.text.scripts import CJK_CLASS
from doxa.text.sentences import split_sentences
from doxa.text.tokens import query_tokens, tokens

LOOKED_AT = 20
"""Memories that fit the words of an event best and are looked at."""
LONGEST = timedelta(days=31)
"""What lasted longer is no event that a time is told from."""
_MOST_WORDS = 8
_MOST_CHARACTERS = 600
_UNIT = r"(?:day|week|weekend|month|year)s?"
_ENGLISH = lazy_pattern(
    rf"(?i)\b(?P<word>(?:{_UNIT} )?(?:before|after|following)|since|until|till|during|(?:the )?{_UNIT} of) "
    r"(?P<event>(?:I|we|he|she|they|my|our|his|her|their|the|[^\W\d_]+['’]s) [^,.;:?!\n]{2,60})"
)
_SUBJECTS = frozenset({"i", "we", "he", "she", "they"})
_CHINESE = lazy_pattern(
    rf"(?P<event>[{CJK_CLASS}a-zA-Z]{{2,12}}?)(?:的|那次)?"
    r"(?P<word>[之以][前后]|期间|那[天周月年]|当天|前后|[前后](?=一?[周天月]|[一两二三四五六七八九十\d]+个?[天周月年]|的))"
)
_LEADING = lazy_pattern(r"^(?:从|自从|自|在|我们?|咱们?|他们?|她们?|的|了)+")
_FOLLOWING = frozenset(
    "to for and but when while that because did do does with on at in so as if or before after".split()
)
"""Words before which the words of an event may end: "after the road trip | to relax"."""
_UNSURE = frozenset({"recent", "rolling", "since", "until", "before", "after", "minute"})
_EMPTY = frozenset("我你他她它们的了在去过是到从自有和与来做又再这那个次会要很")
"""Characters that tell no event from another."""
_AT_ITS_BEGINNING = frozenset({"before", "until", "till", "since", "之前", "以前", "前"})


class _Mention(NamedTuple):
    """Words of an event in a question, from the longest reading to the shortest, and how the time is told from it."""

    start: int
    readings: tuple[tuple[int, frozenset[str]], ...]
    words: str
    relation: str


class _Said(NamedTuple):
    """A sentence that may tell of an event: its words, with the name of its speaker, and when it was said."""

    words: frozenset[str]
    text: str
    said: datetime


def with_dated_events(text: str, view: View, *, now: datetime, tz: tzinfo) -> str:
    """Return a question with the first event in it that a memory dates put as that date.

    Args:
        text: The question.
        view: Where events are looked up.
        now: When it is asked.
        tz: The user's time zone.
    """
    mentions = [*_in_english(text), *_in_chinese(text)]
    if not mentions:
        return text
    told = find_periods(text, now=now, tz=tz)
    for mention in mentions:
        longest = mention.readings[0][0]
        if any(each.start < longest and mention.start < each.end for each in told):
            continue
        found = _looked_up(view, mention, now, tz)
        if found is not None:
            end, period = found
            return f"{text[: mention.start]}{_shown(period, mention.relation, tz)}{text[end:]}"
    return text


def _in_english(text: str) -> Iterator[_Mention]:
    for match in _ENGLISH.finditer(text):
        start, words = match.start("event"), [*re.finditer(r"\S+", match["event"])][:_MOST_WORDS]
        fewest = 2 if words[0][0].casefold() in _SUBJECTS else 1
        readings: list[tuple[int, frozenset[str]]] = []
        for count in range(len(words), 1, -1):
            if not _may_end(words[count - 1 :]):
                continue
            end = words[count - 1].end()
            asked = frozenset(query_tokens(match["event"][:end]))
            if len(asked) >= fewest and (not readings or asked != readings[-1][1]):
                readings.append((start + end, asked))
        if readings:
            yield _Mention(start, tuple(readings), match["event"], match["word"].casefold().split()[-1])


def _may_end(words: Sequence[re.Match[str]]) -> bool:
    """Whether an event may end with the first of some words: a phrase follows that names nothing, or nothing does."""
    rest = [each[0] for each in words[1:]]
    return not rest or (rest[0].casefold() in _FOLLOWING and not any(each[0].isupper() for each in rest))


def _in_chinese(text: str) -> Iterator[_Mention]:
    for match in _CHINESE.finditer(text):
        lead = _LEADING.match(match["event"])
        skipped = len(lead[0]) if lead else 0
        words = match["event"][skipped:]
        asked = frozenset(words) - _EMPTY
        if len(asked) >= 2:
            yield _Mention(match.start("event") + skipped, ((match.end("event"), asked),), words, match["word"])


def _looked_up(view: View, mention: _Mention, now: datetime, tz: tzinfo) -> tuple[int, Period] | None:
    """Return where the words end that a memory dates, and when it was."""
    said = _remembered(view, mention.words)
    for end, asked in mention.readings:
        for each in said:
            if asked <= each.words and (period := _period(each, tz)) is not None:
                return end, period
    return None


def _remembered(view: View, words: str) -> Sequence[_Said]:
    hits = view.search_text(query_tokens(words), limit=LOOKED_AT)
    ids = [hit.revision for hit in hits]
    texts, places = view.texts(ids, most=_MOST_CHARACTERS), view.places(ids)
    return [
        _Said(frozenset(tokens(named)) | frozenset(named), sentence, from_micros(places[each].said))
        for each in ids
        if each in texts and each in places
        for sentence in _sentences(texts[each])
        for named in (f"{places[each].title or ''} {sentence}",)
    ]


def _sentences(text: str) -> list[str]:
    return [text[each.start : each.end] for each in split_sentences(text)]


def _period(said: _Said, tz: tzinfo) -> Period | None:
    """Return the one period a memory speaks of, read against when it was said; `None` of none or of several."""
    found = {each.period: each.kind for each in find_periods(said.text, now=said.said, tz=tz)}
    if len(found) != 1:
        return None
    ((period, kind),) = found.items()
    if kind in _UNSURE or period.start is None or period.end is None or period.end - period.start > LONGEST:
        return None
    return period


def _shown(period: Period, relation: str, tz: tzinfo) -> str:
    if period.start is None or period.end is None:
        return ""
    first = period.start.astimezone(tz).date()
    last = (period.end - timedelta(microseconds=1)).astimezone(tz).date()
    if relation in ("during", "期间"):
        return f"{first}到{last}" if relation == "期间" else f"between {first} and {last}"
    return str(first if relation in _AT_ITS_BEGINNING or relation in ("of", "那天", "当天") else last)
