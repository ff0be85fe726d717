from __future__ import annotations

import pytest

from doxa.belief.attributes import AttributeRegistry
from doxa.recall.slots import asked_attributes


@pytest.fixture
def ana(open_memory):
    return open_memory(user="Ana")


def first(memory, question):
    found = memory.recall(question)
    return found.hits[0].belief.text if found.hits else None


@pytest.mark.parametrize(
    ("question", "attribute"),
    [
        ("Where does Bob live?", "home"),
        ("Where is she based these days?", "home"),
        ("where do I work", "employer"),
        ("How old is Bob?", "age"),
        ("What is my favourite colour?", "favourite_colour"),
        ("What am I allergic to?", "allergic_to"),
        ("老周住在哪儿？", "home"),
        ("他在哪里上班？", "employer"),
        ("我多大了？", "age"),
        ("她叫什么名字？", "name"),
    ],
)
def test_a_question_names_its_attribute(question, attribute):
    attributes = AttributeRegistry.default()
    assert attributes.resolve(attribute).attribute.name in asked_attributes(question, attributes)


def test_a_question_in_traditional_characters_is_read_as_in_simplified_ones(ana):
    ana.add("我對花生過敏。我住在臺北。")
    assert first(ana, "我住在哪裡？") == first(ana, "我住在哪里？") == "用户住在臺北"
    assert first(ana, "我對什麼過敏？") == first(ana, "我对什么过敏？")


def test_small_talk_names_none():
    assert not asked_attributes("Thanks, see you tomorrow!", AttributeRegistry.default())


def test_the_present_value_answers_however_it_was_worded(ana, clock):
    ana.add("I live in Lisbon.")
    for n in range(20):
        ana.add(f"Where do people live? I read about housing, part {n}.")
    clock.advance(days=1)
    ana.add("We've just moved to Berlin!")
    assert first(ana, "Where do I live?") == "user lives in Berlin"


def test_a_users_own_name_and_nickname_mean_the_user(ana):
    ana.add("My name is Ana Souza and I live in Lisbon. Everyone calls me Nini.")
    assert first(ana, "Where does Ana Souza live?") == "user lives in Lisbon"
    assert first(ana, "Where does Ana live?") == "user lives in Lisbon"


def test_a_question_about_another_person_is_answered_about_them(ana):
    ana.add("I live in Lisbon. Bob lives in Oslo.")
    assert first(ana, "Where does Bob live?") == "Bob lives in Oslo"


def test_what_is_so_comes_before_what_is_not(ana, clock):
    ana.add("I work at Acme.")
    clock.advance(days=1)
    ana.add("I no longer work at Acme.")
    clock.advance(days=1)
    ana.add("I work at Globex.")
    assert first(ana, "Where do I work?") == "user works for Globex"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Where does my sister live?", "user's sister lives in Porto"),
        ("Where does my older sister live?", "user's sister lives in Porto"),
        ("Where do I live?", "user lives in Lisbon"),
        ("What is my wife's name?", "user's wife is Julia"),
        ("我妈妈住在哪里?", "用户的妈妈住在杭州"),
    ],
)
def test_a_question_about_somebodys_relation_is_not_about_them(memory, question, answer):
    memory.add("I live in Lisbon. My sister lives in Porto. My wife is Julia. My name is Ana.", user="ana")
    memory.add("我妈妈住在杭州。", user="ana")
    assert memory.recall(question, user="ana").hits[0].belief.text == answer
