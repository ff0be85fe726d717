"""Runs the legs that a request asks for and that have something to look for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from doxa.belief.attributes import AttributeRegistry
from doxa.belief.kinds import KINDS
from doxa.graph.contract import View
from doxa.graph.nodes import Filter, RevisionId, TermMatches
from doxa.index.embedding import Embedding
from doxa.recall.asking import asked_part
from doxa.recall.learned import shipped_weights
from doxa.recall.legs import Found, bm25_leg, dense_leg, entity_leg, time_leg
from doxa.recall.people import asked_people, without_names
from doxa.recall.request import LEGS, Request
from doxa.recall.shapes import READ
from doxa.recall.slots import slot_leg
from doxa.recall.stopwatch import Stopwatch
from doxa.records import Question, Route
from doxa.text.folding import flatten
from doxa.text.patterns import lazy_pattern
from doxa.text.tokens import has_content

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CANDIDATES = 200
"""Revisions each leg brings at least."""
MOST_CANDIDATES = 2000
SPEAKERS_FROM = 30
"""Of the best by words, how many tell which of the names in a question are speakers."""
CLOSE = 0.4
"""Cosine from which meaning alone answers. In two conversations of 84 turns the nearest to questions that nothing
answers lay at .26 and .28; paraphrases of one sentence lie above .5 with the default embedder."""
CLOSE_SPREADS = 3.4
"""The same in standard deviations above unrelated texts, for embedders of which these are known."""


def filter_of(request: Request) -> Filter:
    """Return what the store may drop before ranking: superseded versions stay, since they lead to their head."""
    scope = request.scope
    return Filter(
        kinds=request.kinds or _kinds_of(request.routes),
        statuses=("live",),
        space=scope.space,
        agent=scope.agent,
        session=scope.session,
        contexts=scope.contexts or None,
        heads_only=False,
    )


def _kinds_of(routes: Sequence[Route]) -> tuple[str, ...]:
    """Return the kinds that come by some routes; none where they may be a caller's own, which are normal ones."""
    if not routes or "normal" in routes:
        return ()
    return tuple(name for name, kind in KINDS.items() if kind.route in routes)


def depth_of(request: Request) -> int:
    """Return how many revisions each leg brings: more where stages after it drop many."""
    wanted = 3 * request.limit * (4 if request.where or request.valid_at or request.routes else 1)
    return max(CANDIDATES, min(wanted, MOST_CANDIDATES))


FEWEST_IN_A_ROW = 2
"""Stop words that a question of nothing else has to have for what says them to be found."""
_WORD = lazy_pattern(r"\w+")
NO_MATCHES = TermMatches((), (), ())


@dataclass(slots=True)
class Findings:
    """What a search found.

    Args:
        found: By each leg.
        matches: What the scores of the lexical leg were made of.
        vector: The question's, where the dense leg ran.
        embedder: Which made it.
        warnings: What the caller should know about legs that could not run.
    """

    found: list[Found] = field(default_factory=list)
    matches: TermMatches = NO_MATCHES
    vector: NDArray[np.float32] | None = None
    embedder: str | None = None
    warnings: list[str] = field(default_factory=list)


def search(
    view: View,
    question: Question,
    request: Request,
    embedding: Embedding,
    attributes: AttributeRegistry,
    watch: Stopwatch,
    among: Sequence[RevisionId] = (),
) -> Findings:
    """Run the legs, over `among` alone where it is given."""
    keep, depth = filter_of(request), depth_of(request)
    within = tuple(among or (view.resolve(ref) for ref in request.refs))
    wanted = request.legs or LEGS
    result = Findings()
    found = result.found
    if "bm25" in wanted:
        with watch.stage("bm25"):
            result.matches = view.match_terms(question.terms, limit=depth, filter=keep, within=within)
            if result.matches.hits and not has_content(question.text):
                result.matches = _in_a_row(view, question, result.matches)
            found.append(bm25_leg(result.matches))
    if "dense" in wanted and embedding.wanted:
        with watch.stage("embed"):
            people = _speakers_asked_about(view, question, result.matches) if embedding.wanted else ()
            result.vector = question_vector(embedding, question, people, result.warnings)
        if result.vector is not None:
            result.embedder = embedding.id
            with watch.stage("dense"):
                found.append(dense_leg(view, result.vector, limit=depth, keep=keep, within=within))
    if "slot" in wanted:
        with watch.stage("slot"):
            held_at = request.valid_at or request.now
            found.append(_within(slot_leg(view, question, request.scope, attributes, held_at), within))
    if "entity" in wanted:
        with watch.stage("entity"):
            found.append(_within(entity_leg(view, question, limit=depth), within))
    if "time" in wanted:
        with watch.stage("time"):
            found.append(_within(time_leg(view, question, limit=depth, keep=keep), within))
    if request.min_relevance is None and "bm25" in wanted:
        close = _close(result.embedder)
        result.found = [_worth_telling(each, found, close) for each in found]
    return result


def _in_a_row(view: View, question: Question, matches: TermMatches) -> TermMatches:
    """Keep of what a question of stop words alone finds what says just that: The Who, "to be or not to be"."""
    asked = _words(question.text)
    if not asked or (asked.isascii() and len(asked.split()) < FEWEST_IN_A_ROW):
        return matches._replace(hits=())
    texts = view.texts([hit.revision for hit in matches.hits], most=READ)
    held = {each for each, text in texts.items() if f" {asked} " in f" {_words(text)} "}
    return matches._replace(hits=tuple(hit for hit in matches.hits if hit.revision in held))


def _words(text: str) -> str:
    return " ".join(_WORD.findall(flatten(text)))


def _close(embedder: str | None) -> float:
    """Return the cosine from which meaning alone answers under an embedder."""
    background = shipped_weights().background.get(embedder or "")
    return CLOSE if background is None else background[0] + CLOSE_SPREADS * background[1]


def _worth_telling(one: Found, found: Sequence[Found], close: float) -> Found:
    """Keep of what only meaning found what is close; where nothing else is found, something is always the nearest."""
    if one.leg != "dense" or any(other.hits for other in found if other.leg != "dense"):
        return one
    return Found(one.leg, tuple(hit for hit in one.hits if hit[1] >= close))


def _speakers_asked_about(view: View, question: Question, matches: TermMatches) -> tuple[str, ...]:
    """Return the speakers a question names, of those who said what matches best: names are words of what they say."""
    best = view.standing([hit.revision for hit in matches.hits[:SPEAKERS_FROM]])
    return asked_people(question.text, best.speakers())


def question_vector(
    embedding: Embedding, question: Question, people: Sequence[str], warnings: list[str]
) -> NDArray[np.float32] | None:
    """Return the vector of what a question asks, or `None` with a warning where an embedder is wanted and gives none.

    Args:
        embedding: The project's embedder, if any.
        question: As it was read.
        people: Speakers whose names are left out.
        warnings: Where it is said that there is no vector.
    """
    if not embedding.wanted or not question.terms:
        return None
    vectors = embedding.vectors([without_names(asked_part(question.text), people)], query=True)
    warnings.extend(embedding.warnings)
    return None if vectors is None else vectors[0]


def _within(found: Found, within: Sequence[RevisionId]) -> Found:
    if not within:
        return found
    allowed = set(within)
    return Found(found.leg, tuple(hit for hit in found.hits if hit[0] in allowed))
