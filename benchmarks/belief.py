"""What belief costs: a claim decided beside what is stored, an envelope, the marking of what rests on a lost belief.

Times are process time, since the machine may be shared. `reconcile` is timed inside an open transaction and compared
with the bare look-up of the claim's slot in the same transaction; its growth is from 10,000 to 100,000 beliefs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from itertools import count, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from doxa import Claim, ManualClock, Memory
from doxa.belief.attributes import AttributeRegistry
from doxa.belief.slots import Slot, slot_of
from doxa.belief.spans import asserted_span
from doxa.belief.statements import Observation
from doxa.clock import to_micros
from doxa.graph.contract import Writer
from doxa.graph.nodes import BatchRow, NewItem, NewRevision, RevisionId
from doxa.recall.envelopes import envelope_of
from doxa.write.grounding import mark_dependents
from doxa.write.settle import Asserted, settle
from doxa.write.slot_store import stored_observation
from report import Report, median, start

USER = "ana"
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
SIZES = (10_000, 100_000)
TRIALS = 60
BELIEFS_OF_AN_ENVELOPE = 2_000
CHAINS = (1_000, 10_000)
OWN_CHAINS = (50, 500)
ATTRIBUTES = ("home", "employer", "likes", "owns", "visited", "favourite_color", "skill", "knows")


def claims() -> Iterator[Claim]:
    """Yield claims about ever new people and things, half of them single-valued."""
    for number in count():
        attribute = ATTRIBUTES[number % len(ATTRIBUTES)]
        kind = "preference" if attribute in ("likes", "favourite_color") else "fact"
        yield Claim(
            f"person {number} {attribute} thing {number}", f"person {number}", attribute, f"thing {number}", kind=kind
        )


@contextmanager
def opened(folder: Path, name: str) -> Iterator[Memory]:
    """Open an empty project on disk, without an embedder."""
    with Memory(name, home=folder, embedder=None, clock=ManualClock(NOON), user=USER) as memory:
        yield memory


def fill(memory: Memory, wanted: int) -> None:
    """Store claims as `add` would, many to an operation."""
    registry = AttributeRegistry.default()
    told = (row_of(claim, registry, number) for number, claim in zip(range(wanted), claims(), strict=False))
    while rows := list(islice(told, 5_000)):
        with memory._core.graph.transaction("add", user=USER) as writer:
            assert not writer.revisions(rows).failed


def row_of(claim: Claim, registry: AttributeRegistry, number: int) -> BatchRow:
    slot = slot_of(claim, registry, owner=USER)
    said = to_micros(NOON)
    observation = Observation("ana", said, number + 1, asserted_span(None, said), 0.9)
    return BatchRow(
        NewItem(claim.kind, user=USER, identity=slot.item_key, slot=slot.group_key),
        NewRevision(claim.text, claim=claim, said_at=NOON, observations=(stored_observation(observation),)),
    )


def timed(call: Callable[[], object]) -> float:
    """Return the process time of a call in milliseconds."""
    begun = time.process_time()
    call()
    return 1000 * (time.process_time() - begun)


def reconcile_costs(memory: Memory, stored: int) -> tuple[float, float]:
    """Return the medians of deciding a claim that replaces a stored one, and of looking its slot up."""
    core = memory._core
    context = core.writing()
    costs: list[tuple[float, float]] = []
    for trial in range(TRIALS):
        number = (trial * 997 * len(ATTRIBUTES)) % stored // len(ATTRIBUTES) * len(ATTRIBUTES)
        claim = Claim(f"person {number} moved", f"person {number}", "home", f"place {trial}")
        slot = slot_of(claim, core.attributes, owner=USER)
        core.clock.advance(seconds=1)
        asserted = Asserted(claim, USER, core.clock.now(), "ana")
        with core.graph.transaction("add", user=USER) as writer:
            bare = timed(lambda writer=writer, slot=slot: look_up(writer, slot))
            settled = timed(lambda writer=writer, asserted=asserted: settle(writer, context, asserted, 0))
        costs.append((settled, bare))
    return median([one for one, _ in costs]), median([other for _, other in costs])


def bench_own_chain(report: Report, folder: Path) -> None:
    """Time a change of a slot that has changed so often before: what is over is not looked at again."""
    costs: list[float] = []
    for length in OWN_CHAINS:
        with opened(folder, f"own-chain-{length}") as memory:
            core = memory._core
            context = core.writing()
            trials: list[float] = []
            for number in range(length + TRIALS):
                core.clock.advance(seconds=60)
                claim = Claim(f"lives in place {number}", "user", "home", f"place {number}")
                asserted = Asserted(claim, USER, core.clock.now(), "ana")
                with core.graph.transaction("add", user=USER) as writer:
                    trials.append(timed(partial(settle, writer, context, asserted, 0)))
        costs.append(median(trials[length:]))
        report.add(f"reconcile one claim beside {length:,} revisions of its own slot", costs[-1], "ms")
    report.add(
        f"reconcile: growth from {OWN_CHAINS[0]} to {OWN_CHAINS[1]} revisions of one slot",
        costs[1],
        "ms",
        baseline=costs[0],
        ratio=costs[1] / costs[0],
        at_most=1.3,
    )


def look_up(writer: Writer, slot: Slot) -> None:
    items = writer.view.by_slot([slot.group_key], USER)
    assert items, "the slot is to hold a belief"
    for item in items:
        writer.view.versions(item)


def bench_reconcile(report: Report, folder: Path) -> None:
    beyond: list[float] = []
    for stored in SIZES:
        with opened(folder, f"reconcile-{stored}") as memory:
            fill(memory, stored)
            settled, bare = reconcile_costs(memory, stored)
        beyond.append(settled - bare)
        name = f"reconcile one claim beside {stored:,} beliefs"
        report.add(f"{name}: beyond the slot look-up", settled - bare, "ms", baseline=bare, at_most=3.0)
    report.add(
        "reconcile: growth from 10k to 100k beliefs",
        beyond[1],
        "ms",
        baseline=beyond[0],
        ratio=beyond[1] / beyond[0],
        at_most=1.3,
    )


def bench_envelope(report: Report, folder: Path) -> None:
    with opened(folder, "envelope") as memory:
        fill(memory, BELIEFS_OF_AN_ENVELOPE)
        core = memory._core

        def cold() -> None:
            with core.graph.view(user=USER) as view:
                envelope_of(view, core.scope, now=core.clock.now())

        cold()
        colds = [timed(cold) for _ in range(15)]
        memory.envelope()
        warm = [timed(lambda: [memory.envelope() for _ in range(100)]) / 100 for _ in range(15)]
        text = [timed(lambda: memory.envelope().text()) for _ in range(15)]
    report.add(
        f"envelope of {BELIEFS_OF_AN_ENVELOPE:,} beliefs, made",
        median(colds),
        "ms",
        at_most=15.0,
        note=f"best {min(colds):.1f}",
    )
    report.add("envelope, kept", median(warm), "ms", at_most=0.2)
    report.add("envelope, kept, with its text", median(text), "ms")


def bench_grounding(report: Report, folder: Path) -> None:
    each: list[float] = []
    for length in CHAINS:
        with opened(folder, f"grounding-{length}") as memory:
            chain = chained(memory, length)
            with memory._core.graph.transaction("mark", user=USER) as writer:
                begun = time.process_time()
                marked = mark_dependents(writer, chain[0])
                cost = 1000 * (time.process_time() - begun)
            assert marked == length
        each.append(cost / length)
        report.add(f"mark a chain of {length:,} dependents", cost, "ms", note=f"{1000 * cost / length:.0f} µs each")
    report.add(
        "grounding: cost of one dependent, 10,000 against 1,000",
        each[1],
        "ms",
        baseline=each[0],
        ratio=each[1] / each[0],
        at_most=1.5,
    )


def chained(memory: Memory, length: int) -> list[RevisionId]:
    """Store texts of which each depends on the one before."""
    revisions: list[RevisionId] = []
    with memory._core.graph.transaction("add", user=USER) as writer:
        for number in range(length + 1):
            item = writer.item(NewItem("fact", user=USER))
            revisions.append(writer.revision(item, NewRevision(f"step {number}")))
            if number:
                writer.edge(revisions[-1], "DEPENDS_ON", revisions[-2])
    return revisions


def main() -> None:
    report = start("belief")
    with TemporaryDirectory() as name:
        folder = Path(name)
        bench_reconcile(report, folder)
        bench_own_chain(report, folder)
        bench_envelope(report, folder)
        bench_grounding(report, folder)
    report.write()


if __name__ == "__main__":
    main()
