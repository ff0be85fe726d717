"""Records become plain JSON values and records again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.errors import InvalidInput, NaiveDatetime
from doxa.operations.plain import as_plain, from_plain
from doxa.records import ANY, Attachment, Claim, Message, Period, Quote

MOMENTS = st.datetimes(datetime(1990, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))
PERIODS = st.builds(Period, st.none() | MOMENTS, st.none() | MOMENTS, st.sampled_from(["year", "day", "instant"]))
QUOTES = st.builds(Quote, st.text(), st.text(), st.integers(0, 9), st.integers(0, 9))
CLAIMS = st.builds(
    Claim,
    st.text(),
    subject=st.none() | st.text(),
    polarity=st.booleans(),
    valid=st.none() | PERIODS,
    quote=st.none() | QUOTES,
    confidence=st.none() | st.floats(0, 1),
    origin=st.sampled_from(["explicit", "inferred"]),
)


@given(st.lists(CLAIMS, max_size=3))
def test_claims_come_back_as_they_were(claims: list[Claim]) -> None:
    plain = json.loads(json.dumps(as_plain(claims)))
    assert list(from_plain(Sequence[Claim], plain, "claims")) == claims


def test_messages_come_back_with_what_is_in_them() -> None:
    message = Message(
        "user", "hi", datetime(2026, 1, 1, tzinfo=UTC), "Ann", {"mood": "fine"}, (Attachment("a", "file:///a"),)
    )
    assert from_plain(str | Message | Sequence[Message], json.loads(json.dumps(as_plain(message))), "m") == message


def test_every_kind_of_value_is_plain() -> None:
    value = {1: (ANY, Path("a"), timedelta(minutes=1), frozenset({"x"}), None, b"raw")}
    assert as_plain(value) == {"1": ["ANY", "a", 60.0, ["x"], None, b"raw"]}


@pytest.mark.parametrize(
    ("form", "value", "said"),
    [
        (str, 1, "x is 1. Give a text."),
        (int | None, True, "Give a whole number."),
        (float, "1", "Give a number."),
        (bool, 1, "Give true or false."),
        (Literal["a", "b"], "c", "Give one of a, b."),
        (Sequence[str], "abc", "Give a list."),
        (Sequence[str], ["a", 2], "x[1] is 2. Give a text."),
        (Claim, "text", "Give an object."),
        (Claim, {"text": "a", "sbject": "b"}, "x has no 'sbject'. Did you mean 'subject'?"),
        (Claim, {"text": "a", "zzz": "b"}, "There are text, subject"),
        (Claim, {}, "x is incomplete"),
        (Claim, {"text": "a", "valid": {"start": "soon", "end": None}}, "x.valid.start is 'soon'."),
    ],
)
def test_what_does_not_fit_is_refused_by_its_place(form: Any, value: object, said: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        from_plain(form, value, "x")
    assert said in str(caught.value)


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(NaiveDatetime, match=r"x\.start"):
        from_plain(Period, {"start": "2026-01-01T00:00:00", "end": None}, "x")


def test_a_number_may_be_whole() -> None:
    assert from_plain(float | None, 1, "x") == 1
    assert from_plain(float | None, None, "x") is None
