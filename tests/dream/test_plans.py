from __future__ import annotations

import pytest

from doxa import ANY, Proposal
from doxa.errors import Busy, InvalidInput, NotFound
from tests.dream.conftest import present

FENCE = "The fence at the cottage needs a new coat of paint."
SAME = "Well, the fence at the cottage really requires a new coat of paint!"


@pytest.fixture
def twins(tell):
    return tell(FENCE), tell(SAME)


def live(memory):
    return {each.text for each in memory.list().items}


def test_a_plan_changes_no_memory(ana, twins):
    before = present(ana)
    plan = ana.plan(["duplicates"])
    assert [each.action for each in plan.proposals] == ["merge"]
    assert present(ana) == before


def test_a_plan_names_exact_revisions_a_reason_and_how_sure_it_is(ana, twins):
    (merge,) = ana.plan(["duplicates"]).proposals
    assert (merge.refs, merge.into) == ((twins[1].kref,), twins[0].kref)
    assert merge.reason == "says the same in other words"
    assert merge.confidence == 0.98
    assert merge.shown == (FENCE, SAME)


def test_apply_does_what_the_plan_says_as_one_operation(ana, twins):
    plan = ana.plan(["duplicates"])
    report = ana.apply(plan.id)
    assert report.counts["merge"] == 1
    assert live(ana) == {FENCE}
    assert ana.operations(limit=1).items[0].id == report.operation


def test_undo_gives_back_every_present_read(ana, tell, twins, clock):
    tell("The river beside the cottage froze over.", tags=["seen"])
    before, then = present(ana), ana.status().last_operation
    plan = ana.plan()
    report = ana.apply(plan.id)
    assert present(ana) != before
    ana.undo(report.operation)
    assert present(ana) == before
    assert {each.text for each in ana.as_of(then).list().items} == set(live(ana))


def test_every_earlier_view_is_as_it_was(ana, twins):
    then = ana.status().last_operation
    before = ana.as_of(then).list().items
    report = ana.dream()
    assert ana.as_of(then).list().items == before
    ana.undo(report.operation)
    assert ana.as_of(then).list().items == before
    assert ana.as_of(report.operation).list().items != before


def test_a_plan_can_be_applied_again_after_its_undo(ana, twins):
    plan = ana.plan(["duplicates"])
    ana.undo(ana.apply(plan.id).operation)
    assert ana.review(plan.id).operation is None
    assert ana.apply(plan.id).counts["merge"] == 1


def test_a_plan_applied_twice_does_nothing_the_second_time(ana, twins):
    plan = ana.plan(["duplicates"])
    ana.apply(plan.id)
    before, last = present(ana), ana.status().last_operation
    again = ana.apply(plan.id)
    assert (again.operation, again.applied, again.skipped[0].why) == (None, (), "applied before")
    assert (present(ana), ana.status().last_operation) == (before, last)


def test_a_plan_and_its_report_stand_for_the_plans_id(ana, twins):
    plan = ana.plan(["duplicates"])
    assert ana.review(plan, refuse=["p1"]).proposals[0].state == "refused"
    assert ana.apply(plan).skipped[0].state == "refused", "what was reviewed counts, not the plan as it was at first"
    again = ana.plan(["duplicates"])
    report = ana.apply(again)
    assert report.counts["merge"] == 1
    assert ana.review(report).operation == report.operation
    assert ana.apply(report).skipped[0].why == "applied before"


def test_what_names_no_plan_is_refused(ana, twins):
    with pytest.raises(InvalidInput, match="dry run keeps none"):
        ana.apply(ana.dream(dry_run=True))
    with pytest.raises(InvalidInput, match=r"doxa\.Plan"):
        ana.apply(7)


def test_what_was_refused_is_not_applied(ana, twins):
    plan = ana.plan(["duplicates"])
    assert ana.review(plan.id, refuse=["p1"]).proposals[0].state == "refused"
    report = ana.apply(plan.id)
    assert (report.applied, report.skipped[0].state) == ((), "refused")
    assert len(live(ana)) == 2


def test_the_later_word_of_a_review_counts(ana, twins):
    plan = ana.plan(["duplicates"])
    ana.review(plan.id, refuse=["p1"])
    assert ana.review(plan.id, accept=["p1"]).proposals[0].state == "accepted"
    assert ana.apply(plan.id).counts["merge"] == 1


def test_a_review_of_what_is_not_there_or_was_applied_is_refused(ana, twins):
    plan = ana.plan(["duplicates"])
    with pytest.raises(InvalidInput, match="no open proposal 'p9'"):
        ana.review(plan.id, accept=["p9"])
    ana.apply(plan.id)
    with pytest.raises(InvalidInput, match="was applied by operation"):
        ana.review(plan.id, refuse=["p1"])


def test_what_no_longer_holds_is_skipped_and_reported(ana, tell, twins):
    other = tell("The boat is moored at the second pier."), tell("The boat is really moored at the second pier.")
    plan = ana.plan(["duplicates"])
    ana.update(twins[1].id, "The gate at the cottage needs oil.")
    report = ana.apply(plan.id)
    assert [each.why for each in report.skipped] == ["what it names has changed since"]
    assert [each.into for each in report.applied] == [other[0].kref]


@pytest.mark.parametrize("verb", ["delete", "lock", "pin"])
def test_what_was_deleted_or_protected_since_is_left_alone(ana, twins, verb):
    plan = ana.plan(["duplicates"])
    getattr(ana, verb)(twins[1].id)
    report = ana.apply(plan.id)
    assert len(report.skipped) == 1
    assert ana.list(include=("archived",)).items == ()


def test_a_plan_of_another_project_is_not_there(open_memory, ana, twins):
    plan = ana.plan(["duplicates"])
    with pytest.raises(NotFound):
        open_memory("other", user="ana").apply(plan.id)


def test_another_users_plan_is_not_there(ana, twins):
    plan = ana.plan(["duplicates"])
    with pytest.raises(NotFound):
        ana.apply(plan.id, user="bob")


def test_a_memory_is_no_plan(ana, twins):
    with pytest.raises(NotFound, match="not a plan"):
        ana.apply(twins[0].id)


def test_an_unknown_pass_is_refused_and_the_near_one_named(ana):
    with pytest.raises(InvalidInput, match="'duplicates'"):
        ana.plan(["duplicate"])


def test_nobody_dreams_for_everybody_at_once(ana):
    with pytest.raises(InvalidInput, match="ANY"):
        ana.dream(user=ANY)


def test_a_dry_run_tells_what_the_dream_then_does_and_writes_nothing(ana, tell, twins, clock):
    for number in range(4):
        tell(f"The heron by the river caught {number + 2} fish.")
    clock.advance(days=90)
    last = ana.status().last_operation
    foreseen = ana.dream(dry_run=True)
    assert ana.status().last_operation == last
    done = ana.dream()
    assert [(e.action, e.refs, e.into, e.text) for e in foreseen.applied] == [
        (e.action, e.refs, e.into, e.text) for e in done.applied
    ]
    assert (foreseen.counts, foreseen.after) == (done.counts, done.after)
    assert {each.action for each in done.applied} >= {"merge", "compress"}


def test_where_there_is_nothing_to_do_nothing_is_written(ana):
    last = ana.status().last_operation
    report = ana.dream()
    assert (report.operation, report.plan, ana.status().last_operation) == (None, "", last)


def test_a_second_dream_finds_nothing_more(ana, tell, twins):
    tell("The river beside the cottage froze over.")
    ana.dream()
    assert ana.dream().applied == ()


def test_a_crash_in_the_middle_of_apply_leaves_nothing_of_it(ana, tell, twins, monkeypatch):
    from doxa.dream import actions

    tell("The boat is moored at the second pier.")
    tell("The boat is really moored at the second pier.")
    plan = ana.plan(["duplicates"])
    before, merged = present(ana), []

    def failing(*given):
        merged.append(given)
        if len(merged) == 2:
            raise OSError("the disk went away")
        return real(*given)

    real = actions.merge_into
    monkeypatch.setattr(actions, "merge_into", failing)
    with pytest.raises(OSError, match="went away"):
        ana.apply(plan.id)
    monkeypatch.undo()
    assert present(ana) == before
    assert ana.apply(plan.id).counts["merge"] == 2


def test_one_dream_at_a_time_and_a_dead_runner_keeps_others_out_for_minutes_only(ana, twins, clock):
    from datetime import timedelta

    ana._core.graph.lease("dream", holder="dead", lasts=timedelta(minutes=10))
    with pytest.raises(Busy, match="dreaming already"):
        ana.dream()
    clock.advance(minutes=10)
    assert ana.dream(["duplicates"]).counts["merge"] == 1


def test_the_lease_is_given_back_when_a_dream_fails(ana, twins):
    with pytest.raises(InvalidInput):
        ana.dream(["nothing"])
    assert ana.dream(["duplicates"]).counts["merge"] == 1


def test_a_budget_must_be_time_at_all(ana):
    from datetime import timedelta

    with pytest.raises(InvalidInput, match="budget"):
        ana.dream(budget=timedelta())


def test_a_dream_out_of_time_says_what_it_left_and_the_next_begins_with_it(ana, twins):
    from datetime import timedelta

    first = ana.dream(["duplicates", "links"], budget=timedelta(microseconds=1))
    assert first.unfinished == ("duplicates", "links")
    assert ana.dream(["duplicates", "links"]).counts["merge"] == 1


def test_a_pass_that_time_cut_short_keeps_what_it_found_and_comes_first_next_time(ana, tell, clock, monkeypatch):
    from datetime import timedelta
    from itertools import count

    for who, where in (("heron", "river"), ("miller", "village"), ("captain", "harbour")):
        for number in (3, 4, 5):
            tell(f"The {who} of the {where} sang {number} songs for the {who}s of the {where}.")
    clock.advance(days=90)
    seconds = count()
    monkeypatch.setattr("doxa.dream.dreaming.monotonic", lambda: next(seconds))
    first = ana.dream(["compress", "archive"], budget=timedelta(seconds=3))
    assert (first.unfinished, first.counts["compress"]) == (("compress", "archive"), 2)
    monkeypatch.undo()
    second = ana.dream(["compress", "archive"])
    assert (second.unfinished, second.counts["compress"]) == ((), 1)


def test_progress_is_told_which_pass_begins(ana, twins):
    told = []
    ana.dream(["duplicates", "links"], progress=lambda *each: told.append(each))
    assert told == [("duplicates", 0, 2), ("links", 1, 2), ("", 2, 2)]


def test_the_report_is_a_page_that_names_what_was_done(ana, twins):
    page = ana.dream(["duplicates"]).markdown()
    assert page.startswith("# Dream\n")
    assert "| knowledge | 2 | 1 |" in page
    assert f"“{SAME}”" in page


def test_the_report_is_kept_as_a_revision_of_the_plan(ana, twins):
    report = ana.dream(["duplicates"])
    kept = ana.get(report.plan)
    assert (kept.kind, kept.revision, kept.metadata["counts"]["merge"]) == ("dream_plan", 2, 1)
    assert FENCE not in str(kept)


@pytest.mark.parametrize("applied", [False, True])
def test_erasing_a_memory_leaves_no_word_of_it_in_a_plan(ana, tell, twins, home, applied):
    from doxa.dream_records import Proposal

    secret = Proposal(action="create_schema", refs=(twins[0].kref, twins[1].kref), text="Paints xylophone fences.")
    plan = ana.plan(proposals=[secret])
    if applied:
        ana.apply(plan)
    assert ana.erase(twins[0].id, confirm=True).state == "complete"
    with pytest.raises(NotFound):
        ana.review(plan.id)
    ana.close()
    assert b"xylophone" not in b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())


def test_a_plan_and_what_it_did_survive_an_export(open_memory, ana, twins, tmp_path):
    plan = ana.plan(["duplicates"])
    done = ana.apply(plan.id)
    ana.export(tmp_path / "all.jsonl", user=ANY)
    ana.close()
    copy = open_memory("default", user="ana", home=tmp_path / "elsewhere")
    copy.import_(tmp_path / "all.jsonl")
    assert copy.review(plan.id).operation == done.operation
    assert copy.apply(plan.id).skipped[0].why == "applied before"
    copy.undo(done.operation)
    assert live(copy) == {FENCE, SAME}
    assert copy.apply(plan.id).counts["merge"] == 1
    assert copy.doctor().ok


@pytest.mark.parametrize(
    ("proposal", "said"),
    [
        ({"action": "relabel", "details": {"tags": ["published"]}}, "published"),
        ({"action": "relabel", "text": "evidence:official"}, "evidence:official"),
        ({"action": "relabel"}, "tags"),
        ({"action": "create_intention", "text": "Buy paint."}, "no end"),
        ({"action": "create_intention", "text": "Buy.", "details": {"expires": "2020-01-01T00:00:00Z"}}, "is over"),
        ({"action": "create_schema", "text": "x" * 20_001}, "20,001 characters"),
    ],
)
def test_a_host_is_told_what_its_proposal_lacks_or_may_not_set(ana, tell, proposal, said):
    ref = tell("The fence needs paint.").kref
    with pytest.raises(InvalidInput, match=said):
        ana.plan(proposals=[Proposal(refs=(ref,), reason="Somebody should.", **proposal)])


def test_a_host_labels_and_intends_with_an_end(ana, tell):
    ref = tell("The fence needs paint.").kref
    label = Proposal(action="relabel", refs=(ref,), text="cottage")
    until = Proposal(
        action="create_intention", refs=(ref,), text="Buy paint.", details={"expires": "2030-01-01T00:00:00Z"}
    )
    assert ana.apply(ana.plan(proposals=[label, until])).counts["create_intention"] == 1
    assert "cottage" in ana.get(ref).tags
    assert ana.list(kinds=("intention",)).items[0].text == "Buy paint."


def test_circular_merges_of_a_host_are_told_of(ana, tell):
    one, other = tell("The fence needs paint.").kref, tell("The fence really needs paint.").kref
    both = [Proposal(action="merge", refs=(a,), into=b, reason="the same") for a, b in ((one, other), (other, one))]
    plan = ana.plan(proposals=both)
    assert [each.why for each in plan.guarded] == ["an earlier proposal takes what it names"]
    assert len(plan.proposals) == 1
