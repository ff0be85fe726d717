"""Tokens: what is kept, what is conflated, and that an escaped token survives the text index."""

from __future__ import annotations

import sys
import time

import apsw
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from doxa.errors import InvalidInput
from doxa.text import tokens as tokens_module
from doxa.text.stems import stem
from doxa.text.tokens import escape, forget_words, query_tokens, terms_of, tokens, unescape

TRICKY = st.text(st.characters(exclude_categories=()), max_size=40) | st.text(
    "zZyxa09 .-_'’/+#@我ア가é\u0300\u0316\uff9e\u200d👍שٱ", max_size=40
)

SAME_WORD = """
visit/visited open/opened box/boxes family/families run/running bus/buses glass/glasses listen/listening
remember/remembered believe/believes swim/swimming child/children go/went peanut/peanuts hike/hiking
live/living allergy/allergies dish/dishes virus/viruses lens/lenses cafe/cafés email/e-mail
"""


@pytest.mark.parametrize(
    "pair",
    SAME_WORD.split(),
)
def test_forms_of_one_word_share_a_token(pair: str) -> None:
    one, other = pair.split("/")
    assert tokens(one)[0] == tokens(other)[0]


@pytest.mark.parametrize("pair", ["news/new", "C++/C", "C#/C", "bus/busy", "3.2.1/3.2.2", "A/B"])
def test_different_words_keep_different_tokens(pair: str) -> None:
    one, other = pair.split("/")
    assert tokens(one)[0] != tokens(other)[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("src/a.py", {"src/a.py", "src", "py"}),
        ("getUserName()", {"getusernam", "get", "user", "name"}),
        ("snake_case_name", {"snake_case_name", "snake", "case", "name"}),
        ("v3.2.1,", {"v3.2.1", "3.2.1", "3.2", "3"}),
        ("(C++)", {"c++"}),
        ("use C#.", {"use", "c#"}),
        ("mail Ann.Lee@example.org!", {"mail", "ann.lee@example.org", "ann", "lee"}),
        ("A/B test", {"a/b", "a", "b", "test"}),
        ("1,250,000", {"1250000"}),
        ("U.S.A.", {"usa"}),
        ("don't", {"do", "not"}),
        ("Ann’s", {"ann"}),
        ("Ｔｏｋｙｏ ①２", {"tokyo", "12"}),
        ("用C++写", {"用", "c++", "写"}),
        ("东京タワー", {"东", "京", "东京", "ー", "タワ"}),
        ("서울", {"서", "울", "서울"}),
        ("هٰذَا ١٢", {"هذا", "12"}),
        ("ΆΛΦΑ άλφα", {"αλφα"}),
        ("Ёж", {"еж"}),
        ("हिन्दी", {"हिन्दी"}),
    ],
)
def test_text_gives_these_tokens(text: str, expected: set[str]) -> None:
    assert expected <= set(tokens(text))


def test_cyrillic_short_i_stays_a_letter_of_its_own() -> None:
    assert tokens("мой") != tokens("мои")


def test_two_character_chinese_words_are_found_inside_a_sentence() -> None:
    assert set(query_tokens("咖啡")) <= set(tokens("用户喜欢喝咖啡"))


def test_questions_leave_stop_words_out() -> None:
    assert query_tokens("What is the name of my dog?") == ["name", "dog"]


def test_names_and_abbreviations_spelt_like_stop_words_are_searched() -> None:
    assert query_tokens("Is Will in the US or IT?") == ["will", "us", "it"]


def test_a_question_of_stop_words_only_is_searched_whole() -> None:
    assert query_tokens("Who is he?") == tokens("Who is he?")


def test_word_knowledge_changes_questions_but_not_the_index(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens_module, "_segmenter", lambda: None)
    index, without = tokens("北京烤鸭"), query_tokens("北京烤鸭")
    segmenter = type("Segmenter", (), {"cut": staticmethod(lambda run: [run[:2], run[2:]])})
    monkeypatch.setattr(tokens_module, "_segmenter", lambda: segmenter)
    assert tokens("北京烤鸭") == index
    assert "京烤" in without
    assert "京烤" not in query_tokens("北京烤鸭")
    assert query_tokens("北京烤鸭").count("北京") > without.count("北京")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("allergic", "allergy"),
        ("allergens", "allergies"),
        ("favourite", "favorite"),
        ("neighbours", "neighbor"),
        ("organised", "organize"),
        ("realisation", "realization"),
        ("analysing", "analyze"),
        ("theatres", "theater"),
        ("quizzes", "quiz"),
        ("happily", "happy"),
    ],
)
def test_spellings_and_forms_of_one_word_are_one_token(one: str, other: str) -> None:
    assert tokens(one) == tokens(other)


@pytest.mark.parametrize(
    ("one", "other"), [("news", "new"), ("promise", "promize"), ("hour", "hor"), ("family", "fam")]
)
def test_what_only_looks_like_a_form_of_a_word_stays_apart(one: str, other: str) -> None:
    assert tokens(one) != tokens(other)


def test_words_met_can_be_forgotten() -> None:
    tokens("unmistakable words")
    assert stem.cache_info().currsize > 0
    forget_words()
    assert stem.cache_info().currsize == 0


def test_a_missing_segmenter_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rjieba", None)
    tokens_module._segmenter.cache_clear()
    assert "烤鸭" in query_tokens("北京烤鸭")
    tokens_module._segmenter.cache_clear()


@given(TRICKY, st.integers(0, 99))
@example("Ä ¨ x´ ﷺ z-Zoo", 3)
def test_the_terms_of_a_text_are_its_tokens_each_escaped(text: str, slab: int) -> None:
    assert terms_of(text, slab) == " ".join(escape(token, slab) for token in tokens(text))


@given(TRICKY)
@settings(deadline=None)
def test_any_text_gives_folded_tokens_without_spaces(text: str) -> None:
    found = tokens(text) + query_tokens(text)
    assert all(token and token == token.casefold() and not any(map(str.isspace, token)) for token in found)


@given(TRICKY)
@settings(deadline=None)
def test_tokens_of_two_texts_apart_are_the_tokens_of_both(text: str) -> None:
    assert tokens(f"{text}\n{text}") == 2 * tokens(text)


@pytest.mark.parametrize(
    "unit", ["a", "a.", "a@", "-", "我", "1,", "aB", "a'", "\u0300\u0316", "\uff9e\u0316", "👍", "a_", "๐ก", "http://"]
)
def test_time_grows_no_faster_than_the_text(unit: str) -> None:
    def spent(count: int) -> float:
        start = time.process_time()
        tokens(unit * count), query_tokens(unit * count)
        return time.process_time() - start

    assert min(spent(30_000) for _ in range(2)) < 20 * max(spent(3_000) for _ in range(3)) + 0.05


@given(TRICKY, st.integers(0, 2**63))
@example(token="\ud7fc\U0002ebe1\uf900", slab=0)
def test_an_escaped_token_comes_back(token: str, slab: int) -> None:
    term = escape(token, slab)
    assert unescape(term) == (token, slab)
    assert term.isalnum()


@given(st.lists(TRICKY.filter(bool), max_size=20), st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_an_escaped_token_is_one_term_of_the_text_index(found: list[str], slab: int) -> None:
    db = apsw.Connection(":memory:")
    db.execute("""CREATE VIRTUAL TABLE t USING fts5(a, tokenize="unicode61 remove_diacritics 0")""")
    db.execute("CREATE VIRTUAL TABLE v USING fts5vocab(t, 'instance')")
    escaped = [escape(token, slab) for token in found]
    db.execute("INSERT INTO t VALUES (?)", (" ".join(escaped),))
    assert [row[0] for row in db.execute("SELECT term FROM v ORDER BY offset")] == escaped


@pytest.mark.parametrize("term", ["", "x", "1", "01xa", "1xz", "1xzq", "-1xa", "1xz41"])
def test_what_escape_never_makes_is_refused(term: str) -> None:
    with pytest.raises(InvalidInput):
        unescape(term)


def test_a_negative_slab_is_refused() -> None:
    with pytest.raises(InvalidInput):
        escape("a", -1)


@pytest.mark.parametrize(
    ("question", "left_out"),
    [("血型是什么？", "什"), ("护照号码是多少？", "多少"), ("谁住在哪里？", "谁里"), ("为什么下雨", "什")],
)
def test_characters_of_words_that_carry_no_topic_are_not_searched_alone(question: str, left_out: str) -> None:
    assert not set(left_out) & set(query_tokens(question))


def test_a_character_is_searched_where_it_stands_in_a_word_of_its_own() -> None:
    assert "里" in query_tokens("里斯本在哪里")
