"""Credentials that the words beside them give away: `password: …`, `my token is …`, `密码是…`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from doxa.privacy import key_words
from doxa.privacy.looks import is_stand_in, looks_like_password, looks_random
from doxa.privacy.spans import Span
from doxa.text.patterns import lazy_pattern
from doxa.text.scripts import CJK_CLASS

Strength = Literal["strong", "short", "compound", "bare"]
Tie = Literal["assign", "equals", "is", "space"]

_WORDS = (
    rf"(?P<strong>{key_words.STRONG})|(?P<compound>{key_words.COMPOUND})|(?P<bare>{key_words.BARE})"
    rf"|(?<![A-Za-z])(?P<short>{key_words.SHORT_STRONG})(?![A-Za-z])"
)
_WORD = lazy_pattern(_WORDS, re.I)
_WORD_IN_SMALL_LETTERS = lazy_pattern(_WORDS)
_TAIL = lazy_pattern(key_words.TAIL)
_NOT_FOLLOWED = lazy_pattern(rf"[-_ ]?{key_words.NOT_FOLLOWED}(?![A-Za-z])", re.I)
_ASSIGN = lazy_pattern(rf"{key_words.FOR_WHAT}(?:{key_words.ASSIGN}){key_words.VALUE}")
_IS = lazy_pattern(rf"{key_words.FOR_WHAT}(?:{key_words.IS}){key_words.VALUE}")
_SPACE = lazy_pattern(rf"(?:{key_words.SPACE}|{key_words.ADJOINING}){key_words.VALUE}")
_CUT = lazy_pattern(rf"[&;,](?=[\w.-]{{1,40}}=)|,(?=[\"'`]|\s|$)|;(?=\s|$)|</|[{CJK_CLASS}]")
_CLAUSE_END = lazy_pattern(
    r"""[ \t]{0,3}(?:[.!?,;)\]}"'\r\n。！？，；、）”」]|$|[-–—|/(（]
       |(?:and|but|so|for|please|thanks|now|because|since|which|in|on|at|with|if|btw|lol|ok)\b)""",
    re.X | re.I,
)
_SAID_BEFORE = lazy_pattern(
    r"(?:^|[\s\"'“‘，。])(?P<value>[^\s\"'“‘”’，。；、！？]{4,128})[\"'”’]?\s{1,2}(?:is|was|as|for)\s{1,2}"
    r"(?:(?:my|the|our|his|her|their|your|a)\s{1,2})?(?:[\w-]{1,20}\s{1,2}){0,2}$"
    r"|(?<![!-~])(?P<chinese>[!-~]{4,128})\s?(?:是|作为|做|当|为)(?:我|你|他|她|它|咱)?们?的?[一-鿿]{0,6}$",
    re.I,
)
_SAID_TIE = lazy_pattern(
    r"\b(?:is|was|as|for)\s{1,2}(?:[\w-]{1,20}\s{1,2}){0,3}$|[!-~]\s?(?:是|作为|做|当|为)[一-鿿]{0,9}$", re.I
)
_TOKEN = lazy_pattern(r"(?<![\w/.@+=~-])[A-Za-z0-9+/=_.~-]{16,256}")
_UUID = lazy_pattern(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.I)
_NAMED_OTHERWISE = lazy_pattern(
    r"(?:commit|sha\d*|hash|revision|rev|checksum|digest|md5|uuid|id|request|order|ref|build|version|file|branch|image"
    r"|model|提交|哈希|编号|订单号?|版本)[\s:=#@：]{0,3}$",
    re.I,
)
_BESIDE_AFTER, _BESIDE_BEFORE = 80, 48


def find_beside_words(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the values that key words between two places of a text tie to themselves."""
    at = start
    # a search that heeds case takes a quarter of the time
    pattern, words = (_WORD_IN_SMALL_LETTERS, text.lower()) if text.isascii() else (_WORD, text)
    while (word := pattern.search(words, at, end)) is not None:
        strength: Strength = word.lastgroup  # type: ignore[assignment]
        at = word.end()
        if _is_part_of_a_word(text, word, strength):
            continue
        found = _tied(text, word, strength, end) or _said_before(text, word, strength, start)
        if found is None:
            yield from _random_beside(text, word, strength, start, end)
        else:
            yield found
            at = max(at, found.end)


def _is_part_of_a_word(text: str, word: re.Match[str], strength: Strength) -> bool:
    """Whether the letters only happen to stand there: `tokenizer`, `com-pass word`."""
    before, after = text[word.start() - 1 : word.start()], text[word.end() : word.end() + 1]
    first, last = text[word.start()], text[word.end() - 1]
    spaced = strength != "strong" or any(character in "-_ " for character in word.group())
    if spaced and before.isascii() and before.isalpha() and before.isupper() == first.isupper():
        return True
    return last.isascii() and after.isascii() and after.isalpha() and after.isupper() == last.isupper()


def _tied(text: str, word: re.Match[str], strength: Strength, end: int) -> Span | None:
    tail = _TAIL.match(text, word.end(), end)
    assert tail is not None
    if _NOT_FOLLOWED.match(text, word.end(), end):
        return None
    for pattern, tie in ((_ASSIGN, "assign"), (_IS, "is"), (_SPACE, "space")):
        match = pattern.match(text, tail.end(), end)
        if match is None or (strength == "short" and tie != "assign"):
            continue
        span = _value(text, word, match, strength, _tie(text, word, match, tie))
        if span is not None:
            return span
    return None


def _tie(text: str, word: re.Match[str], match: re.Match[str], tie: str) -> Tie:
    if tie == "assign" and ":" not in (link := text[match.start() : _place(match)[0]]) and "：" not in link:
        return "equals"
    if tie == "space" and re.search(r"--?[\w-]{0,30}$", text[max(0, word.start() - 32) : word.start()]):
        return "equals"
    return tie  # type: ignore[return-value]


def _place(match: re.Match[str]) -> tuple[int, int]:
    group = next(name for name in ("quoted", "curly", "open") if match.group(name) is not None)
    return match.span(group)


def _value(text: str, word: re.Match[str], match: re.Match[str], strength: Strength, tie: Tie) -> Span | None:
    start, end = _place(match)
    quoted = match.group("open") is None
    if not quoted:
        end = start + len(_trimmed(text[start:end]))
    value = text[start:end]
    if not value or is_stand_in(value):
        return None
    ends = bool(_CLAUSE_END.match(text, end))
    judge = {"strong": _is_password, "short": _is_short, "compound": _is_key, "bare": _is_bare}[strength]
    return Span(start, end, _kind(word, strength)) if judge(value, tie, quoted, ends) else None


def _trimmed(value: str) -> str:
    """Cut an unquoted value where the next thing begins, and take closing punctuation off."""
    cut = _CUT.search(value)
    value = value[: cut.start()] if cut else value
    while value and (value[-1] in ".,;:>\"'`*" or any(_is_unopened(value, pair) for pair in ("()", "[]", "{}"))):
        value = value[:-1]
    return value


def _is_unopened(value: str, pair: str) -> bool:
    return value[-1] == pair[1] and pair[0] not in value


def _is_password(value: str, tie: Tie, quoted: bool, ends: bool) -> bool:
    if quoted and tie != "space":
        return _is_phrase(value)
    if looks_like_password(value):
        return True
    if value.isdigit():
        least = {"equals": 3, "assign": 3, "is": 4, "space": 6}[tie]
        return len(value) >= least and (ends or tie == "equals" or len(value) >= 6)
    if _is_plain(value) or tie == "space":
        return False
    return len(value) >= 3 if tie == "equals" else len(value) >= 4 and ends


def _is_phrase(value: str) -> bool:
    """Whether quoted words are a pass phrase and not a message about one."""
    words = value.lower().split()
    said = sum(word.strip(".,!?") in key_words.PLAIN for word in words)
    return len(value) >= 3 and (said < 2 if len(words) > 1 else not is_stand_in(value) and said == 0)


def _is_plain(value: str) -> bool:
    """Whether a word says how a password is rather than what it is: `weak`, `expired`, `8-character`."""
    low = value.lower()
    if low in key_words.PLAIN or not any(character.isalnum() for character in value):
        return True
    return value.islower() and low.endswith(("ing", "ed", "ly", "able", "ible", "n't", "ive", "ous", "less"))


def _is_short(value: str, tie: Tie, quoted: bool, ends: bool) -> bool:
    return looks_like_password(value) or (tie == "equals" and _is_password(value, tie, quoted, ends))


def _is_key(value: str, tie: Tie, quoted: bool, ends: bool) -> bool:
    if len(value.split()) > 1:
        return False
    if tie == "space":
        return looks_random(value, 12)
    if value.isdigit():
        return 6 <= len(value) <= 12 and ends
    if quoted and tie in ("assign", "equals"):
        return len(value) >= 8 and not re.fullmatch(r"[a-z]+(?:[-_. ][a-z]+)+", value)
    if len(value) < 8:
        return False
    return looks_like_password(value) or (len(value) >= 16 and value.isalnum())


def _is_bare(value: str, tie: Tie, quoted: bool, ends: bool) -> bool:
    if len(value.split()) > 1:
        return False
    if tie == "equals" or (quoted and tie == "assign"):
        return len(value) >= 8 and looks_like_password(value)
    if tie == "assign":
        return looks_random(value, 8) or (len(value) >= 12 and looks_like_password(value) and value.isalnum())
    return looks_random(value, 12)


def _kind(word: re.Match[str], strength: Strength) -> str:
    if strength in ("strong", "short"):
        return "password"
    low = word.group().lower()
    if "token" in low or "令牌" in low:
        return "token"
    return "api_key" if "key" in low or "钥" in low or "鑰" in low else "secret"


def _said_before(text: str, word: re.Match[str], strength: Strength, start: int) -> Span | None:
    """Return the value in `hunter2 is my password`."""
    if strength not in ("strong", "compound"):
        return None
    if not _SAID_TIE.search(text, max(start, word.start() - 48), word.start()):
        return None
    low = max(start, word.start() - 180)
    match = _SAID_BEFORE.search(text[low : word.start()])
    if match is None:
        return None
    group = "value" if match.group("value") is not None else "chinese"
    value = match.group(group).lstrip("(")
    good = looks_like_password(value) if strength == "strong" else looks_random(value, 12)
    at = low + match.end(group) - len(value)
    return Span(at, at + len(value), _kind(word, strength)) if good and not is_stand_in(value) else None


def _random_beside(text: str, word: re.Match[str], strength: Strength, start: int, end: int) -> Iterator[Span]:
    """Yield tokens that look drawn at random and stand near a key word, unless they are named otherwise."""
    low, high = max(start, word.start() - _BESIDE_BEFORE), min(end, word.end() + _BESIDE_AFTER)
    line = text.rfind("\n", low, word.start()) + 1 or low
    for match in _TOKEN.finditer(text, max(low, line), high + 256 if high + 256 < end else end):
        if match.start() >= high or (strength == "bare" and match.start() < word.start()):
            continue
        token = match.group().rstrip(".=")
        if looks_random(token) and not _UUID.fullmatch(token) and not _is_named(text, match.start()):
            yield Span(
                match.start(),
                match.end() if match.group().endswith("=") else match.start() + len(token),
                _kind(word, strength),
            )


def _is_named(text: str, at: int) -> bool:
    return bool(_NAMED_OTHERWISE.search(text[max(0, at - 24) : at]))
