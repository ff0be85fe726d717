"""Decisions in the comments and documentation that a commit added: a sentence each, where it says why.

A commit's message tells of its one decision; what is decided line by line stands beside the lines. A sentence counts
where a word of cause joins what is done to why it is done, so these are fewer than the comments and each says its why.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from doxa.code.drafts import Draft
from doxa.code.history import Commit
from doxa.code.messages import read_message
from doxa.code.mining import LONGEST_QUOTE, LONGEST_TITLE, MOST_SYMBOLS, cut, is_generated, symbols_in
from doxa.code.prose import Prose, syntax_of
from doxa.code.reasons import SINCE, SO, sentences_of
from doxa.code.records import CodeAnchor, CodeQuote

MOST_OF_COMMIT: Final = 40
MOST_OF_FILE: Final = 6
CONFIDENCE: Final = 0.7
SHORTEST: Final = 30
"""Characters of an English sentence that can say what is done and why; a third of them in Chinese."""
_CAUSE = re.compile(
    r"(?i)(?<!only )(?<!never )(?<!not )\bbecause\b(?! of (?:the same|it|them|that|this)\b)|\bso that\b"
    r"|\bin order to\b|\blest\b"
    rf"|\bto (?:avoid|prevent)\b|\bdue to (?!be\b)|\bowing to\b|{SINCE}|{SO}"
    r"|\b(?:else|or) (?:it|they|the \w+) would\b|\bwould (?:else|otherwise)\b"
    r"|, which (?:would|could not|cannot)\b|[Mm]easured [^.`]{0,60} \d|\b(?:instead of|rather than)\b|\bas opposed to\b"
    r"|因为|由于|以便|以免|避免|防止|否则|从而|而不是|为了"
)
_AGAINST = re.compile(r"(?i)instead of|rather than|as opposed to|而不是")
_AFTERWARDS = re.compile(r"(?i)[,;:] (?:and )?so\b(?! that)")
_CODE = re.compile(r"[{};=\\]|\w\|\w|\w\(.*\)|->|\$\w|</?\w+>")
_UNDECIDED = re.compile(
    r"(?i)^(?:returns?|yields?|flags?|gets?|返回)\b|^(?:\w+s|those|what) that\b"  # what something is or gives
    r"|\?\s*$|^(?:todo|fixme|note to|see\b|example|e\.g\.|usage|whether\b)|\bmaybe\b|\bperhaps\b"
)


class Detail(NamedTuple):
    """A sentence that says what is done and why.

    Args:
        text: The sentence, verbatim.
        why: The part of it that says why; empty where it only says against what.
        kind: `reason` or `alternative`.
        prose: The paragraph it stands in.
    """

    text: str
    why: str
    kind: str
    prose: Prose


def details_in(commit: Commit) -> list[Detail]:
    """Return the sentences of a commit's comments and documentation that say why, comments first, in order."""
    found: list[Detail] = []
    by_file: Counter[str] = Counter()
    for prose in sorted(commit.prose, key=lambda each: each.form == "documentation"):
        if is_generated(prose.path) or by_file[prose.path] >= MOST_OF_FILE:
            continue
        if prose.form == "documentation" and not _changes_code(commit):  # it writes down what was decided before
            continue
        for sentence in sentences_of(prose.text):
            detail = _detail(sentence, prose)
            if detail is not None and by_file[prose.path] < MOST_OF_FILE:
                by_file[prose.path] += 1
                found.append(detail)
    return found[:MOST_OF_COMMIT]


def _changes_code(commit: Commit) -> bool:
    return any(syntax_of(change.path) not in (None, "document") for change in commit.files)


def mine_details(commit: Commit, repo: str) -> Iterator[Draft]:
    """Yield the decisions that stand in what a commit's diff says beside the code."""
    subject = read_message(commit.message, merges=len(commit.parents) > 1).title
    for detail in {each.text.casefold(): each for each in reversed(details_in(commit))}.values():
        yield _drafted(commit, repo, subject, detail)


def _detail(text: str, prose: Prose) -> Detail | None:
    if not _is_sentence(text):
        return None
    cause = _CAUSE.search(text)
    if cause is None:
        return None
    before, after = text[: cause.start()].strip(" ,;:"), text[cause.start() :].strip(" ,;:")
    if _AGAINST.match(after):  # by itself it mostly describes; with a cause beside it, it was weighed
        reason = _CAUSE.search(after, 12)
        return Detail(text, after[reason.start() :].strip(" ,;:"), "alternative", prose) if before and reason else None
    if _AFTERWARDS.match(text[cause.start() :]):
        return Detail(text, before, "reason", prose)
    return Detail(text, after if before else text, "reason", prose)


def _is_sentence(text: str) -> bool:
    """Whether a text is a sentence of its own, said for good, and no code."""
    wide = any("\u4e00" <= each <= "\u9fff" for each in text)
    if not (10 if wide else SHORTEST) <= len(text) <= LONGEST_QUOTE or _UNDECIDED.search(text):
        return False
    plain = re.sub(r"`[^`]*`|\"[^\"]*\"", "", text)
    begins = text[0].isalnum() or (text[0] in "`\"'(“‘*" and text[1:2].isalnum())
    whole = text[0].isupper() and text[-1] in ".!"  # a comment's few words of code need a whole sentence around them
    return begins and len(_CODE.findall(plain)) <= whole and (wide or len(text.split()) >= 6)


def _drafted(commit: Commit, repo: str, subject: str, detail: Detail) -> Draft:
    prose = detail.prose
    where = f"`{prose.symbol}` in {prose.path}" if prose.symbol else prose.path
    chinese = any("\u4e00" <= each <= "\u9fff" for each in detail.text)
    names = (*([prose.symbol] if prose.symbol else ()), *symbols_in(detail.text))
    return Draft(
        title=cut(detail.text, LONGEST_TITLE),
        decision=detail.text,
        rationale=detail.why,
        question=f"为什么 {where} 是这样？" if chinese else f"Why is {where} as it is?",
        decided_at=commit.time,
        author=commit.author[:100],
        commit=commit.sha,
        origin="rules",
        confidence=CONFIDENCE,
        symbols=tuple(dict.fromkeys(names))[:MOST_SYMBOLS],
        anchors=(CodeAnchor(repo, commit.sha, prose.path, prose.start, prose.end, prose.form),),
        quotes=(CodeQuote(detail.text, f"{prose.form} in {prose.path}, commit {commit.sha}", detail.kind),),
        about=subject,
    )
