"""Experiences and patterns that a question is like, each with how it stands today."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from doxa.context_records import Learned
from doxa.experience.keeping import outcomes_of
from doxa.experience.patterns import check_pattern, state_of
from doxa.graph.contract import View
from doxa.graph.nodes import Filter, RevisionId, RevisionNode, TermMatches
from doxa.records import Scope
from doxa.text.tokens import query_tokens

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST: Final = 3
"""Of each kind."""
SCANNED: Final = 20
SHARE: Final = 0.3
"""Share of what a question's words tell that an experience's words must hold, where its meaning is not close."""
CLOSE: Final = 0.5
"""Cosine from which a meaning is close."""


def learned_for(view: View, scope: Scope, question: str, vector: NDArray[np.float32] | None) -> tuple[Learned, ...]:
    """Return what was learned in situations that a question is like, patterns first, the most alike first.

    Args:
        view: What is seen.
        scope: Whose, under which labels.
        question: What is asked.
        vector: Its vector; `None` = only words are compared.
    """
    terms = query_tokens(question)
    found: list[Learned] = []
    for kind in ("pattern", "experience"):
        keep = Filter(
            kinds=(kind,),
            space=scope.space,
            agent=scope.agent,
            session=scope.session,
            contexts=scope.contexts or None,
        )
        alike = _by_words(view.match_terms(terms, limit=SCANNED, filter=keep)) if terms else {}
        if vector is not None:
            for hit in view.search_vectors(vector, limit=SCANNED, filter=keep):
                if hit.cosine >= CLOSE:
                    alike[hit.revision] = max(alike.get(hit.revision, 0.0), hit.cosine)
        best = sorted(alike, key=lambda revision: (-alike[revision], -revision))[:MOST]
        found += _told(view, best)
    return tuple(found)


def _by_words(matches: TermMatches) -> dict[RevisionId, float]:
    """Return, per revision, the share of the question that its words hold; a word that nothing holds tells most."""
    shares: dict[RevisionId, float] = {}
    for hit in matches.hits:
        rarity = matches.owners[hit.owner].rarity
        most = max(rarity, default=0.0)
        whole = sum(each or most for each in rarity)
        share = sum(rarity[place] for place in hit.counts) / whole if whole else 0.0
        if share >= SHARE:
            shares[hit.revision] = share
    return shares


def _told(view: View, revisions: Sequence[RevisionId]) -> list[Learned]:
    nodes = view.revisions(revisions)
    outcomes = outcomes_of(view, revisions)
    return [
        _pattern(view, nodes[each])
        if "hypothesis" in nodes[each].metadata
        else _experience(view, nodes[each], outcomes)
        for each in revisions
    ]


def _pattern(view: View, node: RevisionNode) -> Learned:
    kept, state = node.metadata, check_pattern(view, view.kref(node.id))
    return Learned(
        ref=state.pattern,
        kind=str(kept.get("kind")),
        title=node.title or "",
        text=str(kept.get("hypothesis")),
        status=state.status,
        causes=state.causes,
        conditions=_texts(kept.get("applicability_conditions")),
        counterexamples=_texts(kept.get("counterexamples")),
    )


def _experience(view: View, node: RevisionNode, outcomes: Mapping[RevisionId, Sequence[RevisionNode]]) -> Learned:
    kept, (status, causes) = node.metadata, state_of(view, node)
    came = tuple(f"{each.metadata.get('outcome_status')}: {each.text}" for each in outcomes.get(node.id, ()))
    return Learned(
        ref=view.kref(node.id),
        kind="experience",
        title=node.title or "",
        text=str(kept.get("decision")),
        status=status,
        causes=causes,
        conditions=_texts(kept.get("applicability_conditions")),
        expected=str(kept.get("expected_outcome")),
        outcomes=came,
    )


def _texts(value: object) -> tuple[str, ...]:
    return tuple(str(each) for each in value) if isinstance(value, list) else ()
