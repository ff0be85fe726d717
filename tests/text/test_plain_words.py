"""Texts of words met before in which nothing stands are told from others without a search."""

from __future__ import annotations

from doxa.text.plain_words import PlainWords
from doxa.text.tokens import forget_words


def search(seen: list[str]) -> PlainWords:
    def finds(chunks: str) -> bool:
        seen.append(chunks)
        return "key" in chunks

    return PlainWords(finds)


def test_a_text_in_which_something_stands_is_never_plain() -> None:
    words = search([])
    assert words.make_up("my house in town")
    assert not words.make_up("my key")
    assert not words.make_up("my monkey in town")
    assert not words.make_up("my key")


def test_only_words_that_are_new_are_looked_at() -> None:
    seen: list[str] = []
    words = search(seen)
    assert words.make_up("my house")
    assert words.make_up("in my\nhouse house")
    assert words.make_up("house my in")
    assert seen == [" my house ", " in "]


def test_what_is_remembered_of_texts_can_be_forgotten() -> None:
    seen: list[str] = []
    words = search(seen)
    words.make_up("unmistakable")
    forget_words()
    words.make_up("unmistakable")
    assert len(seen) == 2


def test_a_long_run_without_spaces_is_not_remembered() -> None:
    seen: list[str] = []
    words = search(seen)
    assert words.make_up("a" * 100)
    assert words.make_up("a" * 100)
    assert len(seen) == 2


def test_many_texts_are_looked_at_together_and_told_apart() -> None:
    seen: list[str] = []
    words = search(seen)
    assert words.meet(["my house", "a key", "in town"]) == [True, False, True]
    looked = len(seen)
    assert words.make_up("my town")
    assert not words.make_up("a key")
    assert len(seen) == looked
    assert words.meet(["my town", "my house"]) == [True, True]
