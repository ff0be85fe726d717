"""Payment cards, IBANs and national ids, checked by the check digits that `python-stdnum` knows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from doxa.privacy.number_words import nearest_word
from doxa.privacy.spans import Span
from doxa.text.patterns import lazy_pattern

_BEFORE, _AFTER = r"(?<![A-Za-z0-9_.,/=-])(?<!\d )", r"(?![A-Za-z0-9_]|[-./]\d)"
_CARD = lazy_pattern(
    rf"(?<![A-Za-z0-9_.,/-])(?<!\d )(?:\d{{4}}(?:[ -]\d{{4}}){{3}}(?:[ -]\d{{1,3}})?"
    rf"|3\d{{3}}[ -]\d{{6}}[ -]\d{{4,5}}|\d{{13,19}}){_AFTER}"
)
_ISSUERS = re.compile(
    r"(?:4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}"
    r"|(?:6011|64[4-9]\d|65\d\d)\d{12,15}|3(?:0[0-5]|[68]\d|09)\d{11,16}|35(?:2[89]|[3-8]\d)\d{12,15}"
    r"|62\d{14,17}|81\d{14}|9792\d{12}|220[0-4]\d{12,15}|(?:50|5[6-8]|6[037])\d{10,17})"
)
_CARD_WORD = lazy_pattern(
    r"\b(?:card|cards|visa|mastercard|amex|maestro|debit|credit|discover|unionpay|pan|pay\w*|charged?|cc)\b|卡"
    r"|银联|支付",
    re.I,
)
_NOT_CARD = lazy_pattern(
    r"(?:\b(?:orders?|tracking|invoice|imei|serial|parcel|shipment|waybill|isbn|sku|barcode|timestamp"
    r"|transaction|ticket|case|ref|reference"
    r"|id|key|seed|hash)\b|订单|单号|运单|快递|流水|编号|序列|条码|身份证)[^\d\n]{0,24}$",
    re.I,
)
_IBAN = lazy_pattern(r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?![A-Za-z0-9])")


@dataclass(frozen=True, slots=True)
class NationalId:
    """An id that a state gives its people.

    Args:
        region: ISO 3166 code.
        module: Where stdnum checks it.
        form: How it is written; group `sure`, where it matched, needs no word beside it.
        words: What says that a number is one, where the form alone does not.
        kind: `ssn` or `national_id`.
    """

    region: str
    module: str
    form: str
    words: str = ""
    kind: str = "national_id"


IDS: tuple[NationalId, ...] = (
    NationalId(
        "US",
        "us.ssn",
        r"(?P<sure>\d{3}-\d{2}-\d{4})|\d{3} \d{2} \d{4}|\d{9}",
        r"ssn|social security|社保号|社会安全号",
        "ssn",
    ),
    NationalId("US", "us.itin", r"(?P<sure>9\d{2}-\d{2}-\d{4})|9\d{8}", r"itin|tax(?:payer)?", "national_id"),
    NationalId("CA", "ca.sin", r"\d{3}[- ]\d{3}[- ]\d{3}|\d{9}", r"sin|social insurance"),
    NationalId("GB", "gb.nhs", r"\d{3}[ -]\d{3}[ -]\d{4}|\d{10}", r"nhs"),
    NationalId(
        "GB",
        "gb.nino",
        r"(?P<sure>(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D])",
    ),
    NationalId(
        "CN", "cn.ric", r"(?P<sure>[1-9]\d{5}(?:18|19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx])"
    ),
    NationalId("TW", "tw.nid", r"(?P<sure>[A-Z][1289]\d{8})"),
    NationalId("SG", "sg.nric", r"(?P<sure>[STFG]\d{7}[A-Z])"),
    NationalId("KR", "kr.rrn", r"(?P<sure>\d{6}-[1-8]\d{6})|\d{13}", r"rrn|주민|resident"),
    NationalId("IN", "in_.aadhaar", r"\d{4} \d{4} \d{4}|\d{12}", r"aadhaar|aadhar|uid|आधार"),
    NationalId("IN", "in_.pan", r"(?P<sure>[A-Z]{3}[PCHABGJLFT][A-Z]\d{4}[A-Z])"),
    NationalId("DE", "de.idnr", r"\d{2} \d{3} \d{3} \d{3}|\d{11}", r"steuer\w*|idnr|tin|tax|identifikationsnummer"),
    NationalId(
        "FR", "fr.nir", r"(?P<sure>[12] ?\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\d) ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2})"
    ),
    NationalId("ES", "es.dni", r"(?P<sure>\d{8}-?[A-Z])"),
    NationalId("ES", "es.nie", r"(?P<sure>[XYZ]-?\d{7}-?[A-Z])"),
    NationalId("IT", "it.codicefiscale", r"(?P<sure>[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z])"),
    NationalId("NL", "nl.bsn", r"\d{4}\.\d{2}\.\d{3}|\d{9}", r"bsn|burgerservicenummer|sofi"),
    NationalId(
        "BE", "be.nn", r"(?P<sure>\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2})|\d{11}", r"rijksregister\w*|nn|niss|national"
    ),
    NationalId("CH", "ch.ssn", r"(?P<sure>756\.\d{4}\.\d{4}\.\d{2})|756\d{10}", r"ahv|avs|ssn"),
    NationalId("BR", "br.cpf", r"(?P<sure>\d{3}\.\d{3}\.\d{3}-\d{2})|\d{11}", r"cpf"),
    NationalId("MX", "mx.curp", r"(?P<sure>[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d)"),
    NationalId("AR", "ar.cuit", r"(?P<sure>(?:20|2[3457]|30|33|34)-\d{8}-\d)|\d{11}", r"cuit|cuil"),
    NationalId("CL", "cl.rut", r"(?P<sure>\d{1,2}\.\d{3}\.\d{3}-[\dKk])|\d{7,8}-[\dKk]", r"rut|run"),
    NationalId("AU", "au.tfn", r"\d{3} \d{3} \d{3}|\d{9}", r"tfn|tax file"),
    NationalId("SE", "se.personnummer", r"(?P<sure>(?:\d{2})?\d{6}[-+]\d{4})|\d{10}|\d{12}", r"personnummer|personal"),
    NationalId("NO", "no.fodselsnummer", r"\d{6} \d{5}|\d{11}", r"f[øo]dselsnummer|personnummer|national"),
    NationalId("DK", "dk.cpr", r"(?P<sure>\d{6}-\d{4})|\d{10}", r"cpr"),
    NationalId("FI", "fi.hetu", r"(?P<sure>\d{6}[-+A-FU-Y]\d{3}[0-9A-FHJ-NPR-Y])"),
    NationalId("PL", "pl.pesel", r"\d{11}", r"pesel"),
    NationalId("CZ", "cz.rc", r"(?P<sure>\d{6}/\d{3,4})|\d{9,10}", r"rodn\w*|rc"),
    NationalId("RO", "ro.cnp", r"(?P<sure>[1-9]\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{6})"),
    NationalId("TR", "tr.tckimlik", r"\d{11}", r"kimlik|tc|tckn"),
    NationalId("IL", "il.idnr", r"\d{9}|\d{8}-\d", r"teudat|zehut|identity|ת\.?ז"),
    NationalId("ZA", "za.idnr", r"\d{13}|\d{6} \d{4} \d{3}", r"identity|id number|id no"),
    NationalId("MY", "my.nric", r"(?P<sure>\d{6}-\d{2}-\d{4})|\d{12}", r"nric|mykad|kad"),
    NationalId("TH", "th.pin", r"(?P<sure>\d-\d{4}-\d{5}-\d{2}-\d)|\d{13}", r"thai|pin|บัตรประชาชน"),
    NationalId("ID", "id.nik", r"\d{16}", r"nik|ktp"),
    NationalId("PK", "pk.cnic", r"(?P<sure>\d{5}-\d{7}-\d)|\d{13}", r"cnic"),
)
"""By region. Where a check digit is weak (one random number in ten has it) the form alone decides nothing."""


def find_cards(text: str) -> Iterator[Span]:
    """Yield payment card numbers: of a known issuer, with the Luhn digit, and not called an order or a parcel."""
    from stdnum import luhn

    for match in _CARD.finditer(text):
        digits = re.sub(r"\D", "", match.group())
        if _ISSUERS.fullmatch(digits) is None or len(set(digits)) < 2 or not luhn.is_valid(digits):
            continue
        before = text[max(0, match.start() - 48) : match.start()]
        # Maestro and other loose ranges fit one long number in ten, so that a word must say what it is
        sure = digits[0] in "245" or digits[:2] in ("34", "37", "62", "65") or digits[:4] == "6011"
        sure = sure and (len(digits) in (15, 16) or digits[:2] == "62")
        if (sure and not _NOT_CARD.search(before)) or _CARD_WORD.search(before):
            yield Span(match.start(), match.end(), "credit_card")


def find_ibans(text: str) -> Iterator[Span]:
    """Yield International Bank Account Numbers with a valid check."""
    from stdnum import iban

    for match in _IBAN.finditer(text):
        words = match.group()
        # a word in capitals behind it may have been taken along
        while len(words) > 14:
            if iban.is_valid(words):
                yield Span(match.start(), match.start() + len(words), "iban")
                break
            if " " not in words:
                break
            words = words.rpartition(" ")[0]


def find_national_ids(text: str, regions: Sequence[str]) -> Iterator[Span]:
    """Yield the ids of people of some regions, those with a weak check only where a word names them."""
    for each in IDS:
        if each.region in regions:
            form, words = _patterns(each.form, each.words)
            for match in form.finditer(text):
                if _is_named(text, match, words) and _is_valid(each.module, match.group("id")):
                    yield Span(match.start("id"), match.end("id"), each.kind)


def _is_named(text: str, match: re.Match[str], words: re.Pattern[str] | None) -> bool:
    start = match.start("id")
    if words is not None and words.search(text, max(0, start - 40), start):
        return True
    if "sure" not in match.groupdict() or match.group("sure") is None:
        return False
    return len(match.group("id")) >= 15 or nearest_word(text, start, match.end("id")) != "other"


@cache
def _patterns(form: str, words: str) -> tuple[re.Pattern[str], re.Pattern[str] | None]:
    named = re.compile(rf"(?<![A-Za-z])(?:{words})(?![A-Za-z])", re.I) if words else None
    return re.compile(rf"{_BEFORE}(?P<id>{form}){_AFTER}"), named


def _is_valid(module: str, number: str) -> bool:
    return _checker(module)(number)


@cache
def _checker(module: str) -> Callable[[str], bool]:
    if module in _OWN:
        return _OWN[module]
    checker: Callable[[str], bool] = import_module(f"stdnum.{module}").is_valid
    return checker


def _is_nino(number: str) -> bool:
    return len(number.replace(" ", "")) == 9


def _is_nric(number: str) -> bool:
    """Check the letter of a Singapore NRIC or FIN: weights 2 7 6 5 4 3 2, 4 more for the series T and G."""
    total = sum(int(digit) * weight for digit, weight in zip(number[1:8], (2, 7, 6, 5, 4, 3, 2), strict=True))
    letters = "JZIHGFEDCBA" if number[0] in "ST" else "XWUTRQPNMLK"
    return number[8] == letters[(total + 4 * (number[0] in "TG")) % 11]


def _is_taiwanese(number: str) -> bool:
    """Check the digit of a Taiwanese id: the letter counts as two digits, weights 1 9 8 7 6 5 4 3 2 1 1."""
    place = "ABCDEFGHJKLMNPQRSTUVXYWZIO".index(number[0]) + 10
    digits = [place // 10, place % 10, *map(int, number[1:])]
    return (
        sum(digit * weight for digit, weight in zip(digits, (1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1), strict=True)) % 10 == 0
    )


_OWN: dict[str, Callable[[str], bool]] = {"gb.nino": _is_nino, "sg.nric": _is_nric, "tw.nid": _is_taiwanese}
"""Checks that python-stdnum lacks."""
