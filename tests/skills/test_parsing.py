from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.errors import InvalidInput
from doxa.skills.parsing import parse_skill

DEMO = (
    '---\nname: demo\ndescription: "A demo"\ntags: [a, b]\n---\n# Top\nintro\n\n## First Section!\nbody\n### Sub\nx\n\n'
    "<!-- inline -->\n## Second\nhello\n\n## Third\nuses <!-- inline --> marker\n"
)


def test_a_skill_is_taken_apart():
    skill = parse_skill(DEMO)
    assert (skill.name, skill.description, skill.tags) == ("demo", "A demo", ("a", "b"))
    assert skill.preamble == "# Top\nintro"
    assert [(each.slug, each.line) for each in skill.sections] == [("first-section", 9), ("second", 15), ("third", 18)]


def test_a_marker_is_about_one_section_only():
    assert [each.inline for each in parse_skill(DEMO).sections] == [False, True, True]


def test_a_marker_at_the_end_of_the_last_section_is_about_that_one():
    assert [each.inline for each in parse_skill("## A\nx\n\n## B\ny\n<!-- inline -->\n").sections] == [False, True]


def test_headers_and_markers_in_code_blocks_are_code():
    skill = parse_skill("## A\n```md\n## not one\n<!-- inline -->\n```\n~~~\n## nor this\n```\n~~~\n## B\nx\n")
    assert [(each.slug, each.inline) for each in skill.sections] == [("a", False), ("b", False)]


def test_sections_of_one_title_have_names_of_their_own():
    assert [each.slug for each in parse_skill("## Use\n## use!\n## 用法\n## ???\n").sections] == [
        "use",
        "use-2",
        "用法",
        "section",
    ]


@pytest.mark.parametrize("tags", ["a, b", "[a, b]", "\n  - a\n  - b"])
def test_tags_are_a_list_or_words_between_commas(tags):
    assert parse_skill(f"---\nname: x\ntags: {tags}\n---\n").tags == ("a", "b")


@pytest.mark.parametrize(
    "text", ["---\nname: x\n", "---\nname: [x\n---\n", "---\n- a\n---\n", "---\nname: {a: b}\n---\n"]
)
def test_a_broken_frontmatter_is_an_error(text):
    with pytest.raises(InvalidInput):
        parse_skill(text)


@given(st.lists(st.sampled_from(["## A\n", "## b ##\r\n", "x\n", "\n", "```\n", "<!-- inline -->\n", "# T\n", "end"])))
def test_the_parts_together_are_the_file(lines):
    text = "".join(lines)
    assert parse_skill(text).text == text
