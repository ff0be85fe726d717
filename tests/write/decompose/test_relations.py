from __future__ import annotations

import pytest

from doxa.errors import InvalidInput
from doxa.write.decompose.relations import RELATIONS, resolve_relation


@pytest.mark.parametrize(
    ("predicate", "edge", "turned"),
    [
        ("uses", "USES", False),
        ("USES", "USES", False),
        ("utilizing", "USES", False),
        ("isUsedBy", "USES", True),
        ("is part of", "PART_OF", False),
        ("was a member of", "PART_OF", False),
        ("relies_on", "DEPENDS_ON", False),
        ("is required by", "DEPENDS_ON", True),
        ("has been replaced by", "SUPERSEDES", True),
        ("replaced by", "SUPERSEDES", True),
        ("is directly caused by", "CAUSES", True),
        ("is carried out by", "IMPLEMENTS", True),
        ("调用了", "USES", False),
        ("與…衝突", "CONTRADICTS", False),
        ("由…组成", "CONTAINS", False),
        ("was replaced by", "SUPERSEDES", True),
        ("leads to", "CAUSES", False),
        ("conflicts with", "CONTRADICTS", False),
        ("使用", "USES", False),
        ("依赖于", "DEPENDS_ON", False),
        ("被取代", "SUPERSEDES", True),
    ],
)
def test_a_predicate_is_drawn_as_the_edge_it_means(predicate, edge, turned):
    found = resolve_relation(predicate)
    assert (found.type, found.reversed, found.predicate) == (edge, turned, predicate)


def test_what_the_registry_does_not_know_is_related_and_says_so():
    found = resolve_relation("is friends with")
    assert (found.type, found.fallback) == ("RELATES_TO", True)
    assert not resolve_relation("relates to").fallback


@pytest.mark.parametrize("edge", RELATIONS)
def test_every_word_of_a_relation_leads_to_it_and_to_no_other(edge):
    assert {resolve_relation(word).type for word in RELATIONS[edge].split("|")} == {edge}


@pytest.mark.parametrize("predicate", ["", "  ", "…", "x" * 121, None])
def test_what_is_no_predicate_is_refused(predicate):
    with pytest.raises(InvalidInput):
        resolve_relation(predicate)
