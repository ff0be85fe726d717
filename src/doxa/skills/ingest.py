"""Skills into memory: one operation for all files, a revision where a text changed, nothing where none did."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from doxa.graph.beliefs import ATTRIBUTE
from doxa.graph.contract import View, Writer
from doxa.graph.nodes import (
    Filter,
    ItemId,
    ItemNode,
    Key,
    NewItem,
    NewRevision,
    RevisionId,
    item_node,
    revision_node,
)
from doxa.graph.reindexing import embedded_text
from doxa.records import Evidence, Json
from doxa.skills.preparing import PARTS, ROLE, SKILL, Part, Prepared, prepare
from doxa.skills.report import Change, SkillPart, SkillReport
from doxa.skills.sources import sources_at
from doxa.write.context import WriteContext, WriteRequest, operation, owner_of, refuse_anybody

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SPACE = "skills"
QUARANTINE = "quarantine"
"""Metadata: why a skill is kept from agents."""
PUBLISHED = "published"
EVERY = Filter(kinds=("skill", "document"), statuses=(), heads_only=False)


Said = tuple[str, str | None, str]
"""Text, title and metadata, for comparing."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What is in memory where a part belongs.

    Args:
        item: The item.
        head: Its believed revision.
        status: The item's status.
        text: What the head says.
        said: What the head and the newest revision, which may wait in quarantine, say.
    """

    item: ItemNode | None = None
    head: RevisionId | None = None
    status: str = "live"
    text: str = ""
    said: tuple[Said, ...] = ()


def ingest_skills(
    context: WriteContext,
    request: WriteRequest,
    path: Path,
    *,
    section: str | None,
    evidence: Evidence | None,
    dry_run: bool,
) -> SkillReport:
    """Read skills and documents into memory; see `Skills.ingest`."""
    refuse_anybody(request.scope)
    prepared = list(prepare(sources_at(path), context.gate.opened(), section=section))
    kept = [each for each in prepared if each.refused is None]
    if dry_run or not kept:
        with context.graph.view(user=request.scope.user) as view:
            planned = [part for each in prepared for part in _planned(view, request, each)]
        return SkillReport(None, tuple(planned), dry_run)
    vectors = _vectors(context, kept)
    with operation(context, request) as writer:
        told: list[SkillPart] = []
        for each in prepared:
            told += _write(writer, request, each, evidence, vectors) if each.refused is None else _refused(each)
        if section is None:
            told += [gone for each in kept for gone in _retire(writer, request, each)]
        return SkillReport(str(writer.operation), tuple(told))


def standing_of(view: View, request: WriteRequest, kind: str, name: str) -> Standing:
    """Return what is in memory under a name, whatever its status."""
    owner, space = owner_of(request.scope), request.scope.space or SPACE
    for item in view.items(EVERY, name=name).items:
        if item.user == owner and item.kind == kind and item.space == space:
            head = view.head(item.id)
            node, newest = view.revision(head), view.revision(view.latest(item.id))
            status = str(view.state([item_node(item.id)]).get(item_node(item.id), {}).get(Key.STATUS, "live"))
            said = (_said(node.text, node.title, node.metadata), _said(newest.text, newest.title, newest.metadata))
            return Standing(item, head, status, node.text, said)
    return Standing()


def _said(text: str, title: str | None, metadata: Mapping[str, Json]) -> Said:
    return text, title, json.dumps(dict(metadata), sort_keys=True)


def _change(standing: Standing, part: Part, prepared: Prepared) -> Change:
    known = standing.said if prepared.reasons else standing.said[:1]
    if _said(part.text, part.title, part.metadata) in known and standing.status in ("live", "quarantined"):
        return "unchanged"
    if prepared.reasons:
        return "quarantined"
    return "new" if standing.item is None else "revised"


def _planned(view: View, request: WriteRequest, prepared: Prepared) -> list[SkillPart]:
    if prepared.refused is not None:
        return _refused(prepared)
    told = []
    for part in prepared.parts:
        standing = standing_of(view, request, part.kind, part.name)
        ref = None if standing.item is None else standing.item.uid
        told.append(_told(prepared, part, _change(standing, part, prepared), ref))
    return told + _inline(prepared)


def _write(
    writer: Writer,
    request: WriteRequest,
    prepared: Prepared,
    evidence: Evidence | None,
    vectors: dict[str, NDArray[np.float32]],
) -> list[SkillPart]:
    told: list[SkillPart] = []
    first: RevisionId | None = None
    for part in prepared.parts:
        standing = standing_of(writer.view, request, part.kind, part.name)
        change = _change(standing, part, prepared)
        item, revision = _kept(writer, request, part, standing, change, evidence, vectors.get(part.name))
        if change == "quarantined":
            _quarantine(writer, item, revision, standing, prepared.reasons)
        first = revision if first is None else first
        if change != "unchanged" and first != revision:
            writer.edge(revision, "PART_OF", first)
        told.append(_told(prepared, part, change, writer.view.item(item).uid))
    return told + _inline(prepared)


def _kept(
    writer: Writer,
    request: WriteRequest,
    part: Part,
    standing: Standing,
    change: Change,
    evidence: Evidence | None,
    vector: NDArray[np.float32] | None,
) -> tuple[ItemId, RevisionId]:
    if change == "unchanged":
        assert standing.item is not None
        assert standing.head is not None
        return standing.item.id, standing.head
    item = standing.item.id if standing.item is not None else writer.item(_new_item(request, part))
    state: dict[str, Json] = {Key.AUTHOR: "imported"}
    if evidence:
        state[Key.EVIDENCE] = evidence
    # a text that must be looked at first does not take the place of one that was
    waits = change == "quarantined" and standing.item is not None and standing.status == "live"
    revision = writer.revision(
        item,
        NewRevision(
            text=part.text,
            title=part.title,
            metadata=part.metadata,
            state=state,
            artifacts=(part.file,),
            vector=vector,
            head=not waits,
        ),
    )
    if standing.head is not None and not waits:
        writer.edge(revision, "SUPERSEDES", standing.head)
    if change != "quarantined":
        publish(writer, item, revision)
    return item, revision


def publish(writer: Writer, item: ItemId, revision: RevisionId) -> None:
    """Let agents see a revision of a skill."""
    writer.status(item_node(item), "live")
    writer.assert_(item_node(item), ATTRIBUTE + QUARANTINE, None)
    writer.tag(revision, PUBLISHED)


def _new_item(request: WriteRequest, part: Part) -> NewItem:
    scope = request.scope
    return NewItem(
        kind=part.kind,
        user=owner_of(scope),
        space=scope.space or SPACE,
        name=part.name,
        agent=scope.agent,
        session=scope.session,
        contexts=scope.contexts,
        state={Key.TIER: "long_term"},
    )


def _quarantine(writer: Writer, item: ItemId, revision: RevisionId, standing: Standing, reasons: Sequence[str]) -> None:
    if standing.item is not None and standing.status == "live":
        writer.status(revision_node(revision), "quarantined")
        writer.assert_(revision_node(revision), ATTRIBUTE + QUARANTINE, list(reasons))
        return
    writer.status(item_node(item), "quarantined")
    writer.assert_(item_node(item), ATTRIBUTE + QUARANTINE, list(reasons))


def _retire(writer: Writer, request: WriteRequest, prepared: Prepared) -> list[SkillPart]:
    """Archive the sections of a skill that are in memory and no longer in its file."""
    if prepared.source.form != "skill" or prepared.reasons:
        return []
    own = prepared.parts[0].name
    there = {part.name for part in prepared.parts}
    gone: list[SkillPart] = []
    for item in writer.view.items(Filter(kinds=("skill",)), name=f"{own}-*", limit=1000).items:
        metadata = writer.view.revision(writer.view.head(item.id)).metadata
        if item.name in there or (metadata.get(SKILL), metadata.get(ROLE)) != (own, "section"):
            continue
        if item.user == owner_of(request.scope) and item.space == (request.scope.space or SPACE):
            writer.status(item_node(item.id), "archived")
            gone.append(SkillPart(prepared.source.shown, f"{own}/{metadata.get('section')}", "retired", item.uid))
    return gone


def _vectors(context: WriteContext, prepared: Sequence[Prepared]) -> dict[str, NDArray[np.float32]]:
    parts = [part for each in prepared for part in each.parts]
    vectors = context.embedding.vectors([embedded_text(part.title, part.text) for part in parts])
    if vectors is None:
        return {}
    embedder = context.embedding.embedder()
    assert embedder is not None
    if context.graph.embedder != (embedder.id, embedder.dim):
        context.graph.set_embedder(embedder.id, embedder.dim)
    return {part.name: vector for part, vector in zip(parts, vectors, strict=True)}


def _told(prepared: Prepared, part: Part, change: Change, ref: str | None) -> SkillPart:
    reasons = prepared.reasons if change == "quarantined" else ()
    return SkillPart(prepared.source.shown, part.shown, change, ref, reasons, part.redactions)


def _inline(prepared: Prepared) -> list[SkillPart]:
    return [SkillPart(prepared.source.shown, name, "inline") for name in prepared.inline]


def _refused(prepared: Prepared) -> list[SkillPart]:
    return [SkillPart(prepared.source.shown, prepared.source.shown, "skipped", None, (prepared.refused or "",))]


def parts_of(metadata: dict[str, Json]) -> list[dict[str, str]]:
    """Return the parts of a skill in order: the text of an inline one, the slug of a section of its own."""
    listed = metadata.get(PARTS)
    parts = [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
    return [{key: str(value) for key, value in each.items()} for each in parts]
