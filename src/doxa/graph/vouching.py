"""Observations: who vouches for a revision, when it was said, and where it stands."""

from __future__ import annotations

from collections.abc import Sequence

from doxa.errors import InvalidInput
from doxa.graph.claims import optional_micros
from doxa.graph.engine import Row
from doxa.graph.inputs import checked_label, encode_object
from doxa.graph.ledger import OBSERVATIONS, assert_row, open_row
from doxa.graph.nodes import Observation, RevisionId
from doxa.graph.presence import find_revisions
from doxa.graph.work import Work


def observe(work: Work, revision: RevisionId, observation: Observation) -> None:
    """Add a source that vouches for a revision; the very same observation again changes nothing.

    Raises:
        NotFound: There is no such revision, or no such turn.
        InvalidInput: The span is none.
    """
    find_revisions(work, (revision,))
    for *key, detail in observation_rows(work, (observation,)):
        row = (revision, *key)
        if observation.turn in work.made and revision not in work.made and row not in work.observed:
            open_row(work, OBSERVATIONS, row, (detail,))  # what is older has nothing from a new turn but what is noted
            work.observed.add(row)
        else:
            assert_row(work, OBSERVATIONS, row, (detail,))


def observation_rows(work: Work, observations: Sequence[Observation]) -> list[Row]:
    """Return observations as columns after the revision, each once; the last column is the detail.

    Raises:
        NotFound: A turn is not there.
        InvalidInput: A span is none.
    """
    find_revisions(work, [each.turn for each in observations if each.turn is not None])
    return list({row[:-1]: row for row in (_row(work, each) for each in observations)}.values())


def _row(work: Work, each: Observation) -> Row:
    if not 0 <= each.start <= each.end:
        span = (each.start, each.end)
        raise InvalidInput(f"{span} is no span.", mend="Give 0 <= start <= end.", field="observation", value=span)
    source = work.symbols.make(checked_label(each.source, "source"))
    said_at = optional_micros(each.said_at, "observation.said_at")
    start, end = (None, None) if each.turn is None else (each.start, each.end)
    detail = encode_object(each.detail, "observation.detail")
    return source, said_at, each.turn, start, end, int(each.independent), detail
