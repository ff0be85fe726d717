"""The sentence encoder put together: texts to unit vectors."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from doxa.index.sentence_encoder.cache import cached_arrays
from doxa.index.sentence_encoder.network import SentenceNetwork
from doxa.index.sentence_encoder.normalizer import Normalizer
from doxa.index.sentence_encoder.segmenter import Segmenter

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from doxa.index.embedder import Float32Array
    from doxa.index.sentence_encoder.array_file import Arrays

LONGEST_TEXT = 65_536
"""Characters of a text that are read."""
MOST_TOKENS = 4096
"""Tokens of a text that are read, its begin and end included."""


class SentenceEncoder:
    """Encodes texts with the arrays given.

    Args:
        arrays: What `sources.build_arrays` makes, in memory or memory-mapped.
    """

    def __init__(self, arrays: Arrays) -> None:
        normalizer = Normalizer(
            _numbers(arrays["rules"]),
            arrays["replacements"].tobytes(),
            arrays["followers"].tobytes().decode("utf-8"),
        )
        self._segmenter = Segmenter(
            normalizer,
            _numbers(arrays["edges"]),
            _numbers(arrays["scores"]),
            lowest=float(arrays["scores"].min()),
            root=int(arrays["root"][0]),
        )
        self._network = SentenceNetwork(arrays)

    def tokens(self, text: str) -> list[int]:
        """Return the piece ids of a text, begin and end included, as many as are read."""
        return self._segmenter.ids(text[:LONGEST_TEXT], MOST_TOKENS)

    def encode(self, texts: Sequence[str]) -> Float32Array:
        """Return one unit vector per text, shape (len(texts), 512)."""
        return self._network.encode([self.tokens(text) for text in texts])


def open_encoder(cache: Path) -> tuple[SentenceEncoder, tuple[str, ...]]:
    """Return the encoder over the arrays of a cache folder, and what there is to warn of.

    Args:
        cache: The folder, filled when it holds no arrays yet.
    """
    arrays, warnings = cached_arrays(cache)
    return SentenceEncoder(arrays), warnings


def _numbers(array: NDArray[Any]) -> Any:
    """Return a view whose items are Python numbers: indexing an array itself costs four times as much."""
    return memoryview(cast("Any", array))
