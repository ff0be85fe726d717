"""Plans that come to nothing, and preferences that others take the place of."""

from __future__ import annotations

import pytest

from doxa import ManualClock, Memory


def believed(memory: Memory) -> list[str]:
    """What is believed, in words."""
    return [each.claim.text for each in memory.list().items if each.claim is not None]


@pytest.mark.parametrize(
    ("planned", "cancelled", "denied"),
    [
        ("I have a dentist appointment on Friday.", "I cancelled the dentist.",
         "user does not plan to have a dentist appointment"),
        ("I'm moving to Rome in May.", "The move is off.", "user does not plan to move to Rome"),
        ("I'm flying to Oslo next Friday.", "We called off the trip.", "user does not plan to fly to Oslo"),
        ("I'm flying to Oslo next Friday.", "I'm not flying to Oslo anymore.", "user does not plan to fly to Oslo"),
        ("I'm going to run the marathon in June.", "I decided not to run the marathon.",
         "user does not plan to run the marathon"),
        ("下周三我要去看牙医。", "牙医的预约取消了。", "用户不打算去看牙医"),
        ("我下个月要搬到成都。", "不搬了。", "用户不打算搬到成都"),
        ("我打算明年去日本旅游。", "去日本的计划泡汤了。", "用户不打算明年去日本旅游"),
        ("我打算明年去日本旅游。", "我们决定不去日本了。", "用户不打算明年去日本旅游"),
    ],
)  # fmt: skip
def test_a_cancelled_plan_is_planned_no_more(
    memory: Memory, clock: ManualClock, planned: str, cancelled: str, denied: str
) -> None:
    plan = memory.add(planned).beliefs[-1]
    clock.advance(hours=1)
    assert denied in [each.text for each in memory.add(cancelled).beliefs]
    assert plan.text not in believed(memory)


@pytest.mark.parametrize(
    "after",
    [
        "I cancelled the dentist appointment.",
        "If I cancel the dentist, I save money.",
        "I cancelled the dinner.",
        "Is the dentist appointment off?",
        "晚饭取消了。",
    ],
)
def test_no_plan_ends_where_two_are_meant_or_another_or_it_is_only_thought_of(
    memory: Memory, clock: ManualClock, after: str
) -> None:
    memory.add("I have a dentist appointment on Friday.")
    memory.add("I'm going to book a dentist appointment for my son on Monday.")
    clock.advance(hours=1)
    assert all("not plan" not in each.text and "不打算" not in each.text for each in memory.add(after).beliefs)


@pytest.mark.parametrize(
    ("first", "then", "now"),
    [
        ("My favourite editor is Vim.", "I prefer Emacs now.", "user's favourite editor is Emacs"),
        ("My favourite editor is Vim.", "I switched to Emacs.", "user's favourite editor is Emacs"),
        ("My favourite drink is coffee.", "I prefer drinking tea these days.", "user's favourite drink is tea"),
        ("I use VS Code.", "I've switched to Zed.", "user does not use VS Code"),
        ("I prefer tea.", "I prefer coffee now.", "user does not prefer tea"),
        ("I prefer tea.", "I prefer water over tea.", "user does not prefer tea"),
        ("我最喜欢的编辑器是Vim。", "我现在更喜欢Emacs。", "用户最喜欢的编辑器是Emacs"),
        ("我最喜欢的饮料是咖啡。", "我现在更喜欢喝茶了。", "用户最喜欢的饮料是茶"),
        ("我用Chrome。", "我改用Firefox了。", "用户不用Chrome"),
        ("I like coffee.", "I gave up coffee.", "user does not like coffee"),
        ("我喜欢喝咖啡。", "我戒咖啡了。", "用户不喜欢咖啡"),
    ],
)
def test_a_new_preference_takes_the_place_of_the_old_one(
    memory: Memory, clock: ManualClock, first: str, then: str, now: str
) -> None:
    old = memory.add(first).beliefs[-1].text
    clock.advance(days=30)
    memory.add(then)
    assert now in believed(memory)
    assert old not in believed(memory)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("My favourite editor is Vim.", "I prefer tea now."),
        ("My favourite editor is Vim.", "I like Emacs too."),
        ("My favourite editor is Vim.", "I use Emacs."),
        ("I use Chrome.", "I use Chrome and Firefox now."),
        ("My favourite editor is Vim.", "I prefer Emacsish things now."),
        ("我最喜欢的编辑器是Vim。", "我现在更喜欢夏天。"),
    ],
)
def test_what_is_of_another_sort_or_no_change_replaces_nothing(
    memory: Memory, clock: ManualClock, first: str, then: str
) -> None:
    old = memory.add(first).beliefs[-1].text
    clock.advance(days=30)
    memory.add(then)
    assert old in believed(memory)


@pytest.mark.parametrize("ending", ["We broke it off.", "Tom broke it off with me.", "I ended things with Tom."])
def test_a_break_up_in_other_words_ends_the_partner(memory: Memory, clock: ManualClock, ending: str) -> None:
    memory.add("My boyfriend is Tom.")
    clock.advance(days=1)
    memory.add(ending)
    assert "user's boyfriend is Tom" not in believed(memory)


def test_a_cancelled_plan_stays_cancelled_when_its_time_comes_and_another_may_be_made(
    memory: Memory, clock: ManualClock
) -> None:
    memory.add("I'm going to run the Berlin marathon in September.")
    clock.advance(days=60)
    assert memory.add("The marathon is off.").outcomes[-1].verdict == "supersede"
    clock.advance(days=200)
    assert "user plans to run the Berlin marathon" not in believed(memory)


def test_what_is_arranged_anew_after_a_cancellation_can_be_cancelled_again(memory: Memory, clock: ManualClock) -> None:
    for day in ("Friday", "Monday"):
        memory.add(f"I have a dentist appointment on {day}.")
        clock.advance(minutes=5)
        assert memory.add("I cancelled the dentist.").outcomes[-1].verdict == "supersede"


@pytest.mark.parametrize(
    ("first", "then", "denied"),
    [
        ("My husband is called Jonas.", "Jonas and I separated.", "user's husband is no longer Jonas"),
        ("I'm vegetarian.", "I eat fish now.", "user is not vegetarian"),
        ("我在Google上班。", "I left Google, 现在在 Meta.", "user does not work for Google"),
    ],
)
def test_more_endings(memory: Memory, clock: ManualClock, first: str, then: str, denied: str) -> None:
    memory.add(first)
    clock.advance(days=30)
    receipt = memory.add(then)
    assert denied in [each.text for each in receipt.beliefs]


def test_what_is_to_come_is_planned(memory: Memory) -> None:
    assert memory.add("我们下个月结婚！").beliefs[-1].text == "用户打算结婚"
    assert memory.add("我们结婚了。").beliefs[-1].text == "用户结婚了"
