from __future__ import annotations

import pytest

from doxa.recall.people import asked_people, speaks_as_user, without_names

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
