"""What each kind of sign is looked for by: no text that its pattern finds lacks all of its marks."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from doxa.privacy.instructions import _KINDS

ASCII = st.characters(codec="ascii")


@pytest.mark.parametrize("kind", range(len(_KINDS)), ids=lambda number: _KINDS[number][0])
@given(data=st.data())
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_a_pattern_finds_has_one_of_its_marks(kind: int, data: st.DataObject) -> None:
    _, marks, pattern = _KINDS[kind]
    pattern.search("")  # it is compiled when first used
    text = data.draw(st.from_regex(pattern.search.__self__, alphabet=ASCII))
    assert marks.stand_in(text.lower())
