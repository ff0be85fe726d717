"""Where many revisions stand, a column per fact, and the columns of those that a process has read.

A question looks at hundreds of candidates. As a record each they take longer to put into arrays than to rank.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from doxa.graph.nodes import Beside, Place, RevisionId

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

_USER, _SESSION, _SAID, _TITLE, _CHARACTERS, _ROLE = range(6)
_BYTES_ENTRY = 120
"""What the number of a row takes in a dict, about."""

W = TypeVar("W", bound=Hashable)


class Words(Generic[W]):
    """Numbers words from 0 up."""

    def __init__(self, *first: W) -> None:
        self.words: list[W] = list(first)
        self._number: dict[W, int] = {word: number for number, word in enumerate(first)}

    def __len__(self) -> int:
        return len(self.words)

    def __getitem__(self, number: int) -> W:
        return self.words[number]

    def find(self, word: W) -> int:
        """Return the number of a word, -1 where it has none."""
        return self._number.get(word, -1)

    def number(self, word: W) -> int:
        """Return the number of a word, its next one where it has none."""
        number = self._number.get(word)
        if number is None:
            self.words.append(word)
            number = self._number[word] = len(self.words) - 1
        return number


@dataclass(frozen=True, slots=True)
class Standing:
    """Where revisions stand; every column has a row per revision.

    Args:
        revisions: Which, each once.
        users: The owners that `user` numbers.
        titles: The titles that `title` numbers.
        roles: The roles that `role` numbers; the first one stands for none.
        user: Whose it is.
        session: The same for what belongs to one session of one owner; what belongs to none has a number of its own.
        said: When it was said, or else written, in microseconds since 1970.
        title: Its title.
        characters: How long its text is.
        role: The role of who said it.
    """

    revisions: list[RevisionId]
    users: Words[str | None]
    titles: Words[str | None]
    roles: Words[str | None]
    user: Numbers
    session: Numbers
    said: Numbers
    title: Numbers
    characters: Numbers
    role: Numbers

    def speakers(self) -> list[str]:
        """Return the titles of what has a role, each once, in order: who said any of it."""
        told = dict.fromkeys(self.title[self.role > 0].tolist())
        return [title for each in told if (title := self.titles[each])]


class _Rows:
    """Rows of numbers by revision. Threads may share it: a row is there in full before its revision is known.

    Plain arrays, which numpy reads where it is loaded: some questions are answered without it.

    Args:
        width: Numbers in a row.
    """

    def __init__(self, width: int) -> None:
        self.row: dict[RevisionId, int] = {}
        self._width = width
        self._cells = array("q")

    @property
    def nbytes(self) -> int:
        """Bytes it takes, about."""
        return len(self._cells) * self._cells.itemsize + _BYTES_ENTRY * len(self.row)

    def add(self, revisions: Sequence[RevisionId], cells: Iterable[int]) -> None:
        """Add rows, of each revision its numbers in turn; only one thread at a time may."""
        if not revisions:  # another thread was first; an array that numpy is reading refuses even an empty slice
            return
        start = len(self.row)
        first, last = start * self._width, (start + len(revisions)) * self._width
        if last > len(self._cells):
            roomy = array("q", bytes(self._cells.itemsize * 2 * last))  # a new one: numpy may be reading the old one
            roomy[:first] = self._cells[:first]
            self._cells = roomy
        self._cells[first:last] = array("q", cells)
        self.row.update(zip(revisions, range(start, start + len(revisions)), strict=True))

    def of(self, revisions: Sequence[RevisionId]) -> Numbers:
        """Return the rows of revisions that are known, shape (n, width)."""
        import numpy as np

        if not self.row:
            return np.zeros((0, self._width), np.int64)
        rows = np.fromiter(map(self.row.__getitem__, revisions), np.int64, len(revisions))
        found: Numbers = np.frombuffer(self._cells, np.int64).reshape(-1, self._width)[rows]
        return found

    def lists(self, revisions: Sequence[RevisionId]) -> list[list[int]]:
        """Return the same as lists."""
        rows, width = [self.row[each] for each in revisions], self._width
        cells = self._cells
        return [cells[row * width : (row + 1) * width].tolist() for row in rows]


class Places:
    """Where revisions stand, as far as it was read. Threads may share it."""

    def __init__(self) -> None:
        self._rows = _Rows(6)
        self._users: Words[str | None] = Words()
        self._titles: Words[str | None] = Words()
        self._roles: Words[str | None] = Words(None)
        self._sessions: dict[tuple[str | None, str], int] = {}
        self._labels: dict[int, str] = {}
        self._guard = threading.Lock()

    @property
    def nbytes(self) -> int:
        """Bytes it takes, about."""
        return self._rows.nbytes + _BYTES_ENTRY * (len(self._titles) + 2 * len(self._sessions))

    def unknown(self, revisions: Iterable[RevisionId]) -> list[RevisionId]:
        """Return those of the revisions that were not read."""
        known = self._rows.row
        return [each for each in revisions if each not in known]

    def add(self, places: Mapping[RevisionId, Place]) -> None:
        """Add what was read."""
        with self._guard:
            new = self.unknown(places)
            self._rows.add(new, [cell for each in new for cell in self._cells(each, places[each])])

    def _cells(self, revision: RevisionId, place: Place) -> tuple[int, ...]:
        session = -revision
        if place.session is not None:
            session = self._sessions.setdefault((place.user, place.session), len(self._sessions) + 1)
            self._labels[session] = place.session
        return (
            self._users.number(place.user),
            session,
            place.said,
            self._titles.number(place.title),
            place.characters,
            self._roles.number(place.role),
        )

    def standing(self, revisions: list[RevisionId]) -> Standing:
        """Return where revisions stand that were read, each of them named once."""
        cells = self._rows.of(revisions).T
        return Standing(
            revisions,
            self._users,
            self._titles,
            self._roles,
            cells[_USER],
            cells[_SESSION],
            cells[_SAID],
            cells[_TITLE],
            cells[_CHARACTERS],
            cells[_ROLE],
        )

    def places(self, revisions: list[RevisionId]) -> dict[RevisionId, Place]:
        """Return the same, a record each."""
        users, titles, roles, labels = self._users, self._titles, self._roles, self._labels
        return {
            revision: Place(users[user], labels.get(session), said, titles[title], characters, roles[role])
            for revision, (user, session, said, title, characters, role) in zip(
                revisions, self._rows.lists(revisions), strict=True
            )
        }


def standing_of(places: Mapping[RevisionId, Place]) -> Standing:
    """Return records as columns; for a store that remembers nothing."""
    read = Places()
    read.add(places)
    return read.standing(list(places))


class Windows:
    """What stands beside revisions, up to one radius, as far as it was read. Threads may share it.

    Args:
        radius: How many on each side.
    """

    def __init__(self, radius: int) -> None:
        self.radius = radius
        self._rows = _Rows(2 * radius)
        self._guard = threading.Lock()

    @property
    def nbytes(self) -> int:
        """Bytes it takes, about."""
        return self._rows.nbytes

    def unknown(self, revisions: Iterable[RevisionId]) -> list[RevisionId]:
        """Return those of the revisions that were not read."""
        known = self._rows.row
        return [each for each in revisions if each not in known]

    def add(self, found: Mapping[RevisionId, Beside]) -> None:
        """Add what was read."""
        with self._guard:
            new = self.unknown(found)
            self._rows.add(new, [cell for each in new for cell in self._padded(*found[each])])

    def _padded(self, before: Sequence[int], after: Sequence[int]) -> list[int]:
        none = [0] * self.radius
        return [*before, *none[len(before) :], *after, *none[len(after) :]]

    def of(self, revisions: Sequence[RevisionId]) -> Numbers:
        """Return the revisions before, the nearest first, then those after, 0 for none; shape (n, 2 * radius)."""
        return self._rows.of(revisions)

    def beside(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, Beside]:
        """Return the same, a record each."""
        far = self.radius
        return {
            each: Beside(_revisions(row[:far]), _revisions(row[far:]))
            for each, row in zip(revisions, self._rows.lists(revisions), strict=True)
        }


def _revisions(numbers: Iterable[int]) -> tuple[RevisionId, ...]:
    return tuple(RevisionId(number) for number in numbers if number)


def windows_of(found: Mapping[RevisionId, Beside], radius: int) -> Numbers:
    """Return records as columns; for a store that remembers nothing."""
    read = Windows(radius)
    read.add(found)
    return read.of(list(found))
