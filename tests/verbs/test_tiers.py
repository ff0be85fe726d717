"""Tiers: what becomes long-term and why; executions, raw turns, procedures."""

from __future__ import annotations

import numpy as np
import pytest

from doxa import Message, Plugins
from doxa.errors import InvalidInput


class Bags:
    """An embedder of bags of words, for tests: likeness is what texts share."""

    id, dim, languages = "bags", 64, None

    def embed(self, texts, *, query=False):
        rows = np.zeros((len(texts), self.dim), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in text.lower().strip(".").split():
                row[sum(map(ord, word)) % self.dim] += 1
        return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6)


def promoted(receipt):
    return {each.belief.text: each.reason for each in receipt.outcomes}


@pytest.fixture(params=[None, Bags()], ids=["words", "vectors"])
def told(request, open_memory, clock):
    memory = open_memory(embedder=request.param)
    for text in (
        "The mill by the river grinds wheat every week.",
        "The mill by the river grinds barley every week.",
        "Grandmother once crossed Siberia alone with a violin.",
    ):
        clock.advance(minutes=1)
        memory.add(text, kind="fact", extract=False)
    return memory


def test_what_is_like_nothing_that_was_known_is_surprising_and_what_repeats_it_is_not(told):
    reasons = promoted(told.promote(policy="surprise"))
    assert "Grandmother once crossed Siberia alone with a violin." in reasons
    assert "The mill by the river grinds barley every week." not in reasons
    assert told.promote(policy="surprise").outcomes == ()


@pytest.mark.parametrize(("salience", "rises"), [(0.69, False), (0.7, True), (None, False)])
def test_salience_promotes_from_its_threshold_on(open_memory, clock, salience, rises):
    memory = open_memory()
    memory.add("The mill grinds wheat.", kind="event", extract=False)
    clock.advance(minutes=1)
    ref = memory.add("The mill grinds wheat too.", kind="event", extract=False, salience=salience).beliefs[0].id
    memory.promote(policy="surprise")
    assert (memory.get(ref).tier == "long_term") is rises


def test_what_is_told_again_rises_and_what_is_only_read_does_not(memory, clock):
    ref = memory.add("The mill grinds wheat.", kind="fact", extract=False).beliefs[0].id
    for _ in range(5):
        memory.recall("what does the mill grind")
    assert memory.promote(policy="repetition").outcomes == ()
    clock.advance(days=1)
    memory.add("the mill grinds wheat", kind="fact", extract=False)
    assert promoted(memory.promote(policy="repetition")) == {"The mill grinds wheat.": "promoted, told 2 times"}
    assert memory.get(ref).tier == "long_term"


def test_turns_rise_only_where_they_are_asked_for_and_all_of_it_can_be_undone(memory):
    memory.add("The mill grinds wheat.")
    assert memory.promote(policy="always").outcomes == ()
    receipt = memory.promote(policy="always", kinds=["turn"])
    assert memory.get(receipt.beliefs[0].id).tier == "long_term"
    memory.undo(receipt.operation)
    assert memory.get(receipt.beliefs[0].id).tier == "working"


def test_an_applications_own_policy_decides_and_one_that_fails_costs_nothing(open_memory):
    class Short:
        def promotes(self, belief, *, now):
            if "odd" in belief.text:
                raise ValueError("odd")
            return len(belief.text) < 12

    memory = open_memory(plugins=Plugins(tier_policy=Short()))
    for text in ("Tea is hot", "An odd one", "The mill by the river grinds wheat"):
        memory.add(text, kind="fact", extract=False)
    receipt = memory.promote()
    assert promoted(receipt) == {"Tea is hot": "promoted, by Short"}
    assert any("odd" in warning for warning in receipt.warnings)
    with pytest.raises(InvalidInput):
        memory.promote(policy="never")


def test_another_users_memories_do_not_rise(memory):
    memory.add("The mill grinds wheat.", kind="fact", extract=False, user="bob")
    assert memory.promote(policy="always", user="ana").outcomes == ()


def test_an_applications_own_salience_weighs_what_is_told(open_memory):
    class Loud:
        def score(self, message):
            return {"!": 0.9, "?": 7}.get(message.content[-1], 0.2)

    memory = open_memory(plugins=Plugins(salience=Loud()))
    assert memory.add("Fire in the mill!", kind="fact").beliefs[0].tier == "long_term"
    assert memory.add("The mill is white.", kind="fact").beliefs[0].salience == 0.2
    assert any("7" in warning for warning in memory.add("Is it?").warnings)


def test_raw_turns_claim_nothing(memory):
    receipt = memory.add_raw([Message("user", "I live in Faro."), Message("assistant", "Good.")])
    assert [each.belief.kind for each in receipt.outcomes] == ["turn", "turn"]
    assert memory.list(kinds=["profile"]).items == ()


@pytest.mark.parametrize(
    ("status", "code", "said"),
    [
        ("done", 0, "Done: run the tests"),
        ("failed", None, "Failed: run the tests"),
        ("done", 2, "Failed: run the tests"),
    ],
)
def test_an_execution_is_an_action_that_says_how_it_ended(memory, status, code, said):
    belief = memory.store_execution("run the tests", status=status, exit_code=code, output="x" * 9000).beliefs[0]
    assert (belief.kind, belief.author) == ("action", "observed")
    assert belief.text.startswith(said)
    assert len(belief.text) < 4200
    assert belief.tags == ("failed" if said.startswith("Failed") else "done",)


TRACE = [
    Message("user", "Fix the lock bug in app/db.py", metadata={"workspace": "w", "branch": "main"}),
    Message("assistant", 'read_file({"path": "app/db.py"})', metadata={"tool": "read_file"}),
    Message("tool", "timeout=5", name="read_file"),
    Message("assistant", "Open transactions with BEGIN IMMEDIATE."),
]


def test_a_task_solved_with_tools_becomes_a_procedure_within_its_bounds(memory, clock):
    memory.sessions.append(TRACE, session="s1")
    memory.consolidate(session="s1")
    (hit,) = memory.procedures("sqlite lock bug", workspace="w", branch="main")
    kept = hit.belief.metadata
    assert (kept["task"], kept["solution"]) == (TRACE[0].content, TRACE[3].content)
    assert (kept["tools"], kept["files"], kept["boundary"]) == (["read_file"], ["app/db.py"], "strict")
    assert memory.procedures("sqlite lock bug", workspace="other") == []
    assert memory.procedures("sqlite lock bug", workspace="w", branch="next") == []
    assert memory.recall("sqlite lock bug", kinds=["fact"]).hits == ()


def test_files_are_those_that_words_and_calls_name_beside_chinese_too(memory):
    trace = [
        Message("user", "修复app/db.py里的死锁", metadata={"workspace": "w"}),
        Message("tool", "ok", name="edit", metadata={"arguments": {"path": "app/lock.py"}}),
        Message("assistant", "已改用 BEGIN IMMEDIATE。"),
    ]
    memory.sessions.append(trace, session="s1")
    memory.consolidate(session="s1")
    (hit,) = memory.procedures("死锁", workspace="w")
    assert hit.belief.metadata["files"] == ["app/db.py", "app/lock.py"]


def test_the_same_task_solved_otherwise_is_the_next_version_in_the_same_bounds_only(memory, clock):
    memory.sessions.append(TRACE, session="s1")
    memory.consolidate(session="s1")
    clock.advance(days=1)
    memory.sessions.append([*TRACE[:3], Message("assistant", "Set busy_timeout to 30 seconds.")], session="s2")
    memory.consolidate(session="s2")
    (hit,) = memory.procedures("fix the lock bug")
    assert hit.belief.metadata["solution"] == "Set busy_timeout to 30 seconds."
    elsewhere = [Message("user", TRACE[0].content, metadata={"workspace": "v"}), *TRACE[1:]]
    memory.sessions.append(elsewhere, session="s3")
    memory.consolidate(session="s3")
    assert len(memory.procedures("fix the lock bug")) == 2


@pytest.mark.parametrize("answer", ["I could not fix it.", "还是不行。", "還是無法解決。"])
def test_what_did_not_work_and_what_needed_no_tool_is_no_procedure(memory, answer):
    memory.sessions.append([*TRACE[:3], Message("assistant", answer)], session="s1")
    memory.sessions.append([Message("user", "What is a lock in general?"), TRACE[3]], session="s1")
    memory.consolidate(session="s1")
    assert memory.list(kinds=["procedure"]).items == ()


def test_the_signal_of_an_entity_grows_with_what_is_known_of_it(memory):
    assert memory.consolidation_signal("Lisbon") == 0
    memory.add("I live in Lisbon.")
    assert memory.consolidation_signal("lisbon") == 0.5
    memory.add("I went to Lisbon in May 2025.")
    assert memory.consolidation_signal("Lisbon") == pytest.approx(2 / 3)


def test_an_applications_own_decay_says_how_retrievable_a_memory_is(open_memory, clock):
    class Never:
        def strength(self, idle, tier):
            return 1.0 if idle.days < 100 else 3.0

    memory = open_memory(plugins=Plugins(decay=Never()))
    ref = memory.add("The mill grinds wheat.", kind="knowledge").beliefs[0].id
    clock.advance(days=60)
    assert memory.get(ref).strength == 1.0
    assert memory.recall("what does the mill grind?", touch=False).warnings == ()
    clock.advance(days=60)
    assert memory.get(ref).strength < 1.0
    assert any("decay gave 3.0" in warning for warning in memory.recall("what does the mill grind?").warnings)
    assert any("decay gave 3.0" in warning for warning in memory.status().warnings)
