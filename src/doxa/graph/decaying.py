"""How strength and confidence go down where an application says so; one that fails leaves doxa's own, and is told."""

from __future__ import annotations

from datetime import timedelta

from doxa.belief.confidence import DEFAULT_POLICY, DecayPolicy
from doxa.belief.kinds import ClaimClass
from doxa.belief.strength import HALF_LIFE_DAYS
from doxa.graph.contract import View
from doxa.plugins import ConfidenceDecay, Decay
from doxa.records import Tier


class PluggedCurve:
    """An application's own decay as a curve of strength.

    Args:
        decay: The plug-in.
    """

    def __init__(self, decay: Decay) -> None:
        self._decay = decay
        self.failure: str | None = None

    def strength(self, days: float, tier: Tier) -> float:
        """Return what the plug-in says, 0 to 1, else doxa's own."""
        try:
            value = float(self._decay.strength(timedelta(days=days), tier))
        except Exception as error:  # whatever a plug-in raises, the answer must come
            self.failure = f"The decay raised {type(error).__name__}; memories fade as without it."
        else:
            if 0.0 <= value <= 1.0:
                return value
            self.failure = f"The decay gave {value}, which is not from 0 to 1; memories fade as without it."
        return float(2.0 ** (-days / HALF_LIFE_DAYS[tier]))


class PluggedDecay:
    """An application's own decay of confidence as a policy.

    Args:
        decay: The plug-in.
        otherwise: What is followed where it fails, and for what has no class or is a narrative.
    """

    def __init__(self, decay: ConfidenceDecay, otherwise: DecayPolicy = DEFAULT_POLICY) -> None:
        self._decay = decay
        self._otherwise = otherwise
        self.failure: str | None = None

    def decayed(self, value: float, days: float, claim_class: ClaimClass | None) -> float:
        """Return what the plug-in leaves of `value`, else what doxa's own policy leaves."""
        own = self._otherwise.decayed(value, days, claim_class)
        if claim_class is None or claim_class == "SHARED_NARRATIVE":
            return own
        try:
            left = float(self._decay.decayed(value, timedelta(days=days), claim_class))
        except Exception as error:  # whatever a plug-in raises, the answer must come
            self.failure = f"The confidence decay raised {type(error).__name__}; claims fade as without it."
            return own
        if 0.0 <= left <= value:
            return left
        self.failure = f"The confidence decay left {left} of {value}; claims fade as without it."
        return own


def failures_of(view: View) -> tuple[str, ...]:
    """Return what the caller should know of how a view lets things fade: why plug-ins were not followed."""
    plugged = (each for each in (view.curve, view.decay) if isinstance(each, (PluggedCurve, PluggedDecay)))
    return tuple(each.failure for each in plugged if each.failure)
