"""Whatever was said under which names: after an alias, a merge or a definition one slot never holds two values."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from doxa import Claim, ManualClock, Memory

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
SAID = st.tuples(
    st.sampled_from(["Bob", "Rob"]),
    st.sampled_from(["home", "mentor"]),
    st.sampled_from(["A", "B", "C"]),
    st.booleans(),
    st.integers(0, 3),
    st.sampled_from(["x", "y"]),
)


def believed_now(memory, attribute, instant):
    """Return the values believed to hold, by every name of the one subject."""
    found = memory.list(include=("live",), valid_at=instant).items
    claims = [each.claim for each in found if each.claim is not None]
    return {claim.value for claim in claims if claim.attribute == attribute and claim.polarity}


@settings(max_examples=25)
@given(st.lists(SAID, min_size=1, max_size=7), st.sampled_from(["alias", "merge"]), st.booleans())
def test_one_slot_never_holds_two_values_at_one_instant(history, way, defined_first):
    clock = ManualClock(NOON + timedelta(days=10))
    with Memory(home=":memory:", embedder=None, clock=clock, user="ana") as memory:
        bob = memory.add("Bob", kind="entity", canonical_name="Bob", extract=False).beliefs[0]
        if defined_first:
            memory.define_attribute("mentor", single=True)
        for number, (name, attribute, value, polarity, day, source) in enumerate(history):
            claim = Claim(f"{name} {attribute} {value} {polarity}", name, attribute, value, polarity)
            memory.add(f"turn {number}", claims=[claim], extract=False, source=source, time=NOON + timedelta(days=day))
        before = memory.status().last_operation
        if way == "alias":
            memory.alias(bob.id, "Rob")
        else:
            rob = memory.add("Rob", kind="entity", canonical_name="Rob", extract=False).beliefs[0]
            memory.merge([rob.id], into=bob.id)
        memory.define_attribute("mentor", single=True)
        for day in range(5):
            for attribute in ("home", "mentor"):
                instant = NOON + timedelta(days=day, hours=1)
                assert len(believed_now(memory, attribute, instant)) <= 1, (history, attribute, day)
        assert memory.doctor().ok
        assert memory.as_of(before).stats().revisions <= memory.stats().revisions
