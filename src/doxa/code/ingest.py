"""Commits into decision memory: one operation a batch, each commit read once, whatever became of the batch before."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Final

from doxa.code.by_model import ModelMiner
from doxa.code.details import mine_details
from doxa.code.drafts import Draft
from doxa.code.git import Repository, open_repository
from doxa.code.history import MOST_FILES, Commit, FileChange, files_of_merges, list_commits, read_commits
from doxa.code.messages import read_message
from doxa.code.mining import Skipped, anchors_of, mine_commit, skip_cause
from doxa.code.passages import Told, keep_told, told_by
from doxa.code.records import CodeQuote, CodeReport, SkippedCommits
from doxa.code.storing import code_operation, draft_vectors, known_commits, mark, space_of, store_draft, vectors_of
from doxa.dream_records import Progress
from doxa.errors import InvalidInput
from doxa.graph.owners import CODE_MEMORY
from doxa.llm.contract import Model
from doxa.llm.tallies import tally_usage
from doxa.records import Usage
from doxa.write.context import WriteContext, WriteRequest
from doxa.write.gate import Passage

BATCH: Final = 200
"""Commits of one operation."""
TOLD_EVERY: Final = 20
_HEX = re.compile(r"[0-9a-f]{7,64}")


@dataclass(slots=True)
class _Tally:
    commits: int = 0
    decisions: int = 0
    revised: int = 0
    superseded: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    operations: list[str] = field(default_factory=list)


def ingest_repository(
    context: WriteContext,
    request: WriteRequest,
    path: Path | str,
    *,
    range: str | None,
    limit: int | None,
    force: bool,
    model: Model | None = None,
    progress: Progress | None = None,
) -> CodeReport:
    """Read the commits of a repository into decision memory; see `Code.ingest`."""
    if limit is not None and limit < 1:
        raise InvalidInput(f"limit is {limit}.", mend="Give 1 or more.", field="limit", value=limit)
    repository = open_repository(path)
    if repository.empty:
        return CodeReport(repository.name, 0, 0, 0, 0, 0, warnings=("The repository has no commit yet.",))
    listed = list_commits(repository, range, limit)
    with context.graph.view(user=CODE_MEMORY) as view:
        known = set() if force else known_commits(view, repository.name)
    wanted = [sha for sha in listed if sha not in known]
    tally = _Tally()
    miner = None if model is None else ModelMiner(model, repository.name)
    read = _told_of(read_commits(repository, wanted), len(wanted), progress)
    while batch := list(islice(read, BATCH)):
        _take_in(context, request, repository, batch, tally, miner)
    shallow = "The clone is shallow: what was decided before it began is not known."
    return CodeReport(
        repo=repository.name,
        commits=tally.commits,
        known=len(listed) - len(wanted),
        decisions=tally.decisions,
        revised=tally.revised,
        superseded=tally.superseded,
        skipped=tuple(SkippedCommits(cause, count) for cause, count in tally.skipped.most_common()),
        operations=tuple(tally.operations),
        warnings=(*((shallow,) if repository.shallow else ()), *_of_model(miner), *context.embedding.warnings),
        usage=Usage() if miner is None else miner.usage,
    )


def _told_of(commits: Iterator[Commit], count: int, progress: Progress | None) -> Iterator[Commit]:
    """Yield commits, and tell how many of them were read."""
    for number, commit in enumerate(commits):
        if progress is not None and number % TOLD_EVERY == 0:
            progress("", number, count)
        yield commit
    if progress is not None:
        progress("", count, count)


def _of_model(miner: ModelMiner | None) -> Iterator[str]:
    if miner is not None and miner.unread:
        yield f"The model could not read {miner.unread:,} commits, so rules did: {miner.failure}"
    if miner is not None and miner.dropped:
        yield f"{miner.dropped:,} decisions of the model were dropped: their quotes do not stand in the commit."


def _take_in(
    context: WriteContext,
    request: WriteRequest,
    repository: Repository,
    batch: list[Commit],
    tally: _Tally,
    miner: ModelMiner | None,
) -> None:
    before = Usage() if miner is None else miner.usage
    by_model = {} if miner is None else miner.mine(batch)
    passage = context.gate.opened()
    drafts = list(_drafts(passage, repository, batch, tally, by_model))
    vectors = draft_vectors(context, drafts)
    told = list(_told(passage, batch))
    meanings = vectors_of(context, [each.text for each in told])
    with code_operation(context, request) as writer:
        for draft, vector in zip(drafts, vectors, strict=True):
            stored = store_draft(writer, repository.name, draft, vector)
            tally.decisions += stored.change == "new"
            tally.revised += stored.change == "revised"
            tally.superseded += stored.replaced
        keep_told(writer, repository.name, space_of(repository.name), told, meanings)
        mark(writer, repository.name, [commit.sha for commit in batch])
        if miner is not None:
            tally_usage(writer.tally, request.kind, _spent(miner.usage, before), None)
        operation = str(writer.operation)
    tally.operations.append(operation)
    tally.commits += len(batch)


def _spent(now: Usage, before: Usage) -> Usage:
    tokens = (now.input_tokens - before.input_tokens, now.output_tokens - before.output_tokens)
    return Usage(now.calls - before.calls, *tokens)


def _told(passage: Passage, batch: list[Commit]) -> Iterator[Told]:
    """Yield what the commits tell that are more than a merge, a version or what a tool wrote."""
    for commit in batch:
        message = read_message(commit.message, merges=len(commit.parents) > 1)
        if skip_cause(commit, message) is None:
            told = told_by(commit, message, passage)
            if told is not None:
                yield told


def _drafts(
    passage: Passage,
    repository: Repository,
    batch: list[Commit],
    tally: _Tally,
    by_model: Mapping[str, Sequence[Draft]],
) -> Iterator[Draft]:
    mined: list[tuple[Commit, Draft]] = []
    for commit in batch:
        if commit.sha in by_model:
            mined += [(commit, each) for each in by_model[commit.sha]]
            if not by_model[commit.sha]:
                tally.skipped["the model found no decision in it"] += 1
            continue
        draft = mine_commit(commit, repository.name)
        reverts = isinstance(draft, Draft) and bool(draft.reverts)
        details = () if reverts else tuple(mine_details(commit, repository.name))  # what comes back was decided before
        if not isinstance(draft, Skipped):
            mined.append((commit, draft))
        elif not details:
            tally.skipped[draft.cause] += 1
        mined += [(commit, each) for each in details]
    merges = files_of_merges(repository, [commit.sha for commit, _ in mined if len(commit.parents) > 1])
    for commit, draft in mined:
        if commit.sha in merges and not draft.about:
            commit.files = [FileChange(path) for path in merges[commit.sha][:MOST_FILES]]
            draft = replace(draft, anchors=anchors_of(commit, repository.name))
        screened = screen_draft(passage, whole_ids(repository, draft))
        if screened is None:
            tally.skipped["personal data that must not be kept"] += 1
        else:
            yield screened


def screen_draft(passage: Passage, draft: Draft) -> Draft | None:
    """Return a draft without credentials and, by policy, personal data; `None` where it must not be kept."""
    texts = (draft.title, draft.decision, draft.rationale, draft.question, *(each.text for each in draft.quotes))
    screened = [passage.screened(text) if text else None for text in texts]
    if any(each is not None and each.rejected for each in screened):
        return None
    kept = [each.text if each is not None else "" for each in screened]
    quotes = [CodeQuote(text, quote.source, quote.kind) for text, quote in zip(kept[4:], draft.quotes, strict=True)]
    author = passage.screened(draft.author) if draft.author else None
    return replace(
        draft,
        title=kept[0],
        decision=kept[1],
        rationale=kept[2],
        question=kept[3],
        quotes=tuple(quotes),
        author="" if author is None or author.rejected else author.text,
    )


def whole_ids(repository: Repository, draft: Draft) -> Draft:
    """Return a draft whose mentions of other commits are their whole ids; what names none of this repository stays."""
    if not draft.reverts and not draft.replaces:
        return draft
    return replace(
        draft,
        reverts=tuple(_whole(repository, each) for each in draft.reverts),
        replaces=tuple(_whole(repository, each) for each in draft.replaces),
    )


def _whole(repository: Repository, name: str) -> str:
    if not _HEX.fullmatch(name) or len(name) in (40, 64):
        return name
    return repository.resolve(name) or name  # it may name a commit of another repository, or none
