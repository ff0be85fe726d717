"""The versions of one item are one hit, and the one whose words fit the question is not lost."""

from __future__ import annotations

import pytest


@pytest.fixture
def page(open_memory, clock):
    ana = open_memory(user="ana")
    versions = ["Gate code 4711, opened by Ben.", "Ask the porter.", "Ring the bell.", "Use the side door."]
    page = ana.add(f"How to get in: {versions[0]}", kind="knowledge", extract=False).beliefs[0]
    for text in versions[1:]:
        clock.advance(days=1)
        ana.update(page.id, f"How to get in: {text}")
    return ana, page.id


def test_the_head_stands_for_all_versions_and_says_which_of_them_matched(page):
    ana, ref = page
    (hit,) = ana.recall("What is the gate code that Ben opened with?").hits
    assert (hit.belief.id, hit.belief.revision, hit.matched) == (ref, 4, 1)
    assert [each.revision for each in hit.belief.chain] == [4, 3, 2, 1]
    (head,) = ana.recall("Where is the side door?").hits
    assert head.matched is None


def test_a_context_names_the_version_that_matched_though_others_are_newer(page):
    ana, _ = page
    text = ana.engage("What is the gate code that Ben opened with?").text
    assert "[1] How to get in: Use the side door. (2026-01-04)" in text
    assert "[before: How to get in: Gate code 4711, opened by Ben. (2026-01-01);" in text
    assert "porter" not in text


def test_every_matching_version_comes_by_itself_where_that_is_asked(page):
    ana, ref = page
    hits = ana.recall("How to get in?", unroll=True).hits
    assert {hit.belief.id for hit in hits} == {ref}
    assert sorted(hit.belief.revision for hit in hits) == [1, 2, 3, 4]
