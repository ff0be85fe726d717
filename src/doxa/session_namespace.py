"""The verbs of `memory.sessions`: working memory, the messages of conversations that go on."""

from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from doxa.arguments import checks_arguments
from doxa.core import UNSET, UserArgument
from doxa.errors import InvalidInput
from doxa.moments import Snapshots
from doxa.records import Json, Message, Outcome, Receipt, Scope

if TYPE_CHECKING:
    from doxa.sessions.contract import Session, SessionMessage


@checks_arguments
class Conversations(Snapshots):
    """Sessions of a user: messages kept in order until `consolidate` makes memories of them.

    Nothing expires. A session goes on until it is consolidated, by a call or because nobody wrote to it for a while.
    """

    def append(
        self,
        content: str | Message | Sequence[Message],
        *,
        request_id: str | None = None,
        user: UserArgument = UNSET,
        session: str | None = None,
    ) -> list[Outcome]:
        """Append messages to a session, which begins with the first; what the gate takes out does not get in.

        Args:
            content: A text of the user, a message, or messages in order; each with 1 to 65,536 characters.
            request_id: A repeat of the same call with it appends nothing.
            user: Whose; see `Reader`.
            session: Which session; `None` = the open one that was used last, else a new one.

        Returns:
            One outcome per message: appended, with what was taken out, or rejected with the reason.

        Raises:
            InvalidText: A message is empty, too long or not encodable.
        """
        from doxa.write.working.appending import append_messages

        core = self._core
        scope = self._scope(user, session)
        return list(append_messages(core.writing(), scope, core.sessions, content, request_id=request_id).outcomes)

    def read(
        self,
        *,
        limit: int = 10,
        offset: int = 0,
        user: UserArgument = UNSET,
        session: str | None = None,
    ) -> list[SessionMessage]:
        """Return messages of a session in order, none for one that does not exist.

        Args:
            limit: How many at most, 1 to 1,000.
            offset: How many to skip; negative counts from the end.
            user: Whose; see `Reader`.
            session: Which session; `None` = the open one that was used last.

        Raises:
            InvalidInput: No session is named or open, or the limit is none.
        """
        scope = self._scope(user, session)
        return list(self._core.sessions.read(self._named(scope), limit=limit, offset=offset, user=_owner(scope)))

    def metadata(
        self,
        values: Mapping[str, Json] | None = None,
        *,
        user: UserArgument = UNSET,
        session: str | None = None,
    ) -> Session:
        """Return a session with what is kept with it, after setting keys where values are given.

        Args:
            values: Keys to set; a value of `None` takes a key away. The session begins with them if it is new.
            user: Whose; see `Reader`.
            session: Which session; `None` = the open one that was used last.

        Raises:
            NotFound: There is no such session, and no values are given.
            InvalidInput: No session is named or open.
        """
        from doxa.graph.inputs import encode_object

        scope = self._scope(user, session)
        name, owner = self._named(scope), _owner(scope)
        if values:
            encode_object(values, "values")
            kept = self._core.writing().gate.opened().mapping(values, "values")
            return self._core.sessions.describe(name, kept, user=owner)
        return self._core.sessions.get(name, user=owner)

    def clear(self, *, confirm: bool = False, user: UserArgument = UNSET, session: str | None = None) -> int:
        """Destroy a session with its messages, also those that nothing was made of; memories made of it stay.

        Args:
            confirm: Must be True.
            user: Whose; see `Reader`.
            session: Which session; must be named.

        Returns:
            How many messages there were.

        Raises:
            InvalidInput: No session is named, or `confirm` is False.
        """
        if not confirm:
            mend = "Pass confirm=True."
            raise InvalidInput("clear cannot be undone.", mend=mend, field="confirm", value=confirm)
        scope = self._scope(user, session)
        if scope.session is None:
            raise InvalidInput("No session is named.", mend="Give session=.", field="session")
        return self._core.sessions.clear(scope.session, user=_owner(scope))

    def list(self, *, open_only: bool = False, limit: int = 20, user: UserArgument = UNSET) -> list[Session]:
        """List a user's sessions, the last used first.

        Args:
            open_only: Leave out those that were consolidated.
            limit: How many at most, 1 to 1,000.
            user: Whose; see `Reader`.

        Raises:
            InvalidInput: The limit is none.
        """
        if not 1 <= limit <= 1000:
            raise InvalidInput(f"limit is {limit}.", mend="Give 1 to 1,000.", field="limit", value=limit)
        owner = _owner(self._scope(user, None))
        return [*self._core.sessions.list(open_only=open_only, limit=limit, user=owner)]

    def active(self, *, user: UserArgument = UNSET) -> Session | None:
        """Return the open session that was used last.

        Args:
            user: Whose; see `Reader`.
        """
        return self._core.sessions.active(user=_owner(self._scope(user, None)))

    def claim(self, *, user: UserArgument = UNSET) -> Session:
        """Return the open session that was used last, or begin the next one of the day.

        Args:
            user: Whose; see `Reader`.
        """
        from doxa.write.working.claiming import claim_session

        core, scope = self._core, self._scope(user, None)
        return core.sessions.get(claim_session(core.sessions, core.clock, core.tz, scope), user=_owner(scope))

    def next_sequence(self, *, day: str | None = None, user: UserArgument = UNSET) -> int:
        """Return the number of a user's next session of a day, from 1, never one twice, across processes.

        Args:
            day: As `2026-03-01`; `None` = today, in the user's zone.
            user: Whose; see `Reader`.

        Raises:
            InvalidInput: The day is none.
        """
        core = self._core
        try:
            when = core.clock.now().astimezone(core.tz).date() if day is None else date.fromisoformat(day)
        except ValueError as error:
            raise InvalidInput(f"day is {day!r}.", mend="Give YYYY-MM-DD.", field="day", value=day) from error
        return core.sessions.next_sequence(day=when, user=_owner(self._scope(user, None)))

    def consolidate_idle(
        self, *, minutes: float | None = None, limit: int = 100, user: UserArgument = UNSET
    ) -> builtins.list[Receipt]:
        """Consolidate the sessions that nobody has written to for a while, the longest idle first.

        Args:
            minutes: How long nobody wrote, 0 and up; `None` = the setting `session_idle`.
            limit: How many sessions at most, 1 to 1,000.
            user: Whose; `ANY` = everybody's.

        Returns:
            One receipt per session. One that could not be consolidated has an outcome `failed` with the reason, and
            is tried again next time.

        Raises:
            InvalidInput: Minutes or limit are none.
        """
        core = self._core
        span = core.config.session_idle if minutes is None else minutes
        if not span >= 0 or not 1 <= limit <= 1000:
            mend = "Give 0 minutes or more, and a limit of 1 to 1,000."
            raise InvalidInput(f"minutes is {span}, limit {limit}.", mend=mend, field="minutes", value=span)
        return core.close_idle(core.scoped(user, None, None, None, ()).user, span, limit)

    def _scope(self, user: UserArgument, session: str | None) -> Scope:
        from doxa.write.context import refuse_anybody

        scope = self._core.scoped(user, None, session, None, ())
        refuse_anybody(scope)
        return scope

    def _named(self, scope: Scope) -> str:
        from doxa.write.consolidate.conversation import session_named

        return session_named(scope, self._core.sessions)


def _owner(scope: Scope) -> str | None:
    return scope.user if isinstance(scope.user, str) else None
