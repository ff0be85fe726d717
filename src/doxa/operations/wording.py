"""What an operation's arguments say to those who do not call it from Python."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from doxa.operations.spec import SCOPE, OperationSpec

SCOPE_WORDS: Mapping[str, str] = {
    "user": "Whose memories: theirs and the shared ones. Without one, shared memories only.",
    "agent": "Only what carries this agent's label.",
    "session": "Only what was said in this session.",
    "space": "Only what lies under this path, such as `work/apollo`.",
    "contexts": "Labels such as `domain:code`: what has none applies everywhere, the rest where it shares one.",
}
"""The scope of an operation that looks memories up."""
PLACE_WORDS: Mapping[str, str] = {
    "user": "Whose memory it is. Without one, all users share it.",
    "agent": "The agent's label.",
    "session": "The session's label.",
    "space": "The path it lies under, such as `work/apollo`.",
    "contexts": "Labels such as `domain:code` under which it applies; without any it applies everywhere.",
}
"""The scope of an operation that makes memories."""
_ELSEWHERE = re.compile(r"; see (?:the class|`Reader`)")
_OWNER = "Whose memories. Without one, the shared ones."
_REFERENCE = re.compile(r"See `(\w+)`[.;]?\s*")
_PYTHON: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"`None` = "), "left out: "),
    (re.compile(r"`None` keeps"), "left out keeps"),
    (re.compile(r"a value of `None`"), "a value of null"),
    (re.compile(r"\bempty = all\b"), "left out: all"),
    (re.compile(r", aware\b|\baware (?=datetime)|\bAn aware (?=datetime)"), ""),
    (_ELSEWHERE, ""),
    (re.compile(r",? or an? `(?:TierPolicy|Embedder)`(?: of your own)?"), ""),
    (re.compile(r" \(`describe_file` makes one of a file\)"), ""),
    (re.compile(r",(?: or)? an open text file"), ""),
    (re.compile(r"by `Plugins\.counter`, else "), ""),
)
"""What only a caller in Python can give, or writes so."""


def worded(spec: OperationSpec, operations: Mapping[str, OperationSpec]) -> dict[str, str]:
    """Return what each argument means, without those that the operation takes and does not use.

    Args:
        spec: The operation.
        operations: All of them, since one may refer to another for its arguments.
    """
    return dict(_worded(spec, operations))


def _worded(spec: OperationSpec, operations: Mapping[str, OperationSpec]) -> Iterator[tuple[str, str]]:
    scope = PLACE_WORDS if spec.begins else SCOPE_WORDS
    for name in spec.parameters:
        said = spec.arguments.get(name, "")
        if spec.unused(name):
            continue
        if name in SCOPE and _ELSEWHERE.search(said):
            yield name, scope[name] if name != "user" or spec.begins or spec.read_only else _OWNER
            continue
        referred = _REFERENCE.match(said)
        if referred and referred[1] in operations:
            rest = said[referred.end() :]
            elsewhere = operations[referred[1]].arguments.get(name, "")
            said = f"{elsewhere} {rest[:1].upper()}{rest[1:]}".strip()
        yield name, _without_python(said)


def _without_python(said: str) -> str:
    for pattern, words in _PYTHON:
        said = pattern.sub(words, said)
    return said
