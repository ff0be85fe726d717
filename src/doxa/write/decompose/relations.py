"""The registry of relations: what callers and models call them, and the edge each is drawn as."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final

from doxa.errors import InvalidInput
from doxa.text.simplified import simplified
from doxa.text.stems import stem

FALLBACK: Final = "RELATES_TO"
"""The edge of a relation that the registry does not know; its own words stay with the edge."""

RELATIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "DEPENDS_ON": "depends on|relies on|requires|needs|rests on|builds on|based on|依赖|依赖于|取决于|需要|基于",
        "USES": "uses|utilizes|calls|consumes|employs|invokes|runs on|使用|采用|调用|运用",
        "IMPLEMENTS": "implements|realizes|fulfils|fulfills|satisfies|carries out|实现|落实|执行",
        "PART_OF": (
            "part of|belongs to|member of|component of|contained in|located in|属于|隶属于|是一部分|的一部分|位于"
        ),
        "SUPERSEDES": "supersedes|replaces|obsoletes|overrides|succeeds|取代|替代|代替|替换",
        "SUPPORTS": "supports|corroborates|confirms|backs|proves|支持|证实|印证|证明",
        "CAUSES": "causes|leads to|triggers|results in|produces|brings about|导致|引起|造成|触发",
        "CONTRADICTS": "contradicts|conflicts with|refutes|disagrees with|disproves|矛盾|与矛盾|反驳|冲突|与冲突",
        "CONTAINS": "contains|includes|comprises|consists of|has part|holds|包含|包括|含有|由组成",
        "RELATES_TO": (
            "relates to|related to|concerns|associated with|connected to|about|相关|与相关|有关|与有关|涉及|关于"
        ),
    }
)
"""Each relation with the words that name it, English and Chinese."""

_PASSIVE: Final = re.compile(
    r"^(?:(?:has|have|had|is|are|was|were|be|been|being|got|gets|also|now|currently|directly) )*((\w+)(?: \w+)?) by$"
)
_CHINESE_PASSIVE: Final = re.compile(r"^(?:被|由)((.+))$")
_BESIDE_HAN: Final = re.compile(r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])")
_PARTICLE: Final = re.compile(r"(?<=[\u4e00-\u9fff])[了着过]$")
_LEADING: Final = re.compile(
    r"^(?:(?:is|are|was|were|be|been|being|has been|have been|had been|a|an|the|also|currently|now|directly) )+"
)
_WORDS: Final = re.compile(r"[^\W_]+")
_CAMEL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_LONGEST: Final = 120


@dataclass(frozen=True, slots=True)
class Relation:
    """How a relation is drawn.

    Args:
        type: The edge.
        predicate: The words it was given in.
        reversed: Whether the edge runs from object to subject, as with "is used by".
        fallback: Whether the registry does not know it.
    """

    type: str
    predicate: str
    reversed: bool = False
    fallback: bool = False


def resolve_relation(predicate: str) -> Relation:
    """Return the edge for a predicate in any spelling: `USES`, `isUsedBy`, `is part of`, `依赖于`.

    The words are compared by their stems, after auxiliary verbs; nothing is guessed from likeness.

    Args:
        predicate: What stands between subject and object.

    Raises:
        InvalidInput: It is empty, too long, or has no letter.
    """
    plain = _plain(predicate)
    for words, turned in _readings(plain):
        found = _by_stems().get(_stems(words))
        if found is not None:
            return Relation(found, predicate, turned)
    return Relation(FALLBACK, predicate, fallback=True)


def _plain(predicate: object) -> str:
    if not isinstance(predicate, str) or len(predicate) > _LONGEST or not _WORDS.search(predicate):
        raise InvalidInput(
            f"A relation is {predicate!r}.",
            mend=f"Give its predicate in 1 to {_LONGEST} characters.",
            field="predicate",
            value=predicate,
        )
    words = simplified(" ".join(_WORDS.findall(_CAMEL.sub(" ", predicate))).lower())
    return _PARTICLE.sub("", _BESIDE_HAN.sub("", words))


def _readings(plain: str) -> list[tuple[str, bool]]:
    """Return the words to look up, most exact first, each with whether it turns the edge around."""
    passive = _PASSIVE.match(plain) or _CHINESE_PASSIVE.match(plain)
    turned = [(passive[1], True), (passive[2], True)] if passive else []
    return [*turned, (plain, False), (_LEADING.sub("", plain), False)]


def _stems(words: str) -> str:
    return " ".join(stem(word) for word in words.split())


@cache
def _by_stems() -> Mapping[str, str]:
    known = {_stems(type_.replace("_", " ").lower()): type_ for type_ in RELATIONS}
    return {_stems(each): type_ for type_, words in RELATIONS.items() for each in words.split("|")} | known
