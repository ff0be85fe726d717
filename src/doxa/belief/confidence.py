"""How sure we are of a claim: anchors that are stored, and the number 0 to 1 that is computed from them at read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, Protocol

from doxa.belief.intervals import Instant
from doxa.belief.kinds import ClaimClass
from doxa.errors import InvalidInput
from doxa.frozen import quickly_made
from doxa.records import Confirmation, Origin

DAY: Final[Instant] = 86_400_000_000
"""Microseconds of a day."""

EXPLICIT: Final = 0.9
INFERRED: Final = 0.7
STORE_FROM: Final = 0.5
"""An extracted claim below this is not stored."""
HIDE_BELOW: Final = 0.3
"""A claim below this is archived: not shown, restorable."""
CAP: Final = 0.95
"""Confirmations lift no higher; what came in higher stays."""
PENALTY: Final = 0.5
FLOOR: Final = 0.1
"""A contradiction costs `PENALTY`, never going below `FLOOR`."""
DAILY_CONFIRMATIONS: Final = 3
"""Confirmations of one claim that count in one UTC day."""
ASSERT_FROM: Final[Mapping[ClaimClass, float]] = {
    "USER_FACT": 0.80,
    "USER_PATTERN": 0.75,
    "SHARED_NARRATIVE": 0.60,
}
"""A prompt asserts a claim plainly from here, by class, and hedges it below."""

_PRECISION: Final = 9


@quickly_made
@dataclass(frozen=True, slots=True)
class Anchor:
    """What is stored of a confidence; the number at any time is computed from it.

    Args:
        value: Confidence, 0 to 1, at `at`.
        at: When it was last said or confirmed; decay counts from here.
        origin: How the claim came about; `reinforced` once another source confirmed it.
        state: Whether it was confirmed or contradicted since it was first said.
        penalty: What contradictions cost, taken off after decay, so that they do not restart its clock.
        day: The UTC day, counted from 1970, of the latest confirmations that counted.
        confirmations: How many counted on that day.
    """

    value: float
    at: Instant
    origin: Origin = "explicit"
    state: Confirmation = "unconfirmed"
    penalty: float = 0.0
    day: int = 0
    confirmations: int = 0


class DecayPolicy(Protocol):
    """How confidence goes down with time; give one to choose another curve."""

    def decayed(self, value: float, days: float, claim_class: ClaimClass | None) -> float:
        """Return what is left of `value` (0 to 1) after `days` (0 or more) for a claim of this class."""


@dataclass(frozen=True, slots=True)
class Stepwise:
    """Down by a fixed step for every whole period; the default.

    Args:
        step: How much each period takes off.
        user_fact: Days of a period of a USER_FACT.
        user_pattern: Days of a period of a USER_PATTERN.
    """

    step: float = 0.1
    user_fact: float = 30.0
    user_pattern: float = 14.0

    def decayed(self, value: float, days: float, claim_class: ClaimClass | None) -> float:
        """Return `value` less one step for every whole period; narratives and classless kinds keep theirs."""
        period = {"USER_FACT": self.user_fact, "USER_PATTERN": self.user_pattern}.get(claim_class or "")
        if period is None:
            return value
        return max(round(value - self.step * (days // period), _PRECISION), 0.0)


@dataclass(frozen=True, slots=True)
class HalfLife:
    """Halved after every half-life. The defaults halve .9 when `Stepwise` does: after 4.5 of its periods.

    Args:
        user_fact: Half-life of a USER_FACT in days.
        user_pattern: Half-life of a USER_PATTERN in days.
    """

    user_fact: float = 135.0
    user_pattern: float = 63.0

    def decayed(self, value: float, days: float, claim_class: ClaimClass | None) -> float:
        """Return `value` times two to the power of minus `days` over the half-life of the class."""
        half_life = {"USER_FACT": self.user_fact, "USER_PATTERN": self.user_pattern}.get(claim_class or "")
        return value if half_life is None else float(value * 2.0 ** (-days / half_life))


@dataclass(frozen=True, slots=True)
class NoDecay:
    """Confidence stays as it was last confirmed."""

    def decayed(self, value: float, days: float, claim_class: ClaimClass | None) -> float:
        """Return `value`."""
        return value


DEFAULT_POLICY: Final[DecayPolicy] = Stepwise()
POLICIES: Final[Mapping[str, DecayPolicy]] = {
    "stepwise": DEFAULT_POLICY,
    "half_life": HalfLife(),
    "none": NoDecay(),
}


def policy_named(name: str) -> DecayPolicy:
    """Return a decay policy by its name in the settings.

    Raises:
        InvalidInput: There is none of that name.
    """
    if name not in POLICIES:
        raise InvalidInput(
            f"{name!r} is no decay policy.", mend=f"Use one of {', '.join(POLICIES)}.", field="decay", value=name
        )
    return POLICIES[name]


def checked_confidence(value: float) -> float:
    """Return `value` as a float.

    Raises:
        InvalidInput: It is not a number from 0 to 1.
    """
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0.0 <= value <= 1.0:
        raise InvalidInput(
            f"confidence is {value!r}.", mend="Give a number from 0 to 1.", field="confidence", value=value
        )
    return float(value)


def default_confidence(origin: Origin) -> float:
    """Return the confidence of a claim whose caller gave none."""
    return INFERRED if origin == "inferred" else EXPLICIT


def confidence_at(
    anchor: Anchor, now: Instant, claim_class: ClaimClass | None, policy: DecayPolicy = DEFAULT_POLICY
) -> float:
    """Return the confidence of a claim at `now`, 0 to 1; reading it changes nothing.

    Args:
        anchor: What is stored.
        now: The clock; an instant before the anchor gives the anchored value.
        claim_class: Whose period applies; `None` does not decay.
        policy: The curve.
    """
    days = max(now - anchor.at, 0) / DAY
    left = policy.decayed(anchor.value, days, claim_class)
    if not anchor.penalty:
        return left
    return max(round(left - anchor.penalty, _PRECISION), min(FLOOR, left))


def confirmed(
    anchor: Anchor,
    now: Instant,
    by: float,
    claim_class: ClaimClass | None,
    *,
    new_source: bool,
    policy: DecayPolicy = DEFAULT_POLICY,
) -> Anchor:
    """Return the anchor after somebody said the same again.

    Another independent source lifts it by noisy-or, `1 - (1 - c)(1 - by)`, to at most `CAP`; the same source counts
    once and only renews what time took. At most three count in one UTC day.

    Args:
        anchor: As stored.
        now: When it was said.
        by: How sure the new saying makes us, 0 to 1.
        claim_class: Whose decay applies until now.
        new_source: Whether an independent source says it that had not said it before.
        policy: The curve of decay.
    """
    today = now // DAY
    counted = anchor.confirmations if anchor.day == today else 0
    if counted >= DAILY_CONFIRMATIONS:
        return anchor
    renewed = replace(anchor, at=max(now, anchor.at), day=today, confirmations=counted + 1)
    if new_source:
        value = lifted(confidence_at(anchor, now, claim_class, policy), by)
        return replace(renewed, value=value, penalty=0.0, state="confirmed", origin="reinforced")
    if anchor.state == "contradicted":
        return renewed
    return replace(renewed, value=max(anchor.value, min(by, CAP)), state="confirmed")


def lifted(confidence: float, by: float) -> float:
    """Return two independent confidences joined by noisy-or, capped on the way up only."""
    joined = round(1.0 - (1.0 - confidence) * (1.0 - by), _PRECISION)
    return max(confidence, min(joined, CAP))


def boosted(confidence: float, by: float = 0.15) -> float:
    """Return a confidence raised by a fixed amount, capped on the way up only."""
    return max(confidence, min(round(confidence + by, _PRECISION), CAP))


def contradicted(anchor: Anchor) -> Anchor:
    """Return the anchor of a claim that somebody contradicts; its decay goes on as before."""
    return replace(anchor, penalty=anchor.penalty + PENALTY, state="contradicted")


def settled(anchor: Anchor, now: Instant, value: float = EXPLICIT) -> Anchor:
    """Return the anchor of a claim that a caller upheld against its rivals."""
    kept = max(anchor.value, value)
    return replace(anchor, value=kept, at=max(now, anchor.at), penalty=0.0, state="confirmed")


Showing = Literal["plain", "hedged", "hidden"]


def showing(
    anchor: Anchor,
    now: Instant,
    claim_class: ClaimClass | None,
    *,
    pinned: bool = False,
    contested: bool = False,
    policy: DecayPolicy = DEFAULT_POLICY,
) -> Showing:
    """Return how a claim is to be shown at `now`: asserted, hedged, or not at all.

    Pinned and contested claims are never hidden; a contested one is never asserted. What decay has brought down to
    .3 is hidden; what came in at .3 is not.
    """
    confidence = confidence_at(anchor, now, claim_class, policy)
    plain = ASSERT_FROM[claim_class or "USER_FACT"]
    if contested:
        return "hedged"
    if faded(anchor, now, claim_class, policy) and not pinned:
        return "hidden"
    return "plain" if confidence >= plain else "hedged"


def faded(anchor: Anchor, now: Instant, claim_class: ClaimClass | None, policy: DecayPolicy = DEFAULT_POLICY) -> bool:
    """Say whether a claim is below the threshold of hiding, or decay brought it down to it."""
    confidence = confidence_at(anchor, now, claim_class, policy)
    return confidence < HIDE_BELOW or (confidence == HIDE_BELOW and anchor.value > HIDE_BELOW)


def needs_reconfirmation(anchor: Anchor, now: Instant, days: float) -> bool:
    """Say whether nobody said it for `days` (0 or more) or longer.

    Raises:
        InvalidInput: `days` is negative.
    """
    if days < 0:
        raise InvalidInput(f"days is {days!r}.", mend="Give 0 or more.", field="days", value=days)
    return now - anchor.at >= days * DAY
