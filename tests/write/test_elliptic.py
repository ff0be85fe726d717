"""Corrections that say only what was wrong and what is right."""

from __future__ import annotations

import pytest

from doxa import ManualClock, Memory


def texts(memory: Memory) -> list[str]:
    """What is believed, in words."""
    return sorted(each.claim.text for each in memory.list().items if each.claim is not None)


@pytest.mark.parametrize(
    ("said", "right", "believed"),
    [
        ("Felix works at Spotify.", "Actually it's not Spotify, it's SoundCloud.", ["Felix works for SoundCloud"]),
        ("Felix works at Spotify.", "Sorry, I meant SoundCloud.", ["Felix works for SoundCloud"]),
        ("Felix works at Spotify.", "Correction: it's SoundCloud, not Spotify.", ["Felix works for SoundCloud"]),
        ("I live in Oslo and work at Acme.", "Not Oslo, Bergen.", ["user lives in Bergen", "user works for Acme"]),
        (
            "I live in Oslo and work at Acme.",
            "Make that Bergen, not Oslo.",
            ["user lives in Bergen", "user works for Acme"],
        ),
        ("My husband is called Max.", "Sorry, his name is Marc.", ["user's husband is called Marc"]),
        ("My husband Max plays chess.", "Sorry, his name is Marc.", ["Marc plays chess", "user's husband is Marc"]),
        ("I'm allergic to penicillin.", "Sorry, I meant amoxicillin.", ["user is allergic to amoxicillin"]),
        ("我弟弟在腾讯工作。", "不对，不是腾讯，是阿里。", ["用户的弟弟在阿里工作"]),
        ("我住在上海浦东。", "不是浦东，我说错了，是徐汇。", ["用户住在上海徐汇"]),
        ("我住在上海。", "我家住五楼", ["用户住在上海"]),
        ("我叫林静。", "我是颜控。", ["用户名叫林静"]),
        ("我的手机号是13900000000", "我的手机号换了,新的是13800001111", ["用户的电话是13800001111"]),
        ("我的手机号是13900000000", "我换手机号了，新号是13800001111", ["用户的电话是13800001111"]),
        ("我在腾讯工作。", "说错了，是阿里", ["用户在阿里工作"]),
        ("我在騰訊工作。", "說錯了，是網易", ["用户在網易工作"]),
        ("我對花生過敏。", "說錯了，不是花生，是開心果。", ["用户对開心果过敏"]),
        ("我女儿三岁。", "更正，是四岁。", ["用户的女儿今年四岁"]),
        ("我喜欢吃苹果。", "不是苹果，是梨。", ["用户喜欢梨"]),
    ],
)
def test_a_value_is_put_right_without_its_sentence(
    memory: Memory, clock: ManualClock, said: str, right: str, believed: list[str]
) -> None:
    memory.add(said)
    clock.advance(minutes=1)
    memory.add(right)
    assert texts(memory) == believed


@pytest.mark.parametrize(
    ("said", "believed"),
    [
        ("Felix works at Spotify. Actually it's not Spotify, it's SoundCloud.", "Felix works for SoundCloud"),
        ("Felix works at Spotify. Oops, SoundCloud, not Spotify.", "Felix works for SoundCloud"),
        ("我在腾讯工作。不对，不是腾讯，是阿里。", "用户在阿里工作"),
    ],
)
def test_a_value_is_put_right_in_the_same_message(memory: Memory, said: str, believed: str) -> None:
    memory.add(said)
    assert texts(memory) == [believed]


@pytest.mark.parametrize(
    ("said", "after"),
    [
        ("I like sushi.", "It's not a bug, it's a feature."),
        ("I like sushi.", "It's not that, it's the price."),
        ("I live in Oslo.", "Not now, maybe later."),
        ("I am 34 years old.", "It's not 34, it's Lisbon."),
        ("I live in Oslo.", "Is it not Oslo, but Rome?"),
        ("I live in Oslo and work at Acme.", "Sorry, I meant Rome."),
        ("I live in Oslo.", "Sorry, I meant to ask something else."),
        ("我喜欢吃苹果。", "不是钱的问题，是时间的问题。"),
        ("我在腾讯工作。", "不对，是我太累了。"),
    ],
)
def test_nothing_is_put_right_by_words_that_do_not_say_what(
    memory: Memory, clock: ManualClock, said: str, after: str
) -> None:
    memory.add(said)
    before = texts(memory)
    clock.advance(minutes=1)
    memory.add(after)
    assert texts(memory) == before != []


def test_a_time_is_put_right(memory: Memory, clock: ManualClock) -> None:
    memory.add("I quit smoking last March.")
    clock.advance(minutes=1)
    memory.add("Oops, I meant May, not March.")
    [valid] = [each.valid for each in memory.list().items if each.claim is not None]
    assert valid is not None
    assert valid.start is not None
    assert valid.start.month == 5
