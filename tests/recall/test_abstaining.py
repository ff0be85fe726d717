from __future__ import annotations

import pytest


@pytest.mark.parametrize("question", ["What is the wifi password?", "quantum chromodynamics"])
def test_what_only_lies_nearest_is_no_answer(open_memory, embedder_cache, question):
    memory = open_memory(embedder="default", user="ana")
    for said in ("We walked along the canal and fed the ducks.", "My sister bakes bread on Sundays."):
        memory.add(said)
    assert memory.recall(question).abstained


def test_another_wording_of_the_same_is_found_by_meaning_alone(open_memory, embedder_cache):
    memory = open_memory(embedder="default", user="ana")
    memory.add("My sister bakes bread on Sundays.")
    found = memory.recall("我姐姐星期天做面包吗？", legs=["bm25", "dense"])
    assert not found.abstained


def test_whoever_asks_for_any_relevance_gets_the_nearest(open_memory, embedder_cache):
    memory = open_memory(embedder="default", user="ana")
    memory.add("We walked along the canal and fed the ducks.")
    assert memory.recall("What is the wifi password?", min_relevance=0).hits
