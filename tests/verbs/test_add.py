from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from doxa import ANY, Attachment, Claim, Message, Period
from doxa.errors import IdempotencyConflict, InvalidInput, InvalidText, NaiveDatetime


@pytest.fixture
def ana(open_memory):
    return open_memory(user="ana")


def verdicts(receipt):
    return [(outcome.verdict, outcome.belief.kind) for outcome in receipt.outcomes]


def texts(memory, *kinds):
    return [belief.text for belief in memory.list(kinds=kinds).items]


def test_a_turn_is_kept_verbatim_and_its_claims_beside_it(ana):
    receipt = ana.add("I live in Lisbon and I'm allergic to peanuts.")
    assert verdicts(receipt) == [("new", "turn"), ("new", "profile"), ("new", "fact")]
    assert receipt.outcomes[0].belief.text == "I live in Lisbon and I'm allergic to peanuts."


def test_a_claim_quotes_the_words_it_was_read_from(ana):
    home = ana.add("Well, I live in Lisbon now.").outcomes[1].belief
    (quote,) = ana.why(home.id).quotes
    turn = ana.get(quote.ref)
    assert turn.text[quote.start : quote.end] == quote.text
    assert "Lisbon" in quote.text


def test_a_later_value_becomes_the_next_version_of_the_same_memory(ana, clock):
    first = ana.add("I live in Lisbon.").outcomes[1]
    clock.advance(days=30)
    second = ana.add("I moved to Berlin.").outcomes[1]
    assert (second.verdict, second.belief.id, second.belief.revision) == ("supersede", first.belief.id, 2)
    assert second.replaced == first.belief.kref
    assert [version.claim.value for version in ana.get(first.belief.id).chain] == ["Berlin", "Lisbon"]


def test_chinese_is_read_as_english_is(ana, clock):
    ana.add("我住在上海。")
    clock.advance(days=30)
    outcome = ana.add("我搬到北京了。").outcomes[1]
    assert (outcome.verdict, outcome.belief.claim.value) == ("supersede", "北京")


def test_saying_the_same_again_confirms_and_adds_no_version(ana, clock):
    ana.add("I live in Lisbon.")
    clock.advance(days=1)
    receipt = ana.add("I live in Lisbon!")
    assert receipt.outcomes[-1].verdict == "confirm"
    assert receipt.outcomes[-1].belief.revision == 1


def test_a_question_and_a_wish_fill_no_slot(ana):
    for said in ("Do I live in Rome?", "I want to live in Rome.", "If I lived in Rome I would be happy."):
        ana.add(said)
    assert texts(ana, "profile") == []


def test_the_same_undated_text_is_one_memory_and_a_message_is_an_event(ana):
    ana.add("Tea is ready")
    ana.add("tea is  ready")
    assert texts(ana, "turn") == ["Tea is ready"]
    ana.add(Message("user", "ok"))
    ana.add(Message("user", "ok"))
    assert texts(ana, "turn").count("ok") == 2


def test_messages_go_in_as_one_operation(ana):
    receipt = ana.add([Message("user", "I'm Ana."), Message("assistant", "Hello!"), Message("user", "I am 30.")])
    assert ana.status().last_operation == receipt.operation == "1"
    assert len(texts(ana, "turn")) == 3


def test_an_assistant_claims_nothing_about_the_user(ana):
    ana.add(Message("assistant", "You live in Paris. I live in the cloud."))
    assert texts(ana, "profile") == []


def test_another_speaker_is_the_subject_of_what_they_say(ana):
    receipt = ana.add(Message("user", "I live in Oslo.", name="Dov"))
    assert receipt.outcomes[1].belief.claim.subject == "Dov"


def test_with_a_kind_the_text_itself_is_the_belief(ana):
    receipt = ana.add("The build needs Node 20.", kind="knowledge", extract=False)
    assert verdicts(receipt) == [("new", "knowledge")]
    assert ana.add("the build needs  Node 20.", kind="knowledge", extract=False).outcomes[0].verdict == "confirm"
    assert ana.add("The build needs Node 22.", kind="knowledge", extract=False).outcomes[0].verdict == "new"


def test_claims_handed_in_are_reconciled_like_read_ones(ana, clock):
    ana.add("x", claims=[Claim("home is Rome", "user", "home", "Rome", kind="profile")], extract=False)
    clock.advance(days=1)
    outcome = ana.add("y", claims=[Claim("home is Oslo", "user", "home", "Oslo", kind="profile")], extract=False)
    assert outcome.outcomes[1].verdict == "supersede"


def test_everything_given_comes_back(ana):
    when = datetime(2025, 5, 1, tzinfo=UTC)
    receipt = ana.add(
        "Release notes for 2.0",
        kind="document",
        time=when,
        valid=Period(when, None, "day"),
        tags=["draft"],
        metadata={"n": 1},
        attachments=[Attachment("notes", "file:///notes.md")],
        salience=0.9,
        source="wiki",
        space="work/docs",
        contexts=["domain:code"],
        session="s1",
        agent="bot",
    )
    belief = ana.get(receipt.outcomes[0].belief.id)
    assert (belief.said_at, belief.valid.start, belief.tags, belief.metadata) == (when, when, ("draft",), {"n": 1})
    assert (belief.space, belief.contexts, belief.session, belief.agent) == ("work/docs", ("domain:code",), "s1", "bot")
    assert (belief.attachments[0].location, belief.sources, belief.salience) == ("file:///notes.md", ("wiki",), 0.9)


def test_the_receipt_holds_what_get_returns(ana):
    for outcome in ana.add("I'm Ana, I live in Lisbon, I love tea and I hate olives.").outcomes:
        kept = ana.get(outcome.belief.id)
        assert (outcome.belief.kref, outcome.belief.text, outcome.belief.claim) == (kept.kref, kept.text, kept.claim)
        assert (outcome.belief.confidence, outcome.belief.sources) == (kept.confidence, kept.sources)


def test_the_receipt_of_a_conversation_holds_what_get_returns(ana, clock):
    said = clock.now() - timedelta(days=3)
    turns = [
        Message("user", "I live in Lisbon."),
        Message("user", "What a day it was!"),
        Message("assistant", "Was it? 真的吗？", name="Bo"),
        Message("user", "It rained all day.", said, metadata={"mood": "low", "parts": [1, {"of": None}], "no": None}),
        Message("user", "It was wet.", said, attachments=(Attachment("a.png", "file:///a.png"),)),
        Message("user", "What a day it was!"),
    ]
    for more in ({}, {"session": "s1", "space": "work/trips"}, {"salience": 0.9, "tags": ["kept"]}):
        clock.advance(hours=1)
        for outcome in ana.add(turns, **more).outcomes:
            assert outcome.belief == replace(ana.get(outcome.belief.id), chain=())


def test_a_repeated_request_gives_its_first_receipt_whatever_came_since(ana, clock):
    first = ana.add("I live in Lisbon.", request_id="r1")
    clock.advance(days=1)
    ana.add("I moved to Berlin.")
    again = ana.add("I live in Lisbon.", request_id="r1")
    assert (again.operation, [o.verdict for o in again.outcomes]) == (
        first.operation,
        [o.verdict for o in first.outcomes],
    )
    assert again.outcomes[1].belief.claim.value == "Lisbon"
    assert ana.status().last_operation == "2"


def test_a_request_id_with_other_content_is_refused(ana):
    ana.add("I live in Lisbon.", request_id="r1")
    with pytest.raises(IdempotencyConflict, match="r1"):
        ana.add("I live in Rome.", request_id="r1")


@pytest.mark.parametrize("content", ["", "   ", "\u200b\n\ufeff", "a\x00b", "\ud800", 5])
def test_text_that_cannot_be_kept_is_refused_and_nothing_is_written(ana, content):
    with pytest.raises(InvalidText):
        ana.add([Message("user", "fine"), Message("user", content)])
    assert ana.stats().operations == 0


@pytest.mark.parametrize(
    "arguments",
    [
        {"confidence": 1.1},
        {"confidence": -0.1},
        {"salience": 2},
        {"evidence": "gospel"},
        {"kind": "no such kind!"},
        {"time": "yesterday"},
    ],
)
def test_a_bad_argument_is_named(ana, arguments):
    with pytest.raises(InvalidInput) as refused:
        ana.add("I live in Lisbon.", **arguments)
    assert refused.value.mend
    assert ana.stats().operations == 0


def test_a_naive_time_is_refused(ana):
    with pytest.raises(NaiveDatetime):
        ana.add("x", time=datetime(2026, 1, 1))


def test_a_user_is_a_wall_and_shared_is_seen_by_all(open_memory):
    memory = open_memory()
    memory.add("The office closes at six.", kind="fact", extract=False)
    memory.add("Ana's secret", user="ana", kind="fact", extract=False)
    assert texts(memory) == ["The office closes at six."]
    assert set(texts(memory.scoped(user="ana"))) == {"Ana's secret", "The office closes at six."}
    assert texts(memory.scoped(user="bob")) == ["The office closes at six."]
    assert len(texts(memory.scoped(user=ANY))) == 2


def test_extract_says_what_add_would_find_and_stores_nothing(ana):
    (claim,) = ana.extract("I live in Lisbon.")
    assert (claim.subject, claim.attribute, claim.value) == ("user", "home", "Lisbon")
    assert ana.stats().operations == 0


def test_a_dated_statement_holds_from_its_own_time(ana, clock):
    ana.add("I live in Lisbon.", time=clock.now() - timedelta(days=400))
    ana.add("I moved to Berlin.", time=clock.now() - timedelta(days=100))
    then = ana.list(kinds=["profile"], valid_at=clock.now() - timedelta(days=200)).items
    now = ana.list(kinds=["profile"], valid_at=clock.now()).items
    assert ([b.claim.value for b in then], [b.claim.value for b in now]) == (["Lisbon"], ["Berlin"])


def test_a_late_report_of_an_older_state_does_not_take_the_head(ana, clock):
    ana.add("I live in Berlin.", time=clock.now() - timedelta(days=10))
    outcome = ana.add("I live in Lisbon.", time=clock.now() - timedelta(days=400)).outcomes[1]
    assert outcome.verdict == "historical"
    assert [b.claim.value for b in ana.list(kinds=["profile"]).items] == ["Berlin"]


def test_a_value_too_long_for_a_name_is_kept_and_is_nobodys_name(open_memory):
    memory = open_memory(user="ana")
    value = "x" * 1500
    kept = memory.add(f"My favourite setting is {value}.").outcomes[-1].belief
    assert kept.claim.value == value
    assert memory.related_to("user")[0].id == kept.id
    assert memory.related_to(value, directed=False) == []


def test_messages_may_be_given_as_chat_apis_have_them(memory):
    receipt = memory.add([{"role": "user", "content": "I live in Lisbon."}, {"role": "assistant", "content": "Nice."}])
    assert [each.belief.text for each in receipt.outcomes if each.belief.kind == "turn"] == [
        "I live in Lisbon.",
        "Nice.",
    ]
    for bad in ([{"content": "x"}], [{"role": "user", "content": "x", "tool": 1}], None):
        with pytest.raises(InvalidInput):
            memory.add(bad)
