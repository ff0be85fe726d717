"""A line that opens with a name is said by whom it names; a label before a colon names nobody."""

from __future__ import annotations

import pytest

from tests.write.extract.reading import found


def said(content: str) -> list[tuple[str, str, str]]:
    return [(each.claim.subject, each.claim.attribute, each.claim.value) for each in found(content)]


@pytest.mark.parametrize(
    ("content", "claims"),
    [
        ("Bob: I live in Kyiv.", [("Bob", "home", "Kyiv")]),
        ("Mary Ann: I live in Kyiv.", [("Mary Ann", "home", "Kyiv")]),
        ("Zoë: I like tea.", [("Zoë", "likes", "tea")]),
        ("Me: I live in Kyiv.", [("user", "home", "Kyiv")]),
        ("User: I live in Kyiv.", [("user", "home", "Kyiv")]),
        ("Assistant: I live in Kyiv.", []),
        ("Note: I live in Kyiv.", [("user", "home", "Kyiv")]),
        ("Background: I live in Kyiv.", [("user", "home", "Kyiv")]),
        ("Introduction: I live in Kyiv.", [("user", "home", "Kyiv")]),
        ("PS: I live in Kyiv.", [("user", "home", "Kyiv")]),
        ("I live in Kyiv: it is lovely.", [("user", "home", "Kyiv")]),
        (
            "Hi. I like tea.\nBob: I like jazz.\nMe: I like chess.",
            [("user", "likes", "tea"), ("user", "likes", "chess"), ("Bob", "likes", "jazz")],
        ),
        ("Bob: I like jazz.\nAnd I like rock.", [("Bob", "likes", "jazz"), ("Bob", "likes", "rock")]),
        ("王芳：我住在上海。", [("王芳", "home", "上海")]),
        ("小李：我住在上海。", [("小李", "home", "上海")]),
        ("我：我住在上海。", [("user", "home", "上海")]),
        ("助手：我住在上海。", []),
        ("备注：我住在上海。", [("user", "home", "上海")]),
    ],
)
def test_a_line_is_said_by_whom_it_names(content: str, claims: list[tuple[str, str, str]]) -> None:
    assert said(content) == claims


def test_quotes_stay_where_they_stand() -> None:
    content = "Me: I like tea.\nBob: I live in Kyiv."
    quotes = [each.claim.quote for each in found(content)]
    assert [content[each.start : each.end] == each.text for each in quotes if each] == [True, True]


def test_what_is_somebody_elses_never_fills_the_users_slot(open_memory) -> None:  # type: ignore[no-untyped-def]
    memory = open_memory(user="ana")
    memory.add("I live in Lisbon.")
    memory.add("Bob: I live in Kyiv.")
    assert memory.envelope().identity == {"home": "Lisbon"}
    assert [each.claim.value for each in memory.related_to("Bob")] == ["Kyiv"]
