"""What `add` hears a message against: people told of before, the one spoken to, what was said just before."""

from __future__ import annotations

import pytest

from doxa import Message


def claims(receipt):
    return [
        (each.verdict, each.belief.claim.subject, each.belief.claim.attribute, each.belief.claim.value)
        for each in receipt.outcomes
        if each.belief is not None and each.belief.claim is not None
    ]


@pytest.mark.parametrize(
    ("told", "later", "claim"),
    [
        ("My sister is called Maria.", "My sister moved to Porto.", ("Maria", "home", "Porto")),
        ("My sister Maria lives in Faro.", "My sister works for Siemens.", ("Maria", "employer", "Siemens")),
        ("我姐姐叫李雷。", "我姐姐住在上海。", ("李雷", "home", "上海")),
    ],
)
def test_a_relation_is_known_by_the_name_it_was_told_with(memory, told, later, claim):
    memory.add(told)
    assert claim in [each[1:] for each in claims(memory.add(later))]


def test_two_sisters_are_not_one(memory):
    memory.add("My sister Maria lives in Faro.")
    memory.add("My sister Clara lives in Rome.")
    assert all(each[1] not in ("Maria", "Clara") for each in claims(memory.add("My sister works for Siemens.")))


def test_another_users_sister_is_not_known(memory):
    memory.add("My sister Maria lives in Faro.", user="bob")
    assert all(each[1] != "Maria" for each in claims(memory.add("My sister works for Siemens.", user="ana")))


def test_a_reply_is_read_against_the_message_before_it_in_the_call(memory):
    talk = [Message("user", "I live in Porto."), Message("assistant", "Porto, great."), Message("user", "No, Lisbon.")]
    receipt = memory.add(talk)
    assert claims(receipt)[-1] == ("supersede", "user", "home", "Lisbon")
    assert memory.why(receipt.beliefs[-1].id).quotes[-1].text == "No, Lisbon."


def test_a_reply_is_read_against_the_turn_before_it_in_the_session(memory, clock):
    memory.add(Message("assistant", "你对花生过敏吗？"), session="s1")
    clock.advance(minutes=1)
    assert claims(memory.add("是的", session="s1")) == [("new", "user", "allergic_to", "花生")]
    assert claims(memory.add("是的", session="s2")) == []
    assert claims(memory.add("是的")) == []


def test_speakers_by_name_answer_for_themselves(memory):
    talk = [Message("user", "Where do you work now?", name="Bob"), Message("user", "Siemens", name="Cleo")]
    assert claims(memory.add(talk)) == [("new", "Cleo", "employer", "Siemens")]


def test_the_one_spoken_to_is_no_third_person(memory):
    talk = [Message("user", "Hi.", name="Bob"), Message("user", "Bob, I moved to Rome.", name="Cleo")]
    assert [each[1] for each in claims(memory.add(talk))] == ["Cleo"]


@pytest.mark.parametrize(("two", "three"), [("I have 2 cats.", "I have three cats."), ("我有两只猫。", "我有三只猫。")])
def test_a_later_count_takes_the_place_of_the_earlier_one(memory, clock, two, three):
    memory.add(two)
    clock.advance(days=30)
    assert [each[0] for each in claims(memory.add(three))] == ["supersede"]


@pytest.mark.parametrize(
    ("one", "again"), [("I'm 180 cm tall.", "I am 1.80 m tall."), ("我身高180厘米。", "我身高1米8。")]
)
def test_one_height_said_in_other_units_confirms(memory, clock, one, again):
    memory.add(one)
    clock.advance(days=1)
    assert [each[0] for each in claims(memory.add(again))] == ["confirm"]
