"""Exact numbers from digits: int where integral, Decimal otherwise, without rounding."""

from __future__ import annotations

from decimal import Decimal

Number = int | Decimal
"""What a numeral is worth."""


def read_decimal(digits: str, scale: int = 1) -> Number:
    """Return the number that `digits` (ASCII, with an optional sign, commas and one point) says, times `scale`."""
    whole, _, fraction = digits.replace(",", "").partition(".")
    return _exact(int(whole + fraction) * scale, len(fraction))


def whole_if_integral(value: Number) -> Number:
    """Return an integral Decimal as int, any other number as it is."""
    return int(value) if value == int(value) else value


def _exact(value: int, places: int) -> Number:
    while places and value % 10 == 0:
        value, places = value // 10, places - 1
    if not places:
        return value
    return Decimal((int(value < 0), tuple(map(int, str(abs(value)))), -places))
