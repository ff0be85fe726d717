"""Who vouches for a claim: grades, their tags, how they are read, and how independent sources raise them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, get_args

from doxa.errors import InvalidInput
from doxa.records import Evidence

GRADES: Final[tuple[Evidence, ...]] = ("official", "corroborated", "single_source", "unverified")
"""From the strongest to the weakest."""
TAG_PREFIX: Final = "evidence:"
METADATA_KEY: Final = "evidence_level"
RECALL_DELTA: Final[Mapping[Evidence, float]] = {
    "official": 0.15,
    "corroborated": 0.08,
    "single_source": 0.0,
    "unverified": -0.10,
}
"""What a grade adds to a recall score; kumiho-memory's weights, tuned there on graded news."""

_RANK: Final[Mapping[Evidence, int]] = {grade: len(GRADES) - 1 - n for n, grade in enumerate(GRADES)}


@dataclass(frozen=True, slots=True)
class EvidencePolicy:
    """How grades come about.

    Args:
        min_corroboration: How many distinct independent sources corroborate; at least 2.
        supports_edges: Whether a claim that another one supports is linked SUPPORTS.
    """

    min_corroboration: int = 2
    supports_edges: bool = False

    def __post_init__(self) -> None:
        if self.min_corroboration < 2:
            raise InvalidInput(
                f"min_corroboration is {self.min_corroboration}.",
                mend="One source alone corroborates nothing; give 2 or more.",
                field="min_corroboration",
                value=self.min_corroboration,
            )


DEFAULT_POLICY: Final = EvidencePolicy()


def rank(grade: Evidence) -> int:
    """Return a grade as a number, 0 for unverified to 3 for official."""
    return _RANK[grade]


def checked_grade(grade: str) -> Evidence:
    """Return `grade`.

    Raises:
        InvalidInput: It is not one of the four grades.
    """
    if grade not in get_args(Evidence):
        raise InvalidInput(
            f"{grade!r} is no evidence grade.", mend=f"Use one of {', '.join(GRADES)}.", field="evidence", value=grade
        )
    return grade  # type: ignore[return-value]


def evidence_tag(grade: str) -> str:
    """Return the tag of a grade, `evidence:official` for instance.

    Raises:
        InvalidInput: It is not one of the four grades.
    """
    return TAG_PREFIX + checked_grade(grade)


def parse_evidence(
    metadata: Mapping[str, object] | None, tags: Iterable[str] | None, default: Evidence | None = None
) -> Evidence | None:
    """Return the grade that metadata and tags state; never raises.

    A valid `evidence_level` in the metadata comes first, then the first valid `evidence:…` tag, then `default`.
    Case counts.
    """
    by_name = {str(grade): grade for grade in GRADES}
    stated = (metadata or {}).get(METADATA_KEY)
    if isinstance(stated, str) and stated in by_name:
        return by_name[stated]
    by_tag = {TAG_PREFIX + name: grade for name, grade in by_name.items()}
    return next((by_tag[tag] for tag in tags or () if isinstance(tag, str) and tag in by_tag), default)


def stated_grade(
    given: Evidence | None, metadata: Mapping[str, object] | None, tags: Iterable[str] | None
) -> Evidence | None:
    """Return the grade that a caller states with a claim: by argument, else in its metadata, else by a tag.

    Official is a claim by argument alone, which takes the right to say so; elsewhere the word counts for nothing.
    """
    if given is not None:
        return given
    stated = parse_evidence(metadata, tags)
    return None if stated == "official" else stated


def grade_on_arrival(source: str | None, *, official: bool = False) -> Evidence:
    """Return the grade of a claim that nobody else has made: official only when a caller with the right says so."""
    if official:
        return "official"
    return "single_source" if source else "unverified"


def promoted(
    grade: Evidence,
    sources: Iterable[str],
    *,
    contested: bool = False,
    policy: EvidencePolicy = DEFAULT_POLICY,
) -> Evidence:
    """Return the grade of a claim after somebody else made it too.

    Args:
        grade: What it was; it never goes down here, and never up to official.
        sources: Its distinct independent sources; one restated counts once.
        contested: Whether a rival contests it; then nothing corroborates it.
        policy: How many sources it takes.
    """
    count = len({source for source in sources if source})
    reached: Evidence = "single_source" if count else "unverified"
    if count >= policy.min_corroboration and not contested:
        reached = "corroborated"
    return max(grade, reached, key=rank)


def recall_delta(grade: Evidence | None, weights: Mapping[Evidence, float] = RECALL_DELTA) -> float:
    """Return what a grade adds to a recall score; an ungraded memory gets nothing."""
    return 0.0 if grade is None else weights.get(grade, 0.0)


def badge(grade: Evidence | None) -> str:
    """Return the badge for a prompt, `[official] ` for instance; none for single-sourced and ungraded memories."""
    return "" if grade in (None, "single_source") else f"[{grade}] "


@dataclass(frozen=True, slots=True)
class Weighed:
    """A ranked memory before and after its evidence was weighed.

    Args:
        key: Whatever names the memory.
        score: What orders it; `None` when it has no score.
        grade: Who vouches; `None` when ungraded.
        base_score: The score before weighing, once weighed.
    """

    key: str
    score: float | None
    grade: Evidence | None = None
    base_score: float | None = None


def weigh(ranked: Sequence[Weighed], weights: Mapping[Evidence, float] = RECALL_DELTA) -> list[Weighed]:
    """Return memories re-ordered by score plus evidence; the same list when none is graded.

    Weighing twice gives what weighing once gives. What has no score comes last, in its order.
    """
    if all(memory.grade is None for memory in ranked):
        return list(ranked)
    scored = [_weighed(memory, weights) for memory in ranked if memory.score is not None]
    scored.sort(key=lambda memory: memory.score or 0.0, reverse=True)
    return [*scored, *(memory for memory in ranked if memory.score is None)]


def _weighed(memory: Weighed, weights: Mapping[Evidence, float]) -> Weighed:
    base = memory.score if memory.base_score is None else memory.base_score
    assert base is not None
    score = round(base + recall_delta(memory.grade, weights), 9)
    return Weighed(memory.key, score, memory.grade, base)


@dataclass(frozen=True, slots=True)
class Vouching:
    """A recalled memory as the assessor of evidence sees it.

    Args:
        key: Whatever names the memory.
        source: Where it came from; "" when unknown.
        grade: Its grade; `None` when ungraded.
    """

    key: str
    source: str = ""
    grade: Evidence | None = None


@dataclass(frozen=True, slots=True)
class Assessment:
    """What agreeing and contradicting memories make of a new claim.

    Args:
        grade: The grade they give; `None` leaves it to the claim's own source.
        supporting: Keys of the memories that agree.
        conflicting: Keys of the memories that contradict.
        pinned: Whether it must be shown to somebody, since it contradicts what is official.
    """

    grade: Evidence | None = None
    supporting: tuple[str, ...] = ()
    conflicting: tuple[str, ...] = field(default=())
    pinned: bool = False


def assess(
    recalled: Sequence[Vouching],
    agrees_with: Iterable[object],
    contradicts: Iterable[object],
    policy: EvidencePolicy = DEFAULT_POLICY,
) -> Assessment:
    """Grade a new claim by the recalled memories that a judge (a model or a rule) says agree or contradict.

    Contradicting what is official leaves it unverified and pinned; otherwise enough distinct sources without a
    contradiction corroborate it. Never official.

    Args:
        recalled: The memories as they were shown to the judge, numbered from 1.
        agrees_with: The judge's numbers; what is no whole number in range is dropped.
        contradicts: The same, of those that contradict.
        policy: How many distinct sources it takes.
    """
    supporting = _picked(recalled, agrees_with)
    conflicting = _picked(recalled, contradicts)
    keys = tuple(memory.key for memory in supporting), tuple(memory.key for memory in conflicting)
    if any(memory.grade == "official" for memory in conflicting):
        return Assessment("unverified", *keys, pinned=True)
    sources = {memory.source for memory in supporting if memory.source}
    if not conflicting and len(sources) >= policy.min_corroboration:
        return Assessment("corroborated", *keys)
    return Assessment(None, *keys)


def _picked(recalled: Sequence[Vouching], numbers: Iterable[object]) -> list[Vouching]:
    wanted = [n for n in numbers if isinstance(n, int) and not isinstance(n, bool) and 1 <= n <= len(recalled)]
    return [recalled[n - 1] for n in dict.fromkeys(wanted)]
