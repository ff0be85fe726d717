"""Any model that `fastembed` runs, the extra `doxa[fastembed]`."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from doxa.errors import InvalidInput, ModelFailure
from doxa.index.distinct import embed_distinct
from doxa.index.packages import import_package, require_package
from doxa.index.unit_rows import unit_rows

if TYPE_CHECKING:
    from doxa.index.embedder import Float32Array

_INSTALL = "doxa[fastembed]"
_PURPOSE = "A fastembed model"


class FastEmbedModel:
    """One of `fastembed.TextEmbedding.list_supported_models()`, run by onnxruntime.

    Its files are downloaded into the cache folder the first time, unless they are there already; the languages are
    not told by fastembed, so `languages` is None.

    Args:
        model: The model's name there, such as `BAAI/bge-small-en-v1.5`.
        cache: Folder for doxa's model files.

    Raises:
        MissingExtra: `fastembed` is not installed.
    """

    languages: frozenset[str] | None = None

    def __init__(self, model: str, *, cache: Path) -> None:
        require_package("fastembed", install=_INSTALL, purpose=_PURPOSE)
        self.id = f"fastembed/{model}"
        self._name = model
        self._cache = cache
        self._lock = threading.Lock()
        self._model: Any = None

    @property
    def dim(self) -> int:
        """Length of a vector, from fastembed's own table: nothing is downloaded to know it.

        Raises:
            InvalidInput: fastembed knows no such model.
        """
        package = import_package("fastembed", install=_INSTALL, purpose=_PURPOSE)
        try:
            return int(package.TextEmbedding.get_embedding_size(self._name))
        except ValueError as error:
            raise self._unknown() from error

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Float32Array:
        """Return one unit vector per text, shape (len(texts), dim).

        Raises:
            InvalidInput: fastembed knows no such model.
            InvalidText: A text is not encodable.
            ModelFailure: The model could not be fetched or run, or answered out of shape.
        """
        dim = self.dim

        def rows(distinct: list[str]) -> Float32Array:
            model = self._loaded()
            embed = model.query_embed if query else model.passage_embed
            try:
                vectors = list(embed(distinct))
            except Exception as error:  # onnxruntime and tokenizers raise types of their own
                raise ModelFailure(f"{self.id} failed: {error}.", field="embedder") from error
            return unit_rows(vectors, count=len(distinct), dim=dim, model=self.id)

        return embed_distinct(texts, rows).reshape(len(texts), dim)

    def _loaded(self) -> Any:
        with self._lock:
            if self._model is None:
                package = import_package("fastembed", install=_INSTALL, purpose=_PURPOSE)
                folder = self._cache / "fastembed"
                try:
                    self._model = package.TextEmbedding(model_name=self._name, cache_dir=str(folder))
                except Exception as error:  # hub, onnxruntime and file errors have no common type
                    raise ModelFailure(
                        f"fastembed could not load {self._name!r}: {error}.",
                        mend=f"The first use needs the network, or its files in {folder}.",
                        field="embedder",
                    ) from error
            return self._model

    def _unknown(self) -> InvalidInput:
        return InvalidInput(
            f"fastembed has no model {self._name!r}.",
            mend="See fastembed.TextEmbedding.list_supported_models().",
            field="embedder",
            value=self._name,
        )
