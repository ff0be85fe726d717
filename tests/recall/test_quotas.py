from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.recall.quotas import by_quota


@pytest.mark.parametrize(
    ("stated", "patterns", "limit", "kept"),
    [(10, 10, 10, (6, 4)), (10, 1, 10, (9, 1)), (10, 10, 5, (3, 2)), (10, 10, 2, (1, 1)), (10, 10, 1, (1, 0))],
)
def test_patterns_have_their_part_though_everything_stated_is_better(stated, patterns, limit, kept):
    sides = [False] * stated + [True] * patterns
    chosen = [sides[place] for place in by_quota(sides, limit)]
    assert (chosen.count(False), chosen.count(True)) == kept


@given(st.lists(st.booleans(), max_size=40), st.integers(0, 40))
def test_no_place_is_left_empty_and_none_is_given_twice(sides, limit):
    kept = by_quota(sides, limit)
    assert len(kept) == min(limit, len(sides))
    assert kept == sorted(set(kept))


def test_a_recall_of_the_profile_route_keeps_places_for_patterns(open_memory):
    ana = open_memory(user="ana")
    for number in range(8):
        ana.add(f"Ana likes tea of sort {'abcdefgh'[number]} best of all teas.", kind="preference")
    ana.add("When tired, Ana turns to tea.", kind="schema")
    kinds = [hit.belief.kind for hit in ana.recall("Which tea does Ana like?", routes=["profile"], limit=4).hits]
    assert len(kinds) == 4
    assert kinds.count("schema") == 1


def test_a_single_place_goes_to_the_best(open_memory):
    ana = open_memory(user="ana")
    ana.add("Ana likes green tea.", kind="preference")
    ana.add("Ana often drinks something warm.", kind="schema")
    assert len(ana.recall("Does Ana like green tea?", routes=["profile"], limit=1).hits) == 1
