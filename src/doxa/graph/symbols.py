"""Symbols: the short words (kinds, edge types, keys, labels) that rows name by number, and their numbers."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence

from doxa.graph.engine import Connection

UNKNOWN = -1
"""What an unknown word counts as: no row has it, so a query for it finds nothing."""

BATCH = 500
"""How many values one statement binds at most."""


class SymbolCache:
    """Numbers of words known to be committed, shared by every snapshot of one process.

    Erasing may free a number, which a later word then gets; so the cache belongs to one `generation`, the number of
    erasures, and is emptied when a snapshot of a later generation is met.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._generation = 0
        self._numbers: dict[str, int] = {}
        self._words: dict[int, str] = {}

    def at(self, generation: int) -> tuple[dict[str, int], dict[int, str]]:
        """Return the two maps for a snapshot of that generation: shared ones, or fresh ones for an older snapshot."""
        with self._guard:
            if generation > self._generation:
                self._generation, self._numbers, self._words = generation, {}, {}
            if generation < self._generation:
                return {}, {}
            return self._numbers, self._words


class Symbols:
    """The symbols one transaction sees. What a writer adds is shared with others only by `share`, after its commit."""

    def __init__(self, connection: Connection, cache: SymbolCache, generation: int, *, writing: bool = False) -> None:
        self._connection = connection
        self._shared_numbers, self._shared_words = cache.at(generation)
        self._numbers: dict[str, int] = {} if writing else self._shared_numbers
        self._words: dict[int, str] = {} if writing else self._shared_words

    def id(self, word: str) -> int:
        """Return the number of a word, `UNKNOWN` if nothing has used it."""
        return self.ids((word,))[0]

    def ids(self, words: Sequence[str]) -> list[int]:
        """Return the numbers of words, in order, `UNKNOWN` for those nothing has used."""
        missing = [word for word in dict.fromkeys(words) if self._number(word) is None]
        for start in range(0, len(missing), BATCH):
            part = missing[start : start + BATCH]
            found = self._connection.rows(f"SELECT id, text FROM symbol WHERE text IN ({marks(part)})", part)
            self._note(found)
        return [UNKNOWN if (number := self._number(word)) is None else number for word in words]

    def word(self, number: int) -> str:
        """Return the word of a number; `""` when it was erased."""
        return self.words((number,)).get(number, "")

    def label(self, number: int | None) -> str | None:
        """Return the word of an optional number; `None` when there is none or it was erased."""
        return None if number is None else self.words((number,)).get(number)

    def words(self, numbers: Iterable[int]) -> dict[int, str]:
        """Return the words of numbers; erased ones are left out."""
        wanted = dict.fromkeys(numbers)
        missing = [number for number in wanted if self._word(number) is None]
        for start in range(0, len(missing), BATCH):
            part = missing[start : start + BATCH]
            self._note(self._connection.rows(f"SELECT id, text FROM symbol WHERE id IN ({marks(part)})", part))
        return {number: word for number in wanted if (word := self._word(number)) is not None}

    def make(self, word: str) -> int:
        """Return the number of a word, giving it one where it has none; in a write transaction only."""
        number = self.id(word)
        if number == UNKNOWN:
            made = self._connection.row("INSERT INTO symbol(text) VALUES(?) RETURNING id", (word,))
            assert made is not None
            number = int(made[0])
            self._note([(number, word)])
        return number

    def share(self) -> None:
        """Let other snapshots use what this transaction learnt; after its commit."""
        self._shared_numbers.update(self._numbers)
        self._shared_words.update(self._words)

    def forget(self) -> None:
        """Drop what this transaction learnt; after a part of it was rolled back."""
        if self._numbers is not self._shared_numbers:
            self._numbers.clear()
            self._words.clear()

    def _number(self, word: str) -> int | None:
        found = self._numbers.get(word)
        return self._shared_numbers.get(word) if found is None else found

    def _word(self, number: int) -> str | None:
        found = self._words.get(number)
        return self._shared_words.get(number) if found is None else found

    def _note(self, rows: Iterable[Sequence[object]]) -> None:
        for number, word in rows:
            assert isinstance(number, int)
            assert isinstance(word, str)
            self._numbers[word] = number
            self._words[number] = word


def marks(values: Sequence[object]) -> str:
    """Return one placeholder per value, joined by commas."""
    return ",".join("?" * len(values))
