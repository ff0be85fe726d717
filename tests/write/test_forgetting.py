"""What is asked to be forgotten, in the same message or after it, is not believed."""

from __future__ import annotations

import pytest

from doxa import ManualClock, Memory

PHONE = "My phone number is 0151 2345678."
PHONE_ZH = "我的手机号是13912345678。"


def phones(memory: Memory) -> list[str | None]:
    """Phone numbers that are believed."""
    return [
        each.claim.value for each in memory.list().items if each.claim is not None and each.claim.attribute == "phone"
    ]


@pytest.mark.parametrize(
    ("said", "after"),
    [
        (PHONE, "Please forget my phone number."),
        (PHONE, "Delete that."),
        (PHONE, "Don't save that, please."),
        (PHONE, "Can you delete my number?"),
        (PHONE_ZH, "把我的手机号忘了吧"),
        (PHONE_ZH, "这个别记。"),
        (PHONE_ZH, "请删除我的电话号码。"),
    ],
)
def test_a_message_asks_to_forget(memory: Memory, clock: ManualClock, said: str, after: str) -> None:
    memory.add(said)
    clock.advance(minutes=1)
    receipt = memory.add(after)
    assert receipt.outcomes[-1].reason == "taken_back"
    assert phones(memory) == []


@pytest.mark.parametrize(
    "said",
    [
        f"{PHONE} Forget that, please.",
        f"{PHONE} Delete that.",
        "我的手机号是13912345678，这个别记。",
        f"{PHONE_ZH}别存。",
    ],
)
def test_the_same_message_asks_to_forget(memory: Memory, said: str) -> None:
    memory.add(said)
    assert phones(memory) == []


@pytest.mark.parametrize(
    "after",
    [
        "Don't forget my phone number.",
        "Don't forget that.",
        "Did you forget my phone number?",
        "I forgot my phone number.",
        "Forget my birthday.",
        "Forget my bırthday.",
        "Delete that file from my desktop.",
        "别忘了我的手机号。",
        "我忘了我的手机号",
        "这个别忘了。",
    ],
)
def test_other_words_about_forgetting_forget_nothing(memory: Memory, clock: ManualClock, after: str) -> None:
    memory.add(PHONE)
    clock.advance(minutes=1)
    memory.add(after)
    assert phones(memory) == ["0151 2345678"]


@pytest.mark.parametrize("noun", ["hometown", "home town"])
def test_a_home_town_is_not_where_somebody_lives(memory: Memory, clock: ManualClock, noun: str) -> None:
    memory.add("My hometown is Porto. I live in Lisbon.")
    clock.advance(minutes=1)
    memory.add(f"Please forget my {noun}.")
    assert [each.claim.value for each in memory.list().items if each.claim is not None] == ["Lisbon"]
