"""What fits the weights that doxa ships, on made questions whose answer is known."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest


def example(dialogue: str, seed: int, *, answerable: bool = True) -> Any:
    """Return a question of 30 candidates whose evidence has a high first feature; the second is chance."""
    from ranking_fit import Example

    chance = np.random.default_rng(seed)
    features = chance.random((30, 2), dtype=np.float32)
    gold = np.zeros(30, np.bool_)
    if answerable:
        gold[:2] = True
        features[:2, 0] += 1.0
    cosine = np.full(30, 0.6 if answerable else 0.1, np.float32)
    return Example(dialogue, features, gold, cosine, np.ones(30, np.float32), 1.0, (0.1, 0.05))


def test_a_minimum_is_found():
    from lbfgs import minimise

    centre = np.array([3.0, -2.0, 0.5])
    found = minimise(lambda x: (float(((x - centre) ** 2).sum()), 2 * (x - centre)), np.zeros(3))
    assert found == pytest.approx(centre, abs=1e-3)


def test_what_marks_evidence_gets_the_weight():
    from ranking_fit import fit

    weights = fit([example("one", seed) for seed in range(40)], ["telling", "chance"])
    assert weights["telling"] > 1.0
    assert abs(weights["chance"]) < weights["telling"] / 3


def test_held_out_weights_do_not_know_their_dialogue():
    from ranking_fit import fit, held_out

    examples = [example(name, seed) for seed in range(10) for name in ("one", "two")]
    whole, without = held_out(examples, ["telling", "chance"])
    assert without.keys() == {"one", "two"}
    alone = fit([each for each in examples if each.dialogue == "two"], ["telling", "chance"], whole)
    assert without["one"] == alone


def test_relevance_tells_what_can_be_answered_and_is_calibrated():
    from relevance_fit import auroc, fit_relevance, judged

    weights = {"telling": 6.0, "chance": 0.0}
    questions = [
        judged(example("one", seed, answerable=answerable), list(weights), weights, (0.1, 0.05), answerable)
        for seed in range(60)
        for answerable in (True, False)
    ]
    relevance = fit_relevance([each for each in questions if each is not None])
    best = [(bool(each.gold.any()), each.relevance(relevance)) for each in questions if each is not None]
    assert auroc([told[0] for own, told in best if own], [told[0] for own, told in best if not own]) > 0.95
    told = np.concatenate([told for _, told in best])
    gold = np.concatenate([each.gold for each in questions if each is not None])
    assert float(told.mean()) == pytest.approx(float(gold.mean()), abs=0.03)


def test_ties_count_half_in_the_area():
    from relevance_fit import auroc

    assert auroc([1.0, 0.5], [0.5, 0.0]) == 0.875
    assert auroc([0.5], [0.5]) == 0.5


def test_an_interval_holds_the_mean_and_is_the_same_every_time():
    from recall_quality import interval

    values = [0.0, 1.0, 1.0, 0.5] * 25
    low, high = interval(values)
    assert low < sum(values) / len(values) < high
    assert interval(values) == (low, high)


def test_rows_that_a_run_leaves_out_are_kept(tmp_path, monkeypatch, capsys):
    import json

    import report

    monkeypatch.setattr(report, "RESULTS", tmp_path / "benchmarks" / "results")
    (tmp_path / "benchmarks").mkdir()
    first, second = report.Report("made"), report.Report("made")
    first.add("one", 1, "")
    first.add("two", 2, "")
    first.write()
    second.add("two", 3, "")
    rows = json.loads(second.write(keep=True).read_text(encoding="utf-8"))["rows"]
    assert {row["metric"]: row["value"] for row in rows} == {"one": 1.0, "two": 3.0}
