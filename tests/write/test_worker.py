"""What waits, done in the background of a program; and a model behind the gate."""

from __future__ import annotations

import threading

import pytest

from doxa.errors import ModelFailure
from doxa.llm.contract import Tool
from doxa.records import Usage
from doxa.write.asking import ScreenedModel
from doxa.write.draining import wait_after
from doxa.write.gate import GateRules
from doxa.write.model_reading.reply import ConversationReading, ReadClaim

SAID = "I live in Berlin with my two cats."


class Reader:
    """A model that says when it was asked, and may hold its answer back."""

    id = "reader"

    def __init__(self):
        self.asked, self.answered = threading.Event(), threading.Event()
        self.go = threading.Event()
        self.go.set()

    def ask(self, instructions, text, reply, *, light=False, tools=()):
        self.asked.set()
        self.go.wait(10)
        claim = ReadClaim(1, "I live in Berlin", "Ann lives in Berlin.")
        self.answered.set()
        return ConversationReading(claims=[claim]), Usage(1, 1, 1)


def done(memory):
    """Wait for the worker to finish a task; the write lock is free when it has."""
    for _ in range(1000):
        if not memory.status().pending:
            return [each.text for each in memory.list(kinds=["fact"]).items]
        threading.Event().wait(0.01)
    raise AssertionError("nothing was done")


def test_a_program_reads_in_the_background(open_memory):
    model = Reader()
    memory = open_memory(model=model)
    assert memory.add(SAID).pending == ("1",)
    assert model.answered.wait(10)
    assert done(memory) == ["Ann lives in Berlin."]


def test_closing_waits_for_no_model_and_loses_nothing(open_memory, clock):
    slow = Reader()
    slow.go.clear()
    memory = open_memory(model=slow)
    memory.add(SAID)
    assert slow.asked.wait(10)
    memory.close()
    slow.go.set()
    again = open_memory(model=Reader(), mode="pro")
    assert again.status().pending == {"running": 1}
    clock.advance(minutes=15)
    assert (again.digest().done, done(again)) == (1, ["Ann lives in Berlin."])


def test_waits_grow_to_an_hour_and_a_servers_word_counts():
    passing = ModelFailure("busy", failing="passing")
    assert [wait_after(passing, tried).total_seconds() for tried in (1, 2, 3, 99)] == [30, 60, 120, 3600]
    assert wait_after(ModelFailure("key", failing="blocked"), 1).total_seconds() == 600
    assert wait_after(ModelFailure("busy", failing="passing", retry_after=7), 3).total_seconds() == 7


@pytest.mark.parametrize("policy", ["redact", "reject"])
def test_nothing_that_is_not_kept_reaches_a_model_by_text_or_tool(policy):
    told = []

    class Curious:
        id = "curious"

        def ask(self, instructions, text, reply, *, light=False, tools=()):
            told.extend([text, tools[0].call("x")])
            return "fine", Usage()

    model = ScreenedModel(Curious, GateRules(policy))
    tool = Tool("look", "Look.", lambda word: {"found": [f"{word}: bob@example.com"]})
    model.ask("Say.", "ann@example.com has the key AKIAIOSFODNN7EXAMPLE", str, tools=[tool])
    assert "example.com" not in str(told)
    assert "AKIA" not in str(told)
    assert "[EMAIL_002]" in str(told[1])
