from __future__ import annotations

import pytest

from doxa.write.decompose.mentioning import names_in
from doxa.write.decompose.names import class_of, name_keys


def same(one: str, other: str) -> bool:
    return bool(set(name_keys(one).sought) & set(name_keys(other).kept))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Post-gres", "postgres"),
        ("José", "jose"),
        ("Ｐｏｓｔｇｒｅｓ", "Postgres"),
        ("IBM", "International Business Machines"),
        ("I.B.M.", "International Business Machines"),
        ("World Health Organization", "WHO"),
        ("Bank of New York", "BNY"),
    ],
)
def test_spellings_and_initials_are_one_name_either_way(one, other):
    assert same(one, other)
    assert same(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("C", "C++"),
        ("C", "C#"),
        ("Ana", "Anna"),
        ("American Medical Association", "Austrian Music Academy"),
        ("who", "World Health Organization"),
        ("Big Blue", "BB"),
        ("张伟", "张玮"),
    ],
)
def test_likeness_alone_makes_no_two_names_one(one, other):
    assert not same(one, other)


def test_only_people_and_places_are_told_from_the_rest():
    assert class_of("Person") == class_of("人") == "person"
    assert class_of("company") == class_of("product") == "other"
    assert class_of(None) is class_of(" ") is None


@pytest.mark.parametrize(
    ("text", "name", "stands"),
    [
        ("We use Postgres.", "postgres", True),
        ("We use PostgresML.", "Postgres", False),
        ("We moved to C++ last year", "C++", True),
        ("José said so", "jose", True),
        ("New  York is big", "New York", True),
        ("我们决定用北京的机房", "北京", True),
        ("Anna called", "Ann", False),
        ("anything", "", False),
    ],
)
def test_a_name_stands_in_a_text_as_whole_words(text, name, stands):
    assert names_in(text, [name]) is stands
