from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from doxa.clock import ManualClock
from doxa.graph import text_search
from doxa.graph.contract import View
from doxa.graph.nodes import Filter, Key, NewItem, NewRevision, RevisionId, TextHit, item_node, revision_node
from doxa.graph.sqlite import SqliteEngine
from doxa.graph.store import SqlGraph
from doxa.graph.undone_text import FLAGGED
from doxa.records import ANY
from doxa.text.bm25 import term_score

ALL = Filter(statuses=(), heads_only=False)


def open_graph() -> SqlGraph:
    return SqlGraph(SqliteEngine(None), "p", ManualClock())


def add(graph: SqlGraph, *texts: str, **item: object) -> list[RevisionId]:
    with graph.transaction("add") as writer:
        return [
            writer.revision(writer.item(NewItem(kind="fact", **item)), NewRevision(text=text))  # type: ignore[arg-type]
            for text in texts
        ]


def found(view: View, *terms: str, filter: Filter | None = None, limit: int = 10) -> list[RevisionId]:
    return [hit.revision for hit in view.search_text(terms, limit=limit, filter=filter)]


def test_scores_are_ours_with_the_statistics_of_each_owner() -> None:
    graph = open_graph()
    add(graph, *["tea"] * 50, user="bob")
    mine = add(graph, "tea tea milk", "milk", "bread", user="ann")
    with graph.view(user="ann") as view:
        score = round(term_score(2, 3, 1, 3, 5 / 3), 6)
        assert view.search_text(["tea"], limit=5) == [TextHit(mine[0], score)]
        assert view.search_text(["tea", "tea"], limit=5)[0].score == round(2 * term_score(2, 3, 1, 3, 5 / 3), 6)
    with graph.view() as view:
        assert view.search_text(["tea"], limit=5) == []
    with graph.view(user=ANY) as view:
        assert len(view.search_text(["tea"], limit=100)) == 51


def test_equal_scores_come_newest_first() -> None:
    graph = open_graph()
    ids = add(graph, *["same words"] * 5)
    with graph.view() as view:
        assert found(view, "same", limit=3) == ids[:1:-1]


def test_the_filter_is_applied_before_the_limit_however_deep_it_has_to_go() -> None:
    graph = open_graph()
    with graph.transaction("add") as writer:
        item = writer.item(NewItem(kind="wanted"))
        old = [writer.revision(item, NewRevision(text="tea and a long tail of other words so that it ranks last"))]
    add(graph, *["tea"] * 500)
    with graph.view() as view:
        assert found(view, "tea", filter=Filter(kinds=("wanted",)), limit=1) == old


def test_superseded_archived_and_undone_revisions_are_told_apart() -> None:
    graph = open_graph()
    with graph.transaction("add") as writer:
        item = writer.item(NewItem(kind="fact"))
        first = writer.revision(item, NewRevision(text="lives in berlin"))
        second = writer.revision(item, NewRevision(text="lives in paris"))
    undone = add(graph, "berlin again")
    with graph.transaction("undo") as writer:
        writer.undo(2)
    with graph.view() as view:
        assert found(view, "berlin") == [first]
        assert found(view, "berlin", filter=Filter()) == []
        assert found(view, "pari", filter=Filter()) == [second]
    with graph.view(as_of=2) as view:
        assert set(found(view, "berlin")) == {first, undone[0]}
    with graph.transaction("archive") as writer:
        writer.status(item_node(item), "archived")
    with graph.view() as view:
        assert found(view, "pari", filter=Filter()) == []
        assert found(view, "pari", filter=Filter(statuses=("archived",))) == [second]
    with graph.view(as_of=3) as view:
        assert found(view, "pari", filter=Filter()) == [second]


def test_titles_are_searched_and_words_of_both_languages_found() -> None:
    graph = open_graph()
    with graph.transaction("add") as writer:
        item = writer.item(NewItem(kind="fact"))
        revision = writer.revision(item, NewRevision(text="他喜欢喝茶", title="Beverages"))
    with graph.view() as view:
        assert found(view, "beverag") == [revision]
        assert found(view, "喝茶") == [revision]


def test_only_given_revisions_are_scored_when_asked_for() -> None:
    graph = open_graph()
    ids = add(graph, "tea", "tea tea", "milk")
    with graph.view() as view:
        every = {hit.revision: hit for hit in view.search_text(["tea"], limit=9)}
        assert view.search_text(["tea"], limit=9, within=[ids[0], ids[2]]) == [every[ids[0]]]


def test_punctuation_and_operators_in_terms_are_data() -> None:
    graph = open_graph()
    add(graph, "plain words")
    with graph.view() as view:
        for term in ['"', "*", "a OR b", "NEAR(", "fts:", "'; DROP TABLE item; --", "", "\x00"]:
            assert view.search_text([term], limit=3) == []


WORDS = st.lists(st.sampled_from(["tea", "milk", "oat", "bean", "mug"]), min_size=1, max_size=7)
DOCUMENT = st.tuples(WORDS, st.sampled_from([None, "ann", "bob"]), st.booleans())


@given(documents=st.lists(DOCUMENT, max_size=25), query=WORDS, user=st.sampled_from([None, "ann", ANY]))
def test_ranking_agrees_with_bm25_by_hand(documents: list, query: list[str], user: object) -> None:  # type: ignore[type-arg]
    graph = open_graph()
    ids = [add(graph, " ".join(words), user=owner)[0] for words, owner, _ in documents]
    with graph.transaction("mark") as writer:
        for revision, (_, _, rival) in zip(ids, documents, strict=True):
            writer.assert_(revision_node(revision), Key.STANDING, "rival" if rival else None)
    expected = [
        TextHit(revision, score)
        for revision, (words, owner, rival) in zip(ids, documents, strict=True)
        if (user is ANY or owner in (None, user)) and not rival
        if (score := by_hand(words, query, [words for words, other, _ in documents if other == owner])) > 0
    ]
    with graph.view(user=user) as view:  # type: ignore[arg-type]
        hits = view.search_text(query, limit=6, filter=Filter())
    assert hits == sorted(expected, key=lambda hit: (-hit.score, -hit.revision))[:6]


def by_hand(words: list[str], query: list[str], corpus: list[list[str]]) -> float:
    average = sum(map(len, corpus)) / len(corpus)
    return round(
        sum(
            times * term_score(words.count(term), len(words), sum(term in w for w in corpus), len(corpus), average)
            for term, times in Counter(query).items()
        ),
        6,
    )


def test_candidates_hold_the_best_of_many_texts() -> None:
    graph = open_graph()
    texts = [["tea"] * (n % 5) + ["mug"] * (n % 3) + ["word"] * (n % 11 + 1) for n in range(400)]
    ids = add(graph, *map(" ".join, texts))
    scores = [TextHit(i, by_hand(words, ["tea", "mug"], texts)) for i, words in zip(ids, texts, strict=True)]
    expected = sorted(scores, key=lambda hit: (-hit.score, -hit.revision))[:20]
    assert len(texts) > 4 * (2 * 20 + text_search.SPARE)
    with graph.view() as view:
        assert view.search_text(["tea", "mug"], limit=20) == expected


def test_what_was_undone_counts_in_no_score_and_is_still_found_as_of_then() -> None:
    graph = open_graph()
    add(graph, "tea tea milk", "milk", "bread")
    scores = [[(hit.revision, hit.score) for hit in search(graph)]]
    (summary,) = add(graph, "tea with milk and bread and sugar again")
    scores.append([(hit.revision, hit.score) for hit in search(graph)])
    for taken_back in (2, 3, 4):
        with graph.transaction("undo") as writer:
            writer.undo(taken_back)
        scores.append([(hit.revision, hit.score) for hit in search(graph)])
    assert scores[2] == scores[4] == scores[0]
    assert scores[3] == scores[1] != scores[0]
    with graph.view(as_of=2) as past:
        assert found(past, "sugar") == [summary]


def test_what_was_undone_is_found_by_an_index_and_takes_no_look_at_all_that_was_asserted() -> None:
    with open_graph().engine.reading() as connection:
        plan = connection.rows(f"EXPLAIN QUERY PLAN {FLAGGED}", (1,))
    assert "COVERING INDEX fact_flag (key=?)" in str(plan)


def search(graph: SqlGraph) -> list[TextHit]:
    with graph.view() as view:
        return view.search_text(["tea", "milk"], limit=10)
