"""What an agent is handed for a question, and what of it is to be looked at again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from doxa.records import Belief, Evidence, Hit, Json, Recall, Ref


@dataclass(frozen=True, slots=True)
class InsightSource:
    """A source of an insight: its pinned kref, the beginning of what it says, and who vouches for it."""

    ref: Ref
    text: str
    kind: str
    evidence: Evidence | None = None
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Insight:
    """Something among what was recalled that is to be looked at again. Whether it applies nobody has judged.

    Args:
        kind: A premise that changed, a conflict that stands, or a decision to be reviewed.
        observation: What is the case.
        question: What to ask about it.
        sources: Krefs that pin the revisions it is about.
        missing: Those that it names too and that were not recalled; they are not fetched.
        evidence: What the sources say.
    """

    kind: Literal["changed_premise", "unresolved_conflict", "decision_review"]
    observation: str
    question: str
    sources: tuple[Ref, ...]
    missing: tuple[Ref, ...] = ()
    evidence: tuple[InsightSource, ...] = ()


@dataclass(frozen=True, slots=True)
class InsightBrief:
    """What of the recalled is to be looked at again: made of what was recalled alone, with no further read or write.

    Args:
        status: `ready`; `insufficient_evidence` where there is nothing; `retrieval_incomplete` where a search failed.
        insights: Changed premises and conflicts first, then decisions.
        situation: What the caller said of the present.
        goals: What the caller is after.
    """

    status: Literal["ready", "insufficient_evidence", "retrieval_incomplete"]
    insights: tuple[Insight, ...] = ()
    situation: str = ""
    goals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class InsightCheck:
    """Whether an answer to a synthesis request keeps its contract; what it says is not judged.

    Args:
        valid: Whether nothing is wrong with its form and its references.
        errors: What is wrong.
        unsupported: Krefs it cites that are not among the request's sources.
        scope: What was checked.
    """

    valid: bool
    errors: tuple[str, ...] = ()
    unsupported: tuple[Ref, ...] = ()
    scope: Literal["structure"] = "structure"


@dataclass(frozen=True, slots=True)
class Learned:
    """An experience or a pattern that a question is like. It is shown beside beliefs and never is one.

    Args:
        ref: The exact revision.
        kind: `experience`, `recurring_pattern` or `conditional_lesson`.
        title: In a few words.
        text: What was decided, or the hypothesis.
        status: `stale` where what it rests on changed, `unknown` where that cannot be seen, else `reviewable`.
        causes: What changed, in words.
        conditions: Under which it applies.
        counterexamples: What speaks against a pattern.
        expected: What was expected of an experience.
        outcomes: What came of it, oldest first, each with its status.
    """

    ref: Ref
    kind: str
    title: str
    text: str
    status: Literal["stale", "unknown", "reviewable"]
    causes: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    counterexamples: tuple[str, ...] = ()
    expected: str = ""
    outcomes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Context:
    """What an agent is handed for a question: a text for its prompt, and the beliefs that the text was made from.

    Args:
        text: For a prompt: fenced as data, badged, hedged, dated, within the token budget.
        prelude: The standing beliefs that apply everywhere, one a line; "" where there are none.
        pinned: The pinned beliefs that apply.
        recall: What the question found; its `timings` tell the seconds of every stage, its `warnings` what went wrong.
        facts: What only the graph found; told after all the rest, so that it takes nobody's place.
        open_questions: Questions that are open: pinned ones, and those the question names.
        sources: Krefs of the beliefs in the text; the one marked `[3]` there is the third.
        omitted: How many beliefs did not fit.
        tokens: How many tokens the text has, by the counter or the estimate.
        insights: What is to be looked at again, where it was asked for.
        synthesis_request: What a host's model may be asked about it, where it was asked for.
        learned: Experiences and patterns that the question is like, where they were asked for; they stand last in the
            text, as what was tried and not as what is so.
    """

    text: str
    prelude: str
    pinned: tuple[Belief, ...]
    recall: Recall
    facts: tuple[Hit, ...] = ()
    open_questions: tuple[Belief, ...] = ()
    sources: tuple[Ref, ...] = ()
    omitted: int = 0
    tokens: int = 0
    insights: InsightBrief | None = None
    synthesis_request: Mapping[str, Json] | None = None
    learned: tuple[Learned, ...] = ()
