"""Decisions in the comments and documentation that a commit added: a sentence each, where it says why.

A commit's message tells of its one decision; what is decided line by line stands beside the lines. A sentence counts
where a word of cause joins what is done to why it is done, so these are fewer than the comments and each says its why.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from doxa.code.causes import cause_in
from doxa.code.drafts import Draft
from doxa.code.history import Commit
from doxa.code.messages import read_message
from doxa.code.mining import LONGEST_QUOTE, LONGEST_TITLE, MOST_SYMBOLS, cut, is_chinese, is_generated, symbols_in
from doxa.code.pointing import BACK_CHINESE, OPENERS, PRONOUNS
from doxa.code.prose import Prose, syntax_of
from doxa.code.reasons import sentences_of
from doxa.code.records import CodeAnchor, CodeQuote

MOST_OF_COMMIT: Final = 40
MOST_OF_FILE: Final = 6
CONFIDENCE: Final = 0.7
SHORTEST: Final = 30
"""Characters of an English sentence that can say what is done and why; a third of them in Chinese."""
_CODE = re.compile(r"[{};=\\]|\w\|\w|\w\(.*\)|->|\$\w|</?\w+>")
_UNDECIDED = re.compile(
    r"(?i)^(?:returns?|yields?|flags?|gets?)\b|^(?:返回|判断|检查是否)|^(?:\w+s|those|what) that\b"  # what it is
    r"|^(?:says?|tells?|shows?|checks?|reports?|decides?|determines?|answers?|asks?|learns?|finds? out|knows?|tests?)"
    r" (?:\w+ )?(?:whether|if|how|what|which|who|where|when)\b|^\S{0,12}(?:说明|告诉|表示|给出|检测)\S{0,8}是否"
    r"|\?\s*$|\s-{3,}\s|^(?:and|or|but|nor|then)\b|^(?:todo|fixme|note to|see\b|example|e\.g\.|usage|whether\b)"
    r"|\bmaybe\b|\bperhaps\b"
)
_POINTS = re.compile(
    rf"(?i){OPENERS}(?:{PRONOUNS}|others?|the (?:first|last|next|former|latter|second|third|rest|same|other)s?)\b"
    rf"(?! \w+ (?:of|that|in)\b)|^(?:\S+ ){{1,3}}(?:this|these|such) \w+|{BACK_CHINESE}"
)
"""What points at something said before."""
_REWORDS = re.compile(
    r"(?i)^(?:re-?(?:word|phrase|format|flow|indent|wrap)|wording\b|format\b|typos?\b|spell\b|tidy\b"
    r"|fix(?:es)? (?:a )?(?:typos?|spelling|wording)|keep lines? short|shorten (?:lines?|comments?|docstrings?)"
    r"|(?:break|wrap) (?:long )?lines?\b|(?:move|split|rename)\b(?!.*\b(?:because|since|so that)\b)[^,;]{0,60}$"
    r"|(?:polish|clarify|improve|edit) (?:the )?(?:wording|words|comments?|docstrings?|docs?|documentation)\b)"
    r"|^(?:措辞|润色|改写(?:注释|文档)|格式化|排版|调整(?:格式|措辞|注释)|移动|重命名|拆分|修正(?:错别字|拼写))"
)
"""Subjects of commits that say in other words, or elsewhere, what stood there."""


_LOST: Final = re.compile(
    r"(?i)^(?:with|without|in|on|at|for|by|when|where|if|as|until|while|before|after)\b[^,;:]{0,40}\b(?:it|they|them)\b"
    r"|^\w+ (?:it|them|this|these|that)[,;]"
)
"""A pronoun whose noun nobody named before: `with vectors it is …`."""
_FINITE: Final = re.compile(
    r"(?i)\b(?:is|are|has|have|do|does|must|can|may|should|shall|will|would|cannot|need(?:s|ed)? not|keeps?"
    r"|takes?|goes|go|stays?"
    r"|counts?|holds?|gets?|begins?|stands?|comes?|lets?|makes?|gives?)\b"
)
_SUBJECTLESS: Final = re.compile(
    r"(?:with|without|in|on|at|for|by|from|to|of|as|after|before|until|under|only|also|not|never|always|once|twice)\b"
    r"|(?:[a-z]{2,}(?:ed|en)|kept|told|made|held|done|built|sent|found|drawn|known|lost) "
    r"(?:at|by|in|on|with|from|to|for|as|of|once|first|only|when|after|before|until|so|here|twice|anew|again)\b"
)
"""How a remark goes on what the code beside it names: `loaded at first use`; in small letters, of nothing by itself."""
_OF_ITS_PLACE: Final = re.compile(
    r"^How (?:many|much|long|often|far|soon)\b|^What [^,;:]{0,40}, so that\b|^\w+s (?:every|each|a|the) [^,]*, \w+en\b"
    r"|^\w+s(?: and \w+s)? (?:are|have|come|stand|lie)\b[^,;:]*\bits?\b"
    r"|(?i:^say the same\b|^[^,;:]{0,40}\bsuch ones?\b|^(?:an?|the) (?:\w+ )?\w+ \w+s (?:it|them)\b)"
)
"""What only names what it stands beside, or points at it."""
_NAMES: Final = re.compile(
    r"(?i)^(?:the|an?)\b|^\w+s (?:after|that|which|in|of|per|up|from|until|for|between|within)\b|^(?:how|where"
    r"|which|whose|number|part|share)\b"
)
"""How the name of a thing begins, and no sentence."""


class Detail(NamedTuple):
    """A sentence that says what is done and why.

    Args:
        text: The sentence, verbatim; with the one before it where it points there.
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
    if _REWORDS.match(_subject(commit)):
        return found
    for prose in sorted(commit.prose, key=lambda each: each.form == "documentation"):
        if prose.reworded or is_generated(prose.path):
            continue
        if prose.form == "documentation" and not _changes_code(commit):  # it writes down what was decided before
            continue
        room = MOST_OF_FILE - by_file[prose.path]
        told = _details_of(prose)[:room] if room > 0 else []
        by_file[prose.path] += len(told)
        found += told
    return found[:MOST_OF_COMMIT]


def _subject(commit: Commit) -> str:
    return read_message(commit.message, merges=len(commit.parents) > 1).title


def _details_of(prose: Prose) -> list[Detail]:
    found: list[Detail] = []
    before = ""
    for sentence in sentences_of(prose.text):
        detail = _detail(sentence, before, prose)
        found += [] if detail is None else [detail]
        before = sentence
    return found


def _changes_code(commit: Commit) -> bool:
    return any(syntax_of(change.path) not in (None, "document") for change in commit.files)


def mine_details(commit: Commit, repo: str) -> Iterator[Draft]:
    """Yield the decisions that stand in what a commit's diff says beside the code."""
    subject = _subject(commit)
    for detail in {each.text.casefold(): each for each in reversed(details_in(commit))}.values():
        yield _drafted(commit, repo, subject, detail)


def _detail(text: str, before: str, prose: Prose) -> Detail | None:
    cause = cause_in(text) if _is_sentence(text) and not _is_name(text) else None
    if cause is None or _opens(text[: text.find(cause.why)]) or _trails(text[: text.find(cause.why)]):
        return None
    if _POINTS.match(text) or _LOST.match(text):  # nobody knows of what it speaks, but for the sentence before
        whole = f"{before} {text}" if f"{before} {text}" in prose.text else f"{before}{text}"
        if not before or _POINTS.match(before) or whole not in prose.text or len(whole) > LONGEST_QUOTE:
            return None
        text = whole
    return Detail(text, cause.why, cause.kind, prose)


_RELATIVE: Final = re.compile(r"(?i)\b(?:what|who|which|that|whose|where|when)\b|\w (?:they|it|we|one)\b")
_COMMAND: Final = re.compile(
    r"(?!\w+ed\b)[A-Za-z]\w+ (?:the|an?|its?|their|them|this|that|these|those|what|who|which|whose|all|each|every"
    r"|no|one|only|some|any|to|by|with|from"
    r"|in|on|out|at|of|up|beside|behind|before|after|over|into|under|for|as|also|never|once|\w+s|`\S+|\w+ (?:that"
    r"|which))\b"
)
"""How a comment says what it does: `Encode sentences …`, `Write beside …`."""


def _trails(text: str) -> bool:
    """Whether what stands before a reason ends in words behind a semicolon that are no clause: whose reason is it?"""
    last = text.rstrip(" ,;").rpartition(";")
    return bool(last[1]) and _FINITE.search(last[2]) is None


def _opens(text: str) -> bool:
    """Whether a parenthesis is open at the end of a text: what follows speaks of what stands in it alone."""
    return text.count("(") > text.count(")") or text.count("（") > text.count("）")


def _is_name(text: str) -> bool:
    """Whether a text only names a thing, with no verb of its own before the reason: `the most that …, since …`."""
    if is_chinese(text):
        return False
    main = re.split(r"[,;:]|\b(?:because|since|so that|to avoid|lest)\b", text, maxsplit=1)[0]
    verb = _FINITE.search(main, 1)
    if verb is not None and not _RELATIVE.search(main[: verb.start()]):
        return False
    return _NAMES.match(main) is not None or _COMMAND.match(main) is None


def _is_sentence(text: str) -> bool:
    """Whether a text is a sentence of its own, said for good, and no code."""
    wide = is_chinese(text)
    if not (10 if wide else SHORTEST) <= len(text) <= LONGEST_QUOTE or _UNDECIDED.search(text):
        return False
    if _OF_ITS_PLACE.search(text) or (_SUBJECTLESS.match(text) and not _FINITE.search(re.split("[,;:]", text)[0])):
        return False
    plain = re.sub(r"`[^`]*`|\"[^\"]*\"", "", text)
    begins = text[0].isalnum() or (text[0] in "`\"'(“‘*" and text[1:2].isalnum())
    whole = text[0].isupper() and text[-1] in ".!"  # a comment's few words of code need a whole sentence around them
    return begins and len(_CODE.findall(plain)) <= whole and (wide or len(text.split()) >= 6)


def _drafted(commit: Commit, repo: str, subject: str, detail: Detail) -> Draft:
    prose = detail.prose
    where = f"`{prose.symbol}` in {prose.path}" if prose.symbol else prose.path
    chinese = is_chinese(detail.text)
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
