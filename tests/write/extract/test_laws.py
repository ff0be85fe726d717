"""What holds for every message: quotes are verbatim, nothing breaks it, time is linear."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.write.extract.reading import found

FRAGMENTS = st.sampled_from(
    """I|we|my sister|Ana|Bob|live in|moved to|like|don't|am allergic to|peanuts|and|or|,|.|?|!|if|not|because|yesterday
    |my|name|is|'s|"|`|“|”|actually|no wait|我|我们|住在|上海|喜欢|不|对|过敏|，|。|？|的|了|是|如果|说|小琴|昨天|去|叫
    |和|、|她|\n| |34|岁|🙂|\u0301|\u200d""".split("|")
)


@given(
    st.lists(FRAGMENTS, max_size=25).map(" ".join)
    | st.lists(FRAGMENTS, max_size=25).map("".join)
    | st.text(max_size=80)
)
def test_every_quote_is_verbatim_and_every_claim_whole(content: str) -> None:
    for one in found(content):
        quote = one.claim.quote
        assert quote is not None
        assert quote.text == content[quote.start : quote.end] != ""
        assert one.claim.subject
        assert one.claim.attribute
        assert one.claim.value
        assert "{" not in one.claim.text or "{" in content
        assert "\x00" not in (one.claim.value + one.claim.text) or "\x00" in content
        assert "\x01" not in (one.claim.value + one.claim.text) or "\x01" in content


@given(st.lists(FRAGMENTS, max_size=25).map(" ".join))
def test_a_message_makes_no_claim_twice(content: str) -> None:
    keys = [
        (one.claim.subject, one.claim.attribute, one.claim.value, one.claim.polarity, one.claim.valid, one.mood)
        for one in found(content)
    ]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize(
    "unit",
    [
        "I like tea and ",
        "I ",
        "my sister ",
        "我喜欢",
        "我的",
        "小琴",
        "no wait ",
        "contains ",
        "A的时间是",
        '"',
        "`",
        "x is ",
        "Bob said he ",
    ],
)
def test_time_is_linear_in_the_text(unit: str) -> None:
    def seconds(times: int) -> float:
        begin = time.process_time()
        found(unit * times)
        return time.process_time() - begin

    seconds(200)
    small, large = (min(seconds(times) for _ in range(3)) for times in (800, 6400))
    assert large < 8 * 4 * max(small, 0.005)
