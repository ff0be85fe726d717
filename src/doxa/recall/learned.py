"""The order that is learned: a weighted sum of features per candidate, and how relevant the best one is at all."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from doxa.graph.nodes import RevisionId
from doxa.recall.asking import asked_part
from doxa.recall.features import numeric_features, text_features
from doxa.recall.fusion import Ranking
from doxa.recall.gathering import Gathered
from doxa.recall.legs import Found
from doxa.recall.relevance import Relevance, closeness_of, evidence_of, known_part, matched_weight, probabilities
from doxa.recall.shapes import NOTHING, Shape, wanted_by
from doxa.records import Question, Reason
from doxa.text.simplified import simplified

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from doxa.recall.features import Features
    from doxa.recall.pool import Floats, Places, Pool

ReadShapes = Callable[[Sequence[RevisionId]], Mapping[RevisionId, Shape]]
"""Tells what texts are like; see `View.readings`."""

READ_FIRST = 60
"""Candidates whose texts are looked at, the best by everything else."""
MOST_REASONS = 6
"""Features that an explanation names, those that weigh most."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What `weights.json` holds.

    Args:
        dense: Weight per feature where vectors are there.
        lexical: The same where they are not.
        legs: What a hit of one of the other legs adds, per point of its score.
        relevance: What the sums mean, `dense` and `lexical`; see `doxa.recall.relevance`.
        background: Mean and standard deviation of the cosines of unrelated texts, by embedder.
    """

    dense: Mapping[str, float]
    lexical: Mapping[str, float]
    legs: Mapping[str, float]
    relevance: Mapping[str, Relevance]
    background: Mapping[str, tuple[float, float]]


@cache
def shipped_weights() -> Weights:
    """Return the weights that doxa ships; the file says how they were obtained."""
    read = json.loads(Path(__file__).with_name("weights.json").read_text(encoding="utf-8"))
    background = {embedder: (mean, spread) for embedder, (mean, spread) in read["background"].items()}
    return Weights(read["dense"], read["lexical"], read["legs"], read["relevance"], background)


_INSTEAD: ContextVar[Weights | None] = ContextVar("weights of recall", default=None)


@contextmanager
def using_weights(weights: Weights) -> Iterator[None]:
    """Order by other weights than those that are shipped, within a block: for judging weights that were held out."""
    token = _INSTEAD.set(weights)
    try:
        yield
    finally:
        _INSTEAD.reset(token)


@dataclass(frozen=True)  # no slots: explanations are looked up once they are asked for
class Learned:
    """The candidates of one question in order.

    Args:
        order: Rows of the pool, best first.
        sums: The weighted sum of each row.
        features: Values by name, with zeros where a text was not looked at.
        gathered: The candidates.
        relevance: Of each row, 0 to 1.
    """

    order: NDArray[np.int64]
    sums: NDArray[np.float64]
    features: Features
    gathered: Gathered
    relevance: NDArray[np.float64]
    weights: Mapping[str, float]
    found: Sequence[Found]

    def candidates(self) -> Ranking:
        """Return the candidates, best first; their score is their relevance."""
        revisions = self.gathered.pool.revisions[self.order].tolist()
        return Ranking(revisions, self.relevance[self.order].round(6).tolist())

    def explain(self, revision: RevisionId) -> tuple[Reason, ...]:
        """Return which legs found a candidate at which rank, and what weighed most in its place."""
        legs = tuple(Reason(leg, rank=rank, score=score) for leg, rank, score in self._ranks.get(revision, ()))
        row = self._rows.get(revision)
        return legs if row is None else (*legs, *self._weighed(row))

    @cached_property
    def _ranks(self) -> dict[RevisionId, list[tuple[str, int, float]]]:
        """By revision, which legs found it, at which rank with which score."""
        told: dict[RevisionId, list[tuple[str, int, float]]] = {}
        for leg in self.found:
            for rank, (hit, score) in enumerate(leg.hits, start=1):
                told.setdefault(hit, []).append((leg.leg, rank, score))
        return told

    @cached_property
    def _rows(self) -> dict[int, int]:
        return {revision: row for row, revision in enumerate(self.gathered.pool.revisions.tolist())}

    def _weighed(self, row: int) -> list[Reason]:
        given = self._values[:, row] * self._by_name
        most = (-abs(given)).argsort(kind="stable")[:MOST_REASONS]
        pairs = zip(most.tolist(), given[most].tolist(), strict=True)
        names = self._names
        return [Reason(names[each], DESCRIBED[names[each]], score=round(value, 4)) for each, value in pairs if value]

    @cached_property
    def _names(self) -> list[str]:
        return sorted(self.weights)

    @cached_property
    def _values(self) -> Floats:
        """The values of the features that have a weight, a row per feature by name, a column per candidate."""
        import numpy as np

        return np.array([self.features[name] for name in self._names], np.float32)

    @cached_property
    def _by_name(self) -> NDArray[np.float64]:
        import numpy as np

        return np.array([self.weights[name] for name in self._names], np.float64)


DESCRIBED: Mapping[str, str] = {
    "own": "its words, against the best",
    "near": "words of the turns beside it, against the best",
    "wide": "words of three turns on either side, against the best",
    "session": "words of its session, against the best",
    "own_part": "its words, against a perfect match",
    "near_part": "words of the turns beside it, against a perfect match",
    "share": "part of the question's words it has",
    "covered": "part of the question's words said around it",
    "next": "the turn after it has the words",
    "length": "how much it says",
    "opens": "it opens its session",
    "meaning": "its meaning",
    "meaning_before": "the meaning of the turn before",
    "meaning_after": "the meaning of the turn after",
    "meaning_wide": "the meaning of turns further away",
    "meaning_session": "the best of its session by meaning",
    "meaning_mean": "the meaning of its session",
    "by_asked": "said by whom the question is about",
    "in_period": "within the time asked about",
    "near_period": "near the time asked about",
    "after_period": "soon after the time asked about",
    "asks": "it asks",
    "asks_inside": "it asks something",
    "of_themselves": "whom the question is about speaks of themselves",
    "to_asked": "addressed to whom the question is about",
    "names": "names in it",
    "name_wanted": "names in it, and the question is after one",
    "time_wanted": "a time in it, and the question is after one",
    "number_wanted": "a number in it, and the question is after one",
    "answers": "it follows a question with the words",
}
"""What each feature says, for explanations."""


def learned_order(
    question: Question,
    gathered: Gathered,
    found: Sequence[Found],
    shapes: ReadShapes,
    *,
    read: int = READ_FIRST,
) -> Learned:
    """Order candidates.

    Args:
        question: As it was read.
        gathered: The candidates.
        found: What every leg found.
        shapes: Tells what texts are like.
        read: Of how many candidates the texts are looked at.
    """
    import numpy as np

    pool = gathered.pool
    shipped = _INSTEAD.get() or shipped_weights()
    if not len(pool):
        nothing = np.zeros(0)
        return Learned(pool.revisions, nothing, {}, gathered, nothing, {}, found)
    chosen = shipped.dense if pool.spread > 0 else shipped.lexical
    features = dict(numeric_features(pool, question.period))
    sums = _sum(features, chosen) + _other_legs(gathered, found, shipped.legs)
    first = np.argsort(-sums, kind="stable")[:read]
    looked = _looked_at(question, pool, first, features["own_part"], shapes)
    sums[first] += _sum(looked, chosen)
    for name, values in looked.items():
        features[name] = np.zeros(len(pool), np.float32)
        features[name][first] = values
    order = np.lexsort((-pool.revisions, -sums.round(6)))
    relevance = _relevance(sums, gathered, shipped)
    return Learned(order, sums, features, gathered, relevance, chosen, found)


def _relevance(sums: NDArray[np.float64], gathered: Gathered, weights: Weights) -> NDArray[np.float64]:
    pool = gathered.pool
    background = weights.background.get(gathered.embedder or "", (pool.centre, pool.spread))
    closeness = closeness_of(pool.cosine, background)
    evidence, behind = evidence_of(sums, matched_weight(pool), closeness, known_part(pool))
    return probabilities(evidence, behind, weights.relevance["dense" if pool.spread > 0 else "lexical"])


def _sum(features: Features, weights: Mapping[str, float]) -> NDArray[np.float64]:
    import numpy as np

    matrix = np.array(list(features.values()), np.float64)
    total: NDArray[np.float64] = np.array([weights.get(name, 0.0) for name in features]) @ matrix
    return total


def _other_legs(gathered: Gathered, found: Sequence[Found], weights: Mapping[str, float]) -> NDArray[np.float64]:
    import numpy as np

    added = {hit: score * weights[leg.leg] for leg in found if leg.leg in weights for hit, score in leg.hits}
    if not added:
        return np.zeros(len(gathered.pool))
    return np.array([added.get(RevisionId(each), 0.0) for each in gathered.pool.revisions.tolist()])


def _looked_at(question: Question, pool: Pool, rows: Places, own_part: Floats, shapes: ReadShapes) -> Features:
    """Return what the texts of some candidates, and of those said just before them, add."""
    import numpy as np

    revisions, outside = pool.revisions.tolist(), len(pool)
    first, before = rows.tolist(), pool.before[rows].tolist()
    wanted = {row: revisions[row] for row in (*first, *before) if row < outside}
    read = shapes(list(wanted.values()))
    told = {row: read.get(revision, NOTHING) for row, revision in wanted.items()}
    looked = [told[row] for row in first]
    parts = own_part[pool.before[rows].clip(max=outside - 1)].tolist()
    answers = [
        part if row < outside and told[row].asks_inside else 0.0 for row, part in zip(before, parts, strict=True)
    ]
    found = text_features(pool, rows, looked, wanted_by(asked_part(simplified(question.text))))
    return {**found, "answers": np.array(answers, np.float32)}
