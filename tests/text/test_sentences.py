"""Sentences in English and Chinese."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.text.sentences import LONGEST, split_sentences


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        (" \n ", 0),
        ("One", 1),
        ("One. Two! Three?", 3),
        ("Dr. Smith met J. R. Tolkien at 5 p.m. on Friday.", 1),
        ("I live in the U.S. She does not.", 2),
        ("He paid $3.50 for v3.2.1 of src/a.py. See https://a.b/c?x=1. Thanks!", 3),
        ("It was No. 5. Then it rained.", 2),
        ("I said no. He left.", 2),
        ("“Really?” he asked. “Yes.” Then he left.", 3),
        ("1. Wash it\n2. Dry it", 2),
        ("We sell apples, etc. and pears, e.g. Conference ones.", 1),
        ("wait... what? OK", 2),
        ("我喜欢茶。你呢？好！第一；第二……完", 6),
        ("版本3.2.1发布了。很好", 2),
    ],
)
def test_text_has_this_many_sentences(text: str, count: int) -> None:
    assert len(split_sentences(text)) == count


def test_closing_quotes_stay_with_their_sentence() -> None:
    assert [sentence.text for sentence in split_sentences("他说：“好。”然后走了。")] == ["他说：“好。”", "然后走了。"]


def test_a_text_without_ends_is_cut_at_spaces() -> None:
    sentences = split_sentences("word " * 2_000)
    assert max(len(sentence.text) for sentence in sentences) <= LONGEST
    assert all(sentence.text.startswith("word") and sentence.text.endswith("word") for sentence in sentences)


@given(st.text(max_size=80) | st.text('aA.?! \n"”。；…1)', max_size=80))
def test_sentences_hold_everything_but_white_space_in_order(text: str) -> None:
    sentences = split_sentences(text)
    assert all(text[start:end] == said and said == said.strip() != "" for said, start, end in sentences)
    assert all(one.end <= other.start for one, other in pairwise(sentences))
    assert "".join("".join(sentence.text.split()) for sentence in sentences) == "".join(text.split())
