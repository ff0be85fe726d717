"""Archives the claims that time or contradiction has made too unsure to be shown; restoring one renews it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from doxa.belief.confidence import faded
from doxa.belief.intervals import Instant
from doxa.belief.kinds import kind_of
from doxa.clock import to_micros
from doxa.graph.belief_state import anchor_of, encode_anchor, shown_from
from doxa.graph.contract import View, Writer
from doxa.graph.nodes import Filter, Key, RevisionId, item_node, revision_node
from doxa.recall.envelopes import is_too_unsure
from doxa.records import Receipt, Scope
from doxa.write.context import WriteContext, WriteRequest, operation
from doxa.write.receipts import Result, answered_once, receipt_of


@answered_once
def archive_faded(context: WriteContext, request: WriteRequest) -> Receipt:
    """Archive every believed claim of a scope that is below .3, but for pinned, contested and protected ones.

    Returns:
        One outcome for each. `restore` brings it back, as sure as when it was last said.
    """
    with operation(context, request) as writer:
        found = faded_claims(writer.view, request.scope, to_micros(writer.at))
        results = [_archived(writer, revision) for revision in found]
        return receipt_of(writer, request, results)


def faded_claims(
    view: View, scope: Scope, now: Instant, *, within: Sequence[RevisionId] | None = None
) -> list[RevisionId]:
    """Return the believed claims of a scope that are too unsure at `now` to be shown, oldest first.

    Args:
        view: Where.
        scope: Whose, under which labels.
        now: When, in microseconds.
        within: These heads only; `None` = all.
    """
    keep = Filter(space=scope.space, agent=scope.agent, session=scope.session, contexts=scope.contexts or None)
    unsure = [
        row
        for row in view.anchors(keep, without=("turn",), within=within)
        if row.claim_class is not None
        and not row.locked
        and is_too_unsure(row, row.confidence(now, view.decay), now, view.decay)
    ]
    rows = view.heads([row.revision for row in unsure])
    return sorted(revision for revision, row in rows.items() if row.evidence != "official")


def renew_faded(writer: Writer, revision: RevisionId) -> bool:
    """Let the decay of a claim that somebody brings back begin again, where it would be hidden; say whether it was."""
    node = writer.view.revision(revision)
    key = revision_node(revision)
    anchor = anchor_of(node, writer.view.state([key]).get(key, {}))
    claim_class = kind_of(writer.view.item(node.item).kind).class_for(anchor.origin)
    now = to_micros(writer.at)
    if claim_class is None or not faded(
        shown_from(anchor, to_micros(node.created_at)), now, claim_class, writer.view.decay
    ):
        return False
    writer.assert_(key, Key.CONFIDENCE, encode_anchor(replace(anchor, at=now, penalty=0.0)))
    return True


def _archived(writer: Writer, revision: RevisionId) -> Result:
    writer.status(item_node(writer.view.revision(revision).item), "archived")
    return Result(None, "archived: too unsure to be shown", revision)
