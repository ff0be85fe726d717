"""What a message is heard against: who is spoken to, whom the speaker told of before, what was said just before."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from types import MappingProxyType
from typing import Final, NamedTuple

from doxa.graph.contract import View
from doxa.records import Message, Scope
from doxa.text.forms import value_form
from doxa.text.relations import CHINESE, ENGLISH, relative_key
from doxa.text.simplified import simplified
from doxa.write.context import WriteContext, owner_of
from doxa.write.extract.dropping import takes_back_message
from doxa.write.extract.elliptic import begins_right
from doxa.write.extract.parties import USER
from doxa.write.extract.replies import may_reply
from doxa.write.held import believed_claims
from doxa.write.people_before import last_turns

_BEFORE: Final = 6
"""Messages before one that it may take up; most of what takes up looks at the last two."""
_LOOKED_AT: Final = 20
"""Beliefs per relation word that are looked at for a name."""
_MOST_WORDS: Final = 8
"""Relation words of one call that are looked up."""
_RELATED: Final = re.compile(
    r"\b(?:my|our|his|her)\s+(?:[a-z-]+\s+){0,2}?("
    + "|".join(sorted(map(re.escape, ENGLISH), key=len, reverse=True))
    + r")\b",
    re.IGNORECASE,
)
_RELATED_ZH: Final = re.compile("(?:我|我的|我们|咱)(" + "|".join(sorted(CHINESE, key=len, reverse=True)) + ")")


NOBODY: Final[Mapping[str, str]] = MappingProxyType({})


class Situation(NamedTuple):
    """What one message is heard against.

    Args:
        before: What was said just before it, the latest last.
        addressee: The name of the one spoken to.
        people: Relation words and names of those the speaker told of, to the names they go by.
    """

    before: tuple[Message, ...] = ()
    addressee: str | None = None
    people: Mapping[str, str] = NOBODY


def situations(context: WriteContext, scope: Scope, messages: Sequence[Message]) -> list[Situation]:
    """Return what each message of a call is heard against.

    The store is looked at only where a message names a relation of the speaker's, or where the first of the call may
    be a mere reply within a session, or takes back what was said before it.

    Args:
        context: The parts.
        scope: Whose memory, and which session.
        messages: In order.
    """
    words = [_relation_words(each.content) if each.role == "user" else [] for each in messages]
    first = messages[0] if messages else None
    replies = first is not None and scope.session is not None and (may_reply(first.content) or first.name is not None)
    opening = simplified(first.content) if first is not None else ""
    replies = replies or takes_back_message(opening) is not None or begins_right(opening)
    earlier: tuple[Message, ...] = ()
    known: dict[str, str] = {}
    if any(words) or replies:
        with ExitStack() as opened:
            view = opened.enter_context(context.graph.view(user=scope.user))
            earlier = last_turns(view, scope, _BEFORE) if replies else ()
            named = list(dict.fromkeys(word for each in words for word in each))[:_MOST_WORDS]
            speakers = dict.fromkeys(_speaker_of(each) for each, told in zip(messages, words, strict=True) if told)
            known = _people(view, owner_of(scope), speakers, named) if named else {}
    told = (*earlier, *messages)
    return [
        Situation(
            before=told[max(place - _BEFORE, 0) : place],
            addressee=None if each.name is None else _addressee(each, told[:place], messages[number + 1 :]),
            people=_of_speaker(known, _speaker_of(each), words[number]) if known else NOBODY,
        )
        for number, each in enumerate(messages)
        for place in (number + len(earlier),)
    ]


def _speaker_of(message: Message) -> str:
    return message.name or USER


def _relation_words(content: str) -> list[str]:
    if content.isascii():
        low = content.lower()
        if not ("my" in low or "our" in low or "her" in low or "his" in low):
            return []  # at a tenth of the pattern's time
        return [each[1] for each in _RELATED.finditer(low)]
    found = [each[1].lower() for each in _RELATED.finditer(content)]
    return found + [each[1] for each in _RELATED_ZH.finditer(simplified(content))]


def _addressee(message: Message, before: Sequence[Message], after: Sequence[Message]) -> str | None:
    """Return who is spoken to: whoever else spoke last, else whoever else speaks next."""
    others = (each.name for each in (*reversed(before), *after) if each.name and each.name != message.name)
    return next(others, None)


def _people(view: View, owner: str | None, speakers: Iterable[str], words: Sequence[str]) -> dict[str, str]:
    """Return, by the key of a relation, the one name that is believed for it."""
    relations = [relation for word in words if (relation := ENGLISH.get(word) or CHINESE.get(word)) is not None]
    keys = [relative_key(speaker, relation.word) for speaker in speakers for relation in relations]
    rows = view.mentions(list(dict.fromkeys(keys)), roles=("mention",), limit=_LOOKED_AT)
    claims = believed_claims(view, [revision for each in rows.values() for revision, _ in each], owner)
    found: dict[str, str] = {}
    for key, told in rows.items():
        names = {value_form(claims[each].value or ""): claims[each].value for each, _ in told if each in claims}
        if len(names) == 1:
            found[key] = next(iter(names.values())) or ""
    return found


def _of_speaker(known: Mapping[str, str], speaker: str, words: Iterable[str]) -> dict[str, str]:
    """Return the known people as extraction takes them: `user's sister`, `user的姐姐`, to a name."""
    people: dict[str, str] = {}
    for word in words:
        relation = ENGLISH.get(word) or CHINESE.get(word)
        name = known.get(relative_key(speaker, relation.word)) if relation is not None else None
        if name and relation is not None:
            people[f"{speaker}'s {relation.word}"] = name
            people[f"{'用户' if speaker == USER else speaker}的{relation.word}"] = name
            people[name] = name
    return people
