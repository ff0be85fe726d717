"""Keeps a summary in the graph: its revision, its parts, and the edges to what they rest on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from doxa.graph.contract import Writer
from doxa.graph.nodes import Key, NewItem, NewRevision, Observation, RevisionId
from doxa.records import Claim, Evidence, Json, Scope
from doxa.write.consolidate.conversation import SUMMARY, Conversation
from doxa.write.consolidate.structure import SessionSummary
from doxa.write.consolidate.transcripts import Transcript
from doxa.write.context import WriteContext, owner_of
from doxa.write.decompose.decomposition import Decomposition
from doxa.write.decompose.writing import DecompositionWriter, Origins
from doxa.write.receipts import Result

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Digest:
    """A summary ready to be kept.

    Args:
        summary: What was made, for its title, topics and maker.
        text: What is kept and searched.
        parts: Its entities, claims and relations, as they may be kept.
        source: Who says it.
        evidence: Who vouches; `None` = by source.
        vectors: Of the text, then of the parts; `None` = no embedder.
        solutions: Vectors of the procedures in the session; `None` = no embedder.
        transcript: The conversation itself, where it is kept beside the project.
        said_at: When the conversation ended.
    """

    summary: SessionSummary
    text: str
    parts: Decomposition
    source: str
    evidence: Evidence | None
    vectors: NDArray[np.float32] | None
    solutions: NDArray[np.float32] | None = None
    transcript: Transcript | None = None
    said_at: datetime | None = None


def keep_digest(
    writer: Writer,
    context: WriteContext,
    scope: Scope,
    conversation: Conversation,
    digest: Digest,
    turns: Sequence[RevisionId],
    known: Sequence[tuple[RevisionId, Claim]],
    first: int,
) -> list[Result]:
    """Write a summary with its parts and return what became of each.

    Args:
        writer: The open transaction.
        context: The parts.
        scope: Whose memory, under which labels.
        conversation: The session.
        digest: What to keep.
        turns: The turns that the summary rests on; none = those of the summary before, which it replaces.
        known: Beliefs that were read from the turns.
        first: The place of its first claim among all of the operation.
    """
    result = _summary(writer, scope, conversation, digest, turns)
    if result.status == "nothing_to_do":
        return [result]
    assert result.revision is not None
    origins = Origins((result.revision,), writer.at, digest.source, digest.evidence, _author(digest))
    vectors = None if digest.vectors is None else digest.vectors[1:]
    parts = DecompositionWriter(writer, context, scope, origins, vectors, first)
    return [result, *parts.write(digest.parts, beside=known)]


def _author(digest: Digest) -> str:
    """Return who put a summary in words: one that is made of sentences that were said is nobody's own statement."""
    return "observed" if digest.summary.by == "rules" else "agent"


def _summary(
    writer: Writer, scope: Scope, conversation: Conversation, digest: Digest, turns: Sequence[RevisionId]
) -> Result:
    last = conversation.summaries[-1] if conversation.summaries and not turns else None
    if last is None:
        item = writer.item(_item(scope))
        resting: Sequence[RevisionId] = turns
    else:
        node = writer.view.revision(last)
        if node.text == digest.text:
            return Result(None, "the summary says so already", last, status="nothing_to_do")
        item, resting = node.item, conversation.covered
    revision = writer.revision(item, _revision(conversation, digest, len(resting)))
    for turn in resting:
        writer.edge(revision, "DERIVED_FROM", turn)
    if last is not None:
        writer.edge(revision, "SUPERSEDES", last)
        return Result("supersede", "the session is summed up anew", revision, last)
    return Result("new", f"the session is closed; {len(resting)} turns summed up", revision)


def _item(scope: Scope) -> NewItem:
    return NewItem(
        kind=SUMMARY,
        user=owner_of(scope),
        space=scope.space or "",
        agent=scope.agent,
        session=scope.session,
        contexts=scope.contexts,
        state={Key.TIER: "long_term"},
    )


def _revision(conversation: Conversation, digest: Digest, turns: int) -> NewRevision:
    state: dict[str, Json] = {Key.AUTHOR: _author(digest)}
    if digest.evidence is not None:
        state[Key.EVIDENCE] = digest.evidence
    metadata: dict[str, Json] = {
        "session": conversation.session,
        "turns": turns,
        "summarised_by": digest.summary.by,
        "topics": [*digest.summary.topics],
        "implications": [*digest.summary.implications],
    }
    return NewRevision(
        text=digest.text,
        title=digest.summary.title,
        said_at=digest.said_at,
        metadata={key: value for key, value in metadata.items() if value not in ([], None)},
        state=state,
        observations=(Observation(digest.source, digest.said_at),),
        artifacts=() if digest.transcript is None else (digest.transcript.pointer,),
        vector=None if digest.vectors is None else digest.vectors[0],
    )
