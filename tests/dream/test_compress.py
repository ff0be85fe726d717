from __future__ import annotations

import pytest

from doxa import ANY
from doxa.dream.replies import Summary
from tests.dream.scripted import Scripted

HERONS = [f"The heron by the river caught {number} fish in the reeds." for number in (2, 3, 4, 5)]


def summaries(memory):
    return memory.list(kinds=("summary",)).items


def archived(memory):
    return memory.list(include=("archived",)).items


@pytest.fixture
def faded(ana, tell, clock):
    found = [
        tell(text, metadata={"place": f"reeds {at}"}, source=f"s{at}", session="walk") for at, text in enumerate(HERONS)
    ]
    clock.advance(days=60)
    return found


def test_what_is_no_longer_used_becomes_one_summary_in_its_own_words(ana, faded):
    ana.dream(["compress"])
    (summary,) = summaries(ana)
    assert summary.text == " ".join(HERONS)
    assert {each.id for each in archived(ana)} == {each.id for each in faded}


def test_a_summary_keeps_owners_labels_sources_metadata_and_ids(ana, faded):
    ana.dream(["compress"])
    (summary,) = summaries(ana)
    assert (summary.user, summary.session, summary.author) == ("ana", "walk", "agent")
    assert set(summary.sources) == {"s0", "s1", "s2", "s3"}
    assert summary.metadata["summarized_from"] == [each.id for each in faded]
    assert summary.metadata["sources"]["place"] == [f"reeds {at}" for at in range(4)]
    assert summary.said_at == faded[0].recorded_at


def test_a_summary_rests_on_its_sources_which_come_back_by_restore(ana, faded):
    ana.dream(["compress"])
    (summary,) = summaries(ana)
    with ana._core.graph.view(user=ANY) as view:
        targets = {edge.target for edge in view.edges([view.resolve(summary.id)], types=("DERIVED_FROM",))}
        assert targets == {view.resolve(each.kref) for each in faded}
    ana.restore(faded[0].id)
    assert ana.get(faded[0].id).status == "live"


def test_what_is_used_or_protected_is_not_compressed(ana, tell, faded, clock):
    ana.recall("heron river fish reeds")
    assert ana.dream(["compress"]).applied == ()
    clock.advance(days=60)
    for each in faded[:2]:
        ana.pin(each.id)
    assert ana.dream(["compress"]).applied == ()


def test_a_group_never_grows_beyond_its_size(ana, tell, clock):
    for number in range(30):
        tell(f"The heron by the river caught {number + 2} fish in the reeds.")
    clock.advance(days=60)
    plan = ana.plan(["compress"])
    assert plan.proposals
    assert max(len(each.refs) for each in plan.proposals) <= 8


def test_a_models_summary_is_taken_where_the_memories_bear_it_out(open_memory, clock):
    said = "The heron by the river caught 2, 3, 4 and 5 fish in the reeds."
    for text, kept in ((said, said), ("The heron caught 99 trout in Oslo.", " ".join(HERONS))):
        model = Scripted({Summary: lambda *_, text=text: Summary(text)})
        memory = open_memory(f"p{len(text)}", user="ana", model=model, mode="lite")
        for heron in HERONS:
            memory.add(heron, kind="knowledge", extract=False)
        clock.advance(days=60)
        report = memory.dream(["compress"])
        assert summaries(memory)[0].text == kept
        assert bool(report.errors) == (kept != said)


def test_a_model_that_fails_leaves_the_words_of_the_memories(open_memory, clock):
    memory = open_memory(user="ana", model=Scripted({}, failing=9), mode="lite")
    for heron in HERONS:
        memory.add(heron, kind="knowledge", extract=False)
    clock.advance(days=60)
    report = memory.dream(["compress"])
    assert summaries(memory)[0].text == " ".join(HERONS)
    assert "in their own words" in report.errors[0]


def texts(memory, *statuses):
    return [each.text for each in memory.list(include=statuses or ("live",), limit=100).items]


def test_an_erase_of_a_source_takes_the_summary_and_brings_back_what_it_stood_for(ana, faded, home):
    done = ana.dream(["compress"])
    (summary,) = summaries(ana)
    assert ana.erase(faded[0].id, confirm=True).state == "complete"
    assert set(texts(ana)) == set(HERONS[1:])
    assert ana.get(faded[1].id, as_of=done.operation).status == "archived", "the past is as it was"
    assert ana.doctor().ok
    ana.dream(["compress"])
    assert [each.text for each in summaries(ana)] == [" ".join(HERONS[1:])]
    ana.close()
    files = b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())
    assert b"caught 2 fish" not in files
    assert bytes.fromhex(summary.id)  # whose words are gone with those of its source


def test_an_erase_of_the_summary_alone_brings_nothing_back(ana, faded):
    ana.dream(["compress"])
    ana.erase(summaries(ana)[0].id, confirm=True)
    assert texts(ana) == []
    assert set(texts(ana, "archived")) == set(HERONS)


@pytest.mark.parametrize(("verb", "told"), [("delete", HERONS[1:]), ("update", [*HERONS[1:], "It caught 99 fish."])])
def test_a_summary_is_told_anew_when_a_source_changes(ana, faded, verb, told):
    ana.dream(["compress"])
    then = ana.status().last_operation
    arguments = ("It caught 99 fish.",) if verb == "update" else ()
    getattr(ana, verb)(faded[0].id, *arguments)
    assert summaries(ana)[0].stale, "who reads it meanwhile is told"
    report = ana.dream(["grounding"])
    (summary,) = summaries(ana)
    assert (summary.text, summary.stale, summary.revision) == (" ".join(told), (), 2)
    assert ana.as_of(then).get(summary.id).text == " ".join(HERONS)
    ana.undo(report.operation)
    assert summaries(ana)[0].text == " ".join(HERONS)
    assert ana.doctor().ok


def test_a_locked_summary_keeps_its_words(ana, faded):
    ana.dream(["compress"])
    (summary,) = summaries(ana)
    ana.delete(faded[0].id)
    plan = ana.plan(["grounding"])
    ana.lock(summary.id)
    assert [each.why for each in ana.apply(plan).skipped] == ["it is locked"]
    assert ana.plan(["grounding"]).proposals == ()
    assert summaries(ana)[0].text == summary.text


def test_a_summary_nothing_of_which_is_left_is_archived(ana, faded):
    ana.dream(["compress"])
    ana.delete(*(each.id for each in faded))
    assert ana.dream(["grounding"]).counts["archive"] == 1
    assert summaries(ana) == ()


def test_a_deleted_source_that_comes_back_takes_its_mark_along(ana, faded):
    ana.dream(["compress"])
    ana.delete(faded[0].id)
    ana.restore(faded[0].id)
    assert summaries(ana)[0].stale == ()


def test_what_was_told_anew_stands_for_its_sources_when_one_that_it_lost_is_erased(ana, faded):
    ana.dream(["compress"])
    ana.delete(faded[0].id)
    ana.dream(["grounding"])
    ana.erase(faded[0].id, confirm=True)
    assert texts(ana) == [" ".join(HERONS[1:])]
    assert ana.doctor().ok
