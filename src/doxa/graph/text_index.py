"""Putting revisions into the text index: tokens of title and text, each under the prefix of the owner's slab."""

from __future__ import annotations

import re
from collections.abc import Iterable

from doxa.graph.nodes import RevisionId
from doxa.graph.work import Work
from doxa.text.tokens import escape, tokens

_PLAIN = re.compile(r"[a-y0-9]+(?: [a-y0-9]+)*")


def index_revision(work: Work, slab: int, revision: RevisionId, title: str | None, text: str) -> None:
    """Add a revision to the text index and to the statistics of its slab; one without words is in neither."""
    if text:
        work.connection.index_text(*_document(work, slab, revision, title, text))


def index_revisions(work: Work, rows: Iterable[tuple[int, RevisionId, str | None, str]]) -> None:
    """Add many revisions, each with its slab, title and text, in the same way."""
    work.connection.index_texts([_document(work, *row) for row in rows if row[-1]])


def _document(work: Work, slab: int, revision: RevisionId, title: str | None, text: str) -> tuple[RevisionId, str, str]:
    """Return a revision as its row in the text index, and count it."""
    in_title, in_text = tokens(title) if title else [], tokens(text)
    work.count_document(slab, len(in_title) + len(in_text))
    return revision, joined_terms(in_title, slab) if in_title else "", joined_terms(in_text, slab)


def joined_terms(found: list[str], slab: int) -> str:
    """Return tokens as escaped terms under a slab's prefix, joined by spaces."""
    joined = " ".join(found)
    if found and _PLAIN.fullmatch(joined):  # nothing in it is escaped: one pass over all instead of one per token
        prefix = f"{slab}x"
        return prefix + joined.replace(" ", f" {prefix}")
    return " ".join([escape(token, slab) for token in found])
