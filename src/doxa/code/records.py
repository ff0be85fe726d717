"""What a look into decision memory gives, and what an ingest did."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from doxa.records import Ref, Usage

Match = Literal["line", "commit", "file", "symbol", "text", "replacement"]
"""How a decision was found: by a line's history, a commit, its file, a symbol, its words, or since it replaced one."""


@dataclass(frozen=True, slots=True)
class CodeAnchor:
    """Where in the code a decision lies; no code is kept.

    Args:
        repo: The repository's name.
        commit: The commit, 40 or 64 hex digits.
        file: Path from the top of the repository.
        start: First line that it wrote, in that commit; `None` where it only took lines away or git does not say.
        end: Last line.
        role: `touched` by the commit, `primary` where the host named it.
    """

    repo: str
    commit: str
    file: str
    start: int | None = None
    end: int | None = None
    role: str = "touched"


@dataclass(frozen=True, slots=True)
class CodeQuote:
    """Words that say why, as they stand in their source.

    Args:
        text: The words.
        source: Such as `commit 84a2daf…`, `pull request #12`, or `conversation s1`.
        kind: `reason`, `alternative`, `constraint`, `measurement`, `incident`, `review`, `revert`, `trailer`, or
            `context` for what goes with it and is not said to be why.
    """

    text: str
    source: str
    kind: str = "reason"


@dataclass(frozen=True, slots=True)
class CodeDecision:
    """A decision and what it rests on.

    Args:
        ref: Its address in decision memory.
        title: In a few words.
        decision: What was decided.
        rationale: Why; empty where nobody said.
        question: The question that it answers.
        status: `superseded` where a later decision took it back or put another in its place.
        confidence: How sure it is that this was decided for this reason, 0 to 1.
        decided_at: When the change was written.
        author: Who wrote it.
        origin: `rules` or a `model` read it from git, a `host` told it, `session` was read from a conversation.
        symbols: Names in the code that it is about.
        commits: The commits that carry it; more than one after a rebase.
        anchors: Where it lies.
        quotes: The words it was read from.
        supersedes: What it replaced.
        superseded_by: What replaced it.
        match: How it was found.
        score: How well, 0 to 1, among those found in the same way.
        conversation: The session it was read from, for a caller who may read that.
    """

    ref: Ref
    title: str
    decision: str
    rationale: str
    question: str
    status: Literal["active", "superseded"]
    confidence: float
    decided_at: datetime
    author: str
    origin: str
    symbols: tuple[str, ...]
    commits: tuple[str, ...]
    anchors: tuple[CodeAnchor, ...]
    quotes: tuple[CodeQuote, ...]
    supersedes: tuple[Ref, ...]
    superseded_by: tuple[Ref, ...]
    match: Match
    score: float
    conversation: str | None = None


@dataclass(frozen=True, slots=True)
class LineChange:
    """A commit that changed the lines asked about.

    Args:
        commit: The commit.
        subject: First line of its message.
        author: Who wrote it.
        time: When it was written.
        decision: The decision it carries, where one is known.
        quote: For a question in words the sentence of its message, or of what it wrote beside the code, that fits; for
            lines what it wrote that stands closest to them, else, where it carries no decision, what its message says.
    """

    commit: str
    subject: str
    author: str
    time: datetime
    decision: Ref | None = None
    quote: CodeQuote | None = None


@dataclass(frozen=True, slots=True)
class CodeAnswer:
    """Why the code is as it is.

    Args:
        decisions: Best first; one that was superseded stands behind all that are in force.
        changes: The commits that changed the lines asked about, newest first; for a question in words alone, those that
            tell most of it, best first, whether they say why or not.
        context: The decisions as a block for a prompt, within the budget.
        warnings: What could not be looked at, and why.
        in_words: Whether it was asked in words alone, so that `changes` are the commits that tell most of it.
    """

    decisions: tuple[CodeDecision, ...]
    changes: tuple[LineChange, ...] = ()
    context: str = ""
    warnings: tuple[str, ...] = ()
    in_words: bool = False


@dataclass(frozen=True, slots=True)
class CodeReport:
    """What an ingest or capture did.

    Args:
        repo: The repository's name.
        commits: Commits that were read.
        known: Commits that had been read before, and were not again.
        decisions: New decisions.
        revised: Decisions that were known and are now known in another commit.
        superseded: Decisions that a later one replaced.
        skipped: Commits without a decision, by cause.
        operations: The operations that wrote, one a batch.
        refs: The decisions that were written, for a capture.
        warnings: What the caller should know.
        usage: What a model cost.
    """

    repo: str
    commits: int
    known: int
    decisions: int
    revised: int
    superseded: int
    skipped: tuple[SkippedCommits, ...] = ()
    operations: tuple[str, ...] = ()
    refs: tuple[Ref, ...] = ()
    warnings: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True)
class SkippedCommits:
    """Commits that hold no decision, by cause.

    Args:
        cause: Why.
        count: How many.
    """

    cause: str
    count: int
