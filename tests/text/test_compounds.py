from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from doxa.text.compounds import _chunk_tokens, chunk_tokens, tokens_of_chunks


@given(st.text(alphabet="abcXYZ019.,;:!?'-/", max_size=8))
def test_a_plain_word_is_read_the_short_way_as_the_long_way(chunk: str) -> None:
    if chunk and " " not in chunk:
        assert chunk_tokens(chunk) == tuple(_chunk_tokens(chunk))


@given(st.lists(st.text(alphabet="abcXYZ019.,'-/", min_size=1, max_size=70), max_size=6))
def test_tokens_of_chunks_are_those_of_each(chunks: list[str]) -> None:
    assert tokens_of_chunks(chunks) == [token for chunk in chunks for token in chunk_tokens(chunk)]
