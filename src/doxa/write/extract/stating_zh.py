"""What every Chinese rule needs: a draft from a reading, a list read as claims, values trimmed of particles."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeAlias

from doxa.write.extract.clauses_zh import Reading, without_particles
from doxa.write.extract.found import Draft, Mood, Party, Timing

RuleZh: TypeAlias = Callable[[Reading, re.Match[str]], Iterable[Draft]]
_LIST: Final = re.compile(r"、|以及|还有|(?<=[\u4e00-\u9fffA-Za-z])(?:和|跟|与|及)(?=[\u4e00-\u9fffA-Za-z])|或者?|&")
_VAGUE: Final = re.compile(
    r"^(?:[这那]|它|他|她|你|您|我|自己|大家|别人|东西|事情?|人$|一切|什么|啥|怎么|如何|一下|一些|一点|的|了|过|着|得|上班$|得不得了|死了|在一起)"
    r"|(?:的时候|那个|这个|的话|东西|事情|感觉|样子|死了|不行)$"
)
_KEPT_WHOLE: Final = frozenset(("和平", "和田", "共和国", "和服", "和尚", "跟头", "与会"))


def said(
    reading: Reading,
    attribute: str,
    value: str,
    *,
    timing: Timing | None = None,
    polarity: bool | None = None,
    subject: Party | None = None,
    mood: Mood | None = None,
    text: str | None = None,
    correction: bool = False,
) -> Draft:
    """A draft of what a clause says.

    Args:
        reading: The clause; its extent becomes the quote.
        attribute: Attribute name.
        value: The value, trimmed.
        timing: By default `ended` when the clause speaks of before, else `state`.
        polarity: By default positive unless the clause is negative.
        subject: By default the party of the reading.
        mood: By default the reading's own.
        text: The sentence, where the attribute's form does not serve.
        correction: It takes back what was said before.
    """
    return Draft(
        subject=subject or (reading.party.to_be_named() if attribute == "name" else reading.party),
        attribute=attribute,
        value=value,
        start=reading.start,
        end=reading.end,
        polarity=(not reading.negative) if polarity is None else polarity,
        timing=timing or ("ended" if reading.past else "state"),
        mood=mood or reading.mood,
        correction=correction,
        reported=reading.reported,
        text=text,
    )


def items(value: str) -> list[str]:
    """The items of a list, each trimmed; empty when one of them says nothing by itself."""
    if any(word in value for word in _KEPT_WHOLE):
        found = [without_particles(value)]
    else:
        found = [without_particles(part) for part in _LIST.split(value)]
    return [item for item in found if item and not vague(item)] if all(found) else []


def vague(value: str) -> bool:
    """Whether a value says nothing by itself: "这个", "你", "那种感觉"."""
    return not value or len(value) > 24 or _VAGUE.search(value) is not None


def listed(
    reading: Reading, attribute: str, value: str, *, timing: Timing | None = None, polarity: bool | None = None
) -> Iterator[Draft]:
    """A claim for each item of a list."""
    for item in items(value):
        yield said(reading, attribute, item, timing=timing, polarity=polarity)


def table(*rows: tuple[str, RuleZh]) -> tuple[tuple[re.Pattern[str], RuleZh], ...]:
    """Patterns of the predicate, compiled, with their rules; a pattern reaches to the end of the clause."""
    return tuple((re.compile(rf"(?:{pattern})$"), rule) for pattern, rule in rows)
