"""Attributes by every name, and the slots, groups and items that claims belong to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.belief.attributes import Attribute, AttributeRegistry, normal_name
from doxa.belief.kinds import KINDS, kind_of
from doxa.belief.slots import Slot, renamed, slot_of
from doxa.errors import InvalidInput
from doxa.records import Claim

KNOWN = AttributeRegistry.default()


def slot(attribute: str, value: str, polarity: bool = True, subject: str = "user", **where: object) -> Slot:
    """The slot of a claim about the user."""
    claim = Claim(f"{attribute} {value}", subject, attribute, value, polarity)
    return slot_of(claim, KNOWN, **where)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "known_as", "single", "denied"),
    [
        ("Lives In", "home", True, False),
        ("currentEmployer", "employer", True, False),
        ("dislikes", "likes", False, True),
        ("not_allergic_to", "allergic_to", False, True),
        ("does not like", "likes", False, True),
        ("work_at", "employer", True, False),
        ("Favorite Color", "favourite_color", True, False),
        ("fav-food", "favourite_food", True, False),
        ("favourite colour", "favourite_color", True, False),
        ("最喜欢的颜色", "favourite_color", True, False),
        ("shoe size", "shoe_size", True, False),
        ("primary_database", "primary_database", True, False),
        ("collects", "collects", False, False),
        ("星座运势", "星座运势", False, False),
    ],
)
def test_an_attribute_is_known_by_every_name(name: str, known_as: str, single: bool, denied: bool) -> None:
    found, negated = KNOWN.resolve(name)
    assert (found.name, found.single, negated) == (known_as, single, denied)


def test_no_two_attributes_share_a_name_and_every_kind_is_known() -> None:
    names = [name for each in KNOWN for name in (each.name, *each.aliases, *each.opposites)]
    assert len(names) == len(set(names))
    assert all(each.kind in KINDS and normal_name(each.name) == each.name for each in KNOWN)
    assert {each.name for each in KNOWN if each.single} >= {"name", "age", "home", "employer", "partner", "diet"}
    assert {each.name for each in KNOWN if not each.single} >= {"likes", "owns", "visited", "allergic_to", "speaks"}


def test_a_registry_is_extended_without_being_changed() -> None:
    more = KNOWN.with_("shift", single=True, kind="profile", aliases=["works shift"], surfaces=["班次"])
    assert more.resolve("works_shift").attribute == Attribute(
        "shift", True, "profile", aliases=("works_shift",), surfaces=("班次",)
    )
    assert not KNOWN.resolve("shift").attribute.single
    assert more.surfaces()["班次"] == "shift"


def test_an_alias_may_become_an_attribute_of_its_own_and_another_may_be_taken_in() -> None:
    own = KNOWN.with_("hobby", single=False)
    assert own.resolve("hobby").attribute.name == "hobby"
    assert own.resolve("interest").attribute.name == "likes"
    joined = KNOWN.with_("colour", single=True).with_("color", single=True, aliases=["colour"])
    assert joined.resolve("colour").attribute.name == "color"


def test_american_and_british_spellings_are_two_attributes_until_aliased() -> None:
    assert slot("color", "blue").group_key != slot("colour", "blue").group_key


def test_a_name_cannot_mean_an_attribute_and_its_denial() -> None:
    with pytest.raises(InvalidInput, match="both as an alias and as an opposite"):
        KNOWN.with_("trusts", single=False, aliases=["relies_on"], opposites=["relies on"])


@pytest.mark.parametrize("name", ["", "   ", "!!!", "x" * 101, "a\x00b"])
def test_what_cannot_name_an_attribute_is_refused(name: str) -> None:
    with pytest.raises(InvalidInput, match="cannot name an attribute"):
        KNOWN.resolve(name)


@given(st.text(max_size=20))
def test_any_text_is_a_name_or_is_refused_and_a_normal_name_stays(name: str) -> None:
    try:
        plain = normal_name(name)
    except InvalidInput:
        return
    assert normal_name(plain) == plain
    assert KNOWN.resolve(plain).attribute == KNOWN.resolve(name).attribute


def test_one_value_at_a_time_is_one_item_and_its_denials_are_their_own() -> None:
    berlin, paris, not_rome = slot("home", "Berlin"), slot("lives_in", "Paris"), slot("home", "Rome", False)
    assert berlin.item_key == paris.item_key != not_rome.item_key
    assert berlin.group_key == paris.group_key == not_rome.group_key
    assert slot("home", "Oslo", False).item_key != not_rome.item_key


def test_many_valued_claims_are_grouped_by_value_and_a_denial_is_of_the_same_item() -> None:
    tea, no_tea, jazz = slot("likes", "tea"), slot("hates", "Tea"), slot("likes", "jazz")
    assert tea.item_key == no_tea.item_key != jazz.item_key
    assert (tea.polarity, no_tea.polarity) == (True, False)
    assert slot("hates", "tea", False).polarity


def test_values_are_equal_by_their_normal_form_only() -> None:
    assert slot("likes", "Dogs").item_key == slot("loves", "dog").item_key
    assert slot("age", "twenty-five").value == slot("age", "25").value == slot("age", "二十五").value
    assert slot("theme", "dark") == slot("theme", "Dark")
    different = [("5M", "8M"), ("Monday", "Tuesday"), ("server A", "server B"), ("30 s", "60 s"), ("C++", "C")]
    assert all(slot("status", one).value != slot("status", other).value for one, other in different)


def test_yes_and_no_are_polarity_and_never_two_values() -> None:
    yes, no = slot("smokes", "yes"), slot("smokes", "no")
    assert (yes.value, yes.polarity, no.value, no.polarity) == ("yes", True, "yes", False)
    assert yes.group_key == no.group_key
    assert slot("退休", "否").value == "yes"
    assert slot("smokes", "不").polarity is False


def test_owners_and_context_sets_are_slots_of_their_own() -> None:
    here = slot("home", "Berlin", owner="ann", contexts=["b", "a", "a"])
    assert here.contexts == ("a", "b")
    assert here == slot("home", "Berlin", owner="ann", contexts=("a", "b"))
    others = [slot("home", "Berlin", owner="bob", contexts="ab"), slot("home", "Berlin", owner="ann")]
    assert all(each.group_key != here.group_key for each in others)


def test_a_text_without_slot_is_itself() -> None:
    one = slot_of(Claim("The sky is  blue."), KNOWN)
    assert one.opaque
    assert one.group_key == slot_of(Claim("the sky is blue"), KNOWN).group_key
    assert one.group_key != slot_of(Claim("the sky is not blue"), KNOWN).group_key


def test_punctuation_in_names_cannot_make_two_slots_one() -> None:
    one, other = slot("likes", 'a","b'), slot("likes", "a")
    assert one.group_key != other.group_key
    assert slot("likes", "x", subject="a|b").group_key != slot("likes", "b|x", subject="a").group_key


def test_a_claim_that_says_nothing_is_refused() -> None:
    with pytest.raises(InvalidInput, match="says nothing"):
        slot_of(Claim("   "), KNOWN)


def test_a_home_entails_that_other_cities_are_not_it() -> None:
    assert slot("home", "Berlin").entails(slot("home", "Paris", False))
    assert not slot("home", "Berlin").entails(slot("home", "Berlin", False))
    assert not slot("likes", "tea").entails(slot("likes", "jazz", False))


def test_a_renamed_slot_keeps_what_it_claims() -> None:
    moved = renamed(slot("pet", "cat", subject="annie"), subject="ann", registry=KNOWN.with_("has_pet", single=True))
    assert (moved.subject, moved.attribute, moved.single) == ("ann", "has_pet", True)
    text = slot_of(Claim("hello there"), KNOWN)
    assert renamed(text, subject="ann") == text


def test_kinds_carry_layer_class_route_and_tier() -> None:
    assert (kind_of("profile").layer, kind_of("profile").route) == ("L0_BASIC_INFO", "profile")
    assert kind_of("preference").class_for("explicit") == "USER_FACT"
    assert kind_of("preference").class_for("inferred") == "USER_PATTERN"
    assert kind_of("narrative").route is None
    assert (kind_of("fact").tier_for(0.69), kind_of("fact").tier_for(0.7)) == ("working", "long_term")
    assert kind_of("turn").tier_for(1.0) == "working"
    assert kind_of("code_decision").route is None
    assert kind_of("recipe").layer == "L2_FACT"
