from __future__ import annotations

import pytest

from doxa import Plugins
from doxa.graph.nodes import RevisionId
from doxa.recall.fusion import ReciprocalRankFusion, WeightedFusion, fused
from doxa.recall.legs import Found


def found(**legs: list[tuple[int, float]]) -> list[Found]:
    return [Found(leg, tuple((RevisionId(each), score) for each, score in hits)) for leg, hits in legs.items()]


def test_reciprocal_ranks_are_summed_over_the_legs():
    legs = {"x": [(1, 9.0), (2, 3.0)], "y": [(2, 0.5), (3, 0.4)]}
    scores = {each: round(score, 6) for each, score in ReciprocalRankFusion().fuse(legs)}
    assert scores == {2: 0.032522, 1: 0.016393, 3: 0.016129}
    assert [each.revision for each in fused(ReciprocalRankFusion(), found(**legs))] == [2, 1, 3]


def test_the_weight_of_a_leg_that_found_nothing_goes_to_the_others():
    fusion = WeightedFusion({"bm25": 0.6, "dense": 0.4})
    assert fusion.fuse({"bm25": [(1, 2.0)], "dense": []}) == [(1, 1.0)]


def test_an_own_fusion_orders_what_the_legs_found(open_memory):
    class Backwards:
        def fuse(self, legs):
            ids = {each for hits in legs.values() for each, _ in hits}
            return [(each, 1 / (1 + each)) for each in ids]

    ana = open_memory(user="ana", plugins=Plugins(fusion=Backwards()))
    for color in ("red", "green", "blue"):
        ana.add(f"The {color} door leads to the garden.", kind="knowledge", extract=False)
    texts = [hit.belief.text for hit in ana.recall("Which door leads to the garden?").hits]
    assert texts == [f"The {color} door leads to the garden." for color in ("red", "green", "blue")]


@pytest.mark.parametrize(
    "answer", [[(10**9, 0.5)], [(1, float("nan"))], [(1, "high")], "no pairs", None], ids=lambda each: str(each)
)
def test_a_fusion_that_fails_leaves_doxas_order_and_says_so(open_memory, answer):
    class Broken:
        def fuse(self, legs):
            return answer

    ana = open_memory(user="ana")
    ana.add("The red door leads to the garden.")
    ana.add("The garden is full of roses.")
    plain = ana.recall("Which door leads to the garden?", touch=False)
    broken = open_memory(user="ana", plugins=Plugins(fusion=Broken())).recall("Which door leads to the garden?")
    assert broken.hits == plain.hits
    assert len(broken.warnings) == 1
    assert "The fusion failed" in broken.warnings[0]
