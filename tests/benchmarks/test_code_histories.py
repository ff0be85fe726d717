from __future__ import annotations

import subprocess
from types import ModuleType

import pytest


@pytest.fixture
def histories() -> ModuleType:
    """Return the module, which lies beside the package."""
    import code_histories

    return code_histories


GNU = """2024-02-03  Ada Byron  <ada@example.org>

\tcp: copy rows at once
\tRows were copied one by one.

\t* src/copy.c, src/row.c (copy_row): Copy all.
\t* NEWS: Mention it.

2024-02-02  Ada Byron  <ada@example.org>
\t    Joe Doe  <joe@example.org>

\tmaint: name rows
\t* src/row.c: Name them.

\ttests: count rows
\t* tests/row.sh: New file.
"""
GIT = """commit 0123456789012345678901234567890123456789
Author: Ada Byron <ada@example.org>
Date:   Sat Feb 3 09:53:18 2024 -0700

    gl: Draw rows at once

    They were drawn one by one.

 src/{gl => draw}/row.c | 4 ++--
 data/row.png           | Bin 0 -> 12 bytes
 2 files changed, 2 insertions(+), 2 deletions(-)
"""


def test_a_changelog_of_gnu_is_read_commit_by_commit(histories):
    newest, *shared = histories.of_gnu(GNU)
    assert newest.message == (
        "cp: copy rows at once\n\nRows were copied one by one.\n\n* src/copy.c, src/row.c (copy_row): Copy all."
        "\n* NEWS: Mention it."
    )
    assert newest.files == ("src/copy.c", "src/row.c", "NEWS")
    assert [each.message.partition("\n")[0] for each in shared] == ["maint: name rows", "tests: count rows"]
    assert newest.time > shared[0].time > shared[1].time


def test_a_changelog_of_git_log_is_read_with_its_files(histories):
    (found,) = histories.of_git(GIT)
    assert (found.message.partition("\n")[0], found.files) == (
        "gl: Draw rows at once",
        ("src/draw/row.c", "data/row.png"),
    )
    assert found.time.isoformat() == "2024-02-03T09:53:18-07:00"
    assert found.key == histories.key_of(found.time, "gl: Draw rows at once")


def test_a_built_history_has_authors_dates_messages_and_a_line_for_each_change(tmp_path, histories):
    changes = [*histories.of_gnu(GNU)][::-1]
    histories.build(tmp_path / "made", changes)
    asked = ["git", "-C", str(tmp_path / "made"), "log", "--format=%an|%at|%s", "--", "src/row.c"]
    told = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split("\n")[:-1]
    assert told == [
        f"Ada Byron|{int(each.time.timestamp())}|{each.message.partition(chr(10))[0]}"
        for each in (changes[2], changes[1])
    ]
    held = subprocess.run([*asked[:3], "show", "main:src/row.c"], capture_output=True, text=True, check=True).stdout
    assert held == "1\n2\n"


def test_a_path_that_was_a_file_and_a_folder_is_left_out(tmp_path, histories):
    time = next(histories.of_git(GIT)).time
    histories.build(
        tmp_path / "made",
        [histories.Change("A <a>", time, "One", ("a",)), histories.Change("A <a>", time, "Two", ("a/b", "c"))],
    )
    asked = ["git", "-C", str(tmp_path / "made"), "ls-tree", "-r", "--name-only", "main"]
    assert subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split() == ["a", "c"]
