"""Texts too long for one memory are kept in parts, with nothing lost and nothing said twice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa import Message
from doxa.errors import InvalidText
from doxa.write.long_texts import PART, split

SENTENCE = "The committee met again and talked about the harbour. "


@given(st.text(alphabet="ab. \n。", max_size=30), st.integers(1, 40))
def test_the_parts_together_are_the_text(text, times):
    long = text * (times * 1000)
    assert "".join(split(long)) == long
    assert all(len(part) <= PART for part in split(long))


def test_a_cut_is_where_the_text_pauses():
    assert next(split(SENTENCE * 4000)).endswith("harbour. ")
    paragraphs = ("x" * 30_000 + "\n\n") * 6
    assert next(split(paragraphs)).endswith("\n\n")
    assert len(next(split("字" * 300_000))) == PART


def test_a_message_of_five_megabytes_is_kept_whole_in_parts(memory):
    text = SENTENCE * 50_000 + "\n\nI adopted a dog named Rex in 2024."
    text = text + " " + SENTENCE * 45_000
    assert len(text) > 5_000_000
    receipt = memory.add(text, user="ann", extract=False)
    turns = receipt.beliefs
    assert "".join(turn.text for turn in turns).split() == text.split()
    assert [(turn.metadata["part"], turn.metadata["parts"]) for turn in turns] == [
        (number, len(turns)) for number in range(1, len(turns) + 1)
    ]
    assert "Rex" in memory.recall("dog named Rex", user="ann").hits[0].belief.text


def test_a_long_message_among_others_is_split_in_its_place(memory):
    long = SENTENCE * 20_000
    receipt = memory.add([Message("user", "Hello."), Message("user", long, name="Bob")], extract=False)
    assert [belief.metadata.get("part") for belief in receipt.beliefs] == [None, *range(1, len(receipt.beliefs))]


def test_what_is_to_be_one_belief_is_not_split(memory):
    with pytest.raises(InvalidText, match=r"1,080,000 characters.*at most 1,000,000"):
        memory.add(SENTENCE * 20_000, kind="fact")
