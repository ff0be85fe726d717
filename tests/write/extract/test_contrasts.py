"""What is said to be otherwise in one breath, what doctors say, full-width letters, phones that are no numbers."""

from __future__ import annotations

import pytest

from tests.write.extract.reading import found, said


@pytest.mark.parametrize(
    ("content", "claimed"),
    [
        ("我最喜欢的城市不是上海，是成都。", [("favourite_城市", "not 上海"), ("favourite_城市", "成都")]),
        ("我最喜欢的城市不是上海，而是成都。", [("favourite_城市", "not 上海"), ("favourite_城市", "成都")]),
        ("我的名字不是王芳，是王方。", [("name", "王方")]),
        ("我女儿不是五岁，是六岁。", [("age", "六")]),
        ("我不是青霉素过敏，只是对阿莫西林过敏。", [("allergic_to", "not 青霉素"), ("allergic_to", "阿莫西林")]),
        ("I'm not allergic to nuts, just peanuts.", [("allergic_to", "not nuts"), ("allergic_to", "peanuts")]),
        ("I'm allergic to penicillin, sorry, I meant amoxicillin.", [("allergic_to", "amoxicillin")]),
        ("I'm not allergic to penicillin, sorry, I meant amoxicillin.", [("allergic_to", "not amoxicillin")]),
    ],
)
def test_a_contrast_says_what_is_so(content: str, claimed: list[tuple[str, str]]) -> None:
    assert said(content) == claimed


@pytest.mark.parametrize(
    "content", ["我这次不是想买车，是想买房。", "他不是我哥哥，是我弟弟。", "不是钱的问题，是时间的问题。"]
)
def test_a_contrast_of_reasons_claims_nothing(content: str) -> None:
    assert said(content) == []


@pytest.mark.parametrize(
    ("content", "claimed"),
    [
        ("The doctor said I'm allergic to penicillin.", [("allergic_to", "penicillin")]),
        ("My doctor told me that I have diabetes.", [("medical_condition", "diabetes")]),
        ("医生说我其实不是青霉素过敏，只是对阿莫西林过敏。",
         [("allergic_to", "not 青霉素"), ("allergic_to", "阿莫西林")]),
        ("医生说我其实不是糖尿病，只是血糖偏高。", [("medical_condition", "not 糖尿病")]),
        ("Tom said I'm allergic to penicillin.", []),
        ("医生说我住在北京。", []),
    ],
)  # fmt: skip
def test_a_doctors_word_about_health_is_believed_as_told_by_others(
    content: str, claimed: list[tuple[str, str]]
) -> None:
    assert said(content) == claimed
    assert all(one.claim.origin == "inferred" for one in found(content) if one.mood == "asserted")


@pytest.mark.parametrize(
    ("content", "claimed"),
    [
        ("Ｍｙ　ｎａｍｅ　ｉｓ　Ｂｏｂ．", ("name", "Bob")),
        ("Ｉ live in Ｂｅｒｌｉｎ.", ("home", "Berlin")),
        ("我对ｐｅｎｉｃｉｌｌｉｎ过敏。", ("allergic_to", "penicillin")),
        ("我今年２７岁。", ("age", "27")),
    ],
)
def test_full_width_letters_are_read_and_quoted_as_written(content: str, claimed: tuple[str, str]) -> None:
    assert said(content) == [claimed]
    quote = found(content)[0].claim.quote
    assert quote is not None
    assert quote.text == content[quote.start : quote.end]


def test_a_phone_is_no_phone_number() -> None:
    assert ("owns", "Pixel 8") in said("My phone is a Pixel 8.")
    assert not [value for attribute, value in said("My phone is a Pixel 8.") if attribute == "phone"]
    assert ("phone", "555 0199 123") in said("My phone is 555 0199 123.")
