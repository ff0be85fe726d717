"""Groups of what is alike: connected components with a most size, and clusters by average linkage."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from doxa.dream.neighbours import Pair

if TYPE_CHECKING:
    from doxa.index.embedder import Float32Array


def components(pairs: Iterable[Pair], most: int) -> list[list[int]]:
    """Return the connected components of pairs, joined best first; none grows above a size.

    Args:
        pairs: Best first.
        most: Members of a component at most; a pair that would make a larger one is left out.

    Returns:
        Components of two and more, members ascending, by their first member.
    """
    group: dict[int, list[int]] = {}
    for left, right, _ in pairs:
        one, other = group.setdefault(left, [left]), group.setdefault(right, [right])
        if one is not other and len(one) + len(other) <= most:
            one += other
            for member in other:
                group[member] = one
    found = {id(members): sorted(members) for members in group.values() if len(members) > 1}
    return sorted(found.values())


def average_linkage(vectors: Float32Array, floor: float, most: int) -> list[list[int]]:
    """Return clusters by average linkage: the two whose members are most alike on average are joined first.

    Args:
        vectors: Shape (n, dim), rows of length 1; a few hundred at most, since time is cubic.
        floor: The least mean cosine between the members of two clusters that are joined.
        most: Members of a cluster at most.

    Returns:
        Every cluster, members ascending, by their first member.
    """
    import numpy as np

    clusters: dict[int, list[int]] = {place: [place] for place in range(len(vectors))}
    sums = (vectors @ vectors.T).astype(np.float64)
    sizes = np.ones(len(vectors))
    np.fill_diagonal(sums, -np.inf)
    while len(clusters) > 1:
        means = sums / np.outer(sizes, sizes)
        means[np.add.outer(sizes, sizes) > most] = -np.inf
        left, right = divmod(int(np.argmax(means)), len(vectors))
        if not means[left, right] >= floor:
            break
        left, right = min(left, right), max(left, right)
        clusters[left] = sorted(clusters[left] + clusters.pop(right))
        sums[left] += sums[right]
        sums[:, left] += sums[:, right]
        sums[left, left] = sums[right, :] = sums[:, right] = -np.inf
        sizes[left] += sizes[right]
    return [clusters[place] for place in sorted(clusters)]


def distinct(vectors: Float32Array, members: Sequence[int], ceiling: float) -> list[int]:
    """Return members that are no near-duplicates of an earlier one: cosines at and above `ceiling` are out."""
    kept: list[int] = []
    for member in members:
        if not kept or float((vectors[kept] @ vectors[member]).max()) < ceiling:
            kept.append(member)
    return kept
