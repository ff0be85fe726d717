"""When a claim holds: read from the time phrase in its clause."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from doxa.records import Period
from tests.write.extract.reading import NOW, found


def period(content: str) -> Period | None:
    return found(content)[0].claim.valid


def days(content: str) -> tuple[date | None, date | None]:
    valid = period(content)
    assert valid is not None
    return valid.start and valid.start.date(), valid.end and valid.end.date()


@pytest.mark.parametrize("content", ["I live in Rome now.", "I'm allergic to nuts.", "I'm 34 today.", "我住在上海。"])
def test_what_holds_now_has_no_period(content: str) -> None:
    assert period(content) is None


@pytest.mark.parametrize(
    ("content", "start", "end"),
    [
        ("I lived in Rome in 2019.", date(2019, 1, 1), date(2020, 1, 1)),
        ("I lived in Rome from 2015 to 2018.", date(2015, 1, 1), date(2019, 1, 1)),
        ("I've lived in Berlin since March.", date(2025, 3, 1), None),
        ("I've lived in Berlin for five years.", date(2020, 6, 18), None),
        ("We moved to Ghent on Saturday.", date(2025, 6, 14), None),
        ("I quit my job at Eni last month.", date(2025, 5, 1), None),
        ("I met Bob yesterday.", date(2025, 6, 17), date(2025, 6, 18)),
        ("I'm flying to Oslo on Friday.", date(2025, 6, 20), date(2025, 6, 21)),
        ("我2015年到2019年住在武汉。", date(2015, 1, 1), date(2020, 1, 1)),
        ("自从三月份以来我一直住在苏州。", date(2025, 3, 1), None),
        ("我住在杭州已经五年了。", date(2020, 6, 18), None),
        ("昨天我去了北京出差。", date(2025, 6, 17), date(2025, 6, 18)),
        ("我去年跳槽到字节了。", date(2024, 1, 1), None),
    ],
)
def test_periods(content: str, start: date | None, end: date | None) -> None:
    assert days(content) == (start, end)


@pytest.mark.parametrize("content", ["We used to live in Cardiff.", "I lived in Cardiff.", "我们以前住在潍坊。"])
def test_what_is_over_ended_nobody_knows_when(content: str) -> None:
    assert period(content) == Period(None, NOW, "year")


def test_a_change_begins_and_a_state_does_not() -> None:
    assert found("I moved to Rome in March.")[0].begins
    assert not found("I've lived in Rome since March.")[0].begins
    assert not found("I live in Rome.")[0].begins


def test_days_are_those_of_the_speakers_zone() -> None:
    from zoneinfo import ZoneInfo

    valid = found("I met Bob yesterday.", tz=ZoneInfo("Asia/Tokyo"))[0].claim.valid
    assert valid is not None
    assert valid.start == datetime(2025, 6, 17, 15, tzinfo=UTC)  # 00:30 on the 19th in Tokyo


@pytest.mark.parametrize(
    ("content", "value", "end"),
    [
        ("I used to smoke but I stopped in 2020.", "yes", (2021, 1)),
        ("I used to live in Oslo but moved away in 2015.", "Oslo", (2016, 1)),
        ("I used to work for BMW and left in March 2019, then studied.", "BMW", (2019, 4)),
        ("我以前抽烟，2020年戒了。", "是", (2021, 1)),
        ("我以前住在巴黎，2019年搬走了。", "巴黎", (2020, 1)),
    ],
)
def test_what_used_to_be_so_was_so_until_it_is_said_to_have_stopped(
    content: str, value: str, end: tuple[int, int]
) -> None:
    [one] = [each.claim for each in found(content) if each.claim.value == value]
    assert one.valid is not None
    assert one.valid.end is not None
    assert (one.valid.start, (one.valid.end.year, one.valid.end.month)) == (None, end)


@pytest.mark.parametrize(
    ("content", "mood", "year"),
    [
        ("我4月去日本旅游。", "plan", 2026),
        ("我四月要去日本旅游。", "plan", 2026),
        ("我4月去了日本旅游。", "asserted", 2025),
        ("我4月去日本玩得很开心。", "asserted", 2025),
        ("我去年4月去日本旅游。", "asserted", 2024),
    ],
)
def test_a_journey_in_a_month_is_to_come_unless_something_says_that_it_is_done(
    content: str, mood: str, year: int
) -> None:
    [one] = found(content)
    assert one.claim.valid is not None
    assert one.claim.valid.start is not None
    assert (one.mood, one.claim.valid.start.year, one.claim.valid.start.month) == (mood, year, 4)


@pytest.mark.parametrize(
    ("content", "places"),
    [
        ("I lived in Paris until 2019, then Rome until 2023 and now Madrid.", ("Paris", "Rome", "Madrid")),
        ("I lived in Paris until 2019, then in Rome until 2023, and now in Madrid.", ("Paris", "Rome", "Madrid")),
        ("我2019年以前住在巴黎，后来住在罗马到2023年，现在住在马德里。", ("巴黎", "罗马", "马德里")),
    ],
)
def test_each_station_of_a_life_has_its_own_time(content: str, places: tuple[str, ...]) -> None:
    homes = [each.claim for each in found(content) if each.claim.attribute == "home"]
    assert tuple(each.value for each in homes) == places
    assert [each.valid is not None and each.valid.end is not None for each in homes] == [True, True, False]


def test_what_is_so_now_goes_before_what_came_in_between() -> None:
    [home] = found("我先住在巴黎，后来住在罗马，现在住在马德里。")
    assert home.claim.value == "马德里"


def test_what_somebody_has_decided_to_do_is_yet_to_be_done() -> None:
    [one] = found("I've decided to postpone the wedding from June to September.")
    assert (one.mood, one.claim.attribute) == ("plan", "plans")
    assert not [each for each in found("I've decided not to go.") if each.mood == "asserted"]


@pytest.mark.parametrize(
    ("said", "only_its_end"), [("I left Google last month.", False), ("I left Google in 2019.", True)]
)
def test_what_ended_lately_is_over_all_the_time_since(said: str, only_its_end: bool) -> None:
    assert [each.begins for each in found(said) if each.claim.attribute == "employer"] == [only_its_end]


def test_a_date_of_a_plan_without_a_year_is_the_coming_one() -> None:
    for content in ("I'm flying to Oslo on May 3.", "我5月3号去上海出差。", "I'm flying to Oslo on 3 May."):
        [one] = found(content)
        assert one.claim.valid is not None
        assert one.claim.valid.start == datetime(2026, 5, 3, tzinfo=UTC)
    for content in ("I'm flying to Oslo in January.", "我1月要去上海出差。"):
        [one] = found(content)
        assert one.claim.valid is not None
        assert one.claim.valid.start == datetime(2026, 1, 1, tzinfo=UTC)


def test_until_of_another_clause_closes_no_event() -> None:
    one = found("I broke my arm two weeks ago, so no tennis for me until January.")[0].claim
    assert one.valid is not None
    assert one.valid.start is not None
    assert one.valid.start < NOW
