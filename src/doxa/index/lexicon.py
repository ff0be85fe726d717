"""A lexicon for free: what the default embedder keeps as one piece is a word that exists in one of its languages."""

from __future__ import annotations

from collections.abc import Callable

from doxa.index.embedding import Embedding


def lexicon_of(embedding: Embedding) -> Callable[[str], bool] | None:
    """Return what tells whether a word exists; `None` where the embedder is another one, or none.

    The vocabulary has 128,010 pieces in 16 languages. Names such as `mongodb` and misspellings such as `eror` are cut
    into several, common words are not.
    """
    embedder = embedding.working() if embedding.wanted else None
    return getattr(embedder, "is_one_piece", None)
