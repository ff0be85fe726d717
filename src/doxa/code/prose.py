"""Comments and documentation that a diff adds, as paragraphs with the lines they stand on; code itself is not kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final, Literal

from doxa.text.scripts import HAN_CLASS

MOST_PARAGRAPHS: Final = 400
"""Paragraphs of one commit."""
LONGEST_LINE: Final = 1_000
"""Bytes of a line that is looked at; a longer one is data, or was packed by a tool."""
MOST_GONE: Final = 1_500
"""Lines that went, of one commit, in which a paragraph's words are looked for."""
SAME: Final = 0.75
"""Share of a paragraph's words that stood there before, from which on it is one said again."""
MOST_LINES: Final = 60
"""Lines of one paragraph."""
Form = Literal["comment", "documentation"]

_HASH: Final = "py pyi sh bash zsh rb pl pm yaml yml toml r jl ex exs nim tf cmake mk ps1 nix conf cfg gd cr"
_SLASH: Final = (
    "c h cc cpp cxx hh hpp hxx cs java js jsx mjs ts tsx go rs swift kt kts scala dart php proto zig groovy gradle sol"
)
_DASH: Final = "sql lua hs elm vhd adb"
_SEMICOLON: Final = "el clj cljs lisp scm rkt asm"
_DOCUMENT: Final = "md markdown rst adoc txt"
_BARE: Final = {"makefile": "hash", "dockerfile": "hash", "gemfile": "hash", "rakefile": "hash", "justfile": "hash"}
_SYNTAX: Final = {
    **dict.fromkeys(_HASH.split(), "hash"),
    **dict.fromkeys(_SLASH.split(), "slash"),
    **dict.fromkeys(_DASH.split(), "dash"),
    **dict.fromkeys(_SEMICOLON.split(), "semicolon"),
    **dict.fromkeys(_DOCUMENT.split(), "document"),
}
_COMMENT: Final = {
    "hash": re.compile(rb"\s*#+(?![!])\s?(.*)"),
    "slash": re.compile(rb"\s*(?://+!?|/\*+|\*(?!/))\s?(.*)"),
    "dash": re.compile(rb"\s*--+\s?(.*)"),
    "semicolon": re.compile(rb"\s*;+\s?(.*)"),
}
_BEHIND: Final = {"hash": b"  # ", "slash": b" // "}
_QUOTES: Final = re.compile(rb'"""|\'\'\'')
_STRING_START: Final = re.compile(rb'\s*[rRuU]?(?:"""|\'\'\')(.*)')
_DEFINES: Final = re.compile(
    rb"\s*(?:(?:export|default|pub(?:\([a-z]+\))?|public|private|protected|static|final|abstract|async|unsafe)\s+)*"
    rb"(?:def|class|function|func|fn|interface|struct|enum|trait|impl|module|type|sub)\s+([A-Za-z_]\w{2,60})"
)
_CONSTANT: Final = re.compile(
    rb"(?:(?:const|static|final|export|let|var|pub|public|private)\s+)*_?([A-Z][A-Z0-9_]*)\b[^=(]*=(?!=)"
)
_SECTION: Final = re.compile(r"(?:Args|Arguments|Returns|Raises|Yields|Parameters|Attributes|Example|Examples|Note):?$")
_NO_PROSE: Final = re.compile(
    r"(?i)^(?:noqa|type:|pragma|fmt:|pylint|eslint|ruff|mypy|nosec|todo|fixme|xxx|@|-\*-|vim:|region|endregion|param\b|:)"
    r"|copyright|licen[sc]e|spdx|all rights reserved|^[-=*#~_ ]*$"
)
_DOCUMENT_SKIPS: Final = re.compile(r"^(?:#|\||<|\.\.|```|~~~|===|---|\+\+\+|!\[|\[[^\]]+\]:|=+$|-+$|    |\t)")
_UNTOLD: Final = re.compile(
    r"(?i)(?:^|/)(?:tests?|testing|__tests__|spec|fixtures?|testdata|examples?|vendor|third_party|node_modules|dist)/"
    r"|(?:^|/)(?:test_[^/]*|[^/]*_test|[^/]*\.(?:test|spec))\.[a-z]+$"
    r"|(?:^|/)(?:changelog|changes|history|news|releases?|licen[sc]e|copying|notice|authors|requirements|constraints)[^/]*$"
)


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph that a commit added.

    Args:
        path: Its file.
        start: Its first line.
        end: Its last line.
        text: The words, lines joined, without the marks of a comment.
        symbol: The function, class or constant above it; empty where none was seen.
        form: A comment in code, or documentation.
        reworded: Whether the commit took away nearly the same words: it says again what stood there.
    """

    path: str
    start: int
    end: int
    text: str
    symbol: str
    form: Form
    reworded: bool = False


def syntax_of(path: str) -> str | None:
    """Return how comments are marked in a file; `None` where nothing is read of it: data, tests, what tools write."""
    if _UNTOLD.search(path):
        return None
    name = path.rpartition("/")[2].lower()
    return _BARE.get(name) or _SYNTAX.get(name.rpartition(".")[2])


def _after_code(line: bytes, syntax: str) -> bytes:
    """Return the comment that stands behind code on its line; empty where none does."""
    mark = _BEHIND.get(syntax)
    at = -1 if mark is None else line.find(mark)
    if at <= 0 or (syntax == "slash" and line[at - 1 : at] not in (b";", b"{", b"}", b",", b")")):
        return b""
    told = line[at + len(mark or b"") :].strip()
    return told if len(told) >= 12 else b""


def paragraphs_of(path: str, text: str) -> list[Prose]:
    """Return the comments or the prose of a whole file."""
    reader = ProseReader()
    reader.file(path)
    reader.hunk(1, "")
    for line in text.split("\n"):
        reader.added(line.encode())
    return reader.paragraphs()


@dataclass(slots=True)
class ProseReader:
    """Reads one commit's patch line by line: `file`, `hunk`, `added` and `removed` as they come, then `paragraphs`."""

    found: list[Prose] = field(default_factory=list)
    gone: set[bytes] = field(default_factory=set)
    path: str = ""
    syntax: str | None = None
    symbol: str = ""
    _gone_words: list[frozenset[str]] = field(default_factory=list)  # per line that went, in order
    _lines: list[str] = field(default_factory=list)
    _raw: bytes = b""
    _firsts: list[bytes] = field(default_factory=list)
    _start: int = 0
    _number: int = 0
    _string: str = ""  # in which the line is: "" none, "doc" one that documents, "data" another
    _skipping: bool = False  # a fenced block of a document, or a section of a docstring that lists

    def file(self, path: str) -> None:
        """Begin a file."""
        self._end()
        self.path, self.syntax, self.symbol, self._string, self._skipping = path, syntax_of(path), "", "", False

    def hunk(self, start: int, symbol: str) -> None:
        """Begin a hunk whose first added line has a number."""
        self._end()
        self._number, self._string, self.symbol = start - 1, "", symbol or self.symbol
        self._skipping = False

    def removed(self, line: bytes) -> None:
        """Note a line that went: a comment that comes again elsewhere was only moved."""
        if self.syntax is not None and len(line) <= LONGEST_LINE and len(self.gone) < 20_000:
            words = self._words(_after_code(line, self.syntax) or line)
            self.gone.add(words)
            if len(self._gone_words) < MOST_GONE:
                self._gone_words.append(_content(words.decode("utf-8", "replace")))

    def added(self, line: bytes) -> None:
        """Read a line that came, without its mark."""
        self._number += 1
        syntax = self.syntax
        if syntax is None or len(self.found) >= MOST_PARAGRAPHS:
            return
        if syntax == "document":
            self._document(line[: 10 * LONGEST_LINE])
            return
        if len(line) > LONGEST_LINE:
            self._end()
            return
        if syntax == "hash" and self._docstring(line):
            return
        match = _COMMENT[syntax].match(line)
        if match is not None:
            self._take(match[1], line)
            return
        self._end()
        defined = _DEFINES.match(line)
        if defined is not None:
            self.symbol = defined[1].decode("ascii", "replace")
        else:
            constant = _CONSTANT.match(line)
            self.symbol = self.symbol if constant is None else constant[1].decode("ascii", "replace")
        told = _after_code(line, syntax)
        if told:
            self._take(told, told)
            self._end()

    def paragraphs(self) -> list[Prose]:
        """Return what the commit added and had not only moved."""
        self._end()
        kept = zip(self.found, self._firsts, strict=True)
        return [
            replace(each, reworded=True) if self._stood(each) else each
            for each, first in kept
            if first not in self.gone
        ]

    def _stood(self, prose: Prose) -> bool:
        """Whether most words of a paragraph, and all its numbers and denials, stood in as many lines that went."""
        words = _content(prose.text)
        if len(words) < 4:
            return False
        span = prose.end - prose.start + 2
        decisive = {each for each in words if each.isdigit() or each in _DENIALS}
        held = [words & each for each in self._gone_words]
        for at, first in enumerate(held):
            if first:
                shared = first.union(*held[at + 1 : at + span])
                if len(shared) >= SAME * len(words) and decisive <= shared:
                    return True
        return False

    def _docstring(self, line: bytes) -> bool:
        """Read a line of a Python string over several lines; tell whether it was one."""
        marks = len(_QUOTES.findall(line))
        if not self._string:
            if not marks:
                return False
            opened = _STRING_START.match(line)
            if opened is not None:
                self._end()
                self._take(_QUOTES.sub(b"", opened[1]), opened[1])
            if marks % 2:
                self._string = "doc" if opened is not None else "data"
            elif opened is not None:
                self._end()
            return True
        if self._string == "doc":
            self._take(_QUOTES.sub(b"", line).strip(), line)
        if marks % 2:
            self._end()
            self._string = ""
        return True

    def _document(self, line: bytes) -> None:
        text = line.rstrip().decode("utf-8", "replace")
        if text.lstrip().startswith(("```", "~~~")):
            self._skipping = not self._skipping
            self._end()
        elif self._skipping or not text.strip() or _DOCUMENT_SKIPS.match(text):
            self._end()
        else:
            if re.match(r"\s*(?:[-*+•]|\d{1,2}[.)])\s", text):
                self._end()
            self._keep(text.strip().lstrip("-*+• "), line)

    def _take(self, words: bytes, line: bytes) -> None:
        """Read the words of a comment's line: an empty one ends the paragraph, a list's entry begins one."""
        text = words.rstrip().removesuffix(b"*/").strip().decode("utf-8", "replace")
        if not text or _NO_PROSE.search(text):
            self._end()
            self._skipping = False
        elif _SECTION.match(text):
            self._end()
            self._skipping = self._string == "doc"
        elif not self._skipping:
            if text.startswith(("- ", "* ", "• ")):
                self._end()
            self._keep(text.lstrip("-*• "), line)

    def _keep(self, text: str, line: bytes) -> None:
        if not self._lines:
            self._start, self._raw = self._number, self._words(line)
        if len(self._lines) < MOST_LINES:
            self._lines.append(text)

    def _words(self, line: bytes) -> bytes:
        """Return a line as it is compared: without its mark and white space."""
        match = None if self.syntax in (None, "document") else _COMMENT[str(self.syntax)].match(line)
        return b" ".join(_QUOTES.sub(b"", match[1] if match is not None else line).split())

    def _end(self) -> None:
        if self._lines:
            form: Form = "documentation" if self.syntax == "document" else "comment"
            last = max(self._start, self._start + len(self._lines) - 1)
            text = "".join(_joined(self._lines))
            self.found.append(Prose(self.path, self._start, last, text, self.symbol, form))
            self._firsts.append(self._raw)
            self._lines = []


_DENIALS: Final = frozenset("no not never none nor without 不 没 无 非".split())
_CONTENT: Final = re.compile(rf"\d+|[a-z]{{4,}}|(?:no|not|nor)\b|[{HAN_CLASS}]")


def _content(text: str) -> frozenset[str]:
    """Return the words by which two wordings are compared: long ones, numbers, denials, Chinese characters."""
    return frozenset(_CONTENT.findall(text.lower()))


def _joined(lines: list[str]) -> Iterator[str]:
    """Yield lines with a space between them, but for scripts that have none."""
    yield lines[0]
    for before, line in pairwise(lines):
        yield line if ord(before[-1]) > 0x2E7F and ord(line[0]) > 0x2E7F else f" {line}"
