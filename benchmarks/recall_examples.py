"""Questions put to memories, and what ranking knows of their candidates: what the weights of recall are fitted on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from dialogues import Asked, Dialogue
from doxa.recall.learned import DESCRIBED, READ_FIRST
from doxa.recall.relevance import known_part, matched_weight
from ranking_fit import MEANING, Example
from remembering import EVERY_TEXT, Remembering

if TYPE_CHECKING:
    from doxa.index.embedder import Embedder

EVERY = 3
"""Of a long dialogue's questions, every third is put to the memory of another one."""
LONG = 60
PART_QUESTIONS = 6
"""Questions that are put to a part of a dialogue at most."""


@dataclass(frozen=True, slots=True)
class Put:
    """A question put to a memory.

    Args:
        corpus: The name of the data.
        asked: The question; without evidence where the memory cannot answer it.
        how: `own`, `foreign` or `renamed`: asked of its own dialogue, of another, or of another with the speakers it
            names replaced by those of that one, so that names give nothing away.
        small: Whether the memory is one session of a dialogue.
        example: Its candidates.
    """

    corpus: str
    asked: Asked
    how: str
    small: bool
    example: Example


@contextmanager
def remembering(dialogues: Iterable[Dialogue], embedder: Embedder | str | None) -> Iterator[list[Remembering]]:
    """Open a memory of each dialogue and close all of them at the end."""
    with ExitStack() as stack:
        yield [stack.enter_context(Remembering(each, embedder)) for each in dialogues]


def put_questions(
    corpus: str, memories: Sequence[Remembering], *, dense: bool, small: bool = False, foreign_only: bool = False
) -> list[Put]:
    """Put to every memory its own questions, and as many of another's.

    Args:
        corpus: The name of the data.
        memories: Of its dialogues.
        dense: Whether there are vectors.
        small: Whether the memories are of parts of dialogues.
        foreign_only: Leave out what a memory can answer.
    """
    dialogues = [memory.dialogue for memory in memories]
    others = dialogues[len(dialogues) // 2 :] + dialogues[: len(dialogues) // 2] if small else _turned(dialogues)
    return [
        Put(corpus, asked, how, small, _example(memory, asked, dense=dense, whole=how == "own"))
        for memory, other in zip(memories, others, strict=True)
        for how, asked in [*_own(memory.dialogue), *_foreign(memory.dialogue, other, small)]
        if how != "own" or not foreign_only
    ]


def _own(dialogue: Dialogue) -> list[tuple[str, Asked]]:
    return [("own", asked) for asked in dialogue.asked]


def _turned(dialogues: Sequence[Dialogue]) -> list[Dialogue]:
    return [*dialogues[1:], *dialogues[:1]]


def _foreign(told: Dialogue, other: Dialogue, small: bool) -> Iterator[tuple[str, Asked]]:
    """Yield questions of another dialogue, as they are and renamed; of a part only the renamed."""
    if told.name == other.name:
        return
    questions = other.asked[: len(told.asked)] if small else other.asked[:: EVERY if len(other.asked) > LONG else 1]
    renaming = dict(zip(_speakers(other), _speakers(told), strict=False))
    for asked in questions:
        text = re.sub(r"\w+", lambda word: renaming.get(word[0], word[0]), asked.text)
        if not small or text == asked.text:
            yield "foreign", replace(asked, gold=frozenset())
        if text != asked.text:
            yield "renamed", replace(asked, text=text, gold=frozenset())


def _speakers(dialogue: Dialogue) -> list[str]:
    return list(dict.fromkeys(turn.speaker for turn in dialogue.turns if turn.speaker))


def parts_of(dialogues: Iterable[Dialogue]) -> list[Dialogue]:
    """Return each session of dialogues as a dialogue of its own, with the questions that it answers alone."""
    return [part for dialogue in dialogues for part in _sessions(dialogue) if part.asked]


def _sessions(dialogue: Dialogue) -> Iterator[Dialogue]:
    for session in dict.fromkeys(turn.session for turn in dialogue.turns):
        places = [place for place, turn in enumerate(dialogue.turns) if turn.session == session]
        new = {place: number for number, place in enumerate(places)}
        answered = [each for each in dialogue.asked if each.gold <= new.keys()][:PART_QUESTIONS]
        asked = tuple(replace(each, gold=frozenset(new[place] for place in each.gold)) for each in answered)
        yield Dialogue(dialogue.name, tuple(dialogue.turns[place] for place in places), asked)


def feature_names(*, dense: bool) -> list[str]:
    """Return the names of the columns of an example."""
    return [name for name in DESCRIBED if dense or name not in MEANING]


def _example(memory: Remembering, asked: Asked, *, dense: bool, whole: bool) -> Example:
    learned, positions = memory.learned(asked, read=EVERY_TEXT if whole else READ_FIRST)
    pool, names = learned.gathered.pool, feature_names(dense=dense)
    nothing = np.zeros(0, np.float32)
    columns = [learned.features[name] if positions else nothing for name in names]
    return Example(
        dialogue=memory.dialogue.name,
        features=np.stack(columns, axis=1).astype(np.float32),
        gold=np.isin(np.array(positions, np.int64), list(asked.gold)),
        cosine=pool.cosine,
        matched=matched_weight(pool),
        known=known_part(pool),
        unrelated=(pool.centre, pool.spread),
    )
