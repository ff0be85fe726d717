"""Where the words that a claim quotes stand, in any form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.write.model_reading.quotes import Place, Quotable

TURN = "She said: “I’m moving to  Köln — in May”, and left."


@pytest.mark.parametrize(
    "quote",
    [
        "I’m moving to  Köln",
        "I'm moving to Köln",
        "i'm MOVING to köln",
        '"I\'m moving to Köln - in May"',
        "I'm moving\nto Köln",
        "Ｉ'm moving to Köln",
    ],
)
def test_form_makes_no_difference(quote):
    place = Quotable(TURN).place_of(quote)
    assert place is not None
    assert place.verbatim
    assert TURN[place.start : place.end].startswith("I’m moving")


def test_most_of_a_quote_in_order_is_nearly_there():
    place = Quotable("我上个月终于从上海搬到了北京的朝阳区。").place_of("我上个月从上海搬到了北京朝阳区")
    assert place is not None
    assert (place.verbatim, place.start) == (False, 0)


@pytest.mark.parametrize("quote", ["", "  ", "“”", "I bought a castle in Spain", "moving moving moving moving"])
def test_what_is_not_there_is_not_found(quote):
    assert Quotable(TURN).place_of(quote) is None


def test_words_far_apart_are_no_quote():
    turn = "I moved. " + "Something else happened entirely. " * 20 + "to Berlin last year."
    assert Quotable(turn).place_of("I moved to Berlin last year.") is None


@given(st.text(min_size=1, max_size=60), st.data())
def test_every_part_of_a_turn_is_found_letter_for_letter(turn, data):
    start = data.draw(st.integers(0, len(turn) - 1))
    end = data.draw(st.integers(start + 1, len(turn)))
    part = turn[start:end]
    place = Quotable(turn).place_of(part)
    if part.strip():
        assert place == Place(turn.find(part), turn.find(part) + len(part), True)


def test_many_quotes_that_are_not_there_take_no_long_time():
    quotable = Quotable("I live in Berlin and work as a nurse. " * 100)
    assert all(quotable.place_of(f"my {number}th castle in the old town of Prague") is None for number in range(5000))
