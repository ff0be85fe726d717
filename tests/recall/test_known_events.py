"""Periods told from days that the memory knows, asked on Thursday 18 June 2026."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from doxa.text.periods import format_period

NOW = datetime(2026, 6, 18, 15, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("told", "question", "period"),
    [
        ("My birthday is March 5.", "Where was I before my birthday?", "– 2026-03-04"),
        ("I was born on 5 March 1990.", "What did I do the week after my birthday?", "2026-03-06 – 2026-03-12"),
        ("Bob's birthday is on June 3rd.", "What happened on Bob's birthday?", "2026-06-03"),
        ("My wedding is on May 2 2025.", "What have I bought since the wedding?", "2025-05-02 –"),
        ("我的生日是三月五号。", "我生日之前去了哪里？", "– 2026-03-04"),
        ("小明的生日是6月8日。", "小明生日那天吃了什么？", "2026-06-08"),
        ("My birthday is March 5.", "Where was I before my last birthday?", "– 2026-03-04"),
        ("My birthday is March 5.", "Between my birthday and Easter, where did I go?", "2026-03-05 – 2026-04-05"),
        ("My birthday is March 5.", "What did I do during my birthday week?", "2026-03-02 – 2026-03-08"),
        ("My birthday is March 5.", "Where did I go on my birthday last year?", "2025-03-05"),
        ("My mom's birthday is April 4.", "What did I buy before my mother's birthday?", "– 2026-04-03"),
        (
            "My mother's birthday is April 4.",
            "What did I buy the week before mom's birthday?",
            "2026-03-28 – 2026-04-03",
        ),
        ("我的生日是三月五号。", "我去年生日那天在哪？", "2025-03-05"),
        ("我的生日是三月五号。", "我生日后一周做了什么？", "2026-03-06 – 2026-03-12"),
        ("我妈妈的生日是四月四号。", "妈妈生日之前我买了什么？", "– 2026-04-03"),
        ("我妈妈的生日是四月四号。", "我妈生日那周做了什么？", "2026-03-30 – 2026-04-05"),
    ],
)
def test_a_time_is_told_from_a_day_that_is_known(open_memory, told, question, period):
    memory = open_memory(embedder=None, user="ana", tz="UTC")
    memory.add(told)
    reading = memory.recall(question, now=NOW, touch=False).reading
    assert reading.text == question
    assert reading.period is not None
    assert format_period(reading.period, ZoneInfo("UTC")) == period


@pytest.mark.parametrize("question", ["Where was I before my birthday?", "我生日之前去了哪里？", "before my lunch"])
def test_a_day_that_is_not_known_bounds_nothing(open_memory, question):
    memory = open_memory(embedder=None, user="ana", tz="UTC")
    memory.add("I like tea.")
    assert memory.recall(question, now=NOW, touch=False).reading.period is None
