"""A memory filled with a dialogue, asked through the real pipeline; answers are positions of turns."""

from __future__ import annotations

from functools import partial
from itertools import groupby
from types import TracebackType
from typing import TYPE_CHECKING

from dialogues import Asked, Dialogue
from doxa import Memory, Message
from doxa.recall.gathering import gather
from doxa.recall.learned import Learned, learned_order
from doxa.recall.pipeline import cleaned
from doxa.recall.reading import read_question
from doxa.recall.request import Request
from doxa.recall.searching import search
from doxa.recall.shapes import READ, shape_of
from doxa.recall.stopwatch import Stopwatch
from doxa.records import Recall, Scope

if TYPE_CHECKING:
    from doxa.index.embedder import Embedder

USER = "asker"
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

    def recall(self, asked: Asked, *, limit: int) -> Recall:
        """Return what the verb `recall` answers, as any caller gets it."""
        return self._memory.recall(asked.text, limit=limit, now=asked.now, touch=False)

    def positions(self, recall: Recall) -> list[int]:
        """Return the positions of the turns that came back, best first."""
        return [self._position[hit.belief.id] for hit in recall.hits]

    def learned(self, asked: Asked, *, read: int) -> tuple[Learned, list[int]]:
        """Return the candidates with their features, those of texts for the best `read`, and their positions."""
        core = self._memory._core
        request = Request(query=asked.text, scope=Scope(user=USER), now=asked.now, tz=core.tz, limit=20)
        with core.graph.view(user=USER) as view:
            question = read_question(cleaned(asked.text), view, now=request.now, tz=request.tz)
            findings = search(view, question, request, core.embedding, core.attributes, Stopwatch())
            gathered = gather(
                view,
                question,
                findings.found,
                findings.matches,
                findings.vector,
                beside=True,
                embedder=findings.embedder,
            )
            learned = learned_order(
                question, gathered, findings.found, partial(view.readings, make=shape_of, most=READ), read=read
            )
            rows = view.heads([int(each) for each in gathered.pool.revisions])  # type: ignore[misc]
            items = view.items_by_id([row.item for row in rows.values()])
        positions = [self._position[items[row.item].uid] for row in rows.values()]
        return learned, positions
