"""The read verbs, which `Memory` and its views as of a past moment share."""

from __future__ import annotations

import builtins
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from doxa.arguments import checks_arguments
from doxa.clock import aware
from doxa.core import UNSET, UserArgument
from doxa.graph_verbs import GraphVerbs
from doxa.moments import Moment
from doxa.prompt_verbs import PromptVerbs
from doxa.records import (
    Belief,
    Json,
    Operation,
    Page,
    Recall,
    Ref,
    Route,
    ScopeCount,
    Stats,
    Story,
)

if TYPE_CHECKING:
    from doxa.recall.request import Order


@checks_arguments
class Reader(PromptVerbs, GraphVerbs):
    """Reads of one project, now or as of a past moment.

    Every verb takes the scope keywords `user` (a wall: a name, `None` for shared memories only, `ANY` for all),
    `agent` and `session` (labels that filter), `space` (a path with its subtree) and `contexts` (labels; a belief
    without any applies everywhere); what a call leaves out comes from the memory's defaults. `as_of` asks what had
    been told by then, `valid_at` what held in the world then by what is known now.
    """

    def recall(
        self,
        query: str,
        *,
        limit: int | None = None,
        min_relevance: float | None = None,
        kinds: Sequence[str] = (),
        routes: Sequence[Route] = (),
        where: Mapping[str, Json] | None = None,
        refs: Sequence[Ref] = (),
        order: Order = "relevance",
        legs: Sequence[str] | None = None,
        unroll: bool = False,
        as_of: Moment = None,
        valid_at: datetime | None = None,
        now: datetime | None = None,
        explain: bool = False,
        touch: bool = True,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Recall:
        """Find the memories that answer a question, best first, or none when nothing fits.

        Args:
            query: The question, in English, Chinese or any language whose words it shares with the memories.
            limit: How many hits at most, 0 to 1,000; `None` = the setting `recall_limit`.
            min_relevance: Leave out what is less likely than this to answer, 0 to 1; `None` = leave out nothing, and
                abstain only where even the best is less likely than .01.
            kinds: Kinds to keep, such as `fact` or `turn`; empty = all.
            routes: Routes to keep; empty = all.
            where: Conditions on metadata, such as `{"priority": {"$gte": 2}}`, or on what is computed, such as
                `{"confidence": {"$gte": 0.5, "$lt": 0.8}}`; `strength`, `salience`, `evidence`, `origin` and others.
            refs: Only these beliefs; empty = all.
            order: `relevance`; or by the time they were said, `latest` or `first`, of all that answer at least half as
                well as the best.
            legs: Which searches to run, of `bm25`, `dense`, `slot`, `entity`, `time`, and over the graph of claims
                `bridge` and `relation`, whose finds come in `related`, on top of the limit; `None` = all.
            unroll: Every matching version on its own instead of one hit per chain.
            as_of: What had been told by then.
            valid_at: Only what holds in the world at this instant.
            now: The instant "yesterday" is read against; `None` = the clock.
            explain: Give each hit's reasons and what was cut.
            touch: Count the hits as used.
            user: Whose memories; see the class.
            agent: Label; see the class.
            session: Label; see the class.
            space: Path; see the class.
            contexts: Labels; see the class.

        Returns:
            Hits with relevance, score and reasons; `abstained` when nothing fits; `at_op` names the newest
            operation that was seen. As of a past moment it sees exactly what was there then, ranked with today's
            statistics.

        Raises:
            InvalidInput: A limit, leg, order or operator that does not exist.
            EmbedderMismatch: The stored vectors were made by another embedder.
        """
        from doxa.recall.pipeline import run_recall
        from doxa.recall.request import NAMES, Request

        core = self._core
        request = Request(
            query=query,
            scope=core.scoped(user, agent, session, space, contexts),
            now=core.now(now),
            tz=core.tz,
            limit=core.config.recall_limit if limit is None else limit,
            min_relevance=core.config.recall_min_relevance if min_relevance is None else min_relevance,
            kinds=tuple(kinds),
            routes=tuple(routes),
            where=where,
            refs=tuple(refs),
            order=order,
            legs=core.config.recall_legs if legs is None else tuple(legs),
            unroll=unroll,
            valid_at=None if valid_at is None else aware(valid_at, "valid_at"),
            explain=explain,
        )
        with self._view(request.scope, as_of) as view:
            if now is None and self._is_now(as_of):
                request = replace(request, now=self._present(view))
            if request.legs == NAMES:
                from doxa.recall.engaging import recall_by_names

                found = recall_by_names(view, request, core.embedding)
            else:
                found = run_recall(view, request, core.embedding, self._attributes(view), plugins=core.plugins)
        if touch and self._is_now(as_of):
            core.graph.touch([hit.revision for hit in found.returned], core.clock.now())
        return found.recall

    def get(
        self,
        ref: Ref,
        *,
        as_of: Moment = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Belief:
        """Return one belief by id or kref, with its evolution chain.

        Args:
            ref: The id gives the believed head; a kref may pin a revision (`?r=`), tag (`?t=`) or time (`?time=`).
            as_of: What had been told by then.
            user: Whose memories; see the class.
            agent: Not used: a ref names one memory.
            session: Not used.
            space: Not used.
            contexts: Not used.

        Raises:
            NotFound: It does not exist, or the scope may not see it.
            InvalidKref: It does not parse.
        """
        from doxa.graph.beliefs import read_belief

        scope = self._core.scoped(user, agent, session, space, contexts)
        with self._view(scope, as_of) as view:
            return read_belief(view, view.resolve(ref), now=self._moment(view, as_of), chain=True)

    def list(
        self,
        *,
        kinds: Sequence[str] = (),
        where: Mapping[str, Json] | None = None,
        include: Collection[str] = ("live",),
        limit: int = 100,
        cursor: str | None = None,
        as_of: Moment = None,
        valid_at: datetime | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Page[Belief]:
        """List beliefs, newest first.

        Args:
            kinds: Kinds to keep; empty = all.
            where: Conditions on metadata or on what is computed; see `recall`.
            include: Statuses to show, of `live`, `contested`, `archived`, `deleted`, `quarantined`. What is too
                unsure to be shown, below .3, counts as archived.
            limit: How many at most, 1 to 1,000.
            cursor: Continues after an earlier page.
            as_of: What had been told by then.
            valid_at: Only what holds in the world at this instant.
            user: Whose memories; see the class.
            agent: Label; see the class.
            session: Label; see the class.
            space: Path; see the class.
            contexts: Labels; see the class.
        """
        from doxa.recall.listing import list_beliefs

        scope = self._core.scoped(user, agent, session, space, contexts)
        with self._view(scope, as_of) as view:
            return list_beliefs(
                view,
                scope,
                now=self._moment(view, as_of),
                kinds=tuple(kinds),
                where=where,
                include=tuple(include),
                limit=limit,
                cursor=cursor,
                valid_at=None if valid_at is None else aware(valid_at, "valid_at"),
            )

    def history(
        self,
        ref: Ref,
        *,
        limit: int = 100,
        cursor: str | None = None,
        as_of: Moment = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Page[Operation]:
        """Return the operations that touched a belief, newest first, with what each changed.

        Args:
            ref: The belief.
            limit: How many at most, 1 to 1,000.
            cursor: Continues after an earlier page.
            as_of: What had been told by then.
            user: Whose memories; see the class.
            agent: Not used: a ref names one memory.
            session: Not used.
            space: Not used.
            contexts: Not used.
        """
        from doxa.recall.stories import history_of

        scope = self._core.scoped(user, agent, session, space, contexts)
        with self._view(scope, as_of) as view:
            return history_of(view, self._core.graph, ref, limit=limit, cursor=cursor)

    def operations(
        self,
        *,
        limit: int = 20,
        cursor: str | None = None,
        changes: int = 100,
        as_of: Moment = None,
        user: UserArgument = UNSET,
    ) -> Page[Operation]:
        """Return what was done, newest first: the operations that `undo` and `as_of` name.

        Args:
            limit: How many at most, 1 to 100,000.
            cursor: Continues after an earlier page.
            changes: How many changes of each to give, its first ones, 0 to 1,000; `changes` gives all of them.
            as_of: What had been told by then.
            user: Whose: those that touched a memory of this user or a shared one; see the class.

        Raises:
            InvalidInput: The limit, the cursor or the number of changes are none.
        """
        from doxa.recall.log import operations_of

        scope = self._core.scoped(user, None, None, None, ())
        with self._view(scope, as_of) as view:
            return operations_of(view, self._core.graph, limit=limit, cursor=cursor, changes=changes)

    def why(
        self,
        ref: Ref,
        *,
        as_of: Moment = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Story:
        """Return the whole story of a belief: quotes, sources, versions, conflicts, what rests on it.

        Args:
            ref: The belief.
            as_of: What had been told by then.
            user: Whose memories; see the class.
            agent: Not used: a ref names one memory.
            session: Not used.
            space: Not used.
            contexts: Not used.
        """
        from doxa.recall.stories import story_of

        scope = self._core.scoped(user, agent, session, space, contexts)
        with self._view(scope, as_of) as view:
            return story_of(view, self._core.graph, ref, now=self._moment(view, as_of))

    def scopes(
        self,
        *,
        as_of: Moment = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> builtins.list[ScopeCount]:
        """Count live beliefs per owner, agent and space.

        Args:
            as_of: What had been told by then.
            user: Whose memories; see the class.
            agent: Label; see the class.
            session: Label; see the class.
            space: Path; see the class.
            contexts: Labels; see the class.
        """
        from doxa.recall.listing import count_scopes

        scope = self._core.scoped(user, agent, session, space, contexts)
        with self._view(scope, as_of) as view:
            return count_scopes(view, scope)

    def stats(
        self,
        *,
        as_of: Moment = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Stats:
        """Count what the scope's user may see.

        Args:
            as_of: What had been told by then.
            user: Whose memories; see the class.
            agent: Not used.
            session: Not used.
            space: Not used.
            contexts: Not used.
        """
        from doxa.recall.listing import stats_of

        scope = self._core.scoped(user, agent, session, space, contexts)
        with self._view(scope, as_of) as view:
            return stats_of(view, self._core.graph)
