"""Dreams over what is new: they cost what is new, and come to what a dream over everything comes to."""

from __future__ import annotations

from operator import itemgetter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from doxa import Claim, ManualClock
from doxa.dream.by_itself import dream_where_due
from doxa.graph.nodes import BatchRow, Filter, NewItem, NewRevision
from doxa.graph.sqlite_connection import SqliteConnection
from tests.dream.scripted import Scripted, lines

SAME = (
    ("The fence at the cottage needs paint.", "Well, the fence at the cottage requires paint!"),
    ("I bought two red kayaks in May.", "I purchased 2 red kayaks in May."),
    ("We fixed the roof because it leaked.", "Because it leaked, we repaired the roof."),
    ("我昨天在公园里害怕那条大狗。", "我昨天在公园里恐惧那条大狗。"),
    ("妈妈星期六吃饭以后聊天。", "妈妈礼拜六用餐以后闲聊。"),
)
OTHERS = ("The fence at the cottage needs no paint.", "I bought three red kayaks in May.", "妈妈星期天吃饭以后聊天。")
TEXTS = (*(text for pair in SAME for text in pair), *OTHERS)


@pytest.fixture
def often(open_memory, monkeypatch):
    """Return a memory that dreams by itself at every digest, after a first dream over everything."""
    monkeypatch.setenv("DOXA_DREAMING", "background")
    monkeypatch.setenv("DOXA_DREAM_EVERY", "0")
    monkeypatch.setenv("DOXA_DRAINING", "off")

    def opened(**more):
        memory = open_memory(user="ana", **more)
        add(memory, "Herons nest on the far bank.")
        assert memory.digest().dreams
        return memory

    return opened


def add(memory, text, **more):
    memory._core.clock.advance(minutes=1)
    return memory.add(text, **{"kind": "knowledge", "extract": False, **more}).beliefs[0]


def plans(memory):
    return memory.list(kinds=("dream_plan",), limit=1000).items


def edges(memory):
    """Return what is linked, by the last word of each end."""
    with memory._core.graph.view(user="ana") as view:
        heads = [row.revision for row in view.list_heads(Filter(), limit=1000).items]
        found = view.edges(heads, types=("RELATED_TO",))
        return {tuple(view.revision(end).text.split()[-1].rstrip(".") for end in (e.source, e.target)) for e in found}


def held(memory, count):
    words = "amber birch cedar delta ember fjord grove heath inlet jetty".split()
    rows = [
        BatchRow(NewItem("knowledge", user="ana", state={"salience": 0.8}), NewRevision(f"w{n} {words[n % 10]} x{n}."))
        for n in range(count)
    ]
    with memory._core.graph.transaction("add", user="ana") as writer:
        writer.revisions(rows)


def reads_of_one_dream(memory, monkeypatch):
    """Return how many statements a dream over ten new memories takes, and how many rows these give."""
    asked: list[int] = []
    for number in range(10):
        add(memory, f"Kayak {number} lies on the {'north south east west'.split()[number % 4]} shore.")
    rows = SqliteConnection.rows
    with monkeypatch.context() as patch:
        patch.setattr(SqliteConnection, "rows", lambda *args: asked.append(len(found := rows(*args))) or found)
        assert memory.digest().dreams
    return len(asked), sum(asked)


def test_a_dream_over_what_is_new_reads_as_much_however_much_is_held(often, monkeypatch):
    costs = []
    for count in (50, 1_500):
        memory = often(project=f"holds{count}")
        held(memory, count)
        memory._core.clock.advance(days=2)
        assert memory.digest().dreams, "over everything, once a day"
        costs.append(reads_of_one_dream(memory, monkeypatch))
    assert costs[1] == pytest.approx(costs[0], rel=0.05)


@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    # each text once: what is told word for word again is confirmed as it is told, where it is still live
    st.lists(
        st.tuples(st.sampled_from(TEXTS), st.sampled_from((0.6, 0.8))), min_size=2, max_size=9, unique_by=itemgetter(0)
    )
)
def test_many_dreams_over_what_is_new_merge_what_one_over_everything_does(often, told):
    live = []
    for name in ("each", "once"):
        memory = often(project=f"{name}{ManualClock().new_id()}")
        for number, (text, salience) in enumerate(told):
            add(memory, text, salience=salience, metadata={"number": number})
            if name == "each":
                memory.digest()
        memory.dream(["duplicates"])
        live.append([(each.text, each.salience, each.metadata["number"]) for each in memory.list().items[:-1]])
        if name == "each":
            assert sum(plan.revision == 1 for plan in plans(memory)) == 0
            assert not memory.dream(["duplicates"]).applied
    assert live[0] == live[1]


def test_a_new_memory_is_linked_with_what_it_is_about_and_old_ones_are_left_alone(often):
    memory = often()
    for end in ("bow", "stern"):
        add(memory, f"The red kayak by the boathouse leaks at the {end}.")
    memory.dream(["links"])
    add(memory, "The red kayak by the boathouse leaks at the keel.")
    add(memory, "Quite another thing.")
    assert memory.digest().dreams
    assert edges(memory) == {("stern", "bow"), ("keel", "bow"), ("keel", "stern")}


def test_entities_become_one_when_an_alias_is_told(often):
    memory = often()
    one, other = (add(memory, name, kind="entity", canonical_name=name) for name in ("Elizabeth", "Liz"))
    memory.digest()
    memory.alias(one.id, "Liz")
    memory.digest()
    assert [each.id for each in memory.list(kinds=("entity",)).items] == [one.id]
    assert memory.get(other.id).status == "archived"


def test_an_entity_that_only_a_deleted_memory_named_is_archived(often):
    memory = often()
    entity = add(memory, "Elizabeth", kind="entity", canonical_name="Elizabeth")
    fact = add(memory, "Elizabeth likes tea", claims=[Claim("Elizabeth likes tea", "Elizabeth", "likes", "tea")])
    memory._core.clock.advance(days=30)
    add(memory, "Something else.")
    memory.digest()
    assert memory.get(entity.id).status == "live"
    memory.delete(fact.id)
    memory._core.clock.advance(minutes=1)
    memory.digest()
    assert memory.get(entity.id).status == "archived"


def test_a_summary_is_told_anew_when_one_of_its_sources_changes(often, clock):
    memory = often()
    old = [add(memory, f"The red kayak by the boathouse leaks at the {end}.") for end in ("bow", "stern", "keel")]
    clock.advance(days=80)
    assert memory.dream(["compress"]).counts["compress"] == 1
    clock.advance(minutes=1)
    add(memory, "Something else.")
    memory.digest()
    memory.delete(old[0].id)
    clock.advance(minutes=1)
    memory.digest()
    (summary,) = memory.list(kinds=("summary",)).items
    assert "bow" not in summary.text
    assert "keel" in summary.text


def test_what_comes_with_time_alone_is_looked_at_once_a_day(often, clock):
    memory = often()
    for end in ("bow", "stern", "keel"):
        add(memory, f"The red kayak by the boathouse leaks at the {end}.")
    memory.digest()
    clock.advance(hours=23)
    add(memory, "Something else.")
    clock.advance(days=80)
    assert memory.digest().dreams
    assert [each.kind for each in memory.list(kinds=("summary",)).items] == ["summary"]


def test_a_dream_that_finds_nothing_keeps_no_plan(often):
    memory = often()
    before = len(plans(memory))
    add(memory, "Quite another thing.")
    assert len(memory.digest().dreams) == 1
    assert len(plans(memory)) == before


def test_what_another_owner_writes_is_no_reason_to_dream(often, clock):
    memory = often()
    memory.add("Of Bob.", kind="knowledge", extract=False, user="bob")
    clock.advance(days=2)
    assert memory.digest().dreams == ()


def test_what_is_written_while_a_dream_runs_is_seen_by_the_next(often):
    memory = often()
    add(memory, SAME[0][0])
    memory.digest()
    add(memory, "Quite another thing.")

    def write(stage, done, of):
        if stage == "archive":
            memory.add(SAME[0][1], kind="knowledge", extract=False)

    core = memory._core
    assert dream_where_due(core.graph, "ana", lambda scope: core.dreaming(scope, progress=write)).operations
    memory._core.clock.advance(minutes=1)
    assert len(memory.digest().dreams) == 1
    assert SAME[0][1] not in [each.text for each in memory.list().items]
    assert memory.digest().dreams == ()


def test_a_model_is_asked_about_what_is_new_and_about_what_it_could_not_judge_before(often):
    from doxa.dream.replies import Assessed, Assessments
    from doxa.errors import ModelFailure

    away = [True]

    def judge(instructions, text, tools):
        if away[0]:
            raise ModelFailure("away")
        return Assessments(tuple(Assessed(number, 0.9) for number, _ in lines(text)))

    model = Scripted({Assessments: judge})
    memory = often(model=model, mode="lite")
    away[0] = False
    for text in ("One new thing.", "Another new thing."):
        model.asked.clear()
        add(memory, text)
        memory.digest()
    asked = [words for _, text in model.asked for _, words in lines(text)]
    assert asked == ["Another new thing."]
