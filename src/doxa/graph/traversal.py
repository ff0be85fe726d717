"""Edges and walks over them: breadth-first, one query per level and direction, as of the reader's snapshot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from doxa.errors import InvalidInput, LimitReached
from doxa.graph.inputs import directions_of
from doxa.graph.nodes import FOREVER, Direction, EdgeNode, RevisionId, Walk
from doxa.graph.sight import EDGE_COLUMNS, Sight, edge_node, lists
from doxa.graph.symbols import marks

MOST_PATHS = 10_000
"""How many shortest paths are listed; their number grows exponentially with their length."""

_ENDS = {"out": ("src", "dst"), "in": ("dst", "src")}


@dataclass(frozen=True, slots=True)
class _Hop:
    """An edge as walked: from a revision already reached to the next one."""

    start: RevisionId
    end: RevisionId
    edge: EdgeNode


def edges(
    sight: Sight, revisions: Sequence[RevisionId], *, direction: Direction = "out", types: Sequence[str] = ()
) -> list[EdgeNode]:
    """Return the edges at revisions, ordered by type, then the other end; an edge between two of them comes once.

    Args:
        sight: The reader's snapshot. Edges to what it does not see are left out.
        revisions: The ends to look at.
        direction: `out` for edges that start there, `in` for those that end there, `both`.
        types: Edge types to keep; empty = all.
    """
    kept = sight.keep_seen(revisions)
    found: dict[tuple[RevisionId, str, RevisionId], EdgeNode] = {}
    for hop in sorted(_hops(sight, kept, direction, types), key=lambda hop: (hop.edge.type, hop.end, hop.start)):
        found.setdefault((hop.edge.source, hop.edge.type, hop.edge.target), hop.edge)
    return list(found.values())


def traverse(
    sight: Sight,
    starts: Sequence[RevisionId],
    *,
    direction: Direction = "out",
    types: Sequence[str] = (),
    max_depth: int = 10,
    limit: int = 1000,
) -> Walk:
    """Walk breadth-first from revisions, which are not part of the result, and keep a shortest path to each one met.

    Among equally short paths the first by (edge type, revision) at every step is kept, so that the walk is the same
    however the rows lie.

    Args:
        sight: The reader's snapshot.
        starts: Where to begin.
        direction: Along the edges, against them, or both.
        types: Edge types to follow; empty = all.
        max_depth: Edges on a path, 0 and up.
        limit: Revisions in the result, 1 and up.

    Returns:
        The walk; `truncated` says that depth or limit left something out.

    Raises:
        InvalidInput: A bound is out of range.
    """
    _check_bounds(max_depth, limit)
    frontier = _seen_in_order(sight, starts)
    walk = _Tree(dict.fromkeys(frontier, 0))
    for depth in range(1, max_depth + 1):
        frontier = walk.grow(_ordered(sight, frontier, direction, types), depth, limit)
        if walk.full or not frontier:
            return walk.result(truncated=walk.full)
    return walk.result(truncated=any(hop.end not in walk.depths for hop in _hops(sight, frontier, direction, types)))


def shortest_paths(
    sight: Sight,
    source: RevisionId,
    target: RevisionId,
    *,
    direction: Direction = "out",
    types: Sequence[str] = (),
    max_depth: int = 10,
    every: bool = False,
) -> list[tuple[EdgeNode, ...]]:
    """Return one shortest path between two revisions, or all of that length.

    Args:
        sight: The reader's snapshot.
        source: Where paths begin.
        target: Where they end.
        direction: Along the edges, against them, or both.
        types: Edge types to follow; empty = all.
        max_depth: Edges on a path, 0 and up.
        every: All shortest paths, in order of (edge type, revision) at every step from the source.

    Returns:
        Paths as edges from source to target; `[()]` when they are the same, `[]` when there is none within the depth.

    Raises:
        InvalidInput: The depth is out of range.
        LimitReached: There are more than 10,000 shortest paths.
    """
    _check_bounds(max_depth, 1)
    if not {source, target} <= sight.keep_seen((source, target)):
        return []
    hops = _hops_towards(sight, source, target, direction, types, max_depth)
    if hops is None:
        return []
    return _all_paths(hops, source, target) if every else [_first_path(hops, source, target)]


def impact(
    sight: Sight,
    revision: RevisionId,
    *,
    types: Sequence[str] = ("DEPENDS_ON", "DERIVED_FROM"),
    max_depth: int = 10,
) -> list[tuple[RevisionId, int, tuple[EdgeNode, ...]]]:
    """Return what rests on a revision, nearest first: (revision, depth, the edges from the given revision to it).

    Args:
        sight: The reader's snapshot.
        revision: What others rest on.
        types: Edge types that say "rests on"; they point from what rests to what it rests on.
        max_depth: Edges on a path, 0 and up.
    """
    walk = traverse(sight, [revision], direction="in", types=types, max_depth=max_depth, limit=FOREVER)
    return [(found, walk.depths[found], walk.paths[found]) for found in walk.revisions]


class _Tree:
    """The tree of a breadth-first walk: the hop by which each revision was first met."""

    def __init__(self, starts: dict[RevisionId, int]) -> None:
        self.depths = dict(starts)
        self.full = False
        self._by: dict[RevisionId, _Hop] = {}

    def grow(self, hops: Iterable[_Hop], depth: int, limit: int) -> list[RevisionId]:
        """Add the revisions that hops reach for the first time; return them in order of meeting."""
        met: list[RevisionId] = []
        for hop in hops:
            if hop.end in self.depths:
                continue
            if len(self._by) == limit:
                self.full = True
                break
            self._by[hop.end] = hop
            self.depths[hop.end] = depth
            met.append(hop.end)
        return met

    def result(self, *, truncated: bool) -> Walk:
        """Return the walk without its starts."""
        paths: dict[RevisionId, tuple[EdgeNode, ...]] = {}
        for revision, hop in self._by.items():
            paths[revision] = (*paths.get(hop.start, ()), hop.edge)
        return Walk(tuple(self._by), {revision: self.depths[revision] for revision in self._by}, paths, truncated)


def _hops_towards(
    sight: Sight,
    source: RevisionId,
    target: RevisionId,
    direction: Direction,
    types: Sequence[str],
    max_depth: int,
) -> dict[RevisionId, list[_Hop]] | None:
    """Return the hops of all shortest paths' levels by the revision they reach; `None` when the target is not met."""
    depths = {source: 0}
    reached: dict[RevisionId, list[_Hop]] = {}
    frontier = [source]
    for depth in range(1, max_depth + 1):
        if target in depths or not frontier:
            break
        met: dict[RevisionId, None] = {}
        for hop in _ordered(sight, frontier, direction, types):
            if depths.setdefault(hop.end, depth) == depth:
                reached.setdefault(hop.end, []).append(hop)
                met[hop.end] = None
        frontier = list(met)
    return reached if target in depths else None


def _first_path(hops: dict[RevisionId, list[_Hop]], source: RevisionId, target: RevisionId) -> tuple[EdgeNode, ...]:
    """Go back by the first hop to each revision: levels are in order, so this is the first of all the paths."""
    path: list[EdgeNode] = []
    revision = target
    while revision != source:
        hop = hops[revision][0]
        path.append(hop.edge)
        revision = hop.start
    return tuple(reversed(path))


def _all_paths(
    hops: dict[RevisionId, list[_Hop]], source: RevisionId, target: RevisionId
) -> list[tuple[EdgeNode, ...]]:
    """Go back by every hop."""
    found: list[tuple[_Hop, ...]] = []
    pending: list[tuple[RevisionId, tuple[_Hop, ...]]] = [(target, ())]
    while pending:
        revision, path = pending.pop()
        if revision != source:
            pending += [(hop.start, (hop, *path)) for hop in hops[revision]]
            continue
        if len(found) == MOST_PATHS:
            raise LimitReached(
                f"There are more than {MOST_PATHS:,} shortest paths.", mend="Ask for one, or for fewer edge types."
            )
        found.append(path)
    found.sort(key=lambda path: [_order(hop) for hop in path])
    return [tuple(hop.edge for hop in path) for path in found]


def _order(hop: _Hop) -> tuple[str, RevisionId, RevisionId]:
    return hop.edge.type, hop.end, hop.edge.source


def _ordered(sight: Sight, frontier: Sequence[RevisionId], direction: Direction, types: Sequence[str]) -> list[_Hop]:
    """Return hops in the order of the frontier, then by type, then by the revision they reach."""
    place = {revision: position for position, revision in enumerate(frontier)}
    hops = _hops(sight, frontier, direction, types)
    return sorted(hops, key=lambda hop: (place[hop.start], _order(hop)))


def _hops(sight: Sight, revisions: Iterable[RevisionId], direction: Direction, types: Sequence[str]) -> list[_Hop]:
    """Return every step from revisions that are seen to others that are seen."""
    directions = directions_of(direction)
    return [hop for part in lists(revisions) for hop in _of_part(sight, part, directions, types)]


def _of_part(sight: Sight, part: Sequence[RevisionId], directions: Sequence[str], types: Sequence[str]) -> list[_Hop]:
    kinds = sight.symbols.ids(types)
    of_type = f" AND e.type IN ({marks(kinds)})" if types else ""
    alive, seen = sight.alive("e"), sight.seen_revision()
    queries: list[str] = []
    for direction in directions:
        near, far = _ENDS[direction]
        queries.append(
            f"SELECT {EDGE_COLUMNS}, '{direction}' FROM edge e CROSS JOIN revision r CROSS JOIN item i"
            f" WHERE r.id=e.{far} AND i.id=r.item AND e.{near} IN ({marks(part)}){of_type}"
            f" AND {alive.sql} AND {seen.sql}"
        )
    values = (*part, *kinds, *alive.values, *seen.values)
    hops = []
    for *row, direction in sight.connection.rows(" UNION ALL ".join(queries), values * len(queries)):
        edge = _as_seen(edge_node(tuple(row), sight.symbols), sight)
        ends = (edge.source, edge.target)
        start, end = ends if direction == "out" else ends[::-1]
        hops.append(_Hop(start, end, edge))
    return hops


def _as_seen(edge: EdgeNode, sight: Sight) -> EdgeNode:
    """A past view does not know when the edge was closed later."""
    return replace(edge, to_op=FOREVER) if edge.to_op > sight.at and edge.to_op != FOREVER else edge


def _seen_in_order(sight: Sight, revisions: Sequence[RevisionId]) -> list[RevisionId]:
    seen = sight.keep_seen(revisions)
    return [revision for revision in dict.fromkeys(revisions) if revision in seen]


def _check_bounds(max_depth: int, limit: int) -> None:
    if max_depth < 0:
        raise InvalidInput(f"max_depth is {max_depth}.", mend="Give 0 or more.", field="max_depth", value=max_depth)
    if limit < 1:
        raise InvalidInput(f"limit is {limit}.", mend="Give 1 or more.", field="limit", value=limit)
