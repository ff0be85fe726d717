"""What every benchmark prints and writes: a table, and `benchmarks/results/NAME.json`."""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

RESULTS = Path(__file__).parent / "results"
QUIET_LOAD = 0.5
"""Load average below which times in milliseconds are judged and not only printed."""


@dataclass(frozen=True, slots=True)
class Row:
    """One figure: against a stated baseline it is a ratio, and the ratio (or the value) is held to the target."""

    metric: str
    value: float | None
    unit: str
    baseline: float | None = None
    ratio: float | None = None
    target: str | None = None
    met: bool | None = None
    note: str = ""


@dataclass
class Report:
    """The rows of one benchmark."""

    name: str
    rows: list[Row] = field(default_factory=list)

    def add(
        self,
        metric: str,
        value: float | None,
        unit: str,
        *,
        baseline: float | None = None,
        ratio: float | None = None,
        at_most: float | None = None,
        at_least: float | None = None,
        note: str = "",
    ) -> None:
        """Add a figure; a bound is held against the ratio where there is one, else against the value."""
        judged = ratio if ratio is not None else value
        met, target = None, None
        if at_most is not None:
            target, met = f"<= {at_most:g}", judged is not None and judged <= at_most
        if at_least is not None:
            target, met = f">= {at_least:g}", judged is not None and judged >= at_least
        self.rows.append(Row(metric, _rounded(value), unit, _rounded(baseline), _rounded(ratio), target, met, note))
        print(_line(self.rows[-1]), flush=True)

    def skip(self, metric: str, why: str) -> None:
        """Add a row that says why a figure is missing."""
        self.rows.append(Row(metric, None, "", note=why))
        print(_line(self.rows[-1]), flush=True)

    def write(self, *, keep: bool = False) -> Path:
        """Write the results and return where they are.

        Args:
            keep: Whether rows that were not measured this time stay as they are in the file.
        """
        RESULTS.mkdir(exist_ok=True)
        path = RESULTS / f"{self.name}.json"
        measured = {row.metric for row in self.rows}
        kept = [row for row in _rows_of(path) if row["metric"] not in measured] if keep else []
        said = {
            "name": self.name,
            "commit": _commit(),
            "time": datetime.now(UTC).isoformat(timespec="seconds"),
            "machine": machine(),
            "rows": [*kept, *(_filled(row) for row in self.rows)],
        }
        path.write_text(json.dumps(said, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        missed = sum(row.met is False for row in self.rows)
        print(f"\n{len(self.rows)} rows, {missed} targets missed, written to {path.relative_to(path.parents[2])}")
        return path


def start(name: str) -> Report:
    """Print the head of a benchmark's table."""
    print(f"## {name} on {machine()['cpu']}, {machine()['cores']} cores, Python {machine()['python']}\n")
    print(f"{'metric':<58} {'value':>12} {'unit':<10} {'baseline':>10} {'ratio':>8} {'target':>9}")
    return Report(name)


def machine() -> dict[str, str | int | float]:
    """Return what the figures were taken on."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else -1.0
    return {
        "cpu": _cpu(),
        "cores": os.cpu_count() or 0,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "load": round(load, 2),
    }


def paired_ratio(ours: Callable[[], float], bare: Callable[[], float], pairs: int) -> tuple[float, float, float]:
    """Run two timed calls in turn and return the medians of both and of their pairwise ratios."""
    measured: list[tuple[float, float]] = []
    for number in range(pairs):
        # which goes first alternates, so that neither always inherits the other's caches
        if number % 2:
            second = bare()
            measured.append((ours(), second))
        else:
            first = ours()
            measured.append((first, bare()))
    ratios = [one / other for one, other in measured if other > 0]
    return median([one for one, _ in measured]), median([other for _, other in measured]), median(ratios)


def median(values: Sequence[float]) -> float:
    """Return the median."""
    return statistics.median(values)


def data_folder() -> Path | None:
    """Return the folder of evaluation data that `DATA` names, `None` where it is absent."""
    folder = Path(os.environ.get("DATA", Path(__file__).parents[2] / "shared" / "data"))
    return folder if folder.is_dir() else None


def _rows_of(path: Path) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = json.loads(path.read_text(encoding="utf-8"))["rows"] if path.exists() else []
    return rows


def _filled(row: Row) -> dict[str, object]:
    return {key: value for key, value in asdict(row).items() if value not in (None, "")}


def _line(row: Row) -> str:
    mark = {True: " met", False: " MISSED", None: ""}[row.met]
    cells = [_cell(row.value), _cell(row.baseline), _cell(row.ratio)]
    return (
        f"{row.metric:<58} {cells[0]:>12} {row.unit:<10} {cells[1]:>10} {cells[2]:>8} {row.target or '':>9}{mark}"
        f"{'  ' + row.note if row.note else ''}"
    )


def _cell(value: float | None) -> str:
    return "" if value is None else f"{value:,.4g}" if abs(value) < 1000 else f"{value:,.0f}"


def _rounded(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.6g}")


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown")


def _commit() -> str:
    found = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=Path(__file__).parent, check=False
    )
    return found.stdout.strip()
