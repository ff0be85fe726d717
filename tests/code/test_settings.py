"""`code_enabled` and `code_automine`."""

from __future__ import annotations

import pytest

from doxa.config import Config
from doxa.errors import InvalidInput

TALK = (
    {"role": "user", "content": "Which store?"},
    {"role": "assistant", "content": "Let's use SQLite in src/store.py because it needs no server."},
    {"role": "user", "content": "ok"},
)


def consolidated(memory):
    for message in TALK:
        memory.sessions.append(message, session="s1", user="anna")
    return memory.consolidate(session="s1", user="anna")


@pytest.mark.parametrize(("written", "value"), [("yes", True), ("off", False), (True, True), ("1", True)])
def test_a_setting_is_true_or_false_in_any_of_its_words(written, value):
    assert Config.load(code_automine=written).code_automine is value


def test_another_word_is_refused():
    with pytest.raises(InvalidInput, match="neither true nor false"):
        Config.load(code_enabled="maybe")


def test_a_session_is_mined_when_it_is_consolidated(open_memory, repo, monkeypatch):
    repo.commit_files("Begin", {"src/store.py": "1\n"})
    monkeypatch.chdir(repo.top)
    memory = open_memory(config=Config.load(code_automine=True, code_enabled=True))
    receipt = consolidated(memory)
    assert not any("code" in each for each in receipt.warnings)
    (found,) = memory.code.why("which store and why", user="anna").decisions
    assert (found.origin, found.conversation, found.anchors[0].file) == ("session", "s1", "src/store.py")
    assert memory.code.mine_session("s1", user="anna").decisions == 0


def test_nothing_is_mined_before_decision_memory_is_on(open_memory, repo, monkeypatch):
    repo.commit_files("Begin", {"src/store.py": "1\n"})
    monkeypatch.chdir(repo.top)
    memory = open_memory(config=Config.load(code_automine=True))
    consolidated(memory)
    answer = memory.code.why("which store and why", user="anna")
    assert (answer.decisions, answer.warnings[0][:20]) == ((), "No decision is known")
    memory.code.ingest()
    for message in TALK:
        memory.sessions.append(message, session="s2", user="anna")
    memory.consolidate(session="s2", user="anna")
    assert len(memory.code.why("which store and why", user="anna").decisions) == 1


def test_where_there_is_no_repository_a_session_is_only_consolidated(open_memory, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    receipt = consolidated(open_memory(config=Config.load(code_automine=True, code_enabled=True)))
    assert receipt.outcomes
    assert not any("code" in each for each in receipt.warnings)


def test_a_session_is_not_mined_without_the_setting(open_memory, repo, monkeypatch):
    repo.commit_files("Begin", {"src/store.py": "1\n"})
    monkeypatch.chdir(repo.top)
    memory = open_memory(config=Config.load(code_enabled=True))
    consolidated(memory)
    assert memory.code.why("which store and why", user="anna").decisions == ()


def test_a_session_whose_decisions_cannot_be_kept_is_consolidated_and_says_so(open_memory, repo, monkeypatch):
    repo.commit_files("Begin", {"src/store.py": "1\n"})
    monkeypatch.chdir(repo.top)
    memory = open_memory(config=Config.load(code_automine=True, code_enabled=True, limit_project_writes=1))
    receipt = consolidated(memory)
    assert receipt.outcomes
    assert [each for each in receipt.warnings if each.startswith("Decisions about the code were not read: ")]
