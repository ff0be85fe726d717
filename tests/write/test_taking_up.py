"""Messages that are about what was said before them are never passed over."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.write.extract import came_up, elliptic
from doxa.write.taking_up import may_take_up

LONG = "and we went along the river until it was quite late and all of us were tired but happy as well"
ASCII = st.characters(codec="ascii")


@given(st.from_regex(elliptic._MAY, alphabet=ASCII) | st.from_regex(came_up._POINTS, alphabet=ASCII))
def test_whatever_holds_words_that_look_back_is_looked_at(text: str) -> None:
    assert may_take_up(f"{text} {LONG}")


@pytest.mark.parametrize("said", ["No, Lisbon.", "never mind", "Please forget my phone number.", "不是，是里斯本。"])
def test_a_short_message_is_looked_at(said: str) -> None:
    assert may_take_up(said)


def test_most_long_messages_are_not_looked_at() -> None:
    assert not may_take_up(LONG)
