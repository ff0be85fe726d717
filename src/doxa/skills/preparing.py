"""Files of skills as the memories they are to become: parsed, screened, scanned. Nothing is stored here."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from doxa.errors import InvalidInput
from doxa.graph.kref import slug
from doxa.records import Attachment, Json, Redaction
from doxa.skills.parsing import Section, SkillText, first_title, parse_skill
from doxa.skills.scanning import scan_skill
from doxa.skills.sources import Source, read_source
from doxa.write.gate import Passage
from doxa.write.messages import checked_text

ROLE = "skill_role"
"""Metadata: `skill`, `section` or `document`."""
SKILL = "skill"
"""Metadata: the skill that a memory belongs to."""
HEAD, PARTS, TAGS, DESCRIPTION = "skill_head", "skill_parts", "skill_tags", "skill_description"


@dataclass(frozen=True, slots=True)
class Part:
    """One memory to be: a skill, a section of it, or a document.

    Args:
        name: Name of its item.
        shown: What it is called in the report.
        kind: `skill` or `document`.
        title: Its heading.
        text: What it says.
        metadata: Kept with it.
        file: Where it was read.
        line: The line it begins at.
        redactions: What was taken out.
    """

    name: str
    shown: str
    kind: str
    title: str
    text: str
    metadata: dict[str, Json]
    file: Attachment
    line: int = 1
    redactions: tuple[Redaction, ...] = ()


@dataclass(frozen=True, slots=True)
class Prepared:
    """One file.

    Args:
        source: The file.
        parts: Its memories, the skill or document itself first.
        inline: Names of the sections that stay within the skill.
        reasons: Why it must not be served before someone has looked at it.
        refused: Why it cannot be kept at all.
    """

    source: Source
    parts: tuple[Part, ...] = ()
    inline: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    refused: str | None = None


@dataclass(slots=True)
class _Reading:
    """The texts of one file on their way through the gate."""

    passage: Passage
    redactions: list[Redaction] = field(default_factory=list)
    refused: str | None = None

    def screened(self, text: str) -> tuple[str, tuple[Redaction, ...]]:
        passed = self.passage.screened(text)
        self.refused = self.refused or passed.rejected
        self.redactions += passed.redactions
        return passed.text, passed.redactions


def prepare(sources: Sequence[Source], passage: Passage, *, section: str | None) -> Iterator[Prepared]:
    """Yield what each file is to become; one that cannot be read is refused by name, and the others go on.

    Args:
        sources: The files, each skill before its documents.
        passage: The gate, open for this call.
        section: Only this section of each skill, by its slug.
    """
    names: dict[Path | None, str] = {}
    for source in sources:
        try:
            text = checked_text(read_source(source), source.shown)
            prepared = _prepared(source, text, _Reading(passage), names.get(source.skill), section)
        except InvalidInput as error:
            yield Prepared(source, refused=str(error))
            continue
        if source.form == "skill" and prepared.parts:
            names[source.skill] = prepared.parts[0].name
        yield prepared


def _prepared(source: Source, text: str, reading: _Reading, skill: str | None, section: str | None) -> Prepared:
    file = Attachment(source.path.name, str(source.path), {"sha256": hashlib.sha256(text.encode()).hexdigest()})
    reasons = scan_skill(text)
    if source.form == "document":
        parts, inline = [_document(source, text, reading, skill, file)], list[str]()
    else:
        parts, inline = _skill(source, parse_skill(text), reading, file, section)
    kinds = sorted({f"credential:{each.kind}" for each in reading.redactions if each.placeholder == "[redacted]"})
    return Prepared(source, tuple(parts), tuple(inline), (*reasons, *kinds), reading.refused)


def _document(source: Source, text: str, reading: _Reading, skill: str | None, file: Attachment) -> Part:
    kept, redactions = reading.screened(text)
    title = first_title(kept) or source.path.stem
    own = slug(source.path.stem) or "document"
    metadata: dict[str, Json] = {ROLE: "document", **({SKILL: skill} if skill else {})}
    name = f"{skill}-{own}" if skill else own
    return Part(name, source.shown, "document", title, kept, metadata, file, redactions=redactions)


def _skill(
    source: Source, parsed: SkillText, reading: _Reading, file: Attachment, section: str | None
) -> tuple[list[Part], list[str]]:
    called = parsed.name or first_title(parsed.head) or (source.skill or source.path.parent).name or source.path.stem
    own = slug(called)
    if not own:
        raise InvalidInput(f"{source.shown} has no name.", mend="Write `name: …` in its frontmatter.", field="name")
    if section is not None and section not in {each.slug for each in parsed.sections}:
        there = ", ".join(each.slug for each in parsed.sections) or "none"
        mend = f"Its sections: {there}."
        raise InvalidInput(f"{source.shown} has no section {section!r}.", mend=mend, field="section", value=section)
    apart = [each for each in parsed.sections if not each.inline]
    made = [_section(each, own, called, reading, file) for each in apart if section in (None, each.slug)]
    return [_head(parsed, own, called, reading, file), *made], [f"{own}/{e.slug}" for e in parsed.sections if e.inline]


def _head(parsed: SkillText, own: str, called: str, reading: _Reading, file: Attachment) -> Part:
    head, redactions = reading.screened(parsed.head)
    parts: list[Json] = [
        {"inline": reading.screened(each.text)[0]} if each.inline else {"section": each.slug}
        for each in parsed.sections
    ]
    inline = "".join(each.text for each in parsed.sections if each.inline)
    said = "\n\n".join(filter(None, (parsed.description, parsed.preamble, inline.strip()))) or called
    screened = reading.passage.screened(said).text
    description = reading.passage.screened(parsed.description).text
    metadata: dict[str, Json] = {
        ROLE: "skill",
        SKILL: own,
        DESCRIPTION: description,
        TAGS: list(parsed.tags),
        HEAD: head,
        PARTS: parts,
    }
    return Part(own, own, "skill", called, screened, metadata, file, redactions=redactions)


def _section(section: Section, own: str, called: str, reading: _Reading, file: Attachment) -> Part:
    text, redactions = reading.screened(section.text)
    place = replace(file, metadata={**file.metadata, "line": section.line})
    return Part(
        name=f"{own}-{section.slug}",
        shown=f"{own}/{section.slug}",
        kind="skill",
        title=f"{called}: {section.title}",
        text=text,
        metadata={ROLE: "section", SKILL: own, "section": section.slug},
        file=place,
        line=section.line,
        redactions=redactions,
    )
