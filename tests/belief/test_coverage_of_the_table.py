"""The generators are worth trusting: much of what they say contradicts, and every verdict with every reason occurs."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import get_args

from worlds import LAST_DAY, PLAIN, WILD, clash, history, some_slot, told

from doxa.belief.reasons import REASONS
from doxa.belief.reconcile import TABLE
from doxa.records import Verdict

GATES = ("question", "hypothetical", "wish", "quotation", "echo", "no_claim")
PAIRS = {
    ("rejected", "gate"),
    *(("raw_only", reason) for reason in GATES),
    ("confirm", "believed"),
    ("confirm", "rival"),
    ("supplement", "longer_period"),
    ("supplement", "compatible"),
    ("historical", "period_over"),
    ("historical", "said_again_since"),
    ("historical", "later_value_known"),
    ("new", "unopposed"),
    ("new", "earlier_over"),
    ("protected", "official"),
    ("conflict", "no_date"),
    ("conflict", "declared"),
    ("conflict", "same_time"),
    ("conflict", "weaker_word"),
    ("supersede", "change"),
    ("supersede", "correction"),
}
"""Every pair that telling slotted claims can give; locks are an operator's and texts have no slot."""


def test_every_verdict_and_reason_occurs_in_random_histories_and_every_row_but_that_of_texts() -> None:
    pick = Random(7).choice
    pairs: Counter[tuple[str | None, str]] = Counter()
    rows: Counter[int] = Counter()
    for _ in range(900):
        past = history(pick, WILD, 9)
        pairs.update((decision.verdict, decision.reason) for decision in past.decisions)
        rows.update(decision.row for decision in past.decisions)
    assert set(pairs) == PAIRS
    assert set(rows) == {row.number for row in TABLE} - {3}
    assert {verdict for verdict, _ in PAIRS} == set(get_args(Verdict))


def test_at_least_a_quarter_of_what_the_laws_are_tried_with_contradicts_what_is_believed() -> None:
    pick = Random(11).choice
    contradicting = 0
    for _ in range(400):
        past = history(pick, PLAIN, 6)
        coming = told(pick, some_slot(pick, past.base), past.next, LAST_DAY, PLAIN)
        believed = past.base.at(LAST_DAY * 86_400_000_000)
        contradicting += any(clash(each, coming.slot) for each in believed)
    assert contradicting >= 100


def test_every_reason_of_the_table_has_words() -> None:
    assert {reason for _, reason in PAIRS} <= set(REASONS)
