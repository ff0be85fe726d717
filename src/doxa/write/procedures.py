"""Procedures: how a task was solved with tools, read from a conversation, and where it applies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from doxa.graph.contract import Writer
from doxa.graph.nodes import Key, NewItem, NewRevision, Observation, RevisionId
from doxa.records import Json, Scope
from doxa.text.forms import text_form
from doxa.text.simplified import simplified
from doxa.write.consolidate.conversation import Line
from doxa.write.context import owner_of
from doxa.write.receipts import Result

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PROCEDURE: Final = "procedure"
WORKSPACE: Final = ("workspace", "cwd", "repo")
BRANCH: Final = ("branch", "git_branch", "gitBranch")
_PATH: Final = re.compile(
    r"(?<![\w/.])(?:[\w.-]+/)+[\w.-]*\.\w{1,8}\b"
    r"|(?<![\w/.])[\w-]+\.(?:py|js|ts|go|rs|java|c|h|sql|md|toml|ya?ml|json)\b",
    re.ASCII,  # 修复app/db.py里的死锁 names app/db.py
)
_UNSOLVED: Final = re.compile(
    r"\b(?:could(?: not|n['’]t)|unable to|failed|does(?: not|n['’]t) work|still broken|no luck)\b"
    r"|没成功|失败|无法|没能|还是不行",
    re.IGNORECASE,
)
_MOST_FILES: Final = 20
_LONGEST: Final = 2000


@dataclass(frozen=True, slots=True)
class Procedure:
    """A task that was solved with tools.

    Args:
        task: What was asked for.
        solution: What the agent said when it was done.
        tools: The tools that were called, in order, each once.
        files: Files that were named.
        workspace: Where it applies; `None` = anywhere.
        branch: The branch it applies to; `None` = any.
        turns: What it was read from.
    """

    task: str
    solution: str
    tools: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    workspace: str | None = None
    branch: str | None = None
    turns: tuple[RevisionId, ...] = ()

    @property
    def text(self) -> str:
        """What is kept and searched."""
        return f"{self.task[:_LONGEST]}\n{self.solution[:_LONGEST]}"

    @property
    def boundary(self) -> str:
        """How far it reaches: `strict` to a branch, `project` to a workspace, else `user`."""
        return "strict" if self.branch else "project" if self.workspace else "user"


@dataclass(slots=True)
class _Episode:
    """A request with what followed it until the next one."""

    request: Line
    lines: list[Line] = field(default_factory=list)


def procedures_in(lines: Sequence[Line]) -> list[Procedure]:
    """Return the procedures of a conversation: each request that tools were called for and that was then answered.

    An answer that says it did not work gives none.

    Args:
        lines: In order, tools' lines too.
    """
    found = (_procedure(episode) for episode in _episodes(lines))
    return [each for each in found if each is not None]


def _episodes(lines: Sequence[Line]) -> Iterator[_Episode]:
    current: _Episode | None = None
    for line in lines:
        if line.role == "user":
            if current is not None:
                yield current
            current = _Episode(line)
        elif current is not None:
            current.lines.append(line)
    if current is not None:
        yield current


def _procedure(episode: _Episode) -> Procedure | None:
    used = [line for line in episode.lines if line.role == "tool" or line.metadata.get("tool")]
    answers = [line for line in episode.lines if line.role == "assistant" and not line.metadata.get("tool")]
    if not used or not answers or _UNSOLVED.search(simplified(answers[-1].text)):
        return None
    everything = [episode.request, *episode.lines]
    names = [str(line.metadata.get("tool") or line.speaker or "") for line in used]
    told = [*(line.text for line in everything), *(text for line in used for text in _texts_in(line.metadata))]
    files = [path for text in told for path in _PATH.findall(text)]
    return Procedure(
        task=episode.request.text.strip(),
        solution=answers[-1].text.strip(),
        tools=tuple(dict.fromkeys(name for name in names if name)),
        files=tuple(dict.fromkeys(files))[:_MOST_FILES],
        workspace=_said(everything, WORKSPACE),
        branch=_said(everything, BRANCH),
        turns=tuple(line.revision for line in everything if line.revision is not None),
    )


def _texts_in(value: object) -> Iterator[str]:
    """Yield the texts in what a tool was called with, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _texts_in(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts_in(each)


def _said(lines: Sequence[Line], keys: Sequence[str]) -> str | None:
    values = (line.metadata.get(key) for line in lines for key in keys)
    return next((str(value) for value in values if value), None)


def keep_procedure(
    writer: Writer, scope: Scope, procedure: Procedure, source: str, vector: NDArray[np.float32] | None
) -> Result:
    """Write a procedure; one for the same task in the same workspace and branch is its next revision."""
    owner = owner_of(scope)
    identity = "\0".join((PROCEDURE, procedure.workspace or "", procedure.branch or "", text_form(procedure.task)))
    item = writer.view.by_identity(identity, owner, scope.contexts)
    old = None if item is None else writer.view.head(item)
    if old is not None and writer.view.revision(old).text == procedure.text:
        writer.observe(old, Observation(source, writer.at))
        return Result("confirm", "the procedure is known", old)
    if item is None:
        item = writer.item(
            NewItem(
                kind=PROCEDURE,
                user=owner,
                space=scope.space or "",
                agent=scope.agent,
                session=scope.session,
                contexts=scope.contexts,
                identity=identity,
                state={Key.TIER: "long_term"},
            )
        )
    revision = writer.revision(
        item,
        NewRevision(
            text=procedure.text,
            title=procedure.task[:80],
            metadata=_metadata(procedure),
            state={Key.AUTHOR: "agent"},
            observations=(Observation(source, writer.at),),
            vector=vector,
        ),
    )
    for turn in procedure.turns:
        writer.edge(revision, "DERIVED_FROM", turn)
    if old is None:
        return Result("new", f"a procedure with {', '.join(procedure.tools) or 'tools'}", revision)
    writer.edge(revision, "SUPERSEDES", old)
    return Result("supersede", "solved otherwise since", revision, old)


def _metadata(procedure: Procedure) -> dict[str, Json]:
    kept: dict[str, Json] = {
        "task": procedure.task[:_LONGEST],
        "solution": procedure.solution[:_LONGEST],
        "tools": [*procedure.tools],
        "files": [*procedure.files],
        "workspace": procedure.workspace,
        "branch": procedure.branch,
        "boundary": procedure.boundary,
    }
    return {key: value for key, value in kept.items() if value not in (None, [])}


def applies(metadata: Mapping[str, Json], workspace: str | None, branch: str | None) -> bool:
    """Return whether a procedure applies in a workspace and branch: one without bounds applies anywhere.

    Args:
        metadata: The procedure's.
        workspace: Where one is; `None` = nobody says.
        branch: The branch one is on; `None` = nobody says.
    """
    bound = metadata.get("workspace")
    if workspace is not None and bound not in (None, workspace):
        return False
    return branch is None or metadata.get("branch") in (None, branch)
