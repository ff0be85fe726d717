"""Attributes that the settings define are the project's own from the moment it is opened."""

from __future__ import annotations

import pytest

from doxa import Claim
from doxa.errors import InvalidInput


def homes(memory):
    """Return the values that are believed of the user's mentor and badge."""
    return {each.claim.value for each in memory.list().items if each.claim}


def tell(memory, clock, attribute, value):
    clock.advance(seconds=1)
    return memory.add(value, claims=[Claim(value, "user", attribute, value)], extract=False).outcomes[-1].verdict


@pytest.fixture
def write(tmp_path):
    return lambda text: (tmp_path / "config.yaml").write_text(text)


def test_the_settings_file_defines_attributes(open_memory, clock, write):
    write("attributes:\n- {name: mentor, single: true, aliases: [coach]}\n- {name: badge, single: false}\n")
    memory = open_memory(user="ana")
    assert [tell(memory, clock, "mentor", "Ann"), tell(memory, clock, "Coach", "Bob")] == ["new", "supersede"]
    assert [tell(memory, clock, "badge", "red"), tell(memory, clock, "badge", "blue")] == ["new", "new"]
    assert homes(memory) == {"Bob", "red", "blue"}


def test_a_variable_defines_them_in_words(open_memory, clock, monkeypatch):
    monkeypatch.setenv("DOXA_ATTRIBUTES", "mentor=one:coach|guide, badge=many")
    memory = open_memory(user="ana")
    for attribute in ("mentor", "coach", "guide"):
        tell(memory, clock, attribute, f"by {attribute}")
    assert homes(memory) == {"by guide"}
    assert memory._core.config.attributes == ("mentor=one:coach|guide", "badge=many")


def test_what_was_told_before_is_decided_anew_when_the_project_is_opened(open_memory, clock, write):
    before = open_memory(user="ana")
    tell(before, clock, "mentor", "Ann")
    tell(before, clock, "mentor", "Bob")
    assert homes(before) == {"Ann", "Bob"}
    before.close()
    write("attributes:\n- {name: mentor, single: true}\n")
    assert homes(open_memory(user="ana")) == {"Bob"}


def test_opening_again_defines_nothing_again_and_they_stay_without_the_setting(open_memory, clock, write):
    write("attributes: [mentor=one]")
    first = open_memory(user="ana")
    operation = first.status().last_operation
    first.close()
    second = open_memory(user="ana")
    assert second.status().last_operation == operation
    second.close()
    write("")
    third = open_memory(user="ana")
    assert [tell(third, clock, "mentor", "Ann"), tell(third, clock, "mentor", "Bob")] == ["new", "supersede"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("attributes: [{name: mentor, singel: true}]", "the key 'singel'.*name, single, aliases"),
        ("attributes: [{name: mentor}]", "single None.*single: true or"),
        ("attributes: [{name: mentor, single: yes please}]", "single 'yes please'"),
        ("attributes: [{single: true}]", "not text"),
        ("attributes: [{name: mentor, single: true, aliases: coach}]", "aliases 'coach'.*list of names"),
        ("attributes: [{name: 'a=b', single: true}]", "the name 'a=b'"),
        ("attributes: [mentor]", "'mentor'.*NAME=one or NAME=many"),
        ("attributes: [mentor=one, mentor=many]", "mentor twice"),
        ("attributes: {mentor: true}", "not a list"),
        ("attributes: ['!!!=one']", "cannot name an attribute"),
    ],
)
def test_what_defines_no_attribute_is_refused_with_the_mend(open_memory, write, text, message):
    write(text)
    with pytest.raises(InvalidInput, match=f"(?s){message}"):
        open_memory(user="ana")
