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


ZH = ("我喜欢吃血橙。", "昨天去了公园，看到很多花。", "妈妈做了红烧肉。", "我在上海上班。")
EN = ("I work at Acme.", "My sister bakes bread on Sundays.", "The car is a red Volvo.", "Bob plays chess.")


@pytest.mark.parametrize("embedder", [None, "default"])
@pytest.mark.parametrize(
    ("told", "question", "answerable"),
    [
        (ZH, "血型是什么？", "我喜欢吃什么水果？"),
        (ZH, "护照号码是多少？", "谁做了红烧肉？"),
        (EN, "When is my appointment at the dentist?", "Who bakes bread?"),
        (EN, "What did Zoe name the boat?", "What colour is the car?"),
    ],
)
def test_what_was_never_mentioned_is_told_from_what_was(
    open_memory, embedder_cache, embedder, told, question, answerable
):
    memory = open_memory(embedder=embedder, user="ana")
    for text in told:
        memory.add(text)
    best = max((hit.relevance for hit in memory.recall(question, touch=False).hits), default=0.0)
    assert best < 0.35
    assert memory.recall(answerable, touch=False).hits[0].relevance > best + 0.15


def test_least_relevance_is_what_the_caller_asks_for(open_memory):
    memory = open_memory(embedder=None, user="ana")
    for text in EN:
        memory.add(text)
    found = memory.recall("Who bakes bread?", touch=False).hits
    kept = memory.recall("Who bakes bread?", min_relevance=found[0].relevance, touch=False).hits
    assert [hit.relevance >= found[0].relevance for hit in kept] == [True] * len(kept)
    assert memory.recall("Who bakes bread?", min_relevance=1.0, touch=False).abstained


def test_an_abstention_shows_what_was_too_little(open_memory, embedder_cache):
    memory = open_memory(embedder="default", user="ana")
    memory.add("We walked along the canal and fed the ducks.")
    shown = memory.recall("quantum walked chromodynamics proton spin", min_relevance=0.9, explain=True, touch=False)
    assert shown.abstained
    assert "is below" in shown.cut[0].why[-1].detail
