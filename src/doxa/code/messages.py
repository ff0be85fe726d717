"""A commit's message taken apart: its title, its prose, its trailers, and what it says of other commits."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_TYPED = re.compile(r"^(?P<type>[a-z]{2,12})(?:\((?P<scope>[^()\n]{1,60})\))?(?P<breaking>!)?:\s+(?P<rest>\S.*)$")
TYPES: Final = frozenset("feat fix perf refactor style docs test tests chore build ci revert deps release".split())
"""Types of commits by the convention `type(scope): subject`."""
_NUMBER = re.compile(r"\s*\((?:#|!|GH-)(\d{1,9})\)\s*$")
_TRAILER = re.compile(r"^([A-Z][A-Za-z]*(?:-[A-Za-z]+)+|BREAKING[ -]CHANGE|Fixes|Closes|Refs?|See|Resolves): ?(\S.*)$")
_PEOPLE: Final = re.compile(r"(?i)(?:signed-off|co-authored|reviewed|tested|acked|reported|suggested|cc|change-id)")
_MERGED = re.compile(
    r"^Merge (?:pull request #(?P<pull>\d+) from \S+|(?:remote-tracking )?branch(?:es)? .*|tag .*|commit .*|!\d+.*)$"
)
_REVERTED_TITLE = re.compile(r'^Revert[:\s]+["“](.+)["”]\s*$', re.DOTALL)
_REVERTED = re.compile(
    r"(?i)\b(?:reverts|this reverts commit|backs? out|回退了?(?:提交)?|撤销了?(?:提交)?)\s*([0-9a-f]{7,64})\b"
)
_REPLACED = re.compile(
    r"(?i)\b(?:supersedes|replaces|obsoletes|undoes|supplants|取代了?|替代了?|替换了?)\s*(?:commit\s*|提交\s*)?([0-9a-f]{7,64})\b"
)


@dataclass(frozen=True, slots=True)
class Message:
    """A message taken apart.

    Args:
        title: The subject without its type and number; of a merged pull request, that request's title.
        type: Its conventional type, such as `fix`; empty where it has none.
        scope: What the convention says it is about.
        body: Prose, without trailers and quoted blocks.
        trailers: Names and values, without those that only name people.
        pull: Number of the pull request that it merges.
        merges: Whether it only merges.
        reverts: Commits, or the title, that it takes back.
        replaces: Commits that it names as replaced.
    """

    title: str
    type: str
    scope: str
    body: str
    trailers: tuple[tuple[str, str], ...]
    pull: str | None
    merges: bool
    reverts: tuple[str, ...]
    replaces: tuple[str, ...]


def read_message(text: str, *, merges: bool = False) -> Message:
    """Take a message apart.

    Args:
        text: The message.
        merges: Whether its commit has several parents.
    """
    subject, _, rest = text.strip().partition("\n")
    subject, pull = subject.strip(), None
    merged = _MERGED.match(subject)
    if merges and merged is not None:
        pull = merged["pull"]
        subject, _, rest = rest.strip().partition("\n")
    number = _NUMBER.search(subject)
    if number is not None:
        pull, subject = pull or number[1], subject[: number.start()].rstrip()
    typed = _TYPED.match(subject)
    known = typed is not None and typed["type"] in TYPES
    title = typed["rest"] if typed is not None and known else subject
    body, trailers = _body(rest)
    return Message(
        title=title.strip(),
        type=typed["type"] if typed is not None and known else "",
        scope=(typed["scope"] or "") if typed is not None and known else "",
        body=body,
        trailers=trailers,
        pull=pull,
        merges=merges,
        reverts=_reverts(subject, text),
        replaces=tuple(dict.fromkeys(each.lower() for each in _REPLACED.findall(text))),
    )


def _reverts(subject: str, text: str) -> tuple[str, ...]:
    titled = _REVERTED_TITLE.match(subject)
    named = [each.lower() for each in _REVERTED.findall(text)]
    return tuple(dict.fromkeys((*named, *((titled[1],) if titled else ()))))


def _body(text: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    lines: list[str] = []
    trailers: list[tuple[str, str]] = []
    fenced = False
    for line in text.strip("\n").split("\n"):
        if line.lstrip().startswith("```"):
            fenced = not fenced
            continue
        found = None if fenced else _TRAILER.match(line)
        if found is not None:
            if not _PEOPLE.match(found[1]):
                trailers.append((found[1], found[2].strip()))
        elif not fenced and not line.startswith(("    ", "\t", ">", "<!--")):
            lines.append(line.rstrip())
    return _paragraphs(lines), tuple(trailers)


def _paragraphs(lines: list[str]) -> str:
    """Join the lines of a paragraph, which mail breaks at 72 characters; a list's entries keep lines of their own."""
    out: list[str] = []
    fresh = True
    for line in lines:
        stripped = line.strip()
        if not stripped:
            fresh = True
        elif fresh or re.match(r"(?:[-*•]|\d{1,2}[.)])\s", stripped):
            out.append(stripped)
            fresh = False
        else:
            out[-1] = _joined(out[-1], stripped)
    return "\n".join(out)


def _joined(first: str, second: str) -> str:
    wide = ord(first[-1]) > 0x2E7F and ord(second[0]) > 0x2E7F
    return first + ("" if wide else " ") + second
