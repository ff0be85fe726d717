"""How far dreams are behind what was done."""

from __future__ import annotations

from doxa import Memory
from doxa.clock import ManualClock


def test_status_tells_how_much_was_done_since_a_dream(memory: Memory, clock: ManualClock) -> None:
    memory.add("I live in Berlin.", user="anna")
    assert memory.status().lag is None
    memory._core.dream_by_itself("anna")
    assert memory.status().lag == 0
    for number in range(3):
        memory.add(f"I like tea number {number}.", user="anna")
    assert memory.status().lag == 3
    clock.advance(hours=2)
    memory._core.dream_by_itself("anna")
    assert memory.status().lag == 0
