"""Random histories run against SQLite and the model at once: all reads agree, now and as of every operation."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from doxa.clock import ManualClock
from doxa.errors import DoxaError, UndoConflict
from doxa.graph.contract import Graph
from doxa.records import ANY
from tests.conformance.conftest import new_store
from tests.conformance.model import ModelGraph
from tests.conformance.replay import ambiguous, read, replayed
from tests.conformance.snapshots import ranked, snapshot, told
from tests.conformance.steps import DIM, Size, Step, created, perform, steps

EYES = (ANY, None, "ada")
EXAMPLES = int(os.environ.get("DOXA_TEST_HISTORIES", "6"))
"""Histories per store; `DOXA_TEST_HISTORIES=500` looks harder."""
LENGTH = int(os.environ.get("DOXA_TEST_HISTORY_LENGTH", "14"))


class Histories(RuleBasedStateMachine):
    """One random history on two stores."""

    store = "file"

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.clocks = (ManualClock(), ManualClock())
        self.graph = new_store(self.store, self.folder, "p", self.clocks[0])
        self.model = ModelGraph("p", self.clocks[1])
        self.clocks[1]._ids = self.clocks[0]._ids  # a new file takes ids for its own use
        self.then: dict[int, tuple[Size, dict[str, Any]]] = {}
        for graph in (self.graph, self.model):
            graph.set_embedder("test", DIM)

    @initialize(first=created)
    def begin(self, first: Step) -> None:
        self.operate([first])

    @rule(chosen=st.lists(steps, min_size=1, max_size=3))
    def operate(self, chosen: list[Step]) -> None:
        size = self.size()
        results = [self.attempt(graph, size, chosen) for graph in (self.graph, self.model)]
        assert results[0] == results[1]
        self.compare_now()

    @rule(minutes=st.integers(-10, 10), reopen=st.booleans())
    def pass_time(self, minutes: int, reopen: bool) -> None:
        for clock in self.clocks:
            clock.advance(minutes=minutes)
        self.graph.maintain()
        if reopen and self.store == "file":
            self.graph.close()
            self.graph = new_store(self.store, self.folder, "p", self.clocks[0])

    def attempt(self, graph: Graph, size: Size, chosen: list[Step]) -> object:
        """Make changes as one operation; return what they gave, or how they failed."""
        try:
            with graph.transaction("change", user=ANY) as writer:
                return [perform(writer, size, step) for step in chosen]
        except UndoConflict as error:
            return error.code, error.dependents
        except DoxaError as error:
            return error.code

    def size(self) -> Size:
        state = self.model._state
        rows = (state.items, state.revisions, state.artifacts, state.spaces, state.operations)
        return Size(*map(len, rows))

    def compare_now(self) -> None:
        size = self.size()
        with self.graph.view(user=ANY) as view, self.model.view(user=ANY) as expected:
            self.then[view.at] = size, snapshot(expected, size)
            agree(snapshot(view, size), self.then[view.at][1])

    def teardown(self) -> None:
        try:
            self.compare_all()
            faults = [each for each in self.graph.doctor(deep=True).findings if not each.ok and each.check != "clock"]
            agree({"doctor": faults}, {"doctor": []})
        finally:
            self.graph.close()
            shutil.rmtree(self.folder)

    def compare_all(self) -> None:
        """Compare past reads with what was read then, and with the model's through every pair of eyes in turn."""
        size = self.size()
        for at, (size_then, seen_then) in self.then.items():
            with self.graph.view(user=ANY, as_of=at) as view:
                agree(snapshot(view, size_then), seen_then)
        for at in range(size.operations + 1):
            for user in EYES if at == size.operations else [EYES[at % len(EYES)]]:
                with self.graph.view(user=user, as_of=at) as view, self.model.view(user=user, as_of=at) as expected:
                    agree(snapshot(view, size), snapshot(expected, size))
                    agree(ranked(view), ranked(expected))
        for user in EYES:
            agree({"feed": told(self.graph, user)}, {"feed": told(self.model, user)})
        changes = self.graph.changes(user=ANY, limit=10_000)
        if not ambiguous(changes):
            with self.graph.view(user=ANY) as view:
                agree(replayed(changes), read(view))


def agree(seen: dict[str, Any], expected: dict[str, Any]) -> None:
    """Compare question by question, so that a difference names its question."""
    for question, wanted in expected.items():
        assert seen[question] == wanted, question


class InMemory(Histories):
    """The same in memory."""

    store = "memory"


@pytest.mark.parametrize("machine", [Histories, InMemory])
def test_random_histories_read_alike_now_and_as_of_every_operation(machine: type[Histories]) -> None:
    from hypothesis.stateful import run_state_machine_as_test

    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=LENGTH,
            suppress_health_check=list(HealthCheck),
        ),
    )
