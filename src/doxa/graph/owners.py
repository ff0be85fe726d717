"""Owners: every user of a project has a slab, a number that walls off what is theirs; slab 0 is what all share."""

from __future__ import annotations

from collections.abc import Iterable

from doxa.graph.cache import Maps, SpaceKey
from doxa.graph.engine import Connection
from doxa.graph.symbols import BATCH, marks
from doxa.records import ANY, User

SHARED = 0
CODE_MEMORY = "code memory"
"""The owner of what is known about code. No caller can be it, and who looks at everybody's memories does not see it."""


class Owners:
    """The slabs that one transaction sees. A slab whose user was erased keeps its number and has no name."""

    def __init__(self, connection: Connection, maps: Maps) -> None:
        self._connection = connection
        self._maps = maps

    def slab(self, user: str | None) -> int | None:
        """Return an owner's slab, `None` for a user who owns nothing yet."""
        if user is None:
            return SHARED
        known = self._maps.slabs.get(user)
        if known is None:
            found = self._connection.row("SELECT id FROM slab WHERE user=?", (user,))
            if found is None:
                return None
            known = self._note(int(found[0]), user)
        return known

    def seen_by(self, user: User) -> tuple[int, ...] | None:
        """Return the slabs that a user's eyes see; `None` = all of them."""
        if user is ANY:
            return None
        slab = self.slab(user if isinstance(user, str) else None)
        return (SHARED,) if slab is None or slab == SHARED else (SHARED, slab)

    def hidden_from(self, user: User) -> int | None:
        """Return the slab that a user does not see though he sees everybody's; `None` where there is none."""
        return self.slab(CODE_MEMORY) if user is ANY else None

    def make(self, user: str | None, operation: int) -> int:
        """Return an owner's slab, made with its root space where missing."""
        slab = self.slab(user)
        if slab is not None:
            return slab
        made = self._connection.row("INSERT INTO slab(user, op) VALUES(?,?) RETURNING id", (user, operation))
        assert made is not None
        assert user is not None
        slab = self._note(int(made[0]), user)
        make_root(self._connection, self._maps, slab, operation)
        return slab

    def users(self, slabs: Iterable[int]) -> dict[int, str | None]:
        """Return the users of slabs; `None` for the shared slab and for erased users."""
        wanted = dict.fromkeys(slabs)
        missing = [slab for slab in wanted if slab != SHARED and slab not in self._maps.users]
        for start in range(0, len(missing), BATCH):
            part = missing[start : start + BATCH]
            for slab, user in self._connection.rows(f"SELECT id, user FROM slab WHERE id IN ({marks(part)})", part):
                if user is not None:
                    self._note(int(slab), user)
        return {slab: self._maps.users.get(slab) for slab in wanted}

    def user(self, slab: int) -> str | None:
        """Return the user of a slab."""
        return self.users((slab,))[slab]

    def _note(self, slab: int, user: str) -> int:
        self._maps.slabs[user] = slab
        self._maps.users[slab] = user
        return slab


def make_root(connection: Connection, maps: Maps, slab: int, operation: int) -> int:
    """Make an owner's root space and return its number."""
    key = SpaceKey(slab, 0, "")
    made = connection.row("INSERT INTO space(parent, slab, name, op) VALUES(0,?,'',?) RETURNING id", (slab, operation))
    assert made is not None
    maps.spaces[key] = number = int(made[0])
    maps.space_keys[number] = key
    return number
