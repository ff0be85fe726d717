"""Hides from the rules what nobody claims: code, addresses of pages, quoted speech, quoted lines."""

from __future__ import annotations

import re
from typing import Final

HIDDEN: Final = "\x00"
"""Stands for a character that no rule reads."""
QUOTED: Final = "\x01"
"""Stands for a character inside quotation marks: it can be a value, such as a title, but claims nothing."""

_HIDDEN = re.compile(
    r"```.*?(?:```|\Z)"  # fenced code
    r"|`[^`\n]{1,400}`"  # code in a line
    r"|(?m:^[ \t]*>.*$)"  # quoted lines
    r"|(?:https?://|www\.)[^\s<>\"“”，。]+",
    re.DOTALL,
)
_QUOTED = re.compile(
    r"\"([^\"\n]{1,400})\"|“([^”\n]{1,400})”|「([^」\n]{1,400})」|『([^』\n]{1,400})』"
    r"|(?<![\w'’])'(?!(?:cause|til|till|em|bout|twas|tis|n|round|cos|cuz|s)\b|\d)(?=\S)(?:[^'\n]|(?<=\w)'(?=\w)){1,400}(?<!\s)'(?!\w)"
    r"|‘(?:[^’\n]|(?<=\w)’(?=\w)){1,400}’(?!\w)",
    re.IGNORECASE,
)
_TITLE = re.compile(r"[\"“「『‘'][\u4e00-\u9fffA-Za-z0-9·]{1,12}[\"”」』’']")
"""A short Chinese name in quotation marks is left to be read: 我喜欢“静夜思”."""


def masked(content: str) -> str:
    """The content with every hidden character replaced, offsets kept.

    Args:
        content: The message as it was said.

    Returns:
        Text of the same length. Code, page addresses and quoted lines become `HIDDEN`, what stands inside quotation
        marks becomes `QUOTED`; the marks themselves go with it.
    """
    text = content
    if "`" in text or "://" in text or "www." in text or ">" in text:
        text = _HIDDEN.sub(lambda match: _like(match.group(), HIDDEN), text)
    return _QUOTED.sub(_quoted, text)


def _quoted(match: re.Match[str]) -> str:
    quoted = match.group()
    chinese = any("\u4e00" <= character <= "\u9fff" for character in quoted)
    return quoted if chinese and _TITLE.fullmatch(quoted) else _like(quoted, QUOTED)


def _like(text: str, mark: str) -> str:
    return "".join(character if character == "\n" else mark for character in text)
