"""Traditional characters are read by the rules for simplified ones and given back as they were written."""

from __future__ import annotations

import pytest

from tests.write.extract.reading import found, slots


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("我對花生過敏", ("user", "allergic_to", "花生", True)),
        ("我買了一台新電腦", ("user", "owns", "一台新電腦", True)),
        ("我搬到了東京", ("user", "home", "東京", True)),
        ("王麗住在廣州", ("王麗", "home", "廣州", True)),
        ("我最喜歡的顏色是藍色", ("user", "favourite_颜色", "藍色", True)),
        ("我不再喜歡爵士樂了", ("user", "likes", "爵士樂", False)),
    ],
)
def test_a_claim_keeps_the_characters_it_was_said_in(content: str, expected: tuple[str, str, str, bool]) -> None:
    assert slots(content) == [expected]
    quote = found(content)[0].claim.quote
    assert quote is not None
    assert content[quote.start : quote.end] == quote.text


def test_who_speaks_is_called_as_they_call_themselves() -> None:
    assert slots("我住在臺北", speaker="陳偉") == [("陳偉", "home", "臺北", True)]
    assert slots("陳偉住在臺北", known_people={"陳偉": "Wei"}) == [("Wei", "home", "臺北", True)]
