"""Credentials of more than a word: private key blocks, recovery phrases, URLs and headers with a password in them."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator

from doxa.privacy.looks import is_stand_in, looks_random
from doxa.privacy.spans import Span
from doxa.text.patterns import lazy_pattern

_BEGIN = lazy_pattern(r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----")
_END = lazy_pattern(r"-----END (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----")
_BODY = lazy_pattern(r"(?:\s|\\[nr]|[A-Za-z-]{3,20}: [^\n]{1,100}(?=\n)|[A-Za-z0-9+/=]{8,})*")
_PUTTY = lazy_pattern(r"Private-Lines: \d{1,4}\s+(?P<secret>(?:[A-Za-z0-9+/=]{8,80}\s*)+)")
_URL = lazy_pattern(r"://[^\s:/@?#\"'<>]{0,128}:(?P<secret>[^\s/\"'<>]{1,256})@(?=[\w\[.-])")
_HEADER = lazy_pattern(
    r"\b(?:bearer|token)\s{1,3}(?P<bearer>[A-Za-z0-9._~+/-]{6,4000}={0,2})"
    r"|\bbasic\s{1,3}(?P<basic>[A-Za-z0-9+/]{8,1000}={0,2})",
    re.I,
)
_CURL_USER = lazy_pattern(r"(?:\s-u|--user)[ =]{1,2}[\"']?[^\s:\"']{1,64}:(?P<secret>[^\s\"']{3,128})")
_PHRASE = lazy_pattern(
    r"(?:seed|recovery|mnemonic|backup|secret)[ -](?:phrase|words|mnemonic)[^\n:：]{0,40}?(?:is|are"
    r"|[:：=])\s{0,3}[\"'“]?"
    r"(?P<secret>[a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}){11,23})(?![a-z])|助记词(?:是|为|[:：])?\s{0,3}"
    r"(?P<chinese>[a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}){11,23})",
    re.I,
)
_PIN = lazy_pattern(
    r"(?<![A-Za-z])pin(?:[ -](?:number|no\.?))?(?:\s{1,2}(?:for|to|of|on)(?:\s{1,2}[\w'’-]{1,20}){1,4}?)?"
    r"\s{0,2}(?:is|was|are|[:：=]|to)\s{0,3}(?P<pin>\d{4,8})(?!\d|[.-]\d)"
    r"|(?:PIN|pin)\s?码(?:是|为|[:：])?\s?(?P<zhpin>\d{4,8})(?!\d)"
    r"|(?<![A-Za-z])(?:cvv2?|cvc2?|安全码)(?:\s(?:code|number))?\s{0,2}(?:is|是|为"
    r"|[:：=])?\s{0,2}(?P<cvv>\d{3,4})(?!\d)"
    r"|(?<![A-Za-z])(?:verification|one[- ]time|security|auth\w{0,11}|login|sms|2fa|otp)[ -](?:pass)?code"
    r"(?:\s{1,2}(?:for|to)(?:\s{1,2}[\w'’-]{1,20}){1,4}?)?\s{0,2}(?:is|was"
    r"|[:：=])\s{0,3}(?P<code>\d{3,4}[ -]?\d{1,4})(?!\d)"
    r"|(?<![A-Za-z])otp\s{0,2}(?:is|was|[:：=])\s{0,3}(?P<otp>\d{4,8})(?!\d)"
    r"|(?:验证码|校验码|动态码|驗證碼)(?:是|为|[:：])?\s{0,2}(?P<zhcode>\d{4,8})(?!\d)",
    re.I,
)
_PIN_KINDS = {
    "pin": "pin",
    "zhpin": "pin",
    "cvv": "card_code",
    "code": "one_time_code",
    "otp": "one_time_code",
    "zhcode": "one_time_code",
}
_PIN_MARKS = ("pin", "cvv", "cvc", "安全码", "code", "otp", "码", "碼")
_AWS_ID = lazy_pattern(r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}")
_AWS_SECRET = lazy_pattern(r"(?<![A-Za-z0-9/+=])(?:(?<==)|(?<![A-Za-z0-9/+]))[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])")
_NEAR = 300


def find_private_keys(text: str) -> Iterator[Span]:
    """Yield key blocks with their armour; one without an end reaches as far as its body does."""
    ends = iter(_END.finditer(text))
    end = next(ends, None)
    at = 0
    while (begin := _BEGIN.search(text, at)) is not None:
        while end is not None and end.start() < begin.end():
            end = next(ends, None)
        body = _BODY.match(text, begin.end())
        assert body is not None
        again = _BEGIN.search(text, begin.end(), end.start()) if end is not None else None
        stop = end.end() if end is not None and again is None else max(begin.end(), len(text[: body.end()].rstrip()))
        yield Span(begin.start(), stop, "private_key")
        at = stop
    for putty in _PUTTY.finditer(text):
        yield Span(putty.start("secret"), putty.end("secret"), "private_key")


def find_urls_with_password(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the passwords of `scheme://user:password@host` and of `curl -u user:password`."""
    for pattern, kind in ((_URL, "connection_string"), (_CURL_USER, "password")):
        for match in pattern.finditer(text, start, end):
            if not is_stand_in(match.group("secret")):
                yield Span(match.start("secret"), match.end("secret"), kind)


def find_headers(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the tokens behind `Bearer` and `Basic`; a word behind them is none."""
    for match in _HEADER.finditer(text, start, end):
        kind = "bearer" if match.group("bearer") is not None else "basic"
        value = match.group(kind).rstrip(".")
        if _is_bearer(value) if kind == "bearer" else _is_basic(value):
            yield Span(
                match.start(kind), match.start(kind) + len(value), f"{kind}_{'token' if kind == 'bearer' else 'auth'}"
            )


def _is_bearer(value: str) -> bool:
    digits = sum(character.isdigit() for character in value)
    letters = sum(character.isalpha() for character in value)
    if looks_random(value):
        return True
    return digits >= 1 and letters >= 1 and value.isalnum() and not value.isupper() and len(value) >= 6 and digits >= 3


def _is_basic(value: str) -> bool:
    try:
        plain = base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError):
        return False
    return b":" in plain and plain.isascii() and plain.decode("ascii").isprintable()


def find_phrases(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield recovery phrases of 12 to 24 words."""
    for match in _PHRASE.finditer(text, start, end):
        group = match.lastgroup or "secret"
        yield Span(match.start(group), match.end(group), "recovery_phrase")


def find_pins(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield PINs, card codes and one-time codes, where a word says that they are such."""
    if not any(mark in text[start:end].lower() for mark in _PIN_MARKS):
        return
    for match in _PIN.finditer(text, start, end):
        group = match.lastgroup or "pin"
        yield Span(match.start(group), match.end(group), _PIN_KINDS[group])


def find_aws_pairs(text: str) -> Iterator[Span]:
    """Yield the 40 characters of an AWS secret key that stand within 300 of its access key."""
    for access in _AWS_ID.finditer(text):
        for match in _AWS_SECRET.finditer(text, max(0, access.start() - _NEAR), min(len(text), access.end() + _NEAR)):
            value = match.group()
            if looks_random(value) and any(c.isupper() for c in value) and any(c.islower() for c in value):
                yield Span(match.start(), match.end(), "aws_secret_key")
