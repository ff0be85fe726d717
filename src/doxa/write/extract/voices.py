"""Whose words the lines of a message are: "Bob: I live in Kyiv." is said by Bob, whoever passes it on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal

from doxa.text.calendar_names import DAY_NAMES, MONTH_NAMES
from doxa.write.extract.lexicon_en import NOT_NAMES
from doxa.write.extract.lexicon_zh import COMPOUND_SURNAMES, SURNAMES
from doxa.write.extract.lexicon_zh import NOT_NAMES as NOT_NAMES_ZH

NOBODY: Final = ""
"""The voice of assistants, tools and systems, which claims nothing."""

_WORD: Final = r"[A-Z\u00c0-\u00de][\w'’.-]*"
_OPENING: Final = re.compile(
    rf"^[ \t]*(?:(?P<name>{_WORD}(?: {_WORD}){{0,2}}):[ \t]+|(?P<zh>[\u4e00-\u9fff]{{1,4}})[:：])(?=\S)", re.MULTILINE
)
_NAME_ZH: Final = re.compile(
    rf"(?:{'|'.join(COMPOUND_SURNAMES)}|[{SURNAMES}])[\u4e00-\u9fff]{{1,2}}|[小老阿][\u4e00-\u9fff]"
)
_USER: Final = frozenset({"user", "me", "i", "human", "myself", "我", "用户", "本人"})
_MACHINE: Final = frozenset({"assistant", "ai", "bot", "system", "tool", "agent", "助手", "系统", "机器人", "助理"})
_LABELS: Final = frozenset(
    """about address age agenda aim also answer background bio birthday book btw caution city company contact context
    country date day deadline decision diet disclaimer draft edit email employer example fact facts favorite favourite
    feedback from fun fwd fyi goal goals hello hi hint history hobbies hobby home idea ideas info intro issue job
    key language languages lesson likes list location memo message mood motto name nb news note notes now number
    occupation ok one option order pet phone place plan plans please profile project ps p.s purpose q question quote re
    reason recap recipe reminder request role rule school sidenote skill skills so source spoiler status story subject
    sum summary task thanks thought thoughts time tip title tl tldr to today todo tomorrow tonight topic two update
    warning weather why work wrong yes yesterday no first second third last next then true false result
    step""".split()
).union(DAY_NAMES, MONTH_NAMES)
"""What stands before a colon and is nobody's name."""
_ABSTRACT: Final = re.compile(r"(?:tion|sion|ment|ness|ity|ance|ence|ology|ism|ing|ship|ences|tions|ments)$")


def voices(text: str) -> Iterator[tuple[str | None, str]]:
    """Yield each voice of a message with its words in place, all others blank.

    Args:
        text: The message, hidden parts masked.

    Yields:
        The voice (a name, `None` for whoever sends the message, `NOBODY`), and a text of the same length.
    """
    openings = [(match, voice) for match in _OPENING.finditer(text) if (voice := _voice(match)) is not False]
    if not openings:
        yield None, text
        return
    places = [match.start() for match, _ in openings] + [len(text)]
    parts: dict[str | None, list[tuple[int, int]]] = {}
    if places[0] > 0:
        parts[None] = [(0, places[0])]
    for (match, voice), end in zip(openings, places[1:], strict=True):
        parts.setdefault(voice, []).append((match.end(), end))
    for voice, spans in parts.items():
        yield voice, _only(text, spans)


def _voice(match: re.Match[str]) -> str | Literal[False] | None:
    """Return whose name opens a line: `None` for the user's, False where it is no name."""
    name = match["name"] or match["zh"]
    plain = name.lower().rstrip(".")
    if plain in _USER:
        return None
    if plain in _MACHINE:
        return NOBODY
    if match["zh"]:
        return name if _NAME_ZH.fullmatch(name) and name not in NOT_NAMES_ZH else False
    words = plain.split()
    label = any(word in _LABELS or word in NOT_NAMES or _ABSTRACT.search(word) for word in words)
    return False if label or name.isupper() or any(map(str.isdigit, name)) else name


def _only(text: str, spans: list[tuple[int, int]]) -> str:
    """The text with everything outside the spans blank; lines stay lines."""
    kept, at = [], 0
    for start, end in spans:
        kept += [_blank(text[at:start]), text[start:end]]
        at = end
    return "".join([*kept, _blank(text[at:])])


def _blank(text: str) -> str:
    return "".join("\n" if character == "\n" else " " for character in text)
