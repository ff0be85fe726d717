"""How confidence goes down: by a policy of the settings, or by an application's own."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from doxa import Config, ManualClock, Memory, Plugins


class Halved:
    """Half as sure from the first day on."""

    def decayed(self, confidence: float, age: timedelta, claim_class: str) -> float:
        return confidence / 2 if age >= timedelta(days=1) else confidence


class Broken:
    """Fails in one of two ways."""

    def __init__(self, answer: float | None) -> None:
        self.answer = answer

    def decayed(self, confidence: float, age: timedelta, claim_class: str) -> float:
        if self.answer is None:
            raise RuntimeError("away")
        return self.answer


@pytest.mark.parametrize(
    ("policy", "after_30", "after_135"), [("stepwise", 0.8, 0.5), ("half_life", 0.7715, 0.45), ("none", 0.9, 0.9)]
)
def test_the_settings_choose_how_confidence_goes_down(
    open_memory: Callable[..., Memory], clock: ManualClock, policy: str, after_30: float, after_135: float
) -> None:
    memory = open_memory(config=Config.load(confidence_decay=policy))
    belief = memory.add("The office closes at six.", kind="fact", extract=False).beliefs[0]
    clock.advance(days=30)
    assert memory.get(belief.id).confidence == pytest.approx(after_30, abs=1e-4)
    clock.advance(days=105)
    assert memory.get(belief.id).confidence == pytest.approx(after_135, abs=1e-4)
    assert [each.id for each in memory.envelope().facts] == [belief.id]


def test_what_never_fades_is_neither_hidden_nor_archived(
    open_memory: Callable[..., Memory], clock: ManualClock
) -> None:
    memory = open_memory(config=Config.load(confidence_decay="none"))
    memory.add("The office closes at six.", kind="fact", extract=False)
    clock.advance(days=900)
    assert [each.status for each in memory.list().items] == ["live"]
    assert memory.dream(["archive"]).counts.get("archive", 0) == 0


def test_an_application_says_itself_how_sure_a_claim_still_is(
    open_memory: Callable[..., Memory], clock: ManualClock
) -> None:
    memory = open_memory(plugins=Plugins(confidence_decay=Halved()))
    belief = memory.add("The office closes at six.", kind="fact", extract=False, source="ana").beliefs[0]
    clock.advance(days=1)
    assert memory.get(belief.id).confidence == 0.45
    memory.confirm(belief.id, source="bob")
    assert memory.get(belief.id).confidence == pytest.approx(1 - 0.55 * 0.1)


@pytest.mark.parametrize("answer", [None, 2.0, -0.1, float("nan")])
def test_a_decay_that_fails_leaves_the_settings_and_is_told(
    open_memory: Callable[..., Memory], clock: ManualClock, answer: float | None
) -> None:
    memory = open_memory(plugins=Plugins(confidence_decay=Broken(answer)))
    memory.add("The office closes at six.", kind="fact", extract=False)
    clock.advance(days=30)
    found = memory.recall("When does the office close?")
    assert [hit.belief.confidence for hit in found.hits] == [0.8]
    assert any("confidence decay" in each for each in found.warnings)
