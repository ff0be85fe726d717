"""Traditional characters are read by the rules for simplified ones and given back as they were written."""

from __future__ import annotations

import pytest

from doxa import ManualClock, Memory, Message
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


def texts(memory: Memory) -> list[str]:
    """What is believed, in words."""
    return [each.claim.text for each in memory.list().items if each.claim is not None]


@pytest.mark.parametrize(
    ("said", "after"),
    [
        ("我在騰訊工作。", "當我沒說。"),
        ("我的手機號是13912345678。", "把我的手機號忘了吧。"),
        ("我的家鄉是廣州。", "請刪除我的家鄉。"),
    ],
)
def test_what_was_said_is_taken_back(memory: Memory, clock: ManualClock, said: str, after: str) -> None:
    memory.add(said)
    assert texts(memory) != []
    clock.advance(minutes=1)
    memory.add(after)
    assert texts(memory) == []


@pytest.mark.parametrize(
    ("asked", "reply", "believed"),
    [
        ("你對什麼東西過敏？", "開心果。", "用户对開心果过敏"),
        ("你住在北京嗎？", "不，廣州。", "用户住在廣州"),
        ("你住在臺北嗎？", "是的", "用户住在臺北"),
    ],
)
def test_a_reply_is_read_against_what_was_asked(memory: Memory, asked: str, reply: str, believed: str) -> None:
    memory.add([Message("assistant", asked), Message("user", reply)])
    assert texts(memory) == [believed]


def test_who_a_relative_is_was_said_before(memory: Memory, clock: ManualClock) -> None:
    memory.add("我媽媽叫王芳。")
    clock.advance(minutes=1)
    assert memory.add("我媽媽住在上海。").beliefs[-1].text == "王芳住在上海"
