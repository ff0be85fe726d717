from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from doxa.index.sentence_encoder.array_file import open_arrays, write_arrays

ARRAYS = {
    "table": np.arange(12, dtype=np.uint8).reshape(3, 4),
    "edges": np.array([2**63, 1], dtype=np.uint64),
    "none": np.zeros((0, 7), dtype=np.float32),
    "one": np.float32([1.5]),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "folder"
    made.mkdir()
    return made


def write(path: Path, stamp: int = 1_000_000_000) -> None:
    write_arrays(path, ARRAYS, content="test 1", stamp=stamp)


def test_arrays_come_back_as_they_were(folder: Path) -> None:
    write(folder / "made" / "file")
    back = open_arrays(folder / "made" / "file", content="test 1")
    assert back is not None
    assert list(back) == list(ARRAYS)
    for name, array in ARRAYS.items():
        assert back[name].dtype == array.dtype
        np.testing.assert_array_equal(back[name], array)


def test_arrays_are_read_only_and_aligned(folder: Path) -> None:
    write(folder / "file")
    back = open_arrays(folder / "file", content="test 1")
    assert back is not None
    assert not back["table"].flags.writeable
    assert all(back[name].ctypes.data % 64 == 0 for name in ("table", "edges", "one"))


def test_missing_file_and_other_content_are_none(folder: Path) -> None:
    assert open_arrays(folder / "file", content="test 1") is None
    write(folder / "file")
    assert open_arrays(folder / "file", content="test 2") is None


@pytest.mark.parametrize("held", [b"", b"doxa", b"x" * 500, b"doxa arrays 1\n\0\0\xff\0\0\0{not json"])
def test_file_of_another_kind_is_none(held: bytes, folder: Path) -> None:
    (folder / "file").write_bytes(held)
    assert open_arrays(folder / "file", content="test 1") is None


def test_file_changed_since_it_was_written_is_none(folder: Path) -> None:
    path = folder / "file"
    write(path)
    with path.open("r+b") as file:
        file.seek(-1, os.SEEK_END)
        file.write(b"x")
    assert open_arrays(path, content="test 1") is None


def test_file_cut_short_is_none(folder: Path) -> None:
    path = folder / "file"
    write(path)
    os.truncate(path, path.stat().st_size - 1)
    os.utime(path, (1_000_000_000, 1_000_000_000))
    assert open_arrays(path, content="test 1") is None


def test_writers_at_once_leave_one_whole_file(folder: Path) -> None:
    path = folder / "file"
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: write(path), range(40)))
    assert open_arrays(path, content="test 1") is not None
    assert os.listdir(folder) == ["file"]


def test_open_arrays_survive_a_replacement(folder: Path) -> None:
    path = folder / "file"
    write(path)
    first = open_arrays(path, content="test 1")
    assert first is not None
    write_arrays(path, {"table": np.zeros((3, 4), np.uint8)}, content="test 1", stamp=1_000_000_000)
    np.testing.assert_array_equal(first["table"], ARRAYS["table"])


def test_failed_write_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write(folder / "file")
    assert os.listdir(folder) == []


def test_temporary_files_of_others_stay_while_they_may_be_written(folder: Path) -> None:
    (folder / ".file.2.bb.tmp").touch()
    write(folder / "file")
    assert sorted(os.listdir(folder)) == [".file.2.bb.tmp", "file"]


def test_temporary_files_that_were_abandoned_go(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("doxa.index.sentence_encoder.array_file._ABANDONED_S", -60)
    (folder / ".file.2.bb.tmp").touch()
    (folder / ".other.2.bb.tmp").touch()
    write(folder / "file")
    assert sorted(os.listdir(folder)) == [".other.2.bb.tmp", "file"]
