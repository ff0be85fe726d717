"""Claims and periods as columns."""

from __future__ import annotations

from dataclasses import fields
from datetime import datetime
from typing import Any, Final, cast

from doxa.clock import aware, from_micros, to_micros
from doxa.errors import InvalidInput
from doxa.graph.codes import PRECISIONS
from doxa.graph.inputs import encode
from doxa.records import Claim, Period, Precision, Quote

PeriodColumns = tuple[int | None, int | None, int | None]
"""Start and end in microseconds, precision as a code; all `None` where no period is known."""
NO_PERIOD: Final[PeriodColumns] = (None, None, None)


def period_columns(period: Period | None, field: str = "valid") -> PeriodColumns:
    """Return a period as columns.

    Raises:
        NaiveDatetime: A bound has no time zone.
        InvalidInput: It is none, ends before it starts, or its precision is unknown.
    """
    if period is None:
        return NO_PERIOD
    if not isinstance(period, Period):
        raise InvalidInput(f"{field} is {period!r}.", mend="Pass a `Period`.", field=field, value=period)
    start, end = optional_micros(period.start, f"{field}.start"), optional_micros(period.end, f"{field}.end")
    if start is not None and end is not None and end < start:
        raise InvalidInput(f"{field} ends before it starts.", mend="Swap the bounds.", field=field, value=period)
    if period.precision not in PRECISIONS:
        mend = f"Use one of {', '.join(PRECISIONS)}."
        raise InvalidInput(f"{field}.precision is {period.precision!r}.", mend=mend, field=field, value=period)
    return start, end, PRECISIONS.index(period.precision)


def period_of(start: int | None, end: int | None, precision: int | None) -> Period | None:
    """Return the period of columns."""
    if precision is None:
        return None
    return Period(instant(start), instant(end), cast(Precision, PRECISIONS[precision]))


def optional_micros(value: datetime | None, field: str) -> int | None:
    """Return the microseconds of an optional instant.

    Raises:
        NaiveDatetime: It has no time zone.
    """
    return None if value is None else to_micros(aware(value, field))


def instant(micros: int | None) -> datetime | None:
    """Return the instant of optional microseconds."""
    return None if micros is None else from_micros(micros)


def encode_claim(claim: Claim | None) -> str | None:
    """Return a claim as JSON, fields with their default left out.

    Raises:
        NaiveDatetime: A bound of its period has no time zone.
        InvalidInput: A field cannot be stored.
    """
    if claim is None:
        return None
    row: dict[str, object] = {"text": claim.text}
    for each in fields(Claim):
        value = getattr(claim, each.name)
        if each.name not in ("text", "valid", "quote") and value != each.default:
            row[each.name] = value
    if claim.valid is not None:
        row["valid"] = period_columns(claim.valid, "claim.valid")
    if claim.quote is not None:
        row["quote"] = [claim.quote.text, claim.quote.ref, claim.quote.start, claim.quote.end]
    return encode(row, "claim")


def decode_claim(row: dict[str, Any]) -> Claim:
    """Return the claim of decoded JSON."""
    valid = row.pop("valid", None)
    quote = row.pop("quote", None)
    return Claim(
        **row,
        valid=None if valid is None else period_of(*valid),
        quote=None if quote is None else Quote(*quote),
    )
