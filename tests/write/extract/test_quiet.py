"""Sentences that are not taken apart claim nothing when they are."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.write.extract import extract_claims
from doxa.write.extract.parties import Parties
from doxa.write.extract.quiet_en import is_quiet_message, is_quiet_sentence
from doxa.write.extract.rules_en import english_drafts

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
WORDS = """I my our me Ana Bob Mom mom user the he she just finally got moved gonna planning to and is are was part of
    made kept in meeting on Friday contains depends cake flour weather fine well so lives live in Rome What That's
    don't can't "Inception" 'Amélie' boss sister who met with, . ! ? ; — : 3 3.2.1 C++ likes love not never""".split()
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join)


@given(texts)
def test_a_quiet_sentence_claims_nothing(text: str) -> None:
    parties = Parties(None, None, {})
    if is_quiet_sentence(text, parties):
        assert not list(english_drafts(text, text, 0, len(text), parties, 0))
        assert not parties.any_came_up


@given(texts)
def test_a_quiet_message_claims_nothing(text: str) -> None:
    if is_quiet_message(text):
        assert not list(english_drafts(text, text, 0, len(text), Parties(None, None, {}), 0))


@pytest.mark.parametrize("text", ["Well, that was quite a day.", "How nice of them!", "the weather stays fine"])
def test_small_talk_is_quiet_or_claims_nothing(text: str) -> None:
    assert extract_claims(text, speaker=None, role="user", now=NOON, tz=UTC) == []


def test_a_sentence_after_one_that_names_somebody_is_heard() -> None:
    parties = Parties(None, None, {})
    list(english_drafts("Ana called.", "Ana called.", 0, 11, parties, 0))
    assert not is_quiet_sentence("she lives in rome", parties)


def test_known_people_are_heard_in_lower_case() -> None:
    found = extract_claims(
        "ana lives in Rome", speaker=None, role="user", now=NOON, tz=UTC, known_people={"ana": "Ana"}
    )
    assert [(each.claim.subject, each.claim.value) for each in found] == [("Ana", "Rome")]
