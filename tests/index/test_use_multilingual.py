from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from doxa.errors import InvalidText
from doxa.index.embedder import Embedder, embedder_warnings, load_embedder
from doxa.index.sentence_encoder.encoder import SentenceEncoder


@pytest.fixture(scope="module")
def embedder(encoder: SentenceEncoder, encoder_cache: Path) -> Embedder:
    loaded = load_embedder("default", cache=encoder_cache)
    assert loaded is not None
    return loaded


def test_rows_have_length_one_whatever_the_text(embedder: Embedder) -> None:
    vectors = embedder.embed(["Ana works in Berlin", "", " \n", "字", "\0", "!" * 500])
    assert vectors.shape == (6, embedder.dim)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_no_text_gives_no_row(embedder: Embedder) -> None:
    assert embedder.embed([]).shape == (0, 512)


def test_repeated_texts_get_the_same_row_in_their_places(embedder: Embedder) -> None:
    vectors = embedder.embed(["a", "b", "a", "c", "b"])
    np.testing.assert_array_equal(vectors[[0, 1, 3]], embedder.embed(["a", "b", "c"]))
    np.testing.assert_array_equal(vectors[[2, 4]], vectors[[0, 1]])


def test_question_and_passage_get_the_same_vector(embedder: Embedder) -> None:
    np.testing.assert_array_equal(embedder.embed(["tea"], query=True), embedder.embed(["tea"]))


def test_paraphrase_is_nearer_than_another_subject_across_languages(embedder: Embedder) -> None:
    question, answer, other = embedder.embed(
        ["Where does she live?", "她住在哪里？", "The invoice was paid on Friday."]
    )
    assert question @ answer > question @ other + 0.3


def test_text_past_the_limits_does_not_change_the_vector(embedder: Embedder) -> None:
    long = "word " * 5000
    np.testing.assert_array_equal(embedder.embed([long]), embedder.embed([long + "and an end that is not read"]))
    np.testing.assert_array_equal(embedder.embed([" " * 70_000 + "a"]), embedder.embed([""]))


def test_lone_surrogate_is_refused_with_its_place(embedder: Embedder) -> None:
    with pytest.raises(InvalidText, match="lone surrogate at character 3"):
        embedder.embed(["fine", "abc\ud800"])


def test_threads_share_one_embedder(embedder: Embedder) -> None:
    texts = [f"sentence {number} about 茶 and tea" for number in range(24)]
    alone = [embedder.embed([text])[0] for text in texts]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda text: embedder.embed([text])[0], texts))
    np.testing.assert_array_equal(np.stack(together), np.stack(alone))


def test_warnings_come_with_the_first_vector(
    encoder: SentenceEncoder, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("doxa.index.sentence_encoder.encoder.open_encoder", lambda _: (encoder, ("not writable",)))
    loaded = load_embedder("default", cache=tmp_path)
    assert embedder_warnings(loaded) == ()
    assert loaded is not None
    loaded.embed(["x"])
    assert embedder_warnings(loaded) == ("not writable",)
