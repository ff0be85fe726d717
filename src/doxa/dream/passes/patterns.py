"""A model puts in words what facts have in common: schemas, intentions, and core schemas across domains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from doxa.belief.validate import pattern_gate
from doxa.dream.asking import ask, chosen, listed, share
from doxa.dream.drafts import Draft
from doxa.dream.grouping import components
from doxa.dream.instants import instant_of
from doxa.dream.memories import Memo
from doxa.dream.neighbours import Pair
from doxa.dream.passes.schemas import RAW_SOURCES, candidates, clusters, raw_sources
from doxa.dream.planned import Planned
from doxa.dream.replies import Behaviours, Intentions, Pattern
from doxa.dream.setting import Setting
from doxa.dream.word_vectors import word_vectors
from doxa.errors import ModelFailure
from doxa.graph.nodes import Filter, RevisionId
from doxa.records import Json
from doxa.text.tokens import query_tokens

T = TypeVar("T")

SAME_PATTERN = 0.68
"""Cosine of words from which a new pattern is an old one said again: it becomes evidence of that."""
SAID_BEFORE = 20
"""Schemas that share words with a new pattern and are compared with it, where not all of them are read."""
BASIC_SCHEMAS = 5
"""Schemas from which patterns across domains are looked for."""
ALIKE_BEHAVIOUR, UNLIKE_CONTENT = 0.70, 0.60
MOST_OF_A_CORE = 8
SCHEMA = """The facts of the list belong together. Say what one pattern they show: under which circumstance, what is
then done or felt, and what that tells about the person. One sentence for each part, nothing that the facts do not show.
Name the numbers of the facts that show it, and say how sure you are: .8 and above where they show it plainly, below
where they only hint at it. Where they show no pattern, say that none is found."""
INTENTION = """Read from the facts of the list what the person means to do that is still to come: a concrete action and
the date by which, as an ISO date. Name the numbers of the facts that show it, and say how sure you are: .8 and above
where they say so, below where they only hint at it. Most lists show none."""
STRIP = """Rewrite each pattern of the list without the nouns of its domain, so that only the behaviour is left. Answer
with as many texts as there are patterns, in their order."""
CORE = """The patterns of the list are of different domains. Say what one pattern stands behind all of them: under which
circumstance, what is then done, and what that tells; and how sure you are: .8 and above where they show it plainly.
Where nothing stands behind them, say that none is found."""


def schemas(planned: Planned, setting: Setting) -> Iterator[Draft]:
    """Propose a schema for each cluster in which a model sees a pattern; without a model they are only candidates."""
    if setting.model is None:
        yield from candidates(planned, setting)
        return
    for cluster in clusters(planned):
        if setting.out_of_time():
            return
        found = _ask(setting, SCHEMA, cluster, Pattern, "schemas")
        draft = None if found is None else _schema(planned, cluster, found)
        if draft is not None:
            yield from _gated(draft)


def intentions(planned: Planned, setting: Setting) -> Iterator[Draft]:
    """Propose intentions that a model reads in clusters of facts: a concrete action with an end that is to come."""
    if setting.model is None:
        return
    for cluster in clusters(planned):
        if setting.out_of_time():
            return
        found = _ask(setting, INTENTION, cluster, Intentions, "intentions")
        for each in () if found is None else found.intentions:
            until, evidence = instant_of(each.until), chosen(cluster, each.evidence)
            if until is None or until <= planned.now or not each.action.strip() or not evidence:
                continue
            yield from _gated(
                Draft(
                    "create_intention",
                    "intentions",
                    tuple(memo.revision for memo in evidence),
                    f"{len(evidence)} facts speak of it",
                    share(each.confidence),
                    text=_line(each.action),
                    details={"expires": until, "metadata": {"until": each.until}},
                    spoken=True,
                )
            )


def core_schemas(planned: Planned, setting: Setting) -> Iterator[Draft]:
    """Propose core schemas: patterns of unlike content and alike behaviour that a model sees one pattern behind."""
    basics = [memo for memo in planned.live(("schema",)) if memo.revision > 0]
    if setting.model is None or len(basics) < BASIC_SCHEMAS:
        return
    stripped = _ask(setting, STRIP, basics, Behaviours, "core_schemas")
    if stripped is None or len(stripped.behaviours) != len(basics):
        return
    known = _cores(planned, basics)
    for group in _behaving_alike(basics, stripped.behaviours):
        members = frozenset(memo.revision for memo in group)
        if any(members <= each for each in known):
            continue
        found = _ask(setting, CORE, group, Pattern, "core_schemas")
        if found is not None and found.found and (text := sentence(found)):
            yield from _gated(
                Draft(
                    "create_schema",
                    "core_schemas",
                    tuple(memo.revision for memo in group),
                    f"one pattern behind {len(group)} of different domains",
                    share(found.confidence),
                    text=text,
                    details={"kind": "core_schema", "metadata": _parts(found)},
                    spoken=True,
                )
            )


def _gated(draft: Draft) -> Iterator[Draft]:
    """Yield what a model is sure of; what it is less sure of waits for somebody's word, and a guess is dropped."""
    gate = "proposed" if draft.action == "add_evidence" else pattern_gate(draft.confidence)
    if gate == "needs_confirmation":
        why = f"inferred, and only {draft.confidence:.2f} sure: propose it in your own name to have it"
        yield replace(draft, why=why)
    elif gate == "proposed":
        yield draft


def sentence(found: Pattern) -> str:
    """Return a pattern as one sentence: circumstance, pattern, insight."""
    parts = [_line(found.circumstance).rstrip(".。"), _line(found.pattern).rstrip(".。"), _line(found.insight)]
    return ": ".join([", ".join(part for part in parts[:2] if part), parts[2]]) if all(parts) else ""


def _schema(planned: Planned, cluster: Sequence[Memo], found: Pattern) -> Draft | None:
    text = sentence(found)
    evidence = tuple(memo.revision for memo in chosen(cluster, found.evidence))
    if not found.found or not text or raw_sources(planned, evidence) < RAW_SOURCES:
        return None
    reason = f"{len(evidence)} facts from {raw_sources(planned, evidence)} sources show it"
    old = _said_before(planned, text)
    if old is not None:
        return Draft("add_evidence", "schemas", evidence, reason, share(found.confidence), into=old)
    return Draft(
        "create_schema",
        "schemas",
        evidence,
        reason,
        share(found.confidence),
        text=text,
        details={"kind": "schema", "metadata": _parts(found)},
        spoken=True,
    )


def _said_before(planned: Planned, text: str) -> RevisionId | None:
    """Return the live schema that says a pattern already."""
    if planned.new is not None:
        hits = planned.view.search_text(query_tokens(text), limit=SAID_BEFORE, filter=Filter(kinds=("schema",)))
        planned.find(hit.revision for hit in hits)
    known = planned.live(("schema",))
    if not known:
        return None
    vectors = word_vectors([text, *(memo.text for memo in known)])
    scores = (vectors[1:] @ vectors[0]).tolist()
    best = max(range(len(known)), key=lambda place: scores[place])
    return known[best].revision if scores[best] >= SAME_PATTERN else None


def _behaving_alike(memos: Sequence[Memo], behaviours: Sequence[str]) -> list[list[Memo]]:
    behaviour, content = word_vectors(behaviours), word_vectors([memo.text for memo in memos])
    alike, same = (behaviour @ behaviour.T).tolist(), (content @ content.T).tolist()
    pairs = [
        Pair(one, other, alike[one][other])
        for one in range(len(memos))
        for other in range(one + 1, len(memos))
        if alike[one][other] > ALIKE_BEHAVIOUR and same[one][other] < UNLIKE_CONTENT
    ]
    pairs.sort(key=lambda pair: -pair.cosine)
    return [[memos[place] for place in group] for group in components(pairs, MOST_OF_A_CORE)]


def _cores(planned: Planned, basics: Sequence[Memo]) -> list[frozenset[RevisionId]]:
    """Return the members of each live core schema."""
    members: dict[RevisionId, set[RevisionId]] = {}
    for edge in planned.view.edges([memo.revision for memo in basics], types=("CROSS_ABSTRACTS_TO",)):
        if edge.target in planned.memos:
            members.setdefault(edge.target, set()).add(edge.source)
    return [frozenset(each) for each in members.values()]


def _ask(setting: Setting, instructions: str, memos: Sequence[Memo], reply: type[T], stage: str) -> T | None:
    try:
        return ask(setting, instructions, listed(memos), reply)
    except ModelFailure as error:
        setting.findings.errors.append(f"{stage}: {len(memos)} memories were not read: {error.message}")
        return None


def _parts(found: Pattern) -> dict[str, Json]:
    return {"circumstance": found.circumstance, "pattern": found.pattern, "insight": found.insight}


def _line(text: str) -> str:
    return " ".join(text.split())[:1_000]
