"""Against a stand-in with fastembed's interface, since its models are downloaded."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import numpy as np
import pytest

from doxa.errors import InvalidInput, ModelFailure
from doxa.index.embedder import Embedder, load_embedder


class TextEmbedding:
    """Vectors say how they were asked for; `broken/model` cannot be loaded, `bad/model` fails when run."""

    made: ClassVar[list[tuple[str, str]]] = []

    def __init__(self, model_name: str, cache_dir: str) -> None:
        if model_name == "broken/model":
            raise OSError("no network")
        self.name = model_name
        TextEmbedding.made.append((model_name, cache_dir))

    @classmethod
    def get_embedding_size(cls, model_name: str) -> int:
        if model_name == "unknown/model":
            raise ValueError("not supported")
        return 2

    def query_embed(self, texts: Iterable[str]) -> Iterator[np.ndarray]:
        return (np.float32([3, len(text)]) for text in texts)

    def passage_embed(self, texts: Iterable[str]) -> Iterator[np.ndarray]:
        if self.name == "bad/model":
            raise RuntimeError("onnx failed")
        return (np.float32([len(text), 0]) for text in texts)


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    package = ModuleType("fastembed")
    package.__spec__ = ModuleSpec("fastembed", None)
    package.TextEmbedding = TextEmbedding  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "fastembed", package)
    TextEmbedding.made.clear()

    def load_one(model: str) -> Embedder:
        embedder = load_embedder(f"fastembed:{model}", cache=tmp_path)
        assert embedder is not None
        return embedder

    return load_one


def test_questions_and_passages_are_embedded_as_the_model_was_trained(load: Any) -> None:
    embedder = load("some/model")
    np.testing.assert_allclose(embedder.embed(["four"], query=True), [[0.6, 0.8]], rtol=1e-6)
    np.testing.assert_allclose(embedder.embed(["four", "x", "four"]), [[1, 0]] * 3)
    assert (embedder.id, embedder.dim, embedder.embed([]).shape) == ("fastembed/some/model", 2, (0, 2))


def test_model_is_loaded_once_into_the_cache_and_not_for_its_dim(load: Any, tmp_path: Path) -> None:
    embedder = load("some/model")
    assert embedder.dim == 2
    assert TextEmbedding.made == []
    embedder.embed(["a"])
    embedder.embed(["b"])
    assert TextEmbedding.made == [("some/model", str(tmp_path / "fastembed"))]


def test_unknown_model_is_told(load: Any) -> None:
    with pytest.raises(InvalidInput, match="no model 'unknown/model'"):
        load("unknown/model").embed(["a"])


@pytest.mark.parametrize(
    ("model", "told"), [("broken/model", "could not load.*no network"), ("bad/model", "onnx failed")]
)
def test_failure_of_the_model_is_told_with_its_cause(model: str, told: str, load: Any) -> None:
    with pytest.raises(ModelFailure, match=told):
        load(model).embed(["a"])
