"""Dates as values: a text that is a date, in ISO form."""

from __future__ import annotations

from datetime import UTC, datetime

from doxa.text.folding import flatten
from doxa.text.periods_calendar import Calendar
from doxa.text.periods_grammar import read_atoms
from doxa.text.periods_phrase import Scene
from doxa.text.periods_refine import refine
from doxa.text.periods_repeat import first_from
from doxa.text.periods_span import Atom

_LONGEST = 40
_CALENDAR = Calendar(datetime(2028, 1, 1, tzinfo=UTC), UTC)  # any fixed present: what is told from it is left alone
_FORMATS = {"day": "%Y-%m-%d", "month": "%Y-%m", "year": "%Y"}


def iso_date(text: str) -> str | None:
    """Return a text that as a whole is a date as `2026-06-01`, `2026-06` or `2026`, or `--06-01` without a year.

    None for any other text, for dates told from the present, and for dates that do not exist.
    """
    flat = flatten(text)
    if len(flat) > _LONGEST:
        return None
    scene = Scene(flat, _CALENDAR, _CALENDAR)
    atoms = refine(scene, read_atoms(scene))
    if len(atoms) != 1 or (atoms[0].start, atoms[0].end) != (0, len(flat)):
        return None
    return _yearly(atoms[0]) or _dated(atoms[0])


def _yearly(atom: Atom) -> str | None:
    if atom.repeat is None or atom.repeat.kind != "date" or atom.weak:
        return None
    exists = first_from(_CALENDAR, atom.repeat, _CALENDAR.today)
    return "--{:02d}-{:02d}".format(*atom.repeat.values) if exists else None


def _dated(atom: Atom) -> str | None:
    span = atom.span
    if span is None or span.start is None or span.relative or span.kind not in _FORMATS:
        return None
    return span.start.strftime(_FORMATS[span.kind]).zfill(4)
