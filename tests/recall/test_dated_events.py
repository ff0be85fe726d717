"""Times told from what a memory says happened on some day, asked on Thursday 18 June 2026."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from doxa import Message
from doxa.text.periods import format_period

NOW = datetime(2026, 6, 18, 15, 30, tzinfo=UTC)
SAID = datetime(2026, 6, 10, 9, tzinfo=UTC)  # a Wednesday


def asked(memory, question):
    reading = memory.recall(question, now=NOW, touch=False).reading
    assert reading.text == question
    return None if reading.period is None else format_period(reading.period, ZoneInfo("UTC"))


@pytest.mark.parametrize(
    ("told", "question", "period"),
    [
        ("I moved to Lisbon on May 2, 2026.", "What did I buy the week after I moved to Lisbon?",
         "2026-05-03 – 2026-05-09"),
        ("We moved to Lisbon on May 2, 2026.", "Whom have I met since we moved to Lisbon?", "2026-05-02 –"),
        ("Tom's wedding was on May 2.", "What did I do two days after Tom's wedding?", "2026-05-04"),
        ("My trip to Rome was from May 2 to May 9.", "What did I eat during my trip to Rome?",
         "2026-05-02 – 2026-05-09"),
        ("My trip to Rome was from May 2 to May 9.", "What did I buy the week after my trip to Rome?",
         "2026-05-10 – 2026-05-16"),
        ("My trip to Rome was from May 2 to May 9.", "What did I pack before my trip to Rome?", "– 2026-05-01"),
        ("It rained. I ran the charity race last Sunday.", "How did I feel the day after the charity race?",
         "2026-06-08"),
        ("I ran the charity race last Sunday.", "What did I do after the charity race to relax?", "2026-06-08 –"),
        ("My surgery is on July 3.", "What must I do before my surgery?", "– 2026-07-02"),
        ("我2026年5月2日搬到了上海。", "搬到上海之后我买了什么？", "2026-05-03 –"),
        ("我上周日做了手术。", "手术后一周我吃了什么？", "2026-06-08 – 2026-06-14"),
        ("我们的婚礼在2025年5月2日。", "婚礼之后我们去了哪里？", "2025-05-03 –"),
        ("五月二号到五月九号我们去罗马旅行了。", "在罗马旅行期间我吃了什么？", "2026-05-02 – 2026-05-09"),
        ("毕业典礼是2024年6月20日。", "毕业典礼那天我在哪？", "2024-06-20"),
        ("考试在2026年6月3日。", "考试前一周我做了什么？", "2026-05-27 – 2026-06-02"),
    ],
)  # fmt: skip
def test_a_time_is_told_from_what_happened(open_memory, told, question, period):
    memory = open_memory(embedder=None, user="ana", tz="UTC")
    memory.add([Message("user", told, SAID, "Ana")])
    assert asked(memory, question) == period


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ("I like tea.", "What did I do after my trip to Rome?"),
        ("My trip to Rome was lovely.", "What did I do after my trip to Rome?"),  # no day beside it
        ("My trip to Rome was on May 2.", "What did I do after my trip to Paris?"),  # another one
        ("My trip was on May 2.", "What did I do after my trip to Paris?"),
        ("I left on May 2 and my trip to Rome began on May 3.", "What did I do after my trip to Rome?"),  # which?
        ("My trip to Rome was great. I was ill on May 2.", "What did I do after my trip to Rome?"),
        ("I had lunch on May 2.", "What should I do after lunch?"),
        ("The course of the river changed in May.", "What happened during the course of our talk?"),
        ("我五月二号去了北京。", "搬到上海之后我买了什么？"),
        ("我喜欢上海。", "搬到上海之后我买了什么？"),
        ("我以前住在上海。", "我以前住在哪里？"),
    ],
)
def test_what_no_memory_dates_bounds_nothing(open_memory, told, question):
    memory = open_memory(embedder=None, user="ana", tz="UTC")
    memory.add([Message("user", told, SAID, "Ana")], extract=False)
    assert asked(memory, question) is None


def test_a_time_that_is_told_in_words_is_looked_up_nowhere(open_memory):
    memory = open_memory(embedder=None, user="ana", tz="UTC")
    memory.add([Message("user", "The last Friday of term was May 2.", SAID, "Ana")], extract=False)
    assert asked(memory, "What did I do after the last Friday?") == "2026-06-13 –"


def test_what_somebody_else_did_is_found_under_their_name(open_memory):
    memory = open_memory(embedder=None, user="ana", tz="UTC")
    memory.add([Message("user", "I ran the charity race on May 2.", SAID, "Melanie")], extract=False)
    assert asked(memory, "What did Bo do after Melanie's charity race?") == "2026-05-03 –"
    assert asked(memory, "What did Bo do after Caroline's charity race?") is None


def test_others_memories_date_nothing(open_memory):
    open_memory(embedder=None, user="bo", tz="UTC").add([Message("user", "My trip to Rome was on May 2.", SAID, "Bo")])
    assert asked(open_memory(embedder=None, user="ana", tz="UTC"), "What did I do after my trip to Rome?") is None
