"""Short replies, read against what they reply to."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from doxa.records import Message
from doxa.write.extract.replies import claims_in_reply

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)


def read(reply, *before):
    messages = [Message("assistant" if each.startswith("A: ") else "user", each.removeprefix("A: ")) for each in before]
    found = claims_in_reply(reply, messages, speaker=None, now=NOW, tz=UTC)
    return [(each.claim.attribute, each.claim.value, each.claim.polarity, each.claim.correction) for each in found]


@pytest.mark.parametrize(
    ("before", "reply", "claim"),
    [
        (["I live in Porto.", "A: Great, Porto!"], "No, Lisbon.", ("home", "Lisbon")),
        (["My birthday is May 3.", "A: Noted."], "Sorry, May 4.", ("birthday", "May 4")),
        (["我住在波尔图。", "A: 好的"], "不对，是里斯本。", ("home", "里斯本")),
        (["我住在波尔图。"], "不是，是里斯本。", ("home", "里斯本")),
    ],
)
def test_a_no_with_a_value_takes_back_what_the_speaker_said(before, reply, claim):
    assert read(reply, *before) == [(*claim, True, True)]


@pytest.mark.parametrize(
    ("asked", "reply", "claim"),
    [
        ("Do you live in Porto?", "No, Lisbon.", ("home", "Lisbon", True)),
        ("So you live in Porto, right?", "No, in Lisbon.", ("home", "Lisbon", True)),
        ("Is your name Ana?", "No, Maria", ("name", "Maria", True)),
        ("Do you live in Porto?", "Yes.", ("home", "Porto", True)),
        ("Do you live in Porto?", "No.", ("home", "Porto", False)),
        ("Are you allergic to peanuts?", "yes", ("allergic_to", "peanuts", True)),
        ("Nice to meet you. Where do you live?", "Lisbon", ("home", "Lisbon", True)),
        ("Where do you work?", "Siemens", ("employer", "Siemens", True)),
        ("How old are you?", "34", ("age", "34", True)),
        ("What is your favourite colour?", "blue", ("favourite_colour", "blue", True)),
        ("你住在波尔图吗？", "不，里斯本。", ("home", "里斯本", True)),
        ("你住在波尔图吗？", "是的", ("home", "波尔图", True)),
        ("你住在哪里？", "里斯本", ("home", "里斯本", True)),
        ("你叫什么名字？", "张伟", ("name", "张伟", True)),
        ("你今年多大？", "34", ("age", "34", True)),
    ],
)
def test_an_answer_claims_what_was_asked_of_the_speaker(asked, reply, claim):
    assert read(reply, f"A: {asked}") == [(*claim, False)]


@pytest.mark.parametrize(
    ("before", "reply"),
    [
        ("A: Great!", "ok thanks"),
        ("I live in Porto.", "No, thanks."),
        ("I live in Porto.", "No, wait"),
        ("I am 34 years old.", "No, Lisbon."),
        ("A: Shall I book it?", "Yes."),
        ("A: Where do you live?", "Why do you ask"),
        ("A: Where do you live?", "not telling"),
        ("A: Do you live in Porto?", "No, never mind"),
        ("A: What's your plan?", "no idea"),
        ("A: 你住在波尔图吗？", "不，谢谢"),
        ("A: 你想喝什么？", "随便"),
        ("A: Where does Bob live?", "Lisbon"),
    ],
)
def test_what_is_no_answer_claims_nothing(before, reply):
    assert read(reply, before) == []


def test_the_quote_is_the_reply_itself():
    (found,) = claims_in_reply(
        "  No, Lisbon.", [Message("assistant", "Do you live in Porto?")], speaker=None, now=NOW, tz=UTC
    )
    quote = found.claim.quote
    assert (quote.text, quote.start, quote.end) == ("No, Lisbon.", 2, 13)


def test_a_long_message_is_no_reply():
    assert read("No, " + "very " * 30 + "far.", "A: Do you live in Porto?") == []


@pytest.mark.parametrize(
    ("asked", "reply", "claims"),
    [
        ("Do you have any allergies?", "Yes, penicillin.", [("allergic_to", "penicillin")]),
        ("Are you allergic to anything?", "Penicillin.", [("allergic_to", "Penicillin")]),
        ("Do you have any food allergies?", "Nuts and shrimp.", [("allergic_to", "Nuts"), ("allergic_to", "shrimp")]),
        ("Do you have any pets?", "Yes, a cat.", [("has_pet", "cat")]),
        ("你有什么过敏的吗？", "青霉素。", [("allergic_to", "青霉素")]),
        ("你对什么过敏吗？", "有，花生。", [("allergic_to", "花生")]),
        ("Do you have any allergies?", "No.", []),
        ("Do you have any allergies?", "Yes.", []),
        ("Do you have any allergies?", "Not that I know of.", []),
        ("Do you have any allergies?", "Great question.", []),
        ("Do you have any allergies?", "Yes, I live in Rome", []),
        ("你有过敏史吗？", "没有。", []),
        ("你有过敏史吗？", "不知道。", []),
    ],
)
def test_an_answer_names_what_was_asked_whether_there_is_any(asked, reply, claims):
    assert read(reply, f"A: {asked}") == [(*claim, True, False) for claim in claims]
