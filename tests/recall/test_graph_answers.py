from __future__ import annotations

from datetime import UTC, datetime

import pytest

from doxa import Claim, Period

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def tell(memory, subject, attribute, value, **more):
    claim = Claim(f"{subject} {attribute} {value}", subject, attribute, value)
    return memory.add(claim.text, claims=[claim], extract=False, **more)


def way(steps):
    return None if steps is None else [(step.source, step.relation, step.target) for step in steps]


@pytest.fixture
def ana(open_memory):
    memory = open_memory(user="ana")
    tell(memory, "user", "sibling", "Tom")
    tell(memory, "Tom", "employer", "Acme")
    tell(memory, "Acme", "supplier", "Bolt")
    tell(memory, "Tom", "likes", "tea")
    return memory


def test_each_step_has_the_sentence_it_was_read_from(open_memory):
    ana = open_memory(user="ana")
    ana.add("The weather is fine. I'm allergic to peanuts, sadly. See you tomorrow.")
    (step,) = ana.explain_path("user", "peanuts")
    assert step.sentence == "I'm allergic to peanuts, sadly."
    assert step.quote.text in step.sentence
    assert (step.forward, 0 < step.weight <= 1) == (True, True)


@pytest.mark.parametrize("name", ["user", "the user", "me", "我", "用户", "用戶"])
def test_the_user_is_called_so_in_either_language(ana, name):
    assert way(ana.explain_path(name, "Acme")) == [("user", "sibling", "tom"), ("tom", "employer", "acme")]
    assert [belief.claim.value for belief in ana.related_to(name)] == ["Tom"]


def test_the_ends_are_found_in_the_question(ana):
    assert way(ana.answer_path("What does Tom have to do with Bolt?")) == [
        ("tom", "employer", "acme"),
        ("acme", "supplier", "bolt"),
    ]
    assert way(ana.answer_path("How am I linked to Acme?")) == [
        ("user", "sibling", "tom"),
        ("tom", "employer", "acme"),
    ]


def test_claims_are_followed_back_where_no_chain_leads_on(ana):
    steps = ana.answer_path("Is there a link between tea and Acme?")
    assert way(steps) == [("tea", "likes", "tom"), ("tom", "employer", "acme")]
    assert [step.forward for step in steps] == [False, True]


def test_the_ends_are_found_in_a_chinese_question(open_memory):
    ana = open_memory(user="ana")
    tell(ana, "小明", "employer", "宏远公司")
    tell(ana, "宏远公司", "city", "上海")
    assert way(ana.answer_path("小明和上海有什么关系？")) == [
        ("小明", "employer", "宏远公司"),
        ("宏远公司", "home", "上海"),
    ]
    tell(ana, "user", "friend_of", "小明")
    assert len(ana.answer_path("我和上海有什么关系？")) == 3


def test_a_question_without_two_known_ends_has_no_chain(ana):
    assert ana.answer_path("What does Tom do?") is None
    assert ana.answer_path("Zebra and giraffe?") is None
    assert ana.answer_path("") is None


def test_a_part_of_a_longer_name_is_no_end_of_its_own(ana):
    tell(ana, "New Acme", "city", "Oslo")
    assert way(ana.answer_path("Is New Acme in Oslo?")) == [("new acme", "home", "oslo")]


def test_only_what_holds_is_followed_where_that_is_asked(ana):
    tell(ana, "Tom", "member_of", "the chess club", valid=Period(NOON.replace(year=2020), NOON.replace(year=2021)))
    assert way(ana.explain_path("Tom", "the chess club")) is not None
    assert ana.explain_path("Tom", "the chess club", current=True) is None
    assert ana.related_to("Tom", relation="member_of", current=True) == []
    then = ana.related_to("Tom", relation="member_of", valid_at=NOON.replace(year=2020, month=6))
    assert [each.claim.value for each in then] == ["the chess club"]


def test_what_held_then_is_followed_though_it_was_replaced(open_memory, clock):
    ana = open_memory(user="ana")
    ana.add("I live in Berlin.")
    clock.advance(days=100)
    ana.add("I moved to Lisbon.")
    assert [each.claim.value for each in ana.related_to("user", relation="home", current=True)] == ["Lisbon"]
    before = ana.related_to("user", relation="home", valid_at=datetime(2026, 1, 15, tzinfo=UTC))
    assert [each.claim.value for each in before] == ["Berlin"]


def test_the_surest_chain_may_be_longer_than_the_shortest(open_memory):
    ana = open_memory(user="ana")
    tell(ana, "Ben", "knows", "Cora", confidence=0.5)
    tell(ana, "Ben", "sibling", "Dora", confidence=0.95)
    tell(ana, "Dora", "sibling", "Cora", confidence=0.95)
    assert [step.target for step in ana.explain_path("Ben", "Cora")] == ["cora"]
    surest = ana.explain_path("Ben", "Cora", weighted=True)
    assert [step.target for step in surest] == ["dora", "cora"]
    assert all(step.weight > 0.5 for step in surest)
    assert [step.target for step in ana.explain_path("Ben", "Cora", weighted=True, max_hops=1)] == ["cora"]


def test_a_chain_never_leaves_its_owner(ana, open_memory):
    ben = open_memory(user="ben")
    assert ben.answer_path("What does Tom have to do with Bolt?") is None
