"""Marked turns for extraction: which claims a person finds in them, and how claims are matched with those.

`benchmarks/gold/write_en.json` and `write_zh.json` map a turn's id to its claims, without the turn's words. English ids
are `sample/dia_id` of LoCoMo, Chinese ones `file/tid/mid` of MemDaily. An annotator who had not seen the rules marked
each claim `core` (who remembers the turn must know it) or `ok` (true of the turn, or another way to say a core one).
The speaker is `user`.

A claim matches a marked one when all of this holds:

- the subject is the same in lower case without "my", "user's", "我的" or "用户的", relation words in their first
  form ("mom" is "mother");
- the attribute is the same, has the same name in doxa's registry of attributes, or is of the same group (`GROUPS`);
- the values share at least half of their words (F1), or all words of the shorter one are in the longer one; words are
  stems without articles and other function words, in Chinese single characters;
- both are stated, or both denied.

A claim that matches any marked one is right: precision is the share of right claims. Recall is the share of core claims
that some claim matches.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from dialogues import chinese_time
from doxa import Message
from doxa.belief.attributes import AttributeRegistry
from doxa.text.relations import CHINESE, ENGLISH
from doxa.text.stems import stem

FOLDER = Path(__file__).parent / "gold"
LANGUAGES = {"en": "English", "zh": "Chinese"}
GROUPS: Final = (
    "did does habit exercises works_on attended visited met plays learning passed_by reads watches trains_for runs "
    "listens_to volunteers_at made skill participates drinks eats joined member_of",
    "likes prefers opinion values interested_in enjoys advantage loves hobby skill plays reads watches exercises",
    "owns has uses has_pet car bought pet brand model type species child sibling",
    "plans wants goal decided will_attend intends wishes looking_forward_to attends attended",
    "knows friend_of works_with manager relative sibling parent child partner mother father subordinate related_to "
    "relation_to_user colleague boss has_pet",
    "home location lives_in located_in work_location neighbourhood address venue",
    "hometown origin birthplace nationality",
    "feels mood is trait status marital_status medical_condition",
    "date time start_date birthday deadline scheduled",
    "occupation industry works_as role title employer workplace department team",
    "topic about content theme description",
    "size scale participants attendance participant capacity",
    "contains part_of includes made_of",
    "species type kind is",
    "degree education school major grade",
    "diet eats avoids drinks allergic_to",
    "phone number contact",
)
"""Attributes that say much the same, one group a line; an attribute may be in several."""
_WITHIN: Final = {
    name: {number for number, row in enumerate(GROUPS) if name in row.split()} for name in " ".join(GROUPS).split()
}
_OWN: Final = re.compile(r"^(?:user['’]s |my |our |the |用户的|我的|我们的|我)")
_SELF: Final = frozenset(("user", "用户", "我", "i", "me", "speaker"))
_WORDS: Final = re.compile(r"[a-z0-9]+(?:['’][a-z]+)?|[\u4e00-\u9fff]")
_FUNCTION: Final = frozenset(
    """a an the my our your his her its their user's this that these those of to in on at for with and or i we he she it
    they is are was be been has have had do does did done i'm got some about from by as so very really just
    了 的 着 过 是 在 有 个 一 我 他 她 它 们 就 也 都 很 和""".split()
)


@dataclass(frozen=True, slots=True)
class Slots:
    """A claim as it is compared."""

    subject: str
    attribute: str
    value: str
    positive: bool = True


@dataclass(frozen=True, slots=True)
class Marked:
    """A turn with what is to be found in it."""

    id: str
    message: Message
    before: tuple[Message, ...]
    addressee: str | None
    core: tuple[Slots, ...]
    fine: tuple[Slots, ...]

    @property
    def now(self) -> datetime:
        """When it was said."""
        assert self.message.time is not None
        return self.message.time


@dataclass(slots=True)
class Score:
    """Counts over turns, per attribute too."""

    right: int = 0
    found: int = 0
    reached: int = 0
    core: int = 0
    by_attribute: dict[str, list[int]] = field(default_factory=dict)

    @property
    def precision(self) -> float:
        """Share of the claims found that are right."""
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        """Share of the core claims that were found."""
        return self.reached / self.core if self.core else 0.0

    def add(self, marked: Marked, found: Sequence[Slots]) -> None:
        """Count one turn."""
        wanted = (*marked.core, *marked.fine)
        for claim in found:
            right = any(matches(claim, each) for each in wanted)
            counts = self.by_attribute.setdefault(claim.attribute, [0, 0, 0, 0])
            counts[0] += right
            counts[1] += 1
            self.right += right
            self.found += 1
        for each in marked.core:
            reached = any(matches(claim, each) for claim in found)
            counts = self.by_attribute.setdefault(each.attribute, [0, 0, 0, 0])
            counts[2] += reached
            counts[3] += 1
            self.reached += reached
            self.core += 1


def marked_turns(language: str, data: Path, gold: Path | None = None) -> list[Marked]:
    """Return the marked turns of a language whose words the data hold.

    Args:
        language: `en` or `zh`.
        data: The folder of evaluation data.
        gold: The file of marks; that of the language by default.
    """
    marks = json.loads((gold or FOLDER / f"write_{language}.json").read_text(encoding="utf-8"))
    said = _locomo(data / "locomo") if language == "en" else _memdaily(data / "memdaily_zh")
    turns = {each[0]: each for each in said}
    return [_marked(turns[id], claims) for id, claims in marks.items() if id in turns]


def matches(claim: Slots, other: Slots) -> bool:
    """Whether two claims say the same; see the rule above."""
    return (
        claim.positive == other.positive
        and _subject(claim.subject) == _subject(other.subject)
        and _same_attribute(claim.attribute, other.attribute)
        and _same_value(claim.value, other.value)
    )


def _subject(name: str) -> str:
    plain = name.strip().lower()
    if plain in _SELF:
        return "user"
    plain = _OWN.sub("", plain)
    relation = ENGLISH.get(plain) or CHINESE.get(plain)
    return relation.word if relation is not None else plain


_REGISTRY: Final = AttributeRegistry.default()


def _same_attribute(one: str, other: str) -> bool:
    one, other = _attribute(one), _attribute(other)
    return one == other or bool(_WITHIN.get(one, set()) & _WITHIN.get(other, set()))


def _attribute(name: str) -> str:
    plain = name.strip().lower().replace(" ", "_")
    if plain.startswith(("favourite", "favorite")):
        return "likes"
    return _REGISTRY.resolve(plain).attribute.name


def _same_value(one: str, other: str) -> bool:
    mine, theirs = _words(one), _words(other)
    if not mine or not theirs:
        return one.strip().lower() == other.strip().lower()
    common = len(mine & theirs)
    return common == min(len(mine), len(theirs)) or 2 * common / (len(mine) + len(theirs)) >= 0.5


def _words(value: str) -> set[str]:
    return {stem(word) for word in _WORDS.findall(value.lower()) if word not in _FUNCTION}


def _marked(turn: tuple[str, Message, tuple[Message, ...], str | None], claims: Iterable[Mapping[str, Any]]) -> Marked:
    told = [(each["weight"], _slots(each)) for each in claims]
    core = tuple(slots for weight, slots in told if weight == "core")
    fine = tuple(slots for weight, slots in told if weight != "core")
    return Marked(*turn, core, fine)


def _slots(row: Mapping[str, Any]) -> Slots:
    return Slots(str(row["subject"]), str(row["attribute"]), str(row["value"]), not row.get("negative", False))


def _locomo(folder: Path) -> Iterator[tuple[str, Message, tuple[Message, ...], str | None]]:
    for path in sorted(folder.glob("*.json")):
        for sample in json.loads(path.read_text("utf-8")):
            talk = sample["conversation"]
            names = {talk["speaker_a"], talk["speaker_b"]}
            for key in [each for each in talk if re.fullmatch(r"session_\d+", each)]:
                at = datetime.strptime(talk[f"{key}_date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
                before: tuple[Message, ...] = ()
                for turn in talk[key]:
                    message = Message("user", turn["text"], at, turn["speaker"])
                    other = next(iter(names - {turn["speaker"]}), None)
                    yield f"{sample['sample_id']}/{turn['dia_id']}", message, before, other
                    before = (*before, message)[-2:]


def _memdaily(folder: Path) -> Iterator[tuple[str, Message, tuple[Message, ...], str | None]]:
    for path in sorted(folder.glob("*.json")):
        for name, trajectories in json.loads(path.read_text("utf-8")).items():
            for trajectory in trajectories:
                for said in trajectory["message_list"]:
                    at = chinese_time(said["time"])
                    yield f"{name}/{trajectory['tid']}/{said['mid']}", Message("user", said["message"], at), (), None
