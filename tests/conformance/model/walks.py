"""Edges, walks and search of a view, by scanning everything."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from doxa.errors import InvalidInput
from doxa.graph.nodes import FOREVER, Direction, EdgeNode, Filter, RevisionId, TextHit, VectorHit, Walk
from doxa.text.bm25 import term_score
from doxa.text.tokens import tokens
from tests.conformance.model.state import RevisionRow, State

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Path = tuple[EdgeNode, ...]


class Walks:
    """The part of a view that follows edges and ranks revisions."""

    state_: State
    at: int
    sees: Callable[[int], bool]
    keeps: Callable[[int, Filter | None], bool]
    seen_revisions: Callable[[], list[RevisionRow]]

    def edges(
        self, revisions: Sequence[RevisionId], *, direction: Direction = "out", types: Sequence[str] = ()
    ) -> list[EdgeNode]:
        steps = [
            (edge.type, far, each, edge) for each in revisions for far, edge in self._steps(each, direction, types)
        ]
        found: dict[tuple[RevisionId, str, RevisionId], EdgeNode] = {}
        for *_, edge in sorted(steps, key=lambda step: step[:3]):
            found.setdefault((edge.source, edge.type, edge.target), edge)
        return list(found.values())

    def _steps(
        self, revision: RevisionId, direction: Direction, types: Sequence[str]
    ) -> list[tuple[RevisionId, EdgeNode]]:
        """Return the edges at a revision with their other ends, by type, then the other end."""
        found = []
        for key, stay in self.state_.matching(self.at, "edge"):
            _, source, type_, target = key
            if revision not in (source, target) or (types and type_ not in types):
                continue
            if not (self.sees(source) and self.sees(target)):
                continue
            to_op = stay.to_op if stay.to_op <= self.at else FOREVER
            edge = EdgeNode(source, type_, target, json.loads(stay.value), stay.from_op, to_op)
            found += [(target, edge)] if source == revision and direction in ("out", "both") else []
            found += [(source, edge)] if target == revision and direction in ("in", "both") else []
        return sorted(found, key=lambda step: (step[1].type, step[0], step[1].source))

    def traverse(
        self,
        starts: Sequence[RevisionId],
        *,
        direction: Direction = "out",
        types: Sequence[str] = (),
        max_depth: int = 10,
        limit: int = 1000,
    ) -> Walk:
        if max_depth < 0 or limit < 1:
            raise InvalidInput("A bound is out of range.")
        begun = [each for each in dict.fromkeys(starts) if self.sees(each)]
        paths: dict[RevisionId, Path] = dict.fromkeys(begun, ())
        queue, truncated = list(begun), False
        while queue:
            here = queue.pop(0)
            for far, edge in self._steps(here, direction, types):
                if far in paths:
                    continue
                if len(paths[here]) == max_depth or len(paths) == len(begun) + limit:
                    truncated = True
                    continue
                paths[far] = (*paths[here], edge)
                queue.append(far)
        met = [each for each in paths if each not in begun]
        return Walk(
            tuple(met), {each: len(paths[each]) for each in met}, {each: paths[each] for each in met}, truncated
        )

    def shortest_paths(
        self,
        source: RevisionId,
        target: RevisionId,
        *,
        direction: Direction = "out",
        types: Sequence[str] = (),
        max_depth: int = 10,
        every: bool = False,
    ) -> list[Path]:
        if not (self.sees(source) and self.sees(target)):
            return []
        level: list[tuple[RevisionId, Path]] = [(source, ())]
        seen: set[RevisionId] = set()
        for _ in range(max_depth + 1):
            found = [path for end, path in level if end == target]
            if found:
                return found if every else found[:1]
            seen |= {end for end, _ in level}
            level = [
                (far, (*path, edge))
                for end, path in level
                for far, edge in self._steps(end, direction, types)
                if far not in seen
            ]
        return []

    def impact(
        self,
        revision: RevisionId,
        *,
        types: Sequence[str] = ("DEPENDS_ON", "DERIVED_FROM"),
        max_depth: int = 10,
    ) -> list[tuple[RevisionId, int, Path]]:
        walk = self.traverse([revision], direction="in", types=types, max_depth=max_depth, limit=FOREVER)
        return [(each, walk.depths[each], walk.paths[each]) for each in walk.revisions]

    def search_text(
        self,
        terms: Sequence[str],
        *,
        limit: int,
        filter: Filter | None = None,
        within: Sequence[RevisionId] = (),
    ) -> list[TextHit]:
        texts: dict[str | None, dict[RevisionId, list[str]]] = {}
        for row in self.state_.revisions.values():
            if row.new.text:
                owner = self.state_.items[row.item].owner
                texts.setdefault(owner, {})[row.id] = tokens(row.new.title or "") + tokens(row.new.text)
        hits = [
            TextHit(revision, round(score, 6))
            for corpus in texts.values()
            for revision, score in _bm25(corpus, Counter(terms)).items()
            if self.sees(revision) and self.keeps(revision, filter) and (not within or revision in within)
        ]
        return sorted(hits, key=lambda hit: (-hit.score, -hit.revision))[: max(0, limit)]

    def search_vectors(
        self,
        vector: NDArray[np.float32],
        *,
        limit: int,
        filter: Filter | None = None,
        within: Sequence[RevisionId] = (),
    ) -> list[VectorHit]:
        hits = [
            VectorHit(row.id, round(float(row.new.vector @ vector), 6))
            for row in self.seen_revisions()
            if row.new.vector is not None and self.keeps(row.id, filter) and (not within or row.id in within)
        ]
        return sorted(hits, key=lambda hit: (-hit.cosine, -hit.revision))[: max(0, limit)]

    def vectors(self, revisions: Sequence[RevisionId]) -> tuple[list[RevisionId], NDArray[np.float32]]:
        import numpy as np

        dim = self.state_.embedder[1] if self.state_.embedder else 0
        found = [each for each in revisions if self.sees(each) and self.state_.revisions[each].new.vector is not None]
        rows = [self.state_.revisions[each].new.vector for each in found]
        return found, np.array(rows, dtype=np.float32).reshape(len(rows), dim)


def _bm25(corpus: dict[RevisionId, list[str]], terms: Counter[str]) -> dict[RevisionId, float]:
    average = sum(map(len, corpus.values())) / len(corpus)
    holding = {term: sum(term in words for words in corpus.values()) for term in terms}
    scores: dict[RevisionId, float] = {}
    for revision, words in corpus.items():
        for term, times in terms.items():
            if term in words:
                score = term_score(words.count(term), len(words), holding[term], len(corpus), average)
                scores[revision] = scores.get(revision, 0.0) + times * score
    return scores
