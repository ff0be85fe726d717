from __future__ import annotations

import json

import pytest

from doxa import ANY
from doxa.errors import InvalidInput, NotFound

TALK = [
    {"role": "user", "content": "Should we use Redis for src/store.py?"},
    {"role": "assistant", "content": "Let's go with SQLite. Redis was considered, but it needs a server of its own."},
    {"role": "user", "content": "ok"},
    {"role": "user", "content": "Maybe we could go with threads later?"},
]


@pytest.fixture
def talked(repo, tmp_path):
    repo.commit_files("Work", {"src/store.py": "1\n"})
    file = tmp_path / "talk.jsonl"
    file.write_text("".join(json.dumps({"time": "2025-03-02T10:00:00Z", **each}) + "\n" for each in TALK), "utf-8")
    return file


def mined(memory, repo, file, **scope):
    return memory.code.mine_session("s1", transcript=file, repo=repo.top, **scope)


def test_a_conversation_gives_decisions_with_files_and_quotes(memory, repo, talked):
    assert mined(memory, repo, talked, user="ada").decisions == 1
    found = memory.code.why(file="src/store.py", repo=repo.top, user="ada").decisions[0]
    assert (found.title, found.origin, found.confidence, found.conversation) == (
        "Let's go with SQLite",
        "session",
        0.75,
        "s1",
    )
    assert [quote.text for quote in found.quotes] == [
        "Let's go with SQLite.",
        "Redis was considered, but it needs a server of its own.",
    ]


@pytest.mark.parametrize("user", [None, "bob"])
def test_quotes_are_for_those_who_may_read_the_conversation(memory, repo, talked, user):
    mined(memory, repo, talked, user="ada")
    found = memory.code.why(file="src/store.py", repo=repo.top, user=user).decisions[0]
    assert (found.quotes, found.conversation, found.rationale) == ((), None, "")
    assert "server of its own" not in repr(found)


def test_an_erase_of_the_conversation_takes_what_was_only_said_there(memory, repo, talked):
    mined(memory, repo, talked, user="ada")
    memory.erase(session="s1", user="ada", confirm=True)
    assert memory.code.why(file="src/store.py", repo=repo.top, user="ada").decisions == ()
    assert memory.code.why("SQLite server").decisions == ()


def test_an_erase_of_the_conversation_leaves_what_a_commit_says(memory, repo, talked):
    sha = repo.commit("Store in one file\n\nBecause a server is one more thing to run.", a_py="1\n")
    memory.code.ingest(repo.top)
    talked.write_text(json.dumps({"role": "user", "content": f"We decided to store in one file: {sha}"}), "utf-8")
    mined(memory, repo, talked, user="ada")
    memory.erase(session="s1", user="ada", confirm=True)
    found = memory.code.why("a.py:1", repo=repo.top, user="ada").decisions[0]
    assert [quote.source for quote in found.quotes] == [f"commit {sha}"]


def test_what_was_read_is_not_read_again(memory, repo, talked):
    mined(memory, repo, talked, user="ada")
    assert mined(memory, repo, talked, user="ada").decisions == 0
    with talked.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"role": "assistant", "content": "We decided to keep src/store.py small."}) + "\n")
    assert mined(memory, repo, talked, user="ada").decisions == 1


def test_a_commit_that_is_named_and_exists_is_joined(memory, repo, talked):
    sha = repo.commit("Store in one file\n\nBecause a server is one more thing to run.", a_py="1\n")
    text = f"We decided to store in one file, see {sha[:8]} and not abcdef1234."
    talked.write_text(json.dumps({"role": "user", "content": text}), encoding="utf-8")
    memory.code.ingest(repo.top)
    assert mined(memory, repo, talked).decisions == 0
    found = memory.code.why("a.py:1", repo=repo.top).decisions[0]
    assert (found.title, found.quotes[-1].source) == ("Store in one file", "conversation s1")


def test_working_memory_is_read_where_no_transcript_is_named(memory, repo):
    repo.commit("Work", a_py="1\n")
    memory.sessions.append("We decided to keep a.py short.", session="s1")
    assert memory.code.mine_session("s1", repo=repo.top).decisions == 1


def test_recall_and_listing_do_not_show_quotes(memory, repo, talked):
    mined(memory, repo, talked, user="ada")
    for user in ("ada", ANY):
        assert memory.list(user=user).items == ()
        assert memory.recall("SQLite server", user=user).hits == ()


def test_what_is_no_transcript_is_refused_by_line(memory, repo, talked):
    talked.write_text('{"role": "user", "content": "We decided to stop."}\nnot json\n', encoding="utf-8")
    with pytest.raises(InvalidInput, match="Line 2"):
        mined(memory, repo, talked)
    assert memory.stats().revisions == 0
    with pytest.raises(NotFound, match="Nothing was said"):
        memory.code.mine_session("absent", repo=repo.top)


def test_quotes_without_an_index_are_sound_for_the_doctor_and_come_back_from_an_export(
    memory, open_memory, repo, talked, tmp_path
):
    mined(memory, repo, talked, user="ada")
    assert memory.doctor().ok
    memory.export(tmp_path / "all.jsonl", user=ANY)
    other = open_memory("other")
    other.import_(tmp_path / "all.jsonl", user=ANY)
    assert other.doctor().ok
    assert other.code.why("SQLite server", user="ada").decisions[0].quotes
