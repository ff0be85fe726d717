"""Decisions that a host hands over: checked field by field, joined to a commit, kept as they were said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from doxa.code.drafts import Draft
from doxa.code.git import Repository, open_repository
from doxa.code.history import Commit, read_commits
from doxa.code.ingest import screen_draft, whole_ids
from doxa.code.lines import path_in, whole_commit
from doxa.code.mining import (
    LONGEST_QUOTE,
    LONGEST_TITLE,
    MOST_ANCHORS,
    MOST_QUOTES,
    MOST_SYMBOLS,
    anchors_of,
    question_of,
)
from doxa.code.records import CodeAnchor, CodeQuote, CodeReport
from doxa.code.storing import code_operation, draft_vectors, store_draft
from doxa.errors import InvalidInput
from doxa.write.context import WriteContext, WriteRequest

MOST_DECISIONS: Final = 50
"""Decisions of one call."""
_FIELDS: Final = frozenset(
    "title decision rationale question symbols files quotes confidence supersedes instead_of".split()
)
_QUOTE_FIELDS: Final = frozenset({"text", "kind", "source"})
LONGEST: Final = 4_000


@dataclass(frozen=True, slots=True)
class _Checked:
    """A decision as it was handed over, checked."""

    title: str
    decision: str
    rationale: str
    question: str
    symbols: tuple[str, ...]
    files: tuple[str, ...]
    quotes: tuple[CodeQuote, ...]
    confidence: float
    supersedes: tuple[str, ...]
    instead_of: tuple[str, ...]


def capture_decisions(
    context: WriteContext,
    request: WriteRequest,
    decisions: Sequence[Mapping[str, Any]],
    path: Path | str,
    named: str,
) -> CodeReport:
    """Keep decisions of a host; see `Code.capture`."""
    if not 1 <= len(decisions) <= MOST_DECISIONS:
        said = f"{len(decisions)} decisions were given."
        raise InvalidInput(said, mend=f"Give 1 to {MOST_DECISIONS}.", field="decisions")
    checked = [_checked(each, f"decisions[{place}]") for place, each in enumerate(decisions)]
    repository = open_repository(path)
    commit = next(iter(read_commits(repository, [whole_commit(repository, named)])))
    drafts = []
    for place, each in enumerate(checked):
        draft = screen_draft(context.gate.opened(), whole_ids(repository, _draft(each, repository, commit)))
        if draft is None:
            mend = "Say it without personal data."
            raise InvalidInput(f"decisions[{place}] has personal data.", mend=mend, field=f"decisions[{place}]")
        drafts.append(draft)
    vectors = draft_vectors(context, drafts)
    with code_operation(context, request) as writer:
        stored = [
            store_draft(writer, repository.name, draft, vector) for draft, vector in zip(drafts, vectors, strict=True)
        ]
        return CodeReport(
            repo=repository.name,
            commits=1,
            known=0,
            decisions=sum(each.change == "new" for each in stored),
            revised=sum(each.change == "revised" for each in stored),
            superseded=sum(each.replaced for each in stored),
            operations=(str(writer.operation),),
            refs=tuple(writer.view.kref(each.revision) for each in stored),
            warnings=context.embedding.warnings,
        )


def _draft(checked: _Checked, repository: Repository, commit: Commit) -> Draft:
    files = [path_in(repository, each) for each in checked.files]
    touched = anchors_of(commit, repository.name)
    known = {anchor.file: anchor for anchor in touched}
    primary = [
        CodeAnchor(
            repository.name,
            commit.sha,
            file,
            known[file].start if file in known else None,
            known[file].end if file in known else None,
            "primary",
        )
        for file in files
    ]
    return Draft(
        title=checked.title,
        decision=checked.decision,
        rationale=checked.rationale,
        question=checked.question,
        decided_at=commit.time,
        author=commit.author[:100],
        commit=commit.sha,
        origin="host",
        confidence=checked.confidence,
        symbols=checked.symbols,
        anchors=(*primary, *(anchor for anchor in touched if anchor.file not in files))[:MOST_ANCHORS],
        quotes=checked.quotes,
        reverts=checked.supersedes,
        rejected=checked.instead_of,
    )


def _checked(given: object, field: str) -> _Checked:
    if not isinstance(given, Mapping):
        raise _wrong(field, given, "Give an object.")
    unknown = sorted(set(map(str, given)) - _FIELDS)
    if unknown:
        raise _wrong(f"{field}.{unknown[0]}", given[unknown[0]], f"Known fields: {', '.join(sorted(_FIELDS))}.")
    title = _text(given, "title", field, LONGEST_TITLE, needed=True)
    quotes = given.get("quotes") or ()
    if not isinstance(quotes, Sequence) or isinstance(quotes, str) or len(quotes) > MOST_QUOTES:
        raise _wrong(f"{field}.quotes", quotes, f"Give a list of at most {MOST_QUOTES}.")
    confidence = given.get("confidence", 0.9)
    if isinstance(confidence, bool) or not isinstance(confidence, int | float) or not 0 <= confidence <= 1:
        raise _wrong(f"{field}.confidence", confidence, "Give 0 to 1.")
    return _Checked(
        title=title,
        decision=_text(given, "decision", field, LONGEST, needed=True),
        rationale=_text(given, "rationale", field, LONGEST),
        question=_text(given, "question", field, 500) or question_of(title),
        symbols=_list(given, "symbols", field, MOST_SYMBOLS),
        files=_list(given, "files", field, MOST_ANCHORS),
        quotes=tuple(_quote(each, f"{field}.quotes[{place}]") for place, each in enumerate(quotes)),
        confidence=float(confidence),
        supersedes=_list(given, "supersedes", field, 10),
        instead_of=_list(given, "instead_of", field, 5),
    )


def _quote(given: object, field: str) -> CodeQuote:
    if not isinstance(given, Mapping):
        raise _wrong(field, given, "Give an object with a text.")
    unknown = sorted(set(map(str, given)) - _QUOTE_FIELDS)
    if unknown:
        raise _wrong(f"{field}.{unknown[0]}", given[unknown[0]], "Known fields: kind, source, text.")
    return CodeQuote(
        text=_text(given, "text", field, LONGEST_QUOTE, needed=True),
        source=_text(given, "source", field, 200) or "host",
        kind=_text(given, "kind", field, 40) or "reason",
    )


def _text(given: Mapping[str, Any], name: str, field: str, most: int, *, needed: bool = False) -> str:
    value = given.get(name)
    if value is None and not needed:
        return ""
    if not isinstance(value, str) or len(value) > most or (needed and not value.strip()):
        raise _wrong(f"{field}.{name}", value, f"Give a text of 1 to {most:,} characters.")
    return value.strip()


def _list(given: Mapping[str, Any], name: str, field: str, most: int) -> tuple[str, ...]:
    value = given.get(name) or ()
    good = isinstance(value, Sequence) and not isinstance(value, str) and len(value) <= most
    if not good or not all(isinstance(each, str) and 0 < len(each.strip()) <= 500 for each in value):
        raise _wrong(f"{field}.{name}", value, f"Give a list of at most {most} texts.")
    return tuple(dict.fromkeys(each.strip() for each in value))


def _wrong(field: str, value: object, mend: str) -> InvalidInput:
    return InvalidInput(f"{field} is {str(value)[:80]!r}.", mend=mend, field=field, value=value)
