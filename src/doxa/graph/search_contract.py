"""What a view finds by words and by vectors: the part of the store's contract that `View` is made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from doxa.graph.nodes import Filter, Likeness, RevisionId, TermMatches, TextHit, VectorHit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Searching(Protocol):
    """Search by words and by meaning, and the vectors that the latter goes by."""

    def search_text(
        self,
        terms: Sequence[str],
        *,
        limit: int,
        filter: Filter | None = None,
        within: Sequence[RevisionId] = (),
    ) -> list[TextHit]:
        """Rank revisions by BM25 over title and text, statistics per owner; ties by newer revision.

        Args:
            terms: Tokens from `doxa.text.tokens.query_tokens`.
            limit: How many at most.
            filter: What to keep; applied before the limit.
            within: Only these revisions (scores for given refs).
        """

    def match_terms(
        self,
        terms: Sequence[str],
        *,
        limit: int,
        filter: Filter | None = None,
        within: Sequence[RevisionId] = (),
    ) -> TermMatches:
        """Rank as `search_text` does, and tell what the scores were made of: counts, lengths, rarity per owner."""

    def documents_with(self, terms: Sequence[str]) -> dict[str, int]:
        """Return how many texts of the owners that are seen hold each term; terms that none holds are left out."""

    def search_vectors(
        self,
        vector: NDArray[np.float32],
        *,
        limit: int,
        filter: Filter | None = None,
        within: Sequence[RevisionId] = (),
    ) -> list[VectorHit]:
        """Rank revisions by cosine, exactly; ties by newer revision."""

    def nearest(
        self,
        vector: NDArray[np.float32],
        *,
        limit: int,
        filter: Filter | None = None,
        within: Sequence[RevisionId] = (),
    ) -> tuple[list[RevisionId], list[float]]:
        """Return what `search_vectors` does as two lists: revisions, best first, and their cosines."""

    def neighbours(
        self, revisions: Sequence[RevisionId], *, limit: int, filter: Filter | None = None
    ) -> dict[RevisionId, list[VectorHit]]:
        """Rank the others for each of some revisions that have a vector, as `search_vectors` does."""

    def likeness(self, vector: NDArray[np.float32], revisions: Sequence[RevisionId]) -> Likeness:
        """Return the cosines of revisions with a vector, and the mean and spread of those of all that is seen."""

    def vectors(self, revisions: Sequence[RevisionId]) -> tuple[list[RevisionId], NDArray[np.float32]]:
        """Return stored vectors, shape (n, dim), with the revisions they belong to."""
