from __future__ import annotations

from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture(autouse=True)
def benchmarks_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tests import the modules of benchmarks as these import each other."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
