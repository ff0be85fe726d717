"""Corrections: what was said is taken back, in one breath or from before."""

from __future__ import annotations

import pytest

from tests.write.extract.reading import found, said


@pytest.mark.parametrize(
    ("content", "attribute", "value"),
    [
        ("I live in Rome, no wait, Milan.", "home", "Milan"),
        ("Dentist is next Tuesday at 9, nudge me please. no wait, Thursday.", "date", "Thursday"),
        ("I'm 33, sorry, 34.", "age", "34"),
        ("My birthday is May 3. I meant May 4.", "birthday", "May 4"),
        ("My wife's name is Johana. Sorry, I meant Johanna.", "name", "Johanna"),
        ("我住在上海，不对，是杭州。", "home", "杭州"),
        ("我今年三十五岁，说错了，三十六岁。", "age", "三十六"),
        ("家长会在周三，哦不是，周四。", "date", "周四"),
    ],
)
def test_what_is_taken_back_in_one_breath_is_replaced(content: str, attribute: str, value: str) -> None:
    (one,) = found(content)
    assert (one.claim.attribute, one.claim.value, one.claim.correction) == (attribute, value, True)
    assert value in one.claim.text


@pytest.mark.parametrize("content", ["Actually, I live in Milan.", "I actually work at Eni."])
def test_actually_corrects_what_is(content: str) -> None:
    assert found(content)[0].claim.correction


@pytest.mark.parametrize(
    "content",
    ["Actually I moved to Milan last week.", "I actually live in Milan now.", "Actually, I met Bob yesterday."],
)
def test_actually_does_not_make_a_change_a_correction(content: str) -> None:
    assert not any(one.claim.correction for one in found(content))


def test_a_denial_and_its_replacement() -> None:
    denied, replaced = found("我其实不住在北京，住在天津。")
    assert (denied.claim.value, denied.claim.polarity) == ("北京", False)
    assert (replaced.claim.value, replaced.claim.correction) == ("天津", True)


@pytest.mark.parametrize(
    "content", ["I like tea. Sorry, coffee break.", "I'm sorry, John.", "I live in Rome. Sorry, I have to go."]
)
def test_sorry_is_mostly_no_correction(content: str) -> None:
    assert not any(one.claim.correction for one in found(content))
    assert len(said(content)) <= 1


def test_a_favourite_that_was_gives_way_to_the_one_now() -> None:
    old, new = found("My favourite band is Radiohead. Well, it was. Now it's Fontaines D.C.")
    assert (old.claim.value, new.claim.value) == ("Radiohead", "Fontaines D.C.")
    assert old.claim.valid is not None
    assert new.claim.valid is None
