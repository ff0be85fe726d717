"""Symbols: the short words (kinds, edge types, keys, labels) that rows name by number, and their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from doxa.graph.cache import Maps
from doxa.graph.engine import Connection
from doxa.graph.nodes import Key

UNKNOWN = -1
"""What an unknown word counts as: no row has it, so a query for it finds nothing."""

WELL_KNOWN = (
    *(value for name, value in sorted(vars(Key).items()) if name.isupper()),
    *("turn", "fact", "preference", "profile", "event", "entity", "bundle"),
    *("DERIVED_FROM", "SUPERSEDES", "CONTRADICTS", "DEPENDS_ON", "SUPPORTS"),
)
"""Words every project uses. A new file gives them their numbers at once; an older one is asked for all of them at once,
so that no read finds one of them missing again and again."""

BATCH = 500
"""How many values one statement binds at most."""


class Symbols:
    """The symbols that one transaction sees.

    Args:
        connection: The open transaction.
        maps: What is known of them without asking.
        absent: Words that are known to have no number.
    """

    def __init__(self, connection: Connection, maps: Maps, absent: set[str] | None = None) -> None:
        self._connection = connection
        self.maps = maps
        self._absent: set[str] = set() if absent is None else absent

    def id(self, word: str) -> int:
        """Return the number of a word, `UNKNOWN` if nothing has used it."""
        number = self.maps.numbers.get(word)
        return self.ids((word,))[0] if number is None else number

    def ids(self, words: Sequence[str]) -> list[int]:
        """Return the numbers of words, in order, `UNKNOWN` for those nothing has used."""
        numbers, absent = self.maps.numbers, self._absent
        missing = [word for word in dict.fromkeys(words) if word not in numbers and word not in absent]
        if missing:  # what doxa itself writes is asked for at once, so that a snapshot asks for it only once
            missing += [word for word in WELL_KNOWN if word not in numbers and word not in absent]
        for start in range(0, len(missing), BATCH):
            part = missing[start : start + BATCH]
            self._note(self._connection.rows(f"SELECT id, text FROM symbol WHERE text IN ({marks(part)})", part))
            absent.update(word for word in part if word not in numbers)
        return [numbers.get(word, UNKNOWN) for word in words]

    def word(self, number: int) -> str:
        """Return the word of a number; `""` when it was erased."""
        return self.words((number,)).get(number, "")

    def label(self, number: int | None) -> str | None:
        """Return the word of an optional number; `None` when there is none or it was erased."""
        return None if number is None else self.words((number,)).get(number)

    def words(self, numbers: Iterable[int]) -> dict[int, str]:
        """Return the words of numbers; erased ones are left out."""
        known = self.maps.words
        wanted = dict.fromkeys(numbers)
        missing = [number for number in wanted if number not in known]
        for start in range(0, len(missing), BATCH):
            part = missing[start : start + BATCH]
            self._note(self._connection.rows(f"SELECT id, text FROM symbol WHERE id IN ({marks(part)})", part))
        return {number: known[number] for number in wanted if number in known}

    def make(self, word: str) -> int:
        """Return the number of a word, giving it one where it has none; in a write transaction only."""
        number = self.id(word)
        if number == UNKNOWN:
            made = self._connection.row("INSERT INTO symbol(text) VALUES(?) RETURNING id", (word,))
            assert made is not None
            number = int(made[0])
            self._absent.discard(word)
            self._note([(number, word)])
        return number

    def _note(self, rows: Iterable[Sequence[object]]) -> None:
        for number, word in rows:
            assert isinstance(number, int)
            assert isinstance(word, str)
            self.maps.numbers[word] = number
            self.maps.words[number] = word


def marks(values: Sequence[object]) -> str:
    """Return one placeholder per value, joined by commas."""
    return ",".join("?" * len(values))
