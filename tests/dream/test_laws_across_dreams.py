"""Whatever was said, a dream changes nothing that is believed in slots, at any instant, and can be taken back whole."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from doxa import Claim, ManualClock, Memory

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
TEXTS = ("The well is dry.", "Well, the well is really dry.", "The well is dry in May.", "The mill is closed.")
SAID = st.tuples(
    st.sampled_from(["user", "Bob", "Rob"]),
    st.sampled_from(["home", "likes"]),
    st.sampled_from(["Oslo", "Lima", "Rome"]),
    st.booleans(),
    st.integers(0, 4),
    st.sampled_from(["x", "y"]),
)


def believed(memory, day):
    """Return the slotted beliefs that hold at an instant."""
    found = memory.list(include=("live",), valid_at=NOON + timedelta(days=day, hours=1), limit=1000).items
    claims = [each.claim for each in found if each.claim is not None and each.claim.attribute]
    return {(claim.subject, claim.attribute, claim.value, claim.polarity) for claim in claims}


def everything(memory):
    return {day: believed(memory, day) for day in range(6)}


def told(memory, history, start=0):
    for number, (subject, attribute, value, polarity, day, source) in enumerate(history, start):
        claim = Claim(f"{subject} {attribute} {value} {polarity}", subject, attribute, value, polarity)
        memory.add(f"turn {number}", claims=[claim], extract=False, source=source, time=NOON + timedelta(days=day))
        memory.add(TEXTS[number % len(TEXTS)], kind="knowledge", extract=False, source=source)


@settings(max_examples=20)
@given(st.lists(SAID, min_size=2, max_size=6), SAID)
def test_dreams_leave_every_slot_as_it_is_and_the_laws_that_hold_of_it(history, newcomer):
    clock = ManualClock(NOON + timedelta(days=10))
    with Memory(home=":memory:", embedder=None, clock=clock, user="ana") as memory:
        told(memory, history)
        before, then = everything(memory), memory.status().last_operation
        past = memory.as_of(then).list(limit=1000).items
        report = memory.dream()
        assert everything(memory) == before, "a dream believes nothing new and gives nothing up"
        revised = Claim("said last", newcomer[0], newcomer[1], newcomer[2], newcomer[3])
        outcome = memory.revise([revised]).outcomes[0]
        present = believed(memory, 10)
        assert outcome.verdict in ("new", "confirm", "supersede", "supplement")
        assert (*newcomer[:3], newcomer[3]) in present, "success"
        homes = {value for subject, attribute, value, positive in present if attribute == "home" and positive}
        assert len(homes) <= len({"user", "Bob", "Rob"}), "consistency"
        memory.undo(memory.status().last_operation)
        assert everything(memory) == before
        if report.operation is not None:
            memory.undo(report.operation)
        assert everything(memory) == before
        assert memory.as_of(then).list(limit=1000).items == past
        assert memory.doctor().ok


@settings(max_examples=15)
@given(st.lists(SAID, min_size=2, max_size=6))
def test_merging_entities_in_a_dream_leaves_one_value_where_one_holds_at_a_time(history):
    clock = ManualClock(NOON + timedelta(days=10))
    with Memory(home=":memory:", embedder=None, clock=clock, user="ana") as memory:
        told(memory, history)
        bob = memory.add("Bob", kind="entity", canonical_name="Bob", extract=False).beliefs[0]
        memory.add("Rob", kind="entity", canonical_name="Rob", extract=False).beliefs[0]
        memory.alias(bob.id, "Rob")
        report = memory.dream(["entities"])
        # where their homes differ they may be two people, and stay two
        assert [each.action for each in (*report.applied, *report.guarded)] == ["merge_entities"]
        people = 1 + len(report.guarded)
        for day in range(6):
            homes = [each for each in believed(memory, day) if each[1] == "home" and each[3] and each[0] != "user"]
            assert len({value for _, _, value, _ in homes}) <= people
        assert memory.doctor().ok
