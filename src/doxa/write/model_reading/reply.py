"""The shape in which a model is to answer. Every field but the words themselves may be left out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

ReadKind = Literal[
    "profile",
    "fact",
    "event",
    "action",
    "decision",
    "question",
    "preference",
    "trait",
    "value",
    "intention",
    "knowledge",
]
SaidAs = Literal["asserted", "reported", "wished", "supposed", "asked"]


@dataclass(frozen=True, slots=True)
class ReadClaim:
    """One claim.

    Args:
        turn: The number of the turn it stands in.
        quote: The words of that turn that say it.
        text: The claim as a sentence that is understood by itself.
        kind: What it is.
        subject: Whom or what it is about; `user` for the user.
        attribute: What of the subject, in snake_case.
        value: The value of that.
        negated: Whether it is denied.
        said_as: How it was said.
        correction: Whether what was said before was never so.
        changed: Whether it became so at `when`, as opposed to having held.
        when: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`: when it happened, or since when it holds.
        until: The same: until when it held.
        importance: 0 to 1.
        inferred: Whether nobody said it in so many words.
    """

    turn: int
    quote: str
    text: str
    kind: ReadKind = "fact"
    subject: str | None = None
    attribute: str | None = None
    value: str | None = None
    negated: bool = False
    said_as: SaidAs = "asserted"
    correction: bool = False
    changed: bool = False
    when: str | None = None
    until: str | None = None
    importance: float | None = None
    inferred: bool = False


@dataclass(frozen=True, slots=True)
class ReadEntity:
    """Somebody or something that is spoken of, by its fullest name."""

    name: str
    type: str | None = None
    aliases: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ReadRelation:
    """How two entities relate."""

    turn: int
    quote: str
    subject: str
    predicate: str
    object: str


@dataclass(frozen=True, slots=True)
class Emotion:
    """How the user feels: valence −1 to 1, arousal 0 to 1, and the feeling in a word."""

    valence: float
    arousal: float
    dominant: str


@dataclass(frozen=True, slots=True)
class ConversationReading:
    """Everything that is worth remembering of a conversation.

    Args:
        ephemeral: Whether nothing is: greetings, thanks, chatter, work in progress.
        claims: The claims.
        entities: Whom and what they speak of.
        relations: How these relate.
        emotion: How the user feels, where it shows.
        implications: Future situations in which these memories will be needed, in other words than theirs.
    """

    ephemeral: bool = False
    claims: list[ReadClaim] = field(default_factory=list)
    entities: list[ReadEntity] = field(default_factory=list)
    relations: list[ReadRelation] = field(default_factory=list)
    emotion: Emotion | None = None
    implications: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Judged:
    """How a new statement stands to a known one, by their numbers."""

    new: int
    known: int
    stands: Literal["same", "replaces", "adds", "contradicts", "unrelated"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """How new statements stand to known ones; pairs that are unrelated may be left out."""

    pairs: list[Judged] = field(default_factory=list)
