"""Verbs that belong together under one name of `Memory`, such as `memory.narratives.add`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from doxa.arguments import checks_arguments
from doxa.core import UNSET, UserArgument
from doxa.moments import Moment, Snapshots
from doxa.records import Belief, Page, Receipt, Ref


@checks_arguments
class Narratives(Snapshots):
    """Shared stories: inside jokes, nicknames, what was lived through together.

    They never feed inference: no recall, list or dream returns them, only these verbs and their own section of the
    envelope. One told under contexts is shown only where one of them is given.
    """

    def add(
        self,
        text: str,
        *,
        tone: str = "warm",
        expires: datetime | None = None,
        request_id: str | None = None,
        reason: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Receipt:
        """Keep a shared story.

        Args:
            text: The story.
            tone: How it is told: `warm`, `playful`, any word.
            expires: When it stops being shown, aware and not past; `None` = never. It does not decay.
            request_id: A repeat of the same call with it gives the first receipt.
            reason: Why, kept with the operation.
            user: Whose; see `Reader`.
            agent: Label; see `Reader`.
            session: Label; see `Reader`.
            space: Where it is written; see `Reader`.
            contexts: Labels under which it is shown; see `Reader`.

        Raises:
            InvalidText: The text or tone is empty, too long or not encodable.
            InvalidInput: `expires` is past.
        """
        from doxa.write.narratives import add_narrative

        scope = self._core.scoped(user, agent, session, space, contexts)
        request = self._core.request("narratives_add", scope, request_id, None, reason, (text, tone, expires))
        return add_narrative(self._core.writing(), request, text, tone=tone, expires=expires)

    def list(
        self,
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
        """List shared stories that have not expired, newest first; their tone is in the metadata.

        Args:
            limit: How many at most, 1 to 1,000.
            cursor: Continues after an earlier page.
            as_of: What had been told by then.
            user: Whose; see `Reader`.
            agent: Label; see `Reader`.
            session: Label; see `Reader`.
            space: Path; see `Reader`.
            contexts: Labels. Without any, only the stories that have none.
        """
        from doxa.recall.listing import list_narratives

        scope = self._core.scoped(user, agent, session, space, contexts)
        with self._view(scope, as_of) as view:
            moment = self._moment(view, as_of)
            return list_narratives(view, scope, now=moment, limit=limit, cursor=cursor)

    def delete(
        self,
        ref: Ref,
        *,
        request_id: str | None = None,
        expect_revision: int | None = None,
        reason: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Receipt:
        """Take a shared story away; `restore` brings it back, `erase` destroys.

        Args:
            ref: Which.
            request_id: A repeat of the same call with it gives the first receipt.
            expect_revision: The newest revision number you know of.
            reason: Why, kept with the operation.
            user: Whose; see `Reader`.
            agent: Label of the actor.
            session: Not used.
            space: Not used.
            contexts: Not used.

        Raises:
            NotFound: There is no such story in the scope.
        """
        from doxa.write.narratives import delete_narrative

        scope = self._core.scoped(user, agent, session, space, contexts)
        request = self._core.request("narratives_delete", scope, request_id, expect_revision, reason, ref)
        return delete_narrative(self._core.writing(), request, ref)
