from __future__ import annotations

from datetime import UTC, datetime

import pytest

from doxa import Belief
from doxa.recall.insight import MOST, review_brief

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def belief(name: str, **more: object) -> Belief:
    values = {"text": f"about {name}", "kind": "fact", **more}
    return Belief(id=name, kref=f"kref://p/{name}.fact?r=1", revision=1, recorded_at=NOON, **values)


def test_a_premise_that_changed_is_told_with_its_cause_which_stays_missing_where_it_was_not_recalled():
    cause = "kref://p/cause.fact?r=2"
    (insight,) = review_brief([belief("plan", stale=(cause,))]).insights
    assert (insight.kind, insight.sources, insight.missing) == (
        "changed_premise",
        ("kref://p/plan.fact?r=1",),
        (cause,),
    )
    known = belief("cause")
    (insight,) = review_brief([belief("plan", stale=(known.kref,)), known]).insights
    assert (insight.sources[1:], insight.missing) == ((known.kref,), ())
    assert [each.text for each in insight.evidence] == ["about plan", "about cause"]


def test_a_conflict_is_told_once_however_many_sides_were_recalled():
    one, other = belief("one", status="contested"), belief("other", status="contested")
    one = belief("one", status="contested", contested_by=(other.kref,))
    other = belief("other", status="contested", contested_by=(one.kref,))
    assert [each.kind for each in review_brief([one, other]).insights] == ["unresolved_conflict"]


def test_decisions_come_after_what_is_marked_and_only_where_nothing_else_is_told_of_them():
    decision, disputed = (
        belief("d", kind="decision"),
        belief("c", kind="decision", contested_by=("kref://p/x.fact?r=1",)),
    )
    kinds = [each.kind for each in review_brief([decision, disputed, belief("s", status="superseded")]).insights]
    assert kinds == ["unresolved_conflict", "changed_premise", "decision_review"]


def test_a_brief_is_short_and_says_where_there_is_nothing_or_not_all_was_searched():
    assert len(review_brief([belief(f"d{n}", kind="decision") for n in range(9)]).insights) == MOST
    assert review_brief([belief("a")]).status == "insufficient_evidence"
    assert review_brief([belief("d", kind="decision")], complete=False).status == "retrieval_incomplete"
    assert review_brief([belief("d", kind="decision")]).status == "ready"


def test_a_brief_speaks_the_language_of_the_memory():
    (insight,) = review_brief([belief("d", kind="decision", text="我们决定使用数据库")]).insights
    assert insight.observation == "曾作出决定：我们决定使用数据库"


def test_engage_gives_a_brief_of_what_it_recalled_and_reads_and_writes_nothing_for_it(open_memory):
    ana = open_memory(user="ana")
    premise = ana.add("Our budget is 5000 euros.", kind="fact").beliefs[0]
    plan = ana.add("We decided to rent the big hall.", kind="decision").beliefs[0]
    ana.relate(plan.id, "DEPENDS_ON", premise.id)
    ana.contract([premise.id])
    before = ana.operations().items[0].id
    context = ana.engage("Which hall did we decide to rent?", insights=True, situation="in May", goals=["a party"])
    assert context.insights.status == "ready"
    assert [each.kind for each in context.insights.insights] == ["changed_premise"]
    assert plan.kref in context.insights.insights[0].sources
    assert (context.insights.situation, context.insights.goals) == ("in May", ("a party",))
    assert context.synthesis_request["situation"] == "in May"
    assert ana.operations().items[0].id == before
    assert ana.engage("Which hall did we decide to rent?").insights is None


def test_a_search_that_could_not_run_makes_the_brief_incomplete(open_memory):
    from doxa.errors import ModelFailure

    class Broken:
        id, dim, languages = "broken", 4, None

        def embed(self, texts, *, query=False):
            raise ModelFailure("the model is away")

    ana = open_memory(user="ana", embedder=Broken())
    ana.add("We decided to rent the big hall.", kind="decision")
    context = ana.engage("Which hall did we rent?", insights=True)
    assert context.insights.status == "retrieval_incomplete"
    assert any("the model is away" in each for each in context.recall.warnings)


@pytest.mark.parametrize("kind", ["fact", "preference"])
def test_beliefs_that_nothing_is_marked_of_are_no_insight(kind):
    assert review_brief([belief("a", kind=kind)]).insights == ()
