"""Edges, walks and search of a view, by scanning everything."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from math import nan
from typing import TYPE_CHECKING, NamedTuple

from doxa.errors import InvalidInput
from doxa.graph.inputs import directions_of
from doxa.graph.nodes import (
    FOREVER,
    Direction,
    EdgeNode,
    Filter,
    Key,
    Likeness,
    OwnerTerms,
    RevisionId,
    TermMatch,
    TermMatches,
    TextHit,
    VectorHit,
    Walk,
    item_node,
    revision_node,
)
from doxa.text.bm25 import inverse_document_frequency, term_score
from doxa.text.tokens import tokens
from tests.conformance.model.log import Log

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Path = tuple[EdgeNode, ...]


class _Step(NamedTuple):
    """An edge as seen from one end: the other end, and the edge."""

    end: RevisionId
    edge: EdgeNode

    def order(self) -> tuple[str, RevisionId, RevisionId]:
        return self.edge.type, self.end, self.edge.source


class _Corpus(NamedTuple):
    """The words of an owner's texts, which of them count today, and whether the past is looked at, which sees more."""

    texts: dict[RevisionId, list[str]]
    counted: list[RevisionId]
    past: bool

    def lengths(self) -> list[int]:
        """Return how long the texts are that count; where none does, the past goes by all."""
        return [len(self.texts[each]) for each in self.counted or self.texts]

    def average(self) -> float:
        """Return their mean."""
        return sum(self.lengths()) / len(self.lengths())

    def holding(self, term: str) -> int:
        """Return how many hold a term; the past, which may see one that no longer counts, takes one at least."""
        count = sum(term in self.texts[each] for each in self.counted)
        return max(count, 1) if self.past and any(term in words for words in self.texts.values()) else count


class Walks(Log):
    """The part of a view that follows edges and ranks revisions."""

    def edges(
        self, revisions: Sequence[RevisionId], *, direction: Direction = "out", types: Sequence[str] = ()
    ) -> list[EdgeNode]:
        steps = self._steps(direction, types)
        at = [(step.edge.type, step.end, each, step) for each in revisions for step in steps.get(each, ())]
        found: dict[tuple[RevisionId, str, RevisionId], EdgeNode] = {}
        for *_, step in sorted(at, key=lambda each: each[:3]):
            found.setdefault((step.edge.source, step.edge.type, step.edge.target), step.edge)
        return list(found.values())

    def _steps(self, direction: Direction, types: Sequence[str]) -> dict[RevisionId, list[_Step]]:
        ways = directions_of(direction)
        """Return the steps from every revision, by edge type, then the other end."""
        steps: dict[RevisionId, list[_Step]] = {}
        for (_, source, type_, target), stay in self.state_.matching(self.at, "edge"):
            if (types and type_ not in types) or not (self.sees(source) and self.sees(target)):
                continue
            to_op = stay.to_op if stay.to_op <= self.at else FOREVER
            edge = EdgeNode(source, type_, target, json.loads(stay.value), stay.from_op, to_op)
            for start, end, way in ((source, target, "out"), (target, source, "in")):
                if way in ways:
                    steps.setdefault(start, []).append(_Step(end, edge))
        return {each: sorted(found, key=_Step.order) for each, found in steps.items()}

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
        steps = self._steps(direction, types)
        while queue:
            here = queue.pop(0)
            for far, edge in steps.get(here, ()):
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
        steps = self._steps(direction, types)
        for _ in range(max_depth + 1):
            found = [path for end, path in level if end == target]
            if found:
                return found if every else found[:1]
            seen |= {end for end, _ in level}
            level = [(far, (*path, edge)) for end, path in level for far, edge in steps.get(end, ()) if far not in seen]
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
        hits = [
            TextHit(revision, round(score, 6))
            for corpus in self._corpora().values()
            for revision, score in _bm25(corpus, Counter(terms)).items()
            if self.sees(revision) and self.keeps(revision, filter) and (not within or revision in within)
        ]
        return sorted(hits, key=lambda hit: (-hit.score, -hit.revision))[: max(0, limit)]

    def documents_with(self, terms: Sequence[str]) -> dict[str, int]:
        corpora = [corpus for owner, corpus in self._corpora().items() if self.sees_owner(owner)]
        texts = [corpus.texts[each] for corpus in corpora for each in corpus.counted]
        counts = {term: sum(term in words for words in texts) for term in terms}
        return {term: count for term, count in counts.items() if count}

    def _corpora(self) -> dict[str | None, _Corpus]:
        """Return the words of every text, by owner, with today's statistics, which leave out what is undone."""
        corpora: dict[str | None, _Corpus] = {}
        today = max((each.id for each in self.state_.operations), default=0)
        for row in self.state_.revisions.values():
            if row.new.text:
                corpus = corpora.setdefault(self.state_.items[row.item].owner, _Corpus({}, [], self.at < today))
                corpus.texts[row.id] = tokens(row.new.title or "") + tokens(row.new.text)
                made = (item_node(row.item), revision_node(row.id))
                if not any(self.state_.fact(node, Key.VOID, today) for node in made):
                    corpus.counted.append(row.id)
        return {owner: corpus for owner, corpus in corpora.items() if corpus.counted or corpus.past}

    def match_terms(
        self,
        terms: Sequence[str],
        *,
        limit: int,
        filter: Filter | None = None,
        within: Sequence[RevisionId] = (),
    ) -> TermMatches:
        wanted = tuple(dict.fromkeys(terms))
        owners: list[OwnerTerms] = []
        found: dict[RevisionId, tuple[int, list[str]]] = {}
        for user, corpus in self._corpora().items():
            if any(corpus.holding(term) for term in wanted):
                found.update((revision, (len(owners), words)) for revision, words in corpus.texts.items())
                owners.append(_statistics(user, corpus, wanted))
        hits = [
            TermMatch(
                revision,
                score,
                found[revision][0],
                len(found[revision][1]),
                {place: count for place, term in enumerate(wanted) if (count := found[revision][1].count(term))},
            )
            for revision, score in self.search_text(terms, limit=limit, filter=filter, within=within)
        ]
        return TermMatches(wanted, tuple(owners), tuple(hits))

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

    def nearest(
        self,
        vector: NDArray[np.float32],
        *,
        limit: int,
        filter: Filter | None = None,
        within: Sequence[RevisionId] = (),
    ) -> tuple[list[RevisionId], list[float]]:
        hits = self.search_vectors(vector, limit=limit, filter=filter, within=within)
        return [hit.revision for hit in hits], [hit.cosine for hit in hits]

    def neighbours(
        self, revisions: Sequence[RevisionId], *, limit: int, filter: Filter | None = None
    ) -> dict[RevisionId, list[VectorHit]]:
        vectors = {each: self.state_.revisions[each].new.vector for each in sorted(revisions) if self.sees(each)}
        ranked = {
            each: self.search_vectors(vector, limit=limit + 1, filter=filter)
            for each, vector in vectors.items()
            if vector is not None and limit > 0
        }
        return {each: [hit for hit in hits if hit.revision != each][:limit] for each, hits in ranked.items()}

    def likeness(self, vector: NDArray[np.float32], revisions: Sequence[RevisionId]) -> Likeness:
        import numpy as np

        rows = {row.id: row.new.vector for row in self.seen_revisions() if row.new.vector is not None}
        cosines = {each: float(row @ vector) for each, row in rows.items()}
        known = {each: cosines[each] for each in revisions if each in cosines}
        every = np.array(list(cosines.values()) or [0.0])
        return Likeness([known.get(each, nan) for each in revisions], float(every.mean()), float(every.std()))

    def vectors(self, revisions: Sequence[RevisionId]) -> tuple[list[RevisionId], NDArray[np.float32]]:
        import numpy as np

        dim = self.state_.embedder[1] if self.state_.embedder else 0
        found = [each for each in revisions if self.sees(each) and self.state_.revisions[each].new.vector is not None]
        rows = [self.state_.revisions[each].new.vector for each in found]
        return found, np.array(rows, dtype=np.float32).reshape(len(rows), dim)


def _statistics(user: str | None, corpus: _Corpus, terms: Sequence[str]) -> OwnerTerms:
    size, holding = len(corpus.lengths()), [corpus.holding(term) for term in terms]
    rarity = tuple(inverse_document_frequency(count, size) if count else 0.0 for count in holding)
    return OwnerTerms(user, corpus.average(), rarity)


def _bm25(corpus: _Corpus, terms: Counter[str]) -> dict[RevisionId, float]:
    size, average = len(corpus.lengths()), corpus.average()
    holding = {term: corpus.holding(term) for term in terms}
    scores: dict[RevisionId, float] = {}
    for revision, words in corpus.texts.items():
        for term, times in terms.items():
            if term in words and holding[term]:
                score = term_score(words.count(term), len(words), holding[term], size, average)
                scores[revision] = scores.get(revision, 0.0) + times * score
    return scores
