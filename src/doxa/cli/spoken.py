"""Conversations as lines of text: `Name: text`, messengers' exports, Markdown, subtitles, names above paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

HUMANS: Final = frozenset("user human me you i 我 用户 用戶 本人 人类 人類".split())
"""Names under which a conversation has the person it is with."""
ASSISTANTS: Final = frozenset(
    "assistant ai bot chatbot agent model system chatgpt claude gemini copilot 助手 助理 机器人 機器人".split()
)
"""Names that stand for the machine's side of a conversation."""

_YEAR_FIRST = r"(?P<year>\d{4})\s*[-/.年]\s*(?P<month>\d{1,2})\s*[-/.月]\s*(?P<day>\d{1,2})日?"
_YEAR_LAST = r"(?P<one>\d{1,2})(?P<mark>[-/.])(?P<two>\d{1,2})[-/.](?P<last>\d{4}|\d{2})(?!\d)"
_PART = r"(?P<early>上午|凌晨|早上|中午|下午|晚上)?"
_CLOCK = rf"{_PART}\s*(?P<hour>\d{{1,2}}):(?P<minute>\d{{2}})(?::(?P<second>\d{{2}}))?(?:[.,]\d+)?"
_STAMP = re.compile(
    rf"\s*[\[(（【]?\s*(?:(?:{_YEAR_FIRST}|{_YEAR_LAST})(?:[T,，\s]+{_CLOCK}\s*(?P<half>[AaPp])?\.?[Mm]?\.?\b)?"
    r"|\d{1,2}:\d{2}(?::\d{2})?(?:\s*[AaPp][Mm])?(?=[\])\s-]))\s*[\])）】]?[\s,-]*"
)
_SPOKEN = re.compile(r"\s*(?:(?:[>*•-]|\d+[.)])\s+)*(?P<name>[^:：\n]{1,40}?)\s*[:：]\s*(?P<text>\S.*)")
_LETTER = re.compile(r"[^\W\d_]")
_BOLD = re.compile(r"\s*(?:[>#*-]+\s+)*(?P<b>\*\*|__)(?P<name>[^*_\n]{1,40}?)(?:(?P=b)\s*[:：]|[:：]\s*(?P=b))[ \t]*")
_ALONE = re.compile(r"\s*(?:#{1,6}\s*)?(?:\*\*|__)?(?P<name>[^\W\d_][^:：*_#\n]{0,39}?)(?:\*\*|__)?\s*[:：]?\s*$")
_CUE = re.compile(r"\s*[\d:.,]+\s*-->\s*[\d:.,]+")
_VOICE = re.compile(r"<v(?:\.\S+)?\s+([^>]+)>")
_TAG = re.compile(r"</?[a-z][^>]*>")
_UNSEEN = re.compile("[\u200e\u200f\u202a-\u202c\ufeff]")
"""Direction marks that messengers write into their exports."""

Line = tuple[int, str]


@dataclass(frozen=True, slots=True)
class _Heard:
    """A line that begins what somebody says.

    Args:
        number: Its number.
        stamp: The time before the name.
        name: Who.
        text: What is said on the same line.
    """

    number: int
    stamp: re.Match[str] | None
    name: str
    text: str


def spoken_turns(lines: Sequence[Line]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Yield what was said as objects with `name`, `content` and, where told, `time`, each with its line's number.

    Lines before the first speaker are a heading. Where turns begin with a time, what has none goes on with the turn
    before; else a line without a name does.
    """
    lines = [(number, _UNSEEN.sub("", line)) for number, line in lines]
    if any(_CUE.match(line) for _, line in lines):
        lines = list(_without_cues(lines))
    heard = _heard(lines)
    day_first = _day_first([each.stamp for each in heard if each.stamp])
    begins = {each.number: each for each in heard}
    said: dict[str, Any] | None = None
    place = 0
    for number, line in lines:
        begun = begins.get(number)
        if begun is not None:
            if said is not None:
                yield place, said
            place, said = number, {"name": begun.name, "content": begun.text}
            if begun.stamp is not None and (time := _time(begun.stamp, day_first)):
                said["time"] = time
        elif said is not None and not (heard[0].stamp is not None and _stamped(line)):
            said["content"] += "\n" + line.strip()  # a stamp without a name is the messenger's own word
    if said is not None:
        yield place, said


def _heard(lines: Sequence[Line]) -> list[_Heard]:
    """Return the lines that begin a turn, read in the first of three ways that finds any."""
    found = [each for each in (_named(number, line) for number, line in lines) if each is not None]
    if found and found[0].stamp is not None:
        found = [each for each in found if each.stamp is not None]
    alone = [each for each in (_alone(number, line) for number, line in lines) if each is not None]
    known = [each for each in alone if each.stamp or each.name.lower() in HUMANS | ASSISTANTS]
    first = min((each.number for each in found), default=None)
    if known and (first is None or known[0].number < first):
        return [each for each in known if bool(each.stamp) == bool(known[0].stamp)]
    return found


def _named(number: int, line: str) -> _Heard | None:
    stamp = _stamped(line)
    rest = line[stamp.end() :] if stamp else line
    bold = _BOLD.match(rest)
    if bold is not None:
        return _Heard(number, stamp, bold["name"].strip(), rest[bold.end() :].strip())
    match = _SPOKEN.match(rest)
    if match is None or not _LETTER.search(match["name"]):
        return None
    return _Heard(number, stamp, match["name"].strip(), match["text"].strip())


def _alone(number: int, line: str) -> _Heard | None:
    """Return a line that holds a name alone, below which stands what is said."""
    stamp = _stamped(line)
    match = _ALONE.match(line[stamp.end() :] if stamp else line)
    if match is None or (stamp is not None and stamp["hour"] is None):
        return None
    return _Heard(number, stamp, match["name"].strip(), "")


def _stamped(line: str) -> re.Match[str] | None:
    return _STAMP.match(line)


def _day_first(stamps: Iterable[re.Match[str]]) -> bool:
    """Tell whether `1/2/2026` is the first of February: by a part above 12, else by a clock that has am and pm."""
    parts = [(int(each["one"]), int(each["two"]), each) for each in stamps if each["one"]]
    if any(one > 12 for one, _, _ in parts) or any(each["mark"] == "." for *_, each in parts):
        return True
    if any(two > 12 for _, two, _ in parts):
        return False
    return not any(each["half"] for *_, each in parts)


def _time(stamp: re.Match[str], day_first: bool) -> str | None:
    """Return a stamp in ISO form; `None` where it has no day."""
    if stamp["year"]:
        year, month, day = int(stamp["year"]), int(stamp["month"]), int(stamp["day"])
    elif stamp["one"]:
        one, two, year = int(stamp["one"]), int(stamp["two"]), int(stamp["last"])
        day, month = (one, two) if day_first else (two, one)
        year += 2000 if year < 100 else 0
    else:
        return None
    written = f"{year:04}-{month:02}-{day:02}"
    if stamp["hour"] is None:
        return written
    hour = int(stamp["hour"])
    late = (stamp["half"] or "").lower() == "p" or stamp["early"] in ("下午", "晚上", "中午")
    early = (stamp["half"] or "").lower() == "a" or stamp["early"] in ("上午", "凌晨", "早上")
    hour = hour + 12 if late and hour < 12 and (stamp["early"] != "中午" or hour < 3) else hour
    hour = 0 if early and hour == 12 else hour
    return f"{written}T{hour:02}:{stamp['minute']}:{stamp['second'] or '00'}"


def _without_cues(lines: Sequence[Line]) -> Iterator[Line]:
    """Yield what subtitles say, with `Name: ` before it where a voice is named."""
    for place, (number, line) in enumerate(lines):
        after = lines[place + 1][1] if place + 1 < len(lines) else ""
        if _CUE.match(line) or (line.strip().isdigit() and _CUE.match(after)) or line.strip().startswith("WEBVTT"):
            continue
        yield number, _TAG.sub("", _VOICE.sub(r"\1: ", line))
