"""What doxa shows, it reads back: an agent that hands a claim on in the words of a list fills the same slot."""

from __future__ import annotations

import pytest

from doxa import Memory
from doxa.write.extract.phrasing import FORMS, kind_of, sentence_of
from doxa.write.extract.rendered import read_rendering

from .reading import said, slots

PROFILE = {
    "name": ("Jim", "陈浩"),
    "age": ("31", "31"),
    "birthday": ("5 May", "5月5日"),
    "home": ("Porto", "上海"),
    "hometown": ("Oslo", "成都"),
    "employer": ("BMW", "腾讯"),
    "occupation": ("nurse", "护士"),
    "school": ("MIT", "清华大学"),
    "degree": ("a PhD", "博士"),
    "surname": ("Smith", "王"),
    "gender": ("female", "女"),
    "address": ("5 Main Street", "人民路5号"),
    "birthplace": ("Lima", "利马"),
    "height": ("180 cm", "180厘米"),
    "phone": ("0151 2345678", "13800001111"),
    "email": ("jim@example.org", "jim@example.org"),
    "allergic_to": ("peanuts", "花生"),
    "partner": ("Ana", "安娜"),
}


@pytest.mark.parametrize("chinese", [False, True])
@pytest.mark.parametrize("polarity", [True, False])
@pytest.mark.parametrize("attribute", PROFILE)
def test_what_is_shown_of_the_user_is_read_into_the_same_slot(attribute: str, polarity: bool, chinese: bool) -> None:
    value = PROFILE[attribute][chinese]
    text = sentence_of("user", attribute, value, polarity=polarity, chinese=chinese)
    read = [(one[0], one[1], (one[2] or "").removeprefix("a "), one[3]) for one in slots(text)]
    assert ("user", attribute, value.removeprefix("a "), polarity) in read


@pytest.mark.parametrize("attribute", FORMS)
@pytest.mark.parametrize("polarity", [True, False])
@pytest.mark.parametrize("chinese", [False, True])
def test_every_form_is_read_back_by_whoever_knows_the_attribute(attribute: str, polarity: bool, chinese: bool) -> None:
    value = "苹果" if chinese else "apples"
    text = sentence_of("user", attribute, value, polarity=polarity, chinese=chinese)
    read = read_rendering(text + ("。" if chinese else "."), "user", attribute)
    assert read is not None
    assert (read.polarity, read.value) in ((polarity, value), (polarity, "yes"))
    assert kind_of(attribute)


def test_a_form_that_fits_much_else_is_no_claim_by_itself() -> None:
    assert said("user has to go") == said("user is on the phone") == said("用户有空再说") == []


@pytest.mark.parametrize(
    ("first", "edit", "then", "value"),
    [
        ("I live in Berlin.", "user lives in Porto", "I moved to Rome.", "Rome"),
        ("I work for Siemens.", "user works for BMW", "I work for Audi now.", "Audi"),
        ("I'm 30 years old.", "user is 31 years old", "I'm 32 now.", "32"),
        ("My name is Bob.", "user is called Jim", "Actually, my name is Tom.", "Tom"),
        ("我住在北京。", "用户住在上海", "我搬到成都了。", "成都"),
    ],
)
def test_an_edit_in_the_words_of_a_list_keeps_the_slot(
    memory: Memory, first: str, edit: str, then: str, value: str
) -> None:
    memory.add(first)
    [belief] = memory.list(kinds=("profile",)).items
    assert memory.update(belief.id, edit).outcomes[-1].verdict == "supersede"
    memory.add(then)
    assert [each.claim and each.claim.value for each in memory.list(kinds=("profile",)).items] == [value]


def test_reflections_and_kinds_in_the_words_of_a_list_meet_what_is_held(memory: Memory) -> None:
    memory.add("I live in Berlin.")
    memory.add("user lives in Oslo", kind="profile")
    memory.reflect(["user lives in Porto"])
    homes = [each.claim and each.claim.value for each in memory.list(kinds=("profile",)).items]
    assert len(homes) == 1, homes
