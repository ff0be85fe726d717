"""What became of the documents of a skill."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from doxa.records import Redaction, Ref

Change = Literal["new", "revised", "unchanged", "inline", "retired", "quarantined", "skipped"]


@dataclass(frozen=True, slots=True)
class SkillPart:
    """What became of a skill, one of its sections, or a reference document.

    Args:
        source: The file, relative to what was named.
        name: The memory's name; for a section the skill's name, `/` and the section's.
        change: `inline` parts stay in their skill; `retired` ones are gone from the file; `skipped` ones say why.
        ref: The memory, where there is one.
        reasons: Why it is quarantined or skipped.
        redactions: Credentials and personal data that were taken out.
    """

    source: str
    name: str
    change: Change
    ref: Ref | None = None
    reasons: tuple[str, ...] = ()
    redactions: tuple[Redaction, ...] = ()


@dataclass(frozen=True, slots=True)
class SkillReport:
    """What an ingest did, or would do.

    Args:
        operation: Its operation; `None` where nothing was written.
        parts: In the order of the files.
        dry_run: Nothing was written because only that was asked.
    """

    operation: str | None
    parts: tuple[SkillPart, ...]
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill as an agent is handed it.

    Args:
        name: Its name.
        description: What it is for and when to use it.
        tags: Words it is filed under.
        text: The whole `SKILL.md`.
        sections: Refs of the sections that are memories of their own, in order.
        documents: Refs of its reference documents, by name.
        ref: The memory.
        revision: Its number.
    """

    name: str
    description: str
    tags: tuple[str, ...]
    text: str
    sections: tuple[Ref, ...]
    documents: tuple[Ref, ...]
    ref: Ref
    revision: int
