from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from doxa.dream.replies import Assessed, Assessments, Upheld
from doxa.dream_records import Proposal
from doxa.errors import InvalidInput, ModelFailure, NotFound
from tests.dream.scripted import Scripted, lines


def is_junk(words):
    return "small talk" in words


def judging(**more):
    """Return answers of a model that finds small talk useless, and upholds that."""

    def assess(_, text, tools):
        found = [
            Assessed(number, 0.1, True, "It is small talk only.", **more) if is_junk(words) else Assessed(number, 0.9)
            for number, words in lines(text)
        ]
        return Assessments(tuple(found))

    return {Assessments: assess, Upheld: lambda _, text, tools: Upheld(tuple(number for number, _ in lines(text)))}


@pytest.fixture
def opened(open_memory) -> Callable[..., object]:
    """Return a function that opens Ana's memory with a model."""

    def one(answers=None, *, failing=0, **more):
        model = Scripted(answers or judging(), failing)
        memory = open_memory(user="ana", model=model, mode="lite", **more)
        memory.model = model
        return memory

    return one


def fill(memory, junk, good, start=0):
    for number in range(start, start + junk):
        memory.add(f"Some small talk about cloud {number}.", kind="knowledge", extract=False)
    for number in range(start, start + good):
        memory.add(f"The key of door {number} hangs on hook {number + 100}.", kind="knowledge", extract=False)


def junk_left(memory):
    return sum(is_junk(each.text) for each in memory.list(limit=1000).items)


def test_what_a_model_finds_useless_goes_once_it_is_old_enough(opened, clock):
    memory = opened()
    fill(memory, 1, 3)
    first = memory.dream(["assess"])
    assert (first.counts["assessed"], first.guarded[0].why) == (4, "younger than 7 days")
    clock.advance(days=1)
    assert memory.dream(["assess"]).applied == ()
    clock.advance(days=6, hours=1)
    asked = len(memory.model.asked)
    assert memory.dream(["assess"]).counts["deprecate"] == 1
    assert len(memory.model.asked) == asked, "it is not asked again"
    assert [each.text for each in memory.list(include=("archived",)).items] == ["Some small talk about cloud 0."]


def test_a_memory_that_is_old_already_goes_at_once(opened, clock):
    memory = opened()
    fill(memory, 1, 1)
    clock.advance(days=30)
    assert memory.dream(["assess"]).counts["deprecate"] == 1


def test_a_model_that_proposes_to_delete_everything_meets_the_cap(opened, clock):
    memory = opened()
    fill(memory, 20, 0)
    clock.advance(days=30)
    report = memory.dream(["assess"])
    assert (report.counts["deprecate"], junk_left(memory)) == (10, 10)
    assert {each.why for each in report.guarded} == {"the cap of 30 days is reached"}
    for _ in range(5):
        clock.advance(days=1)
        memory.dream(["assess"])
    assert junk_left(memory) == 10, "many runs do not add up"
    clock.advance(days=30)
    memory.dream(["assess"])
    assert junk_left(memory) == 10, "nothing was newly assessed, of which a share could go"


def test_two_plans_made_before_either_is_applied_do_not_add_up(opened, clock):
    memory = opened()
    fill(memory, 10, 0)
    clock.advance(days=30)
    plans = [memory.plan(["assess"]) for _ in range(2)]
    assert memory.apply(plans[0].id).counts["deprecate"] == 5
    report = memory.apply(plans[1].id)
    assert "deprecate" not in report.counts
    assert junk_left(memory) == 5


@pytest.mark.parametrize("ratio", [0.05, 0.95])
def test_a_ratio_out_of_range_is_refused(open_memory, monkeypatch, ratio):
    monkeypatch.setenv("DOXA_DREAM_DEPRECATION_RATIO", str(ratio))
    with pytest.raises(InvalidInput, match=r"0\.1"):
        open_memory()


def test_a_ratio_in_range_is_kept_to(opened, clock, monkeypatch):
    monkeypatch.setenv("DOXA_DREAM_DEPRECATION_RATIO", "0.2")
    memory = opened()
    fill(memory, 10, 0)
    clock.advance(days=30)
    assert memory.dream(["assess"]).counts["deprecate"] == 2


@pytest.mark.parametrize("mark", ["published", "official", "lock", "pin"])
def test_what_is_protected_is_never_deprecated(opened, clock, mark):
    memory = opened()
    fill(memory, 1, 3)
    ref = next(each.id for each in memory.list().items if is_junk(each.text))
    if mark == "published":
        memory.update(ref, tags=["published"])
    elif mark == "official":
        memory.set_evidence(ref, "official")
    else:
        getattr(memory, mark)(ref)
    clock.advance(days=30)
    report = memory.dream(["assess"])
    assert "deprecate" not in report.counts
    assert len(report.guarded) == 1


def test_what_another_memory_refers_to_is_kept(opened, clock):
    memory = opened(judging(related=(1,)))
    fill(memory, 2, 2)
    clock.advance(days=30)
    report = memory.dream(["assess"])
    assert [each.why for each in report.guarded] == ["another memory refers to it"]
    assert report.counts["link"] == 1


def test_what_a_second_look_does_not_uphold_is_kept(opened, clock):
    memory = opened({**judging(), Upheld: lambda *_: Upheld((0,))})
    fill(memory, 3, 3)
    clock.advance(days=30)
    report = memory.dream(["assess"])
    assert (report.counts["deprecate"], report.counts["refuted"], len(report.refuted)) == (1, 2, 2)


def test_a_batch_that_failed_is_reported_and_judged_by_the_next_dream(opened, clock):
    memory = opened(failing=6)
    fill(memory, 1, 3)
    clock.advance(days=30)
    first = memory.dream(["assess"])
    assert (first.counts["assessed"], first.applied) == (0, ())
    assert "4 of a batch of 4 memories were not judged" in first.errors[0]
    assert memory.dream(["assess"]).counts == {
        "deprecate": 1,
        "assessed": 4,
        "skipped": 0,
        "guarded": 0,
        "refuted": 0,
        "errors": 0,
    }


def test_one_memory_that_the_model_cannot_read_does_not_keep_the_others_from_it(opened, clock):
    answers = judging()

    def choking(_, text, tools):
        if "hook 101" in text:
            raise ModelFailure("out of shape")
        return judging()[Assessments](_, text, tools)

    memory = opened({**answers, Assessments: choking})
    fill(memory, 2, 3)
    clock.advance(days=30)
    report = memory.dream(["assess"])
    assert (report.counts["assessed"], report.counts["deprecate"]) == (4, 2)
    assert "1 of a batch of 5" in report.errors[0]
    for _ in range(2):
        assert memory.dream(["assess"]).counts["assessed"] == 0, "only that one is asked about again"
    asked = len(memory.model.asked)
    assert memory.dream(["assess"]).errors == ()
    assert len(memory.model.asked) == asked, "after three dreams it is left alone"


def test_a_memory_that_cannot_be_read_never_keeps_later_ones_from_it(opened, clock):
    def choking(_, text, tools):
        if "hook 100" in text:
            raise ModelFailure("out of shape")
        return judging()[Assessments](_, text, tools)

    memory = opened({**judging(), Assessments: choking})
    fill(memory, 0, 1)
    fill(memory, 0, 3, start=50)
    assert memory.dream(["assess"]).counts["assessed"] == 3


def test_a_model_that_is_away_is_not_asked_about_every_batch(opened):
    memory = opened(failing=1_000)
    fill(memory, 0, 100)
    memory.dream(["assess"])
    assert len(memory.model.asked) == 6


def test_a_dry_run_moves_no_cursor(opened, clock):
    memory = opened()
    fill(memory, 1, 3)
    clock.advance(days=30)
    foreseen = memory.dream(["assess"], dry_run=True)
    assert memory.dream(["assess"]).counts == foreseen.counts


def test_undo_lets_what_was_assessed_be_assessed_again(opened, clock):
    memory = opened()
    fill(memory, 1, 3)
    clock.advance(days=30)
    report = memory.dream(["assess"])
    memory.undo(report.operation)
    assert memory.dream(["assess"]).counts["assessed"] == 4


def test_a_model_sets_no_grade_and_writes_over_no_text(opened, clock):
    memory = opened(judging(tags=("evidence:official", "published", "latest", "weather")))
    fill(memory, 1, 0)
    before = memory.list().items[0]
    memory.dream(["assess"])
    after = memory.list().items[0]
    assert after.tags == ("weather",)
    assert (after.evidence, after.text, after.title) == (before.evidence, before.text, before.title)


@pytest.mark.parametrize(
    ("variable", "argument", "shown"),
    [
        (None, None, None),
        ("Keep jokes.", None, "Keep jokes."),
        ("Keep jokes.", "Keep rhymes.", "Keep rhymes."),
        ("Keep jokes.", "", None),
    ],
)
def test_the_policy_is_the_arguments_else_the_settings_else_none(opened, monkeypatch, variable, argument, shown):
    if variable is not None:
        monkeypatch.setenv("DOXA_DREAM_POLICY", variable)
    memory = opened()
    fill(memory, 0, 1)
    report = memory.dream(["assess"], policy=argument)
    told = memory.model.asked[0][0]
    assert ("## DEPLOYMENT POLICY" in told) == (shown is not None)
    assert report.policy == (shown or "")
    assert shown is None or told.endswith(shown)


def test_tokens_are_counted(opened):
    memory = opened()
    fill(memory, 0, 1)
    assert memory.dream(["assess"]).usage.input_tokens == 100


def thirty_days(open_memory, clock, junk, good):
    """Return what hourly dreams of thirty days deprecate, what one at their end does, and what its cap holds back."""
    from doxa import ManualClock

    once = open_memory("once", user="ana", model=Scripted(judging()), mode="lite", clock=ManualClock(clock.now()))
    hourly = open_memory("hourly", user="ana", model=Scripted(judging()), mode="lite")
    for hour in range(30 * 24):
        if hour % 24 == 0:
            fill(hourly, junk, good, start=hour)
            once._core.clock.set(clock.now())
            fill(once, junk, good, start=hour)
        hourly.dream(["assess"])
        clock.advance(hours=1)
    hourly.dream(["assess"])
    once._core.clock.set(clock.now())
    report = once.dream(["assess"])
    capped = {text for each in report.guarded if each.why.startswith("the cap") for text in each.shown}
    archived = [{each.text for each in m.list(include=("archived",), limit=1000).items} for m in (hourly, once)]
    return (*archived, capped)


@pytest.mark.slow
def test_hourly_dreams_of_thirty_days_reach_what_one_dream_does(open_memory, clock):
    """With a cap that does not bind, hourly dreams deprecate all that one dream at the end does."""
    hourly, once, capped = thirty_days(open_memory, clock, 1, 4)
    assert (hourly, capped) == (once, set())
    assert len(hourly) == 24


@pytest.mark.slow
def test_hourly_dreams_under_a_cap_deprecate_a_part_of_what_one_dream_proposes(open_memory, clock):
    hourly, once, capped = thirty_days(open_memory, clock, 3, 1)
    assert len(once) == 60, "half of the 120 that it assessed"
    assert hourly <= once | capped
    assert len(hourly) <= 60
    assert len(hourly) > 40


def test_a_hosts_deprecations_meet_the_same_guardrails(ana, tell, clock):
    refs = [tell(f"Some small talk about cloud {number}.").kref for number in range(8)]
    wanted = [Proposal(action="deprecate", refs=(ref,), reason="It is small talk only.") for ref in refs]
    young = ana.plan(proposals=wanted)
    assert (young.proposals, {each.why for each in young.guarded}) == ((), {"younger than 7 days"})
    clock.advance(days=30)
    report = ana.apply(ana.plan(proposals=wanted).id)
    assert report.counts["deprecate"] == 4
    left = [each for each in wanted if each.refs[0] in {b.kref for b in ana.list().items}]
    assert ana.plan(proposals=left).proposals == ()


@pytest.mark.parametrize(
    ("proposal", "error"),
    [
        (Proposal(action="destroy", refs=("x",)), InvalidInput),
        (Proposal(action="reground", refs=("x",)), InvalidInput),
        (Proposal(action="deprecate"), InvalidInput),
        (Proposal(action="deprecate", refs=("0" * 32,)), NotFound),
        (Proposal(action="deprecate", refs=("kref://default/none.knowledge",)), NotFound),
    ],
)
def test_a_hosts_proposal_that_cannot_be_is_refused(ana, proposal, error):
    with pytest.raises(error):
        ana.plan(proposals=[proposal])


def test_circular_merges_are_refused_or_skipped(ana, tell):
    one, other = tell("The well is dry."), tell("The pump is broken.")
    with pytest.raises(InvalidInput, match="with itself"):
        ana.plan(proposals=[Proposal(action="merge", refs=(one.kref,), into=one.kref)])
    circle = [
        Proposal(action="merge", refs=(one.kref,), into=other.kref),
        Proposal(action="merge", refs=(other.kref,), into=one.kref),
    ]
    report = ana.apply(ana.plan(proposals=circle).id)
    assert report.counts["merge"] == 1
    assert [each.id for each in ana.list().items] == [other.id]


def test_a_host_cannot_grade_evidence_by_a_label(ana, tell):
    ref = tell("The well is dry.").kref
    for label in ("evidence:official", "published", "latest"):
        wanted = Proposal(action="relabel", refs=(ref,), details={"tags": [label, "well"]})
        with pytest.raises(InvalidInput, match=label):
            ana.plan(proposals=[wanted])
    assert ana.get(ref).tags == ()


def test_a_long_dream_stays_the_only_one(opened, clock):
    answers = judging()

    def slowly(_, text, tools):
        clock.advance(minutes=7)
        assert memory._core.graph.lease("dream", holder="another", lasts=timedelta(minutes=1)) is not None
        return answers[Assessments](_, text, tools)

    memory = opened({**answers, Assessments: slowly})
    fill(memory, 0, 60)
    assert memory.dream(["assess"]).counts["assessed"] == 60
    assert memory._core.graph.lease("dream", holder="another", lasts=timedelta(minutes=1)) is None
