"""Whom "he" and "she" stand for, messages after the name was said."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from doxa import ManualClock, Memory, Message

START = datetime(2026, 1, 1, 12, tzinfo=UTC)


def claims_of(memory: Memory, *messages: str, session: str | None = "s") -> list[str]:
    """What the last of some messages claims, each a day after the one before."""
    for day, text in enumerate(messages):
        receipt = memory.add([Message("user", text, START + timedelta(days=day))], session=session)
    return [each.text for each in receipt.beliefs[1:]]


@pytest.mark.parametrize(
    ("messages", "claimed"),
    [
        (["My brother Tom lives in Graz.", "He moved to Basel."], ["Tom lives in Basel"]),
        (["My sister works at Acme.", "Nice weather.", "She is a lawyer."], ["user's sister works as lawyer"]),
        (["My friend Lena works at Siemens. She lives in Munich.", "Her birthday is on May 3."],
         ["Lena's birthday is May 3"]),
        (["My sister lives in Oslo.", "My brother lives in Rome.", "She is a doctor."],
         ["user's sister works as doctor"]),
        (["Tom and Anna work at Acme.", "She lives in Oslo."], ["Anna lives in Oslo"]),
        (["I have a dog.", "Her name is Pixel."],
         ["user's dog is called Pixel", "user's dog is Pixel"]),
        (["My husband plays chess.", "His name is Marc.", "He works at Acme."], ["Marc works for Acme"]),
        (["我弟弟小明住在武汉。", "他上个月搬到深圳了。"], ["小明住在深圳"]),
        (["我弟弟小明住在武汉。", "他在腾讯上班。", "他住在深圳。"], ["小明住在深圳"]),
        (["我有一个姐姐。", "她叫王芳。", "她住在上海。"], ["王芳住在上海"]),
    ],
)  # fmt: skip
def test_a_pronoun_stands_for_who_came_up_before(memory: Memory, messages: list[str], claimed: list[str]) -> None:
    assert claims_of(memory, *messages) == claimed


@pytest.mark.parametrize(
    "messages",
    [
        ["My brother Tom lives in Graz.", "My boss Bob lives in Wien.", "He moved to Basel."],
        ["My friend Anna lives in Oslo.", "He moved to Bergen."],
        ["I live in Graz.", "He moved to Basel."],
        ["My brother Tom lives in Graz.", "Hm.", "What now?", "Go on.", "Thanks.", "He moved to Basel."],
        ["My husband Max plays chess.", "His name is Marc."],
        ["我弟弟小明住在武汉。", "我同事李强住在北京。", "他搬到深圳了。"],
        ["我姐姐王芳住在武汉。", "他搬到深圳了。"],
    ],
)
def test_a_pronoun_that_may_stand_for_two_or_for_nobody_claims_nothing(memory: Memory, messages: list[str]) -> None:
    assert claims_of(memory, *messages) == []


def test_the_people_of_another_session_or_another_day_are_not_meant(memory: Memory) -> None:
    memory.add([Message("user", "My brother Tom lives in Graz.", START)], session="other")
    assert claims_of(memory, "He moved to Basel.") == []
    assert claims_of(memory, "My sister Ana lives in Graz.", "She moved to Basel.", session=None) == []


def test_without_a_session_what_was_just_said_is_before(memory: Memory, clock: ManualClock) -> None:
    memory.add("My brother Tom lives in Graz.")
    clock.advance(minutes=2)
    assert [each.text for each in memory.add("He moved to Basel.").beliefs[1:]] == ["Tom lives in Basel"]


def test_a_pronoun_reaches_back_within_a_consolidated_session(open_memory: Callable[..., Memory]) -> None:
    memory = open_memory(user="ana")
    for text in ("My brother Tom lives in Graz.", "He moved to Basel."):
        memory.sessions.append(text, session="s")
    memory.consolidate(session="s")
    assert "Tom lives in Basel" in [each.text for each in memory.list(kinds=["profile"]).items]


def test_what_was_said_of_a_pronoun_can_be_taken_back(memory: Memory) -> None:
    claims_of(memory, "My mom is visiting.", "She lives in Ohio.", "Scrap that.")
    assert all("Ohio" not in hit.belief.text for hit in memory.recall("Where does my mom live?").hits)


def test_a_company_behind_for_is_nobody_a_pronoun_stands_for(memory: Memory) -> None:
    claimed = claims_of(memory, "Carla moved to Lisbon. She works for Lufthansa now.", "She is married to Rui.")
    assert claimed == ["Carla's partner is Rui"]
    assert "Carla works for Lufthansa" in [each.text for each in memory.list(kinds=["profile"]).items]
