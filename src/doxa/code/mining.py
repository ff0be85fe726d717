"""Decisions out of commits by rule: few, but each with the words it was read from.

A commit is a decision where its message says why, or against what: prose in the body, words of reason in the subject,
the text of a pull request, a revert. What only says what was changed is not taken for more than that.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from doxa.code.drafts import Draft
from doxa.code.history import Commit
from doxa.code.messages import Message, read_message
from doxa.code.reasons import Reason, chosen_against, preference_in, reason_in_subject, reasons_in, sentences_of
from doxa.code.records import CodeAnchor, CodeQuote

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
_QUIET: Final = frozenset({"style", "chore", "ci", "build", "test", "tests", "docs", "deps", "release"})
"""Types whose commits are decisions only where they say why."""
_IDENTIFIER = re.compile(
    r"`([^`\n]{2,80})`|\b([A-Za-z_]\w*(?:\.\w+)+)\b|\b([a-z]+_[a-z0-9_]+)\b|\b([A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+)\b|\b(\w{2,60})\(\)"
)


class Skipped(NamedTuple):
    """Why a commit is no decision."""

    cause: str


def mine_commit(commit: Commit, repo: str) -> Draft | Skipped:
    """Return the decision that a commit's message tells of, or why it tells of none."""
    message = read_message(commit.message, merges=len(commit.parents) > 1)
    cause = skip_cause(commit, message)
    if cause is not None:
        return Skipped(cause)
    if message.reverts:
        return _drafted(commit, message, repo, reasons_in(message.body), 0.9)
    told = [Reason(each, "reason") for each in message.why]
    reasons = list(
        {each.text: each for each in (*told, *reasons_in(message.body), *_trailer_reasons(message))}.values()
    )
    if reasons:
        return _drafted(commit, message, repo, reasons, 0.85)
    if reason_in_subject(message.title) or preference_in(message.title):
        return _drafted(commit, message, repo, [], 0.75)
    if message.type not in _QUIET and _is_prose(message.body):
        return _drafted(commit, message, repo, [], 0.6)
    return Skipped("it says what was changed, not why")


def skip_cause(commit: Commit, message: Message) -> str | None:
    """Return why a commit need not be looked at, or `None`."""
    if not message.title:
        return "merge without a text" if message.merges else "no message"
    if message.merges and not message.body and message.pull is None:
        return "merge without a text"
    if _BUMP.search(message.title) and not reasons_in(message.body):
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
    prose = sentences_of(message.body)
    why = reason_in_subject(message.title)
    if why is not None or preference_in(message.title):
        reasons = [Reason(message.title, "alternative" if why is None else why.kind), *reasons]
    told = reasons or [Reason(each, "context") for each in prose[:3]]
    rationale = [*([why.text] if why else []), *(each.text for each in reasons if each.text != message.title)]
    text = "\n".join((message.title, message.body))
    return Draft(
        title=cut(message.title, LONGEST_TITLE),
        decision=cut(_decision(message, prose, {each.text for each in reasons}), 1_000),
        rationale=cut(" ".join(_ended(each) for each in rationale[:MOST_QUOTES]), 2_000),
        question=question_of(message.title),
        decided_at=commit.time,
        author=commit.author[:100],
        commit=commit.sha,
        origin="rules",
        confidence=confidence,
        symbols=tuple(dict.fromkeys((*symbols_in(text), *commit.symbols)))[:MOST_SYMBOLS],
        anchors=anchors_of(commit, repo),
        quotes=tuple(CodeQuote(cut(each.text, LONGEST_QUOTE), source, each.kind) for each in told[:MOST_QUOTES]),
        reverts=message.reverts,
        replaces=message.replaces,
        rejected=chosen_against(text),
    )


def _decision(message: Message, prose: list[str], reasons: set[str]) -> str:
    """Return what was decided: the title, and of the body what is no reason."""
    told = [each for each in prose if each not in reasons][:3]
    return " ".join((_ended(message.title), *told))


def _ended(text: str) -> str:
    chinese = any("\u4e00" <= each <= "\u9fff" for each in text)
    return text if text[-1] in ".!?。！？…:：" else f"{text}{'。' if chinese else '.'}"


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
    """Return the question that a decision answers."""
    if any("\u4e00" <= each <= "\u9fff" for each in title):
        return f"为什么{title.rstrip('。.')}？"
    head, space, rest = title.rstrip(".").partition(" ")
    head = head.lower() if head.istitle() else head
    return f"Why {head}{space}{rest}?"


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


def _is_prose(body: str) -> bool:
    """Whether a body has a sentence of its own, not only a list of changes or a link."""
    for words in sentences_of(body):
        wide = sum("\u4e00" <= each <= "\u9fff" for each in words)
        if (
            not words.startswith("http")
            and not f"\n{body}".count(f"\n- {words}")
            and (len(words.split()) >= 6 or wide >= 10)
        ):
            return True
    return False


def cut(text: str, most: int) -> str:
    """Return a text, cut at a word where it is longer than `most` characters."""
    if len(text) <= most:
        return text
    return text[: most - 1].rsplit(" ", 1)[0].rstrip() + "…"
