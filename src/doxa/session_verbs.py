"""The verbs about conversations: closing one, what an agent captured, the parts of a memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from doxa.arguments import checks_arguments
from doxa.core import UNSET, UserArgument
from doxa.reader import Reader
from doxa.records import Claim, Evidence, Json, Message, Receipt, Ref

if TYPE_CHECKING:
    from doxa.session_records import Ingested


@checks_arguments
class SessionVerbs(Reader):
    """Verbs about conversations and what was found in them."""

    def ingest(
        self,
        content: str | Message,
        *,
        limit: int = 5,
        channel: str | None = None,
        request_id: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Ingested:
        """Take a message into working memory, recall what is remembered of its matter, and say what is due.

        The one call a host makes per message. Nothing is believed yet: that is for `consolidate`, which a session is
        due for by the number, the tokens or the age of its messages. Attachments are kept as pointers to files.

        Args:
            content: A text of the user, or a message with its role, name, time and attachments (`describe_file` makes
                one of a file).
            limit: How many memories to recall, 0 to 1,000.
            channel: Where it came from, such as `team_channel:eng`, `group_dm:42` or `personal_dm`; without a space
                given, the setting `channel_spaces` says which space that is.
            request_id: A repeat of the same call with it appends nothing.
            user: Whose memory; see `Reader`.
            agent: Label; see `Reader`.
            session: Which session; `None` = the user's open one that was used last, else a new one.
            space: Where its summary will be written, and what is recalled from; see `Reader`.
            contexts: Labels; see `Reader`.

        Raises:
            InvalidText: The message is empty, too long or not encodable.
            InvalidInput: The channel's type is not in the table.
        """
        from doxa.recall.token_estimate import TokenCount
        from doxa.write.context import owner_of
        from doxa.write.working.appending import append_messages
        from doxa.write.working.channels import space_of_channel
        from doxa.write.working.due import DueRules, Ingest, ingested

        core = self._core
        if space is None and channel is not None:
            space = space_of_channel(channel, core.config.channel_spaces)
        scope = core.scoped(user, agent, session, space, contexts)
        appended = append_messages(
            core.writing(), scope, core.sessions, content, request_id=request_id, space=scope.space
        )
        config = core.config
        rules = DueRules(config.session_messages, config.session_tokens, timedelta(minutes=config.session_age))
        elsewhere = Reader(replace(core, scope=replace(scope, session=None)))
        recall = elsewhere.recall(appended.messages[0].content if appended.messages else "", limit=limit)
        counter = TokenCount(core.plugins.counter)
        ingest = Ingest(core.sessions, owner_of(scope), appended, rules)
        reply = ingested(ingest, recall, core.clock.now(), counter.of)
        return replace(reply, warnings=(*reply.warnings, *counter.warnings))

    def consolidate(
        self,
        *,
        summary: str | Mapping[str, Json] | None = None,
        implications: Sequence[str] = (),
        transcript: bool = False,
        evidence: Evidence | None = None,
        source: str | None = None,
        request_id: str | None = None,
        expect_revision: int | None = None,
        reason: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Receipt:
        """Close a session with a summary of what was said since it was last closed.

        Messages that are in working memory alone become turns, and what they claim is believed like anything that is
        told. The summary rests on every turn (`DERIVED_FROM`); facts, decisions with their reasons, events, actions
        and open questions are memories of their own, with edges to the entities they are about. Where nothing was
        said since, nothing is done.

        Args:
            summary: A summary of your own: a text, or an object with `summary`, `title`, `topics`, `entities`,
                `facts`, `decisions`, `events`, `actions`, `open_questions`, `relations`. `None` = a model's where the
                mode allows one, else sentences chosen from the conversation.
            implications: What may matter later, each in a sentence; none = read from plans and open ends.
            transcript: Whether to write the conversation beside the project as Markdown, without what the gate took
                out, and attach it to the summary.
            evidence: Who vouches for the summary and its parts.
            source: Who says it; `None` = the user.
            request_id: A repeat of the same call with it gives the first receipt.
            expect_revision: How often the session was summed up as far as you know, 0 for never; where it was summed
                up since, nothing is done.
            reason: Why, kept with the operation.
            user: Whose memory; see `Reader`.
            agent: Label; see `Reader`.
            session: Which session; `None` = the user's open session that was used last.
            space: Where it is written; see `Reader`.
            contexts: Labels under which it applies; see `Reader`.

        Returns:
            One outcome for the summary, then one for each of its parts, then for each message that became a turn and
            what it claims.

        Raises:
            NotFound: There is no such session.
            RevisionConflict: The session was summed up more often than `expect_revision` says.
            InvalidInput: No session is named or open, or the summary has an unknown key or a part that cannot be used.
        """
        from doxa.write.consolidate.closing import Consolidation, consolidate_session

        core = self._core
        consolidation = Consolidation(summary, tuple(implications), transcript, evidence, source)
        scope = core.scoped(user, agent, session, space, contexts)
        request = core.request("consolidate", scope, request_id, expect_revision, reason, consolidation)
        return consolidate_session(core.writing(), request, consolidation, core.means())

    def reflect(
        self,
        captures: Sequence[Mapping[str, Json] | Claim | str] = (),
        *,
        response: str | None = None,
        sources: Sequence[Ref] = (),
        request_id: str | None = None,
        reason: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Receipt:
        """Keep what the calling agent captured from a conversation, without a model.

        Each capture is a belief of its own, reconciled with what is believed already: one that says the same again
        confirms, one with a later value of the same slot replaces it. A capture may name what it revises or speaks
        against, by id, kref or in its words.

        Args:
            captures: Claims, texts, or objects with a text under `statement` and, where known, `type` (`fact`,
                `decision`, `preference`, `event`, …), `about` (names of entities), `reason`, `certainty` (`low`,
                `medium`, `high`) or `confidence`, `subject`, `attribute` and `value`, `quote`, `valid_from`,
                `valid_to`, `event_date`, `title`, `tags`, `evidence`, `source`, `revises`, `conflicts_with`.
            response: What the agent answered; kept as its turn, which claims nothing.
            sources: What the captures were read from. A capture whose quote stands in none of it is inferred.
            request_id: A repeat of the same call with it gives the first receipt.
            reason: Why, kept with the operation.
            user: Whose memory; see `Reader`.
            agent: Label; see `Reader`.
            session: Label; see `Reader`.
            space: Where it is written; see `Reader`.
            contexts: Labels under which it applies; see `Reader`.

        Returns:
            One outcome for the response, where there is one, then one for each capture.

        Raises:
            InvalidInput: A capture has another form, an unknown key, or a value that cannot be used.
            NotFound: A source, or what a capture revises, names nothing in the scope.
        """
        from doxa.write.decompose.verbs import Reflection, reflect_on

        reflection = Reflection(tuple(captures), response, tuple(sources))
        scope = self._core.scoped(user, agent, session, space, contexts)
        request = self._core.request("reflect", scope, request_id, None, reason, reflection)
        return reflect_on(self._core.writing(), request, reflection)

    def decompose(
        self,
        ref: Ref,
        *,
        entities: Sequence[Mapping[str, Json] | str] = (),
        facts: Sequence[Mapping[str, Json] | Claim | str] = (),
        relations: Sequence[Mapping[str, Json]] = (),
        supersedes: Sequence[Mapping[str, Json]] = (),
        contradicts: Sequence[Mapping[str, Json]] = (),
        request_id: str | None = None,
        expect_revision: int | None = None,
        reason: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Receipt:
        """Keep the parts of a memory that the calling agent found: entities, claims, relations; without a model.

        Everything is derived from the memory (`DERIVED_FROM`). An entity is found again by any spelling of its names,
        or by their initials, before it is made; claims are about the entities they name (`ABOUT`, `INVOLVES` for
        events), and a decision depends on the facts it rests on (`DEPENDS_ON`).

        Args:
            ref: The memory: a turn, a summary, a document.
            entities: Names, or objects with `name`, `type` and `aliases`.
            facts: As captures of `reflect`. `type` makes decisions, events, actions and questions of them, and
                `depends_on` names what one rests on, by its place among the facts or in its words.
            relations: Objects with `subject`, `predicate` and `object`. Each becomes a belief, and an edge between the
                two entities: `DEPENDS_ON`, `USES`, `IMPLEMENTS`, `PART_OF`, `SUPERSEDES`, `SUPPORTS`, `CAUSES`,
                `CONTRADICTS`, `CONTAINS`, or `RELATES_TO` for what is none of these, which the outcome says.
            supersedes: Objects with `statement`, `replaces` (an id, a kref, or what it says) and `reason`.
            contradicts: Objects with `statement`, `conflicts_with` and `reason`.
            request_id: A repeat of the same call with it gives the first receipt.
            expect_revision: The newest revision number you know of.
            reason: Why, kept with the operation.
            user: Whose memory; see `Reader`.
            agent: Label; see `Reader`.
            session: Label; see `Reader`.
            space: Where it is written; see `Reader`.
            contexts: Labels under which it applies; see `Reader`.

        Returns:
            One outcome per entity, then per fact, then per relation.

        Raises:
            NotFound: The memory, or what a statement replaces, names nothing in the scope.
            RevisionConflict: A newer revision of the memory exists.
            InvalidInput: A part has another form, an unknown key, or a value that cannot be used.
        """
        from doxa.write.decompose.verbs import Parts, decompose_memory

        parts = Parts(tuple(entities), tuple(facts), tuple(relations), tuple(supersedes), tuple(contradicts))
        scope = self._core.scoped(user, agent, session, space, contexts)
        request = self._core.request("decompose", scope, request_id, expect_revision, reason, (ref, parts))
        return decompose_memory(self._core.writing(), request, ref, parts)
