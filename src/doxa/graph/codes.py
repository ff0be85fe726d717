"""Small fixed vocabularies that rows hold by position; the orders are stored, so entries are only ever appended."""

from __future__ import annotations

STATUSES = ("live", "archived", "deleted", "quarantined")
STANDINGS = ("accepted", "rival", "retracted", "corrected")
PRECISIONS = ("year", "month", "day", "instant")
ROLES = ("subject", "value", "mention")
LIVE = 0
ACCEPTED = 0
