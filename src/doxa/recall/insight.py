"""The review brief: what among the recalled is to be looked at again. It reads nothing further and writes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal

from doxa.context_records import Insight, InsightBrief, InsightSource, Learned
from doxa.recall.context_line import one_line
from doxa.records import Belief, Ref
from doxa.text.language import guess_language

MOST = 3
"""Insights of a brief."""
SNIPPET = 240
"""Characters of a source that an insight quotes."""
DECISIONS = ("decision", "code_decision")
Kind = Literal["changed_premise", "unresolved_conflict", "decision_review"]

_ENGLISH: Final[Mapping[str, str]] = {
    "stale": "Something that this rests on has changed since: {0}",
    "superseded": "This is no longer so: {0}",
    "contested": "This is disputed, and nobody has settled it: {0}",
    "decision": "This was decided: {0}",
    "ask_stale": "Does it still hold, now that what it rests on has changed?",
    "ask_superseded": "What was built on it that should be looked at again?",
    "ask_contested": "Which of the two is so, and who can tell?",
    "ask_decision": "Do the reasons for it still hold in the present situation?",
}
_CHINESE: Final[Mapping[str, str]] = {
    "stale": "所依据的内容后来有了变化：{0}",
    "superseded": "已不再成立：{0}",
    "contested": "存在争议，尚未解决：{0}",
    "decision": "曾作出决定：{0}",
    "ask_stale": "所依据的内容已改变，它还成立吗？",
    "ask_superseded": "有哪些以它为前提的事需要重新考虑？",
    "ask_contested": "哪一种说法属实？谁能确认？",
    "ask_decision": "在目前的情况下，当初的理由还成立吗？",
}


def review_brief(
    beliefs: Iterable[Belief],
    *,
    situation: str = "",
    goals: Sequence[str] = (),
    complete: bool = True,
    learned: Sequence[Learned] = (),
) -> InsightBrief:
    """Return what of the recalled beliefs is to be looked at again.

    Args:
        beliefs: What was recalled, the most relevant first.
        situation: What the caller says of the present.
        goals: What the caller is after.
        complete: Whether every search ran.
        learned: Experiences and patterns that the question is like; those whose premises changed are looked at again.
    """
    known = {belief.kref: belief for belief in beliefs}
    marked = [each for belief in known.values() for each in _marked(belief, known)]
    told = {source for each in marked for source in each.sources}
    reviews = [_review(belief) for belief in known.values() if belief.kind in DECISIONS and belief.kref not in told]
    changed = [_changed(each) for each in learned if each.status == "stale"]
    insights = tuple(_once([*marked, *changed, *reviews]))[:MOST]
    status: Literal["ready", "insufficient_evidence", "retrieval_incomplete"]
    status = "retrieval_incomplete" if not complete else "ready" if insights else "insufficient_evidence"
    return InsightBrief(status, insights, situation, tuple(goals))


def _marked(belief: Belief, known: Mapping[Ref, Belief]) -> Iterator[Insight]:
    if belief.stale:
        yield _insight("changed_premise", "stale", belief, belief.stale, known)
    elif belief.status == "superseded":
        yield _insight("changed_premise", "superseded", belief, (), known)
    if belief.contested_by or belief.status == "contested":
        yield _insight("unresolved_conflict", "contested", belief, belief.contested_by, known)


def _changed(learned: Learned) -> Insight:
    words = _CHINESE if guess_language(learned.text) == "zh" else _ENGLISH
    told = one_line(f"{learned.title}: {learned.text}" if learned.title else learned.text)
    told = told if len(told) <= SNIPPET else told[: SNIPPET - 1] + "…"
    source = InsightSource(learned.ref, told, learned.kind, "unverified")
    return Insight("changed_premise", words["stale"].format(told), words["ask_stale"], (learned.ref,), (), (source,))


def _review(belief: Belief) -> Insight:
    return _insight("decision_review", "decision", belief, (), {})


def _once(insights: Iterable[Insight]) -> Iterator[Insight]:
    """Yield insights, a conflict once however many of its sides were recalled."""
    seen: set[tuple[str, frozenset[Ref]]] = set()
    for each in insights:
        about = (each.kind, frozenset((*each.sources, *each.missing)))
        if about not in seen:
            seen.add(about)
            yield each


def _insight(kind: Kind, what: str, belief: Belief, others: Sequence[Ref], known: Mapping[Ref, Belief]) -> Insight:
    words = _CHINESE if guess_language(belief.text) == "zh" else _ENGLISH
    found = [belief, *(known[each] for each in others if each in known)]
    return Insight(
        kind=kind,
        observation=words[what].format(_snippet(belief)),
        question=words[f"ask_{what}"],
        sources=tuple(each.kref for each in found),
        missing=tuple(each for each in others if each not in known),
        evidence=tuple(
            InsightSource(each.kref, _snippet(each), each.kind, each.evidence, each.sources) for each in found
        ),
    )


def _snippet(belief: Belief) -> str:
    text = one_line(belief.text)
    return text if len(text) <= SNIPPET else text[: SNIPPET - 1] + "…"
