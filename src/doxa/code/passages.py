"""What every commit tells, so that a question in words finds it: its message, and per file what stands beside the code.

None of it is a decision. A decision needs a stated reason; a question may be about a commit whose reason stands in the
comments of one file, or nowhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from doxa.code.history import Commit
from doxa.code.messages import Message
from doxa.code.mining import LONGEST_TITLE, cut, is_generated
from doxa.graph.contract import View, Writer
from doxa.graph.nodes import BatchRow, Key, NewItem, NewRevision, RevisionNode
from doxa.graph.owners import CODE_MEMORY
from doxa.records import Json
from doxa.text.tokens import tokens
from doxa.write.gate import Passage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

COMMIT: Final = "code_commit"
PASSAGE: Final = "code_passage"
MOST_FILES: Final = 24
"""Files of one commit whose prose is kept."""
LONGEST: Final = 6_000
"""Characters kept of what a commit says in one file."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a commit tells.

    Args:
        commit: Its id.
        title: Its subject.
        body: Its message's prose.
        author: Who wrote it.
        time: When.
        files: Per path, what it says there, with the names it defines.
    """

    commit: str
    title: str
    body: str
    author: str
    time: datetime
    files: Mapping[str, str]

    @property
    def text(self) -> str:
        """What its meaning is compared by."""
        return f"{self.title}\n{self.body}" if self.body else self.title


def told_by(commit: Commit, message: Message, passage: Passage) -> Told | None:
    """Return what a commit tells, without credentials and, by policy, personal data; `None` where it is refused."""
    screened = [passage.screened(each) for each in (message.title, message.body) if each]
    author = passage.screened(commit.author[:100]) if commit.author else None
    if not screened or any(each.rejected for each in screened):
        return None
    title, body = (*(each.text for each in screened), "")[:2]
    files: dict[str, str] = {}
    for path, text in _files(commit):
        clean = passage.screened(text)
        if not clean.rejected:
            files[path] = clean.text
    return Told(
        commit=commit.sha,
        title=cut(title, LONGEST_TITLE),
        body=cut(body, LONGEST),
        author="" if author is None or author.rejected else author.text,
        time=commit.time,
        files=files,
    )


def _files(commit: Commit) -> Iterator[tuple[str, str]]:
    by_path: dict[str, list[str]] = {}
    for prose in commit.prose:
        if not is_generated(prose.path):
            by_path.setdefault(prose.path, []).append(f"{prose.text}\n{prose.symbol}" if prose.symbol else prose.text)
    for path, texts in list(by_path.items())[:MOST_FILES]:
        yield path, cut("\n".join(dict.fromkeys(texts)), LONGEST)


def identity_of(repo: str, title: str, time: datetime) -> str:
    """Return what makes two commits the same change: no id, so that a rebase changes nothing."""
    return "\n".join((COMMIT, repo, " ".join(title.split()).casefold(), time.isoformat()))


def keep_told(
    writer: Writer, repo: str, space: str, told: Sequence[Told], vectors: Sequence[NDArray[np.float32] | None]
) -> None:
    """Keep what commits tell; one that is known under another id is then known under both."""
    rows: list[BatchRow] = []
    for each, vector in zip(told, vectors, strict=True):
        identity = identity_of(repo, each.title, each.time)
        item = writer.view.by_identity(identity, CODE_MEMORY)
        known: list[Json] = []
        if item is not None:
            listed = writer.view.revision(writer.view.head(item)).metadata.get("commits")
            known = list(listed) if isinstance(listed, list) else []
        commits: list[Json] = [*known, *([each.commit] if each.commit not in known else [])]
        new = NewItem(kind=COMMIT, user=CODE_MEMORY, space=space, identity=identity, state={Key.TIER: "long_term"})
        if commits != known:
            rows.append(BatchRow(new if item is None else item, _commit(repo, each, commits, vector)))
            rows += [_passage(writer.view, repo, space, each, path, item is None) for path in each.files]
    writer.revisions(rows)


def form_of_commit(repo: str, sha: str) -> str:
    """Return the form under which what a commit tells is found by its id."""
    return f"told:{repo}:{sha}"[:900]


def _commit(repo: str, told: Told, commits: list[Json], vector: NDArray[np.float32] | None) -> NewRevision:
    return NewRevision(
        text=told.body or told.title,
        title=told.title,
        said_at=told.time,
        metadata={"commits": commits, "author": told.author, "texts": len(told.files)},
        state={Key.AUTHOR: "imported", Key.EVIDENCE: "unverified"},
        mentions=tuple((form_of_commit(repo, str(sha)), "mention") for sha in commits),
        vector=vector,
    )


def _passage(view: View, repo: str, space: str, told: Told, path: str, fresh: bool) -> BatchRow:
    """Return what a commit says in a file; where the commit is known under another id, said anew under this one."""
    identity = f"{PASSAGE}\n{identity_of(repo, told.title, told.time)}\n{path}"
    known = None if fresh else view.by_identity(identity, CODE_MEMORY)
    new = NewItem(kind=PASSAGE, user=CODE_MEMORY, space=space, identity=identity, state={Key.TIER: "long_term"})
    return BatchRow(
        new if known is None else known,
        NewRevision(
            text=told.files[path],
            title=f"{told.title}\n{path}",
            said_at=told.time,
            metadata={"commit": told.commit, "path": path, "texts": len(told.files)},
            state={Key.AUTHOR: "imported", Key.EVIDENCE: "unverified"},
        ),
    )


def commits_told(view: View, repo: str, shas: Sequence[str]) -> dict[str, RevisionNode]:
    """Return, per commit, what it tells."""
    forms = {form_of_commit(repo, sha): sha for sha in shas}
    found = view.mentions(list(forms), limit=len(forms) * 4) if forms else {}
    nodes = view.revisions([revision for each in found.values() for revision, _ in each])
    return {forms[form]: nodes[each[0][0]] for form, each in found.items() if each and each[0][0] in nodes}


def sentence_for(text: str, rarity: Mapping[str, float]) -> str:
    """Return the sentence of a text that holds the rarest of a question's words; empty where none holds two of them.

    Args:
        text: What is looked through.
        rarity: The question's words as index tokens, each with how much it tells.
    """
    from doxa.code.reasons import sentences_of

    best, most = "", 0.0
    for line in text.split("\n"):
        for sentence in sentences_of(line):
            held = frozenset(tokens(sentence))
            shared = [rarity[word] for word in rarity if word in held]
            score = sum(shared) / math.sqrt(10 + len(held))  # else the longest wins
            if len(shared) >= 2 and len(held) >= 4 and score > most:
                best, most = sentence, score
    return best
