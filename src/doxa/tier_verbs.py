"""The verbs about tiers and what tools did: promotion, raw turns, executions, procedures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from doxa.arguments import checks_arguments
from doxa.core import UNSET, UserArgument
from doxa.plugins import TierPolicy
from doxa.reader import Reader
from doxa.records import Hit, Json, Message, Receipt


@checks_arguments
class TierVerbs(Reader):
    """Verbs about what is kept how long, and what tools did."""

    def promote(
        self,
        *,
        policy: TierPolicy | str | None = None,
        kinds: Sequence[str] = (),
        limit: int = 1000,
        request_id: str | None = None,
        reason: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Receipt:
        """Move working memories to the long-term tier, where they fade four times as slowly.

        Args:
            policy: `surprise` (its salience, or how little what was known is like it, is at least .7), `repetition` (it
                was told again), `always`, or a `TierPolicy` of your own; `None` = the application's, else repetition
                or surprise.
            kinds: Kinds to look at; empty = all but turns.
            limit: How many working memories are looked at, the oldest first, 1 to 10,000.
            request_id: A repeat of the same call with it gives the first receipt.
            reason: Why, kept with the operation.
            user: Whose memories; see `Reader`.
            agent: Label; see `Reader`.
            session: Label; see `Reader`.
            space: Path; see `Reader`.
            contexts: Labels; see `Reader`.

        Returns:
            One outcome per memory that was promoted, with the reason.

        Raises:
            InvalidInput: There is no policy of that name, or the limit is none.
        """
        from doxa.write.tiers.promoting import promote_memories

        named = policy if policy is None or isinstance(policy, str) else type(policy).__name__
        scope = self._core.scoped(user, agent, session, space, contexts)
        request = self._core.request("promote", scope, request_id, None, reason, (named, tuple(kinds), limit))
        return promote_memories(self._core.writing(), request, policy, kinds, limit)  # type: ignore[arg-type]

    def add_raw(
        self,
        content: str | Message | Sequence[Message],
        *,
        time: datetime | None = None,
        metadata: Mapping[str, Json] | None = None,
        request_id: str | None = None,
        reason: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Receipt:
        """Keep turns as they were said; nothing is claimed from them, by rule or by model.

        Args:
            content: A text, a message, or messages in order.
            time: When it was said, aware; `None` = the message's own time, else now.
            metadata: Kept with each turn.
            request_id: A repeat of the same call with it gives the first receipt.
            reason: Why, kept with the operation.
            user: Whose memory; see `Reader`.
            agent: Label; see `Reader`.
            session: Label; see `Reader`.
            space: Where it is written; see `Reader`.
            contexts: Labels under which it applies; see `Reader`.

        Raises:
            InvalidText: Empty, too long or not encodable.
        """
        from doxa.write.add import Addition, add_content

        addition = Addition(content, time=time, metadata=dict(metadata or {}), extract=False)
        scope = self._core.scoped(user, agent, session, space, contexts)
        request = self._core.request("add_raw", scope, request_id, None, reason, addition)
        return add_content(self._core.writing(), request, addition)

    def store_execution(
        self,
        task: str,
        *,
        status: str,
        exit_code: int | None = None,
        output: str = "",
        metadata: Mapping[str, Json] | None = None,
        request_id: str | None = None,
        reason: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Receipt:
        """Keep what became of a tool or a command, as an action.

        Args:
            task: What was to be done.
            status: How it ended, such as `done`, `failed`, `error`, `blocked`.
            exit_code: The command's; other than 0 it failed, whatever the status says.
            output: What it wrote; of a long one the beginning and the end are kept.
            metadata: Kept with it, such as `tools`, `workspace`, `branch`, `duration_ms`.
            request_id: A repeat of the same call with it gives the first receipt.
            reason: Why, kept with the operation.
            user: Whose memory; see `Reader`.
            agent: Label; see `Reader`.
            session: Label; see `Reader`.
            space: Where it is written; see `Reader`.
            contexts: Labels under which it applies; see `Reader`.

        Raises:
            InvalidText: The task is empty, too long or not encodable.
            InvalidInput: The status is empty or too long.
        """
        from doxa.write.executions import Execution, store_execution

        execution = Execution(task, status, exit_code, output, metadata)
        scope = self._core.scoped(user, agent, session, space, contexts)
        request = self._core.request("store_execution", scope, request_id, None, reason, execution)
        return store_execution(self._core.writing(), request, execution)

    def procedures(
        self,
        query: str,
        *,
        workspace: str | None = None,
        branch: str | None = None,
        limit: int = 10,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> list[Hit]:
        """Find how a task was solved with tools before: the task, the solution, the tools and files.

        They come from consolidated sessions in which tools were called for a request and it was then answered.

        Args:
            query: The task at hand.
            workspace: Where one is: what belongs to another workspace is left out.
            branch: The branch one is on: what belongs to another branch is left out.
            limit: How many at most, 0 to 250.
            user: Whose; see `Reader`.
            agent: Label; see `Reader`.
            session: Label; see `Reader`.
            space: Path; see `Reader`.
            contexts: Labels; see `Reader`.

        Raises:
            InvalidInput: The limit is none.
        """
        from doxa.errors import InvalidInput
        from doxa.write.procedures import PROCEDURE, applies

        if not 0 <= limit <= 250:
            raise InvalidInput(f"limit is {limit}.", mend="Give 0 to 250.", field="limit", value=limit)
        scope = {"user": user, "agent": agent, "session": session, "space": space, "contexts": contexts}
        found = self.recall(query, limit=4 * limit, kinds=[PROCEDURE], touch=False, **scope)  # type: ignore[arg-type]
        fitting = [hit for hit in found.hits if applies(hit.belief.metadata, workspace, branch)]
        return fitting[:limit]

    def consolidation_signal(
        self,
        entity: str,
        *,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> float:
        """Return how much is known of an entity, for policies: d / (d + 1) of the d believed claims that name it.

        Args:
            entity: Its name, or any of its aliases.
            user: Whose memories; see `Reader`.
            agent: Not used.
            session: Not used.
            space: Not used.
            contexts: Not used.
        """
        from doxa.graph.entities import canonical_forms
        from doxa.text.forms import value_form
        from doxa.write.context import owner_of
        from doxa.write.tiers.promoting import signal_of

        scope = self._core.scoped(user, agent, session, space, contexts)
        form = value_form(entity)
        with self._view(scope, None) as view:
            owner = owner_of(scope)
            return signal_of(view, owner, [form, *canonical_forms(view, [form], owner).values()])
