"""The envelope: what is believed of one owner at a glance, as data and as a text for a prompt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from doxa.records import Belief


@dataclass(frozen=True, slots=True)
class Envelope:
    """The typed snapshot of what is believed of one owner, made without a search.

    Args:
        identity: What is asserted of who the user is: attribute to value, such as `name` and `home`.
        domains: What the user is at home in, most used first.
        preferences: Preferences, traits and values by their name.
        facts: Memorable facts, the surest first; contested ones among them.
        pinned: What is always shown.
        open_questions: Questions that are open, pinned ones first.
        narratives: Shared stories; nothing is inferred from them.
        recent: What the last conversation was about.
        built_at: When it was made.
        profile: The beliefs behind `identity`.
        hedges: What stands before a belief in the text, by its id: how unsure we are, that it is contested, its tone.
        former: The ids of beliefs in it whose time is over: pinned ones, which are shown all the same.
        chinese: Whether its text is in Chinese.
    """

    identity: Mapping[str, str]
    domains: tuple[str, ...]
    preferences: Mapping[str, Belief]
    facts: tuple[Belief, ...]
    pinned: tuple[Belief, ...]
    open_questions: tuple[Belief, ...]
    narratives: tuple[Belief, ...]
    recent: str | None
    built_at: datetime
    profile: Mapping[str, Belief] = field(default_factory=dict)
    hedges: Mapping[str, str] = field(default_factory=dict)
    former: frozenset[str] = frozenset()
    chinese: bool = False

    def text(self, max_facts: int = 5) -> str:
        """Return it for a prompt: who, their profile, domains, preferences, the surest facts, what else there is.

        Args:
            max_facts: How many facts at most, 0 and up.
        """
        words = _CHINESE if self.chinese else _ENGLISH
        told = {each.id for each in (*self.preferences.values(), *self.profile.values())}
        facts = [words["fact"].format(self._said(each), round(100 * each.confidence)) for each in self.facts]
        called = next((name for name in ("nickname", "name") if self.identity.get(name)), None)
        sections = [
            words["user"] + (words["nobody"] if called is None else self.identity[called]),
            _line(words["profile"], words["and"].join(self._profile(words["pair"], without=called))),
            _line(words["domains"], words["and"].join(self.domains)),
            _line(words["preferences"], words["and"].join(self._preferences(words["pair"]))),
            _block(words["facts"], facts[: max(max_facts, 0)]),
            _block(words["pinned"], [self._said(each) for each in self.pinned if each.id not in told]),
            _block(words["questions"], map(self._said, self.open_questions)),
            _block(words["narratives"], map(self._said, self.narratives)),
        ]
        recent = f"\n\n{words['recent']}{_on_one_line(self.recent)}" if self.recent else ""
        return "\n".join(section for section in sections if section) + recent

    def _profile(self, pair: str, *, without: str | None) -> Iterator[str]:
        """Yield what else is asserted of who the user is, hedged; a denial in its own words."""
        for name, value in self.identity.items():
            each = self.profile.get(name)
            if name == without:
                continue
            if each is not None and (each.claim is None or not each.claim.polarity):
                yield self._said(each)
            else:
                hedge = "" if each is None else self.hedges.get(each.id, "")
                yield pair.format(self._label(name), hedge + _on_one_line(value))

    def _preferences(self, pair: str) -> Iterator[str]:
        """Yield each preference with its value; one that denies, or has no value, in its own words."""
        for name, each in self.preferences.items():
            claim = each.claim
            if claim is not None and claim.value and claim.polarity:
                label = each.canonical_name or claim.attribute or name
                label = self._label(label) if self.chinese else label
                yield pair.format(label, self.hedges.get(each.id, "") + _on_one_line(claim.value))
            elif name == each.id or claim is None or not claim.polarity:
                yield self._said(each)
            else:
                yield pair.format(name, self._said(each))

    def _label(self, name: str) -> str:
        """Return what an attribute is called in the envelope's language."""
        if not self.chinese:
            return name.replace("_", " ")
        favourite = name.removeprefix("favourite_")
        return f"最喜欢的{favourite}" if favourite != name else _ATTRIBUTES.get(name, name.replace("_", " "))

    def _said(self, belief: Belief) -> str:
        said = self.hedges.get(belief.id, "") + _on_one_line(belief.text)
        if belief.id not in self.former or belief.valid is None or belief.valid.end is None:
            return said
        return said + (_CHINESE if self.chinese else _ENGLISH)["until"].format(f"{belief.valid.end:%Y-%m-%d}")


_ENGLISH: Final[Mapping[str, str]] = {
    "user": "User: ",
    "nobody": "User",
    "profile": "Profile: ",
    "domains": "Domains: ",
    "preferences": "Preferences: ",
    "facts": "Known facts:",
    "pinned": "Always:",
    "questions": "Open questions:",
    "narratives": "Shared stories:",
    "recent": "Last conversation: ",
    "fact": "{0} (confidence: {1}%)",
    "pair": "{0}: {1}",
    "until": " [until {0}]",
    "and": ", ",
}
_CHINESE: Final[Mapping[str, str]] = {
    "user": "用户：",
    "nobody": "用户",
    "profile": "资料：",
    "domains": "领域：",
    "preferences": "偏好：",
    "facts": "已知事实：",
    "pinned": "始终：",
    "questions": "未决问题：",
    "narratives": "共同的故事：",
    "recent": "上次对话：",
    "fact": "{0}（置信度：{1}%）",
    "pair": "{0}：{1}",
    "until": " [到 {0} 为止]",
    "and": "、",
}

_NAMES_OF_ATTRIBUTES: Final = """
name 名字 nickname 昵称 surname 姓 age 年龄 gender 性别 birthday 生日 birth_year 出生年份 birthplace 出生地
hometown 老家 nationality 国籍 ethnicity 民族 home 住处 address 地址 country 国家 employer 单位 occupation 职业
salary 收入 work_location 工作地点 department 部门 team 团队 manager 上司 industry 行业 school 学校 grade 年级
degree 学历 major 专业 marital_status 婚姻状况 partner 伴侣 mother 母亲 father 父亲 email 邮箱 phone 电话
website 网站 username 用户名 timezone 时区 native_language 母语 height 身高 weight 体重 blood_type 血型
zodiac_sign 星座 religion 信仰 car 车 diet 饮食 likes 喜欢 prefers 更喜欢 eats 吃 drinks 喝 owns 拥有
habit 习惯 trait 性格
""".split()
_ATTRIBUTES: Final = dict(zip(_NAMES_OF_ATTRIBUTES[::2], _NAMES_OF_ATTRIBUTES[1::2], strict=True))
"""What attributes are called in a Chinese envelope."""


def _line(label: str, said: str) -> str:
    return f"{label}{said}" if said else ""


def _block(label: str, lines: Iterable[str]) -> str:
    listed = "\n".join(f"  • {line}" for line in lines)
    return f"{label}\n{listed}" if listed else ""


def _on_one_line(text: str) -> str:
    """Return a text that cannot pass for a section of its own."""
    return " ".join(text.split())
