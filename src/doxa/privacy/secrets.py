"""Finds credentials: passwords, keys, tokens, private keys and the like."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from doxa.privacy.blocks import (
    find_aws_pairs,
    find_headers,
    find_phrases,
    find_pins,
    find_private_keys,
    find_urls_with_password,
)
from doxa.privacy.formats import FORMATS
from doxa.privacy.keywords import find_beside_words
from doxa.privacy.plugins import find_with_detect_secrets
from doxa.privacy.spans import Span, united
from doxa.privacy.trigger import marked_lines, stands_in
from doxa.text.folding import half_width
from doxa.text.simplified import simplified


def find_secrets(text: str) -> list[Span]:
    """Find credentials in a text.

    Those with a form of their own (private key blocks, JWT, the tokens of some fifty makers, URLs with a password),
    and values that a key word in English or Chinese makes one: anything sensible behind `password`, only what looks
    drawn at random behind `secret` or `token`. Bare digits, UUIDs, commit hashes, version and order numbers, data
    URIs and words such as "the bearer of bad news" are none. With the extra `privacy`, the detectors of
    detect-secrets add what they find.

    Args:
        text: Any text, also full-width. The time it takes grows linearly with its length.

    Returns:
        The spans in order, none overlapping; of each only what is secret, so that what is around it can be kept.
    """
    text = simplified(half_width(text))
    lines = marked_lines(text)
    if not lines:
        return []
    spans = [*find_private_keys(text)] if "-----BEGIN" in text or "Private-Lines" in text else []
    for start, end in lines:
        spans += _in_lines(text, start, end)
    if "aws_access_key" in {span.kind for span in spans}:
        spans += find_aws_pairs(text)
    return united(span for span in spans if span.start < span.end)


def may_hold_secrets(texts: Iterable[str]) -> bool:
    """Say of many short texts, such as ids that come once, whether a credential could be in any; in one look."""
    joined = "\n".join(texts)
    return bool(joined) and stands_in(simplified(half_width(joined)))


def _in_lines(text: str, start: int, end: int) -> Iterator[Span]:
    chunk = text[start:end]
    for each in FORMATS:
        if any(mark in chunk for mark in each.marks):
            yield from each.find(text, start, end)
    if "://" in chunk or " -u" in chunk or "--user" in chunk:
        yield from find_urls_with_password(text, start, end)
    low = chunk.lower()
    if "bearer" in low or "basic" in low or "token" in low:
        yield from find_headers(text, start, end)
    if "phrase" in low or "mnemonic" in low or "words" in low or "助记词" in low:
        yield from find_phrases(text, start, end)
    yield from find_pins(text, start, end)
    yield from find_beside_words(text, start, end)
    yield from find_with_detect_secrets(text, start, end)
