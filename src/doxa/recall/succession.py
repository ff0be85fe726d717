"""Old wording: a source whose claims were replaced stands behind what replaced them, and says so.

What somebody said first often matches a question better than the belief that later replaced it: "My favourite colour
is blue" against "user's favourite colour is green". The words stay findable, but never as the better answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from doxa.graph.beliefs import read_beliefs
from doxa.graph.contract import View
from doxa.graph.nodes import EdgeNode, HeadRow, RevisionId
from doxa.recall.fusion import Candidate, Ranking, ranking_of
from doxa.recall.legs import Found
from doxa.recall.weighing import Weighed
from doxa.records import Hit
from doxa.text.forms import value_form

LOOKED_AT = 3
"""Candidates per wanted hit whose claims are looked up."""
NEAREST = 3
"""Of the hits by meaning alone, those that a question is taken to ask for."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """A claim that a source made and that no longer stands: the version it made, and the believed one."""

    source: RevisionId
    old: RevisionId
    head: HeadRow


def replaced_claims(view: View, sources: Sequence[RevisionId], *, themselves: bool = True) -> list[Replaced]:
    """Return what of the claims read from some sources has been replaced by something else.

    Args:
        view: The snapshot.
        sources: Revisions such as turns.
        themselves: Whether beliefs among them that a denial took the place of count too.
    """
    types = ("DERIVED_FROM", "SUPERSEDES") if themselves else ("DERIVED_FROM",)
    pointing = view.edges(list(sources), direction="in", types=types) if sources else []
    read_from = [edge for edge in pointing if edge.type == "DERIVED_FROM"]
    return [*_replaced_in(view, read_from), *_denied(view, [edge for edge in pointing if edge.type == "SUPERSEDES"])]


def _denied(view: View, edges: Sequence[EdgeNode]) -> list[Replaced]:
    """Return the beliefs that are heads of their own still, and that no longer hold since something denies them."""
    rows = view.heads(list(dict.fromkeys(each for edge in edges for each in (edge.source, edge.target))))
    standing = {each: row for each, row in rows.items() if row.is_head and row.standing == "accepted"}
    pairs = [edge for edge in edges if edge.source in standing and edge.target in rows and rows[edge.target].is_head]
    pairs = [edge for edge in pairs if rows[edge.source].item != rows[edge.target].item]
    nodes = view.revisions([edge.source for edge in pairs])
    return [
        Replaced(edge.target, edge.target, standing[edge.source])
        for edge in pairs
        if (claim := nodes[edge.source].claim) is not None and not claim.polarity
    ]


def _replaced_in(view: View, read_from: Sequence[EdgeNode]) -> list[Replaced]:
    rows = view.heads(list(dict.fromkeys(edge.source for edge in read_from)))
    after = _successors(view, rows)
    heads = view.heads(list(dict.fromkeys(after.values())))
    same = _saying_the_same(view, {old: new for old, new in after.items() if new in heads})
    return [
        Replaced(edge.target, edge.source, heads[after[edge.source]])
        for edge in read_from
        if after.get(edge.source) in heads and edge.source not in same
    ]


def _successors(view: View, rows: Mapping[RevisionId, HeadRow]) -> dict[RevisionId, RevisionId]:
    """Return what is believed instead of each of some versions: a later version, or a belief that displaced theirs."""
    later = {each: row.head for each, row in rows.items() if not row.is_head}
    displaced = [each for each, row in rows.items() if row.is_head and row.standing != "accepted"]
    edges = view.edges(displaced, direction="in", types=("SUPERSEDES",)) if displaced else []
    return {**{edge.target: edge.source for edge in edges}, **later}


def _saying_the_same(view: View, after: Mapping[RevisionId, RevisionId]) -> set[RevisionId]:
    """Return the versions whose claim is that of what is believed now, as where somebody went back to what was.

    So are those that were told as over: "from 2010 to 2012 I worked at IBM" is so for its time whatever came later.
    """
    nodes = view.revisions(list({*after, *after.values()}))

    def said(revision: RevisionId) -> tuple[str, bool] | str:
        node = nodes[revision]
        return (value_form(node.claim.value or ""), node.claim.polarity) if node.claim else node.text

    def told_as_over(revision: RevisionId) -> bool:
        valid = nodes[revision].valid
        return valid is not None and valid.end is not None and valid.end <= nodes[revision].created_at

    known = {old: new for old, new in after.items() if old in nodes and new in nodes}
    return {old for old, new in known.items() if said(old) == said(new) or told_as_over(old)}


def asked_for(replaced: Iterable[Replaced], found: Iterable[Found]) -> list[Replaced]:
    """Return those of replaced claims that a question asks for by word, name or slot, or comes closest to by meaning.

    A source may have said more than what was replaced, and be asked about the rest.
    """
    asked = {
        revision
        for leg in found
        for revision, _ in (leg.hits[:NEAREST] if leg.leg == "dense" else leg.hits if leg.leg != "time" else ())
    }
    return [each for each in replaced if not {each.old, each.head.revision}.isdisjoint(asked)]


def with_heads(candidates: Ranking, replaced: Sequence[Replaced]) -> Ranking:
    """Return candidates with the beliefs that replaced claims of theirs, each with at least its source's score."""
    if not replaced:
        return candidates
    scores = dict(zip(candidates.revisions, candidates.scores, strict=True))
    lifted = dict(scores)
    for each in replaced:
        head = each.head.revision
        lifted[head] = max(lifted.get(head, 0.0), scores.get(each.source, 0.0))
    return ranking_of(
        sorted((Candidate(*each) for each in lifted.items()), key=lambda each: (-each.score, -each.revision))
    )


def heads_first(weighed: Sequence[Weighed], replaced: Sequence[Replaced]) -> list[Weighed]:
    """Return candidates with the beliefs that replaced claims ahead of their sources, whatever else was weighed."""
    if not replaced:
        return list(weighed)
    by = {each.row.revision: each for each in weighed}
    for pair in replaced:
        source, head = by.get(pair.source), by.get(pair.head.revision)
        if source is not None and head is not None and head.score < source.score:
            score = head.candidate.score + source.score - head.score
            by[pair.head.revision] = head._replace(candidate=Candidate(pair.head.revision, score))
    return sorted(by.values(), key=lambda each: (-round(each.score, 9), -each.row.revision))


def with_successors(
    view: View, hits: list[tuple[RevisionId, Hit]], replaced: Iterable[Replaced], now: datetime
) -> list[tuple[RevisionId, Hit]]:
    """Return hits, those whose words were replaced with what replaced them.

    Where that is no longer sure enough to be shown, the old words come behind every other hit instead.
    """
    shown = {revision for revision, _ in hits}
    old = [each for each in replaced if each.source in shown]
    if not old:
        return hits
    beliefs = read_beliefs(view, list({each.head.revision for each in old}), now=now)
    by: dict[RevisionId, list[str]] = {}
    for each in old:
        if each.head.revision in beliefs:
            by.setdefault(each.source, []).append(beliefs[each.head.revision].kref)
    told = [
        (revision, replace(hit, replaced_by=tuple(dict.fromkeys(by[revision]))) if revision in by else hit)
        for revision, hit in hits
    ]
    alone = {each.source for each in old if each.head.revision in beliefs and each.head.revision not in shown}
    return _behind_the_rest(told, alone) if alone else told


def _behind_the_rest(hits: list[tuple[RevisionId, Hit]], alone: set[RevisionId]) -> list[tuple[RevisionId, Hit]]:
    ahead = [each for each in hits if each[0] not in alone]
    least = min((hit.score for _, hit in ahead), default=None)
    behind = [
        (revision, hit if least is None else replace(hit, score=min(hit.score, least)))
        for revision, hit in hits
        if revision in alone
    ]
    return ahead + behind
