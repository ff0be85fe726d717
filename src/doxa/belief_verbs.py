"""The verbs about what is believed: who vouches, what is pinned or locked, conflicts, the operators of change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from doxa.arguments import checks_arguments
from doxa.core import UNSET, UserArgument
from doxa.reader import Reader
from doxa.records import Claim, Evidence, Receipt, Ref


@checks_arguments
class BeliefVerbs(Reader):
    """Verbs about beliefs."""

    def confirm(
        self,
        ref: Ref,
        *,
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
        """Say a belief again: its confidence grows, and with another independent source its grade.

        Args:
            ref: The belief.
            source: Who says it; `None` = the user. The same source counts once.
            request_id: A repeat of the same call with it gives the first receipt.
            expect_revision: The newest revision number you know of.
            reason: Why, kept with the operation.
            user: Whose memory; see `Reader`.
            agent: Label of the actor.
            session: Not used.
            space: Not used.
            contexts: Not used.

        Raises:
            NotFound: There is no such belief in the scope.
        """
        from doxa.write.vouching import confirm_belief

        scope = self._core.scoped(user, agent, session, space, contexts)
        request = self._core.request("confirm", scope, request_id, expect_revision, reason, (ref, source))
        return confirm_belief(self._core.writing(), request, ref, source=source)

    def contradict(
        self,
        ref: Ref,
        text: str | None = None,
        *,
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
        """Speak against a belief without replacing it: both stay, linked, and the belief is shown as contested.

        Args:
            ref: The belief.
            text: What is so instead; `None` = only that it is not so.
            source: Who says it; `None` = the user.
            request_id: A repeat of the same call with it gives the first receipt.
            expect_revision: The newest revision number you know of.
            reason: Why, kept with the operation.
            user: Whose memory; see `Reader`.
            agent: Label of the actor.
            session: Not used.
            space: Not used.
            contexts: Not used.

        Raises:
            NotFound: There is no such belief in the scope.
            InvalidInput: It is a turn, which claims nothing.
        """
        from doxa.write.vouching import contradict_belief

        scope = self._core.scoped(user, agent, session, space, contexts)
        request = self._core.request("contradict", scope, request_id, expect_revision, reason, (ref, text, source))
        return contradict_belief(self._core.writing(), request, ref, text, source=source)

    def set_evidence(
        self,
        ref: Ref,
        evidence: Evidence,
        *,
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
        """Give a belief a grade, up or down. `official` needs the operator right.

        Args:
            ref: The belief.
            evidence: `official`, `corroborated`, `single_source` or `unverified`.
            source: Who vouches, added to the sources.
            request_id: A repeat of the same call with it gives the first receipt.
            expect_revision: The newest revision number you know of.
            reason: Why, kept with the operation.
            user: Whose memory; see `Reader`.
            agent: Label of the actor.
            session: Not used.
            space: Not used.
            contexts: Not used.

        Raises:
            NotFound: There is no such belief in the scope.
            InvalidInput: There is no such grade.
        """
        from doxa.write.vouching import set_evidence

        scope = self._core.scoped(user, agent, session, space, contexts)
        request = self._core.request(
            "set_evidence", scope, request_id, expect_revision, reason, (ref, evidence, source)
        )
        return set_evidence(self._core.writing(), request, ref, evidence, source=source)

    def resolve(
        self,
        conflict: Ref,
        *,
        keep: Ref | Literal["both", "neither"],
        request_id: str | None = None,
        expect_revision: int | None = None,
        reason: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Receipt:
        """Decide a conflict between a belief and a rival that waits beside it.

        Args:
            conflict: Either side of it.
            keep: The one to keep; `both` takes the marks off and leaves the rival beside; `neither` gives both up.
            request_id: A repeat of the same call with it gives the first receipt.
            expect_revision: The newest revision number of `conflict` you know of.
            reason: Why, kept with the operation.
            user: Whose memory; see `Reader`.
            agent: Label of the actor.
            session: Not used.
            space: Not used.
            contexts: Not used.

        Returns:
            One outcome; a conflict that was resolved before changes nothing and says so.

        Raises:
            NotFound: There is no such belief in the scope.
            InvalidInput: `keep` is no part of the conflict.
            RevisionConflict: A newer revision exists.
        """
        from doxa.write.operators import resolve_conflict

        scope = self._core.scoped(user, agent, session, space, contexts)
        request = self._core.request("resolve", scope, request_id, expect_revision, reason, (conflict, keep))
        return resolve_conflict(self._core.writing(), request, conflict, keep)

    def pin(
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
        """Show a memory with every context it applies to; it is not protected from change by that.

        Args:
            ref: The memory.
            request_id: A repeat of the same call with it gives the first receipt.
            expect_revision: The newest revision number you know of.
            reason: Why, kept with the operation.
            user: Whose memory; see `Reader`.
            agent: Label of the actor.
            session: Not used.
            space: Not used.
            contexts: Not used.

        Raises:
            NotFound: There is no such memory in the scope.
            RevisionConflict: A newer revision exists.
        """
        return self._mark(
            "pin", ref, True, request_id, expect_revision, reason, (user, agent, session, space, contexts)
        )

    def unpin(
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
        """Take a pin off.

        Args:
            ref: The memory.
            request_id: A repeat of the same call with it gives the first receipt.
            expect_revision: The newest revision number you know of.
            reason: Why, kept with the operation.
            user: Whose memory; see `Reader`.
            agent: Label of the actor.
            session: Not used.
            space: Not used.
            contexts: Not used.

        Raises:
            NotFound: There is no such memory in the scope.
            RevisionConflict: A newer revision exists.
        """
        return self._mark(
            "pin", ref, False, request_id, expect_revision, reason, (user, agent, session, space, contexts)
        )

    def lock(
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
        """Protect a memory: nothing replaces it, and what contradicts it waits beside it. An operator's verb.

        Args:
            ref: The memory.
            request_id: A repeat of the same call with it gives the first receipt.
            expect_revision: The newest revision number you know of.
            reason: Why, kept with the operation.
            user: Whose memory; see `Reader`.
            agent: Label of the actor.
            session: Not used.
            space: Not used.
            contexts: Not used.

        Raises:
            NotFound: There is no such memory in the scope.
            RevisionConflict: A newer revision exists.
        """
        return self._mark(
            "lock", ref, True, request_id, expect_revision, reason, (user, agent, session, space, contexts)
        )

    def unlock(
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
        """Take a lock off. An operator's verb.

        Args:
            ref: The memory.
            request_id: A repeat of the same call with it gives the first receipt.
            expect_revision: The newest revision number you know of.
            reason: Why, kept with the operation.
            user: Whose memory; see `Reader`.
            agent: Label of the actor.
            session: Not used.
            space: Not used.
            contexts: Not used.

        Raises:
            NotFound: There is no such memory in the scope.
            RevisionConflict: A newer revision exists.
        """
        return self._mark(
            "lock", ref, False, request_id, expect_revision, reason, (user, agent, session, space, contexts)
        )

    def alias(
        self,
        ref: Ref,
        *forms: str,
        request_id: str | None = None,
        expect_revision: int | None = None,
        reason: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Receipt:
        """Give a memory other names. What is said of an entity by one of its names is said of it.

        Claims about an entity, or whose value it is, come into one slot with those by its other names and are decided
        anew there: two values are never both believed where one holds at a time.

        Args:
            ref: The memory.
            forms: The names; those it has are kept as they are.
            request_id: A repeat of the same call with it gives the first receipt.
            expect_revision: The newest revision number you know of.
            reason: Why, kept with the operation.
            user: Whose memory; see `Reader`.
            agent: Label of the actor.
            session: Not used.
            space: Not used.
            contexts: Not used.

        Returns:
            An outcome for the memory, then one for each belief that was decided anew.

        Raises:
            NotFound: There is no such memory in the scope.
            InvalidText: A name is empty, too long or cannot be encoded.
            Conflict: It would be circular: each of two memories would be an alias of the other.
        """
        from doxa.write.names import alias_memory

        scope = self._core.scoped(user, agent, session, space, contexts)
        request = self._core.request("alias", scope, request_id, expect_revision, reason, (ref, forms))
        return alias_memory(self._core.writing(), request, ref, forms)

    def merge(
        self,
        refs: Sequence[Ref],
        *,
        into: Ref,
        request_id: str | None = None,
        expect_revision: int | None = None,
        reason: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Receipt:
        """Make one memory of several that turn out to be one: entities, or beliefs that say the same.

        It gets their names, their edges and those who vouch for them; they are archived. What is claimed of merged
        entities is decided anew: two values are never both believed where one holds at a time.

        Args:
            refs: What is merged.
            into: What it becomes.
            request_id: A repeat of the same call with it gives the first receipt.
            expect_revision: The newest revision number of `into` you know of.
            reason: Why, kept with the operation.
            user: Whose memory; see `Reader`.
            agent: Label of the actor.
            session: Not used.
            space: Not used.
            contexts: Not used.

        Returns:
            An outcome for `into`, one for each that was merged, then one for each slot that was decided anew.

        Raises:
            NotFound: There is no such memory in the scope.
            InvalidInput: They cannot be one: of two owners, an entity and a belief, or beliefs that contradict.
            Protected: One that is merged is locked or published.
        """
        from doxa.write.merge import merge_memories

        scope = self._core.scoped(user, agent, session, space, contexts)
        request = self._core.request("merge", scope, request_id, expect_revision, reason, (tuple(refs), into))
        return merge_memories(self._core.writing(), request, refs, into)

    def define_attribute(
        self,
        name: str,
        *,
        single: bool,
        aliases: Sequence[str] = (),
        request_id: str | None = None,
        reason: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Receipt:
        """Say whether an attribute holds one value at a time, and what else it is called, for the whole project.

        Slots that come together or apart by it are decided anew, everybody's; that takes a pass over all beliefs. An
        operator's verb.

        Args:
            name: The attribute, in any spelling.
            single: Whether a new value takes the place of the one before.
            aliases: Names that mean it too.
            request_id: A repeat of the same call with it gives the first receipt.
            reason: Why, kept with the operation.
            user: Who defines it; the definition is everybody's.
            agent: Label of the actor.
            session: Not used.
            space: Not used.
            contexts: Not used.

        Returns:
            An outcome for the attribute, then one for each slot that was decided anew.

        Raises:
            InvalidInput: A name is empty, too long or holds no letter or digit.
        """
        from doxa.write.attributes import define_attribute

        scope = self._core.scoped(user, agent, session, space, contexts)
        content = (name, single, tuple(aliases))
        request = self._core.request("define_attribute", scope, request_id, None, reason, content)
        return define_attribute(self._core.writing(), request, name, single=single, aliases=aliases)

    def expand(
        self,
        claims: Sequence[Claim],
        *,
        request_id: str | None = None,
        reason: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Receipt:
        """Believe those of the claims for which nothing that is believed has to give way.

        Args:
            claims: The claims; each is decided by itself.
            request_id: A repeat of the same call with it gives the first receipt.
            reason: Why, kept with the operation.
            user: Whose memory; see `Reader`.
            agent: Label of what is written.
            session: Label of what is written.
            space: Where it is written.
            contexts: Labels under which it applies.
        """
        from doxa.write.operators import expand_beliefs

        scope = self._core.scoped(user, agent, session, space, contexts)
        request = self._core.request("expand", scope, request_id, None, reason, claims)
        return expand_beliefs(self._core.writing(), request, claims)

    def contract(
        self,
        claims: Sequence[Claim | Ref],
        *,
        request_id: str | None = None,
        reason: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Receipt:
        """Give claims up: nothing that entails them is believed any more, and nothing older returns.

        Args:
            claims: Claims, or refs of beliefs. What is not believed changes nothing, and its outcome says so.
            request_id: A repeat of the same call with it gives the first receipt.
            reason: Why, kept with the operation.
            user: Whose memory; see `Reader`.
            agent: Label of the actor.
            session: Not used.
            space: Not used.
            contexts: Labels of the claims' slots.
        """
        from doxa.write.operators import contract_beliefs

        scope = self._core.scoped(user, agent, session, space, contexts)
        request = self._core.request("contract", scope, request_id, None, reason, claims)
        return contract_beliefs(self._core.writing(), request, claims)

    def revise(
        self,
        claims: Sequence[Claim],
        *,
        request_id: str | None = None,
        reason: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Receipt:
        """Believe claims; what contradicts them gives way, but for what is protected.

        Args:
            claims: The claims, in any order; they must not contradict each other.
            request_id: A repeat of the same call with it gives the first receipt.
            reason: Why, kept with the operation.
            user: Whose memory; see `Reader`.
            agent: Label of what is written.
            session: Label of what is written.
            space: Where it is written.
            contexts: Labels under which it applies.

        Returns:
            One outcome per claim. Of several, one whose confidence is not from 0 to 1 is rejected by itself.

        Raises:
            InvalidInput: Two of the claims contradict each other at one time, or one is malformed.
        """
        from doxa.write.operators import revise_beliefs

        scope = self._core.scoped(user, agent, session, space, contexts)
        request = self._core.request("revise", scope, request_id, None, reason, claims)
        return revise_beliefs(self._core.writing(), request, claims)

    def _mark(
        self,
        mark: Literal["pin", "lock"],
        ref: Ref,
        on: bool,
        request_id: str | None,
        expect_revision: int | None,
        reason: str | None,
        scope: tuple[UserArgument, str | None, str | None, str | None, Sequence[str]],
    ) -> Receipt:
        from doxa.write.marks import set_mark

        verb = mark if on else f"un{mark}"
        request = self._core.request(verb, self._core.scoped(*scope), request_id, expect_revision, reason, ref)
        return set_mark(self._core.writing(), request, ref, mark, on=on)
