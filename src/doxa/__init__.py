"""doxa: long-term memory for AI agents, kept as versioned, sourced, graded, dated beliefs."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from doxa.async_memory import AsyncMemory as AsyncMemory
    from doxa.clock import Clock as Clock
    from doxa.clock import ManualClock as ManualClock
    from doxa.config import Config as Config
    from doxa.dream_records import Plan as Plan
    from doxa.dream_records import Proposal as Proposal
    from doxa.dream_records import Report as Report
    from doxa.dream_records import SpaceProfile as SpaceProfile
    from doxa.errors import DoxaError as DoxaError
    from doxa.files import describe_file as describe_file
    from doxa.memory import Memory as Memory
    from doxa.plugins import Plugins as Plugins
    from doxa.reader import Reader as Reader
    from doxa.records import ANY as ANY
    from doxa.records import Attachment as Attachment
    from doxa.records import Belief as Belief
    from doxa.records import Claim as Claim
    from doxa.records import Hit as Hit
    from doxa.records import Message as Message
    from doxa.records import Outcome as Outcome
    from doxa.records import Page as Page
    from doxa.records import Period as Period
    from doxa.records import Quote as Quote
    from doxa.records import Recall as Recall
    from doxa.records import Receipt as Receipt

__version__ = "0.1.0"

# loaded at first use (PEP 562), so that `import doxa` costs a few milliseconds: the records alone take 30
_HOMES = {
    "AsyncMemory": "doxa.async_memory",
    "Clock": "doxa.clock",
    "ManualClock": "doxa.clock",
    "Config": "doxa.config",
    "DoxaError": "doxa.errors",
    **dict.fromkeys(("Plan", "Proposal", "Report", "SpaceProfile"), "doxa.dream_records"),
    "describe_file": "doxa.files",
    "Memory": "doxa.memory",
    "Plugins": "doxa.plugins",
    "Reader": "doxa.reader",
    **dict.fromkeys(
        (
            "ANY",
            "Attachment",
            "Belief",
            "Claim",
            "Hit",
            "Message",
            "Outcome",
            "Page",
            "Period",
            "Quote",
            "Recall",
            "Receipt",
        ),
        "doxa.records",
    ),
}

__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'doxa' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
