"""How strength goes down where an application says so itself; one that fails leaves doxa's own curve, and is told."""

from __future__ import annotations

from datetime import timedelta

from doxa.belief.strength import HALF_LIFE_DAYS, ForgettingCurve
from doxa.plugins import Decay
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


def failures_of(curve: ForgettingCurve | None) -> tuple[str, ...]:
    """Return what the caller should know of a curve: why it was not followed."""
    failure = curve.failure if isinstance(curve, PluggedCurve) else None
    return (failure,) if failure else ()
