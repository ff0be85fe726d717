"""Short ways to say things in tests: days as instants, statements, newcomers, and a slot that listens."""

from __future__ import annotations

from dataclasses import dataclass, replace

from doxa.belief.case import Rules
from doxa.belief.confidence import DAY, Anchor
from doxa.belief.evidence import grade_on_arrival
from doxa.belief.intervals import Intervals
from doxa.belief.reconcile import reconcile
from doxa.belief.spans import Span, at_instant
from doxa.belief.statements import Decision, Newcomer, Observation, SlotState, Statement
from doxa.records import Evidence, Origin


def is_at(day: float) -> Span:
    """ "is X", said on `day`."""
    return at_instant(int(day * DAY))


def since(start: float, said: float) -> Span:
    """ "since `start`", said on `said`."""
    lo = int(start * DAY)
    end = max(int(said * DAY), lo) + 1
    return Span(lo, lo, end, end, True)


def moved(start: float, told: float | None = None) -> Span:
    """ "moved there on `start`"; told of on `told`, so that it speaks of the present too, where that is given."""
    moment = at_instant(int(start * DAY))
    return moment if told is None else replace(moment, told=int(told * DAY))


def stay(start: float, end: float) -> Span:
    """ "from `start` to `end`"."""
    lo, hi = int(start * DAY), int(end * DAY)
    return Span(lo, lo, hi, hi, False)


def vague(start: float, end: float) -> Span:
    """ "moved there", some time between the two days."""
    lo, hi = int(start * DAY), int(end * DAY) - 1
    return Span(lo, hi, lo + 1, hi + 1, True)


def days(held: Intervals) -> list[tuple[float, float]]:
    """Intervals in days; an open end is infinite."""
    return [(lo / DAY, float("inf") if hi > 10**17 else hi / DAY) for lo, hi in held]


def statement(
    id: str,
    value: str,
    span: Span,
    *,
    sequence: int,
    polarity: bool = True,
    source: str | None = "ann",
    said: float | None = None,
    grade: Evidence | None = None,
    origin: Origin = "explicit",
    confidence: float = 0.9,
    locked: bool = False,
    independent: bool = True,
) -> Statement:
    """A statement that nobody has judged yet; said when its span begins unless `said` is given."""
    said_at = span.lo_early if said is None else int(said * DAY)
    observation = Observation(source, said_at, sequence, span, confidence, independent)
    anchor = Anchor(confidence, said_at, origin)
    graded = grade or grade_on_arrival(source)
    return Statement(id, value, polarity, (observation,), graded, anchor, locked=locked)


@dataclass
class Slot:
    """One slot group that is told things one after the other."""

    single: bool = True
    now: float = 1000.0
    rules: Rules | None = None
    opaque: bool = False

    def __post_init__(self) -> None:
        self.state = SlotState(self.single, opaque=self.opaque)
        self.sequence = 0
        self.verdicts: list[str] = []

    def tell(self, value: str, span: Span, **how: object) -> Decision:
        """Let somebody say that the value holds; `-value` denies it."""
        flags = {
            name: how.pop(name)
            for name in ("gate", "dated", "live", "correction", "explicit", "replaces", "conflicts_with")
            if name in how
        }
        self.sequence += 1
        id = str(how.pop("id", f"s{self.sequence}"))
        said = statement(id, value.lstrip("-"), span, sequence=self.sequence, polarity=not value.startswith("-"), **how)  # type: ignore[arg-type]
        decision = reconcile(Newcomer(said, **flags), self.state, now=int(self.now * DAY), rules=self.rules)  # type: ignore[arg-type]
        self.state = decision.after
        self.verdicts.append(f"{decision.verdict}:{decision.reason}")
        return decision

    def held(self, id: str) -> list[tuple[float, float]]:
        """When a statement is believed, in days."""
        found = self.state.get(id)
        assert found is not None
        return days(found.held)

    def at(self, day: float) -> set[str]:
        """What is believed to hold on a day; a minus before what is denied."""
        return {("" if polarity else "-") + value for value, polarity in self.state.at(int(day * DAY))}

    def change(self, id: str, **new: object) -> None:
        """Set a field of a statement."""
        found = self.state.get(id)
        assert found is not None
        self.state = self.state.with_(replace(found, **new))  # type: ignore[arg-type]
