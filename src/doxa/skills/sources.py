"""The files of skills: which there are under a path, and their texts."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from doxa.errors import InvalidInput, NotFound
from doxa.write.messages import MAX_TEXT

SKILL_FILE = "skill.md"
_DOCUMENTS = {".md", ".markdown"}
MAX_BYTES = 4 * MAX_TEXT
"""A file of more bytes has more characters than a memory may have."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file to read.

    Args:
        path: Where it is.
        shown: Its path relative to what was named.
        form: A skill's own file, or a document.
        skill: The folder of the skill that a document belongs to; `None` for one that stands alone.
    """

    path: Path
    shown: str
    form: Literal["skill", "document"]
    skill: Path | None = None


def sources_at(path: Path) -> list[Source]:
    """Return the files of a skill, of a folder of skills, or one file.

    A folder with a `SKILL.md` is a skill, and the Markdown beneath it is its reference documents. In any other folder
    each folder that is a skill is taken, and each Markdown file that lies directly in it. Links are not followed.

    Raises:
        NotFound: There is no such file or folder, or nothing in it.
        InvalidInput: It is a link.
    """
    if path.is_symlink():
        raise InvalidInput(f"{path} is a link.", mend="Name what it points to.", field="path")
    if path.is_file():
        return [Source(path, path.name, "skill" if _is_skill(path) else "document")]
    if not path.is_dir():
        raise NotFound(f"There is no {path}.", mend="Name a SKILL.md or a folder of skills.", field="path")
    found = list(_skill_folder(path, path)) or list(_many(path))
    if not found:
        mend = "A skill is a folder with a SKILL.md; documents are Markdown files."
        raise NotFound(f"There is no skill in {path}.", mend=mend, field="path")
    return found


def read_source(source: Source) -> str:
    """Return a file's text, line ends as they are.

    Raises:
        InvalidInput: It is too long, no UTF-8, or cannot be read.
    """
    try:
        raw = source.path.read_bytes() if source.path.stat().st_size <= MAX_BYTES else None
    except OSError as error:
        raise InvalidInput(f"{source.shown} cannot be read: {error.strerror}.", mend="Look at its rights.") from error
    if raw is None:
        raise InvalidInput(f"{source.shown} is longer than {MAX_TEXT:,} characters.", mend="Split it.")
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{source.shown} is no UTF-8 at byte {error.start}.", mend="Save it as UTF-8.") from error


def _is_skill(path: Path) -> bool:
    return path.name.lower() == SKILL_FILE


def _skill_folder(folder: Path, root: Path) -> Iterator[Source]:
    own = next((path for path in _files(folder) if _is_skill(path)), None)
    if own is None:
        return
    yield Source(own, _shown(own, root), "skill", folder)
    for path in _beneath(folder):
        if path != own and path.suffix.lower() in _DOCUMENTS and not _is_skill(path):
            yield Source(path, _shown(path, root), "document", folder)


def _many(folder: Path) -> Iterator[Source]:
    for path in sorted(folder.iterdir()):
        if path.is_symlink():
            continue
        if path.is_dir():
            yield from _skill_folder(path, folder)
        elif path.is_file() and path.suffix.lower() in _DOCUMENTS:
            yield Source(path, path.name, "document")


def _beneath(folder: Path) -> Iterator[Path]:
    for base, folders, names in os.walk(folder):
        followed = [each for each in folders if not each.startswith(".") and not (Path(base) / each).is_symlink()]
        folders[:] = sorted(followed)
        there = (Path(base) / name for name in sorted(names))
        yield from (path for path in there if path.is_file() and not path.is_symlink())


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_file() and not path.is_symlink())


def _shown(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix()
