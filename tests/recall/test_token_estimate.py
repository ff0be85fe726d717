from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.recall.token_estimate import TokenCount, estimate_tokens


@pytest.mark.parametrize(
    ("text", "by_qwen"),
    [
        ("Ana: I went to a support group yesterday.\nBen: Wow, that's cool, Ana! What happened there?", 24),
        ("user lives in Lisbon since March 2026, near the river.", 16),
        ("我昨天去了北京的一家咖啡馆，和同事讨论了下周的项目计划。", 18),
    ],
)
def test_an_estimate_is_near_what_a_real_vocabulary_gives(text, by_qwen):
    assert by_qwen * 0.9 <= estimate_tokens(text) <= by_qwen * 1.16


@given(st.text(), st.text())
def test_an_estimate_grows_with_the_text(first, second):
    assert estimate_tokens(first + "\n" + second) + 1 >= max(estimate_tokens(first), estimate_tokens(second))


@pytest.mark.parametrize("answer", [-1, 1.5, None, True, "7"])
def test_a_counter_that_gives_no_number_is_not_used_again(answer):
    count = TokenCount(lambda text: answer)
    assert count.of("two words") == 2
    assert count.of("three plain words") == 3
    assert count.warnings == [f"The token counter gave {answer!r}; tokens were estimated."]
