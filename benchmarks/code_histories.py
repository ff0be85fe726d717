"""Histories of other projects for `code.py`, built into git repositories from the ChangeLogs in their tarballs.

No tarball holds a `.git`, but some hold a ChangeLog that was written from one: author, date and whole message of each
commit, and the files it touched. From these, commits are made again with `git fast-import`. Of the code nothing is
known, so each file that a commit names gets one more line by it, which says nothing but its number. Ids of the commits
are therefore others than the project's own, and the same wherever they are built.

`HISTORIES=folder` names a folder with the tarballs of Debian's source packages `coreutils`, `grep` and `cairo`;
`python benchmarks/code_histories.py FOLDER --fetch` has `apt-get source` bring them, for which apt needs a `deb-src`
line. Nothing is fetched otherwise. Their texts stay where they are: what is kept here are dates and digests of titles.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import tarfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Final


@dataclass(frozen=True, slots=True)
class Change:
    """A commit as a ChangeLog tells it.

    Args:
        author: Name and address, as `Name <address>`.
        time: When it was written; where only the day is told, noon, and a second later for each that follows.
        message: The whole message.
        files: Paths that it names.
    """

    author: str
    time: datetime
    message: str
    files: tuple[str, ...]

    @property
    def key(self) -> str:
        """What a question names it by: its day and a digest of its title."""
        title = self.message.partition("\n")[0]
        return key_of(self.time, title)


HISTORIES: Final = {
    "coreutils": ("gnu", ("ChangeLog",)),
    "grep": ("gnu", ("ChangeLog",)),
    "cairo": ("git", ("ChangeLog", "ChangeLog.pre-1.14", "ChangeLog.pre-1.12", "ChangeLog.pre-1.10")),
}
"""Per Debian source package, how its ChangeLogs are laid out and which are read, the newest first."""
_GNU_HEAD = re.compile(r"(\d{4}-\d\d-\d\d)  (\S.*?)  (<.*>)$")
_CO_AUTHOR = re.compile(r"\t {4}\S.*  <.*>$")
_GNU_TITLE = re.compile(r"(?!\* )[\w.*+/\[-][\w.,*+/\[\]{} -]{0,40}: \S")
_GNU_FILES = re.compile(r"^\* ([\w./+,\- ]+?)(?: ?[(\[<:]|$)", re.MULTILINE)
_STAT = re.compile(r" (\S.*?) +\| +(?:\d+|Bin\b)")


def key_of(time: datetime, title: str) -> str:
    """Return what a commit is known by wherever its history was built: its day and a digest of its title."""
    return f"{time.astimezone(UTC):%Y-%m-%d}/{hashlib.sha256(title.strip().encode()).hexdigest()[:12]}"


def built(folder: Path, into: Path) -> Iterator[Path]:
    """Build the repositories whose tarballs lie in a folder, and yield where they are.

    Args:
        folder: With the tarballs.
        into: An empty folder for the repositories.
    """
    for name in HISTORIES:
        tarball = tarball_of(folder, name)
        if tarball is not None:
            build(into / name, changes_in(tarball, name))
            yield into / name


def tarball_of(folder: Path, name: str) -> Path | None:
    """Return the newest tarball of a package in a folder."""
    return max(folder.glob(f"{name}_*.orig.tar.*z*"), default=None, key=lambda each: (each.suffix != ".asc", each.name))


def changes_in(tarball: Path, name: str) -> list[Change]:
    """Return the commits that the ChangeLogs of a tarball tell, oldest first."""
    layout, files = HISTORIES[name]
    texts: dict[str, str] = {}
    with tarfile.open(tarball) as archive:
        for member in archive:
            wanted = member.name.partition("/")[2]
            if wanted in files and (held := archive.extractfile(member)) is not None:
                texts[wanted] = held.read().decode("utf-8", "replace")
    read = of_gnu if layout == "gnu" else of_git
    return [change for each in files if each in texts for change in read(texts[each])][::-1]


def of_git(text: str) -> Iterator[Change]:
    """Yield the commits of a ChangeLog that is the output of `git log --stat`, in its order."""
    for block in re.split(r"^commit [0-9a-f]{40}.*\n", text, flags=re.MULTILINE)[1:]:
        author = re.search(r"^Author: +(.*)$", block, re.MULTILINE)
        date = re.search(r"^(?:AuthorDate|Date): +(.*)$", block, re.MULTILINE)
        lines = block.split("\n")
        message = "\n".join(line[4:] for line in lines if line.startswith("    ") or not line.strip()).strip()
        if author is None or date is None or not message:
            continue
        files = [found[1] for line in lines if (found := _STAT.match(line)) is not None]
        yield Change(author[1], parsedate_to_datetime(_as_mail(date[1])), message, tuple(map(_path, files)))


def _as_mail(date: str) -> str:
    """Return a date of `git log` as mail writes it: `Tue Oct 16 09:53:18 2018 -0700`."""
    _, month, day, clock, year, zone = date.split()
    return f"{day} {month} {year} {clock} {zone}"


def _path(named: str) -> str:
    """Return the path that a line of `--stat` is about: the new one of a rename, without the part left out."""
    new = re.sub(r"\{[^{}]* => ([^{}]*)\}", r"\1", named)
    return new.rpartition(" => ")[2].removeprefix(".../").replace("//", "/").strip("/")


def of_gnu(text: str) -> Iterator[Change]:
    """Yield the commits of a ChangeLog by `gitlog-to-changelog`, in its order.

    It leaves out the blank line behind a title, and puts messages of one paragraph under one head where day and author
    are the same; one of several paragraphs has a head of its own.
    """
    seconds: Counter[str] = Counter()
    author, day, lines = "", "", list[str]()
    for line in [*text.split("\n"), "9999-12-31  end  <>"]:
        head = _GNU_HEAD.match(line)
        if head is None:
            told = line.startswith("\t") or not line
            lines += [line.removeprefix("\t")] if told and not _CO_AUTHOR.match(line) else []
            continue
        for message in _messages("\n".join(lines).strip()) if author else ():
            seconds[day] += 1  # the newest stand first
            time = datetime.fromisoformat(day).replace(hour=12, tzinfo=UTC) - timedelta(seconds=seconds[day])
            yield Change(author, time, message, tuple(_named(message)))
        day, author, lines = head[1], f"{head[2]} {head[3]}", []


def _messages(text: str) -> list[str]:
    paragraphs = re.split(r"\n\n+", text) if text else []
    titled = [_GNU_TITLE.match(each) is not None for each in paragraphs]
    listed = ["\n* " in each for each in paragraphs]
    # only messages of one paragraph share a head, so a title with a list of files further down makes all of them such
    several = len(paragraphs) > 1 and (all(titled) or any(map(all, zip(titled[1:], listed[1:], strict=True))))
    whole = paragraphs if several else [text] if text else []
    return ["\n\n".join(filter(None, (each.partition("\n")[0], each.partition("\n")[2].strip("\n")))) for each in whole]


def _named(message: str) -> Iterator[str]:
    for listed in _GNU_FILES.findall(message):
        for path in re.split(r",\s*|\s+", listed):
            if re.fullmatch(r"[\w+-][\w./+-]*", path):
                yield path.rstrip("./")


def build(top: Path, changes: Iterable[Change]) -> None:
    """Make a git repository of commits, oldest first, on its branch `main`; no file is checked out."""
    subprocess.run(["git", "init", "-q", "-b", "main", str(top)], check=True)
    subprocess.run(["git", "-C", str(top), "fast-import", "--quiet"], input=b"".join(_stream(changes)), check=True)


def _stream(changes: Iterable[Change]) -> Iterator[bytes]:
    counts: Counter[str] = Counter()
    folders: set[str] = set()
    for change in changes:
        who = f"{change.author} {int(change.time.timestamp())} {change.time:%z}".encode()
        message = change.message.encode()
        yield b"commit refs/heads/main\nauthor " + who + b"\ncommitter " + who + b"\n"
        yield b"data %d\n%s\n" % (len(message), message)
        for path in dict.fromkeys(change.files):
            above = {path[:at] for at, each in enumerate(path) if each == "/"}
            if path in folders or above & counts.keys():  # what is a file at one time and a folder at another
                continue
            folders |= above
            counts[path] += 1
            held = "".join(f"{number}\n" for number in range(1, counts[path] + 1)).encode()
            yield b"M 100644 inline %s\ndata %d\n%s\n" % (path.encode(), len(held), held)


def fetch(folder: Path) -> None:
    """Have apt bring the tarballs."""
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["apt-get", "source", "--download-only", *HISTORIES], cwd=folder, check=True)


def main() -> None:
    """Fetch tarballs where that is asked, and build the repositories beside them."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("HISTORIES", ""))
    if "--fetch" in sys.argv:
        fetch(folder)
    for top in built(folder, folder / "repositories"):
        print(top)


if __name__ == "__main__":
    main()
