"""Fits everything in `weights.json`, on all dialogues and with each of them held out, and writes the file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import doxa.recall
from doxa.recall.learned import Weights
from ranking_fit import held_out
from recall_examples import Put, feature_names
from relevance_fit import Judged, background_of, fit_relevance, judged
from report import Report

LEGS = {"slot": 6.0, "entity": 1.0}
"""What a hit of these legs adds, set by hand: the data have no claims to learn it from. A claim that was asked for by
subject and attribute comes first; a named entity counts like a good match of words."""
WEIGHTS = Path(doxa.recall.__file__).with_name("weights.json")
CONFIGURATIONS = "about 110 (features, windows, wordings of the embedded question, loss, ridge, forms of the relevance)"


@dataclass(frozen=True, slots=True)
class Fitted:
    """Weights with or without vectors.

    Args:
        order: Weight of each feature, fitted on all dialogues.
        relevance: What the sums mean, fitted on all dialogues.
        background: Cosines of unrelated texts.
        without: Per dialogue, weights fitted on all others, as `recall` takes them.
        judged: Every question by the weights without its dialogue, with how it was put.
        relevances: Per dialogue, the relevance fitted on all others.
    """

    order: dict[str, float]
    relevance: dict[str, float]
    background: tuple[float, float]
    without: Mapping[str, Weights]
    judged: Sequence[tuple[Put, Judged | None]]
    relevances: Mapping[str, Mapping[str, float]]


def fit_all(put: Sequence[Put], embedder: str | None) -> Fitted:
    """Fit order, background and relevance.

    Args:
        put: Questions.
        embedder: Whose vectors; `None` = lexical.
    """
    names = feature_names(dense=embedder is not None)
    taught = [each.example for each in put if each.how == "own" and not each.small]
    whole, orders = held_out(taught, names)
    background = background_of([each.example for each in put if each.how != "own" and not each.small])
    if embedder is None:
        background = (0.0, 0.0)
    found = [
        (each, judged(each.example, names, orders[each.example.dialogue], background, _group(each))) for each in put
    ]
    known = [one for _, one in found if one is not None]
    relevances = {name: fit_relevance([each for each in known if each.dialogue != name]) for name in orders}
    without = {
        name: _weights(orders[name], relevances[name], {} if embedder is None else {embedder: background})
        for name in orders
    }
    return Fitted(whole, fit_relevance(known), background, without, found, relevances)


def _group(put: Put) -> tuple[str, bool, bool]:
    return put.corpus, put.small, put.how == "own"


def _weights(
    order: Mapping[str, float], relevance: Mapping[str, float], background: Mapping[str, tuple[float, float]]
) -> Weights:
    return Weights(order, order, LEGS, {"dense": relevance, "lexical": relevance}, background)


def about(report: Report) -> dict[str, Any]:
    """Return how the weights were obtained, and the held-out figures that have a target."""
    return {
        "fitted_on": "turns of five LoCoMo conversations and messages of MemDaily, one set for both, by FIT=1 make"
        " bench-recall",
        "how": "linear weights by benchmarks/ranking_fit.py over features read from a project, relevance by"
        " benchmarks/relevance_fit.py; the weights of the legs are set by hand",
        "configurations_tried": CONFIGURATIONS,
        "held_out": {row.metric: row.value and round(row.value, 3) for row in report.rows if row.target},
    }


def write_weights(
    kind: str, fitted: Fitted, backgrounds: Mapping[str, tuple[float, float]], about: Mapping[str, Any]
) -> None:
    """Write one half of the file that doxa ships, leaving the other as it is.

    Args:
        kind: `dense` or `lexical`.
        fitted: What was fitted.
        backgrounds: By embedder, beside those in the file.
        about: How the weights were obtained and what they are worth.
    """
    before = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    held_out = {**before["about"].get("held_out", {}), **about["held_out"]}
    said = {
        "about": {**about, "held_out": held_out},
        "dense": before["dense"],
        "lexical": before["lexical"],
        "legs": LEGS,
        "relevance": {**before["relevance"], kind: fitted.relevance},
        "background": {**before["background"], **{name: list(pair) for name, pair in backgrounds.items()}},
    }
    said[kind] = fitted.order
    WEIGHTS.write_text(json.dumps(said, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def write_background(embedder: str, background: tuple[float, float]) -> None:
    """Write what the cosines of unrelated texts are under one more embedder."""
    said = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    said["background"][embedder] = list(background)
    WEIGHTS.write_text(json.dumps(said, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
