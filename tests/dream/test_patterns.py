from __future__ import annotations

from dataclasses import replace

import pytest

from doxa import ANY
from doxa.dream.replies import Behaviours, Done, Intended, Intentions, Pattern
from doxa.dream.toolbox import Toolbox
from doxa.dream_records import Proposal
from tests.dream.scripted import Scripted, lines

RUNS = [f"Ana ran along the river before work on trail {number}." for number in (2, 3, 4, 5)]


def seeing(_, text, tools):
    numbers = tuple(number for number, _ in lines(text))
    return Pattern(True, "Before work", "Ana runs along the river", "It clears her head", numbers, 0.8)


def open_with(open_memory, answers, name="default"):
    return open_memory(name, user="ana", model=Scripted(answers), mode="lite")


def run(memory):
    return [memory.add(text, kind="fact", extract=False).beliefs[0] for text in RUNS]


def schemas(memory, kind="schema"):
    return memory.list(kinds=(kind,)).items


def test_facts_that_belong_together_are_candidates_until_somebody_puts_them_in_words(ana):
    found = run(ana)
    plan = ana.plan(["schemas"])
    assert plan.proposals == ()
    (candidate,) = plan.guarded
    assert set(candidate.refs) == {each.kref for each in found}
    words = Proposal(action="create_schema", refs=candidate.refs, text="Before work Ana runs: it clears her head.")
    ana.apply(ana.plan(proposals=[words]).id)
    (schema,) = schemas(ana)
    assert (schema.text, schema.origin, schema.evidence) == (words.text, "inferred", "unverified")
    assert ana.plan(["schemas"]).guarded == ()


def test_a_models_pattern_becomes_a_schema_that_rests_on_its_evidence(open_memory):
    memory = open_with(open_memory, {Pattern: seeing})
    found = run(memory)
    memory.dream(["schemas"])
    (schema,) = schemas(memory)
    assert schema.text == "Before work, Ana runs along the river: It clears her head"
    assert (schema.metadata["circumstance"], schema.author, schema.confidence) == ("Before work", "agent", 0.8)
    with memory._core.graph.view(user=ANY) as view:
        rests = {edge.target for edge in view.edges([view.resolve(schema.id)], types=("DERIVED_FROM",))}
        assert rests == {view.resolve(each.kref) for each in found}
    assert memory.dream(["schemas"]).applied == ()


def test_a_pattern_without_two_sources_or_not_found_makes_no_schema(open_memory):
    for name, answer in (("one", Pattern(True, "a", "b", "c", (0,))), ("none", Pattern(False, "a", "b", "c", (0, 1)))):
        memory = open_with(open_memory, {Pattern: lambda *_, answer=answer: answer}, name)
        run(memory)
        assert memory.dream(["schemas"]).applied == ()


@pytest.mark.parametrize(("sure", "held_back"), [(0.59, 0), (0.6, 1), (0.79, 1), (0.8, 0)])
def test_a_pattern_a_model_is_not_sure_of_waits_for_somebodys_word_and_a_guess_is_dropped(open_memory, sure, held_back):
    def guessing(_, text, tools):
        return replace(seeing(_, text, tools), confidence=sure)

    memory = open_with(open_memory, {Pattern: guessing})
    run(memory)
    plan = memory.plan(["schemas"])
    assert (len(plan.proposals), len(plan.guarded)) == (int(sure >= 0.8), held_back)
    memory.apply(plan.id)
    assert len(schemas(memory)) == int(sure >= 0.8)
    for each in plan.guarded:
        words = Proposal(action="create_schema", refs=each.refs, text="Before work Ana runs: it clears her head.")
        memory.apply(memory.plan(proposals=[words]).id)
        assert len(schemas(memory)) == 1


def test_a_pattern_said_again_becomes_evidence_of_the_old_one(open_memory):
    memory = open_with(open_memory, {Pattern: seeing})
    run(memory)
    memory.dream(["schemas"])
    for number in (6, 7, 8, 9):
        memory.add(f"Ana ran along the river before work on trail {number}.", kind="fact", extract=False)
    report = memory.dream(["schemas"])
    assert [each.action for each in report.applied] == ["add_evidence"]
    assert len(schemas(memory)) == 1


def test_an_intention_has_an_action_and_an_end_that_is_to_come(open_memory, clock):
    def meaning(_, text, tools):
        return Intentions(
            (
                Intended("Run a marathon.", "2026-06-01", (0, 1), 0.9),
                Intended("Run a mile.", "2020-01-01", (0,), 0.9),
                Intended("Run.", "some day", (0,), 0.9),
                Intended("Walk.", "2026-06-01", (99,), 0.9),
            )
        )

    memory = open_with(open_memory, {Intentions: meaning})
    run(memory)
    memory.dream(["intentions"])
    (intention,) = schemas(memory, "intention")
    assert (intention.text, f"{intention.expires_at:%Y-%m-%d}") == ("Run a marathon.", "2026-06-01")
    clock.advance(days=200)
    assert schemas(memory, "intention") == ()


@pytest.mark.parametrize(("basics", "cores"), [(4, 0), (5, 1)])
def test_one_pattern_behind_schemas_of_unlike_content_becomes_a_core_schema_once(open_memory, basics, cores):
    topics = ["piano", "tennis", "chess", "baking", "sailing"][:basics]
    answers = {
        Behaviours: lambda _, text, tools: Behaviours(
            tuple("practises daily until it is mastered" for _ in lines(text))
        ),
        Pattern: lambda *_: Pattern(
            True, "With anything new", "she practises daily", "mastery matters to her", (), 0.9
        ),
    }
    memory = open_with(open_memory, answers)
    for topic in topics:
        memory.add(f"{topic} {topic} lessons fill {topic} weekends.", kind="schema", extract=False)
    for _ in range(2):
        memory.dream(["core_schemas"])
    assert len(schemas(memory, "core_schema")) == cores


def test_a_model_that_fails_leaves_an_error_and_no_schema(open_memory):
    memory = open_memory(user="ana", model=Scripted({}, failing=9), mode="lite")
    run(memory)
    report = memory.dream(["schemas"])
    assert (report.applied, len(report.errors)) == ((), 1)


def test_tools_answer_what_they_are_asked_and_say_what_is_wrong(ana):
    from doxa.clock import to_micros
    from doxa.dream.memories import read_memories
    from doxa.dream.planned import Planned
    from doxa.records import Scope

    run(ana)
    now = to_micros(ana._core.clock.now())
    with ana._core.graph.view(user="ana") as view:
        box = Toolbox(Planned(view, read_memories(view, Scope("ana"), now), now, Scope("ana")), limit=9)
        first, second = (each["id"] for each in box.call("search", query="river trail", top_k=2)["result"])
        assert box.call("search_graph", id=first)["ok"]
        assert box.call("create_schema", content="She runs.", evidence=[first, second])["ok"]
        assert box.call("get", id=999)["error"] == "999 not found"
        assert box.call("create_intention", until="2099-01-01")["error"] == "content is required"
        late = box.call("create_intention", content="Run.", evidence=[first], until="2001-01-01")
        assert late["error"] == "until is required: an ISO date to come"
        assert box.call("add_edge", source=first, target=second, relation="MADE UP")["ok"]
        assert box.call("fly")["error"] == "unknown tool: fly"
        assert "add_evidence" in box.call("add_evidence", wrong=1)["error"]
        assert box.call("expand", id=first)["ok"]
        assert "limit" in box.call("get", id=first)["error"]
        assert len(box.tools()) == 8
    assert [(draft.action, draft.details) for draft in box.drafts] == [
        ("create_schema", {}),
        ("link", {"relation": "RELATED_TO"}),
    ]


def test_what_a_model_finds_with_tools_is_proposed(open_memory):
    def looking(_, text, tools):
        call = {tool.name: tool.call for tool in tools}
        ids = [each["id"] for each in call["search"](query="river trail")["result"]]
        call["create_schema"](content="Ana runs before work.", evidence=ids[:2])
        return Done("found one")

    memory = open_with(open_memory, {Done: looking})
    run(memory)
    memory.dream(["explore"])
    assert [each.text for each in schemas(memory)] == ["Ana runs before work."]
