"""Search by time and by name: what a period overlaps, who names an entity."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from doxa.clock import to_micros
from doxa.graph.codes import ROLES
from doxa.graph.engine import Row
from doxa.graph.filtering import filter_condition
from doxa.graph.nodes import Filter, RevisionId
from doxa.graph.sight import ALWAYS, Condition, Sight, every, lists
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
    owned = sight.owned("m")
    if sight.slabs is None:
        owned = every(Condition("m.slab IN (SELECT s.id FROM slab s)"), owned)
    conditions = every(owned, in_role, sight.seen_revision())
    found: dict[str, list[tuple[RevisionId, str]]] = {}
    for form in _mentioned(sight, forms, owned):
        rows = sight.connection.rows(
            "SELECT m.rev, m.role FROM mention m CROSS JOIN revision r CROSS JOIN item i"
            f" WHERE m.form=? AND r.id=m.rev AND i.id=r.item AND {conditions.sql} ORDER BY m.rev DESC LIMIT ?",
            (form, *conditions.values, limit),
        )
        if rows:
            named = [(RevisionId(revision), ROLES[role]) for revision, role in rows]
            found[form] = sorted(named, key=lambda each: (-each[0], each[1]))
    return found


def _mentioned(sight: Sight, forms: Sequence[str], owned: Condition) -> list[str]:
    """Return those of the forms that anything names, seen or not: a question has many word sequences, few are names."""
    kept: set[str] = set()
    for part in lists(dict.fromkeys(forms)):
        asked = ",".join("(?)" for _ in part)
        rows = sight.connection.rows(
            f"WITH asked(form) AS (VALUES {asked}) SELECT a.form FROM asked a"
            f" WHERE EXISTS (SELECT 1 FROM mention m WHERE m.form=a.form AND {owned.sql})",
            (*part, *owned.values),
        )
        kept.update(form for (form,) in rows)
    return [form for form in dict.fromkeys(forms) if form in kept]
