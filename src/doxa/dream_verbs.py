"""The verbs of offline consolidation: plans of what would be done, their review, and what an applied plan did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from doxa.arguments import checks_arguments
from doxa.core import UNSET, UserArgument
from doxa.reader import Reader
from doxa.records import Digested, Json, Receipt, Ref

if TYPE_CHECKING:
    from doxa.dream_records import OfPlan, Plan, Progress, Proposal, Report, SpaceProfile

IDLE_SESSIONS = 100
"""Sessions that one digest consolidates at most; the others follow in the next."""


@checks_arguments
class DreamVerbs(Reader):
    """Verbs that look after memory offline."""

    def plan(
        self,
        passes: Sequence[str] = (),
        *,
        policy: str | None = None,
        budget: timedelta | None = None,
        proposals: Sequence[Proposal] = (),
        progress: Progress | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Plan:
        """Compute what a dream would do, and keep it for review; no memory changes.

        Args:
            passes: Which passes run, such as `duplicates`; none = all, or with `proposals` only those.
            policy: What matters to this deployment, for passes with a model; `None` = the setting, "" = none.
            budget: How long it may take; passes that are left out or cut short come first next time. `None` =
                as long as it takes.
            proposals: A host agent's own, instead of a model's; they meet the same guardrails.
            progress: Is told which pass begins.
            user: Whose memories; a dream is of one owner.
            agent: Label; see `Reader`.
            session: Label; see `Reader`.
            space: Path; see `Reader`.
            contexts: Labels; see `Reader`.

        Raises:
            InvalidInput: There is no such pass, a proposal is incomplete, or the user is everybody.
            NotFound: A proposal names no live memory of the user.
            Busy: The project is dreaming already.
        """
        from doxa.dream.dreaming import make_plan

        scope = self._core.scoped(user, agent, session, space, contexts)
        return make_plan(self._core.dreaming(scope, policy, budget, progress), passes, proposals)

    def review(
        self,
        plan: str | OfPlan,
        *,
        accept: Sequence[str] = (),
        refuse: Sequence[str] = (),
        user: UserArgument = UNSET,
    ) -> Plan:
        """Return a plan, after accepting or refusing single proposals; refused ones are not applied.

        Args:
            plan: Its id, or the plan, of which the id counts.
            accept: Ids of proposals that are good; those that nobody speaks of are applied as well.
            refuse: Ids of proposals that must not be applied. The later word counts.
            user: Whose plan; another user's is as if absent.

        Raises:
            NotFound: There is no such plan here.
            InvalidInput: It has no such open proposal, or was applied already.
        """
        from doxa.dream.dreaming import review_plan

        scope = self._core.scoped(user, None, None, None, ())
        return review_plan(self._core.writing(), scope, _id_of(plan), accept, refuse)

    def apply(self, plan: str | OfPlan, *, dry_run: bool = False, user: UserArgument = UNSET) -> Report:
        """Do what a plan proposes and still holds, as one operation that `undo` takes back.

        Args:
            plan: Its id, or the plan, of which the id counts: what was planned and reviewed under it is done. A plan
                that was applied before does nothing again.
            dry_run: Only tell what would be done.
            user: Whose plan; another user's is as if absent.

        Returns:
            What was done, what was skipped and why.

        Raises:
            NotFound: There is no such plan here.
        """
        from doxa.dream.dreaming import apply_plan

        scope = self._core.scoped(user, None, None, None, ())
        return apply_plan(self._core.dreaming(scope), _id_of(plan), dry_run=dry_run)

    def dream(
        self,
        passes: Sequence[str] = (),
        *,
        dry_run: bool = False,
        policy: str | None = None,
        budget: timedelta | None = None,
        progress: Progress | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Report:
        """Plan and apply: make memory better, as one operation that `undo` takes back.

        Args:
            passes: Which passes run; none = all.
            dry_run: Write nothing, and tell exactly what would be done.
            policy: What matters to this deployment, for passes with a model; `None` = the setting, "" = none.
            budget: How long planning may take; passes that are left out or cut short come first next time. `None` = as
                long as it takes.
            progress: Is told which pass begins.
            user: Whose memories; a dream is of one owner.
            agent: Label; see `Reader`.
            session: Label; see `Reader`.
            space: Path; see `Reader`.
            contexts: Labels; see `Reader`.

        Raises:
            InvalidInput: There is no such pass, or the user is everybody.
            Busy: The project is dreaming already.
        """
        from doxa.dream.dreaming import run_dream

        scope = self._core.scoped(user, agent, session, space, contexts)
        return run_dream(self._core.dreaming(scope, policy, budget, progress), passes, dry_run=dry_run)

    def digest(self, *, timeout: float | None = None, user: UserArgument = UNSET) -> Digested:
        """Do what waits for a language model, until nothing is due: what was written in `pro` and `ultra`.

        Sessions that nobody has written to for as long as the setting `session_idle` says are consolidated first.

        Where dreams run by themselves (mode `ultra`, or `dreaming=background`), each owner's is then dreamt too, if
        something of his was written and `dream_every`, an hour, has passed since his last one: over what is new, and
        once a day over everything.

        Args:
            timeout: Seconds after which no other task is begun, 0 to 86,400; `None` = until nothing is due.
            user: Whose; a user's own, without shared ones.

        Returns:
            How many tasks were done, failed for now, or failed for good, which operations closed sessions, and what it
            cost.
        """
        from doxa.write.draining import digest_what_waits, own_work

        scope = self._core.scoped(user, None, None, None, ())
        closed = self._core.close_idle(scope.user, self._core.config.session_idle, IDLE_SESSIONS)
        digested = _with_closed(digest_what_waits(self._core.writing(), own_work(), scope.user, timeout), closed)
        if self._core.switches.dreaming != "background":
            return digested
        dreamt = self._core.dream_by_itself(scope.user)
        errors = (*digested.errors, *dreamt.errors)
        return replace(digested, dreams=dreamt.operations, errors=errors, usage=digested.usage + dreamt.usage)

    def link(
        self,
        ref: Ref,
        *,
        limit: int = 3,
        request_id: str | None = None,
        expect_revision: int | None = None,
        reason: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Receipt:
        """Link a memory with those of its owner that are most like it.

        Args:
            ref: The memory.
            limit: How many links at most, 1 to 100.
            request_id: A repeat of the same call with it gives the first receipt.
            expect_revision: The newest revision number you know of.
            reason: Why, kept with the operation.
            user: Whose memory; see `Reader`.
            agent: Label of the actor.
            session: Not used.
            space: Not used.
            contexts: Not used.

        Returns:
            An outcome for each memory it was linked with.

        Raises:
            NotFound: There is no such memory in the scope.
        """
        from doxa.dream.linking import link_memory

        scope = self._core.scoped(user, agent, session, space, contexts)
        request = self._core.request("link", scope, request_id, expect_revision, reason, (ref, limit))
        return link_memory(self._core.writing(), request, ref, limit)

    def spaces(
        self,
        *,
        profile: bool = False,
        window_days: int = 30,
        pins: Mapping[str, Json] | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> list[SpaceProfile]:
        """Return what kind of place each space is, told by how its memories change.

        Args:
            profile: Keep the profiles too, beside those before.
            window_days: The days whose revisions count as recent, 1 to 3,650.
            pins: Labels by path that hold whatever is observed: `canonical`, `working` or `correspondence`; null
                takes a pin off.
            user: Whose spaces; see `Reader`.
            agent: Label; see `Reader`.
            session: Label; see `Reader`.
            space: Path whose spaces are meant; see `Reader`.
            contexts: Labels; see `Reader`.

        Raises:
            InvalidInput: A label there is none of, or a window out of range.
            NotFound: A pin names no space.
        """
        from doxa.dream.space_verbs import profiles_of

        scope = self._core.scoped(user, agent, session, space, contexts)
        return profiles_of(self._core.writing(), scope, profile=profile, pins=pins, window_days=window_days)


def _id_of(plan: str | OfPlan) -> str:
    return plan if isinstance(plan, str) else plan.plan


def _with_closed(digested: Digested, closed: Sequence[Receipt]) -> Digested:
    """Tell which sessions were closed, and why others could not be."""
    failed = [outcome.reason for each in closed for outcome in each.outcomes if outcome.status == "failed"]
    return replace(
        digested,
        sessions=tuple(each.operation for each in closed if each.operation),
        errors=(*failed, *digested.errors),
        usage=sum((each.usage for each in closed), digested.usage),
    )
