"""Answers from the claims as a graph: what an entity leads to, and the chain of claims between two.

An entity is the normal form of what it is called, under whichever of its names a claim speaks of it; a believed claim
is an edge from its subject to its value. Each level of a walk is a few batches of look-ups, however many entities it
holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from doxa.belief.attributes import AttributeRegistry
from doxa.errors import InvalidInput
from doxa.graph.beliefs import read_beliefs
from doxa.graph.contract import View
from doxa.graph.entities import canonical_forms, other_names
from doxa.graph.nodes import HeadRow, RevisionId
from doxa.records import Belief, Claim, Scope, Step
from doxa.text.forms import value_form

USER = "user"
MAX_HOPS = 20
FAN_OUT = 2000
"""Claims looked at per level; a hub beyond that is cut at its newest claims."""


@dataclass(frozen=True, slots=True)
class Link:
    """A believed claim as an edge between two entities, in the direction it was walked."""

    source: str
    target: str
    attribute: str
    revision: RevisionId


def related_claims(
    view: View,
    scope: Scope,
    attributes: AttributeRegistry,
    entity: str,
    *,
    relation: str | None,
    max_hops: int,
    directed: bool,
    now: datetime,
) -> list[Belief]:
    """Return the beliefs whose claims lead from an entity to others, nearest first, each once."""
    wanted = None if relation is None else attributes.resolve(relation).attribute.name
    walk = _Walk(view, scope, attributes, wanted, directed)
    found = dict.fromkeys(link.revision for level in walk.levels(entity, _checked_hops(max_hops)) for link in level)
    beliefs = read_beliefs(view, list(found), now=now)
    return [beliefs[revision] for revision in found if revision in beliefs]


def path_between(
    view: View,
    scope: Scope,
    attributes: AttributeRegistry,
    source: str,
    target: str,
    *,
    max_hops: int,
    directed: bool,
    now: datetime,
) -> list[Step] | None:
    """Return the shortest chain of believed claims, `[]` from an entity to itself, `None` where there is none."""
    walk = _Walk(view, scope, attributes, None, directed)
    start, goal = walk.called([value_form(source), value_form(target)])
    if start == goal:
        return []
    came: dict[str, Link] = {}
    for level in walk.levels(source, _checked_hops(max_hops)):
        for link in level:
            if link.target != start:
                came.setdefault(link.target, link)
        if goal in came:
            return _steps(view, _trace(came, start, goal), now)
    return None


def _trace(came: dict[str, Link], start: str, goal: str) -> list[Link]:
    links = [came[goal]]
    while links[-1].source != start:
        links.append(came[links[-1].source])
    return links[::-1]


def _steps(view: View, links: Sequence[Link], now: datetime) -> list[Step]:
    beliefs = read_beliefs(view, [link.revision for link in links], now=now)
    return [Step(link.source, link.attribute, link.target, beliefs[link.revision]) for link in links]


@dataclass(slots=True)
class _Walk:
    view: View
    scope: Scope
    attributes: AttributeRegistry
    relation: str | None
    directed: bool

    def levels(self, entity: str, max_hops: int) -> list[list[Link]]:
        """Return the links of each level, an entity expanded once, in order of the newest claim."""
        frontier = self.called([value_form(entity)])
        seen = {*frontier}
        levels: list[list[Link]] = []
        for _ in range(max_hops):
            level = self._links(frontier)
            levels.append(level)
            frontier = [form for form in dict.fromkeys(link.target for link in level) if form not in seen]
            seen.update(frontier)
            if not frontier:
                break
        return levels

    def called(self, forms: Sequence[str]) -> list[str]:
        """Return what the entities that forms name are called, in the same order."""
        canonical = canonical_forms(self.view, [form for form in forms if form != USER], self._owner)
        return [canonical.get(form, form) for form in forms]

    @property
    def _owner(self) -> str | None:
        return self.scope.user if isinstance(self.scope.user, str) else None

    def _mentioned(self, forms: Sequence[str]) -> dict[str, list[tuple[RevisionId, str]]]:
        """Return where entities are spoken of, under whichever of their names."""
        roles = ("subject",) if self.directed else ("subject", "value")
        others = other_names(self.view, [form for form in forms if form != USER], self._owner)
        names = {form: (form, *others.get(form, ())) for form in forms}
        wanted = list(dict.fromkeys(name for each in names.values() for name in each))
        found = self.view.mentions(wanted, roles=roles, limit=FAN_OUT)
        return {form: [pair for name in each for pair in found.get(name, ())] for form, each in names.items()}

    def _links(self, forms: Sequence[str]) -> list[Link]:
        named = self._mentioned(forms)
        heads = self.view.heads([revision for revisions in named.values() for revision, _ in revisions])
        believed = [revision for revision, head in heads.items() if self._counts(head)]
        claims = {
            revision: node.claim for revision, node in self.view.revisions(believed).items() if node.claim is not None
        }
        links = [
            link
            for form in forms
            for revision, role in named[form]
            if revision in claims and (link := self._link(form, role, revision, claims[revision])) is not None
        ]
        targets = self.called([link.target for link in links])
        return [replace(link, target=target) for link, target in zip(links, targets, strict=True)]

    def _counts(self, head: HeadRow) -> bool:
        contexts = not self.scope.contexts or not head.contexts or bool({*self.scope.contexts} & {*head.contexts})
        labels = (self.scope.agent in (None, head.agent)) and (self.scope.session in (None, head.session))
        space = self.scope.space is None or f"{head.space}/".startswith(f"{self.scope.space.strip('/')}/")
        return head.is_head and head.status == "live" and head.standing == "accepted" and contexts and labels and space

    def _link(self, form: str, role: str, revision: RevisionId, claim: Claim) -> Link | None:
        if not claim.polarity or claim.subject is None or claim.attribute is None or claim.value is None:
            return None
        name = self.attributes.resolve(claim.attribute).attribute.name
        if self.relation is not None and name != self.relation:
            return None
        other = value_form(claim.value if role == "subject" else claim.subject)
        return Link(form, other, name, revision)


def _checked_hops(max_hops: int) -> int:
    if not 1 <= max_hops <= MAX_HOPS:
        raise InvalidInput(f"max_hops is {max_hops}.", mend=f"Give 1 to {MAX_HOPS}.", field="max_hops", value=max_hops)
    return max_hops
