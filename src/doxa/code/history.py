"""Commits as git tells them, read from one running `git log`: message, people, and the lines each file got."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import IO, Final

from doxa.code.git import SAFE_DIFF, Repository, ask, streamed
from doxa.code.prose import Prose, ProseReader
from doxa.errors import InvalidInput

MOST_FILES: Final = 40
"""Files of one commit that are kept; a commit that touches more is about none of them in particular."""
MOST_MESSAGE: Final = 20_000
"""Characters of a message that are read."""
_LONGEST_LINE: Final = 1 << 16
_FORMAT: Final = "--format=%x00%H%x00%P%x00%an%x00%at%x00%B%x00"
_HUNK = re.compile(rb"@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@ ?(.*)")
_SYMBOL = re.compile(
    r"\b(?:def|class|function|func|fn|interface|struct|enum|trait|impl|module|type|sub|proc)\s+([A-Za-z_]\w{2,60})"
)
_NUMBERED = re.compile(r"\\([0-7]{3}|.)", re.DOTALL)
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_RANGE = re.compile(r"[\w./@{}^~:+-]+")
LAST: Final = 8_640_000_000
"""Seconds since 1970 up to which a date is believed: those of 100,000 days."""


@dataclass(slots=True)
class FileChange:
    """A file of a commit.

    Args:
        path: From the top of the repository; as it was where the commit took it away.
        spans: First and last lines that the commit wrote.
    """

    path: str
    spans: list[tuple[int, int]] = field(default_factory=list)


@dataclass(slots=True)
class Commit:
    """A commit.

    Args:
        sha: Its id.
        parents: Those of its parents.
        author: Who wrote it; empty where nobody says.
        time: When it was written.
        message: The whole message.
        files: What it touched, the first `MOST_FILES`.
        symbols: Names of functions and classes around its changes.
        prose: Comments and documentation that it added.
    """

    sha: str
    parents: tuple[str, ...]
    author: str
    time: datetime
    message: str
    files: list[FileChange] = field(default_factory=list)
    symbols: dict[str, None] = field(default_factory=dict)
    prose: list[Prose] = field(default_factory=list)


def list_commits(repository: Repository, range: str | None, limit: int | None) -> list[str]:
    """Return the ids of commits, oldest first.

    Args:
        repository: Where.
        range: As git writes it, such as `v1.0..main`; `None` = all that led to the present commit.
        limit: Only the newest so many.

    Raises:
        InvalidInput: There is no such range.
    """
    if range is not None and (range.startswith("-") or not _RANGE.fullmatch(range)):
        raise _no_range(range, "it has characters that no range has")
    most = () if limit is None else (f"--max-count={limit}",)
    ends = [repository.head]
    if range is not None:
        try:  # to ids here, where branches and tags are known; a tag's own id is that of no commit
            ends = ask(repository.top, "rev-parse", "--revs-only", "--end-of-options", range).split()
        except InvalidInput as error:
            raise _no_range(range, str(error)) from error
        if not ends:
            raise _no_range(range, "it names no commit")
    return repository.ask("rev-list", "--topo-order", *most, *ends, "--").split()[::-1]


def _no_range(range: str, why: str) -> InvalidInput:
    return InvalidInput(
        f"range {range!r} is none: {why}", mend="Give one such as `v1.0..main`.", field="range", value=range
    )


def read_commits(repository: Repository, shas: Sequence[str]) -> Iterator[Commit]:
    """Yield commits with the lines they wrote, in the order given, from one `git log`."""
    if not shas:
        return
    arguments = ("log", "--no-walk=unsorted", "--stdin", "-p", "-U0", "--diff-merges=off", *SAFE_DIFF, _FORMAT)
    with streamed(repository, *arguments, given=shas) as lines:
        yield from parse_log(lines)


def files_of_merges(repository: Repository, shas: Sequence[str]) -> dict[str, list[str]]:
    """Return, per merge, the files in which it differs from what it was merged into."""
    if not shas:
        return {}
    arguments = ("log", "--no-walk=unsorted", "--stdin", "--name-only", "--diff-merges=first-parent", *SAFE_DIFF)
    found: dict[str, list[str]] = {}
    sha = ""
    with streamed(repository, *arguments, "--format=%x00%H", given=shas) as lines:
        for raw in lines:
            line = raw.decode("utf-8", "replace").rstrip("\n")
            if line.startswith("\0"):
                sha = line[1:]
            elif line and len(found.setdefault(sha, [])) < MOST_FILES:
                found[sha].append(unquoted(line))
    return found


def parse_log(stream: IO[bytes]) -> Iterator[Commit]:
    r"""Yield the commits of a log in the form that `read_commits` asks for.

    A line that begins with NUL begins a commit: within a patch every line begins with one of `+-@ \` or a letter.
    """
    commit: Commit | None = None
    change: FileChange | None = None
    prose = ProseReader()
    inside = False  # of a hunk, where `+++` may be a line of the file
    while line := stream.readline(_LONGEST_LINE):
        first = line[:1]
        if first == b"\0":
            if commit is not None:
                commit.prose = prose.paragraphs()
                yield commit
            commit, change, inside, prose = _head(line, stream), None, False, ProseReader()
        elif inside and first in b"+-":
            if prose.syntax is not None:
                (prose.added if first == b"+" else prose.removed)(line[1:])
        elif first == b"@":
            inside = True
            _hunk(line, commit, change, prose)
        elif line.startswith(b"diff --git "):
            change, inside = None, False
            prose.file("")
        elif line.startswith((b"+++ ", b"--- ")) and commit is not None:
            change = _file(line, commit, change)
            prose.file("" if change is None else change.path)
        elif line.startswith(b"Binary files ") and commit is not None:
            change = _binary(line, commit, change)
        while first != b"\0" and not line.endswith(b"\n") and line:  # the rest of a long line; a head is read whole
            line = stream.readline(_LONGEST_LINE)
    if commit is not None:
        commit.prose = prose.paragraphs()
        yield commit


def _head(line: bytes, stream: IO[bytes]) -> Commit:
    """Read what stands before the patch, up to the NUL after the message."""
    parts = [line]
    nuls = line.count(b"\0")
    while nuls < 6 and (line := stream.readline(_LONGEST_LINE)):
        parts.append(line)
        nuls += line.count(b"\0")
    fields = b"".join(parts).split(b"\0", 6)
    fields += [b""] * (7 - len(fields))
    _, sha, parents, author, time, message, _ = fields
    return Commit(
        sha=sha.decode("ascii", "replace"),
        parents=tuple(parents.decode("ascii", "replace").split()),
        author=_readable(author),
        time=instant(time.decode("ascii", "replace")),
        message=_readable(message)[:MOST_MESSAGE],
    )


def _readable(raw: bytes) -> str:
    text = raw.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    return "".join(each for each in text if each in "\n\t" or ord(each) >= 32).strip()


def instant(seconds: str) -> datetime:
    """Return a commit's date; one that no calendar has is 1970."""
    try:
        number = int(seconds)
    except ValueError:
        number = 0
    return datetime.fromtimestamp(number if 0 <= number <= LAST else 0, UTC)


def _file(line: bytes, commit: Commit, change: FileChange | None) -> FileChange | None:
    if change is None and len(commit.files) >= MOST_FILES:
        return None
    name = line[4:].rstrip(b"\n").removesuffix(b"\t").decode("utf-8", "replace")
    if name == "/dev/null":
        return change
    path = unquoted(name)[2:]
    if change is not None:
        return change  # the old name came first; without renames both are the same
    made = FileChange(path)
    commit.files.append(made)
    return made


def _binary(line: bytes, commit: Commit, change: FileChange | None) -> FileChange | None:
    old, _, new = line[13:].rstrip(b"\n").removesuffix(b" differ").rpartition(b" and ")
    return _file(b"+++ " + (old if new == b"/dev/null" else new), commit, change)


def _hunk(line: bytes, commit: Commit | None, change: FileChange | None, prose: ProseReader) -> None:
    found = _HUNK.match(line)
    if found is None or commit is None or change is None:
        return
    start, count = int(found[1]), int(found[2] or 1)
    if count and len(change.spans) < 20:
        change.spans.append((start, start + count - 1))
    around = symbols_in(found[3].decode("utf-8", "replace"))
    prose.hunk(start, around[-1] if around else "")
    if len(commit.symbols) < 20:
        commit.symbols.update(dict.fromkeys(around))


def symbols_in(header: str) -> list[str]:
    """Return the names of functions and classes in the line that git shows above a change."""
    return _SYMBOL.findall(header)


def unquoted(name: str) -> str:
    """Return a path that git may have put in quotes, with escapes."""
    if len(name) < 2 or name[0] != '"' or name[-1] != '"':
        return name
    raw = bytearray()
    at = 1
    for found in _NUMBERED.finditer(name, 1, len(name) - 1):
        raw += name[at : found.start()].encode()
        code = found[1]
        raw += bytes((int(code, 8) & 255,)) if len(code) == 3 else _ESCAPES.get(code, code).encode()
        at = found.end()
    return (raw + name[at:-1].encode()).decode("utf-8", "replace")


def paths(commits: Iterable[Commit]) -> set[str]:
    """Return every path that commits touch."""
    return {change.path for commit in commits for change in commit.files}
