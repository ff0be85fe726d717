from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.recall.passages import MARK, passage_of
from doxa.text.tokens import query_tokens


def test_a_short_text_is_left_as_it_is():
    assert passage_of("One. Two.", ["two"]) == "One. Two."


@pytest.mark.parametrize(
    ("filler", "answer", "question"),
    [
        ("Nothing of note happened. ", "Maria lost her keys in Porto.", "Where did Maria lose her keys?"),
        ("今天没有什么特别的事。", "玛丽亚在波尔图丢了钥匙。", "玛丽亚在哪里丢了钥匙？"),
    ],
)
def test_the_passage_holds_the_words_of_the_question(filler, answer, question):
    text = filler * 40 + answer + filler * 40
    passage = passage_of(text, query_tokens(question), 120)
    assert answer in passage
    assert passage.startswith(MARK)
    assert passage.endswith(MARK)


@given(st.text(min_size=1, max_size=400), st.integers(1, 60))
def test_a_passage_is_part_of_the_text_and_no_longer_than_allowed(text, most):
    passage = passage_of(text, ["a"], most).strip(MARK)
    assert passage in text
    assert len(passage) <= max(most, 1)


def test_a_sentence_longer_than_allowed_is_cut():
    assert passage_of("x" * 50, ["y"], 10) == "x" * 10 + MARK
