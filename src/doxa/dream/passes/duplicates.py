"""Memories that say the same, word for word or in other words, become one: the best pairs first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from doxa.belief.kinds import kind_of
from doxa.dream.drafts import Draft
from doxa.dream.grouping import components
from doxa.dream.memories import Memo
from doxa.dream.neighbours import Pair
from doxa.dream.planned import Planned
from doxa.dream.same_words import same_words
from doxa.dream.setting import Setting
from doxa.dream.wording import Wording, alike, wording

AT_ONCE = 500
"""Memories that one proposal merges at most."""
MERGEABLE = ("L1_RAW", "L2_FACT", "L4_IDENTITY", "L5_KNOWLEDGE")
NEVER = ("entity", "skill", "document")
"""Kinds that go by a name, whose own pass or verb says what is one."""
FEWEST_WORDS = 2
"""A text of fewer words says too little to be told from another of the same words."""


def duplicates(planned: Planned, setting: Setting) -> Iterator[Draft]:
    """Propose to merge long-term memories of one kind, space and contexts that say the same.

    Only texts that state nothing in slots: a claim in slots is confirmed by its normal form when it is told. Two texts
    say the same when they have the same words, fillers and synonyms aside, in one order; so a number, unit, denial,
    name, weekday or tense that differs keeps them apart.
    """
    for group in _groups(planned, setting):
        for members, likeness in _same(group):
            keeper = min(members, key=_rank)
            losers = [memo for memo in members if memo is not keeper and memo.protected is None]
            for start in range(0, len(losers), AT_ONCE):
                yield _draft(keeper, losers[start : start + AT_ONCE], likeness)


def is_mergeable(memo: Memo) -> bool:
    """Whether a memory may become one with another that says the same."""
    kind = kind_of(memo.kind)
    known = kind.layer in MERGEABLE and kind.route is not None and memo.kind not in NEVER
    return known and memo.opaque and memo.tier == "long_term" and not memo.contested


def _groups(planned: Planned, setting: Setting) -> Iterator[list[tuple[Memo, Wording]]]:
    """Yield the memories that can be the same at all: the same words in whatever order.

    Where time runs out these are the ones among the oldest, as many as were read.
    """
    found: dict[object, list[tuple[Memo, Wording]]] = defaultdict(list)
    known: dict[str, Wording] = {}
    for number, memo in enumerate(_compared(planned)):
        if number % AT_ONCE == 0 and setting.out_of_time():
            break
        said = known.get(memo.text)
        if said is None:
            said = known[memo.text] = wording(memo.text)
        if len(said.words) + len(said.when) >= FEWEST_WORDS or _is_short(memo.text):
            found[memo.home, said.bag].append((memo, said))
    groups = (group for group in found.values() if len(group) > 1)
    yield from (group for group in groups if planned.concerns(memo for memo, _ in group))


def _compared(planned: Planned) -> list[Memo]:
    """Return what may be merged: of all there is, or of what is new and what has the same words."""
    memos = [memo for memo in planned.live() if is_mergeable(memo)]
    if planned.new is None:
        return memos
    new = {memo.revision: memo for memo in memos if planned.concerns([memo])}
    alike = [revision for memo in new.values() for revision in same_words(planned.view, memo.text)]
    known = {memo.revision: memo for memo in planned.find(alike) if is_mergeable(memo)}
    return [memo for _, memo in sorted((new | known).items())]


def _is_short(text: str) -> bool:
    """Whether a text is short by itself, and not for the fillers that were left out of it."""
    return len(text.split()) <= FEWEST_WORDS


def _same(group: Sequence[tuple[Memo, Wording]]) -> Iterator[tuple[list[Memo], float]]:
    """Yield the sets of memories that say the same, with the likeness of the least alike pair that joined them."""
    orders: dict[Wording, list[Memo]] = defaultdict(list)
    for memo, said in group:
        orders[said].append(memo)
    kinds = list(orders)
    pairs = [
        Pair(left, right, likeness)
        for left, right in combinations(range(len(kinds)), 2)
        if (likeness := alike(kinds[left], kinds[right])) > 0
    ]
    pairs.sort(key=lambda pair: -pair.cosine)
    joined = components(pairs, len(kinds))
    least = {member: min(p.cosine for p in pairs if p.left in each) for each in joined for member in each}
    alone = [[place] for place in range(len(kinds)) if place not in least]
    for places in [*joined, *alone]:
        members = [memo for place in places for memo in orders[kinds[place]]]
        if len(members) > 1:
            yield members, least.get(places[0], 1.0)


def _rank(memo: Memo) -> tuple[bool, float, int, int]:
    """Order by which is kept: what is protected, what matters most, what was said first."""
    return memo.protected is None, -memo.salience, memo.begun, memo.revision


def _draft(keeper: Memo, losers: Sequence[Memo], likeness: float) -> Draft:
    ways = {1.0: "says the same", 0.98: "says the same in other words"}
    return Draft(
        "merge",
        "duplicates",
        tuple(memo.revision for memo in losers),
        ways.get(likeness, "says the same with its clauses the other way round"),
        likeness,
        into=keeper.revision,
    )
