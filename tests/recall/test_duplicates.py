from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

from doxa.recall.duplicates import MOST, likeness, spread, wording_of


def test_a_duplicate_comes_after_what_says_something_new():
    texts = ["apple banana cherry", "apple banana cherry", "dog elephant fox", "zzz"]
    order, alike = spread([1.0, 0.8, 0.79, 0.1], texts)
    assert order == [0, 2, 1, 3]
    assert alike == {1: 0}


def test_texts_that_differ_keep_their_order():
    assert spread([0.9, 0.8, 0.7], ["I like tea", "I like jazz", "I live in Rome"]) == ([0, 1, 2], {})


def test_numbers_make_two_texts_different_in_english_and_chinese():
    assert likeness(wording_of("The limit is 30 seconds now"), wording_of("The limit is 60 seconds now")) == 0.0
    assert likeness(wording_of("超时时间是30秒"), wording_of("超时时间是60秒")) == 0.0
    assert likeness(wording_of("超时时间是30秒"), wording_of("超时时间是30秒。")) == 1.0


@given(st.lists(st.sampled_from(["a b c", "a b c", "c d e f", "x"]), max_size=12))
def test_every_candidate_stays_once_and_the_best_stays_first(texts):
    scores = [1.0 - place / 100 for place in range(len(texts))]
    order, _ = spread(scores, texts)
    assert sorted(order) == list(range(len(texts)))
    assert not texts or order[0] == 0


def test_the_most_that_is_looked_at_takes_no_time():
    texts = [f"the very same words about one thing and another {place % 3}" for place in range(MOST)]
    started = time.process_time()
    spread([1.0 - place / 100 for place in range(MOST)], texts)
    assert time.process_time() - started < 0.5


def test_recall_gives_its_places_to_what_is_new(open_memory):
    ana = open_memory(user="ana")
    for place in range(6):
        ana.add("The boiler in the cellar was mended by Tom.", kind="knowledge", session=f"s{place}")
        ana.add("The boiler in the cellar was mended by Tom!", session=f"s{place}", extract=False)
    ana.add("Who mended the boiler in the cellar last year was Ben.", kind="knowledge")
    hits = ana.recall("Who mended the boiler in the cellar?", limit=3, explain=True).hits
    assert "Ben" in hits[1].belief.text
    assert "near-duplicate" in {each.leg for hit in hits[2:] for each in hit.why}


def test_what_was_merged_does_not_come_back_beside_its_merge(open_memory):
    ana = open_memory(user="ana")
    one = ana.add("The boiler was mended by Tom.", kind="knowledge").beliefs[0]
    other = ana.add("Tom has repaired the boiler.", kind="knowledge").beliefs[0]
    ana.merge([other.id], into=one.id)
    assert [hit.belief.id for hit in ana.recall("Who mended or repaired the boiler?").hits] == [one.id]
