"""A commit's message taken apart: its title, its prose, its trailers, and what it says of other commits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from doxa.code.reasons import sentences_of
from doxa.text.scripts import HAN_CLASS

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
_HEADING = re.compile(rf"^\s*(?:#{{1,6}}\s+|\*\*)?([A-Za-z{HAN_CLASS}][^:*#\n]{{1,50}}?)\s*(?::\*\*|\*\*:?|:)?\s*$")
_WHY: Final = re.compile(
    r"(?i)^(?:why\b.*|motivations?(?: and context)?|reasons?|rationale|background|problem(?: statement)?|context|cause"
    r"|root cause|动机|原因|背景|理由|为什么.*|问题)$"
)
_LABELLED = re.compile(r"(?i)^(?:why|reason|rationale|motivation|root cause|原因|理由|动机)\s*[:：]\s*(\S.*)$")
"""A paragraph that begins by saying that it says why."""
_COMMENTED: Final = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_REVERTED_TITLE = re.compile(r'(?i)^revert[:\s]+["“](.+)["”]\s*$', re.DOTALL)
_REVERTED = re.compile(
    r"(?i)\b(?:reverts|this reverts commit|backs? out|回退了?(?:提交)?|撤销了?(?:提交)?)\s*([0-9a-f]{7,64})\b"
)
_REPLACED = re.compile(
    r"(?i)\b(?:supersedes|replaces|obsoletes|undoes|supplants|取代了?|替代了?|替换了?)\s*(?:commit\s*|提交\s*)?([0-9a-f]{7,64})\b"
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a list of changes.

    Args:
        where: What it says it is about, as GNU writes it: paths, and names in parentheses; else empty.
        text: What it tells.
    """

    where: str
    text: str


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
        prose: Paragraphs of the body that are no list, up to where GNU's list of files begins.
        entries: Lists of changes in the body.
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
    prose: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()


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
    body, trailers, why, prose, entries = _body(_COMMENTED.sub("", rest))
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
        prose=prose,
        entries=entries,
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


def _body(
    text: str,
) -> tuple[str, tuple[tuple[str, str], ...], tuple[str, ...], tuple[str, ...], tuple[Entry, ...]]:
    """Return the prose of a message, its trailers, what of it stands where reasons are told, paragraphs and lists."""
    lines: list[str] = []
    laid: list[str] = []  # the same with a gap where something was left out
    reasons: list[str] = []
    trailers: list[tuple[str, str]] = []
    fenced = told = labels = False  # within code; under a heading, or in a paragraph, that says why
    for line in text.strip("\n").split("\n"):
        if line.lstrip().startswith("```"):
            fenced = not fenced
            laid.append(_LEFT_OUT)
            continue
        found = None if fenced else _TRAILER.match(line)
        heading = None if fenced else _heading(line)
        labelled = _LABELLED.match(line)
        laid.append("")
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
        elif fenced or line.startswith(("    ", "\t", ">")):
            laid[-1] = _LEFT_OUT
        elif not _BOX.match(line):
            lines.append(line.rstrip())
            laid[-1] = line.rstrip()
            labels = labels and bool(line.strip())
            reasons += [line.rstrip()] if told or labels else []
    why = tuple(sentences_of(_paragraphs(reasons)))
    return _paragraphs(lines), tuple(trailers), why, *_layout(laid)


_LEFT_OUT: Final = " …"
"""Stands for a line of code, which is not kept."""
_LISTED: Final = re.compile(r"\s{0,3}(?:[-*•+]|\d{1,2}[.)])\s+(?=\S)")
_GNU_ENTRY: Final = re.compile(
    r"\* (?P<where>[\w./+-]+(?:,? [\w./+-]+)*(?: ?[(\[<][^:]*)?):(?: |$)(?P<text>.*)"
    r"|(?P<name>[(\[][^:\n]{1,80}[)\]]): ?(?P<more>.*)"
)


_CREDIT: Final = re.compile(
    r"(?=[A-Z])(?i:(?:(?:problem|bug|issue|originally|also|first|patch)s? )?(?:reported|suggested|spotted|noted"
    r"|noticed|found"
    r"|prompted|inspired|diagnosed|discovered|requested|improved|fixes|addresses|closes|see|thanks)\b)"
    r".*(?:\b(?:by|in|at|from|to)\b|https?:|#\d|:$)"
)
"""A line that says who saw or asked it, or where it was talked of."""


def _headed(lines: list[str]) -> Iterator[str]:
    """Yield lines, those over which the names of one entry's files go on as one."""
    begun = ""
    for line in lines:
        if begun and line.strip():
            line = f"{begun} {line.strip()}"
        begun = line if _FILES_GO_ON.fullmatch(line) else ""
        if not begun:
            yield line
    if begun:
        yield begun


_FILES_GO_ON: Final = re.compile(r"\* [\w./+-]+(?:, [\w./+-]+)*,")


def _layout(lines: list[str]) -> tuple[tuple[str, ...], tuple[Entry, ...]]:
    """Return the paragraphs that are no list, and the entries of lists; what is set in is no prose."""
    prose: list[str] = []
    entries: list[Entry] = []
    fresh, listed, files = True, False, False  # a paragraph begins; within an entry; GNU's list has begun
    broken = False  # code stood in the way: what goes on in a small letter is the rest of a sentence
    for line in _headed(lines):
        gnu = _GNU_ENTRY.match(line)
        if not line.strip():
            fresh, listed = True, False
        elif gnu is not None and (gnu["where"] or entries):
            text = (gnu["text"] if gnu["where"] else gnu["more"]).strip()
            entries.append(Entry(gnu["where"] or f"{entries[-1].where} {gnu['name']}", text))
            listed = files = True
        elif _LISTED.match(line):
            entries.append(Entry("", _LISTED.sub("", line, count=1).strip()))
            listed = True
        elif _CREDIT.match(line):
            fresh, listed = True, False
        elif listed and line == _LEFT_OUT:
            continue
        elif listed:
            entries[-1] = Entry(entries[-1].where, _joined(entries[-1].text, line.strip()))
        elif line[0] == " " or files or (broken and line[0].islower()):
            if prose and line[0] == " ":
                prose[-1] += (
                    "" if prose[-1][-1] in ".!?。！？:：" else ":"
                )  # what went before goes on in what is set in
            fresh = broken = True
        elif fresh:
            prose.append(line.strip())
            fresh = broken = False
        else:
            prose[-1] = _joined(prose[-1], line.strip())
    return tuple(prose), tuple(entries)


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
    wide = not first or (ord(first[-1]) > 0x2E7F and ord(second[0]) > 0x2E7F)
    return first + ("" if wide else " ") + second
