"""A caller's own embedder, held to what all of them promise: rows of length 1, and `ModelFailure` where it fails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from doxa.errors import DoxaError, ModelFailure
from doxa.index.unit_rows import unit_rows

if TYPE_CHECKING:
    from doxa.index.embedder import Embedder, Float32Array


class OwnEmbedder:
    """Passes everything on, and checks what comes back.

    Whatever it raises becomes a `ModelFailure`, so that an answer by words comes all the same; errors of doxa's own
    stay what they are.

    Args:
        own: The caller's.
    """

    def __init__(self, own: Embedder) -> None:
        self._own = own

    def __getattr__(self, name: str) -> Any:
        return getattr(self._own, name)

    @property
    def id(self) -> str:
        """Name of the model and its version."""
        return self._own.id

    @property
    def dim(self) -> int:
        """Length of a vector."""
        try:
            return self._own.dim
        except Exception as error:  # whatever a plug-in raises
            raise self._failure(error) from error

    @property
    def languages(self) -> frozenset[str] | None:
        """ISO 639-1 codes the model was trained for; None where that is unknown or all."""
        return self._own.languages

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Float32Array:
        """Return one unit vector per text, shape (len(texts), dim).

        Args:
            texts: Any texts.
            query: True for a question, False for what is stored.

        Raises:
            ModelFailure: It failed, or answered out of shape or with numbers that are not finite.
        """
        try:
            rows = self._own.embed(texts, query=query)
        except Exception as error:  # whatever a plug-in raises
            raise self._failure(error) from error
        return unit_rows(rows, count=len(texts), dim=self.dim, model=self.id)

    def _failure(self, error: Exception) -> DoxaError:
        if isinstance(error, DoxaError):
            return error
        return ModelFailure(f"The embedder {self.id} failed ({type(error).__name__}: {error}).")
