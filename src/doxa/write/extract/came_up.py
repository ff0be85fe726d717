"""Who came up in the messages before, so that "He moved to Basel" is heard a message after "My brother Tom"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from doxa.records import Message
from doxa.write.extract.found import Party

WINDOW: Final = 4
"""Messages of people over which a pronoun may reach back; one that stands for somebody names them anew."""
_POINTS: Final = re.compile(r"\b(?:he|she|his|her)\b|[他她]", re.IGNORECASE)


class CameUp:
    """The people of a conversation, message by message.

    One is told of each message as it is read; who is asked for is whoever came up within the last few.
    """

    def __init__(self) -> None:
        self._people: list[tuple[int, Party]] = []
        self._number = 0
        self._before: dict[str, tuple[Party, ...]] = {}

    def before(self, content: str) -> tuple[Party, ...]:
        """Return whom a pronoun of a message may stand for, where nobody of the message itself can be meant.

        A message that was heard already is given those who had come up before it.
        """
        if content in self._before:
            return self._before[content]
        found = {party.name: party for number, party in self._people if self._number - number < WINDOW}
        return tuple(found.values())

    def heard(self, content: str, people: Sequence[Party]) -> None:
        """Note who came up in a message."""
        if content not in self._before:
            self._before[content] = self.before(content)
        self._number += 1
        named = {each.relation for each in people if each.relation is not None and not _unnamed(each)}
        kept = [(n, each) for n, each in self._people if not (each.relation in named and _unnamed(each))]
        self._people = [pair for pair in kept if self._number - pair[0] < WINDOW]
        self._people += [(self._number, each) for each in people if not (each.relation in named and _unnamed(each))]


def _unnamed(party: Party) -> bool:
    """Whether somebody is known by what they are to the speaker alone: "user's husband"."""
    return party.relation is not None and party.name.endswith(party.relation)


def points_back(content: str) -> bool:
    """Return whether a message says he or she, which may stand for somebody of a message before."""
    return _POINTS.search(content) is not None


def any_points_back(messages: Sequence[Message]) -> bool:
    """Return whether one of the messages of people says he or she."""
    return any(each.role == "user" and points_back(each.content) for each in messages)
