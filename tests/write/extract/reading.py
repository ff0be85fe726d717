"""Reads a message and shows its claims as short tuples."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from doxa.write.extract import FoundClaim, extract_claims

NOW = datetime(2025, 6, 18, 15, 30, tzinfo=UTC)  # a Wednesday


def found(content: str, **more: Any) -> list[FoundClaim]:
    arguments: dict[str, Any] = {"speaker": None, "role": "user", "now": NOW, "tz": UTC} | more
    return extract_claims(content, **arguments)


def slots(content: str, **more: Any) -> list[tuple[str | None, str | None, str | None, bool]]:
    """Subject, attribute, value and polarity of what is asserted or planned."""
    return [
        (one.claim.subject, one.claim.attribute, one.claim.value, one.claim.polarity)
        for one in found(content, **more)
        if one.mood in ("asserted", "plan")
    ]


def said(content: str, **more: Any) -> list[tuple[str | None, str | None]]:
    """Attribute and value of what is asserted or planned, a denial with "not" before the value."""
    return [(attribute, value if yes else f"not {value}") for _, attribute, value, yes in slots(content, **more)]
