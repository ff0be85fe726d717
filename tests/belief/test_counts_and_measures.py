from __future__ import annotations

import pytest

from doxa import Claim
from doxa.belief.attributes import AttributeRegistry
from doxa.belief.slots import slot_of
from doxa.text.measures import height_form, weight_form

REGISTRY = AttributeRegistry.default()


def slot(attribute, value, text="x"):
    return slot_of(Claim(text, "user", attribute, value), REGISTRY)


@pytest.mark.parametrize(
    "said", ["180 cm", "180cm", "1.80 m", "1.8米", "1米8", "1米80", "一米八", "1m80", "180厘米", "5'11\""]
)
def test_one_height_is_one_value_however_it_is_said(said):
    assert slot("height", said).value == "180 cm"


def test_other_heights_stay_other():
    assert len({slot("height", said).value for said in ("181 cm", "1.82 m", "1米79", "6'2\"", "tall")}) == 5


@pytest.mark.parametrize("said", ["70 kg", "70公斤", "140斤", "154 lb"])
def test_one_weight_is_one_value(said):
    assert slot("weight", said).value == "70 kg"


def test_what_is_no_measure_stays_as_it_is():
    assert height_form("short") == "short"
    assert weight_form("too much") == "too much"
    assert slot("ran", "1000 m").value != slot("ran", "1 km").value


@pytest.mark.parametrize(("two", "three"), [("2 cats", "three cats"), ("两只猫", "3只猫"), ("two cats", "三只猫")])
def test_two_totals_of_one_kind_bear_on_each_other(two, three):
    one, other = slot("has_pet", two), slot("has_pet", three)
    assert one.single
    assert one.group_key == other.group_key
    assert one.value != other.value


@pytest.mark.parametrize(
    ("attribute", "value", "text"),
    [
        ("has_pet", "a cat", "user has a cat"),
        ("has_pet", "Miso", "user has a cat called Miso"),
        ("has_pet", "2 cats", "I adopted 2 cats"),
        ("has_pet", "两只猫", "我又领养了两只猫"),
        ("owns", "2 bikes", "I own 2 bikes"),
    ],
)
def test_what_is_no_total_stands_beside_others(attribute, value, text):
    assert not slot(attribute, value, text).single
