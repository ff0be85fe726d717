"""What cannot be believed as it is asked: each such input gets a typed error with the mend, or a clear verdict."""

from __future__ import annotations

from datetime import timedelta

import pytest

from doxa import Claim
from doxa.errors import Conflict, InvalidInput, NotFound


@pytest.fixture
def ana(open_memory):
    return open_memory(user="ana")


def home(value, **more):
    return Claim(f"lives in {value}", "user", "home", value, **more)


def believed(memory):
    return [each.claim.value for each in memory.list().items if each.claim]


@pytest.mark.parametrize("grade", ["rumour", "OFFICIAL", "", 3, None])
def test_an_unknown_grade_is_refused_wherever_it_enters(ana, grade):
    belief = ana.revise([home("Rome")]).beliefs[0]
    before = ana.status().last_operation
    with pytest.raises(InvalidInput, match=r"evidence|official"):
        ana.set_evidence(belief.id, grade)
    if grade is not None:
        with pytest.raises(InvalidInput, match=r"evidence|official"):
            ana.add("x", kind="fact", evidence=grade)
    assert ana.status().last_operation == before


@pytest.mark.parametrize("confidence", [-0.1, 1.1, float("nan"), "0.5", True])
def test_a_confidence_out_of_range_is_refused_and_named(ana, confidence):
    with pytest.raises(InvalidInput, match="confidence"):
        ana.add("x", kind="fact", confidence=confidence)
    for write in (ana.revise, ana.expand):
        with pytest.raises(InvalidInput, match=r"claims\[0\].confidence"):
            write([Claim("x", confidence=confidence)])
    assert ana.list().items == ()


def test_a_claim_that_contradicts_itself_is_refused(ana):
    belief = ana.revise([home("Rome")]).beliefs[0]
    before = believed(ana)
    outcome = ana.contradict(belief.id, "I live in Rome.").outcomes[0]
    assert (outcome.verdict, believed(ana)) == ("confirm", before)
    with pytest.raises(InvalidInput, match="contradict each other"):
        ana.revise([home("Oslo"), home("Paris")])
    assert believed(ana) == before


def test_circular_supersession_is_refused(ana):
    one, two = (ana.add(text, kind="fact", extract=False).beliefs[0] for text in ("one", "two"))
    ana.relate(one.id, "SUPERSEDES", two.id)
    before = ana.status().last_operation
    for source, target in ((two, one), (one, one)):
        with pytest.raises(Conflict, match="circular"):
            ana.relate(source.id, "SUPERSEDES", target.id)
    assert ana.status().last_operation == before


def test_a_circle_of_three_is_refused_too(ana):
    one, two, three = (ana.add(text, kind="fact", extract=False).beliefs[0] for text in ("one", "two", "three"))
    ana.relate(one.id, "SUPERSEDES", two.id)
    ana.relate(two.id, "SUPERSEDES", three.id)
    with pytest.raises(Conflict, match="circular"):
        ana.relate(three.id, "SUPERSEDES", one.id)


def test_contracting_what_is_not_believed_is_a_no_op_that_says_so(ana):
    ana.revise([home("Rome")])
    outcome = ana.contract([home("Oslo")]).outcomes[0]
    assert (outcome.verdict, outcome.status, outcome.reason) == (None, "nothing_to_do", "not_believed")
    assert believed(ana) == ["Rome"]
    with pytest.raises(NotFound):
        ana.contract(["0" * 32])


@pytest.mark.parametrize("way", ["merge", "alias", "definition"])
def test_what_brings_two_values_into_one_slot_never_leaves_both_believed(ana, clock, way):
    attribute = "mentor" if way == "definition" else "home"
    for name, value in (("Bob", "Oslo"), ("Bob" if way == "definition" else "Rob", "Rome")):
        clock.advance(days=1)
        ana.add(name, claims=[Claim(f"{name}: {value}", name, attribute, value)], extract=False)
    entities = [ana.add(name, kind="entity", canonical_name=name, extract=False).beliefs[0] for name in ("Bob", "Rob")]
    if way == "merge":
        ana.merge([entities[1].id], into=entities[0].id)
    elif way == "alias":
        ana.delete(entities[1].id)
        ana.alias(entities[0].id, "Rob")
    else:
        ana.define_attribute("mentor", single=True)
    assert [each.claim.value for each in ana.list(kinds=["fact"]).items if each.claim.attribute] == ["Rome"]


def test_what_expires_in_the_past_is_refused(ana, clock):
    for expires in (clock.now(), clock.now() - timedelta(days=1)):
        with pytest.raises(InvalidInput, match="past"):
            ana.add("x", kind="fact", expires=expires)
    assert ana.list().items == ()


def test_resolving_what_is_resolved_changes_nothing_and_says_so(ana):
    belief = ana.add("I live in Rome.").outcomes[-1].belief
    ana.contradict(belief.id, "I live in Oslo.", source="bob")
    ana.resolve(belief.id, keep=belief.id)
    outcome = ana.resolve(belief.id, keep=belief.id).outcomes[0]
    assert (outcome.status, outcome.reason) == ("nothing_to_do", "resolved_already")


@pytest.mark.parametrize("confidence", [-0.1, 2.0, float("nan")])
@pytest.mark.parametrize("verb", ["add", "revise", "expand"])
def test_one_bad_row_of_a_batch_is_rejected_and_the_others_are_believed(ana, verb, confidence):
    claims = [home("Rome"), Claim("ana is sure", "user", "likes", "tea", confidence=confidence), Claim("likes jazz")]
    if verb == "add":
        outcomes = ana.add("x", claims=claims, extract=False).outcomes[1:]
    else:
        outcomes = getattr(ana, verb)(claims).outcomes
    assert sorted(each.verdict for each in outcomes) == ["new", "new", "rejected"]
    (refused,) = [each for each in outcomes if each.verdict == "rejected"]
    assert refused.reason == f"claims[1].confidence is {confidence!r}; give a number from 0 to 1"
    assert sorted(each.text for each in ana.list().items if each.claim) == ["likes jazz", "lives in Rome"]
