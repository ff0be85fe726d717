"""`erase`: what is named is destroyed, after checks that it was meant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from doxa.clock import aware
from doxa.errors import InvalidInput
from doxa.graph.nodes import ErasePlan
from doxa.records import ANY, Certificate, Ref, Scope
from doxa.write.context import WriteContext, actor_of, owner_of


def erase_memories(
    context: WriteContext,
    scope: Scope,
    refs: Sequence[Ref],
    *,
    before: datetime | None,
    everything: bool,
    confirm: bool,
) -> Certificate:
    """Destroy memories; see `Memory.erase`."""
    if not confirm:
        raise InvalidInput("erase cannot be undone.", mend="Pass confirm=True.", field="confirm", value=confirm)
    plan = _plan(context, scope, refs, before, everything)
    spoken = _turns_left(context, scope, plan)
    certificate = context.graph.erase(plan, actor=actor_of(scope))
    return replace(certificate, out_of_reach=(*spoken, *certificate.out_of_reach))


def _turns_left(context: WriteContext, scope: Scope, plan: ErasePlan) -> tuple[str, ...]:
    """Name the turns that single memories were read from: they were not asked for, and say it still."""
    if not plan.items:
        return ()
    with context.graph.view(user=scope.user) as view:
        revisions = [node.id for item in plan.items for node in view.versions(item)]
        targets = dict.fromkeys(edge.target for edge in view.edges(revisions, types=("DERIVED_FROM",)))
        left = [row for row in view.heads(list(targets)).values() if row.item not in plan.items]
        return tuple(f"{view.kref(row.revision)}, which it was read from: erase it too" for row in left)


def _plan(
    context: WriteContext, scope: Scope, refs: Sequence[Ref], before: datetime | None, everything: bool
) -> ErasePlan:
    if refs:
        if everything or before is not None:
            raise InvalidInput("erase has refs and a scope.", mend="Give one or the other.", field="refs")
        with context.graph.view(user=scope.user) as view:
            return ErasePlan(items=tuple(view.item(ref).id for ref in refs), user=owner_of(scope))
    moment = None if before is None else aware(before, "before")
    if everything:
        return ErasePlan(everything=True, before=moment)
    named = isinstance(scope.user, str) or scope.session is not None or scope.space is not None
    if not named and moment is None:
        raise InvalidInput(
            "erase names neither refs, user, session, space nor before.",
            mend="Name what to erase, or pass everything=True.",
            field="refs",
        )
    return ErasePlan(
        user=owner_of(scope),
        whole_user=isinstance(scope.user, str) or scope.user is ANY,
        before=moment,
        space=scope.space,
        session=scope.session,
    )
