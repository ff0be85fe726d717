"""`engage`: what an agent should be handed for a question, in sections in which no belief comes twice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from doxa.belief.attributes import AttributeRegistry
from doxa.context_records import Context, Learned
from doxa.envelope import Envelope
from doxa.errors import InvalidInput
from doxa.graph.beliefs import read_beliefs
from doxa.graph.contract import View
from doxa.graph.nodes import Filter, RevisionId
from doxa.index.embedding import Embedding
from doxa.index.lexicon import lexicon_of
from doxa.plugins import NO_PLUGINS, Plugins
from doxa.recall.composing import known_krefs
from doxa.recall.context_line import telling_of
from doxa.recall.context_text import Sections, context_text
from doxa.recall.learned_text import with_learned
from doxa.recall.pipeline import Answer, Returned, run_recall
from doxa.recall.precise import QUESTION, NamedBeliefs, recall_names
from doxa.recall.reading import aspect_of, exact_tokens, intent_of
from doxa.recall.request import MAX_LIMIT, NAMES, Request
from doxa.recall.showing import is_current, is_over
from doxa.recall.stopwatch import Stopwatch
from doxa.recall.token_estimate import TokenCount
from doxa.records import Belief, Hit, Question, Recall, Ref
from doxa.text.tokens import query_tokens

PRELUDE_LINES = 12
"""Standing beliefs of the prelude at most."""
LIMITS = frozenset({"allergic_to", "intolerant_to"})
"""Attributes that bear on advice even where no word of the question points to them."""
INSTRUCTIONS = frozenset({"skill", "document"})
"""Kinds that tell how to do things, and nothing of the user: noise in a context unless the question is about that."""
CLEARLY = 0.25
"""Relevance from which an instruction is handed over without being asked for."""
USER = "user"
PINNED = 100
"""Pinned beliefs and questions that are shown at most."""


@dataclass(frozen=True, slots=True)
class Engagement:
    """What `Memory.engage` was asked for; see there.

    `learned` is what the question is like of experiences and patterns: the brief looks at it, and with `telling` the
    text tells it.
    """

    request: Request
    max_beliefs: int | None = None
    max_tokens: int = 2000
    known: tuple[Ref, ...] = ()
    insights: bool = False
    situation: str = ""
    goals: tuple[str, ...] = ()
    learned: tuple[Learned, ...] = ()
    telling: bool = False
    plugins: Plugins = NO_PLUGINS

    def __post_init__(self) -> None:
        """Check the budgets."""
        for name, value in (("max_beliefs", self.max_beliefs), ("max_tokens", self.max_tokens)):
            if value is not None and value < 0:
                raise InvalidInput(f"{name} is {value}.", mend="Give 0 or more.", field=name, value=value)


@dataclass(frozen=True, slots=True)
class Engaged:
    """A context with the revisions whose use counts."""

    context: Context
    returned: tuple[Returned, ...]


def recall_by_names(view: View, request: Request, embedding: Embedding) -> Answer:
    """Answer a request by names alone: `recall` with `legs=["names"]`."""
    watch = Stopwatch()
    with watch.stage("names"):
        named = recall_names(view, request, lexicon_of(embedding))
    hits = named.hits[: request.limit]
    recall = _recall(view, request, tuple(hit for _, hit in hits), watch)
    return Answer(recall, tuple(Returned(revision) for revision, _ in hits))


def engage_with(
    view: View, engagement: Engagement, standing: Envelope | None, embedding: Embedding, attributes: AttributeRegistry
) -> Engaged:
    """Gather the sections of a context and write its text.

    Args:
        view: What is seen.
        engagement: The question and its budgets.
        standing: The envelope of what applies everywhere; `None` where it is not of one owner.
        embedding: The project's embedder, if any.
        attributes: The registry of attributes.
    """
    watch = Stopwatch()
    request = engagement.request
    with watch.stage("standing"):
        known = known_krefs(view, engagement.known)
        prelude = [] if standing is None else prelude_of(standing, request.now)
        told = {each.id for each in prelude}
        marked = _marked(view, request)
    pinned = {revision: each for revision, each in marked.items() if each.kind != QUESTION}
    with watch.stage("names"):
        named = recall_names(view, request, lexicon_of(embedding))
    asked = [*(each for each in marked.values() if each.kind == QUESTION), *named.questions]
    questions = list({each.id: each for each in asked}.values())
    room = _room(engagement, [each for each in pinned.values() if each.id not in told])
    answer = _fitting(view, _with_known(request, known), named, embedding, attributes, engagement.plugins)
    shown = told | {each.id for each in pinned.values()} | {each.id for each in questions}
    kept = [(back, hit) for back, hit in zip(answer.returned, answer.recall.hits, strict=True)]
    kept = [pair for pair in kept if _is_new(pair[1], shown, known)][:room]
    hits = tuple(hit for _, hit in kept)
    related = tuple(hit for hit in answer.recall.related if _is_new(hit, shown, known))
    recall = replace(answer.recall, hits=hits, related=related, abstained=not hits)
    sections = Sections(
        tuple(each for each in prelude if each.kref not in known),
        tuple(each for each in pinned.values() if each.kref not in known),
        tuple(each for each in questions if each.kref not in known),
        hits,
        related,
    )
    context = _written(engagement, sections, recall, watch)
    return Engaged(context, tuple(back for back, _ in kept))


def _written(engagement: Engagement, sections: Sections, recall: Recall, watch: Stopwatch) -> Context:
    request, count = engagement.request, TokenCount(engagement.plugins.counter)
    with watch.stage("text"):
        telling = telling_of(request.now, recall.reading.terms, recall.hits)
        context = context_text(sections, recall, engagement.max_tokens, telling, count)
    if engagement.telling:
        context = with_learned(context, engagement.learned, engagement.max_tokens, count)
    if engagement.insights:
        with watch.stage("insights"):
            context = _with_insights(context, engagement, sections)
    timings = {**context.recall.timings, **watch.seconds}
    return replace(context, recall=replace(context.recall, timings=timings))


def _with_insights(context: Context, engagement: Engagement, sections: Sections) -> Context:
    from doxa.recall.insight import review_brief
    from doxa.recall.synthesis import synthesis_request

    hits = [hit.belief for hit in (*sections.hits, *sections.facts)]
    others = [each for _, part in sections.blocks() for each in part]
    ordered = list({each.kref: each for each in (*hits, *others)}.values())
    timings = context.recall.timings
    complete = "embed" not in timings or "dense" in timings  # else the question got no vector though one was wanted
    brief = review_brief(
        ordered,
        situation=engagement.situation,
        goals=engagement.goals,
        complete=complete,
        learned=engagement.learned,
    )
    asked = synthesis_request(engagement.request.query, ordered, brief, engagement.learned)
    return replace(context, insights=brief, synthesis_request=asked)


def _fitting(
    view: View,
    request: Request,
    named: NamedBeliefs,
    embedding: Embedding,
    attributes: AttributeRegistry,
    plugins: Plugins,
) -> Answer:
    """Return what is found, without instructions that only lie close to the question; others take their places."""
    answer = _found(view, request, named, embedding, attributes, plugins)
    beside = sum(not _fits(hit, request) for hit in answer.recall.hits)
    if beside:
        more = replace(request, limit=min(MAX_LIMIT, request.limit + beside))
        answer = _found(view, more, named, embedding, attributes, plugins)
    kept = [pair for pair in zip(answer.returned, answer.recall.hits, strict=True) if _fits(pair[1], request)]
    return _answer(answer.recall, kept[: request.limit + len(named.hits)])


def _fits(hit: Hit, request: Request) -> bool:
    """Whether a hit is no skill or document, was asked for by its kind or called by name, or clearly answers."""
    if hit.belief.kind not in INSTRUCTIONS or request.kinds:
        return True
    return hit.relevance >= CLEARLY


def _with_known(request: Request, known: set[str]) -> Request:
    """Return a request for as many hits more as the caller knows already."""
    return replace(request, limit=min(MAX_LIMIT, request.limit + len(known))) if request.limit else request


def _is_new(hit: Hit, shown: set[str], known: set[str]) -> bool:
    told = hit.belief.id in shown and hit.belief.status != "superseded"  # what was so before is another thing to say
    return not told and hit.belief.kref not in known and hit.belief.kind != QUESTION


def prelude_of(standing: Envelope, now: datetime) -> list[Belief]:
    """Return the beliefs that apply everywhere and that every context begins with.

    Pinned ones come first, then what somebody cannot have, whatever is asked, then profile and preferences.
    """
    limits = [each for each in standing.facts if _is_limit(each)]
    beliefs = [*limits, *standing.profile.values(), *standing.preferences.values()]
    plain = [each for each in beliefs if each.status == "live" and not is_over(each, now)]
    return sorted(plain, key=lambda each: (not each.pinned, not _is_limit(each)))[:PRELUDE_LINES]


def _is_limit(belief: Belief) -> bool:
    claim = belief.claim
    return claim is not None and claim.polarity and claim.attribute in LIMITS and claim.subject == USER


def _marked(view: View, request: Request) -> dict[RevisionId, Belief]:
    """Return the pinned beliefs that apply, newest first."""
    scope = request.scope
    keep = Filter(space=scope.space, agent=scope.agent, session=scope.session, contexts=scope.contexts, pinned=True)
    rows = [row for row in view.list_heads(keep, limit=PINNED).items if row.kind != "narrative"]
    beliefs = read_beliefs(view, [row.revision for row in rows], now=request.now)
    return {revision: each for revision, each in beliefs.items() if is_current(each, request.now)}


def _room(engagement: Engagement, pinned: list[Belief]) -> int:
    """Return how many hits there may be: the limit, or what pinned beliefs leave of a budget of beliefs."""
    limit = engagement.request.limit
    return limit if engagement.max_beliefs is None else min(limit, max(engagement.max_beliefs - len(pinned), 0))


def _found(
    view: View,
    request: Request,
    named: NamedBeliefs,
    embedding: Embedding,
    attributes: AttributeRegistry,
    plugins: Plugins,
) -> Answer:
    """Return what is called by name, and unless names alone are asked for, what the pipeline finds after it."""
    called = [(Returned(revision), hit) for revision, hit in named.hits]
    if request.legs == NAMES:
        return _answer(_recall(view, request, (), Stopwatch()), called)
    found = run_recall(view, request, embedding, attributes, plugins=plugins)
    seen = {hit.belief.id for _, hit in called}
    others = [pair for pair in zip(found.returned, found.recall.hits, strict=True) if _is_new(pair[1], seen, set())]
    return _answer(found.recall, [*called, *others])


def _answer(recall: Recall, hits: list[tuple[Returned, Hit]]) -> Answer:
    return Answer(replace(recall, hits=tuple(hit for _, hit in hits)), tuple(back for back, _ in hits))


def _recall(view: View, request: Request, hits: tuple[Hit, ...], watch: Stopwatch) -> Recall:
    text = request.query
    exact = exact_tokens(text)
    reading = Question(text, tuple(query_tokens(text)), exact, intent=intent_of(text, exact), aspect=aspect_of(text))
    return Recall(hits=hits, abstained=not hits, at_op=str(view.at), reading=reading, timings=dict(watch.seconds))
