"""Decisions that a language model reads out of commits, asked over HTTP."""

from __future__ import annotations

import pytest

from doxa.config import Config
from tests.llm.conftest import serve  # noqa: F401
from tests.llm.scripted_server import Answer

WHY = "Keep one worker\n\nTwo workers deadlocked on the same row."
QUOTE = {"text": "Two workers deadlocked on the same row.", "kind": "incident"}


def decided(**more):
    return {"commit": 0, "title": "One worker", "decision": "One worker does it all.", "quotes": [QUOTE], **more}


@pytest.fixture
def asked(serve, open_memory):  # noqa: F811
    """Return a function that opens a memory whose model answers so, and its server."""

    def start(*answers, **settings):
        server = serve(*answers)
        config = Config.load(**server.settings(model_retries=0), code_mining="model", **settings)
        return open_memory(config=config), server

    return start


def test_what_a_model_reads_is_kept_with_words_of_the_commit_and_what_it_cost(asked, repo):
    repo.commit(WHY, a_py="1\n")
    reply = {"decisions": [decided(rationale="They locked each other out.", files=["a.py"], symbols=["none"])]}
    memory, server = asked(Answer(reply))
    report = memory.code.ingest(repo.top)
    assert (report.decisions, report.usage.calls, report.usage.input_tokens) == (1, 1, 120)
    assert memory.stats().usage["code_ingest"].output_tokens == 30
    (found,) = memory.code.why("a.py:1", repo=repo.top).decisions
    assert (found.title, found.origin, found.rationale) == ("Keep one worker", "model", "They locked each other out.")
    assert (found.quotes[0].text, found.anchors[0].role, found.symbols) == (QUOTE["text"], "primary", ())
    assert "Two workers deadlocked" in server.said()


def test_a_decision_whose_quotes_do_not_stand_in_the_commit_is_dropped(asked, repo):
    repo.commit(WHY, a_py="1\n")
    made_up = [{"text": "Two workers deadlocked on another row."}, {"text": "row."}]
    memory, _ = asked(Answer({"decisions": [decided(quotes=made_up), decided(commit=7), decided(quotes=[])]}))
    report = memory.code.ingest(repo.top)
    assert (report.decisions, report.skipped[0].cause) == (0, "the model found no decision in it")
    assert "3 decisions of the model were dropped" in report.warnings[0]


def test_a_short_chinese_quote_is_one(asked, repo):
    repo.commit("改用队列\n\n因为太慢了。", a_py="1\n")
    memory, _ = asked(Answer({"decisions": [decided(quotes=[{"text": "因为太慢了。"}])]}))
    memory.code.ingest(repo.top)
    (found,) = memory.code.why("a.py:1", repo=repo.top).decisions
    assert (found.origin, found.quotes[0].text) == ("model", "因为太慢了。")


def test_a_commit_has_five_decisions_at_most(asked, repo):
    repo.commit(WHY, a_py="1\n")
    memory, _ = asked(Answer({"decisions": [decided(title=f"Worker {number}") for number in range(7)]}))
    report = memory.code.ingest(repo.top)
    assert (report.decisions, report.warnings[0][:1]) == (5, "2")


def test_comments_of_the_diff_are_quoted_too_and_code_is_never_shown(asked, repo):
    repo.commit("Add the reader", a_py="# one page at a time: memory is small there\nsecret_code = 12345\n")
    quote = {"text": "one page at a time: memory is small there", "kind": "constraint"}
    memory, server = asked(Answer({"decisions": [decided(quotes=[quote])]}))
    memory.code.ingest(repo.top)
    (found,) = memory.code.why("a.py:1", repo=repo.top).decisions
    assert found.quotes[0].source.startswith("comment in a.py")
    assert "12345" not in server.said()


@pytest.mark.parametrize(
    "answer",
    [Answer(status=500), Answer(status=401), Answer(prose="no"), Answer({"decisions": "none"}), Answer(cut=True)],
)
def test_what_a_model_cannot_read_rules_do_and_the_report_says_so(asked, repo, answer):
    repo.commit(WHY, a_py="1\n")
    memory, _ = asked(answer)
    report = memory.code.ingest(repo.top)
    assert report.decisions == 1
    assert report.warnings[0].startswith("The model could not read 1 commits, so rules did: ")
    assert memory.code.why("a.py:1", repo=repo.top).decisions[0].origin == "rules"


def test_a_model_that_refuses_the_key_is_not_asked_again(asked, repo):
    for number in range(20):
        repo.commit(f"Keep {number} workers\n\nBecause more of them deadlocked.", a_py=f"{number}\n")
    memory, server = asked(Answer(status=401))
    assert memory.code.ingest(repo.top).decisions == 20
    assert len(server.asked) == 1


def test_a_model_replaces_decisions_only_that_the_commit_itself_names(asked, repo):
    repo.commit(WHY, a_py="1\n")
    repo.commit("Use a queue\n\nReplaces Keep one worker, which was slow.", a_py="2\n")
    quote = {"text": "Replaces Keep one worker, which was slow."}
    second = decided(commit=1, quotes=[quote], replaces=["Keep one worker", "Something else"])
    memory, _ = asked(Answer({"decisions": [decided(), second]}))
    assert memory.code.ingest(repo.top).superseded == 1
    answer = memory.code.why("a.py:1", repo=repo.top)
    assert [(each.title, each.status) for each in answer.decisions] == [
        ("Use a queue", "active"),
        ("Keep one worker", "superseded"),
    ]


def test_rules_do_not_put_back_what_a_model_read(asked, repo, home, open_memory):
    repo.commit(WHY, a_py="1\n")
    memory, _ = asked(Answer({"decisions": [decided(rationale="They locked each other out.")]}))
    memory.code.ingest(repo.top)
    memory.close()
    plain = open_memory()
    assert plain.code.ingest(repo.top, force=True).revised == 0
    assert plain.code.why("a.py:1", repo=repo.top).decisions[0].origin == "model"


def test_no_model_is_asked_where_the_setting_says_rules(serve, open_memory, repo):  # noqa: F811
    repo.commit(WHY, a_py="1\n")
    server = serve(Answer(status=500))
    report = open_memory(config=Config.load(**server.settings())).code.ingest(repo.top)
    assert (report.decisions, report.usage.calls, server.asked) == (1, 0, [])
