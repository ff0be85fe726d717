"""Who looked at a session and then sums it up does so only if nobody else did meanwhile."""

from __future__ import annotations

import pytest

from doxa.errors import RevisionConflict


def test_a_session_that_was_summed_up_since_is_left_as_it_is(memory):
    memory.sessions.append("I live in Rome.", session="s1")
    assert memory.consolidate(session="s1", expect_revision=0).beliefs[0].kind == "summary"
    memory.sessions.append("I like figs.", session="s1")
    with pytest.raises(RevisionConflict, match="summed up 1 times, not 0"):
        memory.consolidate(session="s1", expect_revision=0)
    assert memory.consolidate(session="s1", expect_revision=1).beliefs[0].kind == "summary"
