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
