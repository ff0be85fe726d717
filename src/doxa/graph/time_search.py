"""Search by time and by neighbourhood: what a period overlaps, what was said around a turn, who names an entity."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from datetime import datetime

from doxa.clock import to_micros
from doxa.graph.codes import ROLES
from doxa.graph.engine import Row
from doxa.graph.filtering import filter_condition, is_head
from doxa.graph.nodes import Filter, RevisionId
from doxa.graph.sight import ALWAYS, Condition, Sight, chunks, every
from doxa.graph.symbols import marks
from doxa.records import Period

_SAID = "COALESCE(c.said_at, (SELECT o.at FROM op o WHERE o.id=r.op))"


def between(sight: Sight, period: Period, *, filter: Filter, limit: int) -> list[RevisionId]:
    """Return revisions whose valid time overlaps a period, or, where none is known, that were said in it.

    Args:
        sight: The reader's snapshot.
        period: Half-open; an open end reaches for ever.
        filter: What to keep; applied before the limit.
        limit: How many at most.

    Returns:
        Revisions, newest first.
    """
    of_owner = sight.now and filter.heads_only
    find = _heads_between if of_owner else _revisions_between
    return [RevisionId(number) for (number,) in find(sight, period, filter, limit)]


def _heads_between(sight: Sight, period: Period, filter: Filter, limit: int) -> list[Row]:
    """Read the projection, whose index holds the time that each head is about."""
    wanted = every(
        sight.owned("h"),
        _bound("h.time<?", period.end),
        _bound("h.until>?", period.start),
        sight.seen_revision(),
        filter_condition(sight, filter),
    )
    return sight.connection.rows(
        "SELECT r.id FROM head h CROSS JOIN revision r CROSS JOIN item i WHERE r.id=h.rev AND i.id=h.item"
        f" AND {wanted.sql} ORDER BY r.id DESC LIMIT ?",
        (*wanted.values, limit),
    )


def _revisions_between(sight: Sight, period: Period, filter: Filter, limit: int) -> list[Row]:
    overlap = _overlaps(period)
    wanted = every(sight.owned("i"), overlap, sight.seen_revision(), filter_condition(sight, filter))
    return sight.connection.rows(
        "SELECT r.id FROM item i CROSS JOIN revision r CROSS JOIN content c WHERE r.item=i.id AND c.rev=r.id"
        f" AND {wanted.sql} ORDER BY r.id DESC LIMIT ?",
        (*wanted.values, limit),
    )


def _overlaps(period: Period) -> Condition:
    starts_before_end = _bound("c.valid_from IS NULL OR c.valid_from<?", period.end)
    ends_after_start = _bound("c.valid_to IS NULL OR c.valid_to>?", period.start)
    said_before_end = _bound(f"{_SAID}<?", period.end)
    said_after_start = _bound(f"{_SAID}>=?", period.start)
    valid = every(Condition("c.valid_precision IS NOT NULL"), starts_before_end, ends_after_start)
    said = every(Condition("c.valid_precision IS NULL"), said_before_end, said_after_start)
    return Condition(f"{valid.sql} OR {said.sql}", (*valid.values, *said.values))


def _bound(sql: str, instant: datetime | None) -> Condition:
    return ALWAYS if instant is None else Condition(sql, (to_micros(instant),))


def neighbours(sight: Sight, revisions: Sequence[RevisionId], *, radius: int) -> dict[RevisionId, list[RevisionId]]:
    """Return, per revision, those of its kind said around it in the same session of the same owner.

    Args:
        sight: The reader's snapshot.
        revisions: Such as turns that were found. Those without a session have no neighbours.
        radius: How many on each side, 0 and up.

    Returns:
        Per revision that is seen its live, believed neighbours without itself, by the time said, then by revision.
    """
    found: dict[RevisionId, list[RevisionId]] = {revision: [] for revision in sight.keep_seen(revisions)}
    for place, members in _by_session(sight, revisions).items():
        said = _said_in(sight, place)
        for time, revision in members:
            position = bisect_left(said, (time, revision))
            after = position + (position < len(said) and said[position][1] == revision)
            around = said[max(0, position - radius) : position] + said[after : after + radius]
            found[revision] = [RevisionId(number) for _, number in around]
    return found


_LIVE = Filter()
_Place = tuple[int, int, int]
"""Slab, session and kind."""


def _by_session(sight: Sight, revisions: Sequence[RevisionId]) -> dict[_Place, list[tuple[int, RevisionId]]]:
    """Return the revisions that are seen by their session, with the time they were said."""
    seen = sight.seen_revision()
    places: dict[_Place, list[tuple[int, RevisionId]]] = {}
    for part in chunks(dict.fromkeys(revisions)):
        rows = sight.connection.rows(
            f"SELECT i.slab, i.session, i.kind, {_SAID}, r.id FROM revision r CROSS JOIN item i CROSS JOIN content c"
            f" WHERE i.id=r.item AND c.rev=r.id AND i.session IS NOT NULL AND r.id IN ({marks(part)}) AND {seen.sql}",
            (*part, *seen.values),
        )
        for slab, session, kind, time, revision in rows:
            places.setdefault((slab, session, kind), []).append((time, RevisionId(revision)))
    return places


def _said_in(sight: Sight, place: _Place) -> list[tuple[int, int]]:
    """Return the believed live revisions of a session with the time they were said, in order."""
    wanted = every(sight.seen_revision(), is_head(sight), filter_condition(sight, _LIVE))
    rows = sight.connection.rows(
        f"SELECT {_SAID}, r.id FROM item i CROSS JOIN revision r CROSS JOIN content c"
        " WHERE +i.slab=? AND i.session=? AND +i.kind=? AND r.item=i.id AND c.rev=r.id"
        f" AND {wanted.sql} ORDER BY 1, 2",
        (*place, *wanted.values),
    )
    return [(time, revision) for time, revision in rows]


def mentions(
    sight: Sight, forms: Sequence[str], *, roles: Sequence[str] = (), limit: int = 1000
) -> dict[str, list[tuple[RevisionId, str]]]:
    """Return revisions that name an entity, per normal form.

    Args:
        sight: The reader's snapshot.
        forms: Normal forms.
        roles: `subject`, `value`, `mention`; empty = all.
        limit: How many per form at most.

    Returns:
        Per form (revision, role), newest first, then by role; forms that nothing names are left out.
    """
    wanted = tuple(ROLES.index(role) for role in roles)
    in_role = Condition(f"m.role IN ({marks(wanted)})", wanted) if roles else ALWAYS
    # the index on mentions begins with the slab, also where all are seen
    owned = Condition("m.slab IN (SELECT s.id FROM slab s)") if sight.slabs is None else sight.owned("m")
    conditions = every(owned, in_role, sight.seen_revision())
    found: dict[str, list[tuple[RevisionId, str]]] = {}
    for form in dict.fromkeys(forms):
        rows = sight.connection.rows(
            "SELECT m.rev, m.role FROM mention m CROSS JOIN revision r CROSS JOIN item i"
            f" WHERE m.form=? AND r.id=m.rev AND i.id=r.item AND {conditions.sql} ORDER BY m.rev DESC LIMIT ?",
            (form, *conditions.values, limit),
        )
        if rows:
            named = [(RevisionId(revision), ROLES[role]) for revision, role in rows]
            found[form] = sorted(named, key=lambda each: (-each[0], each[1]))
    return found
