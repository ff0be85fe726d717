"""Embeddings from any server with OpenAI's `/embeddings` call, the extra `doxa[openai]`."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from doxa.errors import ModelFailure
from doxa.index.distinct import embed_distinct
from doxa.index.packages import import_package, require_package
from doxa.index.unit_rows import unit_rows

if TYPE_CHECKING:
    from doxa.index.embedder import Float32Array

_INSTALL = "doxa[openai]"
_PURPOSE = "An OpenAI-compatible embedder"
_OPENAI = "https://api.openai.com/v1"


class OpenAICompatible:
    """A model behind `POST {base_url}/embeddings`: OpenAI, Ollama, vLLM, LM Studio, llama.cpp and others.

    A failed request is not repeated here: the caller decides whether to wait, retry or do without.

    Args:
        model: The model's name there.
        base_url: The address up to and without `/embeddings`; `OPENAI_BASE_URL`, then OpenAI's own, when None.
        api_key: Sent as a bearer token; `OPENAI_API_KEY` when None, and no token when that is unset too.
        dim: Length of the vectors; None asks the server for one vector when it is first needed.
        batch: Texts per request.
        timeout: Seconds a request may take.
        query_prefix: Put before a question, for models trained with one (`"search_query: "`).
        passage_prefix: Put before what is stored (`"search_document: "`).
        languages: ISO 639-1 codes the model knows; None when unknown.

    Raises:
        MissingExtra: `httpx` is not installed.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        dim: int | None = None,
        batch: int = 128,
        timeout: float = 30.0,
        query_prefix: str = "",
        passage_prefix: str = "",
        languages: frozenset[str] | None = None,
    ) -> None:
        require_package("httpx", install=_INSTALL, purpose=_PURPOSE)
        self.id = f"openai/{model}"
        self.languages = languages
        self._model = model
        self._url = (base_url or os.environ.get("OPENAI_BASE_URL") or _OPENAI).rstrip("/") + "/embeddings"
        self._key = api_key or os.environ.get("OPENAI_API_KEY")
        self._dim = dim
        self._batch = batch
        self._timeout = timeout
        self._prefixes = {True: query_prefix, False: passage_prefix}
        self._lock = threading.Lock()
        self._client: Any = None

    @property
    def dim(self) -> int:
        """Length of a vector; the server is asked once where it was not given.

        Raises:
            ModelFailure: The server could not be asked.
        """
        if self._dim is None:
            self._dim = int(self._request(["dimension"]).shape[1])
        return self._dim

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Float32Array:
        """Return one unit vector per text, shape (len(texts), dim).

        Raises:
            InvalidText: A text is not encodable.
            ModelFailure: The server could not be reached, refused, or answered out of shape.
        """
        prefix = self._prefixes[query]

        def rows(distinct: list[str]) -> Float32Array:
            import numpy as np

            prefixed = [prefix + text for text in distinct]
            starts = range(0, len(prefixed), self._batch)
            return np.concatenate([self._request(prefixed[start : start + self._batch]) for start in starts])

        vectors = embed_distinct(texts, rows)
        return vectors.reshape(len(texts), vectors.shape[1] or self.dim)

    def close(self) -> None:
        """Close the connections that are kept open."""
        with self._lock:
            client, self._client = self._client, None
        if client is not None:
            client.close()

    def _request(self, texts: list[str]) -> Float32Array:
        httpx = import_package("httpx", install=_INSTALL, purpose=_PURPOSE)
        try:
            reply = self._connected(httpx).post(self._url, json={"model": self._model, "input": texts})
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise self._failure(f"could not be reached ({type(error).__name__}: {error})") from error
        if not reply.is_success:
            raise self._failure(f"answered {reply.status_code}: {reply.text[:200]}")
        try:
            body = reply.json()
        except ValueError as error:
            raise self._failure(f"answered something that is not JSON: {reply.text[:200]}") from error
        rows = unit_rows(self._ordered(body, len(texts)), count=len(texts), dim=self._dim, model=self.id)
        self._dim = int(rows.shape[1])
        return rows

    def _connected(self, httpx: Any) -> Any:
        with self._lock:
            if self._client is None:
                headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
                self._client = httpx.Client(headers=headers, timeout=self._timeout)
            return self._client

    def _ordered(self, body: object, count: int) -> list[Any]:
        """Return the vectors of a reply in the order of the texts: servers may answer in any."""
        data = body.get("data") if isinstance(body, Mapping) else None
        if not isinstance(data, list) or not all(isinstance(row, Mapping) and "embedding" in row for row in data):
            raise self._failure("answered without a list of embeddings")
        order = [row.get("index", place) for place, row in enumerate(data)]
        if sorted(order) != list(range(count)):
            raise self._failure(f"answered {len(data)} embeddings, numbered {order[:5]}, for {count} texts")
        return [row["embedding"] for _, row in sorted(zip(order, data, strict=True), key=lambda pair: pair[0])]

    def _failure(self, what: str) -> ModelFailure:
        return ModelFailure(
            f"The embedding server at {self._url} {what}.",
            mend="Check its address, key and model name; without an answer recall is lexical.",
            field="embedder",
            value=self._model,
        )
