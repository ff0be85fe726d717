"""What a message is heard against: who is spoken to, whom the speaker told of before, what was said just before."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Final

from doxa.graph.contract import View
from doxa.graph.nodes import Filter, RevisionId
from doxa.records import Claim, Message, Scope
from doxa.text.forms import value_form
from doxa.text.tokens import query_tokens
from doxa.write.context import WriteContext, owner_of
from doxa.write.extract.parties import USER
from doxa.write.extract.relations import CHINESE, ENGLISH, Relation
from doxa.write.extract.replies import may_reply
from doxa.write.turns import TURN

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


@dataclass(frozen=True, slots=True)
class Situation:
    """What one message is heard against.

    Args:
        before: What was said just before it, the latest last.
        addressee: The name of the one spoken to.
        people: Relation words and names of those the speaker told of, to the names they go by.
    """

    before: tuple[Message, ...] = ()
    addressee: str | None = None
    people: Mapping[str, str] = field(default_factory=dict)


def situations(context: WriteContext, scope: Scope, messages: Sequence[Message]) -> list[Situation]:
    """Return what each message of a call is heard against.

    The store is looked at only where a message names a relation of the speaker's, or where the first of the call may
    be a mere reply within a session.

    Args:
        context: The parts.
        scope: Whose memory, and which session.
        messages: In order.
    """
    words = [_relation_words(each.content) if each.role == "user" else [] for each in messages]
    first = messages[0] if messages else None
    replies = first is not None and scope.session is not None and (may_reply(first.content) or first.name is not None)
    earlier: tuple[Message, ...] = ()
    known: dict[str, str] = {}
    if any(words) or replies:
        with ExitStack() as opened:
            view = opened.enter_context(context.graph.view(user=scope.user))
            earlier = _last_turns(view, scope) if replies else ()
            named = dict.fromkeys(word for each in words for word in each)
            known = _people(view, owner_of(scope), list(named)[:_MOST_WORDS])
    return [
        Situation(
            before=(*earlier, *messages[:number])[-2:],
            addressee=_addressee(each, (*earlier, *messages[:number]), messages[number + 1 :]),
            people=_of_speaker(known, each) if words[number] else {},
        )
        for number, each in enumerate(messages)
    ]


def _relation_words(content: str) -> list[str]:
    found = [each[1].lower() for each in _RELATED.finditer(content)]
    return found + [each[1] for each in _RELATED_ZH.finditer(content)]


def _addressee(message: Message, before: Sequence[Message], after: Sequence[Message]) -> str | None:
    """Return who is spoken to: whoever else spoke last, else whoever else speaks next."""
    if message.name is None:
        return None
    others = (each.name for each in (*reversed(before), *after) if each.name and each.name != message.name)
    return next(others, None)


def _last_turns(view: View, scope: Scope) -> tuple[Message, ...]:
    """Return the last two turns of the scope's session."""
    page = view.list_heads(Filter(kinds=(TURN,), session=scope.session), limit=2)
    rows = [row for row in page.items if row.user == owner_of(scope)]
    nodes = view.revisions([row.revision for row in rows])
    told = [nodes[row.revision] for row in rows if row.revision in nodes]
    return tuple(
        Message(str(node.metadata.get("role") or "user"), node.text, node.said_at, _speaker(node.metadata))
        for node in reversed(told)
    )


def _speaker(metadata: Mapping[str, object]) -> str | None:
    speaker = metadata.get("speaker")
    return speaker if isinstance(speaker, str) else None


def _people(view: View, owner: str | None, words: Iterable[str]) -> dict[str, str]:
    """Return, by `subject's word`, the one name that is believed for each relation word, of any subject."""
    found: dict[str, set[str]] = {}
    for word in words:
        relation = ENGLISH.get(word) or CHINESE.get(word)
        if relation is None:
            continue
        terms = query_tokens(relation.word)
        hits = view.search_text(terms, limit=_LOOKED_AT, filter=Filter(kinds=("fact", "profile")))
        for claim in _believed(view, [hit.revision for hit in hits], owner):
            speaker = _whose(claim, relation)
            if speaker is not None:
                found.setdefault(f"{speaker}\0{relation.word}", set()).add(claim.value or "")
    return {key: next(iter(names)) for key, names in found.items() if len({value_form(name) for name in names}) == 1}


def _believed(view: View, revisions: Sequence[RevisionId], owner: str | None) -> list[Claim]:
    heads = view.heads(revisions)
    live = [
        each
        for each in revisions
        if each in heads and heads[each].is_head and heads[each].status == "live" and heads[each].user == owner
    ]
    nodes = view.revisions(live)
    return [claim for each in live if each in nodes and (claim := nodes[each].claim) is not None and claim.polarity]


def _whose(claim: Claim, relation: Relation) -> str | None:
    """Return whose relation a belief names: "user's sister is Maria", or "user's sister is called Maria"."""
    if claim.attribute == relation.attribute and _says(claim, relation.word):
        return claim.subject
    owned = re.fullmatch(rf"(.+?)(?:['’]s |的){re.escape(relation.word)}", claim.subject or "", re.IGNORECASE)
    if claim.attribute != "name" or owned is None:
        return None
    return USER if owned[1] == "用户" else owned[1]


def _says(claim: Claim, word: str) -> bool:
    """Whether a belief names its value as that very relation: "user's sister is Maria" of `sister`."""
    text = claim.text.casefold()
    value = (claim.value or "").casefold()
    return (
        bool(value) and value != word and re.search(rf"(?:['’]s |的){re.escape(word)}(?:\b|[是叫])", text) is not None
    )


def _of_speaker(known: Mapping[str, str], message: Message) -> dict[str, str]:
    """Return the known people as extraction takes them: `user's sister`, `user的姐姐`, to a name."""
    people: dict[str, str] = {}
    for key, name in known.items():
        subject, _, word = key.partition("\0")
        if value_form(subject) == value_form(message.name or USER):
            people[f"{subject}'s {word}"] = name
            people[f"{'用户' if subject == USER else subject}的{word}"] = name
            people[name] = name
    return people
