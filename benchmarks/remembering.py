"""A memory filled with a dialogue, asked through the real pipeline; answers are positions of turns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import groupby
from types import TracebackType
from typing import TYPE_CHECKING

from dialogues import Asked, Dialogue
from doxa import Memory, Message
from doxa.recall.asking import asked_part
from doxa.recall.gathering import gather
from doxa.recall.learned import Learned, Weights, learned_order
from doxa.recall.pipeline import Answer, cleaned, run_recall
from doxa.recall.reading import read_question
from doxa.recall.request import Request
from doxa.recall.searching import search
from doxa.recall.shapes import READ
from doxa.recall.stopwatch import Stopwatch
from doxa.records import Scope

if TYPE_CHECKING:
    from doxa.index.embedder import Embedder

USER = "asker"
KINDS = ("turn",)
EVERY_TEXT = 100_000


class Remembering:
    """A dialogue in a memory of its own, in memory only.

    Args:
        dialogue: What is told.
        embedder: A setting, an embedder, or `None` for lexical search.
    """

    def __init__(self, dialogue: Dialogue, embedder: Embedder | str | None) -> None:
        self.dialogue = dialogue
        self._memory = Memory("benchmark", home=":memory:", embedder=embedder, user=USER, tz="UTC")
        self._position: dict[str, int] = {}
        told = 0
        for session, turns in groupby(dialogue.turns, key=lambda turn: turn.session):
            messages = [Message(turn.role, turn.text, turn.time, turn.speaker) for turn in turns]
            receipt = self._memory.add(messages, session=session, extract=False)
            for offset, belief in enumerate(receipt.beliefs):
                self._position[belief.id] = told + offset
            told += len(messages)
        assert len(self._position) == told, "each turn is a memory of its own"

    def __enter__(self) -> Remembering:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._memory.close()

    def answer(
        self, asked: Asked, *, limit: int, weights: Weights | None = None, legs: tuple[str, ...] | None = None
    ) -> Answer:
        """Return what recall answers."""
        core = self._memory._core
        with core.graph.view(user=USER) as view:
            return run_recall(view, self._request(asked, limit, legs), core.embedding, core.attributes, weights=weights)

    def positions(self, answer: Answer) -> list[int]:
        """Return the positions of the turns that came back, best first."""
        return [self._position[hit.belief.id] for hit in answer.recall.hits]

    def learned(self, asked: Asked) -> tuple[Learned, list[int]]:
        """Return the candidates with all their features, and their positions, for learning."""
        core, request = self._memory._core, self._request(asked, 20, None)
        with core.graph.view(user=USER) as view:
            question = read_question(cleaned(asked.text), view, now=request.now, tz=request.tz)
            findings = search(view, question, request, core.embedding, core.attributes, Stopwatch())
            gathered = gather(view, question, findings.found, findings.matches, findings.vector, beside=True)
            learned = learned_order(question, gathered, findings.found, partial(view.texts, most=READ), read=EVERY_TEXT)
            rows = view.heads([int(each) for each in gathered.pool.revisions])  # type: ignore[misc]
            items = view.items_by_id([row.item for row in rows.values()])
        positions = [self._position[items[row.item].uid] for row in rows.values()]
        return learned, positions

    def _request(self, asked: Asked, limit: int, legs: Sequence[str] | None) -> Request:
        return Request(
            query=asked.text,
            scope=Scope(user=USER),
            now=asked.now,
            tz=self._memory._core.tz,
            limit=limit,
            kinds=KINDS,
            legs=None if legs is None else tuple(legs),
        )


def embedded_part(asked: Asked) -> str:
    """Return the part of a question that recall embeds, for peers that are given the same."""
    return asked_part(asked.text)
