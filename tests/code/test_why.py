from __future__ import annotations

import pytest

from doxa.code.lines import read_place

WHY = "Keep one worker\n\nTwo workers deadlocked on the same row."


@pytest.fixture
def told(memory, repo):
    """A file of three lines, each of which a commit with a reason wrote last."""
    repo.commit(WHY, a_py="one\ntwo\nthree\n")
    repo.commit("Wait longer\n\nBecause the disk is slow at night.", a_py="one\nTWO\nthree\n")
    repo.commit("Shout\n\nSo that users see it, `print_loud` writes in capitals.", a_py="one\nTWO\nTHREE\n")
    memory.code.ingest(repo.top)
    return memory


def titles(answer):
    return [each.title for each in answer.decisions]


def test_a_line_is_answered_by_the_commit_that_wrote_it_then_by_those_before(told, repo):
    found = told.code.why("a.py:2", repo=repo.top)
    assert titles(found) == ["Wait longer", "Keep one worker", "Shout"]
    assert [each.match for each in found.decisions] == ["line", "line", "file"]
    assert [(each.subject, each.author) for each in found.changes] == [
        ("Wait longer", "Ada"),
        ("Keep one worker", "Ada"),
    ]
    assert found.changes[0].decision == found.decisions[0].ref


def test_lines_are_followed_when_the_code_moves(told, repo):
    repo.commit("Add a head", a_py="head\nhead\none\nTWO\nTHREE\n")
    repo.git("mv", "a.py", "moved.py")
    repo.commit("Move the file")
    told.code.ingest(repo.top)
    assert titles(told.code.why("moved.py:4", repo=repo.top))[0] == "Wait longer"
    assert titles(told.code.why("a.py:2", commit="HEAD~2", repo=repo.top))[0] == "Wait longer"


def test_a_file_a_commit_and_a_symbol_are_places_too(told, repo):
    assert set(titles(told.code.why(file="a.py", repo=repo.top))) == {"Shout", "Wait longer", "Keep one worker"}
    assert titles(told.code.why(commit="HEAD~1", repo=repo.top)) == ["Wait longer"]
    assert titles(told.code.why(symbol="print_loud", repo=repo.top)) == ["Shout"]


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("src/x.py:12", ("src/x.py", 12, 12)),
        ("src/x.py:12-20", ("src/x.py", 12, 20)),
        ("src/x.py#L12-L20", ("src/x.py", 12, 20)),
        ("src/文件.py:3", ("src/文件.py", 3, 3)),
        ("src/x.py", None),
        ("why x.py:12", None),
    ],
)
def test_a_place_is_a_file_and_lines(question, place):
    assert read_place(question) == place


def test_a_place_may_be_written_as_on_windows(repo, memory):
    repo.commit_files("Keep one worker, because two deadlocked on a row", {"src/Main.py": "1\n"})
    memory.code.ingest(repo.top)
    (found,) = memory.code.why(file=".\\src\\Main.py", repo=repo.top).decisions
    assert found.title == "Keep one worker, because two deadlocked on a row"


def test_a_question_in_words_needs_no_model_and_no_repository(told, repo):
    assert titles(told.code.why("why do we wait for the disk"))[0] == "Wait longer"
    assert titles(told.code.why("why do we wait for the disk", repo="work"))[0] == "Wait longer"


def test_a_place_comes_before_likeness(told, repo):
    found = told.code.why("why is the disk slow", file="a.py", line=3, repo=repo.top)
    assert (found.decisions[0].title, found.decisions[0].match) == ("Shout", "line")


def test_a_known_repository_that_is_not_here_is_answered_by_file_with_a_warning(told):
    found = told.code.why(file="a.py", line=2, repo="work")
    assert set(titles(found)) == {"Shout", "Wait longer", "Keep one worker"}
    assert "not followed" in found.warnings[0]


def test_the_context_has_whole_decisions_within_its_budget(told, repo):
    found = told.code.why("a.py:2", repo=repo.top)
    assert found.context.startswith("### [D1] Wait longer (")
    assert "Why: Because the disk is slow at night." in found.context
    assert told.code.why("a.py:2", repo=repo.top, max_tokens=60).context.count("###") == 1


def test_quotes_are_verbatim_and_code_is_not_kept(told, repo):
    decision = told.code.why("a.py:2", repo=repo.top).decisions[0]
    assert [quote.text for quote in decision.quotes] == ["Because the disk is slow at night."]
    assert [(each.file, each.start, each.end) for each in decision.anchors] == [("a.py", 2, 2)]
    assert "TWO" not in repr(told.code.why("a.py:2", repo=repo.top))


def test_two_repositories_do_not_answer_for_each_other(told, repo, tmp_path):
    from tests.code.conftest import Repo

    other = Repo(tmp_path / "elsewhere")
    other.commit("Wait less\n\nBecause the disk is quick here.", a_py="1\n")
    told.code.ingest(other.top)
    assert titles(told.code.why(file="a.py", repo=other.top)) == ["Wait less"]
    assert "Wait less" in titles(told.code.why("why wait for the disk"))


def test_a_comment_close_to_a_line_answers_before_the_message_of_its_commit(repo, memory):
    lines = [
        *(f"a{n} = {n}" for n in range(30)),
        "# call the hook twice, since the first one may fail",
        "run()",
        "run()",
    ]
    repo.commit("Run it\n\nNothing ran because nobody called it.", a_py="\n".join(lines) + "\n")
    memory.code.ingest(repo.top)
    near = memory.code.why("a.py:32", repo=repo.top).decisions
    assert [each.title for each in near] == ["call the hook twice, since the first one may fail", "Run it"]
    far = memory.code.why("a.py:3", repo=repo.top).decisions
    assert far[0].title == "Run it"


def test_a_comment_is_followed_when_lines_come_above_it(repo, memory):
    repo.commit("Run it", a_py="# call the hook twice, since the first one may fail\nrun()\n")
    repo.commit(
        "Name things",
        a_py="".join(f"a{n} = {n}\n" for n in range(40))
        + "# call the hook twice, since the first one may fail\nrun()\n",
    )
    memory.code.ingest(repo.top)
    (found, *_) = memory.code.why("a.py:42", repo=repo.top).decisions
    assert (found.title, found.match) == ("call the hook twice, since the first one may fail", "line")


def test_lines_moved_to_another_file_are_those_of_the_commit_that_wrote_them(repo, memory):
    body = "".join(f"def step_{n}(value):\n    return value * {n} + {n}\n\n\n" for n in range(8))
    first = repo.commit("Write the steps\n\nBecause each one is used alone.", a_py=body, b_py="x = 1\n")
    repo.commit("Move the steps", a_py="y = 1\n", b_py=f"x = 1\n{body}")
    memory.code.ingest(repo.top)
    answer = memory.code.why("b.py:7", repo=repo.top)
    assert answer.changes[0].commit == first
    assert answer.decisions[0].title == "Write the steps"


def test_a_question_in_words_names_commits_that_say_no_reason_with_the_words_beside_the_code(repo, memory):
    sha = repo.commit("Add the reader", a_py='"""Rows are read in pages of a hundred each."""\nx = 1\n')
    repo.commit("Add the writer", b_py='"""Rows are written one by one to the log."""\nx = 1\n')
    memory.code.ingest(repo.top)
    answer = memory.code.why("why are rows read in pages?", repo=repo.top)
    assert answer.decisions == ()
    assert (answer.changes[0].commit, answer.changes[0].quote.text) == (
        sha,
        "Rows are read in pages of a hundred each.",
    )


def test_a_line_without_a_decision_is_told_with_the_comment_that_stands_beside_it(repo, memory):
    text = "x = 1\n\n\ndef run(value):\n    # the caller counts from one.\n    return value - 1\n"
    sha = repo.commit("Add run", a_py=text)
    answer = memory.code.why("a.py:6", repo=repo.top)
    assert answer.decisions == ()
    (change,) = answer.changes
    assert (change.commit, change.quote.text, change.quote.source) == (
        sha,
        "the caller counts from one.",
        f"a.py:5, commit {sha}",
    )


def test_lines_without_a_decision_are_answered_with_the_words_of_their_commit(repo, memory):
    sha = repo.commit("Count rows\n\nThe table is read from its end. Rows were counted twice.", a_py="x = 1\n")
    memory.code.ingest(repo.top)
    repo.commit("Name it", b_py="y = 1\n")
    known = memory.code.why("a.py:1", repo=repo.top)
    late = memory.code.why("b.py:1", repo=repo.top)
    assert known.decisions[0].match == "line"
    assert (late.decisions, [each.quote.text for each in late.changes]) == ((), ["Name it"])
    assert late.changes[0].quote.source.startswith("message of commit ")
    assert "No decision is known for these lines" in late.context
    assert "No decision is known" not in known.context
    assert sha in known.decisions[0].commits


def test_of_a_message_that_is_no_decision_the_first_whole_sentence_is_quoted(repo, memory):
    repo.commit("Count rows\n\nsee below:\n\nThe table is read from its end, page by page.", a_py="x = 1\n")
    memory.code.ingest(repo.top)
    answer = memory.code.why("a.py:1", repo=repo.top)
    assert answer.decisions == ()
    assert answer.changes[0].quote.text == "The table is read from its end, page by page."


def test_a_decision_of_a_rebased_commit_names_the_commit_that_carries_it_today(repo, memory):
    old = repo.commit(
        "Keep one worker\n\nTwo of them deadlocked on a row.", a_py="# One worker serves all rows.\nx = 1\n"
    )
    memory.code.ingest(repo.top)
    repo.git("commit", "-q", "--amend", "--no-edit", GIT_COMMITTER_DATE="2026-07-01T10:00:00+09:00")
    new = repo.git("rev-parse", "HEAD").strip()
    for known in ("before the next ingest", "after it"):
        (found,) = memory.code.why("a.py:2", repo=repo.top).decisions
        assert (found.commits, {each.commit for each in found.anchors}) == ((old, new), {new}), known
        memory.code.ingest(repo.top)
    assert [each.commit for each in memory.code.why("how many workers serve rows?", repo=repo.top).changes] == [new]


def test_words_by_which_people_ask_find_no_commit_before_what_is_asked(repo, memory):
    repo.commit("Simply use the plain reason instead, which is exactly the whole problem", a_py="x = 1\n")
    asked = repo.commit("Cap the retries at three", b_py="y = 1\n")
    repo.commit("Name the retries", c_py="z = 1\n")
    memory.code.ingest(repo.top)
    question = "Is there a reason that retries are simply capped, instead of the plain problem being solved exactly?"
    assert memory.code.why(question, repo=repo.top).changes[0].commit == asked


def test_a_commit_that_tells_of_all_that_is_asked_comes_before_one_that_repeats_a_part(repo, memory):
    repo.commit("Rows, rows and more rows of rows", a_py="x = 1\n")
    asked = repo.commit("Lock the index while rows are moved", b_py="# The index is locked for each row.\ny = 1\n")
    memory.code.ingest(repo.top)
    assert memory.code.why("why is the index locked while moving rows", repo=repo.top).changes[0].commit == asked
