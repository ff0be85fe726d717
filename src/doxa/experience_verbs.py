"""`memory.experience`: decisions, what came of them, and patterns that stay hypotheses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from doxa.arguments import checks_arguments
from doxa.core import UNSET, UserArgument
from doxa.moments import Moment, Snapshots
from doxa.records import Json, Receipt, Ref

if TYPE_CHECKING:
    from doxa.experience.records import Calibration, PatternPacket, PatternState


@checks_arguments
class Experience(Snapshots):
    """What was decided in which situation, what was expected, what came, and what seems to recur in that.

    Experiences and outcomes are only ever added. Patterns are inferred, unverified proposals: no verb makes a belief of
    one, and recall does not return them.
    """

    def record(
        self,
        experience: Mapping[str, Json],
        *,
        request_id: str | None = None,
        reason: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Receipt:
        """Record an experience: a situation, what was decided in it, and what was expected.

        Args:
            experience: `experience_id`, `title`, `situation`, `goal`, `decision`, `rationale`, `expected_outcome`.
                Where known also `decision_kind`, `alternatives`, `applicability_conditions` and `source_krefs`. A
                title has up to 160 characters, other texts 2,000, lists 12 entries.
            request_id: A repeat of the same call with it gives the first receipt.
            reason: Why, kept with the operation.
            user: Whose; see `Reader`.
            agent: Label of what is written; see `Reader`.
            session: Label of what is written; see `Reader`.
            space: Where it is written; `experiences` where none is given.
            contexts: Labels; see `Reader`.

        Raises:
            InvalidInput: A field is unknown, missing or cannot be used.
            AlreadyExists: Another experience has the id.
            NotFound: A source does not exist.
        """
        from doxa.experience.keeping import record_experience

        scope = self._core.scoped(user, agent, session, space, contexts)
        request = self._core.request("experience_record", scope, request_id, None, reason, experience)
        return record_experience(self._core.writing(), request, experience)

    def outcome(
        self,
        ref: Ref,
        outcome: Mapping[str, Json],
        *,
        request_id: str | None = None,
        reason: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Receipt:
        """Add what came of an experience; there may be several, and none is ever changed.

        Args:
            ref: The experience.
            outcome: `observed_outcome`; where known `outcome_status` (success, failure, mixed, unknown), `acceptance`
                (accepted, rejected, unknown: what people thought of it), `observed_at` (an ISO time with a zone) and
                `source_krefs`.
            request_id: A repeat of the same call with it gives the first receipt.
            reason: Why, kept with the operation.
            user: Whose; see `Reader`.
            agent: Label of what is written; see `Reader`.
            session: Label of what is written; see `Reader`.
            space: Where it is written; `experiences` where none is given.
            contexts: Labels; see `Reader`.

        Raises:
            InvalidInput: A field is unknown or cannot be used, or the ref names no experience.
            NotFound: There is no such experience.
        """
        from doxa.experience.keeping import record_outcome

        scope = self._core.scoped(user, agent, session, space, contexts)
        request = self._core.request("experience_outcome", scope, request_id, None, reason, (ref, outcome))
        return record_outcome(self._core.writing(), request, ref, outcome)

    def patterns(
        self,
        refs: Sequence[Ref] = (),
        *,
        spaces: Sequence[str] = (),
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> PatternPacket:
        """Return experiences to look for a pattern in, for the host or a model.

        Args:
            refs: Which, up to 12; the newest 12 where none are named.
            spaces: Without refs: only under these paths.
            user: Whose; see `Reader`.
            agent: Label; see `Reader`.
            session: Label; see `Reader`.
            space: Path; see `Reader`.
            contexts: Labels; see `Reader`.

        Raises:
            InvalidInput: A ref names no experience, or there are too many.
            NotFound: There is none.
        """
        from doxa.experience.patterns import packet_of

        scope = self._core.scoped(user, agent, session, space, contexts)
        with self._view(scope, None) as view:
            return packet_of(view, scope, refs, spaces)

    def store(
        self,
        pattern: Mapping[str, Json],
        *,
        refs: Sequence[Ref],
        fingerprint: str,
        request_id: str | None = None,
        reason: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Receipt:
        """Keep a pattern that was seen in a packet, as an inferred, unverified proposal.

        Args:
            pattern: `kind` (recurring_pattern or conditional_lesson), `title`, `hypothesis`,
                `applicability_conditions` (1 to 5) and `counterexamples` (up to 5). The first kind needs two
                experiences; a hypothesis has up to 1,600 characters.
            refs: Those of the packet.
            fingerprint: That of the packet.
            request_id: A repeat of the same call with it gives the first receipt.
            reason: Why, kept with the operation.
            user: Whose; see `Reader`.
            agent: Label of what is written; see `Reader`.
            session: Label of what is written; see `Reader`.
            space: Where it is written; `experiences` where none is given.
            contexts: Labels; see `Reader`.

        Raises:
            InvalidInput: A field is unknown or cannot be used, or there are too few experiences.
            Conflict: The experiences changed since the packet was made, or one does not stand.
        """
        from doxa.experience.patterns import store_pattern

        scope = self._core.scoped(user, agent, session, space, contexts)
        said = (pattern, tuple(refs), fingerprint)
        request = self._core.request("experience_store", scope, request_id, None, reason, said)
        return store_pattern(self._core.writing(), request, refs, fingerprint, pattern)

    def check(
        self,
        ref: Ref,
        *,
        as_of: Moment = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> PatternState:
        """Tell whether a pattern still stands on what it was seen in.

        Args:
            ref: The pattern.
            as_of: As it was by then.
            user: Whose; see `Reader`.
            agent: Not used.
            session: Not used.
            space: Not used.
            contexts: Not used.

        Raises:
            NotFound: There is no such pattern.
            InvalidInput: It is none.
        """
        from doxa.experience.patterns import check_pattern

        scope = self._core.scoped(user, agent, session, space, contexts)
        with self._view(scope, as_of) as view:
            return check_pattern(view, ref)

    def calibration(
        self,
        *,
        as_of: Moment = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Calibration:
        """Tell how often what was expected is what came, by kind of decision.

        Args:
            as_of: As it was by then.
            user: Whose; see `Reader`.
            agent: Label; see `Reader`.
            session: Label; see `Reader`.
            space: Path; see `Reader`.
            contexts: Labels; see `Reader`.
        """
        from doxa.experience.patterns import calibration_of

        scope = self._core.scoped(user, agent, session, space, contexts)
        with self._view(scope, as_of) as view:
            return calibration_of(view, scope, self._moment(view, as_of))
