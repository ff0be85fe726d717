"""The time a claim is valid: read from the time phrase in its clause."""

from __future__ import annotations

from datetime import datetime, tzinfo

from doxa.records import Period
from doxa.write.extract.found import Draft, Timing


class Times:
    """The periods of one content, found when first asked for.

    Args:
        content: The message.
        now: When it was said, aware.
        tz: The speaker's time zone.
    """

    def __init__(self, content: str, now: datetime, tz: tzinfo) -> None:
        self._content, self._now, self._tz = content, now, tz

    def valid(self, draft: Draft) -> Period | None:
        """The valid time of a draft, `None` where its clause names none."""
        return _bounded(draft.timing, None, self._now)


def _bounded(timing: Timing, period: Period | None, now: datetime) -> Period | None:
    if timing == "ended" and period is None:
        return Period(None, now, "year")
    return period
