"""What a recall is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Literal

from doxa.belief.kinds import NARRATIVE, kind_of
from doxa.errors import InvalidInput
from doxa.records import Json, Ref, Route, Scope

GRAPH_LEGS = ("bridge", "relation")
"""The legs over the graph of claims: what they alone find comes on top of the limit."""
LEGS = ("bm25", "dense", "slot", "entity", "time", *GRAPH_LEGS)
"""The legs there are; `None` for `legs` uses all of them."""
NAMES = ("names",)
"""As `legs`, alone: only what the question calls by name; see `precise`."""

Order = Literal["relevance", "latest", "first"]
MAX_LIMIT = 1000
MAX_QUERY = 100_000


@dataclass(frozen=True, slots=True)
class Request:
    """A question with everything that shapes its answer.

    Args:
        query: The question, at most 100,000 characters are read.
        scope: Whose memories, under which labels.
        now: The instant that relative time phrases are read against, aware.
        tz: The user's time zone.
        limit: 0 to 1,000 hits.
        min_relevance: Leave out what is less likely than this to answer, 0 to 1; `None` = nothing.
        kinds: Item kinds to keep; empty = all that recall may return.
        routes: Routes to keep; empty = all.
        where: Conditions on metadata.
        refs: Only these beliefs; empty = all.
        order: By relevance, or by time those that answer about as well as the best.
        legs: Which legs to run; `None` = all.
        unroll: Every matching revision on its own instead of one hit per chain.
        valid_at: Only what holds in the world at this instant.
        explain: Give reasons, and what was cut.
    """

    query: str
    scope: Scope
    now: datetime
    tz: tzinfo
    limit: int = 10
    min_relevance: float | None = None
    kinds: tuple[str, ...] = ()
    routes: tuple[Route, ...] = ()
    where: Mapping[str, Json] | None = None
    refs: tuple[Ref, ...] = ()
    order: Order = "relevance"
    legs: tuple[str, ...] | None = None
    unroll: bool = False
    valid_at: datetime | None = None
    explain: bool = False

    def __post_init__(self) -> None:
        """Check ranges and names, so that no stage has to."""
        if not 0 <= self.limit <= MAX_LIMIT:
            raise InvalidInput(
                f"limit is {self.limit}.", mend=f"Give 0 to {MAX_LIMIT}.", field="limit", value=self.limit
            )
        if self.min_relevance is not None and not 0 <= self.min_relevance <= 1:
            raise InvalidInput(
                f"min_relevance is {self.min_relevance}.",
                mend="Give 0 to 1.",
                field="min_relevance",
                value=self.min_relevance,
            )
        if self.legs != NAMES:
            _check_names("legs", self.legs or (), LEGS)
        _check_names("order", (self.order,), ("relevance", "latest", "first"))
        _check_names("routes", self.routes, ("profile", "proactive", "normal"))


def recallable(request: Request, kind: str) -> bool:
    """Return whether recall may give a kind of memory at all, and the request asks for it."""
    route = kind_of(kind).route
    if kind in request.kinds and kind != NARRATIVE:
        return not request.routes or route in request.routes
    return route is not None and not request.kinds and (not request.routes or route in request.routes)


def _check_names(field: str, given: Sequence[str], known: Sequence[str]) -> None:
    for name in given:
        if name not in known:
            raise InvalidInput(
                f"{field} has {name!r}, which does not exist.",
                mend=f"Choose from {', '.join(known)}.",
                field=field,
                value=name,
            )
