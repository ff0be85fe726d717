"""English: doings as they are told: what was done, made, gone through, what goes on, whose doing it is."""

from __future__ import annotations

import pytest

from doxa.write.extract.elliptic import put_right
from tests.write.extract.reading import found, said, slots


@pytest.mark.parametrize(
    ("content", "claim"),
    [
        ("At the first lesson we folded several paper cranes.", ("did", "folded several paper cranes")),
        ("After we talked I picked up a cello.", ("did", "picked up a cello")),
        ("I've even swapped seeds with a neighbour.", ("did", "swapped seeds with a neighbour")),
        ("We've shared recipes, chatted about spices and baked two pies.", ("did", "chatted about spices")),
        ("Here's a self-portrait I drew last week.", ("did", "drew a self-portrait")),
        ("This was a lantern parade I went to in May.", ("did", "went to a lantern parade")),
        ("Look at the new scarf that I've been knitting.", ("does", "knitting the new scarf")),
        ("This is a mosaic that I've finished two days ago.", ("did", "finished a mosaic")),
        ("I had to take a break from rowing.", ("did", "take a break from rowing")),
        ("We were able to save a hedgehog from the pool.", ("did", "save a hedgehog from the pool")),
        ("I had a milestone moment at the rink.", ("did", "had a milestone moment at the rink")),
        ("We had a setback last week.", ("did", "had a setback")),
        ("We made it to the quarter-finals.", ("did", "made it to the quarter-finals")),
        ("I graduated last week!", ("did", "graduated")),
        ("I painted this with a sense of calm.", ("did", "painted with a sense of calm")),
        ("I decorated this cake myself.", ("did", "decorated a cake")),
        ("I heard some odd tales from a sailor.", ("did", "heard some odd tales from a sailor")),
        ("We told our neighbours about our wedding.", ("did", "told their neighbours about their wedding")),
        ("I kept rowing through the storm.", ("did", "kept rowing through the storm")),
        ("I'm mentoring as a guide at the zoo.", ("does", "mentor as a guide at the zoo")),
        ("We're putting together a raffle for the school.", ("does", "putting together a raffle for the school")),
        ("I gave a talk at the shelter I volunteer at.", ("does", "volunteer at the shelter")),
        ("We'll be discussing old maps of Wales.", ("plans", "discussing old maps of Wales")),
        ("I'm gonna keep practicing the harp.", ("plans", "keep practicing the harp")),
        ("I'm doing my part, volunteering at a shelter.", ("does", "volunteer at a shelter")),
        ("I rest by reading or playing my violin.", ("plays", "violin")),
        ("Here's my spice rack!", ("owns", "spice rack")),
        ("Samir and I were also at Tate Modern.", ("visited", "Tate Modern")),
    ],
)
def test_what_was_done_or_goes_on_is_read(content: str, claim: tuple[str, str]) -> None:
    assert claim in said(content)


@pytest.mark.parametrize(
    "content",
    [
        "I tried fixing it for hours.",
        "We have gone through a lot.",
        "The help we got was really useful.",
        "I care that old pets are fed and valued in our town.",
        "In the town I love there is a lake.",
        "I've got the right attitude.",
        "I'm pushing through.",
        "I told my aunt that I quit.",
        "Here's my latest one!",
        "I try to remember why I play.",
        "I plan to call Tom tomorrow.",
        "I'll definitely get one someday.",
        "I was like, wow.",
        "I told you about it.",
        "I almost fell off the roof.",
        "Honestly I was lying.",
        "We moved to the next topic.",
        "Well I never! I got chills.",
        "I'm a huge idiot, I forgot my keys again.",
        "I wondered what you did.",
        "Did you see the pic I took?",
        "We could have won the cup.",
        "I'm excited to hear about your trip.",
    ],
)
def test_what_points_elsewhere_or_was_not_done_is_no_deed(content: str) -> None:
    assert said(content) == []


def test_anothers_doing_says_whom_it_was_done_to() -> None:
    assert ("Rob", "did", "invited user to a yoga class", True) in slots("My colleague Rob invited me to a yoga class.")
    assert ("Ana's team", "did", "won the regatta", True) in slots("My team won the regatta.", speaker="Ana")


def test_what_was_not_done_is_denied() -> None:
    assert said("I haven't tried rock climbing.") == [("did", "not tried rock climbing")]


def test_a_doing_told_with_have_is_said_with_it() -> None:
    (one,) = found("I've done an abstract mosaic.")
    assert one.claim.text == "user has done an abstract mosaic"


def test_a_list_of_places_takes_no_verb_for_a_place() -> None:
    claims = said("I visited a lighthouse museum and met some amazing people.")
    assert claims == [("visited", "lighthouse museum"), ("did", "met some amazing people")]


def test_nothing_is_put_right_without_a_word_that_says_so() -> None:
    assert put_right("It was great to see the old town, and the new bridge") is None
