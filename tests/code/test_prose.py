"""Comments and documentation that a commit added."""

from __future__ import annotations

import pytest

from doxa.code.git import open_repository
from doxa.code.history import list_commits, read_commits
from doxa.code.prose import syntax_of


def prose_of(repo, **files):
    repo.commit("Write it", **files)
    opened = open_repository(repo.top)
    commit = list(read_commits(opened, list_commits(opened, None, None)))[-1]
    return [(each.text, each.start, each.end, each.symbol) for each in commit.prose]


def test_comments_docstrings_and_constants_keep_their_lines_and_names(repo):
    text = (
        '"""Reads the\nwhole file."""\nLIMIT = 3\n"""Most tries."""\n\n\ndef run(x):\n    # twice, since the first\n'
        "    # one may fail\n    return x + 1  # the caller counts from one\n"
    )
    assert prose_of(repo, a_py=text) == [
        ("Reads the whole file.", 1, 2, ""),
        ("Most tries.", 4, 4, "LIMIT"),
        ("twice, since the first one may fail", 8, 9, "run"),
        ("the caller counts from one", 10, 10, "run"),
    ]


def test_arguments_directives_code_and_strings_of_data_are_no_prose(repo):
    text = (
        'def run(x):\n    """Run.\n\n    Args:\n        x: A number.\n    """\n    # noqa: E501\n    text = """\n'
        '    # not a comment\n    """\n'
    )
    assert [text for text, *_ in prose_of(repo, a_py=text)] == ["Run."]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.c", "/* The lock comes\n * first. */\nint a;\n"),
        ("a.ts", "// The lock comes\n// first.\nlet a = 1;\n"),
        ("a.sql", "-- The lock comes\n-- first.\nSELECT 1;\n"),
        ("Makefile", "# The lock comes\n# first.\nall:\n"),
        ("a.md", "# Locks\n\nThe lock comes\nfirst.\n\n```sh\nrun it\n```\n"),
    ],
)
def test_each_language_marks_comments_its_own_way(repo, name, text):
    repo.commit_files("Write it", {name: text})
    opened = open_repository(repo.top)
    commit = next(iter(read_commits(opened, list_commits(opened, None, None))))
    assert [each.text for each in commit.prose] == ["The lock comes first."]


def test_chinese_lines_are_joined_without_a_space(repo):
    assert prose_of(repo, a_py="# 先加锁，\n# 以免丢失。\n")[0][0] == "先加锁，以免丢失。"


def test_a_comment_that_moves_within_a_commit_is_nothing_new(repo):
    repo.commit("Begin", a_py="# the lock comes first\nx = 1\n", b_py="y = 1\n")
    assert prose_of(repo, a_py="x = 1\n", b_py="# the lock comes first\ny = 1\n# and then the file\n") == [
        ("and then the file", 3, 3, "")
    ]


def test_nothing_is_read_of_tests_data_and_what_tools_write():
    assert [syntax_of(each) for each in ("tests/a.py", "src/a_test.go", "CHANGELOG.md", "a.json", "vendor/a.js")] == [
        None
    ] * 5
    assert syntax_of("src/a.py") == "hash"


def test_lines_that_a_tool_packed_cost_nothing_and_say_nothing(repo):
    packed = "x" * 30_000 + "  # a comment at the end of it all, since it is packed\n"
    assert prose_of(repo, a_py=packed * 20 + "# the lock comes first\n") == [("the lock comes first", 21, 21, "")]
