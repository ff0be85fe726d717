"""Putting revisions into the text index: tokens of title and text, each under the prefix of the owner's slab."""

from __future__ import annotations

from doxa.graph.nodes import RevisionId
from doxa.graph.work import Work
from doxa.text.tokens import escape, tokens


def index_revision(work: Work, slab: int, revision: RevisionId, title: str | None, text: str) -> None:
    """Add a revision to the text index and to the statistics of its slab."""
    title_terms, text_terms = terms(title or "", slab), terms(text, slab)
    work.connection.index_text(revision, " ".join(title_terms), " ".join(text_terms))
    work.count_document(slab, len(title_terms) + len(text_terms))


def terms(text: str, slab: int) -> list[str]:
    """Return the escaped terms of a text under a slab's prefix, in order."""
    return [escape(token, slab) for token in tokens(text)] if text else []
