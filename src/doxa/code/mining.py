"""Decisions out of commits by rule: few, but each with the words it was read from.

A commit is a decision where its message says why, or against what: prose in the body, words of reason in the subject,
the text of a pull request, a revert. What only says what was changed is not taken for more than that.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from doxa.code.drafts import Draft
from doxa.code.grounds import grounds_of
from doxa.code.history import Commit
from doxa.code.messages import Message, read_message
from doxa.code.rationale import CONTEXT, weighed
from doxa.code.reasons import Reason, chosen_against, reasons_in
from doxa.code.records import CodeAnchor, CodeQuote
from doxa.code.subjects import SCOPED, preference_in, reason_in_subject
from doxa.text.scripts import HAN_CLASS
from doxa.text.stopwords import ENGLISH

MOST_ANCHORS: Final = 12
MOST_QUOTES: Final = 6
MOST_SYMBOLS: Final = 24
LONGEST_QUOTE: Final = 500
LONGEST_TITLE: Final = 200
_BUMP = re.compile(
    r"(?i)^(?:bump|release|version|prepare (?:for )?(?:release|version)|update (?:version|changelog)|cut)\b"
    r".*\bv?\d+\.\d+"
    r"|^v?\d+(?:\.\d+)+\S*$|^(?:发布|版本)\s*v?\d+"
)
_LOCKS: Final = frozenset(
    "package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml poetry.lock pipfile.lock uv.lock cargo.lock go.sum"
    " gemfile.lock composer.lock flake.lock bun.lockb mix.lock pubspec.lock podfile.lock packages.lock.json".split()
)
_GENERATED = re.compile(
    r"(?i)(?:^|/)(?:dist|vendor|node_modules|third_party)/|\.min\.(?:js|css)$|\.(?:map|snap|pb\.go|lock)$|_pb2\.py$"
)
_IDENTIFIER = re.compile(
    r"`([^`\n]{2,80})`|\b([A-Za-z_]\w*(?:\.\w+)+)\b|\b([a-z]+_[a-z0-9_]+)\b"
    r"|\b([A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+)\b|\b(\w{2,60})\(\)"
)


_OF_NOTHING: Final = re.compile(
    r"(?i)^(?:[\w./-]+: |\[[^\]]*\] )?(?:(?:add|extend|improve|new) (?:\w+ ){0,2}tests?\b|exercise\b"
    r"|tests? (?:for|that|the|of|if|whether|case)\b|tests?:? add\b"
    r"|hold .* by tests?\b|(?:minor|small|misc\w*|various|more|some|further|trivial)(?: \w+)? (?:clean-?ups?"
    r"|fix(?:es)?|tweaks?|changes|improvements)\b"
    r"|(?:\w+ ){0,2}complaints?$"
    r"|(?:\w+ )?(?:warnings?|errors?|bugs?|fixes|issues?|clean-?ups?|tweaks?)$|(?:fix|correct)(?: \w+)? (?:typos?"
    r"|readme|my)\b|.*\b(?:typos?|(?:in|to|for|of)"
    r" (?:my |the )?(?:previous|last|recent) (?:commit|change))\b|测试|修正错别字)"
)
"""Subjects that name no choice of their own: tests, typing errors, a clean-up of this and that."""
_SYMPTOM: Final = re.compile(
    r"(?i)^(?:[\w./-]+: )?(?!(?:add|avoid|fix|correct|handle|suppress|silence|prevent|remove|ignore|report|check|work"
    r"|catch|detect|disable|enable|make|drop|show|print|no|allow|use|do|don|diagnose|treat|turn|plug|return|set|skip"
    r"|propagate|raise|eliminate|document|pacify|resolve|stop|close|clean|improve|give|hide|quell|squash|warn)\w*\b)"
    r"(?:[\w'’-]+ ){0,3}(?:warnings?|errors?|crash(?:es)?|leaks?|failures?|segfaults?|bugs?|breakage|regressions?"
    r"|typos?|deadlocks?|overflows?)(?: (?:in|on|with|when|for|from|of|at|under|if|by)\b.*)?[.!]?$"
)
"""Subjects that name what was wrong, and not what is done about it."""
_UPDATES: Final = re.compile(
    r"(?i)^(?:[\w./-]+: )?(?:update|sync|bump|upgrade)(?:ing|d|s)? (?:to |the |from |with |latest )*"
    r"(?:gnulib|submodules?|dependenc\w+|translations?|copyright\w*)\b"
)
"""Subjects that bring in what others made; the body tells what came of it."""


class Skipped(NamedTuple):
    """Why a commit is no decision."""

    cause: str


def mine_commit(commit: Commit, repo: str) -> Draft | Skipped:
    """Return the decision that a commit's message tells of, or why it tells of none."""
    message = read_message(commit.message, merges=len(commit.parents) > 1)
    cause = skip_cause(commit, message)
    if cause is not None:
        return Skipped(cause)
    told = [Reason(each, "reason") for each in message.why[:MOST_QUOTES]]
    reasons = told or [*(weighed(each, message) for each in grounds_of(message)), *_trailer_reasons(message)]
    nothing = _SYMPTOM.match(message.title) or (_OF_NOTHING.match(message.title) and not told)
    if nothing or is_half(message):
        return Skipped("it says what was changed, not why")
    if message.reverts:
        return _drafted(commit, message, repo, reasons, 0.9)
    if reasons:
        return _drafted(commit, message, repo, reasons, 0.85)
    if reason_in_subject(message.title) or preference_in(message.title):
        return _drafted(commit, message, repo, [], 0.75)
    return Skipped("it says what was changed, not why")


def is_half(message: Message) -> bool:
    """Return whether a subject is the first line of a sentence that goes on below."""
    last = message.title.rpartition(" ")[2].casefold()
    return message.body[:1].islower() and (last in ENGLISH or message.title[-1] in ",;(")


def skip_cause(commit: Commit, message: Message) -> str | None:
    """Return why a commit need not be looked at, or `None`."""
    if not message.title or message.title[0] in "*#<":
        return "merge without a text" if message.merges else "no message"
    if message.merges and not message.body and message.pull is None:
        return "merge without a text"
    if _BUMP.search(message.title) and not reasons_in(message.body):
        return "version bump"
    if _UPDATES.search(message.title) and not message.why:
        return "version bump"
    if commit.files and all(is_generated(change.path) for change in commit.files):
        return "lock and generated files only"
    if not message.body and not commit.files and len(message.title.split()) <= 3 and message.title.isascii():
        return "too short to say anything"
    return None


def is_generated(path: str) -> bool:
    """Return whether a file is written by a tool."""
    return path.rpartition("/")[2].lower() in _LOCKS or _GENERATED.search(path) is not None


def _drafted(commit: Commit, message: Message, repo: str, reasons: list[Reason], confidence: float) -> Draft:
    source = f"pull request #{message.pull}" if message.merges and message.pull else f"commit {commit.sha}"
    why = reason_in_subject(message.title)
    rationale = [*([why.text] if why else []), *(each.text for each in reasons if each.kind != CONTEXT)]
    if why is not None or preference_in(message.title) or not reasons:
        reasons = [Reason(message.title, "alternative" if why is None else why.kind), *reasons]
    text = "\n".join((message.title, message.body))
    return Draft(
        title=cut(message.title, LONGEST_TITLE),
        decision=cut(_ended(message.title), 1_000),
        rationale=cut(" ".join(_ended(each) for each in rationale[:MOST_QUOTES]), 2_000),
        question=question_of(message.title),
        decided_at=commit.time,
        author=commit.author[:100],
        commit=commit.sha,
        origin="rules",
        confidence=confidence,
        symbols=tuple(dict.fromkeys((*symbols_in(text), *commit.symbols)))[:MOST_SYMBOLS],
        anchors=anchors_of(commit, repo),
        quotes=tuple(CodeQuote(cut(each.text, LONGEST_QUOTE), source, each.kind) for each in reasons[:MOST_QUOTES]),
        reverts=message.reverts,
        replaces=message.replaces,
        rejected=chosen_against(text),
    )


def _ended(text: str) -> str:
    return text if text[-1] in ".!?。！？…:：" else f"{text}{'。' if is_chinese(text) else '.'}"


def anchors_of(commit: Commit, repo: str, role: str = "touched") -> tuple[CodeAnchor, ...]:
    """Return where a commit lies: code before what tools write, each file with the lines from its first to its last."""
    ordered = sorted(commit.files, key=lambda change: is_generated(change.path))
    return tuple(
        CodeAnchor(
            repo=repo,
            commit=commit.sha,
            file=change.path,
            start=change.spans[0][0] if change.spans else None,
            end=change.spans[-1][1] if change.spans else None,
            role=role,
        )
        for change in ordered[:MOST_ANCHORS]
    )


def question_of(title: str) -> str:
    """Return the question that a decision answers; where a title says first where, that stands behind."""
    if is_chinese(title):
        return f"为什么{title.rstrip('。.')}？"
    found = SCOPED.match(title)
    where = "" if found is None else f" ({found['in'] or found['of']})"
    head, space, rest = title[found.end() if found is not None else 0 :].rstrip(".").partition(" ")
    head = head.lower() if head.istitle() else head
    return f"Why {head}{space}{rest}{where}?"


def is_chinese(text: str) -> bool:
    """Return whether a text holds Chinese characters."""
    return _HAN.search(text) is not None


_HAN = re.compile(f"[{HAN_CLASS}]")


def symbols_in(text: str) -> list[str]:
    """Return what looks like names in the code, in order."""
    found = (next(filter(None, each.groups())) for each in _IDENTIFIER.finditer(text))
    return list(dict.fromkeys(each.strip("`() ") for each in found if len(each) <= 80))


def _trailer_reasons(message: Message) -> list[Reason]:
    return [
        Reason(value, "constraint" if name.startswith("BREAKING") else "trailer")
        for name, value in message.trailers
        if name.startswith("BREAKING") or (len(value.split()) >= 5 and reasons_in(value))
    ]


def cut(text: str, most: int) -> str:
    """Return a text, cut at a word where it is longer than `most` characters."""
    if len(text) <= most:
        return text
    return text[: most - 1].rsplit(" ", 1)[0].rstrip() + "…"
