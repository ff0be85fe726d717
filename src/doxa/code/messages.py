"""A commit's message taken apart: its title, its prose, its trailers, and what it says of other commits."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from doxa.code.reasons import sentences_of

_TYPED = re.compile(r"^(?P<type>[a-z]{2,12})(?:\((?P<scope>[^()\n]{1,60})\))?(?P<breaking>!)?:\s+(?P<rest>\S.*)$")
TYPES: Final = frozenset("feat fix perf refactor style docs test tests chore build ci revert deps release".split())
"""Types of commits by the convention `type(scope): subject`."""
_NUMBER = re.compile(r"\s*\((?:#|!|GH-)(\d{1,9})\)\s*$")
_TRAILER = re.compile(
    r"^([A-Z][A-Za-z]*(?:-[A-Za-z]+)+|BREAKING[ -]CHANGE|Fixes|Closes|Refs?|See|Resolves|Bug|Issue): ?(\S.*)$"
)
_PEOPLE: Final = re.compile(r"(?i)(?:signed-off|co-authored|reviewed|tested|acked|reported|suggested|cc|change-id)")
_MERGED = re.compile(
    r"^(?:Merge (?:pull request #(?P<pull>\d+) from \S+|(?:remote-tracking )?branch(?:es)? .*|tag .*|commit .*|!\d+.*)"
    r"|Merged in \S+ \(pull request #(?P<bitbucket>\d+)\))$"
)
"""Subjects that only merge: of git, GitHub, GitLab and Bitbucket."""
_TITLED_MERGE = re.compile(
    r"^Merge(?:d PR (?P<azure>\d+): (?P<one>\S.*)| pull request '(?P<two>.+)' \(#(?P<gitea>\d+)\) from \S+.*)$"
)
"""Subjects of merges that hold the title of the pull request: of Azure and Gitea."""
_GITLAB: Final = re.compile(r"^See merge request \S*!(\d+)\s*$", re.MULTILINE)
_HEADING = re.compile(r"^\s*(?:#{1,6}\s+|\*\*)?([A-Za-z\u4e00-\u9fff][^:*#\n]{1,50}?)\s*(?::\*\*|\*\*:?|:)?\s*$")
_WHY: Final = re.compile(
    r"(?i)^(?:why\b.*|motivations?(?: and context)?|reasons?|rationale|background|problem(?: statement)?|context|cause"
    r"|root cause|动机|原因|背景|理由|为什么.*|问题)$"
)
_LABELLED = re.compile(r"(?i)^(?:why|reason|rationale|motivation|root cause|原因|理由|动机)\s*[:：]\s*(\S.*)$")
"""A paragraph that begins by saying that it says why."""
_COMMENTED: Final = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
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
        why: Sentences that stand under a heading such as `Motivation`, or behind `Why:`.
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
    why: tuple[str, ...] = ()


def read_message(text: str, *, merges: bool = False) -> Message:
    """Take a message apart.

    Args:
        text: The message.
        merges: Whether its commit has several parents.
    """
    subject, _, rest = text.strip().partition("\n")
    subject, pull = subject.strip(), None
    if merges:
        subject, rest, pull = _of_merge(subject, rest)
    number = _NUMBER.search(subject)
    if number is not None:
        pull, subject = pull or number[1], subject[: number.start()].rstrip()
    typed = _TYPED.match(subject)
    known = typed is not None and typed["type"] in TYPES
    title = typed["rest"] if typed is not None and known else subject
    body, trailers, why = _body(_COMMENTED.sub("", rest))
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
        why=why,
    )


def _of_merge(subject: str, rest: str) -> tuple[str, str, str | None]:
    """Return title, text and number of the pull request that a commit merges."""
    merged, titled, gitlab = _MERGED.match(subject), _TITLED_MERGE.match(subject), _GITLAB.search(rest)
    pull = gitlab[1] if gitlab is not None else None
    rest = _GITLAB.sub("", rest)
    if titled is not None:
        return titled["one"] or titled["two"], rest, titled["azure"] or titled["gitea"]
    if merged is not None:
        pull = merged["pull"] or merged["bitbucket"] or pull
        subject, _, rest = rest.strip().partition("\n")
    return subject, rest, pull


def _reverts(subject: str, text: str) -> tuple[str, ...]:
    titled = _REVERTED_TITLE.match(subject)
    named = [each.lower() for each in _REVERTED.findall(text)]
    return tuple(dict.fromkeys((*named, *((titled[1],) if titled else ()))))


def _body(text: str) -> tuple[str, tuple[tuple[str, str], ...], tuple[str, ...]]:
    """Return the prose of a message, its trailers, and what of the prose stands where reasons are told."""
    lines: list[str] = []
    reasons: list[str] = []
    trailers: list[tuple[str, str]] = []
    fenced = told = labels = False  # within code; under a heading, or in a paragraph, that says why
    for line in text.strip("\n").split("\n"):
        if line.lstrip().startswith("```"):
            fenced = not fenced
            continue
        found = None if fenced else _TRAILER.match(line)
        heading = None if fenced else _heading(line)
        labelled = _LABELLED.match(line)
        if found is not None:
            if not _PEOPLE.match(found[1]):
                trailers.append((found[1], found[2].strip()))
        elif heading is not None:
            told = _WHY.match(heading) is not None
            lines.append("")
        elif labelled is not None and not fenced:
            lines += ["", labelled[1]]
            reasons += ["", labelled[1]]
            labels = True
        elif not fenced and not line.startswith(("    ", "\t", ">")) and not _BOX.match(line):
            lines.append(line.rstrip())
            labels = labels and bool(line.strip())
            reasons += [line.rstrip()] if told or labels else []
    return _paragraphs(lines), tuple(trailers), tuple(sentences_of(_paragraphs(reasons)))


_BOX: Final = re.compile(r"^\s*[-*]\s*\[[ xX]\]")


def _heading(line: str) -> str | None:
    """Return the words of a heading, as templates of pull requests have them."""
    marked = line.lstrip().startswith(("#", "**")) or line.rstrip().endswith(":")
    found = _HEADING.match(line) if marked else None
    if found is None or (not line.lstrip().startswith(("#", "**")) and _WHY.match(found[1]) is None):
        return None
    return found[1]


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
