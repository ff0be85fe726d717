"""Puts the folder on the path, so that its tests can share their makers, and plants a fault where one is asked for."""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

if fault := os.environ.get("DOXA_BELIEF_FAULT"):
    from hypothesis import Phase, settings
    from mutations import FAULTS

    settings.register_profile("fault", deadline=None, derandomize=True, phases=(Phase.explicit, Phase.generate))
    settings.load_profile("fault")
    FAULTS[fault]()
