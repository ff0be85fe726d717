"""Reading revisions, their artifacts and who vouches for them, many at once."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from doxa.clock import from_micros
from doxa.errors import NotFound
from doxa.graph.claims import decode_claim, instant, period_of
from doxa.graph.engine import Row
from doxa.graph.filtering import REVISION, value_of
from doxa.graph.nodes import MOST, ArtifactNode, ItemId, Key, NodeType, Observation, RevisionId, RevisionNode
from doxa.graph.sight import ALWAYS, Condition, Sight, decode, every, lists
from doxa.graph.symbols import marks

_REVISIONS = (
    "SELECT r.id, r.item, r.n, r.op, o.at, c.text, c.title, c.claim, c.valid_from, c.valid_to, c.valid_precision,"
    " c.said_at, c.meta, i.slab, EXISTS (SELECT 1 FROM observation v WHERE v.rev=r.id)"
    " OR EXISTS (SELECT 1 FROM artifact a WHERE a.rev=r.id)"
    " FROM revision r JOIN item i ON i.id=r.item JOIN op o ON o.id=r.op"
    " LEFT JOIN content c ON c.rev=r.id"
)


def read_revisions(sight: Sight, revisions: Sequence[RevisionId]) -> dict[RevisionId, RevisionNode]:
    """Return revisions that are seen, in the given order."""
    seen = sight.seen_revision()
    found: dict[RevisionId, RevisionNode] = {}
    for part in lists(dict.fromkeys(revisions)):
        rows = sight.connection.rows(
            f"{_REVISIONS} WHERE r.id IN ({marks(part)}) AND {seen.sql}", (*part, *seen.values)
        )
        found.update((row[0], _revision_node(sight, row)) for row in rows)
    return {revision: found[revision] for revision in dict.fromkeys(revisions) if revision in found}


def read_revision(sight: Sight, revision: RevisionId) -> RevisionNode:
    """Return one revision.

    Raises:
        NotFound: It is not seen.
    """
    found = read_revisions(sight, (revision,)) if 0 < revision <= MOST else {}
    if revision not in found:
        raise no_revision(revision)
    return found[revision]


def read_versions(sight: Sight, items: Sequence[ItemId]) -> dict[ItemId, list[RevisionNode]]:
    """Return the revisions of items that are seen, oldest number first."""
    found: dict[ItemId, list[RevisionNode]] = {}
    for part in lists(dict.fromkeys(items)):
        found.update(read_versions_in(sight, Condition(marks(part), tuple(part))))
    return found


def read_versions_in(sight: Sight, items: Condition, *, newest: int | None = None) -> dict[ItemId, list[RevisionNode]]:
    """Return the same of the items that a list or a query gives, in the order of items; of `newest` numbers alone."""
    seen = sight.seen_revision()
    late = ALWAYS
    if newest is not None:
        # neither what was written since nor what was taken back may change what is read
        made = sight.standing_made(f"m.id*8+{int(NodeType.REVISION)}")
        last = f"SELECT m.n FROM revision m WHERE m.item=r.item AND m.op<=? AND {made.sql} ORDER BY m.n DESC LIMIT 1"
        late = Condition(f"r.n>({last})-?", (sight.at, *made.values, newest))
    rows = sight.connection.rows(
        f"{_REVISIONS} WHERE r.item IN ({items.sql}) AND {late.sql} AND {seen.sql} ORDER BY r.item, r.n",
        (*items.values, *late.values, *seen.values),
    )
    found: dict[ItemId, list[RevisionNode]] = {}
    for row in rows:
        found.setdefault(ItemId(row[1]), []).append(_revision_node(sight, row))
    return found


def read_observations(sight: Sight, revisions: Sequence[RevisionId]) -> dict[RevisionId, tuple[Observation, ...]]:
    """Return who vouches for revisions that are seen, by the time said, undated ones last."""
    alive = sight.alive("v")
    seen = sight.seen_revision()
    rows: list[Row] = []
    for part in lists(sorted(sight.keep_seen(_with_more(sight, revisions)))):
        rows += sight.connection.rows(
            "SELECT v.rev, v.source, v.said_at, v.turn, v.start, v.stop, v.independent, v.detail,"
            f" EXISTS (SELECT 1 FROM revision r CROSS JOIN item i WHERE r.id=v.turn AND i.id=r.item AND {seen.sql})"
            f" FROM observation v WHERE v.rev IN ({marks(part)}) AND {alive.sql} ORDER BY v.id",
            (*seen.values, *part, *alive.values),
        )
    sources = sight.symbols.words({row[1] for row in rows})
    turns = {RevisionId(row[3]) for row in rows if row[8]}
    found: dict[RevisionId, list[Observation]] = {}
    for revision, *row, _ in sorted(rows, key=lambda row: (row[2] is None, row[2] or 0)):
        found.setdefault(RevisionId(revision), []).append(observation_of(row, sources.get(row[0], ""), turns))
    return {revision: tuple(found[revision]) for revision in dict.fromkeys(revisions) if revision in found}


def _with_more(sight: Sight, revisions: Sequence[RevisionId]) -> list[RevisionId]:
    """Return the revisions but for those that are known to have nobody who vouches for them, and no artifact."""
    return [each for each in dict.fromkeys(revisions) if each not in sight.bare]


def read_artifacts(sight: Sight, revisions: Sequence[RevisionId]) -> dict[RevisionId, tuple[ArtifactNode, ...]]:
    """Return the artifacts of revisions that are seen; none that was deleted, the default one first."""
    found: dict[RevisionId, list[ArtifactNode]] = {}
    for part in lists(_with_more(sight, revisions)):
        for node in _artifacts(sight, Condition(f"a.rev IN ({marks(part)})", tuple(part))):
            found.setdefault(node.revision, []).append(node)
    return {revision: tuple(found[revision]) for revision in dict.fromkeys(revisions) if revision in found}


def read_artifacts_at(sight: Sight, location: str) -> tuple[ArtifactNode, ...]:
    """Return the artifacts that point to a location, oldest first."""
    nodes = _artifacts(sight, Condition("a.location=?", (location,)))
    return tuple(sorted(nodes, key=lambda node: node.id))


def no_revision(revision: RevisionId) -> NotFound:
    """Return the error for a revision that is not seen."""
    mend = "Check it, and whose memories you see."
    return NotFound(f"There is no revision number {revision}.", mend=mend, field="revision", value=revision)


def _artifacts(sight: Sight, which: Condition) -> Iterable[ArtifactNode]:
    node = f"a.id*8+{int(NodeType.ARTIFACT)}"
    default, status = value_of(sight, REVISION, Key.DEFAULT_ARTIFACT), value_of(sight, node, Key.STATUS)
    wanted = every(
        which,
        sight.seen_revision(),
        sight.born("a"),
        sight.standing_made(node),
        Condition(f"{status.sql} IS NULL", status.values),
    )
    rows = sight.connection.rows(
        f"SELECT a.id, a.rev, a.name, a.location, a.meta, o.at, {default.sql} FROM artifact a"
        " JOIN revision r ON r.id=a.rev JOIN item i ON i.id=r.item JOIN op o ON o.id=a.op"
        f" WHERE {wanted.sql} ORDER BY a.id",
        (*default.values, *wanted.values),
    )
    # a stable sort: the one named as default before the rest, which stay in order of joining
    for row in sorted(rows, key=lambda row: row[6] is None or json.loads(row[6]) != row[2]):
        number, revision, name, location, meta, at, _ = row
        yield ArtifactNode(number, RevisionId(revision), name, location, decode(meta), from_micros(at))


def _revision_node(sight: Sight, row: Row) -> RevisionNode:
    number, item, n, op, at, text, title, claim, start, end, precision, said_at, meta, slab, has_more = row
    if not has_more and not sight.pending:
        sight.bare.add(number)
    return RevisionNode(
        id=sight.note_home(number, item, slab, n),
        item=ItemId(item),
        number=n,
        operation=op,
        created_at=from_micros(at),
        text=text or "",
        title=title,
        claim=None if claim is None else decode_claim(json.loads(claim)),
        valid=period_of(start, end, precision),
        said_at=instant(said_at),
        metadata=decode(meta),
    )


def observation_of(row: Sequence[Any], source: str, turns: Collection[RevisionId]) -> Observation:
    """Decode the columns of an observation after its revision; `turns` are those that may be shown, with the span."""
    _, said_at, turn, start, end, independent, detail = row
    shown, first, after = (RevisionId(turn), start, end) if turn in turns else (None, 0, 0)
    return Observation(source, instant(said_at), shown, first, after, bool(independent), decode(detail))
