"""The sets of tools of other systems."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from doxa.operations.compatible import CompatibleTool
from doxa.operations.dual_mem import DUAL_MEM_TOOLS
from doxa.operations.dual_mem_later import DUAL_MEM_LATER_TOOLS
from doxa.operations.reference_graph import REFERENCE_TOOLS

COMPATIBLE: Mapping[str, tuple[CompatibleTool, ...]] = MappingProxyType(
    {"dual-mem": (*DUAL_MEM_TOOLS, *DUAL_MEM_LATER_TOOLS), "reference": REFERENCE_TOOLS}
)
"""By set: its tools."""
