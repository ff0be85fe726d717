from __future__ import annotations

from datetime import UTC, datetime

import pytest

from doxa import Claim, Config, Period
from doxa.errors import InvalidInput


@pytest.fixture
def ana(open_memory):
    return open_memory(user="ana")


@pytest.fixture
def home(ana, clock):
    belief = ana.add("I live in Lisbon.").outcomes[1].belief
    clock.advance(days=1)
    return belief


def values(memory):
    return [belief.claim.value for belief in memory.list(kinds=["profile"]).items]


def oslo():
    return Claim("home is Oslo", "user", "home", "Oslo", kind="profile")


def test_another_independent_source_corroborates_and_the_same_one_counts_once(ana, home):
    ana.confirm(home.id, source="ana")
    assert ana.get(home.id).evidence == "single_source"
    ana.confirm(home.id, source="bob")
    ana.confirm(home.id, source="bob")
    after = ana.get(home.id)
    assert (after.evidence, after.sources, after.revision) == ("corroborated", ("ana", "bob"), 1)
    assert after.confidence > home.confidence


def test_a_contradiction_contests_and_leaves_the_head_believed(ana, home):
    receipt = ana.contradict(home.id, "I live in Rome.", source="bob")
    assert receipt.outcomes[0].verdict == "conflict"
    head, rival = ana.get(home.id), receipt.outcomes[0].belief
    assert (head.status, head.claim.value, head.contested_by) == ("contested", "Lisbon", (rival.kref,))
    assert (rival.status, rival.contested_by) == ("contested", (head.kref,))
    assert values(ana) == ["Lisbon"]


def test_a_bare_denial_contests_too(ana, home):
    outcome = ana.contradict(home.id, source="bob").outcomes[0]
    assert (outcome.verdict, outcome.belief.claim.polarity) == ("conflict", False)
    assert values(ana) == ["Lisbon"]


@pytest.mark.parametrize(("keep", "expected"), [("rival", ["Rome"]), ("head", ["Lisbon"]), ("neither", [])])
def test_resolving_keeps_what_it_is_told_to(ana, home, keep, expected):
    rival = ana.contradict(home.id, "I live in Rome.", source="bob").outcomes[0].belief
    ref = {"rival": rival.kref, "head": home.kref}.get(keep, keep)
    ana.resolve(home.id, keep=ref)
    assert values(ana) == expected
    assert all(not belief.contested_by for belief in ana.list(kinds=["profile"]).items)


def test_resolving_again_changes_nothing(ana, home):
    rival = ana.contradict(home.id, "I live in Rome.", source="bob").outcomes[0].belief
    ana.resolve(rival.kref, keep=home.kref)
    assert ana.resolve(rival.kref, keep=home.kref).outcomes[0].status == "nothing_to_do"


def test_a_locked_belief_loses_neither_place_nor_confidence(ana, home, clock):
    ana.lock(home.id)
    before = ana.get(home.id)
    outcome = ana.add("I moved to Paris.").outcomes[1]
    after = ana.get(home.id)
    assert outcome.verdict == "protected"
    assert (after.claim.value, after.confidence, after.status) == ("Lisbon", before.confidence, "live")
    ana.unlock(home.id)
    clock.advance(days=1)
    assert ana.add("I moved to Oslo.").outcomes[1].verdict == "supersede"


def test_an_official_belief_gives_way_to_an_official_one_only(ana, home, clock):
    ana.set_evidence(home.id, "official")
    assert ana.add("I moved to Paris.").outcomes[1].verdict == "protected"
    clock.advance(days=1)
    assert ana.add("I moved to Oslo.", evidence="official").outcomes[1].verdict == "supersede"


def test_a_pinned_belief_can_still_change(ana, home):
    ana.pin(home.id)
    assert ana.add("I moved to Paris.").outcomes[1].verdict == "supersede"
    assert ana.get(home.id).pinned
    ana.unpin(home.id)
    assert not ana.get(home.id).pinned


def test_contracting_gives_a_claim_up_and_nothing_older_returns(ana, home, clock):
    ana.add("I moved to Berlin.")
    clock.advance(days=1)
    ana.contract([home.id])
    assert values(ana) == []


def test_contracting_what_is_not_believed_says_so(ana, home):
    outcome = ana.contract([oslo()]).outcomes[0]
    assert (outcome.status, outcome.reason) == ("nothing_to_do", "not_believed")
    assert values(ana) == ["Lisbon"]


def test_expanding_believes_only_what_displaces_nothing(ana, home):
    tea = Claim("user likes tea", "user", "likes", "tea", kind="preference")
    first, second = ana.expand([tea, oslo()]).outcomes
    assert (first.verdict, second.verdict) == ("new", "conflict")
    assert values(ana) == ["Lisbon"]


def test_revising_believes_the_claim_and_dependents_become_stale(ana, home):
    plan = ana.add("Buy a tram pass", kind="action", extract=False).outcomes[0].belief
    ana.relate(plan.id, "DEPENDS_ON", home.id)
    ana.revise([oslo()])
    assert values(ana) == ["Oslo"]
    assert ana.get(plan.id).stale == (home.kref,)


def test_no_claims_is_refused(ana):
    for verb in (ana.expand, ana.contract, ana.revise):
        with pytest.raises(InvalidInput):
            verb([])


def test_reading_changes_nothing_but_the_use_counter(ana, home, clock):
    before = ana.get(home.id)
    operations = ana.stats().operations
    for _ in range(3):
        ana.recall("Where do I live?", touch=False)
    assert ana.get(home.id) == before
    ana.recall("Where do I live?")
    clock.advance(days=14)
    assert ana.stats().operations == operations


@pytest.mark.parametrize(("setting", "edges"), [(True, 1), (False, 0)])
def test_what_others_say_of_another_time_is_linked_as_support_where_a_deployment_wants_it(open_memory, setting, edges):
    memory = open_memory(user="ana", config=Config.load(supports_edges=setting))
    made = []
    for source, year in (("ann", 2015), ("bob", 2020)):
        valid = Period(datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC), "day")
        claim = Claim("lived in Rome", "carl", "home", "Rome", valid=valid)
        made.append(memory.add(f"{source} says so", claims=[claim], extract=False, source=source).beliefs[-1])
    with memory._core.graph.view(user="ana") as view:
        assert len(view.edges([view.resolve(made[1].kref)], types=("SUPPORTS",))) == edges


@pytest.mark.parametrize(
    ("more", "grade"),
    [
        ({"tags": ["x", "evidence:unverified"]}, "unverified"),
        ({"metadata": {"evidence_level": "unverified"}, "tags": ["evidence:corroborated"]}, "unverified"),
        ({"metadata": {"evidence_level": "UNVERIFIED"}, "tags": ["evidence:corroborated"]}, "corroborated"),
        ({"evidence": "single_source", "tags": ["evidence:unverified"]}, "single_source"),
        ({"tags": ["evidence:official"]}, "single_source"),
        ({"metadata": {"evidence_level": "official"}}, "single_source"),
        ({"evidence": "official", "tags": ["evidence:unverified"]}, "official"),
    ],
)
def test_a_grade_is_stated_by_argument_then_metadata_then_tag_and_official_by_argument_alone(ana, more, grade):
    assert ana.add("Cats purr.", kind="fact", extract=False, source="bob", **more).beliefs[0].evidence == grade
