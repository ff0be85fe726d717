"""Times told from what is known: "before my birthday", "the week after the wedding", 小明生日那天."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta, tzinfo
from typing import NamedTuple

from doxa.belief.attributes import AttributeRegistry
from doxa.graph.contract import View
from doxa.graph.nodes import RevisionNode
from doxa.recall.slots import CLAIMS
from doxa.text.forms import value_form
from doxa.text.patterns import lazy_pattern
from doxa.text.periods import find_periods
from doxa.text.relations import CHINESE, ENGLISH, USER
from doxa.text.scripts import CJK_CLASS

DATES = frozenset({"birthday", "anniversary", "date"})
"""Attributes whose value is the day of something."""
_YEARLY = frozenset({"birthday", "anniversary"})
_HALF_A_YEAR = timedelta(days=183)
_RELATION = (
    r"\b(?:before|after|since|until|till|by|on|around|between|and|during"
    r"|(?:the )?(?:day|week|weekend|month|year) (?:of|before|after)) "
)
_ENGLISH = lazy_pattern(
    rf"(?i){_RELATION}(?P<event>(?:(?:(?:my|our) )?(?P<other>[^\W\d_]+)['’]s|(?P<own>my|our)|the)"
    r"(?P<which> (?:last|next))? (?P<what>[^\W\d_]+(?: [^\W\d_]+)?))"
)
_DAYS = f"生日|(?:结婚)?纪念日|婚礼|[{CJK_CLASS}](?!生)[{CJK_CLASS}]日"
_CHINESE = lazy_pattern(
    rf"(?P<event>(?P<whose>[{CJK_CLASS}]{{1,7}}?)的?(?P<year>[去前今明]年的?)?(?P<what>{_DAYS}))"
    r"(?=那[天周月年]|当天|[之以]?[前后]|的?[前后]|以来|前后|到|和|与)"
)
_ASKERS = frozenset({"我", "我们", "咱", "咱们"})


def with_known_dates(text: str, view: View, attributes: AttributeRegistry, *, tz: tzinfo) -> str:
    """Return a question with the events in it whose day is known put as that day.

    Args:
        text: The question.
        view: Where days are looked up.
        attributes: The registry of attributes.
        tz: The user's time zone.
    """
    for pattern, asked in ((_ENGLISH, _asked_in_english), (_CHINESE, _asked_in_chinese)):
        for found in reversed(list(pattern.finditer(text))):
            for event in asked(found):
                day = _day(view, attributes, event.subject, event.attribute, tz=tz)
                if day is not None:
                    text = f"{text[: event.start]}{event.before}{day}{text[event.end :]}"
                    break
    return text


class _Event(NamedTuple):
    """Whose day of what an event may be, where its words stand, and what is to stand before the day."""

    subject: str
    attribute: str
    start: int
    end: int
    before: str = ""


def _asked_in_english(found: re.Match[str]) -> Iterator[_Event]:
    words, start = found["what"].split(" "), found.start("event")
    before = f"{found['which'].strip()} " if found["which"] else ""
    if len(words) == 2 and words[1].casefold() == "week":  # "my birthday week"
        words, before = words[:1], f"the week of {before}"
        yield from _owned(found, words, start, found.end("event"), before)
        return
    for count in range(len(words), 0, -1):
        end = found.end("event") - len(" ".join(words[count:])) - (1 if words[count:] else 0)
        yield from _owned(found, words[:count], start, end, before)


def _owned(found: re.Match[str], words: Sequence[str], start: int, end: int, before: str) -> Iterator[_Event]:
    what, other = " ".join(words), found["other"]
    if found["own"]:
        yield _Event(USER, what, start, end, before)
    elif other and (relation := ENGLISH.get(other.casefold())):
        yield _Event(f"user's {relation.word}", what, start, end, before)
    elif other:
        yield _Event(other, what, start, end, before)
    yield _Event(what, "date", start, end, before)


def _asked_in_chinese(found: re.Match[str]) -> Iterator[_Event]:
    whose, what, end = found["whose"], found["what"], found.end("event")
    year = found["year"] or ""
    for place in range(len(whose)):
        name = whose[place:].removesuffix("的")
        own = next((each for each in sorted(_ASKERS, key=len, reverse=True) if name.startswith(each)), "")
        kin = CHINESE.get(name[len(own) :].removeprefix("的"))
        start = found.start("event") + place
        if name in _ASKERS:
            yield _Event(USER, what, start, end, year)
        elif kin:
            yield _Event(f"用户的{kin.word}", what, start, end, year)
        else:
            yield _Event(name, what, start, end, year)
    yield _Event(what, "date", found.start("what"), end)


def _day(view: View, attributes: AttributeRegistry, subject: str, attribute: str, *, tz: tzinfo) -> str | None:
    """Return the day a present claim gives, as a date that `find_periods` reads; `None` = none does."""
    called = attribute.casefold()
    name = attributes.surfaces().get(called) or attributes.resolve(called).attribute.name
    if name not in DATES:
        return None
    named = view.mentions([value_form(subject)], roles=("subject",), limit=CLAIMS)
    nodes = view.revisions([revision for found in named.values() for revision, _ in found])
    heads = view.heads(list(nodes))
    for revision in sorted(nodes, reverse=True):
        node, row = nodes[revision], heads.get(revision)
        if row is not None and row.is_head and row.standing == "accepted" and _is(node, name, attributes):
            day = _read(node, name, tz=tz)
            if day is not None:
                return day
    return None


def _is(node: RevisionNode, name: str, attributes: AttributeRegistry) -> bool:
    claim = node.claim
    if claim is None or not claim.polarity or claim.attribute is None or claim.value is None:
        return False
    return attributes.resolve(claim.attribute).attribute.name == name


def _read(node: RevisionNode, name: str, *, tz: tzinfo) -> str | None:
    value = node.claim.value if node.claim is not None and node.claim.value else ""
    said = node.said_at or node.created_at
    told = _named_day(value, said, tz)
    if told is None:
        return None
    if name in _YEARLY:
        return f"{told.month}月{told.day}日"
    # "on July 3" is the July 3 nearest to when it was said, which may be one to come
    later = _named_day(value, said + _HALF_A_YEAR, tz)
    of_any_year = later is not None and (later.month, later.day) == (told.month, told.day)
    return (later if later is not None and of_any_year else told).isoformat()


def _named_day(value: str, said: datetime, tz: tzinfo) -> date | None:
    found = [each for each in find_periods(value, now=said, tz=tz) if each.kind == "day"]
    if len(found) != 1 or found[0].period.start is None:
        return None
    return found[0].period.start.astimezone(tz).date()
