"""Finds personal data: what names or reaches a person."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Literal, Protocol

from doxa.errors import InvalidInput
from doxa.privacy.spans import Span, first_come
from doxa.text.folding import half_width
from doxa.text.patterns import lazy_pattern
from doxa.text.simplified import simplified

PersonalKind = Literal[
    "email", "phone", "credit_card", "iban", "ssn", "national_id", "ip_address", "person", "address", "birth_date"
]

RULE_KINDS = ("email", "iban", "credit_card", "ssn", "national_id", "ip_address", "phone")
"""Kinds that rules find, in the order in which they claim a stretch of text."""

NAME_KINDS = ("person", "address", "birth_date")
"""Kinds that need a `NameFinder`, such as the one of the extra `presidio`."""

REGIONS = ("US", "CA", "GB", "AU", "IN", "CN", "HK", "TW", "SG", "JP", "KR", "DE", "FR", "ES", "IT", "NL", "BR", "MX")
"""Whose phone numbers and ids are read where nothing else is configured."""

_MARK = lazy_pattern(
    r"@|\d(?:[\s().（）\-–‑—/·]{0,3}\d){5}|::|[0-9a-fA-F]:[0-9a-fA-F]{1,4}:[0-9a-fA-F]|(?:\d{1,3}\.){3}\d"
    r"|[A-Z]{2}\d{2}[ A-Z0-9]{11}"
    r"|[A-Z]{5,6}\d{2}|\d{2}[- ]\d{3}"
)
"""What is in every text with anything that rules find; most messages have none of it."""


class NameFinder(Protocol):
    """Finds names, addresses and birth dates, which no rule can."""

    def find(self, text: str) -> Iterable[Span]:
        """Yield spans of the kinds `person`, `address` and `birth_date`."""
        ...


def find_personal_data(
    text: str,
    regions: Sequence[str] = REGIONS,
    *,
    kinds: Collection[str] = RULE_KINDS,
    names: NameFinder | None = None,
    taken: Sequence[Span] = (),
) -> list[Span]:
    """Find personal data in a text.

    Args:
        text: Any text, also full-width. The time it takes grows linearly with its length.
        regions: ISO 3166 codes of the countries whose phone numbers in national form and whose ids are looked for;
            e-mail, cards, IBANs, addresses and numbers with `+` are found whatever the country.
        kinds: Which of `RULE_KINDS`, and with `names` of `NAME_KINDS`.
        names: What finds names, addresses and birth dates.
        taken: Spans that are something else already, such as credentials.

    Returns:
        The spans in order, none overlapping another or a taken one.

    Raises:
        InvalidInput: A kind or region that does not exist.
    """
    check_kinds(kinds)
    spans: list[Span] = []
    plain = simplified(half_width(text))
    if _MARK.search(plain):
        for kind in RULE_KINDS:
            if kind in kinds:
                spans += _of_kind(kind, plain, regions)
    if names is not None:
        spans += [span for span in names.find(text) if span.kind in kinds]
    return first_come(spans, taken)


def check_kinds(kinds: Iterable[str]) -> None:
    """Check names of kinds.

    Raises:
        InvalidInput: One does not exist.
    """
    known = (*RULE_KINDS, *NAME_KINDS)
    for kind in kinds:
        if kind not in known:
            raise InvalidInput(
                f"{kind!r} is no kind of personal data.", mend=f"Give {', '.join(known)}.", field="kinds", value=kind
            )


def _of_kind(kind: str, text: str, regions: Sequence[str]) -> Iterable[Span]:
    if kind in ("email", "ip_address"):
        from doxa.privacy import net

        return net.find_emails(text) if kind == "email" else net.find_ip_addresses(text)
    if kind == "phone":
        from doxa.privacy.phones import checked_regions, find_phones

        return find_phones(text, checked_regions(regions))
    from doxa.privacy import identifiers

    if kind == "credit_card":
        return identifiers.find_cards(text)
    if kind == "iban":
        return identifiers.find_ibans(text)
    return [span for span in identifiers.find_national_ids(text, regions) if span.kind == kind]
