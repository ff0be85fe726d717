"""Puts right what the speaker's message before said: "Actually it's not Spotify, it's SoundCloud."."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from doxa.belief.attributes import AttributeRegistry
from doxa.records import Claim, Message, Quote
from doxa.text.sentences import split_sentences
from doxa.write.extract.corrections import kind_of_value
from doxa.write.extract.elliptic import Put, amended, begins_right, put_right
from doxa.write.extract.found import FoundClaim, ReadAgain

_SINGLE: Final = frozenset(attribute.name for attribute in AttributeRegistry.default() if attribute.single)


def puts_own_right(message: Message, before: Sequence[Message]) -> bool:
    """Whether a message puts right what the same speaker said right before it, or names what was wrong."""
    if not before or not begins_right(message.content):
        return False
    return before[-1].role == "user" and before[-1].name == message.name


def put_right_since(message: Message, before: Sequence[Message], read: ReadAgain, *, now: datetime) -> list[FoundClaim]:
    """Return the claims of the speaker's last message with the value that the first sentence of this one puts right.

    Args:
        message: The message.
        before: What was said just before it, the latest last; only the two latest are looked at.
        read: Reads what the speaker said before again.
        now: When it was said, aware.

    Returns:
        The claims that hold the right value, each a correction; where the attribute holds many values, the wrong one
        besides, marked as taken back. Nothing where the wrong value is not named and several could be meant.
    """
    first = next(iter(split_sentences(message.content)), None)
    put = None if first is None else put_right(first.text)
    if put is None or first is None:
        return []
    said = next((each for each in reversed(before[-2:]) if each.role == "user" and each.name == message.name), None)
    if said is None:
        return []
    at = said.time or now
    found = read(said.content, now=at)
    quote = Quote(message.content[first.start : first.end], "", first.start, first.end)
    right: list[FoundClaim] = []
    for one, new in amended(found, put):
        single = one.claim.attribute in _SINGLE and one.claim.subject == new.subject
        if not single:
            right.append(replace(one, claim=replace(one.claim, quote=quote), unsaid_since=at))
        right.append(replace(one, claim=replace(new, quote=quote)))
    return right or _at_another_time(said.content, found, put, quote, read, at)


def _at_another_time(
    content: str, found: Sequence[FoundClaim], put: Put, quote: Quote, read: ReadAgain, at: datetime
) -> list[FoundClaim]:
    """Read "I meant May, not March" after "I quit smoking last March": the same claims at another time."""
    if put.old is None or kind_of_value(put.old) != "day" or kind_of_value(put.new) != "day":
        return []
    whole = re.compile(rf"(?<![A-Za-z0-9]){re.escape(put.old)}(?![A-Za-z0-9])", re.IGNORECASE)
    then, count = whole.subn(lambda _: put.new, content)
    if count != 1:
        return []
    before = {_slot(each.claim): each for each in found if each.mood in ("asserted", "plan")}
    right: list[FoundClaim] = []
    for one in read(then, now=at):
        wrong = before.get(_slot(one.claim))
        if wrong is not None and one.mood == wrong.mood and one.claim.valid != wrong.claim.valid:
            right.append(replace(wrong, claim=replace(wrong.claim, quote=quote), unsaid_since=at))
            right.append(replace(one, claim=replace(one.claim, quote=quote, correction=True)))
    return right


def _slot(claim: Claim) -> tuple[str | None, str | None, str | None, bool]:
    return claim.subject, claim.attribute, claim.value, claim.polarity
