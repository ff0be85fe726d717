"""Times told from what is known: "before my birthday", "the week after the wedding", 小明生日那天."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, tzinfo

from doxa.belief.attributes import AttributeRegistry
from doxa.graph.contract import View
from doxa.graph.nodes import RevisionNode
from doxa.recall.slots import CLAIMS
from doxa.text.forms import value_form
from doxa.text.patterns import lazy_pattern
from doxa.text.periods import find_periods
from doxa.text.relations import USER
from doxa.text.scripts import CJK_CLASS

DATES = frozenset({"birthday", "anniversary", "date"})
"""Attributes whose value is the day of something."""
_YEARLY = frozenset({"birthday", "anniversary"})
_RELATION = (
    r"\b(?:before|after|since|until|till|by|on|around|(?:the )?(?:day|week|weekend|month|year) (?:of|before|after)) "
)
_ENGLISH = lazy_pattern(
    rf"(?i){_RELATION}(?P<event>(?:(?P<own>my|our)|(?P<other>[^\W\d_]+)['’]s|the) (?P<what>[^\W\d_]+(?: [^\W\d_]+)?))"
)
_CHINESE = lazy_pattern(
    rf"(?P<event>(?:(?P<own>我们?|咱们?)|(?P<other>[{CJK_CLASS}]{{2,4}}?))的?(?P<what>生日|纪念日|婚礼|[{CJK_CLASS}]{{2}}日))"
    r"(?=那[天周月年]|当天|[之以]?[前后]|的?[前后]|以来|前后)"
)


def with_known_dates(text: str, view: View, attributes: AttributeRegistry, *, now: datetime, tz: tzinfo) -> str:
    """Return a question with the events in it whose day is known put as that day.

    Args:
        text: The question.
        view: Where days are looked up.
        attributes: The registry of attributes.
        now: When it is asked.
        tz: The user's time zone.
    """
    for pattern in (_ENGLISH, _CHINESE):
        for found in reversed(list(pattern.finditer(text))):
            for subject, attribute, event_end in _asked(found.groupdict(), found.start("event"), found.end("event")):
                day = _day(view, attributes, subject, attribute, now=now, tz=tz)
                if day is not None:
                    text = f"{text[: found.start('event')]}{day}{text[event_end:]}"
                    break
    return text


def _asked(groups: dict[str, str | None], start: int, end: int) -> Iterator[tuple[str, str, int]]:
    """Yield subject and attribute that an event may be about, and where its words end."""
    words = (groups["what"] or "").split(" ")
    for count in range(len(words), 0, -1):
        what = " ".join(words[:count])
        stop = end - len(" ".join(words[count:])) - (1 if words[count:] else 0)
        if groups["own"]:
            yield USER, what, stop
        elif groups["other"]:
            yield groups["other"], what, stop
        yield what, "date", stop


def _day(
    view: View, attributes: AttributeRegistry, subject: str, attribute: str, *, now: datetime, tz: tzinfo
) -> str | None:
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
            day = _read(node, name, now=now, tz=tz)
            if day is not None:
                return day
    return None


def _is(node: RevisionNode, name: str, attributes: AttributeRegistry) -> bool:
    claim = node.claim
    if claim is None or not claim.polarity or claim.attribute is None or claim.value is None:
        return False
    return attributes.resolve(claim.attribute).attribute.name == name


def _read(node: RevisionNode, name: str, *, now: datetime, tz: tzinfo) -> str | None:
    value = node.claim.value if node.claim is not None else None
    found = [each for each in find_periods(value or "", now=now, tz=tz) if each.kind == "day"]
    if len(found) != 1 or found[0].period.start is None:
        return None
    day = found[0].period.start.astimezone(tz).date()
    return f"{day.month}月{day.day}日" if name in _YEARLY else day.isoformat()
