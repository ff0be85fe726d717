from __future__ import annotations

import pytest

from doxa import Claim, Plugins
from doxa.errors import NotFound

QUESTION = "What is in the garden?"


@pytest.fixture
def ana(open_memory):
    return open_memory(user="ana")


def told(memory, text, kind="knowledge", **more):
    return memory.add(text, kind=kind, extract=False, **more).beliefs[0]


def cause(memory, ref, question=QUESTION, **more):
    reason = memory.missing(question, getattr(ref, "id", ref), **more)
    return reason.leg, reason.detail


def test_what_came_back_is_said_to_have_come_back(ana):
    well = told(ana, "A well stands in the garden.")
    assert cause(ana, well) == ("hit", "it came back, 1 of 1")


def test_a_memory_beyond_the_limit_is_told_its_place(ana):
    best, other = told(ana, "The garden has a garden well in the garden."), told(ana, "A bench near the big garden.")
    assert cause(ana, other, limit=1) == ("limit", "it came 2 of 2; the limit is 1")
    assert cause(ana, best, limit=1)[0] == "hit"
    assert cause(ana, best, limit=0) == ("limit", "the limit is 0")


def test_a_memory_below_the_cut_is_told_its_relevance(ana):
    bench = told(ana, "A bench in the garden.")
    leg, detail = cause(ana, bench, min_relevance=0.999)
    assert leg == "cut"
    assert "is below 1.00" in detail or "is below 0.99" in detail


def test_what_no_leg_finds_is_told_why_by_each(ana):
    sea = told(ana, "Waves roll ashore.")
    leg, detail = cause(ana, sea)
    assert leg == "legs"
    assert "bm25: it shares no word with the question" in detail
    assert "dense: there is no embedder" in detail
    assert "time: the question names no time" in detail
    assert "bm25: not asked for" in cause(ana, sea, legs=["entity"])[1]
    assert cause(ana, sea, "")[1] == "the question has no words to search for"


def test_a_replaced_version_is_told_what_replaced_it(ana, clock):
    ana.add("I live in Berlin.")
    clock.advance(days=30)
    ana.add("I moved to Lisbon.")
    old = next(each for each in ana.get(ana.list(kinds=["profile"]).items[0].id).chain if "Berlin" in each.text)
    leg, detail = cause(ana, old.kref, "Where do I live?")
    assert leg == "superseded"
    assert "user lives in Lisbon" in detail
    assert cause(ana, old.kref, "zebra")[0] == "superseded"


def test_a_memory_that_is_not_live_is_told_its_status(ana):
    well, bench = told(ana, "A well in the garden."), told(ana, "A bench in the garden.")
    ana.delete(well.id)
    assert cause(ana, well) == ("status", "it is deleted")
    rose = told(ana, "Roses are in the garden.")
    ana.merge([rose.id], into=bench.id)
    leg, detail = cause(ana, rose)
    assert leg == "merged"
    assert bench.id in detail


@pytest.mark.parametrize(
    ("asked", "leg", "said"),
    [
        ({"agent": "b"}, "scope", "its agent is 'a', and 'b' was asked for"),
        ({"session": "t"}, "scope", "its session is 's', and 't' was asked for"),
        ({"space": "work"}, "scope", "it lies in 'home/garden', outside 'work'"),
        ({"contexts": ["domain:food"]}, "scope", "its contexts are domain:code"),
        ({"kinds": ["fact"]}, "kind", "it is of kind knowledge, only fact was asked for"),
        ({"routes": ["profile"]}, "kind", "it is of kind knowledge, only profile was asked for"),
        ({"where": {"size": {"$gt": 3}}}, "where", "it does not meet the conditions"),
    ],
)
def test_what_the_question_leaves_out_is_named(ana, asked, leg, said):
    labels = {"agent": "a", "session": "s", "space": "home/garden", "contexts": ["domain:code"]}
    well = told(ana, "A well in the garden.", metadata={"size": 2}, **labels)
    assert cause(ana, well, **asked) == (leg, said)


def test_kinds_that_recall_never_gives_and_expired_memories_are_named(ana, clock):
    story = ana.narratives.add("The garden gnome moved at night.").beliefs[0]
    assert cause(ana, story) == ("kind", "it is of kind narrative, which only verbs of its own give")
    well = told(ana, "A well in the garden.", expires=clock.now().replace(hour=23))
    clock.advance(days=1)
    assert cause(ana, well)[0] == "expired"


def test_a_reranker_that_refused_it_is_named(ana, open_memory):
    well = told(ana, "A well in the garden.")

    class Never:
        def rerank(self, query, candidates):
            return [None for _ in candidates]

    strict = open_memory(user="ana", plugins=Plugins(reranker=Never()))
    assert cause(strict, well) == ("reranker", "the reranker judged that it does not answer")


def test_nothing_is_said_of_another_users_memory(ana):
    well = told(ana, "A well in the garden.")
    with pytest.raises(NotFound):
        cause(ana.scoped(user="ben"), well)
    with pytest.raises(NotFound):
        cause(ana, "0" * 32)


def test_a_claim_that_does_not_hold_then_is_told_so(ana, clock):
    home = ana.add("I live in Berlin.", claims=[Claim("user works at Acme", "user", "employer", "Acme")]).beliefs[-1]
    then = clock.now().replace(year=2020)
    assert cause(ana, home, "Where do I work?", valid_at=then) == ("valid_at", "it does not hold on 2020-01-01")
