"""Which entities a text names: by whole words, not by parts of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from doxa.text.folding import fold_characters
from doxa.text.scripts import CJK_CLASS

_CJK_EDGE: Final = re.compile(rf"[{CJK_CLASS}]")


def names_in(text: str, names: Iterable[str]) -> bool:
    """Return whether a text holds one of the names as a run of whole words, in any case, accent or width.

    A name that begins or ends with a character of a script that writes no spaces needs no gap there.
    """
    folded = _folded(text)
    return any(_stands_in(folded, _folded(name)) for name in names)


def _folded(text: str) -> str:
    return " ".join(fold_characters(text).casefold().split())


def _stands_in(text: str, name: str) -> bool:
    if not name or name not in text:
        return False
    before = "" if _CJK_EDGE.match(name[0]) else r"(?<![^\W_])"
    after = "" if _CJK_EDGE.match(name[-1]) else r"(?![^\W_])"
    return re.search(f"{before}{re.escape(name)}{after}", text) is not None
