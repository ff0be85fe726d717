"""An embedder that is opened when the first vector is needed; one that fails leaves lexical answers and a warning."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from doxa.errors import DoxaError, MissingExtra, ModelFailure
from doxa.index.embedder import Embedder, embedder_warnings, load_embedder
from doxa.index.own_embedder import OwnEmbedder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Embedding:
    """The embedder of an open project.

    Args:
        spec: What `load_embedder` takes.
        cache: Folder for unpacked weights.
    """

    def __init__(self, spec: str | Embedder | None, cache: Path) -> None:
        self._spec = spec
        self._cache = cache
        self._guard = threading.Lock()
        self._embedder: Embedder | None = None
        self._opened = False
        self._failure: str | None = None

    @property
    def wanted(self) -> bool:
        """Whether vectors are asked for at all."""
        return self._spec is not None and self._spec != "none"

    def embedder(self) -> Embedder | None:
        """Return the embedder, opening it at the first call; `None` where there is none or it failed."""
        with self._guard:
            if not self._opened:
                self._open()
            return self._embedder

    def working(self) -> Embedder | None:
        """Return the embedder as `embedder` does, and `None` with a warning where its server is away or it fails."""
        try:
            return self.embedder()
        except (ModelFailure, OSError) as error:
            self._failure = f"No vectors: {error}"
            return None

    @property
    def id(self) -> str | None:
        """The identity of the embedder; `None` where there is none or it failed."""
        embedder = self.embedder()
        return None if embedder is None else embedder.id

    def vectors(self, texts: Sequence[str], *, query: bool = False) -> NDArray[np.float32] | None:
        """Return one vector per text, shape (n, dim), or `None` where there are none; see `warnings` for why."""
        embedder = self.working() if texts else None
        if embedder is None:
            return None
        try:
            vectors = embedder.embed(texts, query=query)
        except (ModelFailure, MissingExtra, OSError, ImportError) as error:  # weights are opened by the first call
            self._failure = f"No vectors: {error}"
            return None
        self._failure = None
        return vectors

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the caller should know: why there are no vectors, or how the embedder runs."""
        failure = (self._failure,) if self._failure else ()
        return failure + embedder_warnings(self._embedder)

    def _open(self) -> None:
        """Open once. A default that is missing leaves lexical search; a caller's own choice that does is an error."""
        self._opened = True
        try:
            self._embedder = load_embedder(self._spec, cache=self._cache)
            if self._embedder is not None:
                if not isinstance(self._spec, str):
                    self._embedder = OwnEmbedder(self._embedder)
                self._embedder.dim  # noqa: B018 - some embedders know it only once they are loaded
        except (MissingExtra, ModelFailure, OSError, ImportError) as error:
            self._embedder = None
            if self._spec != "default":
                self._opened = False
                raise
            reason = error.message if isinstance(error, DoxaError) else str(error)
            self._failure = f"The default embedder could not be loaded, so search is lexical only: {reason}"
