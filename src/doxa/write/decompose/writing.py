"""Writes a decomposition: entities, claims through the decision table, relations, and the edges between them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Final

from doxa.errors import NotFound
from doxa.graph.contract import Writer
from doxa.graph.nodes import RevisionId
from doxa.records import Claim, Evidence, Json, Ref, Scope
from doxa.text.forms import text_form
from doxa.text.tokens import query_tokens
from doxa.write.context import WriteContext, owner_of
from doxa.write.decompose.captures import Capture, Reading, claim_in
from doxa.write.decompose.decomposition import Decomposition, Triple
from doxa.write.decompose.entities import Entities, KnownEntity, NewEntity, Provenance
from doxa.write.decompose.mentioning import names_in
from doxa.write.decompose.relations import FALLBACK
from doxa.write.receipts import Result
from doxa.write.refs import target_of
from doxa.write.settle import Asserted, settle
from doxa.write.slotting import Slotting

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ADDRESS: Final = re.compile(r"[0-9a-f]{32}$|kref://")
RESTING: Final = 0.4
"""Share of their words that a decision and a fact of the same call have in common where the decision rests on it."""


@dataclass(frozen=True, slots=True)
class Origins:
    """Where a decomposition comes from.

    Args:
        turns: What it was read from, the first of which claims quote.
        said_at: When it was said.
        source: Who says it.
        evidence: Who vouches; `None` = by source.
        author: Who put it in words.
    """

    turns: tuple[RevisionId, ...]
    said_at: datetime
    source: str
    evidence: Evidence | None = None
    author: str = "agent"


def texts_of(decomposition: Decomposition) -> list[str]:
    """Return what gets a vector: names of entities, claims, then relations as sentences."""
    return [
        *(each.name for each in decomposition.entities),
        *(each.claim.text for each in decomposition.captures),
        *(_sentence(each) for each in decomposition.relations),
    ]


class DecompositionWriter:
    """Writes one decomposition in an open transaction.

    Args:
        writer: The transaction.
        context: The parts.
        scope: Whose memory, under which labels.
        origins: Where it comes from.
        vectors: One for each of `texts_of`, or none.
        first: The place of its first claim among all of the operation.
    """

    def __init__(
        self,
        writer: Writer,
        context: WriteContext,
        scope: Scope,
        origins: Origins,
        vectors: NDArray[np.float32] | None,
        first: int = 0,
    ) -> None:
        self._writer, self._context, self._scope, self._origins = writer, context, scope, origins
        self._vectors = vectors
        self._order = first
        turn = origins.turns[0] if origins.turns else None
        place = Provenance(
            owner_of(scope), scope.space or "", origins.source, origins.said_at, turn, scope.agent, scope.session
        )
        self._entities = Entities(writer, context, place)

    def write(self, given: Decomposition, beside: Sequence[tuple[RevisionId, Claim]] = ()) -> list[Result]:
        """Write everything and return what became of each entity, claim and relation, in that order.

        Args:
            given: What to write.
            beside: Beliefs that were there already; they get edges to the entities they name, and decisions may rest
                on them.
        """
        at = len(given.entities)
        told = [self._entity(each, number) for number, each in enumerate(given.entities)]
        settled: list[RevisionId | None] = []
        for number, capture in enumerate(given.captures):
            result = self._settle(capture, at + number, given.captures, settled)
            settled.append(result.revision)
            told.append(result)
        at += len(given.captures)
        told += [self._relation(each, at + number) for number, each in enumerate(given.relations)]
        self._link(given, settled, beside)
        return [*told, *self._entities.decided]

    def _entity(self, entity: NewEntity, number: int) -> Result:
        known = self._entities.put(replace(entity, vector=self._vector(number)))
        said = f"called {', '.join(known.names)}" if len(known.names) > 1 else f"called {known.names[0]}"
        return Result("confirm" if known.reused else "new", said, known.revision)

    def _settle(
        self, capture: Capture, number: int, captures: Sequence[Capture], settled: Sequence[RevisionId | None]
    ) -> Result:
        claim = replace(
            capture.claim,
            replaces=self._named(capture.claim.replaces, captures, settled),
            conflicts_with=self._named(capture.claim.conflicts_with, captures, settled),
        )
        return self._assert(replace(capture, claim=claim), number)

    def _assert(self, capture: Capture, number: int) -> Result:
        origins, scope = self._origins, self._scope
        asserted = Asserted(
            claim=capture.claim,
            owner=owner_of(scope),
            said_at=origins.said_at,
            source=capture.source or origins.source,
            grade=capture.evidence or origins.evidence,
            turn=origins.turns[0] if origins.turns else None,
            agent=scope.agent,
            session=scope.session,
            space=scope.space or "",
            contexts=scope.contexts,
            title=capture.title,
            author=origins.author,
            tags=capture.tags,
            metadata=capture.metadata,
            vector=self._vector(number),
        )
        settled = settle(self._writer, self._context, asserted, self._order)
        self._order += 1
        if settled.revision is not None:
            for turn in origins.turns:
                self._writer.edge(settled.revision, "DERIVED_FROM", turn)
        return Result(settled.verdict, settled.reason, settled.revision, settled.replaced)

    def _named(self, ref: Ref | None, captures: Sequence[Capture], settled: Sequence[RevisionId | None]) -> Ref | None:
        """Return the address of what a claim names by ref, or in the words of an earlier claim."""
        if ref is None:
            return None
        view = self._writer.view
        if _ADDRESS.match(ref):
            return view.kref(target_of(view, ref).revision)
        for capture, revision in zip(captures, settled, strict=False):
            if revision is not None and text_form(capture.claim.text) == text_form(ref):
                return view.kref(revision)
        found = self._saying(ref)
        if found is None:
            raise NotFound(
                f"Nothing that is remembered says {ref[:80]!r}.",
                mend="Give the belief's id, its kref, or its words.",
                field="replaces",
                value=ref,
            )
        return view.kref(found)

    def _saying(self, text: str) -> RevisionId | None:
        """Return the belief that says a text: in the same normal form, or the same value of the same slot."""
        view, owner = self._writer.view, owner_of(self._scope)
        slotting = Slotting(view, self._context.attributes)
        reading = Reading(self._origins.said_at, self._context.tz)
        for claim in (Claim(text), claim_in(text, None, "fact", reading)):
            slot = slotting.slot(claim, owner=owner or "", contexts=self._scope.contexts)
            item = view.by_identity(slot.item_key, owner, self._scope.contexts)
            if item is None:
                continue
            node = view.revision(view.head(item))
            said = node.claim and slotting.slot(node.claim, owner=owner or "", contexts=self._scope.contexts)
            if said and said.value == slot.value:
                return node.id
        return None

    def _relation(self, triple: Triple, number: int) -> Result:
        subject, target = self._entities.named(triple.subject), self._entities.named(triple.object)
        relation = triple.relation
        ends = (target, subject) if relation.reversed else (subject, target)
        claim = Claim(_sentence(triple), triple.subject, relation.predicate, triple.object)
        result = self._assert(Capture(claim), number)
        predicates = self._predicates(ends[0], relation.type, ends[1])
        names: list[Json] = [*dict.fromkeys((*predicates, relation.predicate))]
        metadata: dict[str, Json] = {"predicates": names, "fallback": relation.fallback}
        self._writer.edge(ends[0].revision, relation.type, ends[1].revision, metadata)
        if result.revision is not None:
            for end in (subject, target):
                self._writer.edge(result.revision, "ABOUT", end.revision)
        drawn = (
            f"{relation.type} drawn"
            if relation.type != FALLBACK or not relation.fallback
            else (f"{FALLBACK} drawn: {relation.predicate!r} is not in the registry")
        )
        return result._replace(reason=f"{result.reason}; {drawn}")

    def _predicates(self, source: KnownEntity, type_: str, target: KnownEntity) -> list[str]:
        edges = self._writer.view.edges([source.revision], types=(type_,))
        kept = next((each.metadata.get("predicates") for each in edges if each.target == target.revision), None)
        return [str(each) for each in kept] if isinstance(kept, list) else []

    def _link(
        self,
        given: Decomposition,
        settled: Sequence[RevisionId | None],
        beside: Sequence[tuple[RevisionId, Claim]],
    ) -> None:
        for capture, revision in zip(given.captures, settled, strict=True):
            if revision is not None:
                self._about(capture, revision)
                for ground in _grounds(capture, given.captures, settled, beside):
                    if ground != revision:
                        self._writer.edge(revision, "DEPENDS_ON", ground)
        for revision, claim in beside:
            self._about(Capture(claim), revision)
        if given.about_source:
            for turn in self._origins.turns[:1]:
                for entity in self._entities.met:
                    self._writer.edge(turn, "ABOUT", entity.revision)

    def _about(self, capture: Capture, revision: RevisionId) -> None:
        named = [self._entities.named(name) for name in capture.about]
        text = capture.claim.text
        found = [each for each in self._entities.met if each not in named and names_in(text, each.names)]
        for entity in (*named, *found):
            edge = "INVOLVES" if capture.claim.kind == "event" else "ABOUT"
            if entity.revision != revision:
                self._writer.edge(revision, edge, entity.revision)

    def _vector(self, number: int) -> NDArray[np.float32] | None:
        return None if self._vectors is None else self._vectors[number]


def _grounds(
    capture: Capture,
    captures: Sequence[Capture],
    settled: Sequence[RevisionId | None],
    beside: Sequence[tuple[RevisionId, Claim]],
) -> list[RevisionId]:
    """Return what a claim rests on: what it names, or for a decision the fact whose words it shares most."""
    told = list(zip((each.claim for each in captures), settled, strict=True))
    everything = [*told, *((claim, revision) for revision, claim in beside)]
    if capture.depends_on:
        forms = {text_form(each) for each in capture.depends_on if isinstance(each, str)}
        places = {each for each in capture.depends_on if isinstance(each, int)}
        named = [revision for place, (_, revision) in enumerate(told) if place in places]
        named += [revision for claim, revision in everything if text_form(claim.text) in forms]
        return [each for each in named if each is not None]
    if capture.claim.kind != "decision":
        return []
    said = set(query_tokens(capture.claim.text))
    alike = [
        (_share(said, set(query_tokens(claim.text))), revision)
        for claim, revision in everything
        if revision is not None and claim.kind not in ("decision", "action", "question")
    ]
    best = max(alike, key=lambda each: each[0], default=None)
    return [best[1]] if best is not None and best[0] >= RESTING else []


def _share(one: set[str], other: set[str]) -> float:
    return len(one & other) / len(one | other) if one and other else 0.0


def _sentence(triple: Triple) -> str:
    words = triple.relation.predicate.replace("_", " ").strip()
    words = words.lower() if words.isupper() else words
    gap = "" if not (triple.subject.isascii() or words.isascii()) else " "
    return f"{triple.subject}{gap}{words}{gap}{triple.object}"
