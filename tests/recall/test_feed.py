from __future__ import annotations

import pytest

from doxa.errors import InvalidInput
from doxa.operations import REGISTRY
from doxa.operations.request import read_arguments
from doxa.recall.feed import read_changes


def follow(memory, wait, **arguments):
    given = {"after": None, "kinds": (), "match": None, **arguments}
    return read_changes(memory.graph, None, wait=wait, **given)


def test_a_follower_sees_what_is_written_while_it_waits(memory):
    waits = []

    def write():
        waits.append(True)
        memory.add("I like tea." if len(waits) == 1 else "I like jazz.", extract=False)

    feed = follow(memory, write, kinds=("revision.created",))
    seen = [next(feed), next(feed)]
    assert len(waits) == 2
    assert [change.cursor.split(".")[0] for change in seen] == ["1", "2"]


def test_a_follower_rests_once_each_time_there_is_nothing_new(memory):
    def stop():
        raise InterruptedError

    memory.add("I like tea.", extract=False)
    with pytest.raises(InterruptedError):
        list(follow(memory, stop, kinds=("no.such",)))


def test_a_reader_that_does_not_follow_ends(memory):
    memory.add("I like tea.", extract=False)
    assert list(follow(memory, None)) == list(memory.changes())


def test_a_call_from_outside_cannot_wait_for_ever():
    with pytest.raises(InvalidInput, match="follow"):
        read_arguments(REGISTRY["changes"], {"follow": True})
