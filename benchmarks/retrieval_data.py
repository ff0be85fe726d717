"""Questions with their gold texts, read from evaluation data; only `Text.said` and `.speaker` may reach an index."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ADVERSARIAL = 5
"""Questions of this category rest on a false premise, so their evidence is none."""
TRAJECTORIES = 20
"""Of each file of MemDaily, so many share one index."""


@dataclass(frozen=True, slots=True)
class Text:
    """One text: what is known of it outside the index (its key) and what is said."""

    key: str
    said: str
    speaker: str | None = None

    @property
    def searched(self) -> str:
        """The text as the bare methods index it."""
        return f"{self.speaker}: {self.said}" if self.speaker else self.said


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the keys of the texts that answer it."""

    question: str
    gold: frozenset[str]


@dataclass(frozen=True, slots=True)
class Corpus:
    """Texts that share one index, in order, with the questions about them."""

    name: str
    texts: list[Text] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)


def read_locomo(folder: Path) -> list[Corpus]:
    """Return one corpus per conversation: turns, questions of categories 1 to 4 that have valid evidence."""
    samples = [sample for file in sorted((folder / "locomo").glob("*.json")) for sample in _json(file)]
    return [_conversation(sample) for sample in samples]


def _conversation(sample: dict[str, Any]) -> Corpus:
    corpus, conversation = Corpus(str(sample["sample_id"])), sample["conversation"]
    sessions = sorted(int(key.split("_")[1]) for key in conversation if re.fullmatch(r"session_\d+", key))
    for number in sessions:
        for turn in conversation[f"session_{number}"]:
            caption = f" [image: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
            corpus.texts.append(Text(turn["dia_id"], turn["text"] + caption, turn["speaker"]))
    known = {text.key for text in corpus.texts}
    for qa in sample["qa"]:
        gold = frozenset(key for key in _evidence(qa.get("evidence") or []) if key in known)
        if qa["category"] != ADVERSARIAL and gold:
            corpus.asked.append(Asked(qa["question"], gold))
    return corpus


def _evidence(listed: list[str]) -> Iterator[str]:
    for part in re.split(r"[;,\s]+", " ".join(listed)):
        found = re.fullmatch(r"D:?(\d+):0*(\d+)", part)
        if found:
            yield f"D{int(found[1])}:{int(found[2])}"


def read_memdaily(folder: Path) -> list[Corpus]:
    """Return one corpus per file: the messages of its first trajectories, with the questions about each."""
    files = [pair for file in sorted((folder / "memdaily_zh").glob("*.json")) for pair in _json(file).items()]
    corpora: list[Corpus] = []
    for name, trajectories in files:
        corpus = Corpus(name)
        for place, trajectory in enumerate(trajectories[:TRAJECTORIES]):
            messages = (Text(f"{place}:{each['mid']}", each["message"]) for each in trajectory["message_list"])
            corpus.texts.extend(messages)
            known = {text.key for text in corpus.texts}
            for each in trajectory["question_list"]:
                gold = frozenset(f"{place}:{step}" for step in each["target_step_id"]) & known
                if gold:
                    corpus.asked.append(Asked(each["question"], gold))
        corpora.append(corpus)
    return corpora


def _json(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))
