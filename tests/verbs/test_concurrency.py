"""Many writers of one fact at once, by threads and by processes: one memory, one confirmation per distinct source."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path

import pytest

from doxa import Claim, Memory
from doxa.errors import Conflict, DoxaError, RevisionConflict

ROOT = Path(__file__).resolve().parents[2]
TEXT = "The office closes at six."
SCRIPT = """
import sys
from doxa import Claim, Memory
home, worker, facts = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
memory = Memory(home=home, embedder=None, user="ana")
sys.stdin.readline()
for number in range(facts):
    memory.add("The office closes at six.", kind="fact", extract=False, source=f"s{worker % 4}")
    claim = Claim("home is Lisbon", "user", "home", "Lisbon", kind="profile")
    memory.add(f"turn {worker} {number}", claims=[claim], extract=False, source=f"s{worker % 4}")
memory.close()
"""


def in_threads(work, count):
    """Run `work(n)` in `count` threads at once; return what each returned or raised."""
    results: list[object] = [None] * count
    gate = threading.Barrier(count)

    def run(number):
        gate.wait()
        try:
            results[number] = work(number)
        except DoxaError as error:
            results[number] = error

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_thirty_two_threads_leave_one_memory_vouched_for_once_by_each_source(open_memory):
    memory = open_memory(user="ana")
    receipts = in_threads(lambda n: memory.add(TEXT, kind="fact", extract=False, source=f"s{n % 5}"), 32)
    verdicts = Counter(receipt.outcomes[0].verdict for receipt in receipts)
    assert verdicts == {"new": 1, "confirm": 31}
    (belief,) = memory.list(kinds=["fact"]).items
    assert sorted(belief.sources) == ["s0", "s1", "s2", "s3", "s4"]
    assert (belief.revision, belief.evidence, belief.confirmation) == (1, "corroborated", "confirmed")


def test_thirty_two_threads_fill_one_slot_with_one_value(open_memory):
    memory = open_memory(user="ana")
    claim = Claim("home is Lisbon", "user", "home", "Lisbon", kind="profile")
    in_threads(lambda n: memory.add(f"turn {n}", claims=[claim], extract=False, source=f"s{n % 3}"), 32)
    (belief,) = memory.list(kinds=["profile"]).items
    assert (belief.claim.value, belief.revision, len(belief.sources)) == ("Lisbon", 1, 3)


def test_eight_processes_leave_one_memory_vouched_for_once_by_each_source(home, open_memory):
    open_memory(user="ana").close()
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", SCRIPT, str(home), str(number), "3"],
            stdin=subprocess.PIPE,
            env=environment,
            text=True,
        )
        for number in range(8)
    ]
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write("go\n")
        worker.stdin.flush()
    assert [worker.communicate(timeout=120)[0] or worker.returncode for worker in workers] == [0] * 8
    with Memory(home=home, embedder=None, user="ana") as memory:
        for kind in ("fact", "profile"):
            (belief,) = memory.list(kinds=[kind]).items
            assert (belief.revision, sorted(belief.sources)) == (1, ["s0", "s1", "s2", "s3"])
        assert memory.status().last_operation == "48"
        assert memory.doctor().ok


def test_of_writers_who_know_the_same_revision_one_wins_and_the_others_are_told(open_memory):
    memory = open_memory(user="ana")
    belief = memory.add(TEXT, kind="fact", extract=False).beliefs[0]
    results = in_threads(lambda n: memory.update(belief.id, f"It closes at {n}.", expect_revision=1), 8)
    lost = [each for each in results if isinstance(each, RevisionConflict)]
    assert len(lost) == 7
    assert all(each.mend for each in lost)
    assert memory.get(belief.id).revision == 2


def test_aliases_merges_and_definitions_beside_adds_leave_one_value_believed(open_memory):
    memory = open_memory(user="ana")
    bob = memory.add("Robert", kind="entity", canonical_name="Robert", extract=False).beliefs[0]

    def work(number):
        if number % 4 == 0:
            return memory.alias(bob.id, "Bob", f"Bob {number}")
        if number % 4 == 1:
            return memory.define_attribute("mentor", single=True)
        name = "Bob" if number % 4 == 2 else "Robert"
        claim = Claim(f"{name} mentor M{number}", name, "mentor", f"M{number}")
        return memory.add(f"turn {number}", claims=[claim], extract=False)

    results = in_threads(work, 16)
    assert not [each for each in results if isinstance(each, Exception)]
    believed = [each for each in memory.list().items if each.claim and each.claim.attribute == "mentor"]
    assert len(believed) <= 1
    assert memory.doctor().ok


@pytest.mark.parametrize("count", [8])
def test_two_names_cannot_become_each_others_alias_at_the_same_time(open_memory, count):
    memory = open_memory(user="ana")
    one, two = (
        memory.add(name, kind="entity", canonical_name=name, extract=False).beliefs[0] for name in ("One", "Two")
    )
    results = in_threads(lambda n: memory.alias(one.id, "Two") if n % 2 else memory.alias(two.id, "One"), count)
    refused = [each for each in results if isinstance(each, Conflict)]
    assert len(refused) == count // 2
    assert {*memory.get(one.id).aliases, *memory.get(two.id).aliases} in ({"One"}, {"Two"})
