"""`compose`: the context of memories that a caller has chosen already."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from doxa.belief.kinds import kind_of
from doxa.context_records import Context
from doxa.errors import InvalidInput, NotFound
from doxa.graph.beliefs import read_beliefs
from doxa.graph.contract import View
from doxa.graph.nodes import RevisionId
from doxa.plugins import Counter
from doxa.recall.context_line import telling_of
from doxa.recall.context_text import Sections, context_text
from doxa.recall.stopwatch import Stopwatch
from doxa.recall.token_estimate import TokenCount
from doxa.records import Hit, Question, Recall, Ref
from doxa.text.tokens import query_tokens


def compose_hits(
    view: View,
    hits: Sequence[Hit | Ref],
    *,
    query: str,
    max_tokens: int,
    known: Sequence[Ref],
    now: datetime,
    counter: Counter | None = None,
) -> Context:
    """Write the context of chosen memories; see `Memory.compose`.

    Args:
        view: Where refs are read.
        hits: Hits or refs.
        query: What they are for.
        max_tokens: How long the text may be.
        known: What is left out.
        now: When it is told.
        counter: Counts tokens.
    """
    if max_tokens < 0:
        raise InvalidInput(f"max_tokens is {max_tokens}.", mend="Give 0 or more.", field="max_tokens", value=max_tokens)
    watch = Stopwatch()
    with watch.stage("assemble"):
        given = [each for each in hits if isinstance(each, Hit)]
        scored = sorted(given, key=lambda hit: -hit.score)
        refs = _read(view, [each for each in hits if isinstance(each, str)], now)
        left_out = known_krefs(view, known)
        once: dict[tuple[Ref, str], Hit] = {}
        for hit in (*scored, *refs):
            once.setdefault((hit.belief.kref, hit.belief.text), hit)
        chosen = [hit for hit in once.values() if hit.belief.kref not in left_out]
    found = tuple(hit for hit in chosen if not hit.related)
    facts = tuple(hit for hit in chosen if hit.related)
    terms = tuple(query_tokens(query)) if query else ()
    recall = Recall(found, not found, str(view.at), Question(query, terms), facts, timings=watch.seconds)
    with watch.stage("text"):
        sections = Sections(hits=found, facts=facts)
        telling = telling_of(now, terms, chosen)
        return context_text(sections, recall, max_tokens, telling, TokenCount(counter))


def _read(view: View, refs: Sequence[Ref], now: datetime) -> list[Hit]:
    beliefs = read_beliefs(view, [view.resolve(ref) for ref in dict.fromkeys(refs)], now=now, chain=True)
    return [
        Hit(each, relevance=0.0, score=0.0, base_score=0.0, route=kind_of(each.kind).route or "normal")
        for each in beliefs.values()
    ]


def known_krefs(view: View, refs: Sequence[Ref]) -> set[str]:
    """Return the krefs of the revisions that refs name; what is no longer there cannot come back anyway."""
    revisions: list[RevisionId] = []
    for ref in dict.fromkeys(refs):
        try:
            revisions.append(view.resolve(ref))
        except NotFound:
            continue
    return set(view.krefs(revisions).values())
