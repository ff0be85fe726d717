"""Conversations with questions whose evidence is known: LoCoMo, MemDaily and LongMemEval in the layout of their files.

Only what was said, by whom and when reaches an index. Turns are known by their position; ids, labels and answers stay
in the harness.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

LOCOMO_CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
ADVERSARIAL = "adversarial"
_CHINA = ZoneInfo("Asia/Shanghai")


@dataclass(frozen=True, slots=True)
class Said:
    """A turn: who said what when, in which session."""

    speaker: str | None
    role: str
    text: str
    time: datetime
    session: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the positions of the turns that answer it."""

    text: str
    category: str
    gold: frozenset[int]
    now: datetime


@dataclass(frozen=True, slots=True)
class Dialogue:
    """What one user's memory is filled with, and what it is asked.

    Args:
        name: Of the conversation or file.
        turns: In the order they are told.
        asked: Questions with evidence.
        adversarial: Questions about the wrong person; their evidence is what the other one said.
    """

    name: str
    turns: tuple[Said, ...]
    asked: tuple[Asked, ...]
    adversarial: tuple[Asked, ...] = field(default=())

    def sessions_of(self, positions: Iterator[int] | frozenset[int] | list[int]) -> list[str]:
        """Return the sessions of turns, each once, in order."""
        return list(dict.fromkeys(self.turns[position].session for position in positions))


def locomo(folder: Path) -> list[Dialogue]:
    """Read every file of `locomo/`; a turn is `text [image: caption]`, questions without evidence are skipped."""
    return [_locomo(sample) for path in sorted(folder.glob("*.json")) for sample in json.loads(path.read_text("utf-8"))]


def _locomo(sample: Mapping[str, Any]) -> Dialogue:
    said = sample["conversation"]
    numbers = sorted(int(key.split("_")[1]) for key in said if re.fullmatch(r"session_\d+", key))
    turns: list[Said] = []
    position: dict[str, int] = {}
    for number in numbers:
        time = datetime.strptime(said[f"session_{number}_date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
        for place, turn in enumerate(said[f"session_{number}"]):
            position[turn["dia_id"]] = len(turns)
            caption = f" [image: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
            at = time + timedelta(seconds=place)
            turns.append(Said(turn["speaker"], "user", turn["text"] + caption, at, f"session {number}"))
    now = max(turn.time for turn in turns) + timedelta(days=1)
    asked = [_locomo_question(each, position, now) for each in sample["qa"]]
    answerable = tuple(each for each in asked if each is not None and each.category != ADVERSARIAL)
    adversarial = tuple(each for each in asked if each is not None and each.category == ADVERSARIAL)
    return Dialogue(sample["sample_id"], tuple(turns), answerable, adversarial)


def _locomo_question(asked: Mapping[str, Any], position: Mapping[str, int], now: datetime) -> Asked | None:
    named = [part for each in asked.get("evidence", ()) for part in re.split(r"[;,\s]+", each)]
    found = [re.fullmatch(r"D:?0*(\d+):0*(\d+)", part) for part in named]
    ids = [f"D{match[1]}:{match[2]}" for match in found if match]
    gold = frozenset(position[each] for each in ids if each in position)
    return Asked(asked["question"], LOCOMO_CATEGORIES[asked["category"]], gold, now) if gold else None


def memdaily(folder: Path) -> list[Dialogue]:
    """Read every file of `memdaily_zh/`; all trajectories of a file are one user's, each a session."""
    files = [json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))]
    return [_memdaily(name, trajectories) for each in files for name, trajectories in each.items()]


def _memdaily(name: str, trajectories: list[Mapping[str, Any]]) -> Dialogue:
    turns: list[Said] = []
    asked: list[Asked] = []
    category = re.sub(r"^\d+_|_[a-z]+$", "", name)
    for number, trajectory in enumerate(trajectories):
        position: dict[int, int] = {}
        for message in trajectory["message_list"]:
            position[message["mid"]] = len(turns)
            turns.append(Said(None, "user", message["message"], chinese_time(message["time"]), f"session {number}"))
        for question in trajectory["question_list"]:
            gold = frozenset(position[mid] for mid in question["target_step_id"] if mid in position)
            if gold:
                asked.append(Asked(question["question"], category, gold, chinese_time(question["time"])))
    return Dialogue(name, tuple(turns), tuple(asked))


def chinese_time(text: str) -> datetime:
    """Return the instant of MemDaily's "2024年04月01日 周一 08:30"."""
    found = re.match(r"(\d+)年(\d+)月(\d+)日 \S+ (\d+):(\d+)", text)
    assert found is not None, text
    year, month, day, hour, minute = map(int, found.groups())
    return datetime(year, month, day, hour, minute, tzinfo=_CHINA)


def longmemeval(folder: Path) -> Iterator[tuple[Dialogue, bool]]:
    """Yield each question of `longmemeval/` with its own haystack, and whether it is one that nothing answers.

    Session ids are replaced by positions: the ids of the data begin with "answer" where the answer is.
    """
    for path in sorted(folder.glob("*.json")):
        for entry in json.loads(path.read_text("utf-8")):
            yield _longmemeval(entry), entry["question_id"].endswith("_abs")


def _longmemeval(entry: Mapping[str, Any]) -> Dialogue:
    turns: list[Said] = []
    gold: set[int] = set()
    gold_sessions = set(entry["answer_session_ids"])
    for number, (key, date, session) in enumerate(
        zip(entry["haystack_session_ids"], entry["haystack_dates"], entry["haystack_sessions"], strict=True)
    ):
        marked = any(turn.get("has_answer") for turn in session)
        for place, turn in enumerate(session):
            if turn.get("has_answer") or (key in gold_sessions and not marked):
                gold.add(len(turns))
            at = _american(date) + timedelta(seconds=place)
            turns.append(Said(None, turn["role"], turn["content"], at, f"session {number}"))
    asked = Asked(entry["question"], entry["question_type"], frozenset(gold), _american(entry["question_date"]))
    return Dialogue(entry["question_id"], tuple(turns), (asked,))


def _american(text: str) -> datetime:
    return datetime.strptime(re.sub(r"\s*\(\w+\)\s*", " ", text).strip(), "%Y/%m/%d %H:%M").replace(tzinfo=UTC)
