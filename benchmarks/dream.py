"""What dreams find and what they cost: planted truth in real conversations, speed at 10,000 and 100,000 memories.

Duplicates, near-duplicates, entities of one name and orphaned ones are planted by rule (`planted.py`) among the
sentences of LoCoMo and MemDaily; a merge of two different texts counts ten times a missed one. Times are of the
processor, since the machine may be shared, with vectors of 512 dimensions made by rule: the embedder has its own
benchmark. `DATA=folder` names the data.
"""

from __future__ import annotations

import random
import re
import resource
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from dialogues import locomo, memdaily
from doxa import Claim, Config, ManualClock, Memory
from doxa.dream.replies import Assessed, Assessments, Upheld
from doxa.dream.wording import alike, wording
from doxa.dream_records import Plan
from doxa.graph.nodes import BatchRow, NewItem, NewRevision
from doxa.records import Usage
from doxa.text.forms import text_form
from doxa.text.sentences import split_sentences
from paraphrases import SAME_CHINESE, SAME_ENGLISH, UNLIKE, pairs
from planted import DIFFERENCES, nearly, reworded
from report import Report, data_folder, start

USER = "ana"
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
DUPLICATES, NEAR = 2_000, 1_000
ENTITIES = 300
ONE_TEXT = 50_000
SIZES = (10_000, 100_000)
LIMITS = {10_000: 10.0, 100_000: 150.0}
DIMENSIONS = 512
HELD = (1_000, 10_000)
NEW, ROUNDS, TOPICS = 10, 20, 100
"""What is new in each dream, how many dreams, and of how many things that three memories each are about already."""
PASSES = ("duplicates", "compress", "schemas", "links")
WRONG = 10
"""How many missed merges a wrong one counts."""


@dataclass(frozen=True, slots=True)
class Planted:
    """Texts with what is known of them.

    Args:
        texts: All of them.
        same: Pairs that say the same, by place, with the rules that made the second.
        near: Pairs that do not, with the difference.
    """

    texts: tuple[str, ...]
    same: dict[tuple[int, int], str]
    near: dict[tuple[int, int], str]


@contextmanager
def opened(folder: Path, name: str, every: float | None = None) -> Iterator[Memory]:
    """Open an empty project on disk, without an embedder; with `every`, one that dreams by itself, so often."""
    config = None if every is None else Config(dreaming="background", dream_every=every, draining="off")
    with Memory(name, home=folder, embedder=None, clock=ManualClock(NOON), user=USER, config=config) as memory:
        yield memory


def sentences(folder: Path) -> list[str]:
    """Return what people said, a sentence each, none twice."""
    said = [turn.text.partition(" [image:")[0] for each in locomo(folder / "locomo") for turn in each.turns]
    english = [each.text for text in said for each in split_sentences(text) if len(each.text.split()) >= 5]
    chinese = [turn.text for each in memdaily(folder / "memdaily_zh") for turn in each.turns]
    return apart(dict.fromkeys((*english, *chinese)))


def apart(texts: Iterable[str]) -> list[str]:
    """Return texts of which no two share three in five of their words, so that what people repeated plants nothing."""
    kept: list[str] = []
    by_word: dict[str, list[int]] = {}
    bags: list[frozenset[str]] = []
    common = Counter(word for text in texts for word in words_of(text))
    for text in texts:
        bag = words_of(text)
        rare = sorted(bag, key=lambda word: common[word])[: max(1, len(bag) // 2)]
        others = {place for word in rare for place in by_word.get(word, ())}
        if any(len(bag & bags[place]) >= 0.6 * min(len(bag), len(bags[place])) for place in others):
            continue
        for word in bag:
            by_word.setdefault(word, []).append(len(kept))
        kept.append(text)
        bags.append(bag)
    return kept


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text, and pairs of Chinese characters, lower-cased."""
    lowered = text.lower()
    han = "".join(each for each in lowered if "一" <= each <= "鿿")
    return frozenset(re.findall(r"[a-z0-9']+", lowered)) | {han[at : at + 2] for at in range(len(han) - 1)}


def plant(pool: Sequence[str], pick: random.Random) -> Planted:
    """Return the pool with twins of some of it."""
    texts = list(pool)
    same: dict[tuple[int, int], str] = {}
    near: dict[tuple[int, int], str] = {}
    for place in pick.sample(range(len(pool)), len(pool)):
        twin = reworded(pool[place], pick) if len(same) < DUPLICATES else None
        if twin is not None and text_form(twin.text) != text_form(pool[place]):
            same[place, len(texts)] = twin.by
            texts.append(twin.text)
    kinds = list(DIFFERENCES)
    for place in pick.sample(range(len(pool)), len(pool)):
        if len(near) == NEAR:
            break
        # the scarce differences first
        for by in sorted(kinds, key=lambda kind: sum(each == kind for each in near.values())):
            twin = nearly(pool[place], by, pick)
            if twin is not None:
                near[place, len(texts)] = by
                texts.append(twin.text)
                break
    return Planted(tuple(texts), same, near)


def fill(memory: Memory, texts: Sequence[str], vectors: NDArray[np.float32] | None = None) -> list[str]:
    """Store long-term memories and return their krefs."""
    if vectors is not None:
        memory._core.graph.set_embedder("made", vectors.shape[1])
    krefs: list[str] = []
    for first in range(0, len(texts), 2_000):
        part = range(first, min(first + 2_000, len(texts)))
        rows = [
            BatchRow(
                NewItem("knowledge", user=USER, state={"salience": 0.8}),
                NewRevision(texts[place], said_at=NOON, vector=None if vectors is None else vectors[place]),
            )
            for place in part
        ]
        with memory._core.graph.transaction("add", user=USER) as writer:
            made = writer.revisions(rows)
            assert not made.failed
            found = writer.view.krefs([each for each in made.created if each is not None])
            krefs += found.values()
    return krefs


def merged_pairs(plan: Plan, places: dict[str, int]) -> set[tuple[int, int]]:
    """Return the pairs that a plan would make one, by place."""
    pairs = set()
    for each in plan.proposals:
        members = sorted(places[ref] for ref in (*each.refs, each.into or ""))
        pairs |= {(one, other) for at, one in enumerate(members) for other in members[at + 1 :]}
    return pairs


def measure_duplicates(report: Report, folder: Path, planted: Planted) -> None:
    with opened(folder, "duplicates") as memory:
        krefs = fill(memory, planted.texts)
        found = merged_pairs(memory.plan(["duplicates"]), {kref: place for place, kref in enumerate(krefs)})
    right = found & planted.same.keys()
    wrong = found - planted.same.keys()
    report.add("duplicates: planted", len(planted.same), "pairs")
    report.add("duplicates: precision", len(right) / max(1, len(found)), "", at_least=0.99)
    report.add("duplicates: recall", len(right) / len(planted.same), "", at_least=0.70)
    cost = len(planted.same) - len(right) + WRONG * len(wrong)
    report.add("duplicates: missed + 10 x wrong", cost, "", note=f"{len(wrong)} wrong")
    for one, other in sorted(wrong)[:5]:
        print(f"    wrong: {planted.texts[one]!r} / {planted.texts[other]!r}")
    rules = Counter(rule for by in planted.same.values() for rule in by.split("+"))
    hit = Counter(rule for pair in right for rule in planted.same[pair].split("+"))
    for rule, count in rules.most_common():
        report.add(f"duplicates: recall where {rule} differs", hit[rule] / count, "", note=f"of {count}")
    kinds = Counter(planted.near.values())
    for by, count in kinds.items():
        merged = sum(pair in found for pair, each in planted.near.items() if each == by)
        report.add(f"near-duplicates merged: {by}", merged, f"of {count}", at_most=0)


def measure_paraphrases(report: Report) -> None:
    """Put pairs beside each other that people worded freely."""
    for title, lines in (("English", SAME_ENGLISH), ("Chinese", SAME_CHINESE)):
        same = pairs(lines)
        found = sum(alike(wording(one), wording(other)) > 0 for one, other in same)
        report.add(
            f"free paraphrases found, {title}", found / len(same), "", note=f"of {len(same)}, all written by hand"
        )
    unlike = pairs(UNLIKE)
    wrong = sum(alike(wording(one), wording(other)) > 0 for one, other in unlike)
    report.add("pairs that only look the same, merged", wrong, f"of {len(unlike)}", at_most=0)


def measure_entities(report: Report, folder: Path) -> None:
    """Plant entities: a third with a twin that an alias names, a third that nothing names, the others named."""
    with opened(folder, "entities") as memory:
        twins, orphans = set(), set()
        for number in range(ENTITIES):
            name = f"Person {number}"
            entity = memory.add(name, kind="entity", canonical_name=name, extract=False).beliefs[0]
            if number % 3 == 0:
                twin = memory.add(f"P{number}", kind="entity", canonical_name=f"P{number}", extract=False).beliefs[0]
                memory.alias(entity.id, f"P{number}")
                twins.add(frozenset((entity.id, twin.id)))
            if number % 3 == 1:
                orphans.add(entity.id)
            else:
                claim = Claim(f"{name} likes tea", name, "likes", f"tea {number}")
                memory.add(f"{name} likes tea.", claims=[claim], extract=False)
        memory._core.clock.advance(days=10)  # type: ignore[attr-defined]
        plan = memory.plan(["entities", "orphans"])
        ids = {each.kref: each.id for each in memory.list(kinds=("entity",), limit=1000).items}
        merges = {
            frozenset((ids[e.refs[0]], ids[e.into or ""])) for e in plan.proposals if e.action == "merge_entities"
        }
        pruned = {ids[each.refs[0]] for each in plan.proposals if each.action == "archive"}
    for title, found, truth in (("entities", merges, twins), ("orphans", pruned, orphans)):
        right = len(found & truth)  # type: ignore[operator]
        report.add(f"{title}: precision", right / max(1, len(found)), "", at_least=0.99)
        report.add(f"{title}: recall", right / len(truth), "", at_least=0.99)


def measure_superseded(report: Report, folder: Path) -> None:
    """Tell of homes that change, and see that dreams leave every head and its chain as they are."""
    with opened(folder, "superseded") as memory:
        for number in range(100):
            for city in ("Oslo", "Lima"):
                memory.add("x", claims=[Claim(f"Person {number} lives in {city}", f"Person {number}", "home", city)])
                memory._core.clock.advance(hours=1)  # type: ignore[attr-defined]
        memory.dream()
        heads = [each.claim for each in memory.list(limit=1000).items if each.claim is not None]
    kept = sum(claim.attribute == "home" and claim.value == "Lima" for claim in heads)
    report.add("superseded facts: heads that are the later value", kept, "of 100", at_least=100)


class Junk:
    """A model that finds useless what says that it is small talk, and upholds that at its second look."""

    id = "rule"

    def ask(self, instructions: str, text: str, reply: type, *, light: bool = False, tools: Sequence[object] = ()):
        lines = [
            (int(number), words) for number, words in re.findall(r"^\[(\d+)\] \([^)]*\) (.*)$", text, re.MULTILINE)
        ]
        if reply is Upheld:
            return Upheld(tuple(number for number, _ in lines)), Usage(calls=1)
        found = [
            Assessed(number, 0.1, True, "It is small talk only.") if "small talk" in words else Assessed(number, 0.9)
            for number, words in lines
        ]
        return Assessments(tuple(found)), Usage(calls=1)


def measure_thirty_days(report: Report, folder: Path, pool: Sequence[str]) -> None:
    """Dream hourly for thirty days, and once at their end: the same is deprecated where the cap does not bind."""
    gone: dict[str, set[str]] = {}
    for name, every in (("hourly", 1), ("once", 24 * 30)):
        clock = ManualClock(NOON)
        with Memory(name, home=folder, embedder=None, clock=clock, user=USER, model=Junk(), mode="lite") as memory:
            for hour in range(24 * 30):
                if hour % 12 == 0:
                    memory.add(f"Some small talk: {pool[hour]}", kind="knowledge", extract=False)
                    for place in range(3):
                        memory.add(pool[1_000 + 3 * hour + place], kind="knowledge", extract=False)
                if hour and hour % every == 0:
                    memory.dream(["assess"])
                clock.advance(hours=1)
            memory.dream(["assess"])
            gone[name] = {each.text for each in memory.list(include=("archived",), limit=1000).items}
    report.add("thirty days: deprecated by hourly dreams", len(gone["hourly"]), "")
    report.add("thirty days: not in what one dream deprecates", len(gone["hourly"] - gone["once"]), "", at_most=0)
    report.add("thirty days: missed of what one dream deprecates", len(gone["once"] - gone["hourly"]), "", at_most=0)


def crowded(pool: Sequence[str], count: int, pick: random.Random) -> tuple[list[str], NDArray[np.float32]]:
    """Return texts of which about a dozen each are of one sentence, one in fifty a duplicate, with vectors to match."""
    rows = np.random.default_rng(7)
    centres = rows.standard_normal((len(pool), DIMENSIONS)).astype(np.float32)
    texts: list[str] = []
    vectors = np.empty((count, DIMENSIONS), dtype=np.float32)
    for number in range(count):
        place = number % len(pool)
        same = number % 50 == 49 and number > len(pool)
        before = number - len(pool)
        texts.append(f"Well, {texts[before]}" if same else f"{pool[place]} It was visit {number} of {place % 97}.")
        vectors[number] = centres[place] + 0.6 * rows.standard_normal(DIMENSIONS)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return texts, vectors


def measure_speed(report: Report, folder: Path, pool: Sequence[str], pick: random.Random) -> None:
    for size in SIZES:
        texts, vectors = crowded(pool, size, pick)
        with opened(folder, f"crowd{size}") as memory:
            fill(memory, texts, vectors)
            del texts, vectors  # what was told is in the file; "most memory" is of who dreams over it
            memory._core.clock.advance(days=90)  # type: ignore[attr-defined]
            whole = 0.0
            for name in PASSES:
                begun = time.process_time()
                report_ = memory.dream([name], dry_run=True)
                took = time.process_time() - begun
                whole += took
                counted = {key: value for key, value in report_.counts.items() if value}
                report.add(f"dry run of {name}, {size:,} memories", took, "s", note=str(counted))
            report.add(f"duplicates and clusters, {size:,} memories", whole, "s", at_most=LIMITS[size])
            begun = time.process_time()
            memory.spaces()
            if size == SIZES[-1]:
                report.add("profiles of spaces, 100,000 revisions", time.process_time() - begun, "s", at_most=2.0)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    report.add("most memory", peak, "GiB", at_most=1.0)


def measure_new(report: Report, folder: Path, pool: Sequence[str], pick: random.Random) -> None:
    """Dream over what is new, round by round, beside few and beside many: as much is new, and alike, in both."""
    took: dict[int, list[float]] = {size: [] for size in HELD}
    with ExitStack() as stack:
        memories = {size: stack.enter_context(opened(folder, f"new{size}", every=0.0)) for size in HELD}
        told: dict[int, tuple[list[str], NDArray[np.float32]]] = {}
        for size, memory in memories.items():
            topics, vectors = crowded(pool[:TOPICS], 3 * TOPICS + ROUNDS * NEW, pick)
            others, more = crowded(pool[TOPICS:], size - 3 * TOPICS, pick)
            # with a sentence of another memory each, since words that all have are no part of real conversations
            topics, others = ([_varied(text, pool, pick) for text in texts] for texts in (topics, others))
            fill(memory, [*topics[: 3 * TOPICS], *others], np.concatenate([vectors[: 3 * TOPICS], more]))
            told[size] = topics[3 * TOPICS :], vectors[3 * TOPICS :]
            _digested(memory)
        for turn in range(ROUNDS):
            part = slice(turn * NEW, turn * NEW + NEW)
            for size, memory in memories.items():  # by turns, since the machine may be shared
                texts, vectors = told[size]
                fill(memory, texts[part], vectors[part])
                took[size].append(_digested(memory))
    few, many = (median(took[size]) for size in HELD)
    for size, each in zip(HELD, (few, many), strict=True):
        report.add(f"dream over {NEW} new, {size:,} held", each, "s")
    report.add("dream over what is new: ten times as much held", many / few, "times", at_most=1.6)


def _varied(text: str, pool: Sequence[str], pick: random.Random) -> str:
    return text if text.startswith("Well, ") else f"{text.partition(' It was visit')[0]} {pick.choice(pool)}"


def _digested(memory: Memory) -> float:
    """Let a minute pass, dream over what is new, and return how long that took."""
    memory._core.clock.advance(minutes=1)  # type: ignore[attr-defined]
    begun = time.process_time()
    digested = memory.digest()
    took = time.process_time() - begun
    assert len(digested.dreams) == 1, digested
    return took


def measure_one_text(report: Report, folder: Path) -> None:
    """Make one of 50,000 memories with one text, and take it back."""
    with opened(folder, "one_text") as memory:
        fill(memory, ["The well behind the barn is dry."] * ONE_TEXT)
        begun = time.process_time()
        plan = memory.plan(["duplicates"])
        report.add(f"plan for {ONE_TEXT:,} memories with one text", time.process_time() - begun, "s", at_most=10.0)
        begun = time.process_time()
        done = memory.apply(plan)
        left = len(memory.list().items)
        report.add("apply of it", time.process_time() - begun, "s", at_most=60.0, note=f"{left} left")
        begun = time.process_time()
        memory.undo(done.operation or "")
        report.add("undo of that", time.process_time() - begun, "s", at_most=10.0)


def measure_apply(report: Report, folder: Path, pool: Sequence[str]) -> None:
    texts = [each for sentence in pool[:1_000] for each in (sentence, f"Well, {sentence}")]
    with opened(folder, "apply") as memory:
        fill(memory, texts)
        plan = memory.plan(["duplicates"])
        begun = time.process_time()
        done = memory.apply(plan.id)
        took = time.process_time() - begun
        report.add("apply of 1,000 proposals", took * 1_000 / len(done.applied), "s", at_most=2.0)
        begun = time.process_time()
        memory.undo(done.operation or "")
        report.add("undo of it", time.process_time() - begun, "s")


def main() -> None:
    """Print the tables."""
    report = start("dream")
    folder = data_folder()
    if folder is None:
        report.skip("all", "no data; name a folder with DATA")
        return
    pick = random.Random(7)
    pool = sentences(folder)
    with TemporaryDirectory() as place:
        here = Path(place)
        measure_duplicates(report, here, plant(pool, pick))
        measure_paraphrases(report)
        measure_entities(report, here)
        measure_superseded(report, here)
        measure_thirty_days(report, here, pool)
        measure_apply(report, here, pool)
        measure_one_text(report, here)
        measure_new(report, here, pool, pick)
        measure_speed(report, here, pool, pick)
    report.write()


if __name__ == "__main__":
    main()
