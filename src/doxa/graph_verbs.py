"""The read verbs that answer from the graph: what claims lead to, and what rests on what."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from doxa.arguments import checks_arguments
from doxa.clock import aware
from doxa.core import UNSET, UserArgument
from doxa.moments import Moment, Snapshots
from doxa.records import Belief, Impact, Ref, Scope, Step

if TYPE_CHECKING:
    from doxa.graph.contract import View
    from doxa.recall.claim_graph import ClaimGraph


@checks_arguments
class GraphVerbs(Snapshots):
    """Verbs about the claims as a graph. A claim is an edge from its subject to its value."""

    def related_to(
        self,
        entity: str,
        *,
        relation: str | None = None,
        max_hops: int = 1,
        directed: bool = True,
        current: bool = False,
        as_of: Moment = None,
        valid_at: datetime | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> list[Belief]:
        """Return the claims that lead from an entity to others, nearest first.

        Args:
            entity: A name in any spelling, or `user`.
            relation: Only this attribute, in any of its names (`likes`, `ENJOYS`); `None` = all.
            max_hops: How many claims away, 1 to 20.
            directed: Follow claims only from subject to value.
            current: Only claims that hold now, instead of all that stand, for whatever time.
            as_of: What had been told by then.
            valid_at: Only claims that hold in the world at this instant.
            user: Whose memories; see `Reader`.
            agent: Label; see `Reader`.
            session: Label; see `Reader`.
            space: Path; see `Reader`.
            contexts: Labels; see `Reader`.
        """
        from doxa.recall.graph_answers import related_claims

        scope = self._core.scoped(user, agent, session, space, contexts)
        with self._view(scope, as_of) as view:
            now = self._moment(view, as_of)
            graph = self._claims(view, scope, directed, now if current else None, valid_at, relation)
            return related_claims(graph, entity, max_hops=max_hops, now=now)

    def explain_path(
        self,
        source: str,
        target: str,
        *,
        max_hops: int = 6,
        directed: bool = True,
        weighted: bool = False,
        current: bool = False,
        as_of: Moment = None,
        valid_at: datetime | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> list[Step] | None:
        """Return the shortest chain of claims from one entity to another, each step with the sentence it stands on.

        Args:
            source: Where it starts: a name in any spelling, or `user`.
            target: Where it ends.
            max_hops: How many claims at most, 1 to 20.
            directed: Follow claims only from subject to value.
            weighted: The surest chain instead of the shortest: that whose steps' weights have the greatest product.
            current: Only claims that hold now, instead of all that stand, for whatever time.
            as_of: What had been told by then.
            valid_at: Only claims that hold in the world at this instant.
            user: Whose memories; see `Reader`.
            agent: Label; see `Reader`.
            session: Label; see `Reader`.
            space: Path; see `Reader`.
            contexts: Labels; see `Reader`.

        Returns:
            The steps; `[]` when source is target; `None` when there is no such chain.
        """
        from doxa.recall.graph_answers import path_between

        scope = self._core.scoped(user, agent, session, space, contexts)
        with self._view(scope, as_of) as view:
            now = self._moment(view, as_of)
            graph = self._claims(view, scope, directed, now if current else None, valid_at)
            return path_between(graph, source, target, max_hops=max_hops, weighted=weighted, now=now)

    def answer_path(
        self,
        question: str,
        *,
        max_hops: int = 6,
        current: bool = False,
        as_of: Moment = None,
        valid_at: datetime | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> list[Step] | None:
        """Return the shortest chain of claims between two entities that a question names, found in it by themselves.

        Claims are followed from subject to value first, either way where that leads nowhere.

        Args:
            question: Such as "What does Ben have to do with Acme?"; "I" and "my" name the user.
            max_hops: How many claims at most, 1 to 20.
            current: Only claims that hold now, instead of all that stand, for whatever time.
            as_of: What had been told by then.
            valid_at: Only claims that hold in the world at this instant.
            user: Whose memories; see `Reader`.
            agent: Label; see `Reader`.
            session: Label; see `Reader`.
            space: Path; see `Reader`.
            contexts: Labels; see `Reader`.

        Returns:
            The steps; `None` when the question names fewer than two known entities, or no chain joins any two.
        """
        from doxa.recall.graph_answers import answering_path

        scope = self._core.scoped(user, agent, session, space, contexts)
        with self._view(scope, as_of) as view:
            now = self._moment(view, as_of)
            graph = self._claims(view, scope, True, now if current else None, valid_at)
            return answering_path(graph, question, max_hops=max_hops, now=now)

    def impact(
        self,
        ref: Ref,
        *,
        max_hops: int = 10,
        as_of: Moment = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> list[Impact]:
        """Return what rests on a belief (DEPENDS_ON, DERIVED_FROM), nearest first.

        Args:
            ref: The belief.
            max_hops: How far to follow, 1 to 20.
            as_of: What had been told by then.
            user: Whose memories; see `Reader`.
            agent: Not used: a ref names one memory.
            session: Not used.
            space: Not used.
            contexts: Not used.
        """
        from doxa.recall.stories import impact_of

        scope = self._core.scoped(user, agent, session, space, contexts)
        with self._view(scope, as_of) as view:
            return impact_of(view, view.resolve(ref), max_hops=max_hops, now=self._moment(view, as_of))

    def _claims(
        self,
        view: View,
        scope: Scope,
        directed: bool,
        current: datetime | None,
        valid_at: datetime | None,
        relation: str | None = None,
    ) -> ClaimGraph:
        from doxa.recall.claim_graph import ClaimGraph

        attributes = self._attributes(view)
        wanted = None if relation is None else attributes.resolve(relation).attribute.name
        held_at = current if valid_at is None else aware(valid_at, "valid_at")
        return ClaimGraph(view, scope, attributes, wanted, directed, held_at)
