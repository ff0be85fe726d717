"""Heights and weights under one unit each, so that 180 cm and 1.80 m are one value; other measures stay as they are."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

_DIGITS: Final = {
    "一": "1",
    "二": "2",
    "两": "2",
    "三": "3",
    "四": "4",
    "五": "5",
    "六": "6",
    "七": "7",
    "八": "8",
    "九": "9",
}
_METRES: Final = re.compile(r"(\d(?:\.\d{1,2})?) ?(?:m|metre|米)")
_METRES_AND: Final = re.compile(r"([1-2一二两]) ?(?:m|metre|米) ?(\d{1,2}|[一二三四五六七八九])(?: ?cm)?")
_CENTIMETRES: Final = re.compile(r"(\d{2,3}(?:\.\d)?) ?(?:cm)")
_FEET: Final = re.compile(r"([3-8]) ?(?:['’′]|foot|ft) ?(?:(\d{1,2}(?:\.\d)?) ?(?:[\"”″]|''|inch|in)?)?")
_WEIGHT: Final = re.compile(r"(\d{1,3}(?:\.\d)?) ?(kg|lb|斤)")
_KILOGRAMS: Final = {"kg": Decimal(1), "斤": Decimal("0.5"), "lb": Decimal("0.45359237")}
_INCH: Final = Decimal("2.54")


def height_form(form: str) -> str:
    """Return a height in whole centimetres, `180 cm`; a form that is none as it is.

    Args:
        form: The value's normal form (`value_form`), or as it was said.
    """
    plain = form.strip().lower().rstrip(".。")
    centimetres = _centimetres(plain)
    return form if centimetres is None else f"{centimetres.quantize(Decimal(1), ROUND_HALF_UP)} cm"


def weight_form(form: str) -> str:
    """Return a weight in kilograms, `70 kg`: from pounds in whole ones; a form that is none as it is.

    Args:
        form: The value's normal form (`value_form`), or as it was said.
    """
    found = _WEIGHT.fullmatch(form.strip().lower())
    if found is None:
        return form
    weight = Decimal(found[1]) * _KILOGRAMS[found[2]]
    step = Decimal(1) if found[2] == "lb" else Decimal("0.1")
    return f"{weight.quantize(step, ROUND_HALF_UP).normalize():f} kg"


def _centimetres(plain: str) -> Decimal | None:
    if found := _METRES.fullmatch(plain):
        return Decimal(found[1]) * 100
    if found := _METRES_AND.fullmatch(plain):
        metres, rest = _DIGITS.get(found[1], found[1]), _DIGITS.get(found[2], found[2])
        return Decimal(f"{metres}.{rest}") * 100
    if found := _CENTIMETRES.fullmatch(plain):
        return Decimal(found[1])
    if found := _FEET.fullmatch(plain):
        return (Decimal(found[1]) * 12 + Decimal(found[2] or 0)) * _INCH
    return None
