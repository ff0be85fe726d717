"""Experiences and outcomes in the graph: never changed, only added to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from doxa.errors import AlreadyExists, InvalidInput
from doxa.experience.fields import experience_fields, outcome_fields
from doxa.graph.contract import View, Writer
from doxa.graph.nodes import Key, NewItem, NewRevision, RevisionId, RevisionNode
from doxa.graph.reindexing import embedded_text
from doxa.records import Json, Receipt, Ref
from doxa.write.add import vectors_of
from doxa.write.context import WriteContext, WriteRequest, operation, owner_of, refuse_anybody
from doxa.write.receipts import Result, answered_once, receipt_of
from doxa.write.refs import target_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SPACE: Final = "experiences"


@answered_once
def record_experience(context: WriteContext, request: WriteRequest, given: Mapping[str, Any]) -> Receipt:
    """Keep an experience; see `Experience.record`."""
    refuse_anybody(request.scope)
    kept = experience_fields(given, context.gate.opened())
    owner = owner_of(request.scope)
    identity = f"experience\n{kept['experience_id']}"
    text = "\n".join(str(kept[name]) for name in ("situation", "goal", "decision", "rationale", "expected_outcome"))
    vectors = vectors_of(context, [embedded_text(str(kept["title"]), text)])
    with operation(context, request) as writer:
        known = writer.view.by_identity(identity, owner)
        if known is not None:
            head = writer.view.revision(writer.view.head(known))
            if dict(head.metadata) == kept:
                return receipt_of(writer, request, [Result(None, "known", head.id, status="nothing_to_do")])
            raise AlreadyExists(
                f"The experience {kept['experience_id']!r} was recorded already.",
                mend="An experience is not changed: give another id, or add an outcome.",
                field="experience_id",
                value=kept["experience_id"],
            )
        vector = None if vectors is None else vectors[0]
        made = _write(writer, request, "experience", text, str(kept["title"]), kept, identity, vector)
        _join(writer, made, cast("Sequence[str]", kept["source_krefs"]), "DERIVED_FROM")
        return receipt_of(writer, request, [Result("new", "recorded", made)])


@answered_once
def record_outcome(context: WriteContext, request: WriteRequest, ref: Ref, given: Mapping[str, Any]) -> Receipt:
    """Add an outcome to an experience; see `Experience.outcome`."""
    refuse_anybody(request.scope)
    kept = outcome_fields(given, context.gate.opened(), context.clock.now())
    with operation(context, request) as writer:
        target = target_of(writer.view, ref)
        node = writer.view.item(target.item)
        if node.kind != "experience":
            mend = "Name an experience that was recorded."
            raise InvalidInput(f"{ref} is a {node.kind}, no experience.", mend=mend, field="ref", value=ref)
        if node.user != owner_of(request.scope):
            mend = "Add it as the user whose experience it is."
            raise InvalidInput(f"{ref} is another owner's experience.", mend=mend, field="ref", value=ref)
        made = _write(writer, request, "outcome", str(kept["observed_outcome"]), None, kept, None)
        writer.edge(made, "OUTCOME_OF", target.revision)
        writer.edge(made, "DERIVED_FROM", target.revision)  # an erase of the experience takes it along
        _join(writer, made, cast("Sequence[str]", kept["source_krefs"]), "DERIVED_FROM")
        return receipt_of(writer, request, [Result("new", "recorded", made)])


def outcomes_of(view: View, experiences: Sequence[RevisionId]) -> dict[RevisionId, list[RevisionNode]]:
    """Return the outcomes of experiences, in the order in which they were observed."""
    edges = view.edges(experiences, direction="in", types=("OUTCOME_OF",)) if experiences else []
    nodes = view.revisions([edge.source for edge in edges])
    found: dict[RevisionId, list[RevisionNode]] = {}
    for edge in edges:
        if edge.source in nodes:
            found.setdefault(edge.target, []).append(nodes[edge.source])
    for each in found.values():
        each.sort(key=lambda node: (str(node.metadata.get("observed_at")), int(node.id)))
    return found


def _write(
    writer: Writer,
    request: WriteRequest,
    kind: str,
    text: str,
    title: str | None,
    metadata: Mapping[str, Json],
    identity: str | None,
    vector: NDArray[np.float32] | None = None,
) -> RevisionId:
    scope = request.scope
    new = NewItem(
        kind=kind,
        user=owner_of(scope),
        space=scope.space or SPACE,
        identity=identity,
        agent=scope.agent,
        session=scope.session,
        contexts=scope.contexts,
        state={Key.TIER: "long_term"},
    )
    return writer.revision(
        writer.item(new),
        NewRevision(text=text, title=title, metadata=metadata, state={Key.EVIDENCE: "unverified"}, vector=vector),
    )


def _join(writer: Writer, made: RevisionId, sources: Sequence[str], edge: str) -> None:
    for source in sources:
        writer.edge(made, edge, target_of(writer.view, source).revision)
