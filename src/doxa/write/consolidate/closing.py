"""`consolidate`: closes a session with a summary, its parts, and the edges to what they rest on; one operation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from doxa.belief.evidence import checked_grade
from doxa.errors import ModelFailure
from doxa.graph.contract import View, Writer
from doxa.graph.nodes import RevisionId
from doxa.llm.contract import Model
from doxa.llm.tallies import tally_usage
from doxa.plugins import Summariser
from doxa.records import Claim, Evidence, Receipt, Scope, Usage
from doxa.sessions import Sessions
from doxa.write.add import Addition, Heard, listen, vectors_of, with_warnings, write_all
from doxa.write.admission import Admission, admitted
from doxa.write.consolidate.by_model import ask_for_summary
from doxa.write.consolidate.by_rules import summary_by_rules
from doxa.write.consolidate.conversation import (
    Conversation,
    Line,
    line_of,
    read_conversation,
    refuse_unexpected,
    refuse_unknown,
    session_named,
    space_for,
)
from doxa.write.consolidate.extracts import extracts_of
from doxa.write.consolidate.keeping import Digest, keep_digest
from doxa.write.consolidate.rendering import text_of, transcript_of
from doxa.write.consolidate.structure import SessionSummary, read_summary
from doxa.write.consolidate.transcripts import Transcript, prepared_transcript
from doxa.write.context import WriteContext, WriteRequest, operation, owner_of, refuse_anybody
from doxa.write.decompose.admitting import Admitted, admit
from doxa.write.decompose.captures import Reading
from doxa.write.decompose.decomposition import Decomposition
from doxa.write.decompose.verbs import source_of
from doxa.write.decompose.writing import texts_of
from doxa.write.gate import Passage
from doxa.write.messages import checked_text
from doxa.write.procedures import keep_procedure, procedures_in
from doxa.write.receipts import Result, answered_once, receipt_of
from doxa.write.working.due import close_session

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_TRIES: Final = 5
"""How often a consolidation starts over when others write to the session meanwhile."""


@dataclass(frozen=True, slots=True)
class Consolidation:
    """What `Memory.consolidate` was given; see there."""

    summary: str | Mapping[str, Any] | None = None
    implications: tuple[str, ...] = ()
    transcript: bool = False
    evidence: Evidence | None = None
    source: str | None = None

    def __post_init__(self) -> None:
        """Check what can be checked before anything is read."""
        if self.evidence is not None:
            checked_grade(self.evidence)
        for number, each in enumerate(self.implications):
            checked_text(each, f"implications[{number}]")


@dataclass(frozen=True, slots=True)
class Means:
    """What a consolidation may use.

    Args:
        sessions: Working memory.
        model: Summarises, where neither the host nor the application does.
        summariser: The application's own.
        transcripts: The folder for transcripts; `None` = none can be written.
        also: What else is read in what was said, once it is consolidated: it is given the scope and the lines, and
            returns what the caller should know.
    """

    sessions: Sessions | None
    model: Model | None = None
    summariser: Summariser | None = None
    transcripts: Path | None = None
    also: Callable[[Scope, Sequence[Line]], Sequence[str]] | None = None


@answered_once
def consolidate_session(
    context: WriteContext, request: WriteRequest, consolidation: Consolidation, means: Means
) -> Receipt:
    """Close a session; see `Memory.consolidate`."""
    refuse_anybody(request.scope)
    session = session_named(request.scope, means.sessions)
    scope = replace(request.scope, session=session)
    scoped = replace(request, scope=replace(scope, space=space_for(scope, means.sessions)))
    for _ in range(_TRIES):
        receipt = _Closing(context, scoped, consolidation, means).run()
        if receipt is not None:
            return with_warnings(receipt, context)
    return _nothing(context, scoped, "the session is still being written to; try again", None)


class _ChangedMeanwhileError(Exception):
    """Somebody wrote to the session while it was summed up; it rolls the consolidation back."""


@dataclass(frozen=True, slots=True)
class _Spoken:
    """Messages of working memory that become turns: as they may be kept, with their claims and vectors."""

    admission: Admission | None
    heard: Sequence[Heard]
    vectors: NDArray[np.float32] | None

    @property
    def claims(self) -> list[Claim]:
        """What they claim."""
        return [each.claim for one in self.heard for each in one.found if each.mood in ("asserted", "plan")]


@dataclass(slots=True)
class _Closing:
    """One try at closing a session."""

    context: WriteContext
    request: WriteRequest
    consolidation: Consolidation
    means: Means
    warnings: list[str] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)

    def run(self) -> Receipt | None:
        """Return the receipt, or `None` where the session changed meanwhile."""
        owner = owner_of(self.request.scope)
        with self.context.graph.view(user=self.request.scope.user) as view:
            conversation = self._read(view)
            refuse_unexpected(view, conversation, self.request.expect_revision)
            known = _beliefs_from(view, conversation.new)
        if self.consolidation.summary is None:
            refuse_unknown(conversation, owner, self.means.sessions)
        if not conversation.lines and self.consolidation.summary is None:
            nothing = _nothing(self.context, self.request, *_why_nothing(conversation))
            return self._closed(nothing, conversation)
        try:
            receipt = self._sum_up(conversation, known)
        except _ChangedMeanwhileError:
            return None
        if any(each.verdict == "rejected" for each in receipt.outcomes):
            return receipt
        if self.means.also is not None and conversation.lines:
            warnings = (*receipt.warnings, *self.means.also(self.request.scope, conversation.lines))
            receipt = replace(receipt, warnings=tuple(dict.fromkeys(warnings)))
        return self._closed(receipt, conversation)

    def _read(self, view: View) -> Conversation:
        session = self.request.scope.session
        assert session is not None
        return read_conversation(view, owner_of(self.request.scope), session, self.means.sessions)

    def _closed(self, receipt: Receipt, conversation: Conversation) -> Receipt:
        if self.means.sessions is not None:
            owner = owner_of(self.request.scope)
            close_session(self.means.sessions, conversation.session, owner, conversation.heard)
        return receipt

    def _sum_up(self, conversation: Conversation, known: Sequence[tuple[RevisionId, Claim]]) -> Receipt:
        passage = self.context.gate.opened()
        spoken = self._spoken(passage, conversation)
        lines = _lines_kept(conversation, spoken)
        claims = [*(claim for _, claim in known), *spoken.claims]
        if not lines and self.consolidation.summary is None:
            return self._refused(spoken, [], passage)
        summary = self._summary(lines, claims)
        screened = passage.text(text_of(summary, claims, self.context.tz), "summary")
        if screened.rejected is not None:
            result = Result("rejected", screened.rejected, redactions=screened.redactions)
            return self._refused(spoken, [result], passage)
        passage.tell(screened.redactions, "summary")
        parts = admit(passage, Decomposition(summary.entities, summary.captures, summary.relations))
        digest = self._digest(passage, summary, screened.text, parts, lines)
        return self._write(conversation, spoken, digest, parts, known, passage)

    def _spoken(self, passage: Passage, conversation: Conversation) -> _Spoken:
        if not conversation.unstored:
            return _Spoken(None, (), None)
        admission = admitted(passage, Addition(conversation.unstored))
        heard = listen(self.context, self.request.scope, admission)
        texts = [text for each in heard for text in each.texts]
        return _Spoken(admission, heard, vectors_of(self.context, texts) if texts else None)

    def _summary(self, lines: Sequence[Line], claims: Sequence[Claim]) -> SessionSummary:
        """Return the host's summary, else the model's, else the application's, else extracts."""
        given, implications = self.consolidation.summary, self.consolidation.implications
        reading = Reading(lines[-1].time if lines else self.context.clock.now(), self.context.tz)
        if given is not None:
            return replace(read_summary(given, "host", reading), implications=implications)
        if self.means.model is not None:
            try:
                plain, told, self.usage = ask_for_summary(self.means.model, lines)
                return replace(read_summary(plain, "model", reading), implications=implications or told)
            except (ModelFailure, ValueError) as error:
                self.usage += getattr(error, "usage", None) or Usage()
                self.warnings.append(f"The model gave no summary, so sentences were chosen: {error}")
        return self._without_model(lines, claims)

    def _without_model(self, lines: Sequence[Line], claims: Sequence[Claim]) -> SessionSummary:
        text: str | None = None
        if self.means.summariser is not None:
            try:
                text = checked_text(self.means.summariser.summarise([line.as_message() for line in lines]), "summary")
            except Exception as error:  # an application's own part may fail in any way
                self.warnings.append(f"The summariser failed, so sentences were chosen: {error!r}")
        summary = summary_by_rules(
            lines,
            claims,
            extracts_of(lines, self.context.embedding),
            text=text,
            by="rules" if text is None else "plugin",
            now=self.context.clock.now(),
            tz=self.context.tz,
        )
        implications = self.consolidation.implications
        return replace(summary, implications=implications or summary.implications)

    def _digest(
        self, passage: Passage, summary: SessionSummary, text: str, parts: Admitted, lines: Sequence[Line]
    ) -> Digest:
        clean = replace(
            summary,
            title=passage.line(summary.title, "summary.title"),
            topics=tuple(passage.line(each, "summary.topics") for each in summary.topics),
            implications=tuple(passage.line(each, "implications") for each in summary.implications),
        )
        given = self.consolidation.source
        transcript: Transcript | None = None
        session = self.request.scope.session or ""
        if self.consolidation.transcript:
            written = transcript_of(session, clean.title, lines, self.context.tz)
            transcript = prepared_transcript(self.means.transcripts, session, written)
        return Digest(
            summary=clean,
            text=text,
            parts=parts.decomposition,
            source=passage.line(given, "source") if given else source_of(self.request.scope),
            evidence=self.consolidation.evidence,
            vectors=vectors_of(self.context, [text, *texts_of(parts.decomposition)]),
            solutions=vectors_of(self.context, [each.text for each in procedures_in(lines)]),
            transcript=transcript,
            said_at=lines[-1].time if lines else None,
        )

    def _write(
        self,
        conversation: Conversation,
        spoken: _Spoken,
        digest: Digest,
        parts: Admitted,
        known: Sequence[tuple[RevisionId, Claim]],
        passage: Passage,
    ) -> Receipt:
        with operation(self.context, self.request) as writer:
            again = self._read(writer.view)
            if (again.new, again.unstored) != (conversation.new, conversation.unstored):
                raise _ChangedMeanwhileError
            refuse_unexpected(writer.view, again, self.request.expect_revision)
            if digest.transcript is not None:
                digest.transcript.write()
            kept = self._keep_spoken(writer, spoken)
            said = kept[: len(spoken.heard)]
            turns = [*conversation.new, *(each.revision for each in said if each.revision is not None)]
            beside = [*known, *_beliefs_from(writer.view, turns[len(conversation.new) :])]
            first = sum(len(each.found) for each in spoken.heard)
            told = keep_digest(writer, self.context, self.request.scope, conversation, digest, turns, beside, first)
            told += [*self._procedures(writer, conversation, spoken, said, digest), *parts.refused]
            told += [*_refusals(spoken), *kept]
            warnings = (*passage.warnings, *self.warnings)
            tally_usage(writer.tally, "consolidate", self.usage, owner_of(self.request.scope))
            receipt = receipt_of(writer, self.request, told, tuple(dict.fromkeys(warnings)))
        return replace(receipt, usage=self.usage)

    def _procedures(
        self, writer: Writer, conversation: Conversation, spoken: _Spoken, said: Sequence[Result], digest: Digest
    ) -> list[Result]:
        """Keep how tasks were solved with tools in the session."""
        lines = _lines_kept(conversation, spoken, [each.revision for each in said])
        found = procedures_in(lines)
        vectors = [None] * len(found) if digest.solutions is None else list(digest.solutions)
        return [
            keep_procedure(writer, self.request.scope, each, digest.source, vector)
            for each, vector in zip(found, vectors, strict=True)
        ]

    def _keep_spoken(self, writer: Writer, spoken: _Spoken) -> list[Result]:
        if spoken.admission is None or not spoken.heard:
            return []
        addition = spoken.admission.addition
        return write_all(writer, self.context, self.request.scope, addition, spoken.heard, spoken.vectors)

    def _refused(self, spoken: _Spoken, results: Sequence[Result], passage: Passage) -> Receipt:
        with operation(self.context, self.request) as writer:
            return receipt_of(writer, self.request, [*results, *_refusals(spoken)], passage.warnings)


def _nothing(context: WriteContext, request: WriteRequest, why: str, revision: RevisionId | None) -> Receipt:
    with operation(context, request) as writer:
        return receipt_of(writer, request, [Result(None, why, revision, status="nothing_to_do")])


def _why_nothing(conversation: Conversation) -> tuple[str, RevisionId | None]:
    if conversation.summaries:
        return "nothing was said since it was consolidated", conversation.summaries[-1]
    return "nothing was said in it", None


def _lines_kept(conversation: Conversation, spoken: _Spoken, turns: Sequence[RevisionId | None] = ()) -> list[Line]:
    """Return the lines of a conversation as they are kept: messages as the gate left them, refused ones out.

    Args:
        conversation: The session.
        spoken: Its messages of working memory.
        turns: What these became, once they are turns.
    """
    passed = [] if spoken.admission is None else [each.message for each in spoken.admission.messages]
    kept = [*turns, *[None] * (len(passed) - len(turns))]
    said = [line for each, turn in zip(passed, kept, strict=True) if (line := line_of(each, turn)) is not None]
    stored = [line for line in conversation.lines if line.revision is not None]
    return sorted([*stored, *said], key=lambda line: line.time)


def _refusals(spoken: _Spoken) -> list[Result]:
    return [] if spoken.admission is None else [result for _, result in spoken.admission.refused]


def _beliefs_from(view: View, turns: Sequence[RevisionId]) -> list[tuple[RevisionId, Claim]]:
    """Return the believed claims that were read from turns, in the order they were said."""
    edges = view.edges(turns, direction="in", types=("DERIVED_FROM",)) if turns else []
    heads = view.heads(list(dict.fromkeys(edge.source for edge in edges)))
    live = sorted(row.revision for row in heads.values() if row.is_head and row.status == "live")
    nodes = view.revisions(live)
    return [(each, claim) for each in live if each in nodes and (claim := nodes[each].claim) is not None]
