"""Which texts are worth a question to a model."""

from __future__ import annotations

import pytest

from doxa.write.novelty import novelty_of, worth_asking


@pytest.mark.parametrize("text", ["ok", "thanks!", "好的", "哈哈", "lol", "What?", "继续"])
def test_chatter_is_not(text):
    assert novelty_of(text, None).score <= 0.3


@pytest.mark.parametrize(
    "text",
    [
        "My sister Anna moved to Berlin.",
        "I'm allergic to peanuts",
        "We decided to switch from Java to Python.",
        "我叫小明，住在上海。",
        "我不喜欢香菜",
        "昨天我奶奶去世了",
        "我對花生過敏",
        "ＭＹ ｎａｍｅ ｉｓ Ｂｏｂ",
        "He died last night",
    ],
)
def test_what_people_tell_of_themselves_is(text):
    assert novelty_of(text, None).score > 0.3


def test_what_is_known_already_is_less_new():
    text = "The meeting room on the second floor has a new projector and better chairs."
    assert novelty_of(text, None).novelty > 0.7
    assert novelty_of(text, 0.97).novelty == pytest.approx(0.05)
    assert novelty_of(text, -0.4).novelty == novelty_of(text, None).novelty


def test_questions_stir_half_as_much_as_cries():
    assert novelty_of("Why??", None).arousal == novelty_of("为何？？", None).arousal == 0.1
    assert novelty_of("Why!!", None).arousal == novelty_of("为何！！", None).arousal == 0.2


def test_one_text_of_several_is_enough():
    assert worth_asking(["ok", "My name is Ann and I live in Rome."], [None, None], 0.3)
    assert not worth_asking(["ok", "thanks"], [None, None], 0.3)
    assert not worth_asking([], [], 0.3)
