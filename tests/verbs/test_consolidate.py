"""`consolidate`: a session closed with a summary, its parts, and the edges to what they rest on."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlparse
from urllib.request import url2pathname

import pytest

from doxa import Config, Message, Plugins
from doxa.errors import InvalidInput, ModelFailure, NotFound
from doxa.records import Usage

TALK = [
    ("user", "I moved to Lisbon with my sister Maria."),
    ("assistant", "How nice! Do you have a boat?"),
    ("user", "We decided to rent a boat because the harbour is close."),
    ("user", "I'm flying to Porto on 3 March 2026."),
    ("user", "Which month is the regatta?"),
]
HOST = {
    "title": "Storage",
    "summary": "The team compared stores.",
    "knowledge": {
        "facts": [{"claim": "REST is slow", "certainty": "high"}],
        "decisions": [{"decision": "Use gRPC", "reason": "REST is slow", "depends_on": [0]}],
        "actions": [{"task": "Write the adapter", "status": "open"}],
        "open_questions": ["Who pays?"],
    },
    "events": [{"event": "Kick-off", "event_date": "2026-02-03", "participants": ["Ana"], "consequence": "a plan"}],
    "classification": {"topics": ["storage"], "entities": ["gRPC"]},
}


@pytest.fixture
def talked(memory, clock):
    for role, text in TALK:
        clock.advance(minutes=1)
        memory._core.sessions.append(Message(role, text), session="s1")
    return memory


def edges(memory, ref, direction="out"):
    with memory._core.graph.view() as view:
        found = view.edges([view.resolve(ref)], direction=direction)
        other = "target" if direction == "out" else "source"
        return {(edge.type, view.revision(getattr(edge, other)).text) for edge in found}


def test_without_a_model_a_session_becomes_a_summary_turns_beliefs_and_open_ends(talked):
    summary, *parts = talked.consolidate(session="s1").beliefs
    assert (summary.kind, summary.session, summary.tier) == ("summary", "s1", "long_term")
    assert summary.metadata["summarised_by"] == "rules"
    assert {("DERIVED_FROM", text) for _, text in TALK} <= edges(talked, summary.id)
    kinds = {each.kind: each.text for each in parts}
    assert kinds["decision"] == "We decided to rent a boat (reason: the harbour is close)"
    assert kinds["question"] == "Which month is the regatta?"
    assert kinds["profile"] == "user lives in Lisbon"
    assert ("ABOUT", "Lisbon") in edges(talked, next(each.id for each in parts if each.kind == "profile"))
    assert ("ABOUT", "Maria") in edges(talked, summary.id)
    assert "2026-03-03: user plans to fly to Porto" in summary.metadata["implications"]
    for heading in ("Key facts:", "Decisions:", "Open questions:", "Future relevance:"):
        assert heading in summary.text


def test_the_session_is_closed_and_closing_it_again_does_nothing(talked):
    first = talked.consolidate(session="s1")
    assert talked._core.sessions.get("s1").closed_at is not None
    assert talked._core.sessions.active() is None
    again = talked.consolidate(session="s1")
    assert [(each.status, each.belief.id) for each in again.outcomes] == [("nothing_to_do", first.beliefs[0].id)]
    assert len(talked.list(kinds=["turn"]).items) == len(TALK)


def test_what_is_said_later_gets_a_summary_of_its_own(talked, clock):
    talked.consolidate(session="s1")
    clock.advance(hours=1)
    talked._core.sessions.append(Message("user", "The regatta is in June, I checked it."), session="s1")
    second = talked.consolidate(session="s1").beliefs[0]
    assert edges(talked, second.id) == {("DERIVED_FROM", "The regatta is in June, I checked it.")}
    assert len(talked.list(kinds=["summary"]).items) == 2


def test_added_turns_and_working_memory_are_one_conversation(memory, clock):
    memory.add([Message("user", "I keep bees behind the house.")], session="s1")
    memory.sessions.append("I keep bees behind the house.", session="s1")
    clock.advance(minutes=5)
    memory.sessions.append("The bees are called by name.", session="s1")
    summary = memory.consolidate(session="s1").beliefs[0]
    assert summary.metadata["turns"] == 2
    assert len(memory.list(kinds=["turn"]).items) == 2


def test_the_open_session_that_was_used_last_is_meant_where_none_is_named(talked):
    assert talked.consolidate().beliefs[0].session == "s1"
    with pytest.raises(InvalidInput, match="none is open"):
        talked.consolidate()


def test_a_session_nobody_knows_is_not_found(memory):
    with pytest.raises(NotFound):
        memory.consolidate(session="s9")


def test_a_hosts_summary_is_kept_with_its_parts(talked):
    receipt = talked.consolidate(session="s1", summary=HOST, implications=["choosing a protocol"], source="bot")
    summary = receipt.beliefs[0]
    by_kind = {each.kind: each for each in receipt.beliefs[:7]}
    assert (summary.title, summary.metadata["topics"], summary.sources) == ("Storage", ["storage"], ("bot",))
    assert "choosing a protocol" in summary.text
    assert ("DEPENDS_ON", "REST is slow") in edges(talked, by_kind["decision"].id)
    assert by_kind["fact"].confidence == pytest.approx(0.9)
    assert by_kind["event"].text == "Kick-off (then: a plan)"
    assert ("INVOLVES", "Ana") in edges(talked, by_kind["event"].id)
    assert by_kind["action"].metadata["status"] == "open"


def test_a_text_alone_is_a_summary(talked):
    summary = talked.consolidate(session="s1", summary="We talked about boats.").beliefs[0]
    assert (summary.title, summary.metadata["summarised_by"]) == ("We talked about boats", "host")
    assert summary.text.startswith("We talked about boats.")


def test_a_host_may_sum_up_a_closed_session_better(talked):
    first = talked.consolidate(session="s1").beliefs[0]
    better = talked.consolidate(session="s1", summary="Ana moved to Lisbon and rents a boat.")
    assert (better.outcomes[0].verdict, better.beliefs[0].id) == ("supersede", first.id)
    assert {("DERIVED_FROM", text) for _, text in TALK} <= edges(talked, better.beliefs[0].id)
    same = talked.consolidate(session="s1", summary="Ana moved to Lisbon and rents a boat.")
    assert same.outcomes[0].status == "nothing_to_do"


def test_chinese_is_summed_up_in_chinese(memory, clock):
    for text in [
        "我上个月搬到了上海，在腾讯工作。",
        "因为REST太慢，我们决定改用gRPC。",
        "下周三我要去北京出差。",
        "价格待定。",
    ]:
        clock.advance(minutes=1)
        memory._core.sessions.append(Message("user", text), session="z")
    receipt = memory.consolidate(session="z")
    text = receipt.beliefs[0].text
    assert all(heading in text for heading in ("要点：", "决定：", "未决问题：", "日后相关："))
    assert "我们决定改用gRPC（理由：REST太慢）" in text
    assert {each.text for each in receipt.beliefs if each.kind == "entity"} == {"上海", "腾讯"}


class SummingModel:
    id = "test"

    def __init__(self, answer=None) -> None:
        self.answer, self.heard = answer, ""

    def ask(self, instructions, text, reply, *, light=False, tools=()):
        self.heard = text
        if self.answer is None:
            raise ModelFailure("It is down.")
        return reply(**self.answer), Usage(1, 100, 20)


def test_a_model_sums_up_in_one_call_where_there_is_one(open_memory, clock):
    from doxa.write.consolidate.by_model import ModelDecision

    decision = ModelDecision("Rent a boat", "The harbour is close")
    model = SummingModel(
        {"title": "Boats", "summary": "Ana rents one.", "decisions": [decision], "implications": ["x y"]}
    )
    memory = open_memory(model=model)
    memory.sessions.append("We talked about renting a boat.", session="s1")
    receipt = memory.consolidate(session="s1")
    assert receipt.usage == Usage(1, 100, 20)
    assert receipt.beliefs[0].metadata["summarised_by"] == "model"
    assert receipt.beliefs[1].text == "Rent a boat (reason: The harbour is close)"
    assert "We talked about renting a boat." in model.heard


def test_a_model_that_fails_leaves_extracts_and_says_so(open_memory):
    memory = open_memory(model=SummingModel())
    memory.sessions.append("We talked about renting a boat.", session="s1")
    receipt = memory.consolidate(session="s1")
    assert receipt.beliefs[0].metadata["summarised_by"] == "rules"
    assert any("It is down" in warning for warning in receipt.warnings)


def test_an_application_may_summarise_itself(open_memory):
    class Loud:
        def summarise(self, messages):
            return " / ".join(each.content.upper() for each in messages)

    memory = open_memory(plugins=Plugins(summariser=Loud()))
    memory.sessions.append("We talked about renting a boat.", session="s1")
    summary = memory.consolidate(session="s1").beliefs[0]
    assert summary.text.startswith("WE TALKED ABOUT RENTING A BOAT.")
    assert summary.metadata["summarised_by"] == "plugin"


def test_a_transcript_is_written_only_when_asked_and_goes_with_an_erase(talked, home):
    assert talked.consolidate(session="s1").beliefs[0].attachments == ()
    talked._core.sessions.append(
        Message("user", "My key is " + "AKIA" + "IOSFODNN7EXAMPLE" + ", keep it."), session="s2"
    )
    summary = talked.consolidate(session="s2", transcript=True).beliefs[0]
    (artifact,) = summary.attachments
    path = Path(url2pathname(urlparse(artifact.location).path))
    text = path.read_text(encoding="utf-8")
    assert "My key is [redacted]" in text
    assert artifact.metadata["size"] == len(text.encode())
    certificate = talked.erase(session="s2", confirm=True)
    assert certificate.erased["transcripts"] == 1
    assert not path.exists()


def test_a_project_in_memory_writes_no_transcript(open_memory):
    memory = open_memory(home=":memory:")
    memory.sessions.append("We talked about renting a boat.", session="s1")
    with pytest.raises(InvalidInput, match="in memory"):
        memory.consolidate(session="s1", transcript=True)
    assert memory.list().items == ()


def test_erasing_a_turn_takes_the_summary_along_and_undo_takes_it_all_back(talked):
    receipt = talked.consolidate(session="s1")
    talked.undo(receipt.operation)
    assert talked.list(kinds=["summary", "decision", "turn"]).items == ()
    talked.undo(talked.operations(limit=1).items[0].id)
    turn = talked.list(kinds=["turn"]).items[0]
    talked.erase(turn.id, confirm=True)
    assert talked.list(kinds=["summary", "decision"]).items == ()


def test_personal_data_that_may_not_be_kept_stops_a_summary_and_leaves_the_session_open(open_memory):
    memory = open_memory(config=Config.load(privacy="reject"))
    memory.sessions.append("We talked about renting a boat.", session="s1")
    receipt = memory.consolidate(session="s1", summary="Write to ana@example.com.")
    assert receipt.outcomes[0].verdict == "rejected"
    assert memory._core.sessions.active() is not None
    assert memory.list().items == ()


@pytest.mark.parametrize(
    "summary",
    [
        "",
        {"summary": "x", "fact": []},
        {"title": "x"},
        {"summary": "x", "facts": ["y"] * 21},
        {"summary": "x", "events": [{}]},
    ],
)
def test_a_summary_that_cannot_be_used_is_refused(talked, summary):
    with pytest.raises(InvalidInput):
        talked.consolidate(session="s1", summary=summary)
    assert talked.list().items == ()


def test_who_vouches_is_said_of_the_summary_and_its_parts(talked):
    receipt = talked.consolidate(session="s1", summary=HOST, evidence="unverified")
    assert {each.evidence for each in receipt.beliefs[:3] if each.kind != "entity"} == {"unverified"}
    assert receipt.beliefs[0].said_at == datetime(2026, 1, 1, 12, 5, tzinfo=UTC)


def test_a_repeated_request_gives_the_first_receipt(talked):
    first = talked.consolidate(session="s1", request_id="c1")
    assert talked.consolidate(session="s1", request_id="c1").operation == first.operation


def test_a_turn_that_comes_while_a_session_is_summed_up_is_in_the_summary(talked, monkeypatch):
    from doxa.write.consolidate import closing

    real, late = closing.extracts_of, ["The boat is called Tern, by the way."]

    def meanwhile(lines, embedding):
        while late:
            talked.add([Message("user", late.pop())], session="s1")
        return real(lines, embedding)

    monkeypatch.setattr(closing, "extracts_of", meanwhile)
    summary = talked.consolidate(session="s1").beliefs[0]
    assert ("DERIVED_FROM", "The boat is called Tern, by the way.") in edges(talked, summary.id)
    assert summary.metadata["turns"] == len(TALK) + 1
    assert len(talked.list(kinds=["summary"]).items) == 1


def test_what_a_model_is_told_has_passed_the_gate(open_memory):
    model = SummingModel({"title": "Mail", "summary": "Ana wrote a mail."})
    memory = open_memory(model=model, config=Config.load(privacy="redact"))
    memory._core.sessions.append(Message("user", "My mail is ana@example.com, ok?"), session="s")
    memory.consolidate(session="s")
    assert "ana@example.com" not in model.heard
    assert "[EMAIL_001]" in model.heard


def test_a_decision_that_somebody_stated_is_not_shown_as_the_assistants_own(memory):
    memory.ingest("We decided to use Postgres because MySQL was slow.", session="s")
    decision = next(each for each in memory.consolidate(session="s").beliefs if each.kind == "decision")
    assert decision.author == "observed"
    assert "assistant's own" not in memory.engage("Which database did we choose?").text
