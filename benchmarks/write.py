"""Writing: what the rules find and how much of it is right, personal data, and what a write costs.

`--quick` runs everything at a small size, to see that it works; only a full run writes results. `PEERS=1` asks the
predecessors' extractors too.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy loads: targets are of one thread
sys.path.insert(0, str(Path(__file__).parents[1]))

import write_calls
import write_quality
import write_speed
from benchmarks import privacy
from report import Report, data_folder, start


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes, nothing written")
    quick = parser.parse_args().quick
    report = start("write")
    data = data_folder()
    write_quality.measure(report, data, install=os.environ.get("PEERS") == "1")
    _privacy(report, data)
    privacy.add_times(report)
    with tempfile.TemporaryDirectory(prefix="bench-write-", ignore_cleanup_errors=True) as folder:
        write_speed.measure_add(report, Path(folder), pairs=40 if quick else write_speed.PAIRS)
        write_calls.measure(report, Path(folder))
    sizes = (1_000, 500) if quick else (write_speed.ROWS, write_speed.FEW)
    write_speed.measure_import(report, rows=sizes[0], few=sizes[1])
    if not quick:
        report.write()


def _privacy(report: Report, data: Path | None) -> None:
    made = list(privacy.made_samples(random.Random(20)))
    given = [] if data is None else list(privacy.given_samples(data / "pii" / "spans.json"))
    if data is None:
        report.skip("personal data, given", "DATA names no folder")
    else:
        privacy.add_quality(report, "personal data, given", given)
        privacy.add_false_hits(report, data)
    privacy.add_quality(report, "personal data, given and made", given + made, bound=0.97)


if __name__ == "__main__":
    main()
