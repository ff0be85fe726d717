"""A change told of without an end holds from then onward, whenever what it replaces was said."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from doxa import ManualClock, Memory

SPRING = datetime(2026, 3, 5, 12, tzinfo=UTC)
WINTER = datetime(2026, 1, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("before", "change", "after"),
    [
        ("I live in Berlin.", "We moved to Lisbon last month.", "Lisbon"),
        ("I live in Berlin.", "I moved to Lisbon two weeks ago.", "Lisbon"),
        ("I work at Google.", "I started at Acme in May.", "Acme"),
        ("I work at Google.", "I joined Acme last year.", "Acme"),
        ("我住在柏林。", "上个月我们搬到里斯本了。", "里斯本"),
        ("我住在柏林。", "我去年搬到了里斯本。", "里斯本"),
    ],
)
@pytest.mark.parametrize("first_said", [WINTER, SPRING])
def test_a_recent_change_takes_the_present(
    memory: Memory, clock: ManualClock, before: str, change: str, after: str, first_said: datetime
) -> None:
    clock.set(SPRING)
    memory.add(before, time=first_said)
    told = memory.add(change, time=SPRING).outcomes[1]
    assert told.verdict == "supersede"
    assert told.belief is not None
    (now,) = [each.claim.value for each in memory.list(kinds=["profile"]).items if each.claim]
    assert now == after
    assert [each.status for each in memory.get(told.belief.id).chain] == ["live", "superseded"]


@pytest.mark.parametrize("change", ["We moved to Lisbon in 2019.", "We moved to Lisbon ten years ago."])
def test_a_change_of_long_ago_does_not_take_the_present_from_what_is_said_of_it(memory: Memory, change: str) -> None:
    memory.add("I live in Berlin.")
    assert memory.add(change).outcomes[1].verdict == "historical"


def test_changes_told_in_the_wrong_order_are_ordered_by_when_they_were(memory: Memory, clock: ManualClock) -> None:
    clock.set(datetime(2026, 12, 1, tzinfo=UTC))
    memory.add("We moved to Rome in August.")
    memory.add("In May we moved to Paris.")
    (now,) = memory.list(kinds=["profile"]).items
    assert now.claim is not None
    assert now.claim.value == "Rome"
