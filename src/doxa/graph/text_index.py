"""Putting revisions into the text index: tokens of title and text, each under the prefix of the owner's slab."""

from __future__ import annotations

from collections.abc import Iterable

from doxa.graph.nodes import RevisionId
from doxa.graph.work import Work
from doxa.text.tokens import terms_of


def index_revision(work: Work, slab: int, revision: RevisionId, title: str | None, text: str) -> None:
    """Add a revision to the text index and to the statistics of its slab; one without words is in neither."""
    if text:
        work.connection.index_text(*_document(work, slab, revision, title, text))


def index_revisions(work: Work, rows: Iterable[tuple[int, RevisionId, str | None, str]]) -> None:
    """Add many revisions, each with its slab, title and text, in the same way."""
    work.connection.index_texts([_document(work, *row) for row in rows if row[-1]])


def _document(work: Work, slab: int, revision: RevisionId, title: str | None, text: str) -> tuple[RevisionId, str, str]:
    """Return a revision as its row in the text index, and count it."""
    in_title, in_text = terms_of(title, slab) if title else "", terms_of(text, slab)
    work.count_document(slab, terms_in(in_title) + terms_in(in_text))
    return revision, in_title, in_text


def terms_in(joined: str) -> int:
    """Return how many terms are joined."""
    return joined.count(" ") + 1 if joined else 0
