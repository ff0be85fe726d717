"""What of an `add` is kept for the model that reads it later."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise

from doxa.graph.nodes import RevisionId
from doxa.write.model_reading.deferred import OVERLAP, WINDOW, SaidTurn, windows_of

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def turn(number: int, length: int) -> SaidTurn:
    return SaidTurn(RevisionId(number), length, NOW, True)


def test_turns_are_read_together_as_long_as_they_fit():
    turns = [turn(1, 100), turn(2, WINDOW - 100), turn(3, 1)]
    assert windows_of(turns) == [(turns[:2], None), (turns[2:], None)]


def test_a_long_turn_is_read_piece_by_piece_with_an_overlap():
    parts = windows_of([turn(1, 5), turn(2, 2 * WINDOW), turn(3, 5)])
    pieces = [piece for _, piece in parts if piece is not None]
    assert pieces[0] == (0, WINDOW)
    assert all(later[0] == earlier[1] - OVERLAP for earlier, later in pairwise(pieces))
    assert pieces[-1][1] == 2 * WINDOW
    assert [piece for _, piece in (parts[0], parts[-1])] == [None, None]


def test_what_a_caller_said_of_all_claims_is_kept_for_them(open_memory):
    from doxa.records import Period, Usage
    from doxa.write.model_reading.reply import ConversationReading, ReadClaim

    class Reader:
        id = "reader"

        def ask(self, instructions, text, reply, *, light=False, tools=()):
            claim = ReadClaim(1, "the reactor is off", "The reactor is off.", importance=0.9)
            return ConversationReading(claims=[claim]), Usage(1, 1, 1)

    memory = open_memory(model=Reader())
    receipt = memory.add(
        "I know for sure that the reactor is off.",
        user="ann",
        source="the manual",
        evidence="corroborated",
        confidence=0.6,
        author="imported",
        salience=0.3,
        tags=("plant",),
        valid=Period(NOW, None),
        expires=datetime(2027, 1, 1, tzinfo=UTC),
        space="work/plant",
        contexts=("domain:plant",),
        session="s1",
        wait=True,
    )
    belief = receipt.beliefs[-1]
    assert (belief.sources, belief.evidence, belief.confidence, belief.author) == (
        ("the manual",),
        "corroborated",
        0.6,
        "imported",
    )
    assert (belief.salience, belief.tags, belief.valid.start, belief.expires_at.year) == (0.3, ("plant",), NOW, 2027)
    assert (belief.space, belief.contexts, belief.session, belief.user) == (
        "work/plant",
        ("domain:plant",),
        "s1",
        "ann",
    )
