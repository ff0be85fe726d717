"""A why-question made ready: the repository it is about, the lines followed through history, the question's vector."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from doxa.code.answering import Asked, answer, place_asked
from doxa.code.git import Repository, open_repository
from doxa.code.lines import Near, Place, Touch, read_place, touches_of, whole_commit, words_beside
from doxa.code.records import CodeAnswer, CodeQuote
from doxa.code.storing import is_on, space_of
from doxa.errors import InvalidInput, NotFound
from doxa.graph.contract import View
from doxa.graph.nodes import Filter
from doxa.index.embedding import Embedding

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_OFF: Final = "No decision is known in this project: `doxa code ingest` reads those of a repository."


@dataclass(frozen=True, slots=True)
class Question:
    """A why-question as it was asked; see `Code.why`."""

    question: str | None
    file: str | None
    line: int | None
    commit: str | None
    symbol: str | None
    repo: str | None
    limit: int
    max_tokens: int


def ask_why(view: View, asked: Question, embedding: Embedding, *, on: bool = True) -> CodeAnswer:
    """Answer a why-question; see `Code.why`."""
    _check(asked)
    words, file, first, last = _parts(asked)
    repository, name = _repository(view, asked.repo, needed=file is not None or asked.commit is not None)
    warnings: list[str] = [] if on or is_on(view) else [_OFF]
    place: Place | None = None
    commit = asked.commit
    changes: list[Touch] = []
    near: list[Near] = []
    beside: dict[str, CodeQuote] = {}
    if repository is not None:
        commit = None if commit is None else whole_commit(repository, commit)
        place = None if file is None else place_asked(repository, file, first, last)
        if place is not None and place.first is not None:
            changes, near = touches_of(repository, place, commit or repository.head)
            beside = words_beside(repository, place, commit or repository.head, near)
    elif file is not None:
        place = Place(file.replace("\\", "/").removeprefix("./"))
        warnings.append(
            "No repository was looked at, so lines were not followed; the file's decisions are all there is."
        )
    vector = _vector(embedding, words)
    at_place = place is not None and place.first is not None
    made = Asked(words, place, None if at_place else commit, asked.symbol, name, asked.limit, asked.max_tokens)
    return answer(view, made, changes, vector, (*warnings, *(embedding.warnings if words else ())), near, beside)


def _check(asked: Question) -> None:
    if not any((asked.question and asked.question.strip(), asked.file, asked.commit, asked.symbol)):
        mend = "Ask in words, or name a file and line, a commit, or a symbol."
        raise InvalidInput("Nothing is asked.", mend=mend, field="question", value=asked.question)
    if asked.line is not None and not asked.file:
        raise InvalidInput("A line was named without its file.", mend="Name the file.", field="file", value=asked.file)
    for field, value, most in (("limit", asked.limit, 50), ("max_tokens", asked.max_tokens, 100_000)):
        if not 1 <= value <= most:
            raise InvalidInput(f"{field} is {value}.", mend=f"Give 1 to {most:,}.", field=field, value=value)


def _parts(asked: Question) -> tuple[str, str | None, int | None, int | None]:
    """Return the words, the file and the lines; a question of the form `FILE:LINE` is a place."""
    words = (asked.question or "").strip()
    place = read_place(words) if asked.file is None else None
    if place is not None:
        return "", *place
    return words, asked.file, asked.line, asked.line


def _repository(view: View, repo: str | None, *, needed: bool) -> tuple[Repository | None, str | None]:
    """Return the repository and what it is called; one that nobody named is looked at only where it is known."""
    if repo is None:
        try:
            here = open_repository(".")
        except InvalidInput:  # not in a repository: what is known of all of them is searched
            return None, None
        return (here, here.name) if _is_known(view, here.name) else (None, None)
    if not Path(repo).is_dir() and "/" not in repo and "\\" not in repo and _is_known(view, repo):
        return None, repo
    named = open_repository(repo)
    if named.empty and needed:
        raise NotFound(f"{named.name} has no commit.", mend="Commit something first.", field="repo", value=repo)
    return named, named.name


def _is_known(view: View, name: str) -> bool:
    return bool(view.list_heads(Filter(space=space_of(name)), limit=1).items)


def _vector(embedding: Embedding, words: str) -> NDArray[np.float32] | None:
    if not words:
        return None
    vectors = embedding.vectors([words], query=True)
    return None if vectors is None else vectors[0]
