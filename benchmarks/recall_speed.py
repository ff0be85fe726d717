"""What a recall with all legs costs: beside its bare legs, on average and at worst, from cold, and by many at once."""

from __future__ import annotations

import multiprocessing
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from doxa import Memory
from doxa.config import Config
from doxa.index.embedder import Embedder, load_embedder
from graph_recall import Bare
from made_texts import MadeTexts
from report import Report, machine, median
from stored import BIGGEST, DrawnVectors, Stored, fill, project_file
from timing import Cost, alternated, cost_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SIZES = (10_000, 100_000)
LARGE = 1_000_000
MOST_MILLISECONDS = {10_000: 5.0, 100_000: 12.0, LARGE: 60.0}
"""For the biggest user, of process time, on a quiet machine; printed, and judged as a ratio to the bare legs."""
QUESTIONS, WARM, REPEATS = 60, 15, 5
COLD_QUESTIONS = 5
PROCESSES, THREADS = 4, 8
GAINED = 1.8
"""How much more several processes are to do on two cores than one."""
ALONE = 1.5
"""Load up to which nobody else uses the machine: this benchmark is one of it."""
SECONDS = 4.0
"""How long several recall at once."""
LIMITS = (1, 10, 50, 200)
WORDS = (2, 6, 20, 100)


def measure(report: Report, *, large: bool) -> None:
    """Add the rows of every size, a million memories only where asked for."""
    embedder = load_embedder("default", cache=Config.load().embedder_cache)
    assert embedder is not None
    with tempfile.TemporaryDirectory(prefix="bench-recall-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        for size in (*SIZES, *([LARGE] if large else [])):
            project = f"memories{size}"
            with _opened(folder, project, embedder) as memory:
                stored = fill(memory, size)
                memory._core.graph.maintain()
            _size(report, folder, project, size, stored, embedder)
            project_file(folder, project).unlink()
        if not large:
            report.skip("recall at 1000k, all legs", "LARGE=1 measures it")


def _opened(folder: Path, project: str, embedder: Embedder) -> Memory:
    """Return a memory whose vectors, those of questions too, are drawn: embedding is not what is measured."""
    return Memory(project, home=folder, embedder=DrawnVectors(embedder, questions=False), user=BIGGEST)


def _size(report: Report, folder: Path, project: str, size: int, stored: Stored, embedder: Embedder) -> None:
    name = f"{size // 1000}k"
    questions = _questions(stored, QUESTIONS + WARM)
    if size == SIZES[-1]:
        _cold(report, name, folder, project, questions, embedder)
    with _opened(folder, project, embedder) as memory:
        _beside_bare(
            report,
            name,
            size,
            memory,
            Bare(project_file(folder, project), BIGGEST, DrawnVectors(embedder, questions=False)),
            questions,
        )
        _spread(report, name, memory, questions[WARM:])
        _variants(report, name, memory, questions[WARM:])
        if size == SIZES[-1]:
            _growth(report, name, memory, stored)
            _threads(report, name, memory, questions)
    if size == SIZES[-1]:
        _processes(report, name, folder, project, questions)


def _questions(stored: Stored, count: int, words: int = 6, seed: int = 11) -> list[str]:
    drawn = MadeTexts(seed)
    return [drawn.question(stored.texts[BIGGEST], words) for _ in range(count)]


def _beside_bare(report: Report, name: str, size: int, memory: Memory, bare: Bare, questions: Sequence[str]) -> None:
    vectors: dict[str, NDArray[np.float32]] = {each: bare.embed(each) for each in questions}

    def legs(question: str) -> None:
        bare.lexical(question)
        bare.dense(vectors[question])

    for question in questions[:WARM]:
        _recall(memory, question)
        legs(question)
    costs = alternated([(partial(_recall, memory, each), partial(legs, each)) for each in questions[WARM:]])
    ours, theirs = ([cost.process for cost in side] for side in zip(*costs, strict=True))
    ratio = median([one / other for one, other in zip(ours, theirs, strict=True)])
    note = f"target of a quiet machine: {MOST_MILLISECONDS[size]:g} ms"
    report.add(
        f"recall at {name}, all legs, the biggest of 50 users",
        median(ours) * 1e3,
        "ms",
        baseline=median(theirs) * 1e3,
        ratio=ratio,
        at_most=3.0,
        note=note,
    )
    bare.close()


def _recall(memory: Memory, question: str, limit: int = 10, *, explain: bool = False) -> None:
    memory.recall(question, limit=limit, explain=explain, touch=False)


def _engage(memory: Memory, question: str) -> None:
    memory.engage(question, max_tokens=4000, touch=False)


def _spread(report: Report, name: str, memory: Memory, questions: Sequence[str]) -> None:
    """Add the slow end: each question's median of five, the 95th percentile of these against their median."""
    costs = [median([cost_of(partial(_recall, memory, each)).process for _ in range(REPEATS)]) for each in questions]
    at_95, middle = sorted(costs)[int(0.95 * len(costs))], median(costs)
    report.add(
        f"recall at {name}, p95 against median",
        at_95 * 1e3,
        "ms",
        baseline=middle * 1e3,
        ratio=at_95 / middle,
        at_most=3.0,
    )


def _variants(report: Report, name: str, memory: Memory, questions: Sequence[str]) -> None:
    variants: tuple[tuple[str, Callable[[Memory, str], None], float], ...] = (
        ("explain=True", partial(_recall, explain=True), 1.2),
        ("engage of 4,000 tokens", _engage, 1.5),
    )
    for what, call, most in variants:
        call(memory, questions[0])
        costs = alternated([(partial(call, memory, each), partial(_recall, memory, each)) for each in questions])
        ours, plain = ([cost.process for cost in side] for side in zip(*costs, strict=True))
        ratio = median([one / other for one, other in zip(ours, plain, strict=True)])
        metric = f"{what} at {name} beside recall"
        report.add(metric, median(ours) * 1e3, "ms", baseline=median(plain) * 1e3, ratio=ratio, at_most=most)


def _cold(report: Report, name: str, folder: Path, project: str, questions: Sequence[str], embedder: Embedder) -> None:
    """Add the first recall after opening, in a process that has read nothing of the file yet."""
    costs: list[Cost] = []
    for question in questions[:COLD_QUESTIONS]:
        with _opened(folder, project, embedder) as memory:
            costs.append(cost_of(partial(_recall, memory, question)))
    first = f"first recall after opening a file of {name}"
    wall, process = (median(side) * 1e3 for side in zip(*((each.wall, each.process) for each in costs), strict=True))
    if _is_alone():
        report.add(first, wall, "ms", at_most=150)
    else:
        report.add(first, wall, "ms", note="the machine is in use by others: not judged")
    report.add(f"{first}, processor time", process, "ms", at_most=150)


def _growth(report: Report, name: str, memory: Memory, stored: Stored) -> None:
    """Add how time grows with the limit and with the length of the question."""
    plain = _median_of(memory, _questions(stored, 20, seed=12), 10)
    for limit in LIMITS:
        cost = _median_of(memory, _questions(stored, 20, seed=12), limit)
        report.add(f"recall at {name}, limit {limit}", cost * 1e3, "ms", baseline=plain * 1e3, ratio=cost / plain)
    for words in WORDS:
        questions = [" ".join(_questions(stored, -(-words // 20), min(words, 20), seed=20 + at)) for at in range(20)]
        cost = _median_of(memory, questions, 10)
        report.add(f"recall at {name}, {words} words", cost * 1e3, "ms", baseline=plain * 1e3, ratio=cost / plain)


def _median_of(memory: Memory, questions: Sequence[str], limit: int) -> float:
    return median([cost_of(partial(_recall, memory, each, limit)).process for each in questions])


def _threads(report: Report, name: str, memory: Memory, questions: Sequence[str]) -> None:
    """Add the throughput of eight threads on one memory against that of one."""
    alone, together = _done_by(1, memory, questions), _done_by(THREADS, memory, questions)
    report.add(
        f"{THREADS} threads at {name}",
        sum(together) / SECONDS,
        "recalls/s",
        baseline=sum(alone) / SECONDS,
        ratio=sum(together) / max(sum(alone), 1),
        at_least=0.9,
        note=f"the slowest thread did {min(together)}, the fastest {max(together)}",
    )


def _done_by(threads: int, memory: Memory, questions: Sequence[str]) -> list[int]:
    done, end = [0] * threads, time.monotonic() + SECONDS

    def work(number: int) -> None:
        while time.monotonic() < end:
            _recall(memory, questions[done[number] % len(questions)])
            done[number] += 1

    workers = [threading.Thread(target=work, args=(number,)) for number in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return done


def _processes(report: Report, name: str, folder: Path, project: str, questions: Sequence[str]) -> None:
    """Add the throughput of four reading processes against that of one, and what a recall costs each of them.

    On a machine that others use, throughput tells how busy they were. What the processes hold up of each other shows in
    the processor time of a recall, and in how often one had to wait.
    """
    quiet = _is_alone()
    alone, together = (_done_in(count, folder, project, questions) for count in (1, PROCESSES))
    done = [sum(each.recalls for each in side) for side in (alone, together)]
    waits = sum(each.waits for each in together) / max(done[1], 1)
    report.add(
        f"{PROCESSES} processes at {name}",
        done[1] / SECONDS,
        "recalls/s",
        baseline=done[0] / SECONDS,
        ratio=done[1] / max(done[0], 1),
        at_least=GAINED if quiet else None,
        note=f"{multiprocessing.cpu_count()} cores" + ("" if quiet else ", in use by others: not judged"),
    )
    costs = [median([each.process for each in side]) for side in (alone, together)]
    report.add(
        f"{PROCESSES} processes at {name}, processor time of a recall",
        costs[1] * 1e3,
        "ms",
        baseline=costs[0] * 1e3,
        ratio=costs[1] / costs[0],
        at_most=round(2 / GAINED, 2),
        note=f"a recall waited {waits:.2f} times for anything but its turn",
    )


def _is_alone() -> bool:
    return float(machine()["load"]) <= ALONE


@dataclass(frozen=True, slots=True)
class _Done:
    """What one reading process did: its recalls, seconds of processor time of one, and how often it had to wait."""

    recalls: int
    process: float
    waits: int


def _done_in(processes: int, folder: Path, project: str, questions: Sequence[str]) -> list[_Done]:
    context = multiprocessing.get_context("spawn")
    ready = context.Barrier(processes)
    results: multiprocessing.Queue[_Done] = context.Queue()
    workers = [
        context.Process(target=_read, args=(folder, project, list(questions), ready, results)) for _ in range(processes)
    ]
    for worker in workers:
        worker.start()
    done = [results.get() for _ in workers]
    for worker in workers:
        worker.join()
    return done


def _read(
    folder: Path,
    project: str,
    questions: list[str],
    ready: threading.Barrier,
    results: multiprocessing.Queue[_Done],
) -> None:
    """Recall for some seconds, beginning together with the others, and say how often it was."""
    embedder = load_embedder("default", cache=Config.load().embedder_cache)
    assert embedder is not None
    with _opened(folder, project, embedder) as memory:
        for question in questions[:WARM]:
            _recall(memory, question)
        ready.wait()
        done, end = 0, time.monotonic() + SECONDS
        process, waits = time.process_time(), _waits()
        while time.monotonic() < end:
            _recall(memory, questions[done % len(questions)])
            done += 1
        spent = time.process_time() - process
        results.put(_Done(done, spent / max(done, 1), _waits() - waits))


def _waits() -> int:
    """Return how often this process gave up the processor of itself; 0 where the system does not tell."""
    try:
        import resource
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw


if __name__ == "__main__":
    from report import start

    measure(start("recall speed"), large=False)
