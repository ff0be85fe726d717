"""How much of the evidence comes back through `recall`, with the weights of each dialogue held out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dialogues import ADVERSARIAL, Asked
from doxa.recall.learned import Weights, using_weights
from remembering import Remembering
from report import Report

TURNS = (5, 10, 20)
SESSIONS = (5, 10)
EVERY_SESSION = 50
"""Hits that are asked for where sessions are counted."""
RESAMPLES = 1000
TARGETS: Mapping[str, Mapping[str, float]] = {
    "lexical": {"LoCoMo turn recall@10": 79},
    "default embedder": {
        "LoCoMo turn recall@5": 74,
        "LoCoMo turn recall@10": 82,
        "LoCoMo turn recall@20": 88,
        "LoCoMo session recall@5": 89,
        "LoCoMo session recall@10": 95,
        "LoCoMo multi-hop turn recall@10": 54,
        "LoCoMo open-domain turn recall@10": 47,
        "MemDaily turn recall@10": 77,
    },
    "stronger embedder": {"LoCoMo turn recall@10": 84},
}
"""At least so much, in percent."""


@dataclass(frozen=True, slots=True)
class Share:
    """Of one question: what part of its evidence was among the first.

    Args:
        corpus: The name of the data.
        category: Of the question.
        turns: Part of the turns among the first 5, 10 and 20 hits.
        sessions: Part of the sessions among the first 5 and 10 sessions that hits come from.
    """

    corpus: str
    category: str
    turns: tuple[float, ...]
    sessions: tuple[float, ...]


def shares(corpus: str, memories: Sequence[Remembering], weights: Mapping[str, Weights]) -> list[Share]:
    """Ask every memory its own questions, each with the weights that were fitted without its dialogue.

    Args:
        corpus: The name of the data.
        memories: Filled ones.
        weights: By dialogue.
    """
    found: list[Share] = []
    for memory in memories:
        with using_weights(weights[memory.dialogue.name]):
            found += [_share(memory, asked, corpus) for asked in memory.dialogue.asked]
    return found


def _share(memory: Remembering, asked: Asked, corpus: str) -> Share:
    first = memory.positions(memory.recall(asked, limit=TURNS[-1]))
    further = memory.positions(memory.recall(asked, limit=EVERY_SESSION))
    sessions = memory.dialogue.sessions_of(further)
    wanted = set(memory.dialogue.sessions_of(asked.gold))
    return Share(
        corpus,
        asked.category,
        tuple(len(asked.gold & set(first[:depth])) / len(asked.gold) for depth in TURNS),
        tuple(len(wanted & set(sessions[:depth])) / len(wanted) for depth in SESSIONS),
    )


def add_adversarial(report: Report, name: str, memories: Sequence[Remembering], weights: Mapping[str, Weights]) -> None:
    """Add how a question about the wrong person is met: by no answer, or first by what that person said."""
    abstained = right = asked = 0
    for memory in memories:
        turns = memory.dialogue.turns
        speakers = {turn.speaker for turn in turns if turn.speaker}
        with using_weights(weights[memory.dialogue.name]):
            for each in memory.dialogue.adversarial:
                named = [speaker for speaker in speakers if speaker.casefold() in each.text.casefold()]
                if len(named) != 1:
                    continue
                asked += 1
                positions = memory.positions(memory.recall(each, limit=1))
                abstained += not positions
                right += bool(positions) and turns[positions[0]].speaker == named[0]
    if asked:
        report.add(f"{name}: abstained", 100 * abstained / asked, "%", note=f"{asked} questions that name one speaker")
        report.add(f"{name}: what the one named said comes first", 100 * right / asked, "%")


def interval(values: Sequence[float], seed: int = 1) -> tuple[float, float]:
    """Return the 95 % interval of a mean: the percentile bootstrap over questions."""
    chance = np.random.default_rng(seed)
    array: NDArray[np.float64] = np.array(values)
    means = chance.choice(array, (RESAMPLES, len(array))).mean(axis=1)
    low, high = np.percentile(means, (2.5, 97.5))
    return float(low), float(high)


def add_corpora(report: Report, name: str, found: Sequence[Share], targets: Mapping[str, float]) -> None:
    """Add the rows of every corpus, in percent; targets are by the part of the metric after the corpus and embedder."""
    for corpus in dict.fromkeys(each.corpus for each in found):
        shares = [each for each in found if each.corpus == corpus]
        rows = [(f"turn recall@{depth}", [each.turns[place] for each in shares]) for place, depth in enumerate(TURNS)]
        if corpus == "LoCoMo":
            rows += [
                (f"session recall@{depth}", [each.sessions[place] for each in shares])
                for place, depth in enumerate(SESSIONS)
            ]
        rows += [
            (f"{category} turn recall@10", [each.turns[1] for each in shares if each.category == category])
            for category in sorted({each.category for each in shares} - {ADVERSARIAL})
        ]
        for metric, values in rows:
            _row(report, f"{corpus}, {name}: {metric}", values, targets.get(f"{corpus} {metric}"))


def _row(report: Report, metric: str, values: Sequence[float], target: float | None) -> None:
    low, high = interval(values)
    note = f"95 %: {100 * low:.1f} to {100 * high:.1f}, {len(values)} questions"
    report.add(metric, 100 * sum(values) / len(values), "%", at_least=target, note=note)
