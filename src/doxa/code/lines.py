"""Lines of a file followed back through history: who wrote them last, and who before."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from doxa.code.git import SAFE_DIFF, Repository
from doxa.code.history import instant
from doxa.errors import InvalidInput, NotFound

MOST_CHANGES: Final = 12
"""Commits that one line is followed back through."""
_PLACE = re.compile(r"(.+):(\d{1,7})(?:-(\d{1,7}))?")
_BLAMED = re.compile(r"^([0-9a-f]{40,64}) (\d+) (\d+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Place:
    """Lines of a file.

    Args:
        file: Path from the top of the repository.
        first: First line; `None` = the file as a whole.
        last: Last line.
    """

    file: str
    first: int | None = None
    last: int | None = None


@dataclass(frozen=True, slots=True)
class Touch:
    """A commit that changed lines.

    Args:
        commit: Its id.
        time: When it was written.
        author: Who wrote it.
        subject: First line of its message.
    """

    commit: str
    time: datetime
    author: str
    subject: str


def read_place(question: str) -> tuple[str, int, int] | None:
    """Return file and lines of a question of the form `FILE:LINE` or `FILE:FIRST-LAST`; `None` where it is none."""
    found = _PLACE.fullmatch(question.strip())
    if found is None or " " in found[1]:
        return None
    return found[1], int(found[2]), int(found[3] or found[2])


def path_in(repository: Repository, file: str) -> str:
    """Return a file's path from the top of the repository; one that is given from elsewhere is found by where it is.

    Raises:
        InvalidInput: It lies outside.
    """
    given = Path(file)
    here = Path(os.path.abspath(given))
    if given.is_absolute() or here.exists():
        top = Path(os.path.realpath(repository.top))
        real = Path(os.path.realpath(here.parent)) / here.name
        if real.is_relative_to(top):
            return real.relative_to(top).as_posix()
        if given.is_absolute():
            mend = f"Name a file under {repository.top}."
            raise InvalidInput(f"{file} lies outside the repository.", mend=mend, field="file", value=file)
    plain = os.path.normpath(file).replace(os.sep, "/")
    if plain.startswith("../"):
        mend = "Name it from the top of the repository."
        raise InvalidInput(f"{file} lies outside the repository.", mend=mend, field="file", value=file)
    return plain


def whole_commit(repository: Repository, commit: str) -> str:
    """Return the id of a commit.

    Raises:
        NotFound: The repository has none of that name.
    """
    try:
        return repository.ask("rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit}^{{commit}}").strip()
    except InvalidInput as error:
        said = f"There is no commit {commit!r} in {repository.name}."
        raise NotFound(said, mend="`git log` tells which there are.", field="commit", value=commit) from error


def touches_of(repository: Repository, place: Place, at: str) -> list[Touch]:
    """Return the commits that changed lines, newest first.

    The first are those that wrote the lines as they are (`git blame`, white space and moves within the file left out);
    then those that changed them before (`git log -L`).

    Args:
        repository: Where.
        place: Which lines.
        at: The commit in which the lines are numbered.

    Raises:
        NotFound: The file, or a line of it, is not there in that commit.
    """
    lines = f"{place.first},{place.last}"
    try:
        blamed = repository.ask("blame", "--no-textconv", "--porcelain", "-w", "-M", "-L", lines, at, "--", place.file)
    except InvalidInput as error:
        said = f"{place.file} has no line {lines.replace(',', '-')} in {at[:12]}: {error}"
        raise NotFound(said, mend="Name a file and lines of that commit.", field="line") from error
    found = dict.fromkeys(match[1] for match in _BLAMED.finditer(blamed))
    older = _followed(repository, place, at)
    missing = [sha for sha in found if sha not in {touch.commit for touch in older}]
    told = {touch.commit: touch for touch in (*_told(repository, missing), *older)}
    order = list(dict.fromkeys((*found, *(touch.commit for touch in older))))
    return [told[sha] for sha in order if sha in told][:MOST_CHANGES]


def _followed(repository: Repository, place: Place, at: str) -> list[Touch]:
    span = f"{place.first},{place.last}:{place.file}"
    most = f"--max-count={MOST_CHANGES}"
    return _touches(repository.ask("log", *_AS_ROWS, "-s", most, *SAFE_DIFF, f"-L{span}", at))


def _told(repository: Repository, commits: list[str]) -> list[Touch]:
    if not commits:
        return []
    return _touches(repository.ask("log", *_AS_ROWS, "-s", "--no-walk=unsorted", "--stdin", given="\n".join(commits)))


_AS_ROWS: Final = ("--format=%x00%H%x00%at%x00%an%x00%s%x00",)


def _touches(text: str) -> list[Touch]:
    fields = text.split("\0")[1:]
    rows = [fields[at : at + 5] for at in range(0, len(fields) - 3, 5)]
    return [Touch(sha, instant(time), author, subject) for sha, time, author, subject, *_ in rows]
