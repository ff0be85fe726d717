"""Values that other memory systems publish of evidence, ranking, decay, confidence, chains and validity.

Each is told through `Memory`; where the original is at fault, what is expected here is what it should have done. The
values of the pure rules are in tests/belief (grades, deltas, decay, validation, trust) and tests/verbs/test_envelope.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from doxa import Claim, Period
from doxa.errors import InvalidInput, NaiveDatetime, RevisionConflict


@pytest.fixture
def ana(open_memory):
    return open_memory(user="ana")


def fact(memory, text, **more):
    return memory.add(text, kind="fact", extract=False, **more).outcomes[0]


def chain(memory, clock, attribute, *values):
    """Tell values of an attribute a day apart; return the belief of the last."""
    for value in values:
        clock.advance(days=1)
        told = memory.revise([Claim(f"writes in {value}", "user", attribute, value)])
    return told.beliefs[0]


# chains


@pytest.mark.parametrize("asked", ["Rust", "Python", "Java", "writes in Java or Rust"])
def test_a_hit_on_any_version_is_one_result_with_the_whole_chain_newest_first(ana, clock, asked):
    chain(ana, clock, "favourite_language", "Java", "Python", "Rust")
    (hit,) = ana.recall(asked).hits
    assert hit.belief.text == "writes in Rust"
    assert [each.claim.value for each in hit.belief.chain] == ["Rust", "Python", "Java"]


def test_a_change_of_two_things_in_one_sentence_leaves_two_chains_and_both_turns(ana, clock):
    ana.add("我最爱的编程语言是 Java，我住在上海工作")
    clock.advance(days=1)
    ana.add("我最爱的编程语言现在换成 Python 了，我搬到北京工作")
    beliefs = {each.claim.attribute: ana.get(each.id) for each in ana.list().items if each.claim}
    values = {name: [(each.claim.value, each.status) for each in belief.chain] for name, belief in beliefs.items()}
    assert values == {
        "favourite_编程语言": [("Python", "live"), ("Java", "superseded")],
        "home": [("北京", "live"), ("上海", "superseded")],
    }
    assert len(ana.list(kinds=["turn"]).items) == 2


def test_a_question_that_matches_the_old_wording_alone_is_answered_by_the_head(ana, clock):
    ana.add("我住在上海浦东新区世纪大道。")
    clock.advance(days=1)
    ana.add("我搬到北京了。")
    found = [hit.belief for hit in ana.recall("浦东新区世纪大道", kinds=["profile"]).hits]
    assert [(each.claim.value, each.chain[-1].claim.value) for each in found] == [("北京", "上海浦东新区世纪大道")]


def test_an_old_version_says_that_it_is_one_and_what_came_after(ana, clock):
    head = chain(ana, clock, "favourite_sport", "football", "tennis")
    old = ana.get(head.kref.replace("?r=2", "?r=1"))
    assert (old.claim.value, old.status, old.chain[0].claim.value) == ("football", "superseded", "tennis")


def test_of_two_updates_from_one_version_the_second_is_refused(ana, clock):
    head = chain(ana, clock, "favourite_sport", "football")
    clock.advance(days=1)
    ana.update(head.id, claim=Claim("plays tennis", "user", "favourite_sport", "tennis"), expect_revision=1)
    with pytest.raises(RevisionConflict):
        ana.update(head.id, claim=Claim("plays golf", "user", "favourite_sport", "golf"), expect_revision=1)


# validity


def test_a_period_of_days_holds_up_to_the_last_second_of_the_last_day(ana, clock):
    clock.set(datetime(2026, 7, 1, tzinfo=UTC))
    span = Period(datetime(2026, 6, 15, tzinfo=UTC), datetime(2026, 6, 21, tzinfo=UTC), "day")
    ana.revise([Claim("is in Rome", "user", "home", "Rome", valid=span)])
    seconds = (1781481599, 1781481600, 1781999999, 1782000000)
    held = [bool(ana.list(valid_at=datetime.fromtimestamp(each, UTC)).items) for each in seconds]
    assert held == [False, True, True, False]


# decay and confidence


def test_decay_counts_from_the_day_it_was_said_also_where_that_lies_before_it_was_written(ana, clock):
    said = clock.now() - timedelta(days=60)
    belief = fact(ana, "plays chess", time=said).belief
    assert ana.get(belief.id).confidence == 0.7
    long_ago = fact(ana, "plays go", time=clock.now() - timedelta(days=300)).belief
    assert (ana.get(long_ago.id).status, ana.get(long_ago.id).confidence) == ("live", 0.0)


@pytest.mark.parametrize("now", [datetime(2026, 1, 1), "2026-01-01T00:00:00Z"])
def test_an_instant_without_a_zone_or_in_words_is_refused_and_never_a_crash(ana, now):
    fact(ana, "plays chess")
    with pytest.raises((NaiveDatetime, InvalidInput)):
        ana.recall("chess", now=now)


def test_a_pattern_steps_down_every_fourteen_days_and_a_fact_every_thirty(ana, clock):
    told = Claim("prefers mornings", "user", "habit", "mornings", kind="preference", origin="inferred", confidence=0.9)
    pattern = ana.revise([told]).beliefs[0]
    known = fact(ana, "plays chess").belief
    steps = {0: (0.9, 0.9), 13: (0.9, 0.9), 14: (0.8, 0.9), 30: (0.7, 0.8), 60: (0.5, 0.7), 84: (0.3, 0.7)}
    began = clock.now()
    for days, expected in steps.items():
        clock.set(began + timedelta(days=days, seconds=1))
        assert (ana.get(pattern.id).confidence, ana.get(known.id).confidence) == expected
    assert ana.get(pattern.id).status == "archived"


def test_reading_raises_the_strength_of_what_was_returned_and_no_confidence(ana, clock):
    for number in range(4):
        fact(ana, f"peanut number {number}")
    clock.advance(days=14)
    assert len(ana.recall("peanut", limit=1).hits) == 1
    strengths = sorted(round(each.strength, 6) for each in ana.list().items)
    assert strengths == [0.5, 0.5, 0.5, 1.0]
    assert {each.confidence for each in ana.list().items} == {0.9}


def test_saying_it_again_confirms_up_to_the_cap_and_says_so(ana, clock):
    for confidence, after in ((0.7, 0.95), (0.95, 0.95), (1.0, 1.0)):
        belief = fact(ana, f"at {confidence}", confidence=confidence).belief
        ana.confirm(belief.id, source="bob")
        again = ana.get(belief.id)
        assert (again.confidence, again.confirmation, again.origin) == (after, "confirmed", "reinforced")


def test_what_is_pruned_at_read_is_stored_still(ana):
    for confidence in (0.9, 0.5, 0.3, 0.29):
        fact(ana, f"at {confidence}", confidence=confidence)
    assert [each.text for each in ana.list().items] == ["at 0.3", "at 0.5", "at 0.9"]
    assert len(ana.list(include=["live", "archived"]).items) == 4
    assert [each.text for each in ana.list(where={"confidence": {"$gte": 0.3, "$lte": 0.5}}).items] == [
        "at 0.3",
        "at 0.5",
    ]


# what is the same, and what contradicts

SAME = [("Loves  Coffee", "loves coffee"), ("LOVES FETTUCCINI PASTA", "loves fettuccini pasta")]
DIFFERENT = [
    ("loves coffee", "hates coffee"),
    ("lives in Boston", "lives in Austin"),
    ("works at Google", "works at Apple"),
    ("plays guitar", "learns piano"),
    ("vegetarian", "loves steak"),
    ("knows Python well", "definitely Python well"),
    ("loves fettuccini pasta", "loves fettuccini"),
    ("enjoys jazz", "drinks whisky"),
    ("The team uses Postgres for storage", "The team uses MySQL for storage"),
]


@pytest.mark.parametrize(("one", "two"), SAME)
def test_case_and_spaces_make_no_second_memory(ana, one, two):
    assert [fact(ana, one).verdict, fact(ana, two).verdict] == ["new", "confirm"]


@pytest.mark.parametrize(("one", "two"), DIFFERENT)
def test_texts_without_slots_that_look_alike_are_two_and_neither_is_touched(ana, one, two):
    assert [fact(ana, one).verdict, fact(ana, two).verdict] == ["new", "new"]
    assert {(each.text, each.status, each.confidence) for each in ana.list().items} == {
        (one, "live", 0.9),
        (two, "live", 0.9),
    }


@pytest.mark.parametrize(
    ("one", "two", "verdict"),
    [
        ("I love coffee.", "I hate coffee.", "supersede"),
        ("I hate spicy food.", "I love spicy food.", "supersede"),
        ("I work at Google.", "I work at Apple.", "supersede"),
        ("I live in Boston.", "I live in Austin.", "supersede"),
        ("I am a vegetarian.", "I love jazz.", "new"),
        ("I like snow.", "I definitely like snow.", "confirm"),
    ],
)
def test_claims_in_slots_contradict_by_what_they_say_and_not_by_their_letters(ana, clock, one, two, verdict):
    first = ana.add(one).outcomes[-1]
    clock.advance(days=1)
    assert (first.verdict, ana.add(two).outcomes[-1].verdict) == ("new", verdict)


# ranking


def test_an_official_statement_ranks_above_a_rumour_that_matches_better(ana):
    rumour = fact(ana, "Rollout of Apollo is on Friday", evidence="unverified").belief
    statement = fact(ana, "Rollout of Apollo is on Monday", evidence="official").belief
    hits = ana.recall("When is the rollout of Apollo?", explain=True).hits
    assert [hit.belief.id for hit in hits] == [statement.id, rumour.id]
    assert [_evidence(hit) for hit in hits] == [0.15, -0.1]


def test_where_nothing_is_graded_weighing_changes_nothing(ana):
    for text in ("Apollo ships on Friday", "Apollo ships on Monday"):
        ana.add(text, extract=False)
    hits = ana.recall("When does Apollo ship?", explain=True).hits
    assert [_evidence(hit) for hit in hits] == [None, None]


def _evidence(hit):
    """Return what evidence added to a hit's score."""
    return next((reason.score for reason in hit.why if reason.leg == "evidence"), None)
