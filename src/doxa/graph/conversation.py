"""Where in a conversation revisions stand: their session, their speaker, and what was written just before and after."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from doxa.graph.codes import ACCEPTED, LIVE
from doxa.graph.engine import Row
from doxa.graph.filtering import filter_condition, is_head
from doxa.graph.nodes import Beside, Filter, Place, RevisionId
from doxa.graph.sight import Condition, Sight, every, lists
from doxa.graph.standing import Places, Standing, Windows
from doxa.graph.symbols import marks

if TYPE_CHECKING:
    from doxa.graph.standing import Numbers

T = TypeVar("T")

MOST_BESIDE = 20
"""The largest radius."""
_LIVE = Filter()
_SAID = "COALESCE(c.said_at, (SELECT o.at FROM op o WHERE o.id=r.op))"


def places(sight: Sight, revisions: Sequence[RevisionId]) -> dict[RevisionId, Place]:
    """Return where revisions stand, in the given order; unseen ones are left out.

    Args:
        sight: The reader's snapshot.
        revisions: Such as those a search found.
    """
    visible = _visible(sight, revisions)
    return _read(sight, visible).places(visible)


def standing(sight: Sight, revisions: Sequence[RevisionId]) -> Standing:
    """Return the same as columns."""
    visible = _visible(sight, revisions)
    return _read(sight, visible).standing(visible)


def _visible(sight: Sight, revisions: Sequence[RevisionId]) -> list[RevisionId]:
    asked = list(dict.fromkeys(revisions))
    visible = sight.keep_seen(asked)
    return asked if len(visible) == len(asked) else [each for each in asked if each in visible]


def _read(sight: Sight, visible: Sequence[RevisionId]) -> Places:
    """Return where revisions stand that are seen, with others perhaps."""
    # where it stands never changes; in an open transaction its number may yet go to another one
    known = Places() if sight.pending else sight.told.places
    unknown = known.unknown(visible)
    if unknown:
        known.add(_read_places(sight, unknown))
    return known


def _read_places(sight: Sight, seen: Sequence[RevisionId]) -> dict[RevisionId, Place]:
    found: dict[int, Row] = {}
    for part in lists(seen):
        rows = sight.connection.rows(
            f"SELECT r.id, i.slab, i.session, {_SAID}, c.title, length(c.text), c.meta"
            " FROM revision r CROSS JOIN item i CROSS JOIN content c"
            f" WHERE i.id=r.item AND c.rev=r.id AND r.id IN ({marks(part)})",
            part,
        )
        found.update((row[0], row) for row in rows)
    users = sight.owners.users({row[1] for row in found.values()})
    sessions = sight.symbols.words({row[2] for row in found.values() if row[2] is not None})
    roles = {meta: _role(meta) for meta in {row[6] for row in found.values()}}  # few differ: each is parsed once
    placed: dict[RevisionId, Place] = {}
    for each in seen:
        _, slab, session, said, title, characters, meta = found[each]
        placed[each] = Place(users.get(slab), sessions.get(session), said, title, characters, roles[meta])
    return placed


def _role(meta: str | None) -> str | None:
    role = None if meta is None else json.loads(meta).get("role")
    return role if isinstance(role, str) else None


def texts(sight: Sight, revisions: Sequence[RevisionId], *, most: int) -> dict[RevisionId, str]:
    """Return the beginnings of texts; unseen revisions are left out.

    Args:
        sight: The reader's snapshot.
        revisions: Which.
        most: Characters of each at most.
    """
    found: dict[RevisionId, str] = {}
    for part in lists(sight.keep_seen(revisions)):
        rows = sight.connection.rows(
            f"SELECT c.rev, substr(c.text,1,?) FROM content c WHERE c.rev IN ({marks(part)})", (most, *part)
        )
        found.update((RevisionId(number), text) for number, text in rows)
    return found


def readings(
    sight: Sight, revisions: Sequence[RevisionId], make: Callable[[str], T], *, most: int
) -> dict[RevisionId, T]:
    """Return what a function makes of the beginnings of texts; unseen revisions are left out.

    Args:
        sight: The reader's snapshot.
        revisions: Which.
        make: Gives the same for the same text; what it gave is remembered, by the function.
        most: Characters of each text that it is given at most.
    """
    known: dict[RevisionId, Any] = {} if sight.pending else sight.told.made.setdefault((make, most), {})
    asked = dict.fromkeys(revisions)
    visible = sight.keep_seen(asked)
    unknown = [each for each in asked if each in visible and each not in known]
    if unknown:
        known.update((each, make(text)) for each, text in texts(sight, unknown, most=most).items())
    return {each: known[each] for each in asked if each in visible and each in known}


def beside(sight: Sight, revisions: Sequence[RevisionId], *, radius: int) -> dict[RevisionId, Beside]:
    """Return what of the same kind was written just before and after, in the same session of the same owner.

    Args:
        sight: The reader's snapshot.
        revisions: Such as turns that were found. Those without a session stand alone.
        radius: How many on each side, 0 to `MOST_BESIDE`.

    Returns:
        Per revision that is seen its live, believed neighbours, the nearest first.
    """
    reach = max(0, min(radius, MOST_BESIDE))
    seen = _visible(sight, revisions)
    return _read_windows(sight, seen, reach).beside(seen)


def windows(sight: Sight, revisions: Sequence[RevisionId], *, radius: int) -> tuple[list[RevisionId], Numbers]:
    """Return the same as columns: those that are seen, with the neighbours of each; see `Windows.of`."""
    reach = max(0, min(radius, MOST_BESIDE))
    seen = _visible(sight, revisions)
    return seen, _read_windows(sight, seen, reach).of(seen)


def _read_windows(sight: Sight, seen: Sequence[RevisionId], reach: int) -> Windows:
    """Return what stands beside revisions that are seen, with others perhaps."""
    known = sight.neighbours.get(reach)
    if known is None:
        known = Windows(reach)
        if not sight.pending:
            sight.neighbours[reach] = known
    unknown = known.unknown(seen)
    if unknown:
        found = _read_beside(sight, unknown, reach) if reach else dict.fromkeys(unknown, Beside((), ()))
        known.add(found)
        sight.known.update(each for pair in found.values() for side in pair for each in side)
    return known


def _read_beside(sight: Sight, seen: Sequence[RevisionId], reach: int) -> dict[RevisionId, Beside]:
    found = dict.fromkeys(seen, Beside((), ()))
    asked = [_step(sight, way, offset) for way in ("<", ">") for offset in range(reach)]
    values = tuple(value for condition in asked for value in condition.values)
    columns = ", ".join(condition.sql for condition in asked)
    for part in lists(seen):
        rows = sight.connection.rows(
            f"SELECT o.id, {columns} FROM revision o CROSS JOIN item s"
            f" WHERE s.id=o.item AND s.session IS NOT NULL AND o.id IN ({marks(part)})",
            (*values, *part),
        )
        for number, *others in rows:
            found[RevisionId(number)] = Beside(_present(others[:reach]), _present(others[reach:]))
    return found


def _present(numbers: Sequence[int | None]) -> tuple[RevisionId, ...]:
    return tuple(RevisionId(number) for number in numbers if number is not None)


def _step(sight: Sight, way: str, offset: int) -> Condition:
    """Return the neighbour that stands some places away from the item `s`, as a scalar subquery."""
    order = "DESC" if way == "<" else "ASC"
    there = f"i.session=s.session AND i.id{way}s.id AND +i.slab=s.slab AND +i.kind=s.kind"
    last = f"ORDER BY i.id {order} LIMIT 1 OFFSET {offset}"
    if sight.now:
        believed = f"h.item=i.id AND h.status={LIVE} AND h.standing={ACCEPTED}"
        return Condition(f"(SELECT h.rev FROM item i CROSS JOIN head h WHERE {there} AND {believed} {last})")
    wanted = every(sight.seen_revision(), is_head(sight), filter_condition(sight, _LIVE))
    return Condition(
        f"(SELECT r.id FROM item i CROSS JOIN revision r WHERE {there} AND r.item=i.id AND {wanted.sql} {last})",
        wanted.values,
    )
