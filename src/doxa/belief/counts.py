"""How many somebody has is one value at a time: "2 cats" gives way to "3 cats"; "a cat" stays beside "a dog"."""

from __future__ import annotations

import re
from typing import Final

COUNTED: Final = frozenset({"has_pet", "child", "sibling"})
"""Attributes of which a bare number with a noun tells the total."""

_COUNT: Final = re.compile(r"(\d{1,3}) ?(?:[只隻条條个個位名匹] ?)?([^\W\d_]{1,24})")
_GAINED: Final = re.compile(
    r"\b(?:adopt|got|get|gets|getting|bought|buy|rescu|another|more|other|new|first|lost|of (?:my|our|the))\w*\b"
    r"|领养|收养|买了|又|再|另外|其他|新",
    re.IGNORECASE,
)
_NOUNS: Final = {
    "猫": "cat",
    "猫咪": "cat",
    "小猫": "cat",
    "狗": "dog",
    "狗狗": "dog",
    "小狗": "dog",
    "鱼": "fish",
    "鸟": "bird",
    "孩子": "child",
    "小孩": "child",
    "kid": "child",
    "kids": "child",
    "children": "child",
    "兔子": "rabbit",
    "女儿": "daughter",
    "儿子": "son",
    "哥哥": "brother",
    "弟弟": "brother",
    "兄弟": "brother",
    "姐姐": "sister",
    "妹妹": "sister",
    "姐妹": "sister",
}


def total_of(attribute: str, form: str, said: str) -> tuple[str, str] | None:
    """Return the attribute and value of a number of things that somebody has; `None` where a value is no total.

    Args:
        attribute: The attribute that the thing itself would be a value of.
        form: The value in its normal form, numbers in digits: `2 cat`.
        said: The words it was read from. What was gained or lost ("adopted two cats") is no total.
    """
    if attribute not in COUNTED:
        return None
    count = _COUNT.fullmatch(form)
    if count is None or _GAINED.search(said):
        return None
    return f"number_of_{_NOUNS.get(count[2], count[2])}", str(int(count[1]))
