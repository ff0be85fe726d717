"""PrecisionMemBench: given a question and its contexts, the right beliefs and nothing else.

Beliefs are seeded and questions asked through the public surface: `add` with kind, names and contexts, `update` for
what replaced what, `pin`, `relate`, `contract` for questions that are settled; then `engage(question, contexts=…,
max_beliefs=…, legs=["names"])`, whose sections are the tiers that a case judges.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from doxa import Belief, ManualClock, Memory
from doxa.context_records import Context
from report import Report, data_folder, median, start

USER = "test-user"
UNIVERSAL = "user:universal"
NOW = datetime(2026, 10, 8, 12, tzinfo=UTC)
KINDS = {"open_question": "question"}
PUBLISHED = (
    ("tenure", 77, 77, 1.00, 1.00),
    ("open-knowledge-format", 36, 77, 0.47, 0.91),
    ("gbrain", 34, 77, 0.14, 0.17),
    ("supermemory", 21, 77, 0.22, 0.71),
    ("yourmemory", 21, 77, 0.17, 0.88),
    ("vector", 11, 77, 0.09, 1.00),
    ("cognee", 11, 77, 0.05, 0.92),
    ("mem0", 9, 77, 0.06, 0.99),
    ("zep", 9, 77, 0.09, 0.95),
)
"""System, passes, cases, mean precision, mean recall over all single-turn cases, as its authors publish them."""

Seed = Mapping[str, Any]


@dataclass
class Judged:
    """How a case went: what failed, and precision and recall where the case asks for beliefs."""

    case: str
    category: str
    failures: list[str] = field(default_factory=list)
    precision: float | None = None
    recall: float | None = None
    seconds: float = 0.0

    @property
    def passed(self) -> bool:
        return not self.failures


class Project:
    """A memory seeded with the benchmark's beliefs, and which belief is which."""

    def __init__(self, embedder: str | None) -> None:
        self.clock = ManualClock(datetime(2026, 1, 1, tzinfo=UTC))
        self.memory = Memory("precision", home=":memory:", embedder=embedder, clock=self.clock, user=USER)
        self.ids: dict[str, str] = {}
        self.names: dict[str, str] = {}
        self.scopes: list[str] = []

    def seed(self, beliefs: Sequence[Seed]) -> None:
        """Tell the memory all beliefs in the order in which they came about."""
        self.scopes = sorted({scope for each in beliefs for scope in each["scope"]} - {UNIVERSAL})
        replaced = {each["superseded_by"]: each for each in beliefs if each["superseded_by"]}
        for each in sorted(beliefs, key=lambda belief: belief["created_at"]):
            self.clock.set(max(self.clock.now(), instant(each["created_at"])))
            self.tell(each, replaced.get(each["_id"]))
        for each in beliefs:
            for other in each.get("participants") or ():
                self.memory.relate(self.ids[each["_id"]], "INVOLVES", self.ids[other])
        for each in sorted(beliefs, key=lambda belief: belief["resolved_at"] or ""):
            if each["resolved_at"]:
                self.clock.set(max(self.clock.now(), instant(each["resolved_at"])))
                self.memory.contract([self.ids[each["_id"]]], reason="settled", user=each["user_id"])
        self.clock.set(NOW)

    def tell(self, seed: Seed, replaces: Seed | None = None) -> None:
        """Add one belief; what replaced another is the next version of the same memory."""
        contexts = [scope for scope in seed["scope"] if scope != UNIVERSAL]
        if seed["user_edited"] and seed["pinned"]:
            contexts = self.scopes  # what the user edited by hand and pinned is shown in every context
        if replaces is not None:
            belief = self.memory.update(self.ids[replaces["_id"]], seed["content"]).beliefs[0]
            self.memory.alias(belief.id, seed["canonical_name"], *seed["aliases"])
        else:
            belief = self.memory.add(
                seed["content"],
                kind=KINDS.get(seed["type"], seed["type"]),
                canonical_name=seed["canonical_name"],
                aliases=seed["aliases"],
                contexts=contexts,
                confidence=seed["confidence"],
                extract=False,
                user=seed["user_id"],
            ).beliefs[0]
        if seed["pinned"]:
            self.memory.pin(belief.id, user=seed["user_id"])
        self.ids[seed["_id"]] = belief.id
        self.names[belief.id] = seed["_id"]

    def ask(self, query: str, case: Mapping[str, Any]) -> tuple[Context, float]:
        """Return what an agent is handed for a question, and the seconds it took."""
        budget = (case.get("budget") or {}).get("maxBeliefs")
        user = case.get("userId") or case.get("user_id") or USER
        begun = time.perf_counter()
        context = self.memory.engage(query, contexts=case["scope"], max_beliefs=budget, legs=["names"], user=user)
        return context, time.perf_counter() - begun

    def known(self, beliefs: Iterable[Belief]) -> set[str]:
        """Return the benchmark's names of beliefs."""
        return {self.names[each.id] for each in beliefs}


def instant(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def judge(project: Project, case: Mapping[str, Any], name: str, category: str) -> Judged:
    """Ask a case's question and hold the answer to everything that the case expects."""
    query = case.get("query", case.get("userMessage", ""))
    context, seconds = project.ask(query, case)
    judged = Judged(name, category, seconds=seconds)
    tiers = {
        "relevantBeliefs": project.known(hit.belief for hit in context.recall.hits),
        "pinnedFacts": project.known(context.pinned),
        "openQuestions": project.known(context.open_questions),
    }
    expectations = dict(case["expect"])
    # one session turn states what must be pinned inside of what must be relevant
    nested = expectations.get("relevantBeliefs", {}).get("pinnedFacts")
    expectations |= {"pinnedFacts": nested} if nested else {}
    for tier, expected in expectations.items():
        if tier in tiers:
            judged.failures += list(failures_of(tier, tiers[tier], expected))
        elif tier == "personaPrelude":
            judged.failures += list(prelude_failures(context.prelude, expected))
        elif tier == "noiseCheck":
            noise = tiers["relevantBeliefs"] & set(expected["mustNotSurface"])
            judged.failures += [f"noise: {sorted(noise)}"] if noise else []
    wanted = set(case["expect"].get("relevantBeliefs", {}).get("shouldOnlyInclude") or ())
    if wanted:
        found = tiers["relevantBeliefs"]
        judged.precision = len(found & wanted) / len(found) if found else 0.0
        judged.recall = len(found & wanted) / len(wanted)
    return judged


def failures_of(tier: str, found: set[str], expected: Mapping[str, Any]) -> Iterator[str]:
    if "shouldOnlyInclude" in expected and found != set(expected["shouldOnlyInclude"]):
        yield f"{tier}: {sorted(found)} and not {sorted(expected['shouldOnlyInclude'])}"
    missing = set(expected.get("mustInclude") or ()) - found
    if missing:
        yield f"{tier} lacks {sorted(missing)}"
    wrong = set(expected.get("mustExclude") or ()) & found
    if wrong:
        yield f"{tier} has {sorted(wrong)}"


def prelude_failures(prelude: str, expected: Mapping[str, Any]) -> Iterator[str]:
    if expected.get("nonEmpty") and not prelude.strip():
        yield "the prelude is empty"
    if (expected.get("empty") or expected.get("nonEmpty") is False) and prelude.strip():
        yield "the prelude is not empty"
    for word in expected.get("contains") or ():
        if word.lower() not in prelude.lower():
            yield f"the prelude lacks {word!r}"


def single_turns(folder: Path, embedder: str | None) -> list[Judged]:
    """Judge the single-turn cases on one seeded memory."""
    project = Project(embedder)
    project.seed(json.loads((folder / "beliefs.seed.json").read_text(encoding="utf-8")))
    cases = json.loads((folder / "retrieval.cases.json").read_text(encoding="utf-8"))
    return [judge(project, case, case["caseId"], case.get("category", "")) for case in cases]


def sessions(folder: Path, embedder: str | None) -> list[Judged]:
    """Judge the turns of each session in order; the memory changes on the way as the session says."""
    path = folder / "session-retrieval.cases.json"
    found: list[Judged] = []
    for session in json.loads(path.read_text(encoding="utf-8")) if path.is_file() else ():
        project = Project(embedder)
        project.seed(json.loads((folder / "beliefs.seed.json").read_text(encoding="utf-8")))
        for turn in session["turns"]:
            found.append(judge(project, turn, f"{session['caseId']}, turn {turn['turnIndex']}", "Session"))
            if "createBeliefAtTurn" in turn:
                project.tell(turn["createBeliefAtTurn"])
            if "updateBeliefAtTurn" in turn:
                change = turn["updateBeliefAtTurn"]
                project.memory.alias(project.ids[change["beliefId"]], *change["addAliases"])
    return found


def report_on(report: Report, title: str, judged: Sequence[Judged], at_least: int) -> None:
    """Print passes, mean precision and recall, and every failure."""
    passes = sum(each.passed for each in judged)
    report.add(f"{title}: passes of {len(judged)}", passes, "cases", at_least=at_least)
    precise = [each.precision for each in judged if each.precision is not None]
    recalled = [each.recall for each in judged if each.recall is not None]
    report.add(f"{title}: mean precision", sum(precise) / len(precise), "", note=f"{len(precise)} cases that ask")
    report.add(f"{title}: mean recall", sum(recalled) / len(recalled), "")
    report.add(f"{title}: median time", 1000 * median([each.seconds for each in judged]), "ms")
    for each in judged:
        if not each.passed:
            print(f"  FAILED {each.case} ({each.category}): {'; '.join(each.failures)}")


def main() -> None:
    folder = data_folder()
    report = start("precision")
    cases = None if folder is None else folder / "precisionmembench"
    if cases is None or not cases.is_dir():
        report.skip("precisionmembench", "no data: name its folder by DATA")
    else:
        embedder = None if "--lexical" in sys.argv else "default"
        single = single_turns(cases, embedder)
        report_on(report, "doxa, single-turn", single, at_least=30 if len(single) == 32 else 0)
        turns = sessions(cases, embedder)
        if turns:
            report_on(report, "doxa, session turns", turns, at_least=len(turns))
        for system, passes, of, precision, recall in PUBLISHED:
            report.add(f"{system}: passes of {of}, as published", passes, "cases")
            report.add(f"{system}: mean precision, as published", precision, "")
            report.add(f"{system}: mean recall, as published", recall, "")
    report.write()


if __name__ == "__main__":
    main()
