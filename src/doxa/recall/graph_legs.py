"""The legs over the graph of claims: what only it leads to comes on top of the hits and takes nobody's place.

The relation leg follows claims from what the question names, over several hops, along the attributes it asks about:
"where does my brother work?" leads from the user over a sibling to an employer. The bridge leg looks for entities that
two angles of the question share, and tells the claims that join them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from doxa.belief.attributes import AttributeRegistry
from doxa.belief.kinds import kind_of
from doxa.graph.beliefs import read_beliefs
from doxa.graph.contract import View
from doxa.graph.nodes import RevisionId
from doxa.recall.claim_graph import USER, ClaimGraph, Link
from doxa.recall.conditions import matches
from doxa.recall.request import GRAPH_LEGS, Request, recallable
from doxa.recall.showing import has_expired
from doxa.recall.slots import asked_attributes, asked_subjects
from doxa.records import Belief, Hit, Question, Reason
from doxa.text.forms import value_form
from doxa.text.simplified import simplified

MOST_HOPS = 3
DECAY = 0.7
"""What a claim counts for one hop further away."""
UNASKED, BACKWARD = 0.5, 0.7
"""What a claim counts whose attribute was not asked about, and one that is followed from its value to its subject."""
LEAST = 0.2
"""What a chain must still count to be followed."""
MOST_RELATED, MOST_BRIDGED, PER_ANCHOR = 4, 4, 2
HUB = 12
"""Claims from which an entity joins too much to tell anything: of it only what was asked about is followed."""
MOST_EXPANDED, MOST_ANCHORS = 24, 8
TOP = 5
"""Hits whose claims are an angle of the question."""
BRIDGED = 0.9
"""What a claim that joins two angles counts, beside the weaker of them."""
NAMED = 0.9
"""How strongly a claim ties what the question names to its other end."""


@dataclass(frozen=True, slots=True)
class Reached:
    """A claim the graph led to: how much it counts, and over which claims."""

    score: float
    leg: str
    chain: tuple[Link, ...]

    @property
    def told(self) -> str:
        """The way in words, for explanations."""
        return ", ".join(
            f"{link.source} —{link.attribute}→ {link.target}"
            if link.forward
            else f"{link.source} ←{link.attribute}— {link.target}"
            for link in self.chain
        )


def related_hits(
    view: View,
    question: Question,
    request: Request,
    attributes: AttributeRegistry,
    hits: Sequence[tuple[RevisionId, Hit]],
) -> tuple[Hit, ...]:
    """Return what only the graph leads to, best first; nothing where nothing else was found.

    Args:
        view: The snapshot.
        question: As it was read.
        request: What shapes the answer.
        attributes: The registry of attributes.
        hits: What was found without the graph.
    """
    wanted = [leg for leg in GRAPH_LEGS if leg in (request.legs or GRAPH_LEGS)]
    if not wanted or not hits or request.refs or request.unroll:
        return ()
    starts = list(dict.fromkeys(asked_subjects(view, question, request.scope, attributes)))
    asked = asked_attributes(simplified(question.text), attributes) if starts else frozenset()
    if not starts or (starts == [USER] and not asked):
        return ()
    graph = ClaimGraph(view, request.scope, attributes, None, False, request.valid_at, 4 * HUB, asked)
    starts = graph.called(starts)
    first = graph.links(starts[:MOST_EXPANDED])
    reached: dict[RevisionId, Reached] = {}
    if "relation" in wanted:
        reached.update(_Relating(graph, asked, starts).found(first))
    if "bridge" in wanted:
        for revision, way in _bridged(graph, starts, first, [hit for _, hit in hits[:TOP]]):
            reached.setdefault(revision, way)
    return _shown(view, request, reached, {revision for revision, _ in hits})


@dataclass(slots=True)
class _Relating:
    """Follows claims from entities, hop by hop, along the attributes that were asked about."""

    graph: ClaimGraph
    asked: frozenset[str]
    starts: Sequence[str]
    best: dict[RevisionId, Reached] = field(default_factory=dict)

    def found(self, first: Sequence[Link]) -> dict[RevisionId, Reached]:
        """Return the best chains, each of which ends with a claim whose attribute was asked about."""
        frontier = dict.fromkeys(self.starts, Reached(1.0, "relation", ()))
        seen = {*self.starts}
        links = first
        for hop in range(MOST_HOPS):
            following = self._follow(frontier, links, DECAY if hop else 1.0)
            frontier = {form: way for form, way in following.items() if form not in seen}
            seen.update(frontier)
            if not frontier or hop + 1 == MOST_HOPS:
                break
            links = self.graph.links(list(frontier)[:MOST_EXPANDED])
        asking = [pair for pair in self.best.items() if pair[1].chain[-1].attribute in self.asked]
        ranked = sorted(asking, key=lambda pair: (-pair[1].score, -pair[0]))
        return dict(ranked[:MOST_RELATED])

    def _follow(self, frontier: Mapping[str, Reached], links: Sequence[Link], decay: float) -> dict[str, Reached]:
        following: dict[str, Reached] = {}
        for link in self._telling(links):
            before = frontier.get(link.source)
            if before is None or any(each.revision == link.revision for each in before.chain):
                continue
            counts = (1.0 if link.attribute in self.asked else UNASKED) * (1.0 if link.forward else BACKWARD)
            score = before.score * counts * decay
            if score < LEAST:
                continue
            way = Reached(round(score, 6), "relation", (*before.chain, link))
            if score > (self.best[link.revision].score if link.revision in self.best else 0.0):
                self.best[link.revision] = way
            if score > (following[link.target].score if link.target in following else 0.0):
                following[link.target] = way
        return following

    def _telling(self, links: Sequence[Link]) -> Iterator[Link]:
        """Yield links, of an entity that has very many only those whose attribute was asked about."""
        counts: dict[str, int] = {}
        for link in links:
            counts[link.source] = counts.get(link.source, 0) + 1
        yield from (link for link in links if counts[link.source] <= HUB or link.attribute in self.asked)


def _bridged(
    graph: ClaimGraph, starts: Sequence[str], first: Sequence[Link], hits: Sequence[Hit]
) -> Iterator[tuple[RevisionId, Reached]]:
    """Yield claims that join what two angles share, those that do so themselves first, hubs last."""
    angles = _angles(graph, starts, first, hits)
    shared = {form: sorted(by.values(), reverse=True)[1] for form, by in angles.items() if len(by) > 1 and form != USER}
    anchors = sorted(shared, key=lambda form: (-shared[form], form))[:MOST_ANCHORS]
    about: dict[str, list[Link]] = {anchor: [] for anchor in anchors}
    for link in graph.links(anchors) if anchors else ():
        about[link.source].append(link)
    given = 0
    for anchor in sorted(anchors, key=lambda form: len(about[form]) > HUB):
        joining = [link for link in first if link.target == anchor]
        new = [link for link in about[anchor] if link.target not in starts]
        claims = {link.revision: link for link in (*joining, *new)}
        for link in list(claims.values())[: min(PER_ANCHOR, MOST_BRIDGED - given)]:
            given += 1
            score = BRIDGED * shared[anchor] * (1.0 if len(about[anchor]) <= HUB else UNASKED)
            yield link.revision, Reached(round(score, 6), "bridge", (link,))


def _angles(
    graph: ClaimGraph, starts: Sequence[str], first: Sequence[Link], hits: Sequence[Hit]
) -> dict[str, dict[str, float]]:
    """Return, per entity, from which angles it is reached and how strongly: things named, and what was found."""
    angles: dict[str, dict[str, float]] = {}
    for link in first:
        if link.target not in starts and link.source != USER:  # everything of theirs is the user's: it joins nothing
            angles.setdefault(link.target, {})[link.source] = NAMED
    for hit in hits:
        claim = hit.belief.claim
        ends = [] if claim is None else [value_form(end) for end in (claim.subject, claim.value) if end]
        called = graph.called(ends)
        if not {*called} & {*starts}:  # else it says no more than the angle of what is named
            for form in called:
                by = angles.setdefault(form, {})
                by["found"] = max(by.get("found", 0.0), hit.relevance)
    return angles


def _shown(
    view: View, request: Request, reached: Mapping[RevisionId, Reached], known: set[RevisionId]
) -> tuple[Hit, ...]:
    new = [revision for revision in reached if revision not in known]
    beliefs = read_beliefs(view, new, now=request.now, about=request.valid_at, chain=True)
    fitting = {revision: belief for revision, belief in beliefs.items() if _fits(belief, request)}
    least = request.min_relevance or 0.0
    ranked = sorted(fitting, key=lambda revision: (-reached[revision].score, -revision))
    return tuple(_hit(fitting[each], reached[each], request) for each in ranked if reached[each].score >= least)


def _hit(belief: Belief, way: Reached, request: Request) -> Hit:
    why = (Reason(way.leg, way.told, score=way.score),) if request.explain else ()
    route = kind_of(belief.kind).route or "normal"
    return Hit(belief, way.score, way.score, way.score, route, why, related=True)


def _fits(belief: Belief, request: Request) -> bool:
    shown = belief.status in ("live", "contested") and not has_expired(belief, request.now)
    return shown and recallable(request, belief.kind) and matches(belief, request.where)
