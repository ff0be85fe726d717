from __future__ import annotations

import pytest

from doxa import Message
from doxa.recall.people import asked_people, asked_role, speaks_as_user, without_names

SPEAKERS = ["Caroline", "Ana Silva", "小明"]


@pytest.mark.parametrize(
    ("question", "people"),
    [
        ("What does Caroline's kid like?", ("Caroline",)),
        ("did ana call caroline back?", ("Caroline", "Ana Silva")),
        ("小明的电话是多少？", ("小明",)),
        ("Who is Carol?", ()),
    ],
)
def test_a_question_names_speakers_by_their_first_word(question, people):
    assert asked_people(question, SPEAKERS) == people


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("What does Caroline's kid like?", "What does kid like?"),
        ("When did Ana Silva leave?", "When did leave?"),
        ("小明的电话是多少？", "的电话是多少？"),
        ("What is an anagram?", "What is an anagram?"),
        ("Caroline?", "Caroline?"),
    ],
)
def test_names_of_speakers_are_left_out_of_what_is_embedded(question, left):
    assert without_names(question, SPEAKERS) == left


@pytest.mark.parametrize(
    ("question", "own"),
    [("Where is my key?", True), ("我的钥匙在哪？", True), ("What did you tell me?", False), ("Who?", False)],
)
def test_i_and_my_mean_the_asker_unless_you_is_asked(question, own):
    assert speaks_as_user(question) is own


@pytest.mark.parametrize(
    ("question", "role"),
    [
        ("What did you recommend for dinner?", "assistant"),
        ("Which museum had you once told me about?", "assistant"),
        ("What was your advice on my cough?", "assistant"),
        ("你上次给我推荐了哪家餐厅？", "assistant"),
        ("您的建议是什么？", "assistant"),
        ("Can you tell me where I left my key?", "user"),
        ("Could you remind me of my flight?", "user"),
        ("Where is my key?", "user"),
        ("我的钥匙在哪？", "user"),
        ("Who painted the wall?", None),
        ("Do you think it rains?", None),
    ],
)
def test_a_question_without_names_is_about_the_user_or_the_assistant(question, role):
    assert asked_role(question) == role


@pytest.mark.parametrize(
    ("question", "said"),
    [("What restaurant did you recommend?", "assistant"), ("What restaurant did I like?", "user")],
)
def test_words_of_whom_the_question_is_about_come_first(open_memory, question, said):
    ana = open_memory(user="ana")
    for role in ("assistant", "user", "assistant", "user"):
        ana.add([Message(role, f"The restaurant Roma is one to recommend and to like, {role}.")], extract=False)
    assert ana.recall(question).hits[0].belief.text.endswith(f"{said}.")


@pytest.mark.parametrize(
    ("asker", "other", "texts", "question"),
    [
        ("ana", "Bo", ("My car is a red Volvo.", "My car is a blue Saab."), "What colour is my car?"),
        ("小红", "小明", ("我的车是红色的。", "我的车是蓝色的。"), "我的车是什么颜色的？"),
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_of_several_who_speak_my_means_the_one_who_bears_the_askers_name(
    open_memory, asker, other, texts, question, first
):
    own, others = texts
    said = [Message("user", own, name=asker.title()), Message("user", others, name=other)]
    memory = open_memory(user=asker, embedder=None)
    memory.add(said if first else said[::-1], extract=False)
    assert memory.recall(question, limit=1).hits[0].belief.text == own
    assert (
        memory.recall(question.replace("my", f"{other}'s").replace("我", other), limit=1).hits[0].belief.text == others
    )
