"""The read verbs that make something for a prompt: the envelope of a user, the context of a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from doxa.arguments import checks_arguments
from doxa.clock import aware
from doxa.core import UNSET, UserArgument
from doxa.moments import Moment, Snapshots
from doxa.records import ANY, Belief, Hit, Json, Page, Reason, Ref, Route

if TYPE_CHECKING:
    from doxa.context_records import Context, InsightCheck, Learned
    from doxa.envelope import Envelope
    from doxa.graph.contract import View
    from doxa.recall.request import Request


@checks_arguments
class PromptVerbs(Snapshots):
    """Verbs about what an agent is handed."""

    def envelope(
        self,
        *,
        as_of: Moment = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Envelope:
        """Return the typed snapshot of a user, without a search: identity, preferences, memorable facts and the rest.

        It is kept for 15 minutes and made anew after any write, by whichever process. What the caller does to one
        changes no other.

        Args:
            as_of: What had been told by then.
            user: Whose; a name sees the shared memories too, but its identity is its own.
            agent: Label that filters; see `Reader`.
            session: Label that filters; see `Reader`.
            space: Path with its subtree; see `Reader`.
            contexts: Labels. A belief without any applies everywhere; one with labels only where one of them is given.

        Returns:
            Only what is believed, not expired, and at .3 or more of confidence, unless it is pinned or contested. Its
            `text()` is for a prompt.

        Raises:
            InvalidInput: The user is `ANY`.
        """
        from doxa.recall.envelopes import envelope_of

        scope = self._core.scoped(user, agent, session, space, contexts)
        with self._view(scope, as_of) as view:
            moment = self._moment(view, as_of)
            if not self._is_now(as_of):
                return envelope_of(view, scope, now=moment)
            return self._core.envelopes.of(view, scope, now=moment)

    def engage(
        self,
        query: str,
        *,
        limit: int | None = None,
        max_beliefs: int | None = None,
        max_tokens: int = 2000,
        min_relevance: float | None = None,
        kinds: Sequence[str] = (),
        routes: Sequence[Route] = (),
        where: Mapping[str, Json] | None = None,
        legs: Sequence[str] | None = None,
        as_of: Moment = None,
        valid_at: datetime | None = None,
        now: datetime | None = None,
        known: Sequence[Ref] = (),
        insights: bool = False,
        situation: str = "",
        goals: Sequence[str] = (),
        learned: bool = False,
        touch: bool = True,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Context:
        """Return what an agent should be handed for a question: the standing beliefs, and what the question finds.

        The prelude holds what applies everywhere, then come pinned beliefs, open questions and hits, and last what
        only the graph of claims leads to; no belief comes twice. Each line of the text is numbered by its place in
        `sources`.

        Args:
            query: The question; see `recall`.
            limit: How many hits at most, 0 to 1,000; `None` = the setting `recall_limit`. With 0 the rest still comes.
            max_beliefs: How many beliefs at most beside the prelude, pinned ones first, 0 and up; `None` = any number.
            max_tokens: How long the text may be, 0 and up, by `Plugins.counter`, else by an estimate that gives up to
                10 % too many tokens for English and 16 % for Chinese.
            min_relevance: See `recall`.
            kinds: See `recall`.
            routes: See `recall`.
            where: See `recall`.
            legs: See `recall`; `["names"]` finds beliefs by their names only: the right ones, and nothing else.
            as_of: What had been told by then.
            valid_at: Only what holds in the world at this instant.
            now: The instant "yesterday" is read against; `None` = the clock.
            known: What the conversation was handed already, such as the `sources` of an earlier context; it is left
                out, unless it has changed since.
            insights: Add a review brief: changed premises, conflicts that stand, decisions to be reviewed; and a
                request that a host's model may answer. Both are made of what was recalled, with no further search.
            situation: For the brief: how things stand now.
            goals: For the brief: what is to be reached.
            learned: Also tell of experiences and patterns that the question is like, with what came of them and whether
                what they rest on still stands; see `experience`. The brief looks at these in any case.
            touch: Count the hits as used.
            user: Whose memories; see `Reader`.
            agent: Label; see `Reader`.
            session: Label; see `Reader`.
            space: Path; see `Reader`.
            contexts: Labels. Pinned beliefs and questions come where they share one, or have none.

        Raises:
            InvalidInput: A limit, leg or operator that does not exist.
        """
        from doxa.recall.engaging import Engagement, engage_with
        from doxa.recall.envelopes import envelope_of
        from doxa.recall.request import Request

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
            legs=core.config.recall_legs if legs is None else tuple(legs),
            valid_at=None if valid_at is None else aware(valid_at, "valid_at"),
        )
        asked = partial(
            Engagement,
            max_beliefs=max_beliefs,
            max_tokens=max_tokens,
            known=tuple(known),
            insights=insights,
            situation=situation,
            goals=tuple(goals),
            telling=learned,
            plugins=core.plugins,
        )
        everywhere = replace(request.scope, contexts=())
        with self._view(request.scope, as_of) as view:
            if now is None and self._is_now(as_of):
                request = replace(request, now=self._present(view))
            standing = None
            if everywhere.user is not ANY:
                make = core.envelopes.of if self._is_now(as_of) else envelope_of
                standing = make(view, everywhere, now=self._moment(view, as_of))
            tried = self._learned(view, request) if learned or insights else ()
            engagement = asked(request=request, learned=tried)
            engaged = engage_with(view, engagement, standing, core.embedding, self._attributes(view))
        if touch and self._is_now(as_of):
            core.graph.touch([each.revision for each in engaged.returned], core.clock.now())
        return engaged.context

    def _learned(self, view: View, request: Request) -> tuple[Learned, ...]:
        from doxa.experience.matching import learned_for

        vectors = self._core.embedding.vectors([request.query], query=True)
        return learned_for(view, request.scope, request.query, None if vectors is None else vectors[0])

    def compose(
        self,
        hits: Sequence[Hit | Ref],
        *,
        query: str = "",
        max_tokens: int = 2000,
        known: Sequence[Ref] = (),
        as_of: Moment = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Context:
        """Write the context of memories that are chosen already, as `engage` writes it; searches nothing.

        Args:
            hits: Hits of any recall, or refs. Hits come by their score; refs, which have none, as they are given, after
                them; and last the hits that only the graph of claims led to.
            query: The question they are for; it decides which passage of a long text is shown.
            max_tokens: How long the text may be, 0 and up; see `engage`.
            known: What the conversation was handed already; see `engage`.
            as_of: What had been told by then.
            user: Whose memories; see `Reader`.
            agent: Not used: a ref names one memory.
            session: Not used.
            space: Not used.
            contexts: Not used.

        Raises:
            InvalidInput: The budget is negative.
            NotFound: A ref names nothing in the scope.
        """
        from doxa.recall.composing import compose_hits

        scope = self._core.scoped(user, agent, session, space, contexts)
        with self._view(scope, as_of) as view:
            return compose_hits(
                view,
                hits,
                query=query,
                max_tokens=max_tokens,
                known=known,
                now=self._moment(view, as_of),
                counter=self._core.plugins.counter,
            )

    def validate_insight_response(self, request: Mapping[str, Json], response: Mapping[str, Json]) -> InsightCheck:
        """Check an answer to `Context.synthesis_request`: its form and its references, not whether it is true.

        Args:
            request: The request, unchanged.
            response: The answer, with `mode`, `answer`, `source_krefs` and `hypotheses`, as the request's
                `answer_contract` says.

        Returns:
            `valid`, or what is wrong and which krefs it cites that the request does not hold.
        """
        from doxa.recall.synthesis import check_response

        return check_response(request, response)

    def missing(
        self,
        query: str,
        ref: Ref,
        *,
        limit: int | None = None,
        min_relevance: float | None = None,
        kinds: Sequence[str] = (),
        routes: Sequence[Route] = (),
        where: Mapping[str, Json] | None = None,
        legs: Sequence[str] | None = None,
        as_of: Moment = None,
        valid_at: datetime | None = None,
        now: datetime | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Reason:
        """Return why a memory did not come back for a question: the question is asked again, with reasons.

        Args:
            query: The question; see `recall`.
            ref: The memory that was expected.
            limit: As it was asked; see `recall`.
            min_relevance: As it was asked.
            kinds: As it was asked.
            routes: As it was asked.
            where: As it was asked.
            legs: As it was asked.
            as_of: What had been told by then.
            valid_at: As it was asked.
            now: As it was asked.
            user: Whose memories; see `Reader`.
            agent: As it was asked.
            session: As it was asked.
            space: As it was asked.
            contexts: As it was asked.

        Returns:
            The first cause that applies, its `leg` saying where: `hit` or `related` (it did come back), `superseded`,
            `merged`, `status`, `standing`, `scope`, `kind`, `expired`, `confidence`, `where`, `valid_at`, `reranker`,
            `cut`, `limit`, or `legs`, where no search found it, with why each did not.

        Raises:
            NotFound: It does not exist, or the scope's user may not see it.
        """
        from doxa.recall.missing import Asked, why_missing
        from doxa.recall.request import Request

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
            legs=core.config.recall_legs if legs is None else tuple(legs),
            valid_at=None if valid_at is None else aware(valid_at, "valid_at"),
        )
        with self._view(request.scope, as_of) as view:
            if now is None and self._is_now(as_of):
                request = replace(request, now=self._present(view))
            return why_missing(Asked(view, request, core.embedding, self._attributes(view), core.plugins), ref)

    def needs_reconfirmation(
        self,
        days: float,
        *,
        limit: int = 100,
        cursor: str | None = None,
        as_of: Moment = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Page[Belief]:
        """List believed claims that nobody has said or confirmed for a number of days, the longest unsaid first.

        Args:
            days: How many, 0 and up.
            limit: How many at most, 1 to 1,000.
            cursor: Continues after an earlier page.
            as_of: What had been told by then.
            user: Whose memories; see `Reader`.
            agent: Label; see `Reader`.
            session: Label; see `Reader`.
            space: Path; see `Reader`.
            contexts: Labels; see `Reader`.

        Raises:
            InvalidInput: `days` is negative, or the limit or cursor is none.
        """
        from doxa.recall.reconfirming import unconfirmed_since

        scope = self._core.scoped(user, agent, session, space, contexts)
        with self._view(scope, as_of) as view:
            moment = self._moment(view, as_of)
            return unconfirmed_since(view, scope, now=moment, days=days, limit=limit, cursor=cursor)
