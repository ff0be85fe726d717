"""What sort of answer a question is after."""

from __future__ import annotations

import pytest

from doxa.recall.reading import aspect_of, exact_tokens, intent_of


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("为什么他喜欢爬山", "conceptual"),
        ("為什麼他喜歡爬山", "conceptual"),
        ("他的沟通风格", "conceptual"),
        ("我一般几点起床", "conceptual"),
        ("Ｈｏｗ does it work", "conceptual"),
        ("explain the design", "conceptual"),
        ("他养了什么宠物", "factual"),
        ("Who fed the ducks?", "factual"),
        ("where is 3f9a2bc", "navigational"),
        ("job 123e4567-e89b-12d3-a456-426614174000", "navigational"),
        ("the flag 0x1F", "navigational"),
        ("open `notes`", "navigational"),
        ("what does get_name return", "navigational"),
        ("who lives in 1234567", "factual"),
        ("was the cat defaced", "factual"),
    ],
)
def test_a_question_is_about_a_name_a_reason_or_a_fact(question: str, intent: str) -> None:
    assert intent_of(question, exact_tokens(question)) == intent


def test_the_version_asked_for_is_heard_in_either_script() -> None:
    assert aspect_of("我之前住哪里") == aspect_of("我曾經住哪裡") == "past"
    assert aspect_of("他現在住哪裡") == "current"
