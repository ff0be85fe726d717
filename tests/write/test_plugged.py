"""An application's own extractor and salience, good and bad."""

from __future__ import annotations

import pytest

from doxa import Claim, Plugins
from doxa.records import Quote

SAID = "The kettle is broken, I live in Berlin."


class Kettles:
    def extract(self, message, *, now):
        return [
            Claim("the kettle is broken", "kettle", "state", "broken", quote=Quote("The kettle is broken", "", 0, 20)),
            Claim("the pot is gone", "pot", "state", "gone", quote=Quote("The pot is gone", "", 0, 15)),
        ]


class Broken:
    def extract(self, message, *, now):
        raise ZeroDivisionError

    def score(self, message):
        raise ZeroDivisionError


class Scores:
    def __init__(self, score):
        self.given = score

    def score(self, message):
        return self.given


def test_an_extractor_takes_the_place_of_the_rules_and_is_held_against_the_words(open_memory):
    receipt = open_memory(plugins=Plugins(extractor=Kettles())).add(SAID)
    assert [each.text for each in receipt.beliefs[1:]] == ["the kettle is broken", "the pot is gone"]
    assert [each.origin for each in receipt.beliefs[1:]] == ["explicit", "inferred"]


def test_an_extractor_that_fails_leaves_it_to_the_rules_and_is_told(open_memory):
    receipt = open_memory(plugins=Plugins(extractor=Broken())).add(SAID)
    assert receipt.warnings == ("The extractor raised ZeroDivisionError; rules read the message.",)
    assert any(each.kind == "profile" for each in receipt.beliefs)


def test_an_extractor_that_gives_what_is_no_claim_is_told(open_memory):
    class Wrong:
        def extract(self, message, *, now):
            return ["a text"]

    assert "rules read the message" in open_memory(plugins=Plugins(extractor=Wrong())).add(SAID).warnings[0]


@pytest.mark.parametrize(("score", "tier"), [(0.9, "long_term"), (0.2, "working")])
def test_salience_decides_the_tier(open_memory, score, tier):
    memory = open_memory(plugins=Plugins(salience=Scores(score)))
    belief = memory.add("I am allergic to peanuts.").beliefs[-1]
    assert (belief.salience, belief.tier) == (score, tier)
    assert memory.add("I like jazz.", salience=0.5).beliefs[-1].salience == 0.5


@pytest.mark.parametrize("salience", [Broken(), Scores(7), Scores("much")])
def test_a_salience_that_fails_is_told(open_memory, salience):
    memory = open_memory(plugins=Plugins(salience=salience))
    assert "the message has the usual one" in memory.add("I am allergic to peanuts.").warnings[0]
