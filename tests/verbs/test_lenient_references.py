"""First digits of ids, operations as numbers, moments as ISO text: understood where clear, else refused."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from doxa import Config, ManualClock, Memory
from doxa.errors import InvalidInput, NotFound


@pytest.mark.parametrize("number", [-1, True, 10**30, 1.0])
def test_an_operation_may_be_a_number_but_nothing_else(memory: Memory, number: object) -> None:
    operation = memory.add("I love tea.", extract=False).operation
    with pytest.raises(InvalidInput):
        memory.undo(number)  # type: ignore[arg-type]
    memory.undo(int(operation))  # type: ignore[arg-type]
    assert memory.list().items == ()


@pytest.mark.parametrize(
    ("moment", "seen"),
    [
        ("2026-01-01", 1),
        ("2025-12-31", 0),
        ("2026-01-01T12:00:00+00:00", 1),
        ("2026-01-01T19:30:00+08:00", 0),
        ("2026-01-01T20:00", 1),
        ("2026-01-01T19:00", 0),
    ],
)
def test_a_past_moment_may_be_a_day_or_time_in_the_users_zone(
    open_memory: Callable[..., Memory], clock: ManualClock, moment: str, seen: int
) -> None:
    memory = open_memory(config=Config.load(tz="Asia/Shanghai"))
    memory.add("The office closes at six.", kind="fact", extract=False)
    clock.set(datetime(2026, 3, 1, tzinfo=UTC))
    memory.add("The office closes at five.", kind="fact", extract=False)
    assert len(memory.list(as_of=moment).items) == seen
    assert len(memory.as_of(moment).list().items) == seen


@pytest.mark.parametrize("moment", ["yesterday", "2026-13-01", "2026-01-01x", "1.5"])
def test_what_is_no_moment_is_refused(memory: Memory, moment: str) -> None:
    with pytest.raises(InvalidInput, match="as_of is"):
        memory.list(as_of=moment)


def test_the_first_eight_digits_of_an_id_name_it_unless_they_begin_several(open_memory: Callable[..., Memory]) -> None:
    clocks = [ManualClock(datetime(2026, 1, 1, tzinfo=UTC), seed=seed) for seed in (0xABCDEF0100000000, 7)]
    one, two = (open_memory(clock=clock, user="ana") for clock in clocks)
    found = one.add("I love tea.", kind="fact", extract=False).beliefs[0]
    for word in ("coffee", "milk"):
        two.add(f"I love {word}.", kind="fact", extract=False)
    assert two.get(found.id[:8]) == two.get(found.id)
    with pytest.raises(InvalidInput, match="begins several ids"):
        two.get("00000000")
    with pytest.raises(NotFound):
        two.get("ffffffff")
    with pytest.raises(NotFound):
        open_memory(user="bob").get(found.id[:8])
    with pytest.raises(InvalidInput, match="is no reference"):
        two.get(found.id[:7])
