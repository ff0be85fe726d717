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
