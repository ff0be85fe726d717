"""Full-width letters and digits, as East Asian keyboards type them, in the width of ASCII, place by place."""

from __future__ import annotations

import re
from typing import Final

_WIDE: Final = re.compile(r"[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]")
_RANGES: Final = ((0xFF10, 0xFF19), (0xFF21, 0xFF3A), (0xFF41, 0xFF5A))
_NARROW: Final[dict[int, str]] = {
    **{code: chr(code - 0xFEE0) for first, last in _RANGES for code in range(first, last + 1)},
    0xFF07: "'", 0xFF0E: ".", 0xFF0D: "-", 0x3000: " ",
}  # fmt: skip


def in_narrow_letters(text: str) -> str:
    """Return a text of the same length with its full-width letters, digits and the marks within words in ASCII.

    Marks of Chinese sentences stay as they are: they say where a clause ends. A text without full-width letters or
    digits is returned as it is.
    """
    return text if text.isascii() or not _WIDE.search(text) else text.translate(_NARROW)
