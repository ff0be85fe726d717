from __future__ import annotations

import pytest

from doxa.recall.naming import numbers_of, spoken_names, units_of


def forms(text):
    return {form for spoken in spoken_names(text, units_of(text)) for form in spoken.forms}


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("What is Redis?", "redis"),
        ("Mara's backstory", "mara"),
        ("the hosts' rules", "host"),
        ("use try/catch here", "try-catch"),
        ("react.js hooks", "react js"),
        ("React JS hooks", "react.js"),
        ("about dead letter queues", "dead_letter_queue"),
        ("which exception is it", "exceptions"),
        ("a Result types question", "result type"),
        ("class hierarchy", "class hierarchies"),
        ("write it in C++", "c++"),
        ("write it in C#", "c#"),
        ("port it to .NET", ".net"),
        ("AT&T is down", "at&t"),
        ("José's café", "jose"),
        ("北京大学在哪里", "北京大学"),
        ("我们的Redis缓存怎么配", "redis缓存"),
    ],
)
def test_a_question_may_mean_the_name(question, name):
    assert name in forms(question)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("authentication tokens", "auth"),
        ("chapter three", "chapter 7"),
        ("write it in C++", "c"),
        ("tests sequentially", "sequential tests"),
        ("handling of errors", "error handling"),
        ("compose the functions", "composition"),
    ],
)
def test_a_question_does_not_mean_another_name(question, name):
    assert name not in forms(question)


@pytest.mark.parametrize(
    ("word", "others"),
    [
        ("box", {"boxes"}),
        ("city", {"cities"}),
        ("key", {"keys"}),
        ("class", {"classes"}),
        ("redis", {"redises"}),
        ("cat", set()),
    ],
)
def test_words_have_their_regular_plural_and_singular(word, others):
    assert others <= set(numbers_of(word))
    assert numbers_of(word)[0] == word


def test_a_long_question_has_few_names_to_look_up():
    text = " ".join(f"word{number}" for number in range(2_000))
    assert sum(len(spoken.forms) for spoken in spoken_names(text, units_of(text))) < 40_000
