"""`promote`: moves working memories to the long-term tier by policy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from doxa.errors import InvalidInput
from doxa.graph.beliefs import read_beliefs
from doxa.graph.contract import View
from doxa.graph.nodes import Filter, Key, RevisionId, item_node
from doxa.plugins import TierPolicy
from doxa.records import Receipt, Scope
from doxa.write.context import WriteContext, WriteRequest, operation, owner_of, refuse_anybody
from doxa.write.receipts import Result, answered_once, receipt_of
from doxa.write.tiers.policies import Case, PolicyName, judge_of
from doxa.write.tiers.surprise import surprise_of

_PAGE = 500
MOST = 10_000
"""Working memories that one call looks at."""


@answered_once
def promote_memories(
    context: WriteContext,
    request: WriteRequest,
    policy: TierPolicy | PolicyName | None,
    kinds: Sequence[str],
    limit: int,
) -> Receipt:
    """Promote what a policy lets; see `Memory.promote`."""
    refuse_anybody(request.scope)
    if not 1 <= limit <= MOST:
        raise InvalidInput(f"limit is {limit}.", mend=f"Give 1 to {MOST:,}.", field="limit", value=limit)
    judge = judge_of(policy if policy is not None else context.plugins.tier_policy)
    warnings: list[str] = []
    with context.graph.view(user=request.scope.user) as view:
        now = context.clock.now()
        promoted: list[tuple[RevisionId, str]] = []
        for revision, case in _working(context, view, request.scope, kinds, limit):
            try:
                why = judge(case, now)
            except InvalidInput:
                raise
            except Exception as error:  # an application's own part may fail in any way
                warnings.append(f"The policy failed on {case.belief.id}: {error!r}")
                continue
            if why is not None:
                promoted.append((revision, why))
    with operation(context, request) as writer:
        rows = writer.view.heads([revision for revision, _ in promoted])
        results = [
            Result(None, f"promoted, {why}", revision)
            for revision, why in promoted
            if revision in rows and rows[revision].status == "live" and rows[revision].is_head
        ]
        for result in results:
            assert result.revision is not None
            writer.assert_(item_node(rows[result.revision].item), Key.TIER, "long_term")
        return receipt_of(writer, request, results, tuple(warnings))


def _working(
    context: WriteContext, view: View, scope: Scope, kinds: Sequence[str], limit: int
) -> Iterator[tuple[RevisionId, Case]]:
    """Yield the scope's own working memories, oldest first."""
    wanted = Filter(
        kinds=tuple(kinds), space=scope.space, agent=scope.agent, session=scope.session, contexts=scope.contexts or None
    )
    cursor: str | None = None
    seen = 0
    while seen < limit:
        page = view.list_heads(wanted, limit=_PAGE, cursor=cursor, oldest_first=True)
        own = [row.revision for row in page.items if row.user == owner_of(scope) and _may_rise(row.kind, kinds)]
        beliefs = read_beliefs(view, own, now=context.clock.now())
        observed = view.observations(list(beliefs))
        ids, vectors = view.vectors(list(beliefs))
        place = {revision: at for at, revision in enumerate(ids)}
        for revision, belief in beliefs.items():
            if belief.tier == "working" and belief.status in ("live", "contested") and seen < limit:
                seen += 1
                vector = vectors[place[revision]] if revision in place else None
                told = len({(each.source, each.said_at) for each in observed.get(revision, ())})
                yield revision, Case(belief, told, partial(surprise_of, view, revision, belief.text, vector))
        cursor = page.cursor
        if cursor is None:
            return


def _may_rise(kind: str, kinds: Sequence[str]) -> bool:
    """A turn is what was said, not what is known: it rises only where it is asked for."""
    return kind != "turn" or kind in kinds


def signal_of(view: View, owner: str | None, forms: Sequence[str]) -> float:
    """Return how much is known of an entity, d / (d + 1) of the d believed claims that name it: 0 where none does."""
    named = view.mentions(list(forms), roles=("subject", "value"))
    revisions = list(dict.fromkeys(revision for rows in named.values() for revision, _ in rows))
    believed = sum(
        row.is_head and row.status == "live" and row.standing == "accepted" and row.user in (None, owner)
        for row in view.heads(revisions).values()
    )
    return believed / (believed + 1)
