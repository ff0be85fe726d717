"""The believed claims as a graph: entities, and the links that claims draw between them.

An entity is the normal form of what it is called, under whichever of its names a claim speaks of it; a believed claim
is an edge from its subject to its value. Each level of a walk is a few batches of look-ups, however many entities it
holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from doxa.belief.attributes import AttributeRegistry
from doxa.graph.beliefs import holds_at
from doxa.graph.contract import View
from doxa.graph.entities import canonical_forms, other_names
from doxa.graph.nodes import HeadRow, RevisionId
from doxa.recall.showing import applies
from doxa.records import Claim, Scope
from doxa.text.forms import value_form

USER = "user"
FAN_OUT = 2000
"""Claims looked at per level; a hub beyond that is cut at its newest claims."""
_THE_USER = frozenset({"i", "me", "myself", "我", "我自己", "本人", "用户"})


@dataclass(frozen=True, slots=True)
class Link:
    """A believed claim as an edge between two entities, in the direction it was walked.

    `forward` says whether that is from its subject to its value.
    """

    source: str
    target: str
    attribute: str
    revision: RevisionId
    forward: bool = True


@dataclass(slots=True)
class ClaimGraph:
    """The claims that a scope sees, as a graph.

    Args:
        view: The snapshot.
        scope: Whose memories, under which labels.
        attributes: The registry of attributes.
        relation: Only claims of this attribute; `None` = all.
        directed: Walk claims only from subject to value.
        held_at: Only claims that hold in the world at this instant; `None` = all that stand, for whatever time.
        fan_out: Claims of one entity that are looked at, newest first.
        of_user: Attributes that are followed from the user, who has claims of every sort; `None` = all.
    """

    view: View
    scope: Scope
    attributes: AttributeRegistry
    relation: str | None = None
    directed: bool = True
    held_at: datetime | None = None
    fan_out: int = FAN_OUT
    of_user: frozenset[str] | None = None

    def levels(self, entity: str, max_hops: int) -> list[list[Link]]:
        """Return the links of each level, an entity expanded once, in order of the newest claim."""
        frontier = self.called([value_form(entity)])
        seen = {*frontier}
        levels: list[list[Link]] = []
        for _ in range(max_hops):
            level = self.links(frontier)
            levels.append(level)
            frontier = [form for form in dict.fromkeys(link.target for link in level) if form not in seen]
            seen.update(frontier)
            if not frontier:
                break
        return levels

    def called(self, forms: Sequence[str]) -> list[str]:
        """Return what the entities that forms name are called, in the same order; 我, 用户, `me` are the user."""
        forms = [USER if form in _THE_USER else form for form in forms]
        canonical = canonical_forms(self.view, [form for form in forms if form != USER], self._owner)
        return [canonical.get(form, form) for form in forms]

    def links(self, forms: Sequence[str]) -> list[Link]:
        """Return the links that lead from entities to others."""
        named = self._mentioned(forms)
        heads = self.view.heads(list({revision for revisions in named.values() for revision, _ in revisions}))
        believed = self._believed(list(heads.values()))
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

    @property
    def _owner(self) -> str | None:
        return self.scope.user if isinstance(self.scope.user, str) else None

    def _mentioned(self, forms: Sequence[str]) -> dict[str, list[tuple[RevisionId, str]]]:
        """Return where entities are spoken of, under whichever of their names."""
        roles = ("subject",) if self.directed else ("subject", "value")
        others = other_names(self.view, [form for form in forms if form != USER], self._owner)
        names = {form: (form, *others.get(form, ())) for form in forms}
        wanted = list(dict.fromkeys(name for each in names.values() for name in each))
        found = self.view.mentions(wanted, roles=roles, limit=self.fan_out)
        return {form: [pair for name in each for pair in found.get(name, ())] for form, each in names.items()}

    def _believed(self, rows: Sequence[HeadRow]) -> list[RevisionId]:
        """Return what stands: the present heads, or whatever is believed to hold at the instant asked about."""
        applying = [row for row in rows if row.status == "live" and applies(row, self.scope)]
        if self.held_at is not None:
            return sorted(holds_at(self.view, applying, self.held_at), reverse=True)
        return [row.revision for row in applying if row.is_head and row.standing == "accepted"]

    def _link(self, form: str, role: str, revision: RevisionId, claim: Claim) -> Link | None:
        if not claim.polarity or claim.subject is None or claim.attribute is None or claim.value is None:
            return None
        name = self.attributes.resolve(claim.attribute).attribute.name
        if self.relation is not None and name != self.relation:
            return None
        if form == USER and self.of_user is not None and name not in self.of_user:
            return None
        other = value_form(claim.value if role == "subject" else claim.subject)
        return Link(form, other, name, revision, role == "subject")
