"""Each row of the decision table, by an example that a person would give."""

from __future__ import annotations

import pytest
from saying import Slot, is_at, moved, since, stay, vague

from doxa.belief.confidence import DAY
from doxa.belief.intervals import FOREVER

INF = float("inf")


def test_a_first_value_is_new() -> None:
    slot = Slot()
    decision = slot.tell("berlin", is_at(1))
    assert (decision.verdict, decision.reason, decision.row) == ("new", "unopposed", 9)
    assert decision.head == "s1"
    assert slot.held("s1") == [(1, INF)]
    assert decision.effects.added[0].held == ((86_400_000_000, FOREVER),)
    assert not decision.effects.edges


def test_a_later_value_ends_the_old_one_where_it_begins() -> None:
    slot = Slot()
    slot.tell("berlin", is_at(1))
    decision = slot.tell("paris", is_at(5))
    assert (decision.verdict, decision.reason, decision.row) == ("supersede", "change", 18)
    assert slot.held("s1") == [(1, 5)]
    assert slot.held("s2") == [(5, INF)]
    assert decision.replaced == ("s1",)
    assert decision.head == "s2"
    assert [(edge.type, edge.target) for edge in decision.effects.edges] == [("SUPERSEDES", "s1")]


@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)])
def test_going_back_gives_three_periods_in_any_order_of_arrival(order: tuple[int, ...]) -> None:
    told = [("acme", is_at(1)), ("bolt", is_at(4)), ("acme", is_at(9))]
    slot = Slot()
    for n in order:
        slot.tell(*told[n])
    assert [slot.at(day) for day in (0, 2, 5, 20)] == [set(), {"acme"}, {"bolt"}, {"acme"}]


def test_a_late_report_is_history_and_the_head_stays() -> None:
    slot = Slot()
    slot.tell("paris", is_at(5))
    decision = slot.tell("berlin", is_at(1))
    assert (decision.verdict, decision.reason, decision.row) == ("historical", "later_value_known", 17)
    assert decision.head == "s1"
    assert slot.held("s2") == [(1, 5)]


def test_saying_it_again_confirms_and_adds_no_revision() -> None:
    slot = Slot()
    slot.tell("berlin", is_at(1))
    decision = slot.tell("berlin", is_at(3), source="bob")
    assert (decision.verdict, decision.reason, decision.statement) == ("confirm", "believed", "s1")
    assert not decision.effects.added
    assert len(slot.state.statements) == 1
    assert slot.state.statements[0].sources == {"ann", "bob"}
    assert decision.effects.grade == {"s1": "corroborated"}


def test_a_confirmation_may_be_of_a_past_period() -> None:
    slot = Slot()
    slot.tell("berlin", is_at(1))
    slot.tell("paris", is_at(5))
    decision = slot.tell("berlin", stay(2, 4), said=9)
    assert (decision.verdict, decision.head) == ("confirm", "s2")


def test_a_recent_change_takes_the_present_from_what_was_said_before_it_was_told() -> None:
    slot = Slot()
    slot.tell("berlin", is_at(40))
    assert slot.tell("lisbon", moved(10, 41), said=41).verdict == "supersede"
    assert [slot.at(day) for day in (5, 10, 40, 99)] == [set(), {"lisbon"}, {"lisbon"}, {"lisbon"}]
    assert slot.tell("rome", is_at(50)).verdict == "supersede"
    assert slot.at(99) == {"rome"}


def test_a_recent_change_told_late_is_before_a_later_one_and_goes_round_a_stay_that_is_over() -> None:
    slot = Slot()
    slot.tell("rome", moved(30, 40), said=40)
    slot.tell("oslo", stay(20, 22), said=41)
    assert slot.tell("paris", moved(10, 42), said=42).verdict == "historical"
    assert [slot.at(day) for day in (10, 21, 25, 35)] == [{"paris"}, {"oslo"}, {"paris"}, {"rome"}]


def test_a_recent_change_of_which_somebody_else_says_otherwise_conflicts() -> None:
    slot = Slot()
    slot.tell("berlin", is_at(40), source="bob")
    assert slot.tell("lisbon", moved(10, 41), said=41).verdict == "conflict"


def test_a_closed_stay_is_a_hole_and_not_an_end() -> None:
    slot = Slot()
    slot.tell("berlin", is_at(1))
    decision = slot.tell("rome", stay(10, 20), said=30)
    assert (decision.verdict, decision.reason, decision.head) == ("historical", "period_over", "s1")
    assert slot.held("s1") == [(1, 10), (20, INF)]
    assert slot.held("s2") == [(10, 20)]


@pytest.mark.parametrize("first", ["rome", "paris"])
def test_a_stay_within_a_longer_one_is_a_hole_in_it_whichever_is_told_first(first: str) -> None:
    slot = Slot()
    spans = {"rome": stay(20, 30), "paris": stay(10, 50)}
    for value in sorted(spans, key=lambda each: each != first):
        slot.tell(value, spans[value], said=100)
    assert [slot.at(day) for day in (15, 25, 40)] == [{"paris"}, {"rome"}, {"paris"}]


def test_of_stays_that_overlap_what_was_said_later_takes_what_they_share_and_hides_nothing_else() -> None:
    slot = Slot()
    slot.tell("rome", stay(10, 30), said=100)
    slot.tell("paris", stay(20, 50), said=101)
    assert [slot.at(day) for day in (15, 25, 40)] == [{"rome"}, {"paris"}, {"paris"}]


def test_a_longer_period_supplements() -> None:
    slot = Slot()
    slot.tell("berlin", is_at(10))
    decision = slot.tell("berlin", since(2, 12), said=12)
    assert (decision.verdict, decision.reason, decision.row) == ("supplement", "longer_period", 6)
    assert slot.at(5) == {"berlin"}
    assert not decision.effects.edges


def test_a_period_that_is_over_in_an_empty_slot_is_historical() -> None:
    slot = Slot()
    decision = slot.tell("rome", stay(1, 5), said=30)
    assert (decision.verdict, decision.reason, decision.row) == ("historical", "period_over", 7)
    assert slot.at(2) == {"rome"}
    assert slot.at(6) == set()


def test_a_denial_of_another_value_stands_beside_the_head() -> None:
    slot = Slot()
    slot.tell("berlin", is_at(1))
    decision = slot.tell("-rome", is_at(2))
    assert (decision.verdict, decision.reason, decision.head) == ("supplement", "compatible", "s1")
    assert slot.at(3) == {"berlin", "-rome"}


def test_a_denial_of_the_head_fills_the_slot() -> None:
    slot = Slot()
    slot.tell("berlin", is_at(1))
    decision = slot.tell("-berlin", is_at(7))
    assert (decision.verdict, decision.reason) == ("supersede", "change")
    assert slot.at(3) == {"berlin"}
    assert slot.at(8) == {"-berlin"}


def test_hate_after_love_flips_the_polarity() -> None:
    slot = Slot(single=False)
    slot.tell("chinese food", is_at(1))
    decision = slot.tell("-chinese food", is_at(2))
    assert (decision.verdict, decision.reason) == ("supersede", "change")
    assert slot.at(1.5) == {"chinese food"}
    assert slot.at(3) == {"-chinese food"}


def test_two_values_in_one_breath_are_ordered_by_turn() -> None:
    slot = Slot()
    for n in range(1, 11):
        assert slot.tell(str(n), is_at(1)).verdict in ("new", "supersede")
    assert len(slot.state.statements) == 10
    assert slot.at(1) == {"10"}


def test_two_sources_of_one_time_conflict_and_the_head_stays() -> None:
    slot = Slot()
    slot.tell("berlin", is_at(1), source="ann")
    decision = slot.tell("paris", is_at(1), source="bob")
    assert (decision.verdict, decision.reason, decision.row, decision.head) == ("conflict", "same_time", 15, "s1")
    assert slot.state.get("s2").standing == "rival"
    assert slot.at(2) == {"berlin"}
    assert slot.state.get("s1").contested_by == ("s2",)
    assert slot.state.get("s1").anchor.penalty == 0.5
    assert [(edge.type, edge.target) for edge in decision.effects.edges] == [("CONTRADICTS", "s1")]


def test_a_rival_said_again_is_confirmed_as_a_rival() -> None:
    slot = Slot()
    slot.tell("berlin", is_at(1), source="ann")
    slot.tell("paris", is_at(1), source="bob")
    decision = slot.tell("paris", is_at(1), source="bob")
    assert (decision.verdict, decision.reason, decision.row) == ("confirm", "rival", 5)
    assert slot.at(2) == {"berlin"}
    assert slot.state.get("s1").anchor.penalty == 0.5


def test_an_official_head_is_protected_and_loses_nothing() -> None:
    slot = Slot()
    slot.tell("acme", is_at(1), grade="official", source="hr")
    before = slot.state.get("s1")
    decision = slot.tell("bolt", is_at(5))
    assert (decision.verdict, decision.reason, decision.row) == ("protected", "official", 10)
    assert slot.state.get("s1") == before
    assert slot.state.get("s2").grade == "unverified"


def test_an_undated_claim_never_costs_an_official_head_its_confidence() -> None:
    slot = Slot()
    slot.tell("acme", is_at(1), grade="official", source="hr")
    decision = slot.tell("bolt", is_at(5), dated=False, live=False, grade="unverified", source=None)
    assert decision.verdict == "protected"
    assert slot.state.get("s1").anchor.penalty == 0


def test_a_later_official_word_replaces_an_official_head_unless_it_is_locked() -> None:
    slot = Slot()
    slot.tell("acme", is_at(1), grade="official", source="hr")
    assert slot.tell("bolt", is_at(5), grade="official", source="hr").verdict == "supersede"
    slot.change("s2", locked=True)
    decision = slot.tell("core", is_at(9), grade="official", source="hr")
    assert (decision.verdict, decision.reason) == ("protected", "locked")


def test_what_has_no_date_and_is_not_said_now_conflicts() -> None:
    slot = Slot()
    slot.tell("berlin", is_at(1))
    decision = slot.tell("paris", is_at(5), dated=False, live=False)
    assert (decision.verdict, decision.reason, decision.row) == ("conflict", "no_date", 11)
    assert slot.tell("rome", is_at(6), dated=False, live=True).verdict == "supersede"


def test_a_declared_contradiction_replaces_nothing() -> None:
    slot = Slot()
    slot.tell("berlin", is_at(1))
    decision = slot.tell("paris", is_at(5), conflicts_with="s1")
    assert (decision.verdict, decision.reason) == ("conflict", "declared")
    assert slot.at(9) == {"berlin"}


def test_an_explicit_target_gives_way_even_to_a_weaker_word() -> None:
    slot = Slot()
    slot.tell("berlin", is_at(1), grade="corroborated")
    decision = slot.tell("paris", is_at(5), replaces="s1", source=None)
    assert (decision.verdict, decision.reason, decision.row) == ("supersede", "change", 12)


def test_an_explicit_target_that_is_later_was_never_so() -> None:
    slot = Slot()
    slot.tell("paris", is_at(5))
    decision = slot.tell("berlin", moved(2), said=9, replaces="s1")
    assert (decision.verdict, decision.reason) == ("supersede", "correction")
    assert slot.state.get("s1").standing == "corrected"
    assert slot.held("s2") == [(2, INF)]


def test_actually_takes_back_what_the_source_said_as_if_never_said() -> None:
    slot = Slot()
    slot.tell("berlin", since(1, 2), said=2)
    slot.tell("paris", is_at(5))
    decision = slot.tell("rome", is_at(6), correction=True)
    assert (decision.verdict, decision.reason, decision.row) == ("supersede", "correction", 13)
    assert slot.held("s1") == [(1, 6)]
    assert slot.held("s2") == []
    assert slot.held("s3") == [(6, INF)]


def test_a_source_that_says_otherwise_later_of_one_time_corrects_itself() -> None:
    slot = Slot()
    slot.tell("berlin", since(1, 5), said=5)
    decision = slot.tell("paris", since(3, 9), said=9)
    assert (decision.verdict, decision.reason, decision.row) == ("supersede", "correction", 13)
    assert slot.held("s1") == [(1, 3)]
    assert slot.held("s2") == [(3, INF)]


def test_what_a_voided_statement_had_displaced_returns() -> None:
    slot = Slot()
    slot.tell("berlin", since(1, 2), said=2)
    slot.tell("paris", is_at(10))
    decision = slot.tell("rome", stay(8, 12), said=20)
    assert (decision.verdict, decision.reason) == ("supersede", "correction")
    assert slot.held("s1") == [(1, 8), (12, INF)]
    assert slot.held("s2") == []


def test_a_better_grade_corrects_what_is_of_the_same_time() -> None:
    slot = Slot()
    slot.tell("berlin", is_at(1), source="ann")
    decision = slot.tell("paris", is_at(1), source="registry", grade="official")
    assert (decision.verdict, decision.row) == ("supersede", 13)
    assert slot.at(1) == {"paris"}


def test_what_its_source_said_otherwise_since_fills_only_what_is_left() -> None:
    slot = Slot()
    slot.tell("paris", since(3, 9), said=9)
    decision = slot.tell("berlin", since(1, 5), said=5)
    assert (decision.verdict, decision.reason, decision.row) == ("historical", "said_again_since", 14)
    assert slot.held("s2") == [(1, 3)]
    assert decision.head == "s1"


def test_a_weaker_word_waits() -> None:
    slot = Slot()
    slot.tell("berlin", is_at(1), grade="corroborated")
    decision = slot.tell("paris", is_at(5), source=None)
    assert (decision.verdict, decision.reason, decision.row) == ("conflict", "weaker_word", 16)
    inferred = slot.tell("rome", is_at(6), source="bob", origin="inferred")
    assert (inferred.verdict, inferred.reason) == ("conflict", "weaker_word")


@pytest.mark.parametrize("gate", ["question", "hypothetical", "wish", "quotation", "echo", "no_claim"])
def test_what_claims_nothing_never_touches_the_slot(gate: str) -> None:
    slot = Slot()
    slot.tell("berlin", is_at(1))
    before = slot.state
    decision = slot.tell("paris", is_at(5), gate=gate)
    assert (decision.verdict, decision.reason, decision.row) == ("raw_only", gate, 2)
    assert decision.effects.nothing
    assert slot.state == before


def test_what_the_gate_refuses_is_rejected() -> None:
    assert Slot().tell("berlin", is_at(1), gate="rejected").verdict == "rejected"


def test_texts_without_a_slot_are_equal_or_new_and_never_contradict() -> None:
    slot = Slot(opaque=True, single=False)
    assert slot.tell("the sky is blue", is_at(1)).reason == "no_slot"
    assert slot.tell("the sky is blue", is_at(2)).reason == "same_text"


def test_a_text_may_name_the_text_it_replaces() -> None:
    slot = Slot(opaque=True, single=False)
    slot.tell("we deploy on mondays", is_at(1))
    decision = slot.tell("we deploy on tuesdays", is_at(5), replaces="s1")
    assert (decision.verdict, decision.reason) == ("supersede", "change")
    assert slot.held("s1") == [(1, 5)]


def test_years_that_only_touch_do_not_conflict() -> None:
    slot = Slot()
    slot.tell("acme", vague(0, 365), source="ann")
    decision = slot.tell("bolt", vague(0, 365), source="bob", said=400)
    assert decision.verdict != "conflict"
    assert slot.at(50) == {"acme"}
    assert slot.at(300) == {"bolt"}


def test_two_sources_of_one_time_conflict_even_where_the_same_value_was_believed_before() -> None:
    slot = Slot()
    slot.tell("berlin", is_at(1), source="ann")
    slot.tell("-berlin", is_at(4), source="ann")
    decision = slot.tell("berlin", is_at(4), source="bob")
    assert (decision.verdict, decision.reason) == ("conflict", "same_time")
    assert slot.at(5) == {"-berlin"}


def test_unnamed_speakers_count_as_one_so_that_rapid_changes_are_no_conflicts() -> None:
    slot = Slot()
    for value in ("1", "2", "3"):
        slot.tell(value, is_at(1), source=None)
    assert slot.at(1) == {"3"}
    assert slot.verdicts == ["new:unopposed", "supersede:correction", "supersede:correction"]


def test_an_old_confirmation_that_is_imported_late_counts_from_when_it_was_said() -> None:
    slot = Slot(now=400)
    slot.tell("berlin", is_at(1))
    slot.tell("berlin", is_at(30), source="bob")
    anchor = slot.state.statements[0].anchor
    assert (anchor.at // DAY, anchor.value, anchor.state) == (30, 0.95, "confirmed")


def test_a_late_report_that_ends_the_present_value_is_a_change_and_no_history() -> None:
    slot = Slot()
    slot.tell("paris", is_at(1))
    slot.tell("-berlin", is_at(4))
    decision = slot.tell("berlin", moved(2), said=9)
    assert (decision.verdict, decision.reason, decision.replaced) == ("supersede", "change", ("s1",))
    assert [slot.at(day) for day in (1, 3, 5)] == [{"paris"}, {"berlin"}, {"-berlin"}]
    assert decision.head == "s2"


def test_a_revision_displaces_what_one_source_dates_vaguely_and_another_surely() -> None:
    slot = Slot()
    slot.tell("berlin", is_at(0))
    slot.tell("rome", vague(6, 10), said=6)
    slot.tell("rome", is_at(6), source="bob")
    decision = slot.tell("-rome", since(0, 9), explicit=True)
    assert (decision.verdict, decision.reason) == ("supersede", "change")
    assert slot.at(6) == {"-rome"}
    assert slot.at(0) == {"berlin", "-rome"}
