"""What of all that is believed is shown: what applies in the asked scope, is not over, and is sure enough."""

from __future__ import annotations

from datetime import datetime

from doxa.graph.nodes import HeadRow
from doxa.records import Belief, Scope

SHOWN_STATUSES = ("live", "contested")


def applies(row: HeadRow, scope: Scope) -> bool:
    """Whether a head lies in a scope: its labels and space, and no contexts or one of those asked for."""
    contexts = not scope.contexts or not row.contexts or bool({*scope.contexts} & {*row.contexts})
    labels = scope.agent in (None, row.agent) and scope.session in (None, row.session)
    space = scope.space is None or f"{row.space}/".startswith(f"{scope.space.strip('/')}/")
    return contexts and labels and space


def is_current(belief: Belief, now: datetime) -> bool:
    """Whether a belief stands, is sure enough to be shown, and has not expired."""
    return belief.status in SHOWN_STATUSES and not has_expired(belief, now)


def has_expired(belief: Belief, now: datetime) -> bool:
    """Whether the time a belief was to be shown until is over."""
    return belief.expires_at is not None and belief.expires_at <= now


def is_over(belief: Belief, now: datetime) -> bool:
    """Whether what a belief claims was so for a time that has passed."""
    return belief.valid is not None and belief.valid.end is not None and belief.valid.end <= now


def holds(belief: Belief, now: datetime) -> bool:
    """Whether a belief may be told as present: it is not over, or tells what happened, which is over by nature."""
    return belief.kind in _HAPPENED or not is_over(belief, now)


_HAPPENED = ("event", "action", "decision", "turn", "summary", "narrative", "outcome", "experience")
