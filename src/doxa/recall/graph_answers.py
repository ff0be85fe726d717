"""Answers from the claims as a graph: what an entity leads to, and the chain of claims between two."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import combinations

from doxa.errors import InvalidInput
from doxa.graph.beliefs import read_beliefs
from doxa.graph.nodes import RevisionId
from doxa.recall.claim_graph import USER, ClaimGraph, Link
from doxa.recall.reading import known_names
from doxa.recall.slots import speaks_of_asker
from doxa.recall.stories import quotes_of
from doxa.records import Belief, Evidence, Quote, Step
from doxa.text.forms import value_form
from doxa.text.sentences import split_sentences

MAX_HOPS = 20
MOST_ENDS = 6
"""Entities of a question among which a chain is looked for."""
VOUCHED: dict[Evidence | None, float] = {"official": 1.0, "corroborated": 1.0, "single_source": 0.9, "unverified": 0.7}
"""What who vouches for a claim makes of its confidence, where the surest chain is looked for."""


def related_claims(graph: ClaimGraph, entity: str, *, max_hops: int, now: datetime) -> list[Belief]:
    """Return the beliefs whose claims lead from an entity to others, nearest first, each once."""
    levels = graph.levels(entity, _checked_hops(max_hops))
    found = dict.fromkeys(link.revision for level in levels for link in level)
    beliefs = read_beliefs(graph.view, list(found), now=now, about=graph.held_at)
    return [beliefs[revision] for revision in found if revision in beliefs]


def path_between(
    graph: ClaimGraph, source: str, target: str, *, max_hops: int, weighted: bool = False, now: datetime
) -> list[Step] | None:
    """Return a chain of believed claims, `[]` from an entity to itself, `None` where there is none.

    Args:
        graph: The claims.
        source: Where it starts.
        target: Where it ends.
        max_hops: How many claims at most.
        weighted: The surest chain, by the product of its claims' weights, instead of the shortest.
        now: When confidence is read.
    """
    start, goal = graph.called([value_form(source), value_form(target)])
    if start == goal:
        return []
    hops = _checked_hops(max_hops)
    links = _surest(graph, start, goal, hops, now) if weighted else _shortest(graph, start, goal, hops)
    return None if links is None else _steps(graph, links, now)


def answering_path(graph: ClaimGraph, question: str, *, max_hops: int, now: datetime) -> list[Step] | None:
    """Return the shortest chain between two entities that a question names, in the order it names them.

    Args:
        graph: The claims; where no chain leads one way, claims are followed either way.
        question: The question; "I" and "my" name the user.
        max_hops: How many claims at most.
        now: When confidence is read.
    """
    ends = ends_of(graph, question)
    either = ClaimGraph(graph.view, graph.scope, graph.attributes, directed=False, held_at=graph.held_at)
    for walked in (graph, either):
        found = [
            steps
            for source, target in combinations(ends, 2)
            for one, other in ((source, target), (target, source))
            if (steps := path_between(walked, one, other, max_hops=max_hops, now=now))
        ]
        if found:
            return min(found, key=len)
    return None


def ends_of(graph: ClaimGraph, question: str) -> list[str]:
    """Return the entities that a question names, the user first where it speaks of the asker, each once."""
    names = [value_form(each) for each in known_names(question, graph.view)]
    whole = [each for each in names if not any(each != other and _inside(each, other) for other in names)]
    user = [USER] if speaks_of_asker(question, graph.scope) else []
    return list(dict.fromkeys(graph.called([*user, *whole])))[:MOST_ENDS]


def _inside(name: str, other: str) -> bool:
    """Whether a name is part of a longer one: "york" of "new york", 北京 of 北京大学."""
    return f" {name} " in f" {other} " or (not name.isascii() and name in other)


def _shortest(graph: ClaimGraph, start: str, goal: str, max_hops: int) -> list[Link] | None:
    came: dict[str, Link] = {}
    for level in graph.levels(start, max_hops):
        for link in level:
            if link.target != start:
                came.setdefault(link.target, link)
        if goal in came:
            return _trace(came, start, goal)
    return None


def _surest(graph: ClaimGraph, start: str, goal: str, max_hops: int, now: datetime) -> list[Link] | None:
    """Find the chain whose weights have the greatest product (Dijkstra over their negative logarithms)."""
    links = [link for level in graph.levels(start, max_hops) for link in level]
    weights = _weights(graph, links, now)
    outgoing: dict[str, list[Link]] = {}
    for link in links:
        outgoing.setdefault(link.source, []).append(link)
    waiting: list[tuple[float, int, str, tuple[Link, ...]]] = [(0.0, 0, start, ())]
    settled: dict[str, int] = {}
    count = 0
    while waiting:
        cost, _, at, chain = heapq.heappop(waiting)
        if at == goal:
            return list(chain)
        if settled.get(at, max_hops + 1) <= len(chain) or len(chain) == max_hops:
            continue
        settled[at] = len(chain)
        for link in outgoing.get(at, ()):
            count += 1
            step = -math.log(max(weights.get(link.revision, 0.0), 1e-6))
            heapq.heappush(waiting, (cost + step, count, link.target, (*chain, link)))
    return None


def _weights(graph: ClaimGraph, links: Iterable[Link], now: datetime) -> dict[RevisionId, float]:
    revisions = list(dict.fromkeys(link.revision for link in links))
    beliefs = read_beliefs(graph.view, revisions, now=now, about=graph.held_at)
    return {revision: weight_of(belief) for revision, belief in beliefs.items()}


def weight_of(belief: Belief) -> float:
    """Return how far a claim is to be relied on, 0 to 1: its confidence, less where few vouch for it."""
    return belief.confidence * VOUCHED.get(belief.evidence, 0.9)


def _trace(came: dict[str, Link], start: str, goal: str) -> list[Link]:
    links = [came[goal]]
    while links[-1].source != start:
        links.append(came[links[-1].source])
    return links[::-1]


def _steps(graph: ClaimGraph, links: Sequence[Link], now: datetime) -> list[Step]:
    beliefs = read_beliefs(graph.view, [link.revision for link in links], now=now, about=graph.held_at)
    return [_step(graph, link, beliefs[link.revision]) for link in links]


def _step(graph: ClaimGraph, link: Link, belief: Belief) -> Step:
    quote = next(iter(quotes_of(graph.view, link.revision)), None)
    sentence = belief.text if quote is None else _sentence(graph, quote)
    weight = round(weight_of(belief), 4)
    return Step(link.source, link.attribute, link.target, belief, link.forward, weight, sentence, quote)


def _sentence(graph: ClaimGraph, quote: Quote) -> str:
    """Return the sentence, or the sentences, of the turn that a quote stands in."""
    view = graph.view
    text = view.revision(view.resolve(quote.ref)).text
    held = [each for each in split_sentences(text) if each.start < quote.end and quote.start < each.end]
    return text[held[0].start : held[-1].end] if held else quote.text


def _checked_hops(max_hops: int) -> int:
    if not 1 <= max_hops <= MAX_HOPS:
        raise InvalidInput(f"max_hops is {max_hops}.", mend=f"Give 1 to {MAX_HOPS}.", field="max_hops", value=max_hops)
    return max_hops
