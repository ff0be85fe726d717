"""How many SQL statements a durable write costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from doxa import Memory, Message
from doxa.clock import ManualClock
from doxa.graph.contract import Writer
from doxa.graph.engine import Connection
from doxa.graph.nodes import Key, NewItem, NewRevision, Observation, RevisionId
from doxa.graph.sqlite import SqliteEngine
from doxa.graph.store import SqlGraph


class CountingEngine(SqliteEngine):
    """An engine that counts the statements of its write transactions, BEGIN and COMMIT included."""

    statements = 0

    @contextmanager
    def writing(self, deadline: float | None = None) -> Iterator[Connection]:  # type: ignore[override]
        with super().writing(deadline) as connection:

            def count(*_: object) -> bool:
                self.statements += 1
                return True

            self.statements = 2
            connection.db.set_exec_trace(count)
            try:
                yield connection
            finally:
                connection.db.set_exec_trace(None)


@pytest.fixture
def engine() -> CountingEngine:
    return CountingEngine(None)


@pytest.fixture
def store(engine: CountingEngine) -> SqlGraph:
    """Return a store in which the words used were used before."""
    store = SqlGraph(engine, "p", ManualClock())
    with store.transaction("add", actor="me", user="ada") as writer:
        claim(writer, turn(writer, "warm"), "warm")
    return store


def turn(writer: Writer, text: str) -> RevisionId:
    item = writer.item(NewItem("turn", user="ada", session="s1", space="work"))
    return writer.revision(item, NewRevision(text))


def claim(writer: Writer, said: RevisionId, text: str) -> None:
    item = writer.item(NewItem("fact", user="ada", identity=text, slot=text))
    revision = NewRevision(
        text,
        mentions=(("ada", "subject"), ("tea", "value")),
        observations=(Observation("ada", turn=said, end=4),),
        state={Key.CONFIDENCE: [0.9]},
    )
    writer.edge(writer.revision(item, revision), "DERIVED_FROM", said)


def test_a_turn_costs_at_most_sixteen(store: SqlGraph, engine: CountingEngine) -> None:
    with store.transaction("add", actor="me", user="ada") as writer:
        turn(writer, "one")
        writer.remember_request("request", "digest")
    assert engine.statements <= 16


def test_a_claim_costs_at_most_thirteen_more(store: SqlGraph, engine: CountingEngine) -> None:
    costs: list[int] = []
    for claims in (0, 5):
        with store.transaction("add", actor="me", user="ada") as writer:
            said = turn(writer, "one")
            for number in range(claims):
                claim(writer, said, f"{claims} {number}")
        costs.append(engine.statements)
    assert (costs[1] - costs[0]) / 5 <= 13


TURNS = 16
CLAIM = 13


@pytest.fixture
def counted(engine: CountingEngine, clock: ManualClock) -> Iterator[Callable[[str], tuple[str | None, int, int]]]:
    """Return what adds a turn and says what became of its last claim, how many claims and statements it had."""
    with Memory(store=SqlGraph(engine, "p", clock), embedder=None, clock=clock, user="ann") as memory:
        memory.add("Hello there, how are you doing?")

        def add(text: str) -> tuple[str | None, int, int]:
            clock.advance(days=30)
            outcomes = memory.add(Message("user", text)).outcomes
            return outcomes[-1].verdict, len(outcomes) - 1, engine.statements

        yield add


def test_a_turn_costs_at_most_thirteen_for_a_claim_whatever_becomes_of_it(
    counted: Callable[[str], tuple[str | None, int, int]],
) -> None:
    for text, verdict in (
        ("I live in Berlin.", "new"),
        ("I live in Berlin, as I said.", "confirm"),
        ("I live in Berlin, indeed.", "confirm"),
        ("I moved to Hamburg yesterday.", "supersede"),
        ("I moved to Munich yesterday.", "supersede"),
        ("I am allergic to peanuts and I work as a nurse.", "new"),
        ("我搬到北京了。", "supersede"),
    ):
        became, claims, statements = counted(text)
        assert became == verdict
        assert statements <= TURNS + CLAIM * claims, text


def test_what_is_there_does_not_change_what_a_turn_costs(
    counted: Callable[[str], tuple[str | None, int, int]],
) -> None:
    costs = [counted(f"I moved to {city} yesterday.")[2] for city in ("Rome", "Oslo", "Bern", "Riga", "Kyiv", "Bonn")]
    assert max(costs[2:]) == costs[2]  # the first change has no mark of one before it to close
