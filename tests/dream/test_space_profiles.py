from __future__ import annotations

import pytest

from doxa import Claim
from doxa.dream.space_profiles import churn, evidence, label_of, stability
from doxa.errors import InvalidInput, NotFound


def test_scores_are_those_of_the_formulas():
    assert churn(3.0, 0.2, 0) == 0.32
    assert stability(0.5, 10) == 0.4333
    assert evidence({"official": 1, "single_source": 1}, 2) == 0.65
    assert evidence({}, 0) == 0.0
    assert (churn(99, 99, 99), stability(1, 999)) == (1.0, 1.0)


@pytest.mark.parametrize(
    ("scores", "graded", "label"),
    [
        ((0.32, 0.0, 0.4333), True, "working"),
        ((0.4, 0.3, 0.6), True, "canonical"),
        ((0.4, 0.29, 0.6), True, "working"),
        ((0.4, 0.0, 0.6), False, "canonical"),
        ((0.41, 1.0, 1.0), True, "working"),
        ((0.6, 0.0, 0.4), True, "correspondence"),
        ((0.6, 0.0, 0.41), True, "working"),
    ],
)
def test_a_label_follows_from_the_scores(scores, graded, label):
    assert label_of(dict(zip(("churn", "evidence", "stability"), scores, strict=True)), graded=graded) == label


@pytest.fixture
def spaces(ana, tell, clock):
    tell("The charter was signed in 1902.", space="law", tags=["published"])
    chat = tell("The plan is A.", space="mail")
    clock.advance(days=40)
    for letter in "BCDEFGH":
        ana.update(chat.id, f"The plan is {letter}.")
    return {each.space: each for each in ana.spaces()}


def test_spaces_are_told_apart_by_how_their_memories_change(spaces):
    assert spaces["law"].label == "canonical"
    assert spaces["mail"].signals["revisions"] == 8
    assert spaces["mail"].scores["churn"] > spaces["law"].scores["churn"]
    assert "" not in spaces


def test_a_pin_holds_whatever_is_observed(ana, spaces):
    (mail,) = ana.spaces(pins={"mail": "correspondence"}, space="mail")
    assert (mail.label, mail.pinned) == ("correspondence", True)
    (mail,) = ana.spaces(pins={"mail": None}, space="mail")
    assert (mail.label, mail.pinned) == (mail.observed, False)


def test_a_pin_of_a_space_or_label_there_is_none_of_is_refused(ana, spaces):
    with pytest.raises(NotFound):
        ana.spaces(pins={"nowhere": "working"})
    with pytest.raises(InvalidInput, match="canonical"):
        ana.spaces(pins={"mail": "chatty"})
    with pytest.raises(InvalidInput, match="window_days"):
        ana.spaces(window_days=0)


def test_kept_profiles_tell_the_labels_so_far(ana, spaces, clock):
    ana.spaces(profile=True)
    clock.advance(days=50)
    for text in ana.list(limit=100).items:
        if text.space == "law":
            ana.update(text.id, tags=[])
    (law,) = (each for each in ana.spaces(profile=True) if each.space == "law")
    assert [label for label, _ in law.drift] == ["working", "canonical"]
    (kept,) = (each for each in ana.list(kinds=("space_profile",)).items if each.space == "law")
    assert (kept.revision, kept.metadata["label"]) == (2, "working")


def test_a_dream_keeps_a_profile_only_where_the_label_is_new(ana, spaces, clock):
    report = ana.dream(["spaces"])
    assert report.counts["relabel_space"] == 2
    assert ana.dream(["spaces"]).applied == ()
    ana.undo(report.operation)
    assert ana.list(kinds=("space_profile",)).items == ()


def home(memory, city, **more):
    claim = Claim(f"I live in {city}", "user", "home", city, kind="profile")
    return memory.add(f"I live in {city}", claims=[claim], extract=False, **more).outcomes[1]


def test_in_a_canonical_space_a_change_asks_to_be_confirmed(ana, clock):
    first = home(ana, "Oslo", space="law").belief
    ana.spaces(pins={"law": "canonical"})
    clock.advance(days=1)
    outcome = home(ana, "Lima", space="law")
    assert (outcome.verdict, outcome.reason) == ("conflict", "needs_confirmation")
    assert ana.get(first.id).claim.value == "Oslo"
    ana.resolve(outcome.belief.id, keep=outcome.belief.kref)
    assert {each.claim.value for each in ana.list(kinds=("profile",)).items if each.status == "live"} == {"Lima"}


def test_in_a_canonical_space_an_explicit_word_replaces(ana, clock):
    first = home(ana, "Oslo", space="law").belief
    ana.spaces(pins={"law": "canonical"})
    clock.advance(days=1)
    ana.revise([Claim("I live in Lima", "user", "home", "Lima", kind="profile")], space="law")
    assert ana.get(first.id).claim.value == "Lima"


def test_in_correspondence_claims_are_what_somebody_said_and_take_one_more_source(ana):
    ana.add("Begin.", kind="knowledge", space="mail", extract=False)
    ana.spaces(pins={"mail": "correspondence"})
    belief = home(ana, "Oslo", space="mail", source="bob").belief
    assert (belief.kind, belief.metadata["attributed_to"]) == ("event", "bob")
    assert home(ana, "Oslo", space="mail", source="eve").belief.evidence == "single_source"
    assert home(ana, "Oslo", space="mail", source="zoe").belief.evidence == "corroborated"


def test_elsewhere_labels_change_nothing(ana, clock):
    ana.add("Begin.", kind="knowledge", space="law", extract=False)
    ana.spaces(pins={"law": "canonical"})
    home(ana, "Oslo", space="home")
    clock.advance(days=1)
    assert home(ana, "Lima", space="home").verdict == "supersede"


@pytest.mark.parametrize(
    ("first", "later", "asked", "values"),
    [
        ("I live in Oslo.", "I live in Lima now.", "Where do I live?", ("Oslo", "Lima")),
        ("我住在青岛。", "我搬到西安了。", "我住在哪里？", ("青岛", "西安")),
    ],
)
def test_what_is_read_out_of_plain_words_meets_the_same_rules(ana, clock, first, later, asked, values):
    ana.add(first, space="law")
    ana.spaces(pins={"law": "canonical"})
    clock.advance(days=1)
    waiting = ana.add(later, space="law").outcomes[-1]
    assert (waiting.verdict, waiting.reason) == ("conflict", "needs_confirmation")
    assert ana.recall(asked).hits[0].belief.claim.value == values[0]
    ana.resolve(waiting.belief.id, keep=waiting.belief.kref)
    assert ana.recall(asked).hits[0].belief.claim.value == values[1]


def test_a_label_that_was_observed_and_kept_is_followed_too(ana, tell, clock):
    chat = tell("The plan is A.", space="mail")
    clock.advance(days=40)
    for number in range(120):
        ana.update(chat.id, f"The plan is {number}.")
    (mail,) = ana.spaces(profile=True)
    assert (mail.label, mail.pinned) == ("correspondence", False)
    found = ana.add("I live in Oslo.", space="mail", source="bob").outcomes[-1].belief
    assert (found.kind, found.metadata["attributed_to"]) == ("event", "bob")
