"""Puts the folder on the path, so that its tests can share their makers, and plants a fault where one is asked for."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
