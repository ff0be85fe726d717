"""Conditions of a request leave out what is in front, never what lies behind it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from doxa import Message, Period
from doxa.graph.nodes import RevisionId
from doxa.recall import deepening

CROWD = 30
"""More than each leg brings in these tests."""
LONE = {
    "en": ("The kettle in our old kitchen was a gift from my late aunt.", "kettle kitchen", "kettle kitchen {}"),
    "zh": ("我们老厨房里那个蓝色的水壶是已故的姨妈送的礼物。", "厨房水壶", "厨房水壶 {} 号"),
}  # fmt: skip
FAR = Period(datetime(2031, 1, 1, tzinfo=UTC), datetime(2032, 1, 1, tzinfo=UTC), "year")


@pytest.fixture(autouse=True)
def few(monkeypatch):
    monkeypatch.setattr("doxa.recall.searching.CANDIDATES", 10)


def crowded(memory, language, **crowd):
    """Fill a memory with what fits a question better than the one memory that meets its conditions."""
    lone, question, others = LONE[language]
    memory.add(lone, kind=crowd.pop("lone", "fact"), extract=False, metadata={"room": "old"}, session="old")
    for number in range(CROWD):
        memory.add(others.format(number), extract=False, **crowd)
    return lone, question


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("crowd", "asked"),
    [
        ({"kind": "fact"}, {"where": {"room": "old"}}),
        ({"kind": "fact", "confidence": 0.6}, {"where": {"confidence": {"$gte": 0.8}}}),
        ({"kind": "narrative"}, {}),
        ({"kind": "fact", "lone": "trait"}, {"routes": ["profile"]}),
        ({"kind": "fact", "lone": "intention"}, {"routes": ["proactive"]}),
        ({"kind": "trait"}, {"routes": ["normal"]}),
        ({"kind": "fact", "valid": FAR}, {"valid_at": datetime(2026, 5, 1, tzinfo=UTC)}),
    ],
    ids=["metadata", "computed", "narratives", "profile", "proactive", "normal", "valid_at"],
)
def test_what_meets_the_conditions_is_found_behind_any_number_that_does_not(open_memory, language, crowd, asked):
    ana = open_memory(user="ana", embedder=None)
    lone, question = crowded(ana, language, **crowd)
    assert [hit.belief.text for hit in ana.recall(question, limit=2, **asked).hits] == [lone]


def test_what_has_expired_and_what_is_no_longer_sure_crowds_nothing_out(open_memory, clock):
    ana = open_memory(user="ana", embedder=None)
    lone, question = crowded(ana, "en", kind="fact", expires=clock.now() + timedelta(hours=1))
    for number in range(CROWD):
        ana.add(f"kettle kitchen, perhaps {number}", kind="fact", confidence=0.5, extract=False)
    clock.advance(days=95)
    assert [hit.belief.text for hit in ana.recall(question, limit=2).hits] == [lone]


def test_many_versions_of_one_memory_crowd_no_other_out(open_memory):
    ana = open_memory(user="ana", embedder=None)
    lone, question = crowded(ana, "en", kind="narrative")
    other = ana.add("kettle kitchen first", kind="knowledge", extract=False).beliefs[0]
    for number in range(CROWD):
        ana.update(other.id, f"kettle kitchen version {number}")
    found = {hit.belief.text for hit in ana.recall(question, limit=2).hits}
    assert found == {f"kettle kitchen version {CROWD - 1}", lone}


def test_what_was_not_looked_at_is_told(open_memory, monkeypatch):
    monkeypatch.setattr(deepening, "MOST_WALKED", 20)
    ana = open_memory(user="ana", embedder=None)
    _, question = crowded(ana, "en", kind="fact")
    answer = ana.recall(question, limit=2, where={"room": "old"})
    assert (answer.hits, answer.warnings) == ((), (deepening.NOTE,))
    assert ana.recall(question, where={"room": "old"}, session="old").hits


def test_a_walk_goes_by_words_and_by_meaning_in_turn_and_meets_each_memory_once():
    ranked = [[RevisionId(each) for each in numbers] for numbers in ((1, 2, 3), (2, 4))]
    assert list(deepening._interleaved(*ranked)) == [1, 2, 4, 3]


SWIMS = {
    "en": ("When did I go swimming?", ["I went swimming in the lake.", "I bought swimming goggles.", "My cat is black.",
           "I went swimming with Bo.", "The sea was warm."]),
    "zh": ("我什么时候去游泳？", ["我去湖里游泳了。", "我买了游泳镜。", "我的猫是黑色的。", "我和小波去游泳。",
           "海水很暖。"]),
}  # fmt: skip


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("limit", [1, 2])
def test_first_and_latest_are_those_of_all_that_answer_not_of_the_best_few(open_memory, clock, language, limit):
    question, said = SWIMS[language]
    ana = open_memory(user="ana", embedder=None)
    for day, text in enumerate(said):
        ana.add(Message("user", text, clock.now() + timedelta(days=day)), session=f"day {day}", extract=False)
    clock.advance(days=30)
    first = [hit.belief.text for hit in ana.recall(question, order="first", limit=limit).hits]
    latest = [hit.belief.text for hit in ana.recall(question, order="latest", limit=limit).hits]
    assert first == [said[0], said[3]][:limit]
    assert latest == [said[3], said[0]][:limit]


def test_where_few_answer_the_rest_of_the_hits_are_ordered_by_time_as_well(open_memory, clock):
    question, said = SWIMS["en"]
    ana = open_memory(user="ana", embedder=None)
    for day, text in enumerate(said):
        ana.add(Message("user", text, clock.now() + timedelta(days=day)), session=f"day {day}", extract=False)
    hits = ana.recall(question, order="first", limit=10, min_relevance=0).hits
    assert [hit.belief.text for hit in hits[:3]] == [said[0], said[1], said[3]]
    assert [hit.belief.said_at for hit in hits] == sorted(hit.belief.said_at for hit in hits)
