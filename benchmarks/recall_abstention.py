"""Whether recall knows that a memory has no answer: its own questions against those of other dialogues."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from doxa.recall.relevance import LEAST
from recall_weights import Fitted
from relevance_fit import auroc
from report import Report

CUTS = (LEAST, 0.05, 0.1, 0.2)
"""`min_relevance`, first that of a call which names none, at which precision and recall are told."""
BINS = 10


def add_abstention(report: Report, name: str, fitted: Fitted, corpus: str) -> None:
    """Add how well the relevance of the best hit tells questions apart, held out: whole memories, then sessions."""
    for small, memory in ((False, "whole memory"), (True, "one session")):
        own = _best(fitted, corpus, small, ("own",))
        for how in ("foreign", "renamed"):
            foreign = _best(fitted, corpus, small, (how,))
            if own and foreign:
                _rows(report, f"{name}, {memory}, {how} questions", own, foreign)


def _rows(report: Report, name: str, own: Sequence[float], foreign: Sequence[float]) -> None:
    note = f"{len(own)} questions it can answer, {len(foreign)} it cannot"
    report.add(f"{name}: AUROC of relevance", auroc(own, foreign), "", note=note)
    for cut in CUTS:
        caught, lost = sum(each < cut for each in foreign), sum(each < cut for each in own)
        precision = caught / max(caught + lost, 1)
        note = f"recall of abstention; precision {100 * precision:.0f} %, {100 * lost / len(own):.1f} % of own lost"
        report.add(f"{name}: abstains at {cut:g}", 100 * caught / len(foreign), "%", note=note)


def _best(fitted: Fitted, corpus: str, small: bool, how: tuple[str, ...]) -> list[float]:
    """Return the relevance of the best candidate of each question, 0 where there is none."""
    return [
        0.0 if one is None else float(one.relevance(fitted.relevances[put.example.dialogue])[0])
        for put, one in fitted.judged
        if put.small == small and put.how in how and put.corpus == corpus
    ]


def add_calibration(report: Report, name: str, fitted: Fitted) -> None:
    """Add how far the relevance of the best ten candidates is from how often they are evidence (ECE, ten bins)."""
    told, gold = [], []
    for put, one in fitted.judged:
        if one is not None:
            told.append(one.relevance(fitted.relevances[put.example.dialogue]))
            gold.append(one.gold)
    relevance, evidence = np.concatenate(told), np.concatenate(gold).astype(float)
    place = np.clip((relevance * BINS).astype(int), 0, BINS - 1)
    size = np.bincount(place, minlength=BINS)
    gaps = np.abs(np.bincount(place, relevance, BINS) - np.bincount(place, evidence, BINS))
    bins = ", ".join(
        f"{mean:.2f} told, {was:.2f} true"
        for mean, was, count in zip(
            np.bincount(place, relevance, BINS) / np.maximum(size, 1),
            np.bincount(place, evidence, BINS) / np.maximum(size, 1),
            size,
            strict=True,
        )
        if count >= 50
    )
    report.add(f"{name}: calibration error of relevance", float(gaps.sum() / size.sum()), "", at_most=0.05, note=bins)
