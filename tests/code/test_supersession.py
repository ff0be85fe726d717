from __future__ import annotations

BODY = "Because the disk is slow at night."


def told(memory, repo, question="a.py:1", **asked):
    return [(each.title, each.status) for each in memory.code.why(question, repo=repo.top, **asked).decisions]


def test_a_revert_replaces_what_it_takes_back(memory, repo):
    repo.commit("Start", a_py="0\n")
    sha = repo.commit(f"Wait longer\n\n{BODY}", a_py="1\n")
    repo.commit(f'Revert "Wait longer"\n\nThis reverts commit {sha}. It made nothing faster.', a_py="0\n")
    assert memory.code.ingest(repo.top).superseded == 1
    assert told(memory, repo) == [('Revert "Wait longer"', "active"), ("Wait longer", "superseded")]


def test_a_revert_that_only_gives_the_title_needs_the_same_file(memory, repo):
    repo.commit(f"Wait longer\n\n{BODY}", a_py="1\n")
    repo.commit('Revert "Wait longer"\n\nIt made nothing faster at all.', b_py="0\n")
    repo.commit('Revert "Wait longer"\n\nIt made nothing faster there either.', a_py="0\n")
    assert memory.code.ingest(repo.top).superseded == 1


def test_a_commit_named_as_replaced_is(memory, repo):
    sha = repo.commit(f"Wait longer\n\n{BODY}", a_py="1\n")
    repo.commit(f"Poll for the file\n\nReplaces {sha[:9]}, since waiting was never long enough.", a_py="2\n")
    memory.code.ingest(repo.top)
    assert told(memory, repo) == [("Poll for the file", "active"), ("Wait longer", "superseded")]


def test_what_is_chosen_against_in_the_same_file_is_replaced(memory, repo):
    repo.commit("Keep the index in Redis\n\nBecause it is fast to start with.", a_py="1\n")
    repo.commit("Use SQLite instead of Redis\n\nOne file is easier to back up, so nothing is lost.", a_py="2\n")
    memory.code.ingest(repo.top)
    assert told(memory, repo) == [("Use SQLite instead of Redis", "active"), ("Keep the index in Redis", "superseded")]


def test_what_is_chosen_against_elsewhere_stands(memory, repo):
    repo.commit("Keep the index in Redis\n\nBecause it is fast to start with.", a_py="1\n")
    repo.commit("Use SQLite instead of Redis\n\nOne file is easier to back up, so nothing is lost.", b_py="2\n")
    assert memory.code.ingest(repo.top).superseded == 0


def test_words_that_only_resemble_replace_nothing(memory, repo):
    repo.commit("Keep the index in Redis, because it starts fast", a_py="1\n")
    repo.commit("Keep the index of names in Redis, because it starts faster", a_py="2\n")
    repo.commit("Drop Redis instead of patching it, because nobody uses it", a_py="3\n")
    assert memory.code.ingest(repo.top).superseded == 0


def test_a_replaced_decision_is_never_alone_and_never_first(memory, repo):
    repo.commit("Other\n\nBecause the callers of a.py asked for it.", a_py="0\nx\n")
    sha = repo.commit(f"Wait longer\n\n{BODY}", a_py="1\nx\n")
    repo.commit(f"Poll\n\nReplaces {sha}, since waiting was never long enough.", a_py="1\ny\n")
    memory.code.ingest(repo.top)
    assert told(memory, repo, limit=1) == [("Poll", "active")]
    found = memory.code.why("a.py:1", repo=repo.top).decisions
    assert [each.status for each in found] == ["active", "active", "superseded"]
    assert found[2].superseded_by == (found[0].ref,)
    assert found[0].supersedes == (found[2].ref,)


def test_a_revert_of_a_revert_is_what_holds(memory, repo):
    first = repo.commit(f"Wait longer\n\n{BODY}", a_py="1\n")
    second = repo.commit(f'Revert "Wait longer"\n\nThis reverts commit {first}.', a_py="0\n")
    repo.commit(f'Revert "Revert "Wait longer""\n\nThis reverts commit {second}.', a_py="1\n")
    memory.code.ingest(repo.top)
    assert told(memory, repo)[0] == ('Revert "Revert "Wait longer""', "active")
    assert [status for _, status in told(memory, repo)] == ["active", "superseded", "superseded"]


def test_a_comment_of_a_replaced_commit_never_stands_above_what_is_in_force_for_the_same_lines(memory, repo):
    sha = repo.commit(
        "Lock rows\n\nBecause two workers met.", a_py="# a row is locked first, since two may share it\nlock()\n"
    )
    repo.git("revert", "--no-edit", sha)
    repo.commit(
        "Lock the table\n\nBecause rows deadlocked.",
        a_py="# a row is locked first, since two may share it\nlock_all()\n",
    )
    memory.code.ingest(repo.top)
    for asked in ("a.py:1", "a.py:2"):
        found = memory.code.why(asked, repo=repo.top, limit=9).decisions
        states = [each.status for each in found]
        assert states == sorted(states)
        assert states[0] == "active"
        assert all(each.superseded_by for each in found if each.status == "superseded")
