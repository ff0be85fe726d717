from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.errors import InvalidInput, MissingExtra
from doxa.privacy import Screen, Screened
from doxa.privacy.screen import Placeholders
from doxa.privacy.spans import Span

EVERYTHING = "mail bob@example.com, call (212) 555-0123, SSN 403-57-9558, password: hunter22"


def test_credentials_go_and_personal_data_stays_by_default():
    screened = Screen().screen(EVERYTHING)
    assert screened.text == "mail bob@example.com, call (212) 555-0123, SSN 403-57-9558, password: [redacted]"
    assert [redaction.kind for redaction in screened.redactions] == ["password"]


def test_personal_data_becomes_placeholders_that_say_the_same_of_the_same():
    screened = Screen("redact").screen("a@b.co and A@B.co, c@d.org")
    assert screened.text == "[EMAIL_001] and [EMAIL_001], [EMAIL_002]"


def test_texts_of_one_call_share_their_placeholders():
    screen, placeholders = Screen("redact"), Placeholders()
    assert screen.screen("a@b.co", placeholders).text == "[EMAIL_001]"
    assert screen.screen("c@d.org, a@b.co", placeholders).text == "[EMAIL_002], [EMAIL_001]"


def test_a_placeholder_that_a_text_has_already_is_not_given_again():
    assert Screen("redact").screen("[EMAIL_001] or a@b.co").text == "[EMAIL_001] or [EMAIL_002]"


def test_redactions_say_kind_and_place_and_never_words():
    screened = Screen("redact").screen(EVERYTHING)
    taken = [EVERYTHING[each.start : each.end] for each in screened.redactions]
    assert taken == ["bob@example.com", "(212) 555-0123", "403-57-9558", "hunter22"]
    assert not any(words in repr(screened) for words in taken)


def test_a_policy_may_differ_by_kind():
    screen = Screen({"email": "redact", "phone": "reject"})
    assert screen.screen("a@b.co, 10.0.0.1 is the host").text == "[EMAIL_001], 10.0.0.1 is the host"
    screened = screen.screen("call (212) 555-0123")
    assert screened.rejected == "it has personal data that may not be kept: phone"
    assert "555" not in screened.text


def test_names_are_found_by_what_is_given_for_them():
    class Anns:
        def find(self, text):
            yield Span(text.index("Ann"), text.index("Ann") + 3, "person")

    assert Screen({"person": "redact"}, names=Anns()).screen("I met Ann.").text == "I met [PERSON_001]."


def test_names_without_presidio_say_what_to_install(monkeypatch):
    monkeypatch.setattr("doxa.privacy.names.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"pip install 'doxa\[presidio\]'"):
        Screen({"person": "redact"})


@pytest.mark.parametrize("policy", ["drop", {"email": "drop"}, {"colour": "keep"}])
def test_what_is_no_policy_is_refused(policy):
    with pytest.raises(InvalidInput):
        Screen(policy)


@given(st.text(alphabet=st.sampled_from("ab1@. :=-/密码是password token"), max_size=60))
def test_screening_twice_changes_nothing(text):
    screen = Screen("redact")
    once = screen.screen(text)
    assert screen.screen(once.text) == Screened(once.text)


def test_threads_get_the_same_answer():
    screen = Screen("redact")
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(screen.screen, [EVERYTHING] * 40))) == 1
