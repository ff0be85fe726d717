"""How a value looks: like a password, like something a machine drew at random, or like a stand-in for a secret."""

from __future__ import annotations

import math
import re
from collections import Counter

from doxa.text.patterns import lazy_pattern

_PLACEHOLDER = lazy_pattern(
    r"""[*•x.\-_\#?]+ | <[^>]*>? | \{[^}]*\}* | \[[^\]]*\] | \$[A-Z_][A-Z0-9_]* | \$[({].* | %[({]\w+.* | \.\.\.
      | (?:your|insert|enter|example|sample|dummy|placeholder|replace|changeme|redacted|todo)(?:[-_\ ].*|here|me)?
      | none | null | nil | true | false | undefined | n/?a | unset | empty | blank | string | str | text | varchar.*
      | yes | no | on | off | required | optional | hidden | same | ditto | unknown | tbd""",
    re.X | re.I,
)
_REFERENCE = lazy_pattern(
    r"""[A-Za-z_]\w*(?:\.\w+)*\(.*\) | [A-Za-z_]\w*(?:\.\w+)*\[["'].*     # a call, a look-up
      | (?:os|process|self|this|config|settings|args|env|app|request|req|ctx|params|options|secrets|vault)\.[\w.]+
      | [~.]{0,2}/[\w.-]+(?:/[\w.-]+)+/? | [A-Za-z]:\\.*                    # a path
      | [a-z][a-z0-9+.-]*://.*""",
    re.X,
)
_TECHNICAL = lazy_pattern(
    r"""(?:sha|md|hs|rs|es|aes|rsa|utf|base|ipv|http|tls|ssl|oauth|pbkdf|argon|scrypt|bcrypt|web|id_rsa|x|win|v|ed)
        [-_]?\d{1,5}(?:[-./]\d+)* | \d+(?:fa|st|nd|rd|th|x|k|kb|mb|gb|bit|bits|ms|min|h|am|pm) | [a-z]+[-_]?v\d+""",
    re.X | re.I,
)
_PIECE = lazy_pattern(r"[A-Za-z0-9]+")
_TURN = lazy_pattern(r"(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[a-z])")
_MOST = 4_096


def is_stand_in(value: str) -> bool:
    """Return whether a value only stands for a secret: `<password>`, `***`, `$TOKEN`, `os.environ["X"]`, a path."""
    return bool(_PLACEHOLDER.fullmatch(value) or _REFERENCE.fullmatch(value))


def looks_like_password(value: str) -> bool:
    """Return whether a token is no plain word or number: letters with digits, or with a symbol or capital inside."""
    if not 4 <= len(value) <= 256 or is_stand_in(value) or _TECHNICAL.fullmatch(value):
        return False
    letters = any(character.isalpha() for character in value)
    digits = any(character.isdigit() for character in value)
    if letters and digits:
        return True
    symbols = _symbols(value)
    return symbols >= 1 and (letters or digits) and not _is_worded(value)


def _symbols(value: str) -> int:
    return sum(not character.isalnum() and character not in "-_.,'/:" for character in value)


def _is_worded(value: str) -> bool:
    """Whether the symbols only tie words or numbers: `read/write`, `e-mail`, `12:30`."""
    return not any(character in "!@#$%^&*~+=?|;<>{}[]\\" for character in value)


def looks_random(value: str, shortest: int = 16) -> bool:
    """Return whether a token looks drawn at random: long, mixed, and not made of words, dates or version numbers.

    Shannon entropy of at least 3 bits a character (the threshold that detect-secrets uses for hexadecimal strings;
    English words joined by hyphens reach it too, hence the other tests).

    Args:
        value: One token without white space.
        shortest: Characters it must have.
    """
    if not shortest <= len(value) <= _MOST or is_stand_in(value):
        return False
    if sum(character.isdigit() for character in value) < 2 or not any(character.isalpha() for character in value):
        return False
    if max((_turns(piece) for piece in _PIECE.findall(value)), default=0) < 3:
        return False
    return entropy(value) >= min(3.0, math.log2(len(value)) - 0.6)


def _turns(piece: str) -> int:
    """Return how often a piece changes between letters and digits or cases: 1 in `Model3`, many in a random token."""
    return len(_TURN.findall(piece))


def entropy(value: str) -> float:
    """Return the Shannon entropy of a text's characters, in bits a character."""
    size = len(value)
    return -sum(count / size * math.log2(count / size) for count in Counter(value).values()) if size else 0.0
