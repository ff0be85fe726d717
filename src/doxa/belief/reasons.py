"""The reasons of verdicts in words, for receipts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

REASONS: Final[Mapping[str, str]] = {
    "gate": "The gate refused it.",
    "question": "It asks; it claims nothing.",
    "hypothetical": "It supposes; it claims nothing.",
    "wish": "It wishes or plans; it claims nothing of how things are.",
    "quotation": "It quotes somebody; the speaker claims nothing.",
    "echo": "It repeats what memory returned in this session, so it is no evidence.",
    "no_claim": "It claims nothing.",
    "same_text": "The same text is believed already.",
    "no_slot": "It has no slot, so nothing contradicts it.",
    "believed": "It is believed already over all the time it speaks of.",
    "rival": "It repeats a claim that waits beside a head; what is believed stays.",
    "longer_period": "It is believed for part of its time; the period grows.",
    "period_over": "Its time is over; it is believed for that time.",
    "compatible": "It adds to what is believed; all stands.",
    "unopposed": "Nothing contradicts it.",
    "official": "An official belief says otherwise; it is kept beside it, unverified.",
    "locked": "A locked belief says otherwise; it is kept beside it, unverified.",
    "no_date": "It contradicts what is believed and its time is unknown; it is kept beside it.",
    "declared": "It was declared to contradict what is believed, without replacing it.",
    "needs_confirmation": "Its space is canonical: it waits beside what is believed until somebody confirms it.",
    "earlier_over": "What was otherwise before it was over by then; both stand, each for its time.",
    "change": "It is later; what it contradicts ended where it begins.",
    "correction": "What it contradicts was not so at the time they both speak of.",
    "said_again_since": "Its source said otherwise since, or of a shorter stay within it; it holds only what was left.",
    "same_time": "Another source says otherwise of the same time; it is kept beside it.",
    "weaker_word": "It is unverified or inferred, and a better source says otherwise; it is kept beside it.",
    "later_value_known": "A later value is known; it is believed up to then.",
    "inconsistent": "It contradicts what is believed, and expanding replaces nothing.",
    "not_believed": "It is not believed, so there is nothing to give up.",
    "contracted": "It is no longer believed; nothing older returns.",
    "ended": "It ended where what replaces it begins.",
    "restored": "It is believed again.",
    "not_withdrawn": "It was not withdrawn, so there is nothing to restore.",
    "taken_back": "It is taken back as if it had never been said.",
    "resolved_already": "It contests nothing any more.",
    "both_kept": "Both are kept; the one that waited stays beside the other.",
    "regrouped": "Statements that came into one slot were decided anew.",
    "upheld": "It was upheld against its rivals.",
}


def in_words(reason: str) -> str:
    """Return the sentence of a reason's code; the code itself where there is none."""
    return REASONS.get(reason, reason)
