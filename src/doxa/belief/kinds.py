"""What a kind of memory is: its layer, its class of claim, the route it returns by, its tier on arrival."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from doxa.records import Origin, Route, Tier

Layer = Literal[
    "L0_BASIC_INFO",
    "L1_RAW",
    "L2_FACT",
    "L3_SUMMARY",
    "L4_IDENTITY",
    "L5_KNOWLEDGE",
    "L6_SCHEMA",
    "L7_INTENTION",
]
ClaimClass = Literal["USER_FACT", "USER_PATTERN", "SHARED_NARRATIVE"]
Arrival = Literal["working", "long_term", "by_salience"]

NARRATIVE: Final = "narrative"
"""The kind that only verbs of its own give, and that nothing is inferred from."""
PROMOTING_SALIENCE: Final = 0.7
"""Salience from which a memory that arrives `by_salience` is long-term at once."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One row of the table of kinds.

    Args:
        name: The kind.
        layer: Its layer; `None` for what belongs to no layer.
        claim_class: Which thresholds and which decay its confidence has; `None` does not decay.
        inferred_class: Its class when nobody said it.
        route: The route of recall that returns it; `None` when only its own verbs do.
        arrival: Its tier on arrival.
    """

    name: str
    layer: Layer | None
    claim_class: ClaimClass | None
    inferred_class: ClaimClass | None
    route: Route | None
    arrival: Arrival

    def class_for(self, origin: Origin) -> ClaimClass | None:
        """Return the class of a claim of this kind that came about by `origin`."""
        return self.inferred_class if origin == "inferred" else self.claim_class

    def tier_for(self, salience: float) -> Tier:
        """Return the tier a memory of this kind starts in, given its salience 0 to 1."""
        if self.arrival == "by_salience":
            return "long_term" if salience >= PROMOTING_SALIENCE else "working"
        return self.arrival


def _rows() -> Mapping[str, Kind]:
    rows: dict[str, Kind] = {}

    def row(
        names: str,
        layer: Layer | None,
        claim_class: ClaimClass | None,
        route: Route | None,
        arrival: Arrival,
        inferred: ClaimClass | None = None,
    ) -> None:
        for name in names.split():
            rows[name] = Kind(name, layer, claim_class, inferred or claim_class, route, arrival)

    row("profile", "L0_BASIC_INFO", "USER_FACT", "profile", "long_term")
    row("turn", "L1_RAW", None, "normal", "working")
    row("fact event action decision question", "L2_FACT", "USER_FACT", "normal", "by_salience")
    row("summary", "L3_SUMMARY", None, "normal", "long_term")
    row("preference trait value", "L4_IDENTITY", "USER_FACT", "profile", "by_salience", "USER_PATTERN")
    row("knowledge entity skill document", "L5_KNOWLEDGE", None, "normal", "long_term")
    row("schema core_schema", "L6_SCHEMA", "USER_PATTERN", "profile", "long_term")
    row("intention", "L7_INTENTION", "USER_PATTERN", "proactive", "long_term")
    row("narrative", None, "SHARED_NARRATIVE", None, "long_term")
    row("experience outcome pattern procedure space_profile dream_plan dream_state", None, None, None, "long_term")
    return MappingProxyType(rows)


BOOKKEEPING: Final = frozenset({"dream_plan", "dream_state", "space_profile", "code_evidence", "code_session"})
"""Kinds of what dreams and code memory keep for themselves; they are listed only where one of them is asked for."""
KINDS: Final[Mapping[str, Kind]] = _rows()
"""Every kind by name, but for the `code_…` kinds, which `kind_of` knows as well."""

_CODE = Kind("code", None, None, None, None, "long_term")
_FREE = Kind("free", "L2_FACT", "USER_FACT", "USER_FACT", "normal", "by_salience")


def kind_of(name: str) -> Kind:
    """Return the row of a kind; a caller's own kind is treated as a fact."""
    if name in KINDS:
        return KINDS[name]
    return _CODE if name.startswith("code_") else _FREE
