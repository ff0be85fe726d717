"""Periods of time in English and Chinese, told on Thursday 18 June 2026, 15:30 in Shanghai."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.errors import NaiveDatetime
from doxa.records import Period
from doxa.text.periods import FoundPeriod, find_periods, format_period, resolve_period

SHANGHAI = timezone(timedelta(hours=8))
NOW = datetime(2026, 6, 18, 15, 30, tzinfo=SHANGHAI)

DAYS = """
前天去哪了 = 2026-06-16
大前天吃了什么 = 2026-06-15
昨天 = 2026-06-17
今天的安排 = 2026-06-18
明天 = 2026-06-19
后天 = 2026-06-20
大后天 = 2026-06-21
上周五 = 2026-06-12
下周一 = 2026-06-22
周三开了会 = 2026-06-17
周六要开会 = 2026-06-20
三天前 = 2026-06-15
2024年3月5日 = 2024-03-05
二〇二四年三月五号 = 2024-03-05
3月5日 = 2026-03-05
那个6月8日过的节 = 2026-06-08
上个月5号 = 2026-05-05
下个月三号 = 2026-07-03
今年国庆 = 2026-10-01
圣诞节的前一天 = 2025-12-24
the day before yesterday = 2026-06-16
what did we discuss yesterday = 2026-06-17
tomorrow = 2026-06-19
the day after tomorrow = 2026-06-20
last Friday = 2026-06-12
last Thursday = 2026-06-11
this Friday = 2026-06-19
next Friday = 2026-06-26
we met on Monday = 2026-06-15
we will meet on Monday = 2026-06-22
ten days ago = 2026-06-08
twenty-five days ago = 2026-05-24
a week ago today = 2026-06-11
in three days = 2026-06-21
2026-06-01 = 2026-06-01
2026/6/1 = 2026-06-01
June 1 2026 = 2026-06-01
June 1st, 2026 = 2026-06-01
1 June = 2026-06-01
the 1st of June 2025 = 2025-06-01
Friday, June 5 = 2026-06-05
6/1/2026 = 2026-06-01
13/6/2026 = 2026-06-13
1.6.2026 = 2026-06-01
Feb 29 = 2024-02-29
on the 5th = 2026-06-05
New Year's Eve = 2025-12-31
two weeks before June 3 = 2026-05-20
the Friday before June 3 = 2026-05-29
the day after last Friday = 2026-06-13
the second Monday of June = 2026-06-08
the last day of the month = 2026-06-30
two Mondays ago = 2026-06-08
a week from Friday = 2026-06-26
Wed, 3 June = 2026-06-03
6月的第二个周一 = 2026-06-08
3月5日星期四 = 2026-03-05
去年的今天 = 2025-06-18
今年最后一天 = 2026-12-31
春节期间去了哪 = 2026-02-17
去年春节 = 2025-01-29
除夕那天 = 2026-02-16
今年中秋节 = 2026-09-25
五一去了哪 = 2026-05-01
去年端午 = 2025-05-31
Easter = 2026-04-05
last Thanksgiving = 2025-11-27
on Mother's Day = 2026-05-10
Chinese New Year = 2026-02-17
正月初一 = 2026-02-17
腊月廿三 = 2026-02-10
农历八月十五 = 2025-10-06
農曆新年 = 2026-02-17
冬至 = 2025-12-21
双十一 = 2025-11-11
大大前天 = 2026-06-14
大大后天 = 2026-06-22
下個禮拜三 = 2026-06-24
上周  五 = 2026-06-12
Black Friday = 2025-11-28
Memorial Day = 2026-05-25
Easter Monday = 2026-04-06
the last Friday in May = 2026-05-29
大年初三 = 2026-02-19
1-Jun-2026 = 2026-06-01
3  days  ago = 2026-06-15
on Monday the 8th = 2026-06-08
the Friday before last = 2026-06-05
the Thursday before last = 2026-06-04
the Friday after next = 2026-07-03
two Christmases ago = 2024-12-25
two Easters ago = 2025-04-20
国庆第二天 = 2025-10-02
圣诞节后的第三天 = 2025-12-28
上个月的今天 = 2026-05-18
去年的今日 = 2025-06-18
this day last year = 2025-06-18
the same day last month = 2026-05-18
last Independence Day = 2025-07-04
MLK Day = 2026-01-19
Columbus Day = 2025-10-13
Pentecost = 2026-05-24
on New Year's = 2026-01-01
元宵那天 = 2026-03-03
腊八节 = 2026-01-26
五四青年节 = 2026-05-04
tmrw = 2026-06-19
yday = 2026-06-17
"""

SPANS = """
上星期 = 2026-06-08 – 2026-06-14
本周日程 = 2026-06-15 – 2026-06-21
三十天內 = 2026-05-19 – 2026-06-18
2026 年 6 月 = 2026-06
上上年 = 2024
98年出生 = 1998
２０２５年第三季 = 2025-07 – 2025-09
2026Q1 = 2026-01 – 2026-03
2025年前三季度 = 2025-01 – 2025-09
今年头两个月 = 2026-01 – 2026-02
前两个月 = 2026-04-18 – 2026-06-18
06/2026 = 2026-06
in '98 = 1998
三十年代 = 1930 – 1939
20年代 = 2020 – 2029
2025 H2 = 2025-07 – 2025-12
last wk = 2026-06-08 – 2026-06-14
the last week of May = 2026-05-25 – 2026-05-31
the last month of 2025 = 2025-12
last week of school = 2026-06-08 – 2026-06-14
上上周 = 2026-06-01 – 2026-06-07
下周一起去 = 2026-06-22 – 2026-06-28
上周末 = 2026-06-13 – 2026-06-14
两周前 = 2026-06-01 – 2026-06-07
几天前 = 2026-06-12 – 2026-06-16
近 7 天 = 2026-06-11 – 2026-06-18
过去30天内 = 2026-05-19 – 2026-06-18
一周内去了哪 = 2026-06-11 – 2026-06-18
一周内要完成 = 2026-06-18 – 2026-06-25
未来三天 = 2026-06-18 – 2026-06-21
最近 = 2026-05-19 – 2026-06-18
本月 = 2026-06
within the next week = 2026-06-18 – 2026-06-25
in January and February = 2026-01 – 2026-02
the summer before last = 2024-06 – 2024-08
一月和二月去了哪 = 2026-01 – 2026-02
the week after Easter = 2026-04-06 – 2026-04-12
春节之后去了哪 = 2026-02-18 –
since Thanksgiving = 2025-11-27 –
上个月的账单 = 2026-05
上上个月 = 2026-04
下个月 = 2026-07
三个月前 = 2026-03
半年前 = 2025-12
三月 = 2026-03
今年 = 2026
去年 = 2025
前年 = 2024
2019年 = 2019
去年夏天 = 2025-06 – 2025-08
明年春天 = 2027-03 – 2027-05
上半年 = 2026-01 – 2026-06
去年下半年 = 2025-07 – 2025-12
2024年第三季度 = 2024-07 – 2024-09
上个季度 = 2026-01 – 2026-03
年底 = 2026-09 – 2026-12
3月底 = 2026-03-21 – 2026-03-31
08年 = 2008
6月初到7月底 = 2026-06-01 – 2026-07-31
从2019年到2021年 = 2019 – 2021
月底前 = – 2026-06-30
三月之前 = – 2026-02
周五前 = – 2026-06-18
九十年代 = 1990 – 1999
20世纪80年代 = 1980 – 1989
从3月到5月 = 2026-03 – 2026-05
2024年3月到5月 = 2024-03 – 2024-05
去年12月到今年2月 = 2025-12 – 2026-02
6月3日至5日 = 2026-06-03 – 2026-06-05
2019到2021年 = 2019 – 2021
3月和5月之间 = 2026-03 – 2026-05
2019年以来 = 2019 –
2019年之前 = – 2018
截至上周五 = – 2026-06-12
last week = 2026-06-08 – 2026-06-14
this week = 2026-06-15 – 2026-06-21
the week after next week = 2026-06-29 – 2026-07-05
the week after June 3 = 2026-06-04 – 2026-06-10
the week before Christmas = 2025-12-18 – 2025-12-24
the weekend before last = 2026-06-06 – 2026-06-07
last weekend = 2026-06-13 – 2026-06-14
this weekend = 2026-06-20 – 2026-06-21
two weeks ago = 2026-06-01 – 2026-06-07
a few days ago = 2026-06-12 – 2026-06-16
the past 10 days = 2026-06-08 – 2026-06-18
over the past year = 2025-06-18 – 2026-06-18
we must finish within two weeks = 2026-06-18 – 2026-07-02
last month = 2026-05
next month = 2026-07
in March = 2026-03
in March 2024 = 2024-03
last August = 2025-08
next July = 2026-07
last quarter = 2026-01 – 2026-03
Q3 2024 = 2024-07 – 2024-09
the first half of 2024 = 2024-01 – 2024-06
last year = 2025
next year = 2027
in 2019 = 2019
last summer = 2025-06 – 2025-08
this spring = 2026-03 – 2026-05
summer of 2023 = 2023-06 – 2023-08
early March = 2026-03-01 – 2026-03-10
the end of last month = 2026-05-21 – 2026-05-31
the 90s = 1990 – 1999
in the nineties = 1990 – 1999
the 1850s = 1850 – 1859
since 2019 = 2019 –
until June 3 2026 = – 2026-06-03
before June 3 2026 = – 2026-06-02
after Christmas = 2025-12-26 –
by Friday = – 2026-06-19
between March and May = 2026-03 – 2026-05
from Monday to Wednesday = 2026-06-15 – 2026-06-17
from November to February = 2025-11 – 2026-02
from March to May 2024 = 2024-03 – 2024-05
June 3-5, 2024 = 2024-06-03 – 2024-06-05
2019-2021 = 2019 – 2021
the first week of March = 2026-03-01 – 2026-03-07
the early 90s = 1990 – 1993
2024-Q3 = 2024-07 – 2024-09
2026-W23 = 2026-06-01 – 2026-06-07
in the coming weeks = 2026-06-18 – 2026-07-30
by the end of the month = – 2026-06-30
大后年 = 2029
大大后年 = 2030
两三天前 = 2026-06-15 – 2026-06-16
三五天前 = 2026-06-13 – 2026-06-15
三四个月前 = 2026-02 – 2026-03
七八年前 = 2018 – 2019
十七八年前 = 2008 – 2009
二三十年前 = 1996 – 2006
我两三天后出发 = 2026-06-20 – 2026-06-21
最近两三天 = 2026-06-15 – 2026-06-18
过去三四年 = 2022-06-18 – 2026-06-18
十几年前 = 2007 – 2015
二十多年前 = 1997 – 2005
30多天前 = 2026-05-10 – 2026-05-18
几十年前 = 1936 – 2006
两年多前 = 2023 – 2024
一个多月前 = 2026-04 – 2026-05
三个多星期前 = 2026-05-18 – 2026-05-31
two or three days ago = 2026-06-15 – 2026-06-16
2-3 days ago = 2026-06-15 – 2026-06-16
three to four years ago = 2022 – 2023
in two or three weeks = 2026-06-29 – 2026-07-12
twenty-odd years ago = 1997 – 2005
前段时间 = 2026-04-19 – 2026-06-18
前一阵子 = 2026-04-19 – 2026-06-18
不久之前 = 2026-04-19 – 2026-06-18
not long ago = 2026-04-19 – 2026-06-18
上个世纪 = 1900 – 1999
二十世纪初 = 1900 – 1932
19世纪末 = 1867 – 1899
本世纪 = 2000 – 2099
the 20th century = 1900 – 1999
in the nineteenth century = 1800 – 1899
last century = 1900 – 1999
two summers ago = 2024-06 – 2024-08
three winters ago = 2023-12 – 2024-02
两个夏天前 = 2024-06 – 2024-08
week 23 of 2026 = 2026-06-01 – 2026-06-07
2026年第23周 = 2026-06-01 – 2026-06-07
the first three months of 2025 = 2025-01 – 2025-03
the last two weeks of May = 2026-05-18 – 2026-05-31
去年最后一个季度 = 2025-10 – 2025-12
今年最后两个月 = 2026-11 – 2026-12
去年头三天 = 2025-01-01 – 2025-01-03
前天和昨天 = 2026-06-16 – 2026-06-17
上周和这周 = 2026-06-08 – 2026-06-21
昨天还是今天 = 2026-06-17 – 2026-06-18
yesterday and today = 2026-06-17 – 2026-06-18
yesterday or today = 2026-06-17 – 2026-06-18
between Christmas and New Year = 2025-12-25 – 2026-01-01
6月1日之前我住在哪里 = – 2026-05-31
6月1日前要交什么作业 = – 2027-05-31
Where did I live before June 1? = – 2026-05-31
What is due by March 1? = – 2027-03-01
last yr = 2025
3 mos ago = 2026-03
up to last week = – 2026-06-14
"""

HOURS = """
下午3点 = 2026-06-18 15:00 – 2026-06-18 16:00
早上 = 2026-06-18 06:00 – 2026-06-18 12:00
昨晚八点 = 2026-06-17 20:00 – 2026-06-17 21:00
明天下午3点半 = 2026-06-19 15:30 – 2026-06-19 15:31
下周一上午9点一刻 = 2026-06-22 09:15 – 2026-06-22 09:16
下午3点到5点 = 2026-06-18 15:00 – 2026-06-18 17:00
2026年6月18日（周四）晚上8点 = 2026-06-18 20:00 – 2026-06-18 21:00
between 3 and 5 pm = 2026-06-18 15:00 – 2026-06-18 17:00
from 9 am to 5 pm = 2026-06-18 09:00 – 2026-06-18 17:00
yesterday at 3 = 2026-06-17 15:00 – 2026-06-17 16:00
the night before last = 2026-06-16 18:00 – 2026-06-17 06:00
时间是2026-06-20 9:00 = 2026-06-20 09:00 – 2026-06-20 09:01
一小时前 = 2026-06-18 14:00 – 2026-06-18 15:00
5 pm = 2026-06-18 17:00 – 2026-06-18 18:00
tomorrow at 5:30 pm = 2026-06-19 17:30 – 2026-06-19 17:31
11 am on June 3 = 2026-06-03 11:00 – 2026-06-03 12:00
last night = 2026-06-17 18:00 – 2026-06-18 06:00
yesterday morning = 2026-06-17 06:00 – 2026-06-17 12:00
3 hours ago = 2026-06-18 12:00 – 2026-06-18 13:00
2026-06-01T12:30:00Z = 2026-06-01 20:30 – 2026-06-01 20:31
"""


def found(text: str) -> list[FoundPeriod]:
    return find_periods(text, now=NOW, tz=SHANGHAI)


def pairs(table: str) -> list[tuple[str, str]]:
    return [(text, shown) for text, _, shown in (line.partition(" = ") for line in table.strip().splitlines())]


@pytest.mark.parametrize(("text", "shown"), pairs(DAYS))
def test_a_phrase_names_one_whole_day(text: str, shown: str) -> None:
    (one,) = found(text)
    day = datetime.fromisoformat(shown).replace(tzinfo=SHANGHAI)
    assert one.period == Period(day, day + timedelta(days=1), "day")


@pytest.mark.parametrize(("text", "shown"), pairs(SPANS))
def test_a_phrase_names_a_span_of_days(text: str, shown: str) -> None:
    (one,) = found(text)
    assert format_period(one.period, SHANGHAI) == shown


@pytest.mark.parametrize(("text", "shown"), pairs(HOURS))
def test_a_phrase_names_a_time_of_day(text: str, shown: str) -> None:
    (one,) = found(text)
    assert one.period.precision == "instant"
    assert format_period(one.period, SHANGHAI) == shown


@pytest.mark.parametrize(
    "text",
    [
        "",
        "February 30",
        "February 30, 2024",
        "2026-02-30",
        "2月30日",
        "2026年2月30日下午3点",
        "Feb 29 2025",
        "13月",
        "80年历史",
        "2025H3",
        "June 5 - he may march on, sat in the sun",
        "June said that April may come with August",
        "every Monday",
        "I usually run on Monday",
        "每周三",
        "我早上通常跑步",
        "99999 years ago",
        "9999-12-31",
        "version 3.2.1 of 2000 people",
        "有一点累, 一起去",
        "他住5号楼",
        "It took 2000 km and 1/2 a page",
        "my new year resolutions",
        "他三四岁, 十多个人目前不久留",
        "may mo go",
    ],
)
def test_what_names_no_time_gives_nothing(text: str) -> None:
    assert [one for one in found(text) if text[one.start : one.end] != "June 5"] == []


def test_how_long_something_took_is_no_time_ahead() -> None:
    assert found("I finished it in two days") == []


def test_every_phrase_of_a_text_is_found_where_it_stands() -> None:
    text = "We met last week; 今天下午3点 we meet again, and on June 3, 2027 once more."
    assert [text[one.start : one.end] for one in found(text)] == ["last week", "今天下午3点", "June 3, 2027"]
    spaced = "我在 2026 年  6 月 见过他, 3  days  ago"
    assert [spaced[one.start : one.end] for one in found(spaced)] == ["2026 年  6 月", "3  days  ago"]


def test_a_found_period_tells_how_it_was_said() -> None:
    said = [(one.kind, one.relative, one.direction) for one in found("since 2019, last week, tomorrow, 2024年3月")]
    assert said == [
        ("since", False, "present"),
        ("week", True, "past"),
        ("day", True, "future"),
        ("month", False, "past"),
    ]


def test_full_width_and_traditional_forms_are_read() -> None:
    assert [one.period for one in found("２０２４年３月")] == [one.period for one in found("2024年3月")]
    assert [one.period for one in found("這個月")] == [one.period for one in found("这个月")]


def test_a_day_of_a_clock_change_is_whole() -> None:
    new_york = ZoneInfo("America/New_York")
    now = datetime(2026, 3, 9, 9, tzinfo=new_york)
    period = resolve_period("yesterday", now=now, tz=new_york)
    assert period == Period(datetime(2026, 3, 8, 5, tzinfo=UTC), datetime(2026, 3, 9, 4, tzinfo=UTC), "day")


def test_a_day_whose_midnight_is_skipped_begins_with_its_first_instant() -> None:
    sao_paulo = ZoneInfo("America/Sao_Paulo")
    period = resolve_period("2018-11-04", now=NOW, tz=sao_paulo)
    assert period == Period(datetime(2018, 11, 4, 3, tzinfo=UTC), datetime(2018, 11, 5, 2, tzinfo=UTC), "day")


def test_today_is_the_speakers_today() -> None:
    midnight = datetime(2026, 6, 18, 20, tzinfo=UTC)
    assert resolve_period("今天", now=midnight, tz=SHANGHAI) == resolve_period("2026-06-19", now=NOW, tz=SHANGHAI)


def test_a_question_is_about_the_narrowest_period_it_names() -> None:
    period = resolve_period("In 2024, what did I do on June 3, 2024?", now=NOW, tz=SHANGHAI)
    assert period is not None
    assert format_period(period, SHANGHAI) == "2024-06-03"
    assert resolve_period("what do I like?", now=NOW, tz=SHANGHAI) is None


def test_a_naive_present_is_refused() -> None:
    with pytest.raises(NaiveDatetime):
        find_periods("today", now=datetime(2026, 6, 18), tz=SHANGHAI)


def test_open_periods_are_shown_open() -> None:
    assert format_period(Period(None, None), SHANGHAI) == "–"
    assert format_period(Period(None, NOW, "year"), SHANGHAI) == "– 2026"


VOCABULARY = """
last this next the week month Friday March summer 2024 30 9999 of in on after before since until from to and a few
days years ago 5 pm at early end 去年 上 下 周 三 月 日 号 年 前 后 到 从 3 点 半 初 底 个 - , / ' :
9999-12-31 0001-01-01 2月30日 1/2
"""
WORDS = st.sampled_from(VOCABULARY.split())


@given(st.text(max_size=60) | st.lists(WORDS, max_size=12).map(" ".join) | st.lists(WORDS, max_size=12).map("".join))
def test_any_text_gives_periods_in_order_that_do_not_end_before_they_begin(text: str) -> None:
    periods = found(text)
    assert all(0 <= one.start < one.end <= len(text) for one in periods)
    assert all(one.end <= other.start for one, other in pairwise(periods))
    ends = [(one.period.start, one.period.end) for one in periods]
    assert all(start is None or end is None or start < end for start, end in ends)


@given(st.datetimes(timezones=st.timezones()), st.lists(WORDS, max_size=6).map(" ".join))
def test_any_present_in_any_zone_is_read_in(now: datetime, text: str) -> None:
    for one in find_periods(text, now=now, tz=now.tzinfo or UTC):
        assert one.period.precision in {"year", "month", "day", "instant"}
