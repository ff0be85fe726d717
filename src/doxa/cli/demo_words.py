"""What the demo says around a conversation, in the conversation's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Words:
    """The demo's phrases; each is a format string where it needs a value."""

    remembering: str
    remembered: str
    claims: str
    user: str
    as_of: str
    nothing: str
    versions: str
    changed: str
    believed: str
    no_claims: str
    prompt: str
    comma: str
    verdicts: Mapping[str, str] = field(default_factory=dict)

    def verdict(self, name: str) -> str:
        """Return what became of a claim, in words."""
        return self.verdicts.get(name, name.replace("_", " "))


ENGLISH = Words(
    remembering="Remembering",
    remembered="{turns} turns from {first} to {last}, remembered in {seconds:.1f} s.",
    claims="Claims read out of them: {0}.",
    user="{0} is the user of this memory.",
    as_of="as of {0}",
    nothing="Nothing that was said answers this.",
    versions="versions, the latest first:",
    changed="What changed on the way, the latest first:",
    believed="What is believed, the latest first:",
    no_claims="No claim was read out of them; every turn is kept word for word, the latest first:",
    prompt="Ask something (an empty line ends)",
    comma=", ",
    verdicts={
        "confirm": "said again",
        "supersede": "changes",
        "supplement": "more of the same",
        "historical": "of the past",
        "conflict": "in conflict",
    },
)
CHINESE = Words(
    remembering="正在记忆",
    remembered="{turns} 轮对话，{first} 至 {last}，用时 {seconds:.1f} 秒记完。",
    claims="从中读出的信息：{0}。",
    user="这份记忆的用户是{0}。",
    as_of="（截至 {0}）",
    nothing="对话里没有说到这件事。",
    versions="历次版本，最新的在前：",
    changed="其间的变化，最新的在前：",
    believed="现在相信的内容，最新的在前：",
    no_claims="没有从中读出信息；每一轮都按原话保存，最新的在前：",
    prompt="问点什么（空行结束）",
    comma="、",
    verdicts={
        "new": "条新信息",
        "confirm": "条重申",
        "supersede": "条变更",
        "supplement": "条补充",
        "historical": "条往事",
        "conflict": "条冲突",
        "protected": "条受保护",
        "rejected": "条被拒",
        "raw_only": "条仅存原话",
    },
)


def words_for(texts: Iterable[str]) -> Words:
    """Return the phrases in the language that most of the texts' letters are of."""
    chinese = other = 0
    for text in texts:
        found = sum("\u4e00" <= character <= "\u9fff" for character in text)
        chinese += found
        other += sum(character.isalpha() for character in text) - found
    return CHINESE if chinese > other else ENGLISH
