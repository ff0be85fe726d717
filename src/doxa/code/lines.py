"""Lines of a file followed back through history: who wrote them last, and who before."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from doxa.code.git import SAFE_DIFF, Repository
from doxa.code.history import instant, unquoted
from doxa.code.mining import LONGEST_QUOTE
from doxa.code.prose import paragraphs_of, syntax_of
from doxa.code.records import CodeQuote
from doxa.errors import InvalidInput, NotFound

MOST_CHANGES: Final = 12
"""Commits that one line is followed back through."""
ABOVE: Final = 14
"""Lines above those asked about in which a comment may be about them: a docstring's length."""
BELOW: Final = 3
_SAID = re.compile(r"[.,;:!?。，；：！？]|\w \w+ing\b")  # a list of words says nothing
LARGEST: Final = 1_000_000
"""Bytes of a file whose comments are looked at."""
_PLACE = re.compile(r"(.+?)(?::|#L)(\d{1,7})(?:-L?(\d{1,7}))?")
_BLAMED = re.compile(r"([0-9a-f]{40,64}) (\d+) (\d+)(?: \d+)?")


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
    """Return file and lines of `FILE:LINE`, `FILE:FIRST-LAST` or `FILE#L1-L9`; `None` where it is none of these."""
    found = _PLACE.fullmatch(question.strip())
    if found is None or " " in found[1]:
        return None
    return found[1], int(found[2]), int(found[3] or found[2])


def path_in(repository: Repository, file: str) -> str:
    """Return a file's path from the top of the repository; one that is given from elsewhere is found by where it is.

    Backslashes are taken for slashes where no file has them in its name.

    Raises:
        InvalidInput: It lies outside.
    """
    given = Path(file)
    if (
        "\\" in file and not given.exists() and not (Path(repository.top) / file).exists()
    ):  # as it is written on Windows
        given = Path(file := file.replace("\\", "/"))
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
    found = repository.resolve(commit)
    if not found:
        said = f"There is no commit {commit!r} in {repository.name}."
        raise NotFound(said, mend="`git log` tells which there are.", field="commit", value=commit)
    return found


@dataclass(frozen=True, slots=True)
class Near:
    """A line at the place asked about, or close to it, as the commit that wrote it numbers it.

    Args:
        commit: That commit.
        file: The file's path in it.
        line: The line's number in it.
        distance: How far it stands today from the lines asked about; 0 = it is one of them.
        now: The line's number today.
    """

    commit: str
    file: str
    line: int
    distance: int
    now: int = 0


def touches_of(repository: Repository, place: Place, at: str) -> tuple[list[Touch], list[Near]]:
    """Return the commits that changed lines, newest first, and the lines around them with who wrote those.

    The first are those that wrote the lines as they are (`git blame`, white space and moves left out, also those from
    another file of the same commit); then those that changed them before (`git log -L`).

    Args:
        repository: Where.
        place: Which lines.
        at: The commit in which the lines are numbered.

    Raises:
        NotFound: The file, or a line of it, is not there in that commit.
    """
    assert place.first is not None
    last = place.last or place.first
    from_line = max(1, place.first - ABOVE)
    try:
        near = list(_near(_blame(repository, place.file, from_line, last + BELOW, at), place.first, last))
    except InvalidInput as error:
        raise _no_lines(place, at, str(error)) from error
    found = dict.fromkeys(each.commit for each in near if each.distance == 0)
    if sum(each.distance == 0 for each in near) <= last - place.first:  # git leaves out what is after the file's end
        raise _no_lines(place, at, "the file is shorter")
    older = _followed(repository, place, at)
    missing = [sha for sha in found if sha not in {touch.commit for touch in older}]
    told = {touch.commit: touch for touch in (*_told(repository, missing), *older)}
    order = list(dict.fromkeys((*found, *(touch.commit for touch in older))))
    return [told[sha] for sha in order if sha in told][:MOST_CHANGES], near


def _no_lines(place: Place, at: str, why: str) -> NotFound:
    lines = f"{place.first}" if place.last in (None, place.first) else f"{place.first}-{place.last}"
    said = f"{place.file} has no line {lines} in {at[:12]}: {why}"
    return NotFound(said, mend="Name a file and lines of that commit.", field="line")


def _blame(repository: Repository, file: str, first: int, last: int, at: str) -> str:
    return repository.ask("blame", *_AS_BLAME, "-L", f"{first},{last}", at, "--", file)


_AS_BLAME: Final = ("--no-textconv", "--no-progress", "--porcelain", "-w", "-M", "-C")


def _near(blamed: str, first: int, last: int) -> Iterator[Near]:
    """Yield the lines of a blame in porcelain form, where the lines of the file begin with a tab."""
    files: dict[str, str] = {}
    commit, line, now = "", 0, 0
    for row in blamed.split("\n"):
        head = _BLAMED.fullmatch(row)
        if head is not None:
            commit, line, now = head[1], int(head[2]), int(head[3])
        elif row.startswith("filename "):
            files[commit] = unquoted(row[9:])
        elif row.startswith("\t"):
            yield Near(commit, files.get(commit, ""), line, max(first - now, now - last, 0), now)


def words_beside(repository: Repository, place: Place, at: str, near: Sequence[Near]) -> dict[str, CodeQuote]:
    """Return, per commit that wrote it, the comment or sentence of documentation that stands closest to lines.

    It is read from the file as it is in that commit, and kept nowhere.
    """
    assert place.first is not None
    size = repository.ask("cat-file", "-s", f"{at}:{place.file}").strip()
    if syntax_of(place.file) is None or int(size) > LARGEST:
        return {}
    text = repository.ask("cat-file", "blob", f"{at}:{place.file}")
    first, last = place.first, place.last or place.first
    lowest, highest = first - ABOVE, last + BELOW
    writers = {each.now: each.commit for each in near}
    found: dict[str, CodeQuote] = {}
    close = [each for each in paragraphs_of(place.file, text) if each.start <= highest and each.end >= lowest]
    for prose in sorted(close, key=lambda each: max(first - each.end, each.start - last, 0)):
        sha = writers.get(min(max(prose.start, lowest), highest))
        if sha is not None and sha not in found and _SAID.search(prose.text):
            words = prose.text if len(prose.text) <= LONGEST_QUOTE else f"{prose.text[: LONGEST_QUOTE - 1]}…"
            found[sha] = CodeQuote(words, f"{place.file}:{prose.start}, commit {sha}", "context")
    return found


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
