"""The `git` command, as it may be run in a repository that nobody vouches for.

Arguments are lists, never a shell's text. The settings of system and user are off, and so is whatever a repository's
own could start: hooks, external diffs, text conversion, file-system monitors, signature checks, fetches.

A repository's settings also change what git prints, or stop it where one is no value (`blame.date`), even where the
command line says otherwise. So it is asked only what it is called and where it is; logs and blames read its objects
from an empty repository of our own, with our settings alone.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import IO, Final

from doxa.errors import InvalidInput

QUICK: Final = 30.0
"""Seconds that a question to git may take."""
_SETTINGS: Final = (
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.quotePath=false",
    "core.pager=cat",
    "core.bigFileThreshold=1m",  # larger files are not compared line by line
    "core.alternateRefsCommand=true",
    "blame.ignoreRevsFile=",
    "diff.orderFile=/dev/null",
    "diff.external=",
    "diff.noprefix=false",
    "diff.mnemonicPrefix=false",
    "diff.renames=false",
    "log.showSignature=false",
    "log.mailmap=false",
    "protocol.allow=never",
    "submodule.recurse=false",
    "color.ui=false",
    "i18n.logOutputEncoding=UTF-8",
)
_KEPT: Final = ("PATH", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP", "COMSPEC", "PATHEXT")
SAFE_DIFF: Final = ("--no-ext-diff", "--no-textconv", "--no-color", "--no-show-signature", "--ignore-submodules=all")
"""Options of every command that compares files."""


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository on this machine.

    Args:
        top: Its top folder; of a bare one, the folder itself.
        name: What it is called in decision memory: the last part of where it came from, else of its folder.
        objects: Where its objects are.
        format: The digest that names them, `sha1` or `sha256`.
        head: The commit it stands at; empty where it has none.
        edge: The file that says where a shallow clone's history ends; `None` where it is whole.
    """

    top: Path
    name: str
    objects: Path
    format: str = "sha1"
    head: str = ""
    edge: Path | None = None

    @property
    def shallow(self) -> bool:
        """Whether its older history is missing."""
        return self.edge is not None

    @property
    def empty(self) -> bool:
        """Whether it has no commit."""
        return not self.head

    def ask(self, *arguments: str, given: str = "") -> str:
        """Return what a git command prints of its objects: commits are named by their ids, none by a branch or tag.

        Raises:
            InvalidInput: It failed or took too long.
        """
        return _asked(self.command(*arguments), arguments[0], given, self.environment())

    def resolve(self, name: str) -> str:
        """Return the id of the commit that a name means here; empty where it means none."""
        try:
            return ask(self.top, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}").strip()
        except InvalidInput:
            return ""

    def command(self, *arguments: str) -> list[str]:
        """Return the arguments of a git command about its objects."""
        return command(self.top, f"--git-dir={_bare(self.format)}", *arguments)

    def environment(self) -> dict[str, str]:
        """Return the environment of a git command about its objects."""
        edge = {} if self.edge is None else {"GIT_SHALLOW_FILE": str(self.edge)}
        return {**environment(), "GIT_OBJECT_DIRECTORY": str(self.objects), **edge}


def open_repository(path: Path | str) -> Repository:
    """Return the repository that a path lies in.

    Raises:
        InvalidInput: There is none, git refuses it, or there is no git.
    """
    folder = Path(path)
    if not folder.is_dir():
        mend = "Name a folder within a repository."
        raise InvalidInput(f"{folder} is no folder.", mend=mend, field="repo", value=str(path))
    try:
        facts = ask(folder, "rev-parse", "--is-bare-repository", "--is-shallow-repository", "--show-object-format")
        bare, shallow, format = facts.split()
        top = ask(folder, "rev-parse", "--absolute-git-dir" if bare == "true" else "--show-toplevel").removesuffix("\n")
        common = ask(folder, "rev-parse", "--path-format=absolute", "--git-common-dir").removesuffix("\n")
    except InvalidInput as error:
        mend = "Name a folder within a repository that this user owns."
        raise InvalidInput(
            f"{folder} is no git repository: {error}", mend=mend, field="repo", value=str(path)
        ) from error
    there = Path(top)
    made = Repository(
        top=there,
        name=_name(there),
        objects=Path(common) / "objects",
        format=format,
        edge=Path(common) / "shallow" if shallow == "true" else None,
    )
    return replace(made, head=made.resolve("HEAD"))


@cache
def _bare(format: str) -> Path:
    """Return an empty repository of this process, in which git meets no settings but ours."""
    import atexit
    import shutil
    import tempfile

    folder = Path(tempfile.mkdtemp(prefix="doxa-git-"))
    owner = os.getpid()
    atexit.register(lambda: shutil.rmtree(folder, ignore_errors=True) if os.getpid() == owner else None)
    for part in ("objects", "refs"):
        (folder / part).mkdir()
    (folder / "HEAD").write_text("ref: refs/heads/none\n", encoding="utf-8")
    lines = ["[core]", f"repositoryFormatVersion = {int(format != 'sha1')}", "bare = true"]
    lines += [] if format == "sha1" else ["[extensions]", f"objectFormat = {format}"]
    (folder / "config").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def _name(top: Path) -> str:
    try:
        origin = ask(top, "config", "--local", "--get", "remote.origin.url").strip()
    except InvalidInput:
        origin = ""
    called = origin.replace("\\", "/").rstrip("/").rpartition("/")[2].rpartition(":")[2]
    kept = "".join(each for each in (called or top.name).removesuffix(".git") if each.isalnum() or each in "-_.")
    return kept.strip(".-")[:80] or "repository"


def ask(folder: Path, *arguments: str, given: str = "") -> str:
    """Return what a git command prints, in a folder.

    Raises:
        InvalidInput: It failed or took too long, or there is no git.
    """
    return _asked(command(folder, *arguments), arguments[0], given, environment())


def _asked(command: list[str], verb: str, given: str, environment: dict[str, str]) -> str:
    try:
        done = subprocess.run(command, input=given.encode(), capture_output=True, timeout=QUICK, env=environment)
    except FileNotFoundError as error:
        raise _no_git() from error
    except subprocess.TimeoutExpired as error:
        said = f"git {verb} took longer than {QUICK:.0f} seconds."
        raise InvalidInput(said, mend="Ask about a shorter history.", field="repo") from error
    if done.returncode:
        raise failed(verb, done.stderr)
    return done.stdout.decode("utf-8", "replace")


@contextmanager
def streamed(repository: Repository, *arguments: str, given: Sequence[str] = ()) -> Iterator[IO[bytes]]:
    """Run a git command about a repository's objects whose output is read as it comes; it ends with the block.

    Args:
        repository: Where.
        arguments: The command.
        given: Lines for its standard input.

    Raises:
        InvalidInput: It failed, or there is no git.
    """
    import tempfile

    with tempfile.TemporaryFile() as lines, tempfile.TemporaryFile() as complaints:
        lines.write("".join(f"{each}\n" for each in given).encode())
        lines.seek(0)
        try:
            running = subprocess.Popen(
                repository.command(*arguments),
                stdin=lines,
                stdout=subprocess.PIPE,
                stderr=complaints,
                env=repository.environment(),
            )
        except FileNotFoundError as error:
            raise _no_git() from error
        assert running.stdout is not None
        try:
            yield running.stdout
            if running.wait():
                complaints.seek(0)
                raise failed(arguments[0], complaints.read())
        finally:
            running.stdout.close()
            running.kill()
            running.wait()


def command(folder: Path, *arguments: str) -> list[str]:
    """Return the arguments of a git command that starts nothing but git."""
    if any("\0" in each for each in arguments):
        raise InvalidInput("A name of a commit or file holds NUL.", mend="Take it out.", field="commit")
    settings = [part for setting in _SETTINGS for part in ("-c", setting)]
    return ["git", "--no-pager", "--literal-pathspecs", "-C", str(folder), *settings, *arguments]


def environment() -> dict[str, str]:
    """Return the environment of a git command: where programs are, and nothing that tells git to run one."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    return {
        **kept,
        "LC_ALL": "C",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
    }


def failed(verb: str, complaint: bytes) -> InvalidInput:
    """Return the error for a git command that failed, with its first complaint."""
    said = " ".join(complaint.decode("utf-8", "replace").split())[:300] or "it gave no cause"
    return InvalidInput(f"git {verb} failed: {said}.", mend="Look at the repository with git.", field="repo")


def _no_git() -> InvalidInput:
    return InvalidInput("The command `git` was not found.", mend="Install git.", field="repo")
