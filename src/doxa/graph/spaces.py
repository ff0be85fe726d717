"""Spaces: a tree of paths for every owner. A path has no leading slash; `""` is the owner's root."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from doxa.graph.cache import Maps, SpaceKey
from doxa.graph.engine import Connection
from doxa.graph.symbols import BATCH, marks


class Spaces:
    """The spaces that one transaction sees."""

    def __init__(self, connection: Connection, maps: Maps) -> None:
        self._connection = connection
        self._maps = maps

    def find(self, slab: int, segments: Sequence[str]) -> int | None:
        """Return the number of an owner's space, `None` where there is none."""
        space = self._child(SpaceKey(slab, 0, ""))
        for segment in segments:
            if space is None:
                return None
            space = self._child(SpaceKey(slab, space, segment))
        return space

    def make(self, slab: int, segments: Sequence[str], operation: int) -> int:
        """Return the number of an owner's space, made with its parents where missing."""
        space = self._child(SpaceKey(slab, 0, ""))
        assert space is not None, "an owner's root is made with the owner"
        for segment in segments:
            key = SpaceKey(slab, space, segment)
            space = self._child(key) or self._insert(key, operation)
        return space

    def slab(self, space: int) -> int:
        """Return whose space it is."""
        return self._keys((space,))[space].slab

    def path(self, space: int) -> tuple[str, ...]:
        """Return the segments of a space's path."""
        return self.paths((space,))[space]

    def paths(self, spaces: Iterable[int]) -> dict[int, tuple[str, ...]]:
        """Return the segments of many spaces' paths; erased spaces have none."""
        return {space: self._path(space) for space in self._keys(dict.fromkeys(spaces))}

    def subtree(self, slabs: Sequence[int] | None, segments: Sequence[str]) -> list[int]:
        """Return the spaces at and under a path, in the trees of the given owners (`None` = all)."""
        owned, values = ("", ()) if slabs is None else (f" AND slab IN ({marks(slabs)})", tuple(slabs))
        level = [row[0] for row in self._connection.rows(f"SELECT id FROM space WHERE parent=0{owned}", values)]
        for segment in segments:
            level = self._below(level, segment)
        found = list(level)
        while level:
            level = self._below(level, None)
            found += level
        return found

    def _below(self, parents: Sequence[int], name: str | None) -> list[int]:
        named, extra = ("", ()) if name is None else (" AND s.name=?", (name,))
        found: list[int] = []
        for start in range(0, len(parents), BATCH):
            part = parents[start : start + BATCH]
            rows = self._connection.rows(
                "SELECT s.id FROM space p JOIN space s ON s.slab=p.slab AND s.parent=p.id"
                f" WHERE p.id IN ({marks(part)}){named}",
                (*part, *extra),
            )
            found += [row[0] for row in rows]
        return found

    def _path(self, space: int) -> tuple[str, ...]:
        segments: list[str] = []
        key = self._keys((space,)).get(space)
        while key is not None and key.parent:
            segments.append(key.name)
            key = self._keys((key.parent,)).get(key.parent)
        return tuple(reversed(segments))

    def _child(self, key: SpaceKey) -> int | None:
        known = self._maps.spaces.get(key)
        if known is None:
            found = self._connection.row("SELECT id FROM space WHERE slab=? AND parent=? AND name=?", key)
            if found is None:
                return None
            known = self._note(int(found[0]), key)
        return known

    def _keys(self, spaces: Iterable[int]) -> dict[int, SpaceKey]:
        known = self._maps.space_keys
        wanted = list(spaces)
        missing = [space for space in wanted if space not in known]
        for start in range(0, len(missing), BATCH):
            part = missing[start : start + BATCH]
            rows = self._connection.rows(
                f"SELECT id, slab, parent, name FROM space WHERE id IN ({marks(part)})",
                part,
            )
            for number, slab, parent, name in rows:
                self._note(number, SpaceKey(slab, parent, name))
        return {space: known[space] for space in wanted if space in known}

    def _insert(self, key: SpaceKey, operation: int) -> int:
        made = self._connection.row(
            "INSERT INTO space(slab, parent, name, op) VALUES(?,?,?,?) RETURNING id", (*key, operation)
        )
        assert made is not None
        return self._note(int(made[0]), key)

    def _note(self, number: int, key: SpaceKey) -> int:
        self._maps.spaces[key] = number
        self._maps.space_keys[number] = key
        return number
