"""How much of a text is new, about a person, or stirring: whether it is worth asking a model about.

The score has three parts (dual-mem's gate): .4 novelty + .4 biography + .2 arousal. It decides only whether a model is
asked; a text below the threshold is kept and read by rules, and a restatement still confirms.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from doxa.text.folding import flatten
from doxa.text.patterns import lazy_pattern

_FIRST_PERSON: Final = lazy_pattern(r"(?i)\b(?:i|i'm|i've|i'd|i'll|my|mine|me|we|our|us)\b|我|咱|俺|本人")
_BIOGRAPHY: Final = lazy_pattern(
    r"(?i)\b(?:name|born|birthday|years? old|age|live[sd]?|living|move[ds]?|moving|from|home|house|apartment|married|"
    r"wife|husband|partner|boyfriend|girlfriend|son|daughter|kids?|child|children|mother|father|mom|dad|parents?|"
    r"brother|sister|family|friends?|dog|cat|pet|work(?:s|ed|ing)?|job|boss|company|colleagues?|career|hired|quit|"
    r"fired|promoted|study|studie[sd]|school|university|degree|language|speak|like[sd]?|love[sd]?|hate[sd]?|prefer"
    r"(?:red|s)?|favou?rite|enjoy|always|never|usually|allerg\w+|vegan|vegetarian|diagnos\w+|doctor|sick|health|"
    r"hobby|hobbies|play[sed]*|plans?|planned|going to|want(?:s|ed)?|decided|switch(?:ed)?|started|stopped|bought|"
    r"own[sed]*|use[sd]?|remember|actually|changed|died|passed away|divorced?|pregnant|engaged|retired?|funeral)\b"
    r"|叫|姓名|名字|生日|岁|出生|住|搬|家|结婚|妻子|老婆|丈夫|老公|男友|女友|儿子|女儿|孩子|母亲|父亲|妈|爸|哥|姐|弟|妹|朋友"
    r"|狗|猫|宠物|工作|公司|同事|老板|职业|辞职|升职|学校|大学|专业|语言|喜欢|最爱|爱好|讨厌|不喜欢|偏好|习惯|总是|从不|过敏|素食"
    r"|医生|生病|健康|去世|葬礼|离婚|订婚|怀孕|退休|失业|打算|计划|准备|想要|决定|换成|改用|开始|买了|记住|其实|不是"
)
_AROUSAL: Final = lazy_pattern(
    r"(?i)\b(?:amazing|awful|terrible|wonderful|excited|thrilled|happy|sad|angry|furious|scared|afraid|worried|anxious|"
    r"devastated|died|death|crash(?:ed)?|accident|emergency|love|hate|proud|ashamed|crying|cried|finally|urgent|"
    r"important|never again)\b|太好了|糟|可怕|开心|高兴|难过|伤心|生气|愤怒|害怕|担心|焦虑|去世|死|车祸|紧急|重要|骄傲"
    r"|哭|终于|激动"
)


@dataclass(frozen=True, slots=True)
class Novelty:
    """The three parts, each 0 to 1."""

    novelty: float
    biography: float
    arousal: float

    @property
    def score(self) -> float:
        """All three, weighed: 0 to 1."""
        return 0.4 * self.novelty + 0.4 * self.biography + 0.2 * self.arousal


def novelty_of(text: str, nearest: float | None) -> Novelty:
    """Return how much of a text is worth a question.

    Args:
        text: What was said.
        nearest: Its cosine with the most similar belief, −1 to 1; `None` where there is none, or no embedder.
    """
    flat = flatten(text)
    return Novelty(_new(text, nearest), _biography(flat), _arousal(flat))


def _new(text: str, nearest: float | None) -> float:
    by_length = _by_length(weight_of(text))
    return by_length if nearest is None else min(by_length, 1.0 - min(max(nearest, 0.0), 0.95))


def weight_of(text: str) -> int:
    """Return the length of a text in letters, in which a Chinese, Japanese or Korean character counts three."""
    return len(text.strip()) + 2 * len(re.findall(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]", text))


def _by_length(length: int) -> float:
    if length <= 3:
        return 0.3
    return 0.5 if length <= 8 else min(0.8, 0.5 + length / 200)


def _biography(text: str) -> float:
    hits = len({hit.casefold() for hit in _BIOGRAPHY.findall(text)})
    first = 0.1 if _FIRST_PERSON.search(text) else 0.0
    return min(1.0, min(1.0, 0.18 * hits) + min(0.2, weight_of(text) / 500 * 0.2) + first)


def _arousal(text: str) -> float:
    marks = text.count("!") + 0.5 * text.count("?")
    return min(1.0, 0.35 * len(_AROUSAL.findall(text)) + min(0.3, 0.1 * marks))


def worth_asking(texts: Sequence[str], nearest: Sequence[float | None], threshold: float) -> bool:
    """Tell whether any of the texts is worth a question: one of them scores above the threshold."""
    pairs = zip(texts, nearest, strict=True)
    return any(novelty_of(text, likeness).score > threshold for text, likeness in pairs)
