from __future__ import annotations

from dataclasses import replace

import pytest

from doxa import ANY
from doxa.errors import InvalidInput

WHY = "Keep one worker\n\nTwo workers deadlocked on the same row."


def plain(memory, **scope):
    """Return what conversation memory answers, but for what numbers the whole project."""
    with memory.graph.view(user=scope.get("user")) as view:
        spaces = view.spaces(recursive=True)
    return (
        repr(replace(memory.recall("worker row", touch=False, **scope), at_op="", timings={})),
        repr(memory.list(**scope)),
        repr(memory.scopes(**scope)),
        repr(replace(memory.stats(**scope), bytes=0)),
        repr(memory.operations(**scope)),
        repr(spaces),
    )


def test_commits_become_decisions_and_are_read_once(memory, repo):
    repo.commit(WHY, a_py="1\n")
    repo.commit("Add a parser", b_py="1\n")
    first = memory.code.ingest(repo.top)
    assert (first.commits, first.decisions, first.repo) == (2, 1, "work")
    assert [(each.cause, each.count) for each in first.skipped] == [("it says what was changed, not why", 1)]
    again = memory.code.ingest(repo.top)
    assert (again.commits, again.known, again.decisions, again.operations) == (0, 2, 0, ())
    repo.commit("Retry once\n\nThe server drops idle connections, so the first call fails.", a_py="2\n")
    assert memory.code.ingest(repo.top).decisions == 1


@pytest.mark.parametrize("scope", [{}, {"user": "ada"}, {"user": ANY}])
def test_conversation_memory_answers_the_same_before_and_after(memory, repo, scope):
    memory.add("The worker locks a row every night.", user="ada")
    memory.add("Two workers share a row.")
    before = plain(memory, **scope)
    repo.commit(WHY, a_py="1\n")
    assert memory.code.ingest(repo.top).decisions == 1
    assert plain(memory, **scope) == before


def test_dreams_do_not_see_code(memory, repo):
    memory.add("Two workers share a row.")
    before = [each.action for each in memory.plan().proposals]
    repo.commit(WHY, a_py="1\n")
    memory.code.ingest(repo.top)
    assert [each.action for each in memory.plan().proposals] == before


def test_nobody_can_be_the_owner_of_code_memory(memory):
    with pytest.raises(InvalidInput, match="not a user"):
        memory.list(user="code memory")


def test_a_rebased_commit_is_the_decision_it_was(memory, repo):
    repo.commit("Start", a_py="0\n")
    first = repo.commit(WHY, a_py="1\n")
    memory.code.ingest(repo.top)
    repo.git("commit", "-q", "--amend", "--no-edit", GIT_COMMITTER_DATE="2025-06-01T12:00:00+00:00")
    second = repo.git("rev-parse", "HEAD").strip()
    report = memory.code.ingest(repo.top)
    assert first != second
    assert (report.commits, report.decisions, report.revised) == (1, 0, 1)
    decision = memory.code.why("a.py:1", repo=repo.top).decisions[0]
    assert decision.commits == (first, second)


def test_reading_by_force_changes_nothing_that_stands(memory, repo):
    repo.commit(WHY, a_py="1\n")
    memory.code.ingest(repo.top)
    report = memory.code.ingest(repo.top, force=True)
    assert (report.commits, report.decisions, report.revised) == (1, 0, 0)


def test_a_range_and_a_limit_are_kept_to(memory, repo):
    repo.commit(WHY, a_py="1\n")
    repo.commit("Retry once\n\nThe server drops idle connections, so the first call fails.", a_py="2\n")
    repo.commit("Wait longer\n\nBecause the disk is slow at night.", a_py="3\n")
    assert memory.code.ingest(repo.top, limit=1).commits == 1
    assert memory.code.ingest(repo.top, range="HEAD~2..HEAD").commits == 1
    assert memory.code.ingest(repo.top).commits == 1


@pytest.mark.parametrize("range", ["v1..v2", "--output=x", "HEAD; ls", "HEAD --all"])
def test_a_range_that_is_none_is_refused(memory, repo, range):
    repo.commit(WHY, a_py="1\n")
    with pytest.raises(InvalidInput, match="range"):
        memory.code.ingest(repo.top, range=range)
    assert memory.code.ingest(repo.top).known == 0


def test_an_empty_repository_and_no_repository_are_told(memory, repo, tmp_path):
    assert memory.code.ingest(repo.top).warnings == ("The repository has no commit yet.",)
    (tmp_path / "plain").mkdir()
    with pytest.raises(InvalidInput, match="no git repository"):
        memory.code.ingest(tmp_path / "plain")
    with pytest.raises(InvalidInput, match="no folder"):
        memory.code.ingest(tmp_path / "absent")


def test_a_batch_is_one_operation_and_what_was_broken_off_goes_on(memory, repo, monkeypatch):
    from doxa.code import ingest

    for number in range(5):
        repo.commit(f"Set {number}\n\nBecause {number} is needed by the caller.", a_py=f"{number}\n")
    monkeypatch.setattr(ingest, "BATCH", 2)
    stored = ingest.store_draft

    def broken(writer, name, draft, vector):
        if draft.title == "Set 3":
            raise RuntimeError("power cut")
        return stored(writer, name, draft, vector)

    monkeypatch.setattr(ingest, "store_draft", broken)
    with pytest.raises(RuntimeError):
        memory.code.ingest(repo.top)
    monkeypatch.setattr(ingest, "store_draft", stored)
    report = memory.code.ingest(repo.top)
    assert (report.known, report.commits, report.decisions, len(report.operations)) == (2, 3, 3, 2)


def test_credentials_are_not_kept(memory, repo):
    key = "AKIA" + "IOSFODNN7" + "QWERTYU"
    repo.commit(f"Rotate the key\n\nBecause {key} leaked into the log.", a_py="1\n")
    memory.code.ingest(repo.top)
    assert key not in repr(memory.code.why("why rotate the key", repo=repo.top))


def test_an_erase_takes_the_decisions_of_a_repository(memory, repo):
    repo.commit(WHY, a_py="1\n")
    memory.code.ingest(repo.top)
    memory.erase(everything=True, confirm=True, user=ANY)
    assert memory.code.why("why one worker").decisions == ()
    assert memory.code.ingest(repo.top).decisions == 1


def test_an_export_brings_decisions_back(memory, repo, open_memory, tmp_path):
    repo.commit(WHY, a_py="1\n")
    memory.code.ingest(repo.top)
    memory.export(tmp_path / "all.jsonl", user=ANY)
    other = open_memory("other")
    other.import_(tmp_path / "all.jsonl", user=ANY)
    assert [each.title for each in other.code.why("why one worker").decisions] == ["Keep one worker"]


@pytest.mark.parametrize("user", [None, "ada", ANY])
def test_what_is_searched_listed_and_handed_over_is_the_same_to_the_byte(open_memory, repo, talk, user):
    """With an embedder, with comments and quotes of a conversation in code memory, and in every way to read."""
    memory = open_memory(embedder="default")
    memory.add("The worker locks a row every night.", user="ada")
    memory.add("Two workers share a row, because the table is small.")

    def answers():
        shown = [repr(replace(memory.recall(q, touch=False, user=user, limit=50), at_op="", timings={})) for q in ASKED]
        shown += [repr(memory.list(user=user, kinds=kinds).items) for kinds in ((), ("code_decision",), ("turn",))]
        if user is not ANY:
            contexts = [memory.engage(q, insights=True, learned=True, touch=False, user=user) for q in ASKED]
            shown += [repr((each.text, each.sources, each.insights)) for each in contexts]
            shown.append(memory.envelope(user=user).text())
        return [*shown, repr(memory.stats(user=user).beliefs), repr(memory.scopes(user=user))]

    before = answers()
    text = "# a row is locked first, since two workers may share it\n" + "x = 1\n" * 3
    repo.commit(WHY, a_py=text)
    repo.commit("Add the worker of the night", b_py='"""Two workers share a row every night."""\n')
    memory.code.ingest(repo.top)
    memory.code.mine_session("s1", transcript=talk, repo=repo.top, user="ada")
    assert memory.code.why("why is a row locked?", repo=repo.top).decisions
    for now, was in zip(answers(), before, strict=True):
        assert now == was


ASKED = ("Who locks a row?", "why do two workers share a row", "谁锁定了行？")


@pytest.fixture
def talk(tmp_path):
    """A transcript in which something is decided."""
    file = tmp_path / "talk.jsonl"
    file.write_text('{"role": "user", "content": "We decided to keep a.py short because rows are locked."}\n', "utf-8")
    return file


@pytest.mark.parametrize("user", [None, "ada"])
def test_dreams_propose_and_do_the_same(open_memory, repo, talk, user):
    def dreamt(project, *, code):
        memory = open_memory(project)
        for text in ("Two workers share a row.", "Two workers share one row.", "The worker locks a row every night."):
            memory.add(text, user=user)
        if code:
            repo.commit(WHY, **{f"{project}_py": "# a row is locked first, since two workers may share it\nx = 1\n"})
            memory.code.ingest(repo.top)
            memory.code.mine_session("s1", transcript=talk, repo=repo.top, user=user)
        memory.dream(user=user)
        return [(each.kind, each.text, each.status) for each in memory.list(user=user).items]

    assert dreamt("with", code=True) == dreamt("without", code=False)


def test_an_ingest_tells_how_far_it_is(memory, repo):
    for number in range(25):
        repo.commit(f"Step {number}", a_py=f"{number}\n")
    told = []
    memory.code.ingest(repo.top, progress=lambda stage, done, of: told.append((done, of)))
    assert told == [(0, 25), (20, 25), (25, 25)]


def test_an_ingest_that_was_broken_off_goes_on_where_it_was(memory, repo, monkeypatch):
    monkeypatch.setattr("doxa.code.ingest.BATCH", 10)
    for number in range(25):
        repo.commit(f"Step {number}", a_py=f"{number}\n")

    def stop(stage, done, of):
        if done == 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        memory.code.ingest(repo.top, progress=stop)
    report = memory.code.ingest(repo.top)
    assert (report.known, report.commits) == (20, 5)


def test_a_history_that_is_rewritten_while_it_is_read_is_read_as_it_was(memory, repo, monkeypatch):
    monkeypatch.setattr("doxa.code.ingest.BATCH", 1)
    repo.commit("Start", a_py="0\n")
    repo.commit(WHY, a_py="1\n")

    def rewrite(stage, done, of):
        if done == 0:
            repo.git("commit", "-q", "--amend", "-m", "Something else")

    report = memory.code.ingest(repo.top, progress=rewrite)
    assert (report.commits, report.decisions) == (2, 1)
    assert memory.code.ingest(repo.top).commits == 1
