"""Whatever is remembered, a dry run of all passes tells what the dream then does, and an undo takes all of it back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from doxa import Claim, ManualClock, Memory
from doxa.dream.replies import Assessed, Assessments, Intentions, Pattern, Summary, Upheld
from tests.dream.conftest import present
from tests.dream.scripted import Scripted, lines

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
TEXTS = (
    "The well is dry.",
    "Well, the well is really dry!",
    "The heron by the river caught two fish in the reeds.",
    "The heron by the river caught three fish in the reeds.",
    "The heron by the river caught four fish in the reeds.",
    "In the mill we rest.",
    "We rest in the mill.",
    "井干了。",
    "井已经干了。",
)
TOLD = st.tuples(
    st.sampled_from(["knowledge", "knowledge", "knowledge", "fact", "claim", "entity"]),
    st.integers(0, len(TEXTS) - 1),
    st.sampled_from(["", "", "mail"]),
    st.sampled_from([None, None, "pin", "lock", "delete", "relate"]),
    st.integers(0, 40),
)


def answers():
    """Return a model that takes the wells for useless, and sees a pattern wherever it is asked for one."""

    def assess(_, text, tools):
        found = [Assessed(number, 0.2, "well" in words, "Nobody needs the well.") for number, words in lines(text)]
        return Assessments(tuple(found))

    return {
        Assessments: assess,
        Upheld: lambda _, text, tools: Upheld(tuple(number for number, _ in lines(text))),
        Summary: lambda *_: Summary(""),
        Pattern: lambda _, text, tools: Pattern(True, "At dusk", "it fishes", "It likes dusk", (0, 1, 2, 3), 0.7),
        Intentions: lambda *_: Intentions(),
    }


def fill(memory, clock, history):
    refs = []
    for number, (kind, which, space, then, hours) in enumerate(history):
        clock.advance(hours=hours)
        text = TEXTS[which]
        if kind == "claim":
            claims = [Claim(f"Ann lives in {which}", "Ann", "home", str(which))]
            refs.append(memory.add(text, claims=claims, extract=False, space=space or None).beliefs[-1].id)
        elif kind == "entity":
            refs.append(memory.add(f"Ann {which}", kind="entity", canonical_name=f"Ann {which}").beliefs[0].id)
        else:
            told = memory.add(text, kind=kind, extract=False, space=space or None, source=f"s{number}")
            refs.append(told.beliefs[0].id)
        if refs[-1] in refs[:-1]:  # what was said again is what it was
            continue
        if then == "relate" and len(refs) > 1:
            memory.relate(refs[-1], "NEAR", refs[0])
        elif then in ("pin", "lock") or (then == "delete" and len(refs) > 1):
            getattr(memory, then)(refs[-1])


def said(report):
    return [(each.action, each.refs, each.into, each.text, each.reason, each.confidence) for each in report.applied]


@settings(max_examples=8, deadline=timedelta(seconds=30))
@given(st.lists(TOLD, min_size=3, max_size=14), st.booleans())
def test_a_dry_run_of_all_passes_is_the_dream_and_an_undo_takes_it_back(history, asking):
    clock = ManualClock(NOON)
    model = Scripted(answers()) if asking else None
    with Memory(home=":memory:", embedder=None, clock=clock, user="ana", model=model, mode="lite") as memory:
        fill(memory, clock, history)
        clock.advance(days=90)
        before, then = present(memory, ["well", "heron"]), memory.status().last_operation
        past = memory.as_of(then).list(limit=1000).items
        foreseen = memory.dream(dry_run=True)
        assert (present(memory, ["well", "heron"]), memory.status().last_operation) == (before, then)
        done = memory.dream()
        assert said(foreseen) == said(done)
        assert (foreseen.counts, foreseen.before, foreseen.after) == (done.counts, done.before, done.after)
        if done.operation is not None:
            memory.undo(done.operation)
        assert present(memory, ["well", "heron"]) == before
        assert memory.as_of(then).list(limit=1000).items == past
        assert memory.doctor().ok
