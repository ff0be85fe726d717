"""`memory.code`: why the code of a repository is as it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from doxa.arguments import checks_arguments
from doxa.core import UNSET, UserArgument
from doxa.moments import Snapshots
from doxa.records import Json

if TYPE_CHECKING:
    from doxa.code.records import CodeAnswer, CodeReport
    from doxa.dream_records import Progress


@checks_arguments
class Code(Snapshots):
    """Decision memory over git: what was decided about a project's code, why, and in whose words.

    It is one for the project and apart from conversation: no recall, listing, count or dream sees it, and it sees none
    of them. Code is never copied; a decision knows its commits, files and lines.
    """

    def ingest(
        self,
        repo: Path | str = ".",
        *,
        range: str | None = None,
        limit: int | None = None,
        force: bool = False,
        progress: Progress | None = None,
        reason: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> CodeReport:
        """Read decisions out of a repository's commits.

        A commit is a decision where its message says why: words of reason, prose, the text of a pull request, a revert;
        so is a sentence of the comments and documentation that it added. With the setting `code_mining` on `model` a
        language model reads them, and only what quotes its commit word for word is kept; what it cannot read, rules do.
        Each commit is read once; a rebased or squashed one is known by its title and date. Two hundred commits are one
        operation, so what is broken off goes on where it was.

        Args:
            repo: A folder within the repository.
            range: Which commits, as git writes it (`v1.0..main`); all that led to the present one where none is given.
            limit: Only the newest so many.
            force: Also those that were read before.
            progress: Is told how many commits are read, of how many.
            reason: Why, kept with the operations.
            user: Not used.
            agent: Label of the actor.
            session: Not used.
            space: Not used.
            contexts: Not used.

        Returns:
            How many commits were read and became decisions, why others did not, and what a model cost.

        Raises:
            InvalidInput: There is no such repository or range, or git failed.
        """
        from doxa.code.ingest import ingest_repository

        scope = self._core.scoped(user, agent, session, space, contexts)
        request = self._core.request("code_ingest", scope, None, None, reason, (str(repo), range))
        core = self._core
        model = core.model if core.config.code_mining == "model" else None
        return ingest_repository(
            core.writing(), request, repo, range=range, limit=limit, force=force, model=model, progress=progress
        )

    def capture(
        self,
        decisions: Sequence[Mapping[str, Json]],
        *,
        repo: Path | str = ".",
        commit: str = "HEAD",
        reason: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> CodeReport:
        """Keep decisions that the caller made or found, joined to a commit.

        Args:
            decisions: Up to 50 of `title`, `decision`, `rationale`, `question`, `symbols`, `files`, `quotes` (`text`,
                `kind`, `source`), `confidence`, `supersedes` (commits or titles) and `instead_of`. Only the first two
                are needed; `supersedes` names what it takes back, `instead_of` what it chose against.
            repo: A folder within the repository.
            commit: The commit that carries them.
            reason: Why, kept with the operation.
            user: Not used.
            agent: Label of the actor.
            session: Not used.
            space: Not used.
            contexts: Not used.

        Returns:
            What was new, and the refs of all.

        Raises:
            InvalidInput: A decision has an unknown field, or one that cannot be used; nothing is written.
            NotFound: There is no such commit.
        """
        from doxa.code.capture import capture_decisions

        scope = self._core.scoped(user, agent, session, space, contexts)
        request = self._core.request("code_capture", scope, None, None, reason, commit)
        return capture_decisions(self._core.writing(), request, decisions, repo, commit)

    def mine_session(
        self,
        session: str,
        *,
        transcript: Path | str | None = None,
        repo: Path | str = ".",
        reason: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> CodeReport:
        """Read decisions about the code out of a conversation, without a model.

        The decisions belong to code memory. The words they were read from stay with the conversation: only who may read
        it sees them in `why`. An erase of the session takes them, and the decisions that were only said there. What was
        read before is not read again.

        Args:
            session: The conversation.
            transcript: Its JSON Lines, each with `role` and `content`; where none is given, it is in working memory.
            repo: A folder within the repository.
            reason: Why, kept with the operation.
            user: Whose conversation; see `Reader`.
            agent: Label of the actor.
            space: Not used.
            contexts: Not used.

        Raises:
            InvalidInput: The transcript is none, or there is no such repository.
            NotFound: Nothing was said.
        """
        from doxa.code.sessions import mine_conversation

        scope = self._core.scoped(user, agent, session, space, contexts)
        request = self._core.request("code_mine_session", scope, None, None, reason, session)
        file = None if transcript is None else Path(transcript)
        working = self._core.sessions if file is None else None
        return mine_conversation(self._core.writing(), request, working, session, file, repo)

    def why(
        self,
        question: str | None = None,
        *,
        file: str | None = None,
        line: int | None = None,
        commit: str | None = None,
        symbol: str | None = None,
        repo: Path | str | None = None,
        limit: int = 5,
        max_tokens: int = 1_000,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> CodeAnswer:
        """Tell why the code is as it is: the decisions behind a line, file, commit, symbol or question.

        Lines are followed back through git, so they are those of today. What a place proves comes before what words
        resemble; a decision that was replaced stands behind all that are in force, and never without what replaced it.

        Args:
            question: In words, or a place: `FILE:LINE`, `FILE:FIRST-LAST`.
            file: Its path from here or from the top of the repository.
            line: From 1, as committed.
            commit: A commit; with a file, the one in which its lines are numbered.
            symbol: A name in the code.
            repo: A folder within the repository, or the name of one that was ingested; where none is given, the
                repository this runs in if it was ingested.
            limit: At most so many, 1 to 50.
            max_tokens: Budget of the context.
            user: Whose conversations may be quoted; see `Reader`.
            agent: Not used.
            session: Not used.
            space: Not used.
            contexts: Not used.

        Raises:
            InvalidInput: Nothing is asked, the lines are none, or there is no such repository.
            NotFound: The commit does not exist, or the file or line is not in it.
        """
        from doxa.code.asking import Question, ask_why
        from doxa.code.sessions import with_conversations
        from doxa.graph.owners import CODE_MEMORY

        scope = self._core.scoped(user, agent, session, space, contexts)
        where = None if repo is None else str(repo)
        asked = Question(question, file, line, commit, symbol, where, limit, max_tokens)
        with self._core.graph.view(user=CODE_MEMORY, as_of=self._pinned(None)) as view:
            answer = ask_why(view, asked, self._core.embedding, on=self._core.config.code_enabled)
            with self._view(scope, None) as own:
                return with_conversations(own, view, answer)
