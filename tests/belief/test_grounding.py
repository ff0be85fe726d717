"""What rests on a belief that is gone is found at any depth, through cycles, step by step, and is cleared again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.belief.grounding import begin, impact, regrounded, ripple, stale_closure
from doxa.errors import InvalidInput

GRAPHS = st.dictionaries(st.sampled_from("abcdefgh"), st.lists(st.sampled_from("abcdefgh"), max_size=4), max_size=8)


def reachable(graph: dict[str, list[str]], start: str) -> set[str]:
    """Everything that a walk from `start` reaches, but for itself."""
    found, waiting = set(), [start]
    while waiting:
        for each in graph.get(waiting.pop(), ()):
            if each not in found:
                found.add(each)
                waiting.append(each)
    return found - {start}


@given(GRAPHS)
def test_the_closure_is_everything_reachable_through_cycles(graph: dict[str, list[str]]) -> None:
    closure = stale_closure("a", lambda id: graph.get(id, ()))
    assert set(closure) == reachable(graph, "a")
    assert len(closure) == len(set(closure))


@given(GRAPHS, st.integers(1, 3))
def test_any_step_width_tags_the_same_and_survives_a_crash_between_steps(
    graph: dict[str, list[str]], limit: int
) -> None:
    tagged: dict[str, None] = {}
    cursor = begin("a")
    while cursor is not None:
        step = ripple(cursor, lambda id: graph.get(id, ()), tagged.__contains__, limit=limit)
        assert len(step.stale) <= limit
        assert not set(step.stale) & set(tagged)
        tagged.update(dict.fromkeys(step.stale))
        cursor = step.cursor
    assert set(tagged) == reachable(graph, "a")


def test_a_chain_of_ten_thousand_is_linear_and_nothing_is_cut_off() -> None:
    asked: list[str] = []

    def next_one(id: str) -> list[str]:
        asked.append(id)
        return [str(int(id) + 1)] if int(id) < 10_000 else []

    assert len(stale_closure("0", next_one)) == 10_000
    assert len(asked) < 10_100


def test_a_wide_fan_is_finished_over_several_steps() -> None:
    tagged: set[str] = set()
    cursor = begin("hub")
    steps = 0
    while cursor is not None:
        step = ripple(cursor, lambda id: map(str, range(1_200)) if id == "hub" else (), tagged.__contains__)
        tagged |= set(step.stale)
        cursor, steps = step.cursor, steps + 1
    assert len(tagged) == 1_200
    assert steps == 3


def test_impact_gives_the_shortest_path_and_depth_of_each() -> None:
    graph = {"a": ["b", "c"], "b": ["d"], "c": ["d"], "d": ["a", "e"]}
    found = impact("a", lambda id: graph.get(id, ()))
    assert [(each.id, each.depth, each.path) for each in found] == [
        ("b", 1, ("a", "b")),
        ("c", 1, ("a", "c")),
        ("d", 2, ("a", "b", "d")),
        ("e", 3, ("a", "b", "d", "e")),
    ]
    assert [each.id for each in impact("a", lambda id: graph.get(id, ()), max_hops=1)] == ["b", "c"]
    assert impact("a", lambda id: graph.get(id, ()), max_hops=0) == []


def test_a_tag_comes_off_when_nothing_below_is_gone_or_stale() -> None:
    rests_on = {"plan": ["home"], "trip": ["plan"], "other": ["old"]}
    cleared = regrounded(["trip", "plan", "other"], lambda id: rests_on.get(id, ()), lambda id: id == "old")
    assert cleared == ["trip", "plan"]


def test_impossible_bounds_are_refused() -> None:
    with pytest.raises(InvalidInput, match="limit is 0"):
        ripple(begin("a"), lambda id: (), lambda id: False, limit=0)
    with pytest.raises(InvalidInput, match="max_hops is -1"):
        impact("a", lambda id: (), max_hops=-1)
