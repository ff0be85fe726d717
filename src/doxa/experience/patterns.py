"""Patterns across experiences: seen in a packet, kept as hypotheses against it, checked against today's sources."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, Literal

from doxa.errors import Conflict, InvalidInput, NotFound
from doxa.experience.fields import pattern_fields, wrong
from doxa.experience.keeping import SPACE, outcomes_of
from doxa.experience.records import Calibration, CalibrationRow, ExperienceSource, PatternPacket, PatternState
from doxa.graph.contract import View
from doxa.graph.nodes import Filter, Key, NewItem, NewRevision, RevisionId, RevisionNode, item_node, revision_node
from doxa.graph.reindexing import embedded_text
from doxa.records import Json, Receipt, Ref, Scope
from doxa.write.add import vectors_of
from doxa.write.context import WriteContext, WriteRequest, operation, owner_of, refuse_anybody
from doxa.write.receipts import Result, answered_once, receipt_of
from doxa.write.refs import target_of

Status = Literal["stale", "unknown", "reviewable"]
MOST_SOURCES: Final = 12
INSTRUCTIONS: Final = (
    "Look for what recurs in these experiences, or for a lesson that holds under conditions. Answer with `kind`"
    " (recurring_pattern, from at least two experiences, or conditional_lesson), `title`, `hypothesis`,"
    " `applicability_conditions` (1 to 5) and `counterexamples` (up to 5). It is kept as a hypothesis, not as a belief."
)
_UNWELL: Final = (Key.STALE, Key.CONTESTED)


def packet_of(view: View, scope: Scope, refs: Sequence[Ref], spaces: Sequence[str]) -> PatternPacket:
    """Return the experiences to look for a pattern in; see `Experience.patterns`."""
    if len(refs) > MOST_SOURCES:
        raise wrong("refs", f"{len(refs)} refs", f"Give at most {MOST_SOURCES}.")
    chosen = [_experience(view, ref) for ref in refs] or _newest(view, scope, spaces)
    if not chosen:
        mend = "`experience record` keeps one."
        raise NotFound("There is no experience to look at.", mend=mend, field="refs")
    sources = tuple(_source(view, node, followed) for node, followed in _followed(view, chosen))
    return PatternPacket(_fingerprint(view, sources), sources, INSTRUCTIONS)


@answered_once
def store_pattern(
    context: WriteContext, request: WriteRequest, refs: Sequence[Ref], fingerprint: str, given: Mapping[str, Any]
) -> Receipt:
    """Keep a pattern as a hypothesis; see `Experience.store`."""
    refuse_anybody(request.scope)
    kept = pattern_fields(given, context.gate.opened())
    scope = request.scope
    vectors = vectors_of(context, [embedded_text(str(kept["title"]), str(kept["hypothesis"]))])
    with operation(context, request) as writer:
        view = writer.view
        packet = packet_of(view, scope, refs, ())
        if not refs or packet.fingerprint != fingerprint:
            raise Conflict("The experiences changed since the packet was made.", mend="Ask for the packet again.")
        unwell = [cause for source in packet.sources for cause in _causes(view, view.resolve(source.ref))]
        if unwell:
            raise Conflict(f"A source does not stand: {unwell[0]}.", mend="Leave it out, and ask for the packet again.")
        distinct = {source.experience for source in packet.sources}
        if kept["kind"] == "recurring_pattern" and len(distinct) < 2:
            raise wrong("refs", "one experience", "A recurring pattern needs at least two; else conditional_lesson.")
        pinned: list[Json] = [source.ref for source in packet.sources]
        new = NewItem(
            kind="pattern",
            user=owner_of(scope),
            space=scope.space or SPACE,
            agent=scope.agent,
            session=scope.session,
            contexts=scope.contexts,
            state={Key.TIER: "long_term"},
        )
        made = writer.revision(
            writer.item(new),
            NewRevision(
                text=str(kept["hypothesis"]),
                title=str(kept["title"]),
                metadata={**kept, "state": "proposal", "origin": "inferred", "sources": pinned},
                state={Key.EVIDENCE: "unverified", Key.AUTHOR: "agent"},
                vector=None if vectors is None else vectors[0],
            ),
        )
        for source in packet.sources:
            writer.edge(made, "DERIVED_FROM", view.resolve(source.ref))
        return receipt_of(writer, request, [Result("new", "kept as a hypothesis", made)])


def check_pattern(view: View, ref: Ref) -> PatternState:
    """Tell whether a pattern still stands on its sources; see `Experience.check`."""
    target = target_of(view, ref)
    node = view.revision(target.revision)
    if view.item(target.item).kind != "pattern":
        raise wrong("ref", ref, "Name a pattern.")
    status, causes = state_of(view, node)
    return PatternState(status, view.kref(node.id), causes, _sources(node))


def _sources(node: RevisionNode) -> tuple[str, ...]:
    """Return what a pattern was seen in, or an experience says it rests on."""
    listed = node.metadata.get("sources", node.metadata.get("source_krefs"))
    return tuple(str(each) for each in listed) if isinstance(listed, list) else ()


def state_of(view: View, node: RevisionNode) -> tuple[Status, tuple[str, ...]]:
    """Return whether an experience or a pattern still stands on what it rests on, and what changed."""
    causes = _causes(view, node.id)
    missing: list[str] = []
    for source in _sources(node):
        try:
            revision = view.resolve(source)
            view.revision(revision)
        except NotFound:
            missing.append(f"{source} cannot be seen")
            continue
        causes += _causes(view, revision)
    status: Status = "stale" if causes else "unknown" if missing else "reviewable"
    return status, (*causes, *missing)


def calibration_of(view: View, scope: Scope, now: datetime) -> Calibration:
    """Count how often expected outcomes came; see `Experience.calibration`."""
    counts: dict[str, Counter[str]] = {}
    cursor: str | None = None
    while True:
        page = view.list_heads(_keep(scope), limit=500, cursor=cursor)
        nodes = view.revisions([row.revision for row in page.items])
        followed = outcomes_of(view, list(nodes))
        for node in nodes.values():
            kind = counts.setdefault(str(node.metadata.get("decision_kind") or ""), Counter())
            kind["experiences"] += 1
            known = [str(each.metadata.get("outcome_status")) for each in followed.get(node.id, ())]
            known = [each for each in known if each != "unknown"]
            kind.update(known[-1:])
        cursor = page.cursor
        if cursor is None:
            break
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1]["experiences"], pair[0]))
    return Calibration(tuple(_row(kind, count) for kind, count in ordered), now)


def _row(kind: str, count: Counter[str]) -> CalibrationRow:
    known = count["success"] + count["mixed"] + count["failure"]
    rate = round((count["success"] + count["mixed"] / 2) / known, 4) if known else None
    return CalibrationRow(kind, count["experiences"], known, count["success"], count["mixed"], count["failure"], rate)


def _keep(scope: Scope, space: str | None = None) -> Filter:
    return Filter(
        kinds=("experience",),
        space=scope.space if space is None else space,
        agent=scope.agent,
        session=scope.session,
        contexts=scope.contexts or None,
    )


def _experience(view: View, ref: Ref) -> RevisionNode:
    target = target_of(view, ref)
    kind = view.item(target.item).kind
    if kind != "experience":
        mend = "Name experiences that were recorded."
        raise InvalidInput(f"{ref} is a {kind}, no experience.", mend=mend, field="refs", value=ref)
    return view.revision(target.revision)


def _newest(view: View, scope: Scope, spaces: Sequence[str]) -> list[RevisionNode]:
    rows = [
        row for space in spaces or (None,) for row in view.list_heads(_keep(scope, space), limit=MOST_SOURCES).items
    ]
    newest = sorted({row.revision for row in rows}, reverse=True)[:MOST_SOURCES]
    nodes = view.revisions(newest)
    return [nodes[each] for each in newest]


def _followed(view: View, nodes: Sequence[RevisionNode]) -> list[tuple[RevisionNode, list[RevisionNode]]]:
    found = outcomes_of(view, [node.id for node in nodes])
    return [(node, found.get(node.id, [])) for node in {node.id: node for node in nodes}.values()]


def _source(view: View, node: RevisionNode, followed: Sequence[RevisionNode]) -> ExperienceSource:
    kept = node.metadata
    return ExperienceSource(
        ref=view.kref(node.id),
        experience=str(kept.get("experience_id")),
        title=node.title or "",
        situation=str(kept.get("situation")),
        decision=str(kept.get("decision")),
        rationale=str(kept.get("rationale")),
        expected=str(kept.get("expected_outcome")),
        outcomes=tuple(f"{each.metadata.get('outcome_status')}: {each.text}" for each in followed),
    )


def _fingerprint(view: View, sources: Sequence[ExperienceSource]) -> str:
    said = [[getattr(source, name) for name in ExperienceSource.__slots__] for source in sources]
    state = [_causes(view, view.resolve(source.ref)) for source in sources]
    return hashlib.sha256(json.dumps([said, state], sort_keys=True).encode()).hexdigest()


def _causes(view: View, revision: RevisionId) -> list[str]:
    """Return why a revision does not stand as it did: it was replaced, contested, or rests on what changed."""
    node = view.revision(revision)
    states = view.state([item_node(node.item), revision_node(revision)])
    whole, own = states.get(item_node(node.item), {}), states.get(revision_node(revision), {})
    kref = view.kref(revision)
    causes = [f"{kref} is {whole[Key.STATUS]}"] if whole.get(Key.STATUS, "live") != "live" else []
    causes += [f"{kref} is {own[Key.STATUS]}"] if own.get(Key.STATUS, "live") != "live" else []
    if view.head(node.item) != revision:
        causes.append(f"{kref} was replaced")
    causes += [f"{kref} is {'stale' if key == Key.STALE else 'contested'}" for key in _UNWELL if own.get(key)]
    return causes
