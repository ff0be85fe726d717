"""Search by words: our BM25 with each owner's own statistics, superseded revisions marked, every mark data."""

from __future__ import annotations

import math
import string

import pytest

from doxa.graph.contract import Graph
from doxa.graph.nodes import Filter, Key, NewItem, NewRevision, RevisionId, item_node
from doxa.records import ANY, User
from doxa.text.bm25 import term_score
from doxa.text.tokens import query_tokens
from tests.conformance.writing import add, read, revise, undo, write


def found(
    graph: Graph,
    query: str,
    *,
    limit: int = 10,
    filter: Filter | None = None,
    within: tuple[RevisionId, ...] = (),
    user: User = ANY,
    as_of: int | None = None,
) -> list[RevisionId]:
    terms = query_tokens(query)
    hits = read(
        graph,
        lambda view: view.search_text(terms, limit=limit, filter=filter, within=within),
        user=user,
        as_of=as_of,
    )
    return [hit.revision for hit in hits]


def test_texts_are_found_by_their_words(graph: Graph) -> None:
    tea, coffee = add(graph, "Ada likes green tea").revision, add(graph, "Bob likes black coffee").revision
    assert found(graph, "tea") == [tea]
    assert found(graph, "COFFEE?") == [coffee]
    assert set(found(graph, "likes")) == {tea, coffee}
    assert found(graph, "water") == []


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("I visited the museum", "visits"),
        ("她住在北京朝阳区", "北京"),
        ("她住在北京朝阳区", "朝阳"),
        ("see src/doxa/graph/store.py", "store.py"),
        ("version 3.2.1 of C++", "3.2.1"),
        ("José's café", "jose cafe"),
        ("ＮＡＳＡ launch", "nasa"),
        ("call parse_kref()", "parse_kref"),
        ("東京タワー", "東京"),
        ("서울에 산다", "서울"),
    ],
)
def test_forms_scripts_and_identifiers_are_found(graph: Graph, text: str, query: str) -> None:
    add(graph, "something quite different 别的事情")
    made = add(graph, text)
    assert found(graph, query) == [made.revision]


def test_titles_are_searched_with_the_text(graph: Graph) -> None:
    made = add(graph, "body", title="Quarterly report")
    assert found(graph, "quarterly body") == [made.revision]


def test_the_score_is_bm25_with_the_owners_statistics(graph: Graph) -> None:
    texts = ["apple pear pear", "apple", "plum plum plum plum"]
    made = [add(graph, text, user="ada").revision for text in texts]
    for _ in range(5):
        add(graph, "apple apple apple", user="bob")
    hits = read(graph, lambda view: view.search_text(["pear", "appl", "appl"], limit=10), user="ada")
    average = 8 / 3
    first = term_score(2, 3, 1, 3, average) + 2 * term_score(1, 3, 2, 3, average)
    second = 2 * term_score(1, 1, 2, 3, average)
    assert [(hit.revision, hit.score) for hit in hits] == [
        (made[0], round(first, 6)),
        (made[1], round(second, 6)),
    ]
    assert all(math.isfinite(hit.score) and hit.score > 0 for hit in hits)


def test_equal_scores_come_newer_first(graph: Graph) -> None:
    made = [add(graph, "the same words").revision for _ in range(5)]
    assert found(graph, "same words") == made[::-1]
    assert found(graph, "same words", limit=2) == made[:2:-1]


def test_another_users_texts_do_not_move_a_users_scores(graph: Graph) -> None:
    add(graph, "apple pear", user="ada")
    add(graph, "apple", user="ada")
    before = read(graph, lambda view: view.search_text(["appl"], limit=10), user="ada")
    for number in range(20):
        add(graph, f"apple {number}", user="bob")
    assert read(graph, lambda view: view.search_text(["appl"], limit=10), user="ada") == before


def test_a_search_sees_the_own_and_the_shared(graph: Graph) -> None:
    made = {user: add(graph, "apple", user=user).revision for user in (None, "ada", "bob")}
    assert set(found(graph, "apple", user="ada")) == {made[None], made["ada"]}
    assert found(graph, "apple", user=None) == [made[None]]
    assert set(found(graph, "apple", user=ANY)) == set(made.values())
    assert found(graph, "apple", user="nobody") == [made[None]]


def test_superseded_wording_is_found_and_can_be_left_out(graph: Graph) -> None:
    made = add(graph, "lives in Berlin")
    new = revise(graph, made.item, "lives in Paris")
    assert found(graph, "berlin") == [made.revision]
    assert found(graph, "berlin", filter=Filter()) == []
    assert found(graph, "paris", filter=Filter()) == [new.revision]
    assert not read(graph, lambda view: view.heads([made.revision])[made.revision].is_head)


def test_the_filter_applies_before_the_limit(graph: Graph) -> None:
    wanted = add(graph, "apple and a great many other words in it", kind="event").revision
    for _ in range(60):
        add(graph, "apple")
    assert found(graph, "apple", limit=1, filter=Filter(kinds=("event",))) == [wanted]


def test_a_filter_keeps_by_status_space_and_contexts(graph: Graph) -> None:
    gone = add(graph, "apple")
    write(graph, lambda writer: writer.status(item_node(gone.item), "deleted"))
    deep = add(graph, "apple", space="a/b").revision
    work = add(graph, "apple", contexts=("work",)).revision
    assert found(graph, "apple", filter=Filter()) == [work, deep]
    assert found(graph, "apple", filter=Filter(statuses=("deleted",))) == [gone.revision]
    assert found(graph, "apple", filter=Filter(space="a")) == [deep]
    assert found(graph, "apple", filter=Filter(contexts=("home",))) == [deep]
    assert found(graph, "apple", filter=Filter(contexts=("work",))) == [work, deep]


def test_only_given_revisions_are_scored(graph: Graph) -> None:
    made = [add(graph, f"apple {number}").revision for number in range(4)]
    other = add(graph, "pear").revision
    assert found(graph, "apple", within=(made[2], other, made[0], RevisionId(999))) == [made[2], made[0]]


def test_scores_of_given_revisions_are_those_of_the_search(graph: Graph) -> None:
    made = [add(graph, "apple " * number + "pear").revision for number in range(1, 5)]
    whole = read(graph, lambda view: view.search_text(["appl", "pear"], limit=10))
    given = read(graph, lambda view: view.search_text(["appl", "pear"], limit=10, within=made))
    assert given == whole


def test_a_past_search_sees_the_revisions_and_states_of_then(graph: Graph) -> None:
    made = add(graph, "apple one")
    gone = add(graph, "apple two")
    then = gone.operation
    new = revise(graph, made.item, "apple three")
    write(graph, lambda writer: writer.status(item_node(gone.item), "deleted"))
    later = add(graph, "apple four").revision
    assert set(found(graph, "apple", filter=Filter(), as_of=then)) == {made.revision, gone.revision}
    assert set(found(graph, "apple", filter=Filter())) == {new.revision, later}


def test_what_is_undone_is_not_found_and_comes_back(graph: Graph) -> None:
    made = add(graph, "apple")
    undone = undo(graph, made.operation)
    assert found(graph, "apple") == []
    undo(graph, undone)
    assert found(graph, "apple") == [made.revision]


@pytest.mark.parametrize("take_back", ["undo", "rollback"])
def test_what_was_taken_back_counts_in_no_score(graph: Graph, take_back: str) -> None:
    add(graph, "apple apple pear")
    other = add(graph, "pear plum")
    before = read(graph, lambda view: view.search_text(["appl", "pear"], limit=10))
    made = add(graph, "apple pie with pear and plum again and again")
    moved = read(graph, lambda view: view.search_text(["appl", "pear"], limit=10))
    if take_back == "undo":
        undo(graph, made.operation)
    else:
        write(graph, lambda writer: writer.rollback((made.item,), other.operation), kind="rollback")
    assert read(graph, lambda view: view.search_text(["appl", "pear"], limit=10)) == before
    assert {hit.revision: hit.score for hit in moved} != {hit.revision: hit.score for hit in before}
    assert read(graph, lambda view: view.documents_with(["appl"])) == {"appl": 1}


def test_a_writer_finds_what_it_wrote(graph: Graph) -> None:
    with graph.transaction("add", user=ANY) as writer:
        revision = writer.revision(writer.item(NewItem("fact")), NewRevision("apple"))
        assert [hit.revision for hit in writer.view.search_text(["appl"], limit=5)] == [revision]

    def fail() -> None:
        with graph.transaction("add", user=ANY) as writer:
            writer.revision(writer.item(NewItem("fact")), NewRevision("pear"))
            raise KeyError("mine")

    with pytest.raises(KeyError):
        fail()
    assert found(graph, "pear") == []


MARKS = [
    *string.punctuation,
    "NEAR(apple pear)",
    "apple OR pear",
    "NOT apple",
    '"apple',
    "apple*",
    "^apple",
    "{text}: apple",
    "text:apple",
    "-apple",
    "apple + pear",
    "'; DROP TABLE fts; --",
    "%",
    "\\",
    "apple AND",
    "(((",
    "\u0000",
    "👩‍👩‍👧",
    "\ufeff",
    "a" * 10_000,
]


@pytest.mark.parametrize("query", MARKS)
def test_operators_and_marks_in_a_query_are_data(graph: Graph, query: str) -> None:
    apple, pear = add(graph, "apple").revision, add(graph, "pear").revision
    hits = found(graph, query)
    assert set(hits) <= {apple, pear}
    if not any(word in query for word in ("apple", "pear")):
        assert hits == []
    assert found(graph, "apple") == [apple]


@pytest.mark.parametrize("text", ['"quoted" text', "NEAR/2 apple", "100% sure_thing", "C++ & C# \\ R", "😀 apple 🦊"])
def test_operators_and_marks_in_a_text_are_data(graph: Graph, text: str) -> None:
    made = add(graph, text)
    add(graph, "something else")
    assert found(graph, text) == [made.revision]


def test_terms_that_are_no_words_find_nothing(graph: Graph) -> None:
    add(graph, "apple")
    for terms in ([], [""], ["0xapple"], ['"'], ["appl\x00"], ["\ud800"]):
        assert read(graph, lambda view, terms=terms: view.search_text(terms, limit=5)) == []


@pytest.mark.parametrize("limit", [0, -1])
def test_no_hits_are_wanted(graph: Graph, limit: int) -> None:
    add(graph, "apple")
    assert found(graph, "apple", limit=limit) == []


def test_a_long_question_is_answered(graph: Graph) -> None:
    made = add(graph, "needle")
    assert found(graph, " ".join(f"word{number}" for number in range(3_000)) + " needle") == [made.revision]


def test_rivals_and_pins_are_filtered(graph: Graph) -> None:
    add(graph, "apple", state={Key.STANDING: "rival"})
    pinned = add(graph, "apple", item_state={Key.PIN: True}).revision
    assert found(graph, "apple", filter=Filter(pinned=True)) == [pinned]
    assert found(graph, "apple", filter=Filter()) == [pinned]
    assert len(found(graph, "apple", filter=Filter(heads_only=False))) == 2


def test_what_a_score_is_made_of(graph: Graph) -> None:
    first = add(graph, "green tea is tea", title="Ada").revision
    add(graph, "coffee")
    theirs = add(graph, "tea with milk", user="bob").revision
    found = read(graph, lambda view: view.match_terms(["tea", "ada", "tea", "none"], limit=9), user="bob")
    assert found.terms == ("tea", "ada", "none")
    assert [hit.revision for hit in found.hits] == [first, theirs]
    best, other = found.hits
    assert (best.counts, best.length) == ({0: 2, 1: 1}, 5)
    assert (other.counts, other.length) == ({0: 1}, 3)
    assert found.owners[best.owner] == (None, 3.0, pytest.approx((math.log(2), math.log(2), 0.0)))
    assert found.owners[other.owner] == ("bob", 3.0, pytest.approx((math.log1p(1 / 3), 0.0, 0.0)))
    plain = read(graph, lambda view: view.search_text(["tea", "ada", "tea", "none"], limit=9), user="bob")
    assert [(hit.revision, hit.score) for hit in found.hits] == plain


def test_what_scores_are_made_of_keeps_to_filter_and_limit(graph: Graph) -> None:
    fact, turn = add(graph, "tea").revision, add(graph, "tea", kind="turn").revision
    for filter, within, expected in ((Filter(kinds=("turn",)), (), [turn]), (None, (fact,), [fact])):
        found = read(graph, lambda view, f=filter, w=within: view.match_terms(["tea"], limit=1, filter=f, within=w))  # type: ignore[misc]
        assert [hit.revision for hit in found.hits] == expected
    assert read(graph, lambda view: view.match_terms([], limit=5)).hits == ()


def test_what_has_a_title_and_data_but_no_text_is_found_by_no_word_and_counts_for_none(graph: Graph) -> None:
    made = add(graph, "one tea")
    before = read(graph, lambda view: view.match_terms(["tea"], limit=5))
    kept = add(graph, "", title="tea tea", metadata={"n": 1})
    assert read(graph, lambda view: view.revision(kept.revision).title) == "tea tea"
    assert read(graph, lambda view: view.match_terms(["tea"], limit=5)) == before
    assert [hit.revision for hit in before.hits] == [made.revision]
