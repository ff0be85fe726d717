"""The first pass over every text: which lines could hold a credential at all.

Two linear scans for literal marks; detectors see only the lines that have one, and the line after. A line without a
mark cannot hold what a detector would find, which a property test holds for every kind.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from doxa.privacy.formats import FORMATS
from doxa.text.literals import Literals, lowered, parts_in_chunks
from doxa.text.patterns import lazy_pattern
from doxa.text.plain_words import PlainWords

_WORDS = (
    *("pass", "pwd", "pw:", "pw=", "pw :", "pw =", 'pw"', "pw'", "pw：", "psw", "密码", "密碼", "口令", "通行码"),
    *("contrase", "kennwort", "mot de passe", "senha", "пароль", "パスワード", "비밀번호"),
    *(
        "secret",
        "token",
        "credential",
        "creds",
        "auth",
        "-key",
        "_key",
        " key",
        "ikey",
        "skey",
        "ekey",
        "tkey",
        "nkey",
        "gkey",
        "rkey",
    ),
    *("ckey", "tionkey", "密钥", "密鑰", "秘钥", "私钥", "令牌", "授权码", "鉴权码", "凭证", "凭据"),
    *("bearer", "basic", "://", " -u", "--user", "connection", "conn"),
    "code",
    *("phrase", "mnemonic", "words", "助记词"),
)
"""Lower-case texts of which one is in every line where a key word stands; see `key_words` and `blocks`."""
_CODE_WORDS = (
    *("pin ", "pin:", "pin：", "pin=", "pin-", "pin\n", "pin码", "cvv", "cvc", "otp"),
    *("安全码", "验证码", "校验码", "动态码", "驗證碼"),
)
"""The same for words whose value is a row of digits."""

_MARKS = (*(mark for each in FORMATS for mark in each.marks if len(mark) > 2), "-----BEGIN", "Private-Lines")
_DIGIT = lazy_pattern(r"\d")
_SHORT_MARKS = (r"(?:SK|AC)[0-9a-f]{8}", r"Q~")


class _Patterns(NamedTuple):
    marks: re.Pattern[str]
    words: re.Pattern[str]
    codes: re.Pattern[str]

    def stand_in(self, text: str) -> bool:
        """Return whether one that matters stands in a text."""
        low = text.lower()
        if self.marks.search(text) is not None or self.words.search(low) is not None:
            return True
        return self.codes.search(low) is not None and _DIGIT.search(text) is not None


@cache
def _patterns() -> _Patterns:
    marks = re.compile("|".join([_any_of(_MARKS), *_SHORT_MARKS]))
    return _Patterns(marks, re.compile(_any_of(_WORDS)), re.compile(_any_of(_CODE_WORDS)))


_FORMS = Literals(_MARKS)
_KEY_WORDS, _NUMBER_WORDS = Literals(parts_in_chunks(_WORDS)), Literals(parts_in_chunks(_CODE_WORDS))
_SHORT = lazy_pattern("|".join(_SHORT_MARKS))


def places_of_parts(chunks: str, *, codes: bool = True) -> Iterator[int]:
    """Yield where marks begin, or the parts of them that stand in one chunk, in chunks with a space around each.

    Args:
        chunks: The chunks.
        codes: Whether words count that mean something only in a text with a digit.
    """
    low = lowered(chunks)
    yield from _FORMS.places(chunks)
    yield from _begins(_SHORT, chunks)
    yield from _KEY_WORDS.places(low)
    if codes:
        yield from _NUMBER_WORDS.places(low)


def _begins(pattern: re.Pattern[str], text: str) -> Iterator[int]:
    at = 0
    while (hit := pattern.search(text, at)) is not None:
        yield hit.start()
        at = hit.start() + 1


_PLAIN = PlainWords(places=places_of_parts)


def _any_of(literals: Iterable[str]) -> str:
    """Return a pattern of any of some literals, those with one first letter together: half the time of a plain list."""
    by_first: dict[str, list[str]] = defaultdict(list)
    for literal in dict.fromkeys(literals):
        by_first[literal[0]].append(re.escape(literal[1:]))
    return "|".join(f"{re.escape(first)}(?:{'|'.join(rest)})" for first, rest in sorted(by_first.items()))


def has_digit(text: str) -> bool:
    """Return whether a digit stands in a text, without which words for rows of digits mean nothing."""
    return _DIGIT.search(text) is not None


def stands_in(text: str) -> bool:
    """Return whether a mark stands in a text whose words are not worth remembering."""
    return _patterns().stand_in(text)


def marked_lines(text: str) -> list[tuple[int, int]]:
    """Return where the lines that could hold a credential are, each with the line after it, joined where they touch."""
    if _PLAIN.make_up(text):
        return []
    patterns, low = _patterns(), lowered(text)
    lines = _lines_of(patterns.marks, text) + _lines_of(patterns.words, low)
    if lines or _DIGIT.search(text) is not None:
        lines += _lines_of(patterns.codes, low)
    return _joined(sorted(lines))


def _lines_of(pattern: re.Pattern[str], text: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    at = 0
    while (hit := pattern.search(text, at)) is not None:
        start = text.rfind("\n", 0, hit.start()) + 1
        end = _line_end(text, hit.end())
        found.append((start, _line_end(text, end + 1)))
        at = end + 1
    return found


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", min(at, len(text)))
    return len(text) if end < 0 else end


def _joined(lines: list[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, end in lines:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined
