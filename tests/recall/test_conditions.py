"""Conditions on what is computed of a belief, as `where=` of `list` and `recall` takes them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from doxa import Claim, Period
from doxa.errors import InvalidInput


@pytest.fixture
def ana(open_memory):
    memory = open_memory(user="ana")
    for tenths in range(3, 10):
        memory.add(f"boat number {tenths}", kind="fact", extract=False, confidence=tenths / 10, salience=tenths / 10)
    return memory


def numbers(beliefs):
    return sorted(int(each.text[-1]) for each in beliefs)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"confidence": {"$gte": 0.5, "$lt": 0.8}}, [5, 6, 7]),
        ({"confidence": {"$gte": 0.3, "$lte": 0.5}}, [3, 4, 5]),
        ({"confidence": {"$gt": 0.8}}, [9]),
        ({"confidence": 0.6}, [6]),
        ({"confidence": {"$in": [0.4, 0.9]}}, [4, 9]),
        ({"confidence": {"$lt": 0.3}}, []),
        ({"salience": {"$gte": 0.7}, "confidence": {"$ne": 0.8}}, [7, 9]),
        ({"tier": "long_term"}, [7, 8, 9]),
        ({"evidence": "single_source", "origin": "explicit", "strength": {"$gt": 0.99}}, [*range(3, 10)]),
        ({"origin": "inferred"}, []),
        ({"confidence": {"$gte": "0.5"}}, []),
    ],
)
def test_ranges_of_what_is_computed_select_in_list_and_in_recall(ana, asked, found):
    assert numbers(ana.list(where=asked).items) == found
    assert numbers(hit.belief for hit in ana.recall("boat", where=asked, min_relevance=0).hits) == found


def test_they_are_read_at_the_clock_and_as_of_then(ana, clock):
    clock.advance(seconds=1)
    then = clock.now()
    clock.advance(days=61)
    asked = {"confidence": {"$gte": 0.5, "$lt": 0.8}}
    assert numbers(ana.list(where=asked).items) == [7, 8, 9]
    assert numbers(ana.as_of(then).list(where=asked).items) == [5, 6, 7]


def test_who_vouches_and_how_it_came_about_select(ana):
    guess = Claim("ana sails", "user", "hobby", "sailing", origin="inferred")
    (told,) = ana.revise([guess]).beliefs
    ana.set_evidence(told.id, "official")
    for asked in (
        {"origin": "inferred"},
        {"evidence": "official"},
        {"confidence": 0.7, "evidence": {"$in": ["official"]}},
    ):
        assert [each.id for each in ana.list(where=asked).items] == [told.id]


def test_a_page_holds_as_many_as_were_asked_for_however_few_meet_the_conditions(ana):
    first = ana.list(where={"confidence": {"$gte": 0.5}}, limit=2)
    second = ana.list(where={"confidence": {"$gte": 0.5}}, limit=9, cursor=first.cursor)
    assert (numbers(first.items), numbers(second.items)) == ([8, 9], [5, 6, 7])


def test_an_operator_that_does_not_exist_is_refused(ana):
    with pytest.raises(InvalidInput, match="between"):
        ana.list(where={"confidence": {"$between": [0.1, 0.2]}})


@pytest.mark.parametrize("name", ["$and", "$or", "$not", "$gte"])
def test_an_operator_in_place_of_a_field_is_refused(ana, name):
    for ask in (ana.list, ana.recall):
        with pytest.raises(InvalidInput, match=f"[{name[0]}]{name[1:]}"):
            ask(**({"query": "boat"} if ask == ana.recall else {}), where={name: [{"confidence": 0.5}]})


@pytest.mark.parametrize(
    ("where", "kept"),
    [
        ({"said_at": {"$gte": "2026-02"}}, {"new"}),
        ({"said_at": {"$lt": "2026-02-01T00:00:00Z"}}, {"old"}),
        ({"recorded_at": {"$gte": "2026"}}, {"old", "new"}),
        ({"tags": "red"}, {"old"}),
        ({"tags": {"$in": ["red", "blue"]}}, {"old", "new"}),
        ({"tags": {"$ne": "red"}}, {"new"}),
        ({"valid_from": {"$gt": "2025-06"}}, {"new"}),
        ({"valid_to": {"$lte": "2025-03-01"}}, {"old"}),
        ({"session": "s"}, {"new"}),
    ],
)
def test_times_lists_and_labels_can_be_asked_for(open_memory, clock, where, kept):
    def period(month):
        return Period(datetime(2025, month, 1, tzinfo=UTC), datetime(2025, month + 1, 1, tzinfo=UTC))

    ana = open_memory(user="ana")
    ana.add("The old bridge", kind="knowledge", tags=["red"], valid=period(2), extract=False)
    clock.advance(days=60)
    ana.add("The new bridge", kind="knowledge", tags=["blue"], valid=period(7), session="s", extract=False)
    assert {hit.belief.text.split()[1] for hit in ana.recall("bridge", where=where).hits} == kept


@pytest.mark.parametrize("wrong", ["soon", 5, {"$gt": "yesterday"}, {"$in": ["2026", "x"]}])
def test_a_time_that_is_none_is_refused(open_memory, wrong):
    with pytest.raises(InvalidInput, match="said_at"):
        open_memory(user="ana").recall("bridge", where={"said_at": wrong})
