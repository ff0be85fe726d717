"""Phone numbers, checked against the numbering plans of the configured regions by `phonenumbers`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from doxa.errors import InvalidInput
from doxa.privacy.number_words import nearest_word
from doxa.privacy.spans import Span
from doxa.text.patterns import lazy_pattern
from doxa.text.scripts import HAN_CLASS

if TYPE_CHECKING:
    from phonenumbers import PhoneNumber

_CANDIDATE = lazy_pattern(
    r"(?<![A-Za-z0-9_@%&=/.,:+-])(?<![A-Za-z]\()(?<!\d[\s-])[+＋]?[(（]?\d(?:[ \t\xa0().（）\-–‑—/·]{0,3}\d){5,}"
    r"(?:[ \t]{0,2}(?:x|ext\.?|extension|分机|转|#)[ \t]{0,2}\d{1,6})?(?![\d@%]|[-–/.:]\d|[A-Za-z](?![A-Za-z]))",
    re.I,
)
_EXTENSION = lazy_pattern(r"[ \t]{0,2}(?:x|ext\.?|extension|分机|转|#)[ \t]{0,2}\d{1,6}\Z", re.I)
_DATE = lazy_pattern(
    r"(?:19|20)\d\d[-/. –]?(?:0?[1-9]|1[0-2])[-/. –]?(?:0?[1-9]|[12]\d|3[01])(?:[ T-]\d{1,6})?"
    r"|(?:0?[1-9]|[12]\d|3[01])[-/. ](?:0?[1-9]|[12]\d|3[01])(?:[-/.](?:19|20)?\d\d| (?:19|20)\d\d)(?:[ T-]\d{1,6})?"
    r"|(?:19|20)\d\d ?[-–/—] ?(?:19|20)\d\d"
)
_STRETCH = lazy_pattern(r"[^\s/]+")
_LEAST, _MOST, _MOST_WORDS = 6, 15, 5
_GROUP = lazy_pattern(r"\d+")
_CHINESE_MOBILE = lazy_pattern(r"1[3-9]\d{9}")
_HAN = lazy_pattern(rf"[{HAN_CLASS}]")


def find_phones(text: str, regions: Sequence[str]) -> Iterator[Span]:
    """Yield phone numbers: valid ones written as such, and anything of their shape where a word says it is one.

    Args:
        text: Any text.
        regions: Whose national forms are read, ISO 3166 codes; numbers with `+` are read whatever their country.

    Raises:
        InvalidInput: A region that has no numbering plan.
    """
    for match in _CANDIDATE.finditer(text):
        yield from _in_run(text, match.start(), match.end(), regions)


def checked_regions(regions: Sequence[str]) -> tuple[str, ...]:
    """Return region codes in capitals.

    Raises:
        InvalidInput: One has no numbering plan, such as `UK` for `GB`.
    """
    import phonenumbers

    codes = tuple(dict.fromkeys(region.upper() for region in regions))
    for code in codes:
        if code not in phonenumbers.SUPPORTED_REGIONS:
            raise InvalidInput(
                f"{code!r} is not a region.",
                mend="Give ISO 3166 codes such as US, GB, CN.",
                field="regions",
                value=code,
            )
    return codes


def _in_run(text: str, start: int, end: int, regions: Sequence[str]) -> Iterator[Span]:
    """Yield the numbers in a run of digits: all of it, or the longest stretches of its words that are valid."""
    if _is_phone(text, start, end, regions, strictly=True):
        yield Span(start, end, "phone")
        return
    words = [match.span() for match in _STRETCH.finditer(text, start, end)]
    at, found = 0, False
    while len(words) > 1 and at < len(words):
        size = next(
            (size for size in range(_MOST_WORDS, 0, -1) if _is_stretch(text, words[at : at + size], size, regions)), 0
        )
        if size:
            found = True
            yield Span(words[at][0], words[at + size - 1][1], "phone")
        at += max(size, 1)
    if not found and _is_phone(text, start, end, regions, strictly=False):
        yield Span(start, end, "phone")


def _is_stretch(text: str, words: Sequence[tuple[int, int]], size: int, regions: Sequence[str]) -> bool:
    return len(words) == size and _is_phone(text, words[0][0], words[-1][1], regions, strictly=True)


def _is_phone(text: str, start: int, end: int, regions: Sequence[str], *, strictly: bool) -> bool:
    """Return whether a stretch is a phone number; strictly = it must be valid, else a word that says so is enough."""
    number = _EXTENSION.sub("", text[start:end])
    digits = "".join(_GROUP.findall(number))
    if not _LEAST <= len(digits) <= _MOST or len(set(digits)) < 3 or _DATE.fullmatch(number.strip("()")):
        return False
    international = number.startswith(("+", "＋"))
    said = nearest_word(text, start, end)
    if said == "other" and not international:
        return False
    if not strictly:
        return said == "phone" and (not number.isdigit() or len(digits) <= 13)
    if said is None and number.isdigit():
        near = text[max(0, start - 30) : end + 30]
        return "CN" in regions and bool(_CHINESE_MOBILE.fullmatch(number)) and bool(_HAN.search(near))
    return _is_valid(number, digits, regions, said == "phone")


def _is_valid(number: str, digits: str, regions: Sequence[str], said: bool) -> bool:
    if number[0] in "+＋" or digits.startswith(("00", "011")):
        plain = digits if number[0] in "+＋" else re.sub(r"^(?:00|011)", "", digits)
        if _is_international(plain):
            return True
    if _plan_of_any(tuple(regions)).fullmatch(digits) is None:
        return False
    return said or any(_plan(region).fullmatch(digits) and _is_written_as(number, region) for region in regions)


def _is_international(digits: str) -> bool:
    import phonenumbers

    parsed = _parsed(f"+{digits}", None)
    return parsed is not None and phonenumbers.is_valid_number(parsed)


def _is_written_as(number: str, region: str) -> bool:
    """Whether a number's digits are grouped as is usual in a region."""
    import phonenumbers

    if "(" in number or "（" in number:
        return True
    parsed = _parsed(number, region)
    if parsed is None:
        return False
    written = _GROUP.findall(number)
    usual = _GROUP.findall(phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.NATIONAL))
    abroad = _GROUP.findall(phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.INTERNATIONAL))
    return written in (usual, abroad, abroad[1:], [*abroad[:1], *usual])


def _parsed(number: str, region: str | None) -> PhoneNumber | None:
    import phonenumbers

    try:
        return phonenumbers.parse(number, region)
    except phonenumbers.NumberParseException:
        return None


@cache
def _plan_of_any(regions: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern of the national numbers of any of some regions: one test of 10 µs before 80 for each region."""
    return re.compile("|".join(_plan(region).pattern for region in regions) or r"(?!)")


@cache
def _plan(region: str) -> re.Pattern[str]:
    """Return a pattern of a region's valid national numbers, with or without the trunk prefix.

    It says the same as `phonenumbers.is_valid_number`, from the same tables. Where a prefix changes the number
    (Argentina's mobiles) any number that follows it counts.
    """
    import phonenumbers

    plan = phonenumbers.PhoneMetadata.metadata_for_region(region, None)
    assert plan is not None
    assert plan.general_desc is not None
    parts = [plan.fixed_line, plan.mobile, plan.toll_free, plan.premium_rate, plan.shared_cost, plan.personal_number]
    parts += [plan.voip, plan.pager, plan.uan]
    valid = "|".join(
        dict.fromkeys(part.national_number_pattern for part in parts if part and part.national_number_pattern)
    )
    numbers = [
        rf"(?:{plan.national_prefix_for_parsing or ''})?"
        rf"(?=(?:{plan.general_desc.national_number_pattern})\Z)(?:{valid})"
    ]
    if plan.national_prefix_transform_rule:
        numbers.append(rf"(?:{plan.national_prefix_for_parsing})\d{{0,11}}")
    return re.compile("|".join(f"(?:{number})" for number in numbers))
