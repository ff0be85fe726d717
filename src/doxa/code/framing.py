"""The words by which people ask why: they are rare in commits, and tell nothing of what is asked."""

from __future__ import annotations

from functools import cache
from typing import Final

_ENGLISH: Final = """
why reason reasons purpose point explain explanation trouble bother bothered accident wonder wondering justify
justified odd strange weird clever obvious straightforward simply plain plainly rather instead directly
exactly actually whole really just even still already anymore otherwise enough bad possible normal normally
usual usually problem detour seem seems look looks like happen happens want wants wanted need needed use uses
used using make makes made get gets got keep keeps take takes took let lets allow allows give gives go goes
isn't doesn't don't didn't
"""
_CHINESE: Final = "为什么 为何 原因 理由 何必 奇怪 麻烦 直接 干脆 故意 而不 什么 怎么 这样 那么 是不 不是 要把"


@cache
def framing() -> frozenset[str]:
    """Return them as index tokens."""
    from doxa.text.tokens import tokens

    chinese = {each for words in _CHINESE.split() for each in tokens(words) if len(each) > 1}
    return frozenset(each for word in _ENGLISH.split() for each in tokens(word)) | chinese
