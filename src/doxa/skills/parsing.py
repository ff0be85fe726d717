"""A `SKILL.md` taken apart so that its parts, put together again, are the file to the byte."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from doxa.errors import InvalidInput
from doxa.graph.kref import slug

_LINE = re.compile(r"[^\n]*\n|[^\n]+\Z")
_HEADER = re.compile(r"## +(.+?)(?: +#+)?\s*\Z")
_FIRST_TITLE = re.compile(r"# +(.+?)(?: +#+)?\s*\Z")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_INLINE = re.compile(r"<!--\s*inline\s*-->", re.IGNORECASE)
_BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class Section:
    """What stands under one `##` header.

    Args:
        slug: Its name within the skill, unique there.
        title: The header's words.
        line: The header's line, from 1.
        text: Header and body, exactly as in the file.
        inline: It is marked as part of the skill itself and is no memory of its own.
    """

    slug: str
    title: str
    line: int
    text: str
    inline: bool


@dataclass(frozen=True, slots=True)
class SkillText:
    """A skill's file.

    Args:
        name: From the frontmatter; `None` where it has none.
        description: From the frontmatter; "" where it has none.
        tags: From the frontmatter, a list or words between commas.
        head: Everything before the first section, exactly as in the file.
        preamble: What of that is not frontmatter, without blank ends.
        sections: In order.
    """

    name: str | None
    description: str
    tags: tuple[str, ...]
    head: str
    preamble: str
    sections: tuple[Section, ...]

    @property
    def text(self) -> str:
        """The whole file."""
        return self.head + "".join(section.text for section in self.sections)


def parse_skill(text: str) -> SkillText:
    """Take a skill's file apart.

    A header inside a code block is none. `<!-- inline -->` marks the section whose body holds it; as the last line
    before a header it marks the section that begins there, and that one alone.

    Raises:
        InvalidInput: The frontmatter is not closed, is no YAML, or is no mapping.
    """
    lines = _LINE.findall(text)
    fields, start = _frontmatter(lines)
    starts = [number for number, line in _outside_code(lines) if number >= start and _HEADER.match(line)]
    bounds = [*starts, len(lines)]
    marked = _inline_sections(lines, starts, start)
    return SkillText(
        name=_word(fields, "name"),
        description=_word(fields, "description") or "",
        tags=_tags(fields.get("tags")),
        head="".join(lines[: bounds[0]]),
        preamble="".join(lines[start : bounds[0]]).strip(),
        sections=tuple(_sections(lines, bounds, marked)),
    )


def first_title(text: str) -> str | None:
    """Return the words of a document's first `#` header."""
    for _, line in _outside_code(_LINE.findall(text)):
        found = _FIRST_TITLE.match(line)
        if found:
            return found[1]
    return None


def _sections(lines: Sequence[str], bounds: Sequence[int], marked: set[int]) -> Iterator[Section]:
    taken: set[str] = set()
    for start, end in pairwise(bounds):
        title = _title(lines[start])
        name = base = slug(title) or "section"
        number = 1
        while name in taken:
            number += 1
            name = f"{base}-{number}"
        taken.add(name)
        yield Section(name, title, start + 1, "".join(lines[start:end]), start in marked)


def _title(line: str) -> str:
    found = _HEADER.match(line)
    assert found is not None
    return found[1].strip()


def _inline_sections(lines: Sequence[str], starts: Sequence[int], first: int) -> set[int]:
    """Return the sections that a marker marks: each marker is about one."""
    last_before = {start: _last_written(lines, start) for start in starts}
    marked: set[int] = set()
    for number, line in _outside_code(lines):
        if number < first or not _INLINE.search(line):
            continue
        following = next((start for start in starts if last_before[start] == number), None)
        alone = not _INLINE.sub("", line).strip()
        around = max((start for start in starts if start <= number), default=None)
        owner = following if alone and following is not None else around
        if owner is not None:
            marked.add(owner)
    return marked


def _last_written(lines: Sequence[str], before: int) -> int:
    """Return the last line before another that is not blank; -1 where there is none."""
    return next((number for number in range(before - 1, -1, -1) if lines[number].strip()), -1)


def _outside_code(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the numbered lines that are in no fenced code block."""
    fence = ""
    for number, line in enumerate(lines):
        found = _FENCE.match(line)
        if fence:
            if found and found[1].startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
        elif found:
            fence = found[1]
        else:
            yield number, line


def _frontmatter(lines: Sequence[str]) -> tuple[Mapping[str, object], int]:
    """Return the fields of the frontmatter and the number of the first line behind it."""
    if not lines or lines[0].removeprefix(_BOM).strip() != "---":
        return {}, 0
    end = next((number for number, line in enumerate(lines[1:], 1) if line.rstrip() in ("---", "...")), None)
    if end is None:
        raise InvalidInput("The frontmatter is not closed.", mend="End it with a line `---`.", field="frontmatter")
    return _yaml("".join(lines[1:end])), end + 1


def _yaml(text: str) -> Mapping[str, object]:
    import yaml

    try:
        fields = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        said = " ".join(str(error).split())
        raise InvalidInput(f"The frontmatter is no YAML: {said}.", mend="Mend it.", field="frontmatter") from error
    if fields is None:
        return {}
    if not isinstance(fields, dict):
        mend = "Write `name: …` and `description: …`."
        raise InvalidInput("The frontmatter is no mapping.", mend=mend, field="frontmatter")
    return {str(key): value for key, value in fields.items()}


def _word(fields: Mapping[str, object], name: str) -> str | None:
    value = fields.get(name)
    if value is None:
        return None
    if isinstance(value, dict | list):
        raise InvalidInput(f"{name} in the frontmatter is no text.", mend="Write it on one line.", field=name)
    return " ".join(str(value).split()) or None


def _tags(value: object) -> tuple[str, ...]:
    parts = value.split(",") if isinstance(value, str) else value if isinstance(value, list) else []
    return tuple(dict.fromkeys(word for part in parts if (word := " ".join(str(part).split()))))
