"""Records that are quickly made are as any frozen dataclass is."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, dataclass, field, replace

import pytest

from doxa.frozen import changed, quickly_made


@dataclass(frozen=True, slots=True)
class Slow:
    name: str
    number: int = 3
    more: Mapping[str, int] = field(default_factory=dict)


@quickly_made
@dataclass(frozen=True, slots=True)
class Quick:
    name: str
    number: int = 3
    more: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.name:
            raise ValueError("no name")


@dataclass(frozen=True, slots=True)
class Below(Quick):
    other: str = "x"


def test_it_has_the_fields_and_defaults_that_it_says() -> None:
    one = Quick("a")
    assert (one.name, one.number, one.more) == ("a", 3, {})
    assert one == Quick("a", 3, {}) == Quick(name="a") != Quick("b")
    assert repr(one) == "Quick(name='a', number=3, more={})"
    assert one.more is not Quick("a").more


def test_it_takes_what_the_slow_one_takes() -> None:
    assert inspect.signature(Quick).parameters.keys() == inspect.signature(Slow).parameters.keys()
    assert str(inspect.signature(Quick)) == str(inspect.signature(Slow))
    with pytest.raises(TypeError, match="name"):
        Quick()  # type: ignore[call-arg]


def test_it_is_frozen() -> None:
    one = Quick("a")
    with pytest.raises(FrozenInstanceError):
        one.name = "b"  # type: ignore[misc]
    with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
        one.other = "b"  # type: ignore[attr-defined]


def test_it_is_checked_when_it_is_made() -> None:
    with pytest.raises(ValueError, match="no name"):
        Quick("")
    with pytest.raises(ValueError, match="no name"):
        replace(Quick("a"), name="")


def test_it_can_be_copied_pickled_and_replaced() -> None:
    one = Quick("a", 4, {"b": 1})
    assert pickle.loads(pickle.dumps(one)) == copy.deepcopy(one) == one
    assert replace(one, number=5) == Quick("a", 5, {"b": 1})


def test_a_subclass_keeps_its_own_fields() -> None:
    one = Below("a", other="y")
    assert type(one) is Below
    assert (one.name, one.number, one.other) == ("a", 3, "y")


def test_its_fields_may_have_any_name() -> None:
    @quickly_made
    @dataclass(frozen=True, slots=True)
    class Odd:
        turn: int
        cls: int
        slow: Mapping[str, int] = field(default_factory=dict)

    assert Odd(1, 2) == Odd(turn=1, cls=2, slow={})


def test_another_class_is_refused() -> None:
    @dataclass(frozen=True)
    class Open:
        name: str

    with pytest.raises(TypeError, match="Open"):
        quickly_made(Open)


def test_one_field_is_changed_as_replace_does() -> None:
    quick = Quick("a", 4, {"b": 1})
    assert changed(quick, "number", 5) == replace(quick, number=5)
    assert changed(Slow("a"), "name", "b") == Slow("b")
    with pytest.raises(ValueError, match="no name"):
        changed(quick, "name", "")
    with pytest.raises(ValueError, match="elsewhere"):
        changed(quick, "elsewhere", 1)
