"""What is about one thing and no longer used becomes one summary; what it was made of is archived, never lost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from doxa.belief.validate import validate
from doxa.dream.asking import ask, listed
from doxa.dream.drafts import Draft
from doxa.dream.grouping import components
from doxa.dream.memories import Memo
from doxa.dream.neighbours import nearest_pairs
from doxa.dream.passes.duplicates import is_mergeable
from doxa.dream.planned import Planned
from doxa.dream.replies import Summary
from doxa.dream.setting import Setting
from doxa.dream.summarizing import MOST_CHARACTERS, extract
from doxa.errors import ModelFailure

FEWEST, MOST = 3, 8
"""Memories of one summary; no more than it has room for a sentence of each."""
FADED = 0.5
"""Strength up to which a memory counts as no longer used: one half-life, 56 days, since it was last recalled."""
FLOOR_LEARNED, FLOOR_WORDS = 0.62, 0.5
"""Cosine from which two memories are about one thing: with the default embedder, and by words alone."""
NEIGHBOURS = 8
INSTRUCTIONS = """Sum up the memories of the list in one short paragraph. Keep every name, number and date, keep what is
denied denied, and say nothing that they do not say."""


def compress(planned: Planned, setting: Setting) -> Iterator[Draft]:
    """Propose summaries of long-term memories of one kind, space and contexts that are alike and no longer used."""
    for group in groups_to_compress(planned):
        if setting.out_of_time():
            return
        told = _told(setting, group) if setting.model is not None else ""
        text = told or extract(group)
        if text:
            yield summary_draft(group, text, spoken=bool(told))


def _told(setting: Setting, group: Sequence[Memo]) -> str:
    """Return a model's summary; "" where it fails, or says what the memories do not bear out."""
    try:
        text = " ".join(ask(setting, INSTRUCTIONS, listed(group), Summary).text.split())[:MOST_CHARACTERS]
    except ModelFailure as error:
        setting.findings.errors.append(
            f"compress: {len(group)} memories are summed up in their own words: {error.message}"
        )
        return ""
    if not text or not validate(text, "\n".join(memo.text for memo in group)).supported:
        setting.findings.errors.append(f"compress: a summary of {len(group)} memories said what they do not")
        return ""
    return text


def summary_draft(group: Sequence[Memo], text: str, *, spoken: bool = False) -> Draft:
    """Return the proposal to put a summary in the place of memories."""
    days = max(memo.used for memo in group)
    return Draft(
        "compress",
        "compress",
        tuple(memo.revision for memo in group),
        f"{len(group)} memories of one thing that were not recalled since {_day(days)}",
        min(memo.confidence for memo in group),
        text=text,
        spoken=spoken,
    )


def groups_to_compress(planned: Planned) -> list[list[Memo]]:
    """Return the groups that a summary can stand for, members in the order in which they were said."""
    homes: dict[object, list[Memo]] = defaultdict(list)
    for memo in planned.live():
        if is_mergeable(memo) and memo.protected is None and memo.strength <= FADED and memo.revision > 0:
            homes[memo.home].append(memo)
    return [group for memos in homes.values() if len(memos) >= FEWEST for group in _alike(planned, memos)]


def _alike(planned: Planned, memos: Sequence[Memo]) -> list[list[Memo]]:
    vectors = planned.vectors([memo.revision for memo in memos])
    pairs = nearest_pairs(vectors.rows, NEIGHBOURS, FLOOR_LEARNED if vectors.learned else FLOOR_WORDS)
    groups = [[planned.memos[vectors.revisions[place]] for place in places] for places in components(pairs, MOST)]
    kept = [group for group in groups if len(group) >= FEWEST and planned.concerns(group)]
    return [sorted(group, key=lambda memo: (memo.begun, memo.revision)) for group in kept]


def _day(micros: int) -> str:
    from doxa.clock import from_micros

    return f"{from_micros(micros):%Y-%m-%d}"
