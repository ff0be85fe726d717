from __future__ import annotations

import threading
from datetime import timedelta

from doxa import ANY

FENCE = "The fence at the cottage needs a new coat of paint."
SAME = "Well, the fence at the cottage really needs a new coat of paint!"


def told(memory, **more):
    for text in (FENCE, SAME):
        memory.add(text, kind="knowledge", extract=False, **more)


def background(open_memory, monkeypatch):
    monkeypatch.setenv("DOXA_DREAMING", "background")
    return open_memory(user="ana")


def test_digest_dreams_where_dreams_run_by_themselves(open_memory, monkeypatch):
    memory = background(open_memory, monkeypatch)
    told(memory)
    assert len(memory.digest().dreams) == 1
    assert [each.text for each in memory.list().items] == [FENCE]


def test_digest_does_not_dream_otherwise(ana):
    told(ana)
    assert ana.digest().dreams == ()
    assert len(ana.list().items) == 2


def test_dreams_by_themselves_come_at_most_hourly_and_only_after_something_was_written(open_memory, monkeypatch, clock):
    memory = background(open_memory, monkeypatch)
    told(memory)
    memory.digest()
    clock.advance(hours=2)
    assert memory.digest().dreams == (), "nothing was written since"
    told(memory)
    assert len(memory.digest().dreams) == 1
    told(memory)
    assert memory.digest().dreams == (), "the last one was just now"
    clock.advance(minutes=61)
    assert len(memory.digest().dreams) == 1


def test_a_worker_dreams_for_each_owner_by_himself(open_memory, monkeypatch):
    memory = background(open_memory, monkeypatch)
    for owner in ("ana", "bob", None):
        told(memory, user=owner)
    assert len(memory.digest(user=ANY).dreams) == 3
    assert {(each.user, each.text) for each in memory.list(user=ANY).items} == {
        ("ana", FENCE),
        ("bob", FENCE),
        (None, FENCE),
    }


def test_a_dream_that_another_process_dreams_is_told_of(open_memory, monkeypatch):
    memory = background(open_memory, monkeypatch)
    told(memory)
    memory._core.graph.lease("dream", holder="another", lasts=timedelta(minutes=10))
    digested = memory.digest()
    assert (digested.dreams, len(digested.errors)) == ((), 1)


def test_a_worker_in_the_background_dreams_when_nothing_waits(open_memory, monkeypatch):
    from doxa.core import Core
    from tests.dream.scripted import Scripted

    monkeypatch.setenv("DOXA_DREAMING", "background")
    dreamt = threading.Event()
    monkeypatch.setattr(Core, "dream_by_itself", lambda core, user: dreamt.set())
    memory = open_memory(user="ana", model=Scripted({}), mode="lite")
    memory._core.worker.wake()
    assert dreamt.wait(10)


def test_dreams_may_come_after_each_write(open_memory, monkeypatch, clock):
    monkeypatch.setenv("DOXA_DREAMING", "background")
    monkeypatch.setenv("DOXA_DREAM_EVERY", "0")
    monkeypatch.setenv("DOXA_DRAINING", "off")
    memory = open_memory(user="ana")
    for text in ("The well is dry today.", "Well, the well is really dry today."):
        clock.advance(seconds=1)
        memory.add(text, kind="knowledge", extract=False)
        assert len(memory.digest().dreams) == 1
        assert memory.digest().dreams == (), "it was not written since"
    assert len(memory.list().items) == 1
