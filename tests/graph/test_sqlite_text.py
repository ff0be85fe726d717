from __future__ import annotations

import math
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doxa.graph.engine import TermWeight
from doxa.graph.sqlite import SqliteEngine

WORDS = ("0xa", "0xb", "1xa", "1xzz")
DOCUMENT = st.tuples(st.lists(st.sampled_from(WORDS), max_size=4), st.lists(st.sampled_from(WORDS), max_size=40))


@settings(max_examples=50)
@given(
    documents=st.lists(DOCUMENT, min_size=1, max_size=12), gone=st.sets(st.integers(1, 12)), newest=st.integers(1, 12)
)
def test_counts_and_lengths_are_told_exactly(documents: list, gone: set[int], newest: int) -> None:  # type: ignore[type-arg]
    engine = SqliteEngine(None)
    held = {number: Counter([*title, *text]) for number, (title, text) in enumerate(documents, start=1)}
    with engine.writing() as connection:
        for number, (title, text) in enumerate(documents, start=1):
            connection.index_text(number, " ".join(title), " ".join(text))
        connection.unindex_text(sorted(gone))
        held = {number: counts for number, counts in held.items() if number not in gone}
        statistics = connection.term_statistics(WORDS)
        assert statistics == {
            word: count for word in WORDS if (count := sum(word in counts for counts in held.values())) > 0
        }
        terms = [TermWeight(word, 0.5, count) for word, count in statistics.items()]
        expected = {
            number: (counts.total(), dict(counts)) for number, counts in held.items() if number <= newest and counts
        }
        matches = connection.match_text(terms, limit=99, newest=newest)
        assert {match.revision: (match.length, match.counts) for match in matches} == expected
        assert matches == sorted(matches, key=lambda match: (-match.score, -match.revision))
        within = connection.match_within(WORDS, list(expected))
        assert {match.revision: (match.length, match.counts) for match in within} == expected
        occurrences = Counter(connection.indexed_terms())
        assert occurrences == {(number, word): n for number, counts in held.items() for word, n in counts.items()}


def test_many_occurrences_in_long_documents_are_told_exactly() -> None:
    engine = SqliteEngine(None)
    with engine.writing() as connection:
        for number, count in enumerate((1, 2, 127, 128, 300, 20_000), start=1):
            connection.index_text(number, "", "0xa " * count + "0xb " * (count * 7 % 5000))
        matches = connection.match_text([TermWeight("0xa", 1.0, 6)], limit=9, newest=None)
        assert {match.revision: match.counts["0xa"] for match in matches} == {
            1: 1,
            2: 2,
            3: 127,
            4: 128,
            5: 300,
            6: 20_000,
        }


def test_a_word_in_most_documents_still_counts() -> None:
    engine = SqliteEngine(None)
    with engine.writing() as connection:
        for number in range(1, 10):
            connection.index_text(number, "", "0xa " * number)
        matches = connection.match_text([TermWeight("0xa", 2.0, 9)], limit=3, newest=None)
        assert [match.revision for match in matches] == [9, 8, 7]
        assert all(match.score > 0 for match in matches)
        assert connection.match_text([TermWeight("0xnever", 1.0, 0)], limit=3, newest=None) == []


def test_compacting_leaves_no_trace_of_terms_that_were_taken_out() -> None:
    engine = SqliteEngine(None)
    with engine.writing() as connection:
        for number in range(1, 40):
            connection.index_text(number, "", f"0xkept 0xgone{number}")
        connection.unindex_text(range(2, 40))
        connection.compact_text()
        blocks = b"".join(block for (block,) in connection.rows("SELECT block FROM fts_data"))
        assert connection.rows("SELECT term FROM temp.fts_terms") == [("0xgone1",), ("0xkept",)]
        assert len(blocks) < 200


@pytest.mark.parametrize("deep", [False, True])
def test_a_sound_file_has_no_faults(deep: bool) -> None:
    assert SqliteEngine(None).verify(deep=deep) == []


@settings(max_examples=30, deadline=None)
@given(
    held=st.lists(st.sets(st.integers(0, 9), max_size=6), min_size=30, max_size=60),
    limit=st.integers(1, 12),
    newest=st.one_of(st.none(), st.integers(1, 60)),
)
def test_passing_over_common_terms_finds_the_same(held: list, limit: int, newest: int | None) -> None:  # type: ignore[type-arg]
    engine = SqliteEngine(None)
    with engine.writing() as connection:
        for number, words in enumerate(held, start=1):
            common = ["0xthe"] * (number % 3 + 1) + ["0xof"]
            connection.index_text(number, "", " ".join([*common, *(f"0x{word}" for word in sorted(words))]))
        statistics = connection.term_statistics(["0xthe", "0xof", *(f"0x{word}" for word in range(10))])
        terms = [
            TermWeight(term, math.log1p((len(held) - count + 0.5) / (count + 0.5)), count)
            for term, count in statistics.items()
        ]
        whole = connection.match_text(terms, limit=limit, newest=newest)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("doxa.graph.sqlite_connection.PRUNED_FROM", 0)
            pruned = connection.match_text(terms, limit=limit, newest=newest)
    assert [each.score for each in pruned] == pytest.approx([each.score for each in whole])
    last = whole[-1].score + 1e-9 if whole else 0.0  # which of equals come last is a matter of rounding
    above = [{each.revision: each.counts for each in found if each.score > last} for found in (whole, pruned)]
    assert above[0] == above[1]
