"""What of all that is believed is shown: what applies in the asked scope, is not over, and is sure enough."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from doxa.belief.confidence import faded
from doxa.belief.kinds import kind_of
from doxa.clock import to_micros
from doxa.graph.belief_state import anchor_of
from doxa.graph.contract import View
from doxa.graph.nodes import HeadRow, RevisionId, revision_node
from doxa.records import Belief, Scope

SHOWN_STATUSES = ("live", "contested")


def applies(row: HeadRow, scope: Scope) -> bool:
    """Whether a head lies in a scope: its labels and space, and no contexts or one of those asked for."""
    contexts = not scope.contexts or not row.contexts or bool({*scope.contexts} & {*row.contexts})
    labels = scope.agent in (None, row.agent) and scope.session in (None, row.session)
    space = scope.space is None or f"{row.space}/".startswith(f"{scope.space.strip('/')}/")
    return contexts and labels and space


def is_current(belief: Belief, now: datetime) -> bool:
    """Whether a belief stands and has not expired."""
    return belief.status in SHOWN_STATUSES and not has_expired(belief, now)


def has_expired(belief: Belief, now: datetime) -> bool:
    """Whether the time a belief was to be shown until is over."""
    return belief.expires_at is not None and belief.expires_at <= now


def is_over(belief: Belief, now: datetime) -> bool:
    """Whether what a belief claims was so for a time that has passed."""
    return belief.valid is not None and belief.valid.end is not None and belief.valid.end <= now


def hidden(view: View, beliefs: Collection[Belief], revisions: Sequence[RevisionId], now: datetime) -> set[RevisionId]:
    """Return those of the revisions that are too unsure to be shown; pinned and contested beliefs never are.

    Args:
        view: The snapshot.
        beliefs: What was read of the revisions, in their order.
        revisions: Which.
        now: When confidence is read.
    """
    nodes = view.revisions(revisions)
    state = view.state([revision_node(each) for each in revisions])
    found: set[RevisionId] = set()
    for revision, belief in zip(revisions, beliefs, strict=True):
        if belief.pinned or belief.status == "contested" or revision not in nodes:
            continue
        anchor = anchor_of(nodes[revision], state.get(revision_node(revision), {}))
        claim_class = kind_of(belief.kind).class_for(anchor.origin)
        if claim_class is not None and faded(anchor, to_micros(now), claim_class):
            found.add(revision)
    return found
