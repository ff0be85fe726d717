from __future__ import annotations

import pytest

from doxa.errors import AlreadyExists, Conflict, InvalidInput, NotFound

LESSON = {
    "kind": "recurring_pattern",
    "title": "Small steps",
    "hypothesis": "Small steps come back sooner.",
    "applicability_conditions": ["the change can be split"],
}


def said(number=1, **change):
    return {
        "experience_id": f"exp-{number}",
        "title": f"Split change {number}",
        "situation": f"A large change, number {number}.",
        "goal": "Ship it.",
        "decision": "Split it.",
        "rationale": "Reviews take long.",
        "expected_outcome": "Two days.",
        "decision_kind": "planning",
        **change,
    }


@pytest.fixture
def two(memory):
    """Refs of two experiences."""
    return [memory.experience.record(said(number)).outcomes[0].belief.kref for number in (1, 2)]


def stored(memory, refs, **change):
    packet = memory.experience.patterns(refs)
    return memory.experience.store({**LESSON, **change}, refs=refs, fingerprint=packet.fingerprint)


def test_an_experience_is_kept_once_and_never_changed(memory):
    first = memory.experience.record(said()).outcomes[0]
    assert (first.belief.kind, first.belief.evidence, first.belief.metadata["goal"]) == (
        "experience",
        "unverified",
        "Ship it.",
    )
    assert memory.experience.record(said()).outcomes[0].status == "nothing_to_do"
    with pytest.raises(AlreadyExists):
        memory.experience.record(said(decision="Wait."))


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"mood": "good"}, "mood"),
        ({"goal": ""}, "goal"),
        ({"title": "x" * 161}, "title"),
        ({"experience_id": "no id!"}, "experience_id"),
        ({"alternatives": ["x"] * 13}, "alternatives"),
    ],
)
def test_a_field_that_cannot_be_used_is_refused(memory, change, field):
    with pytest.raises(InvalidInput) as refused:
        memory.experience.record(said(**change))
    assert refused.value.field == field
    assert memory.stats().revisions == 0


def test_outcomes_are_added_apart_from_acceptance(memory, two):
    for status, acceptance in (("failure", "accepted"), ("success", "rejected")):
        memory.experience.outcome(
            two[0], {"observed_outcome": f"It was a {status}.", "outcome_status": status, "acceptance": acceptance}
        )
    packet = memory.experience.patterns(two)
    assert packet.sources[0].outcomes == ("failure: It was a failure.", "success: It was a success.")
    assert packet.sources[1].outcomes == ()


def test_an_outcome_needs_its_experience_and_an_instant(memory, two):
    fact = memory.add("Tea is hot.").outcomes[0].belief.kref
    with pytest.raises(InvalidInput, match="no experience"):
        memory.experience.outcome(fact, {"observed_outcome": "x"})
    with pytest.raises(NotFound):
        memory.experience.outcome("0" * 32, {"observed_outcome": "x"})
    with pytest.raises(InvalidInput, match="observed_at"):
        memory.experience.outcome(two[0], {"observed_outcome": "x", "observed_at": "yesterday"})


def test_a_pattern_is_an_unverified_proposal_that_recall_does_not_return(memory, two):
    kept = stored(memory, two).outcomes[0].belief
    assert (kept.kind, kept.evidence, kept.metadata["state"], kept.metadata["origin"]) == (
        "pattern",
        "unverified",
        "proposal",
        "inferred",
    )
    assert memory.recall("small steps come back sooner").hits == ()
    assert memory.experience.check(kept.kref).status == "reviewable"


def test_a_recurring_pattern_needs_two_experiences_and_a_lesson_one(memory, two):
    with pytest.raises(InvalidInput, match="at least two"):
        stored(memory, two[:1])
    with pytest.raises(InvalidInput, match="at least two"):
        stored(memory, [two[0], two[0]])
    assert stored(memory, two[:1], kind="conditional_lesson").outcomes[0].status == "done"


def test_a_pattern_whose_sources_changed_since_the_packet_is_refused(memory, two):
    packet = memory.experience.patterns(two)
    memory.experience.outcome(two[0], {"observed_outcome": "It took a week.", "outcome_status": "failure"})
    with pytest.raises(Conflict, match="changed"):
        memory.experience.store(LESSON, refs=two, fingerprint=packet.fingerprint)


def test_a_pattern_is_stale_once_a_source_is_gone(memory, two):
    kept = stored(memory, two).outcomes[0].belief.kref
    memory.delete(two[1])
    state = memory.experience.check(kept)
    assert (state.status, len(state.causes)) == ("stale", 1)
    with pytest.raises(NotFound):
        memory.experience.patterns(two)


def test_a_pattern_names_the_exact_revisions_it_was_seen_in(memory, two):
    kept = stored(memory, two).outcomes[0].belief
    state = memory.experience.check(kept.kref)
    assert state.sources == tuple(two)
    assert (state.status, state.causes) == ("reviewable", ())


def test_calibration_counts_the_last_known_outcome_by_kind(memory, two):
    memory.experience.outcome(two[0], {"observed_outcome": "Late.", "outcome_status": "failure"})
    memory.experience.outcome(two[0], {"observed_outcome": "Fine.", "outcome_status": "success"})
    memory.experience.outcome(two[0], {"observed_outcome": "Who knows.", "outcome_status": "unknown"})
    memory.experience.outcome(two[1], {"observed_outcome": "So so.", "outcome_status": "mixed"})
    memory.experience.record(said(3, decision_kind="tooling"))
    first, second = memory.experience.calibration().rows
    assert (first.kind, first.experiences, first.with_outcome, first.rate) == ("planning", 2, 2, 0.75)
    assert (second.kind, second.with_outcome, second.rate) == ("tooling", 0, None)


def test_an_erased_experience_takes_its_outcomes_and_patterns_along(memory, two):
    memory.experience.outcome(two[0], {"observed_outcome": "Fine."})
    stored(memory, two)
    memory.erase(two[0], confirm=True)
    assert {each.kind for each in memory.list().items} == {"experience"}


def test_experiences_of_another_user_are_not_found(memory):
    ref = memory.experience.record(said(), user="ada").outcomes[0].belief.kref
    with pytest.raises(NotFound):
        memory.experience.patterns([ref], user="bob")


def test_lists_that_nobody_gave_are_empty_and_an_outcome_is_unknown_until_one_is_added(memory):
    bare = {key: value for key, value in said().items() if key != "decision_kind"}
    belief = memory.experience.record(bare).outcomes[0].belief
    kept = belief.metadata
    assert [kept[name] for name in ("alternatives", "applicability_conditions", "source_krefs")] == [[], [], []]
    (source,) = memory.experience.patterns([belief.kref]).sources
    assert source.outcomes == ()
    row = memory.experience.calibration().rows[0]
    assert (row.kind, row.experiences, row.with_outcome, row.rate) == ("", 1, 0, None)
