"""Proposals as a plan computes and stores them: numbers of exact revisions, and words only where some are new."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

from doxa.graph.nodes import RevisionId
from doxa.records import Json

ACTIONS: Final = (
    "deprecate",
    "merge",
    "compress",
    "relabel",
    "link",
    "strengthen",
    "create_schema",
    "create_intention",
    "add_evidence",
    "merge_entities",
    "reground",
    "relabel_space",
    "archive",
)
"""Everything that a proposal can be."""
TAKING: Final = frozenset({"deprecate", "merge", "compress", "merge_entities", "archive"})
"""Actions after which some of the memories named are no longer live."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A proposal before it has a name.

    Args:
        action: One of `ACTIONS`.
        stage: The pass that made it.
        targets: The exact revisions; one below zero is what an earlier proposal of the plan would make, counted from
            its place: -1 for the first.
        reason: Why, in words that quote no memory, unless `spoken`.
        confidence: 0 to 1.
        into: What the targets become one with, or where a link leads.
        text: New words.
        details: What else the action needs.
        evidence: What else it rests on.
        spoken: Whether a model or a host put its words, so that they go when what they are about is erased.
        why: What holds it back; "" where nothing does.
    """

    action: str
    stage: str
    targets: tuple[RevisionId, ...]
    reason: str
    confidence: float = 0.5
    into: RevisionId | None = None
    text: str | None = None
    details: Mapping[str, Json] = field(default_factory=dict)
    evidence: tuple[RevisionId, ...] = ()
    spoken: bool = False
    why: str = ""

    @property
    def named(self) -> tuple[RevisionId, ...]:
        """Every revision it names, each once."""
        more = () if self.into is None else (self.into,)
        return tuple(dict.fromkeys((*self.targets, *more, *self.evidence)))

    @property
    def takes(self) -> tuple[RevisionId, ...]:
        """The revisions that are no longer live after it."""
        return self.targets if self.action in TAKING else ()


def encode_draft(draft: Draft) -> Json:
    """Return a draft as a row of JSON, as short as it can be."""
    row: list[Any] = [
        draft.action,
        draft.stage,
        list(draft.targets),
        draft.reason,
        round(draft.confidence, 4),
        draft.into,
        draft.text,
        dict(draft.details),
        list(draft.evidence),
        int(draft.spoken),
        draft.why,
    ]
    while row and row[-1] in (None, "", 0, [], {}):
        row.pop()
    return row


def decode_draft(row: Json) -> Draft:
    """Return the draft that a row of JSON is."""
    blank: tuple[Any, ...] = ("", "", [], "", 0.0, None, None, {}, [], 0, "")
    given = cast("Sequence[Any]", row)
    action, stage, targets, reason, confidence, into, text, details, evidence, spoken, why = (
        *given,
        *blank[len(given) :],
    )
    return Draft(
        action=action,
        stage=stage,
        targets=tuple(map(RevisionId, targets)),
        reason=reason,
        confidence=confidence,
        into=None if into is None else RevisionId(into),
        text=text,
        details=details,
        evidence=tuple(map(RevisionId, evidence)),
        spoken=bool(spoken),
        why=why,
    )
