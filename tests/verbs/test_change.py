from __future__ import annotations

import pytest

from doxa import Claim
from doxa.errors import InvalidInput, NotFound, Protected, RevisionConflict, UndoConflict


@pytest.fixture
def ana(open_memory):
    return open_memory(user="ana")


def told(memory, text, **arguments):
    return memory.add(text, **arguments).outcomes[-1].belief


def live(memory, *kinds):
    return [belief.text for belief in memory.list(kinds=kinds).items]


def test_update_gives_the_next_revision_and_keeps_the_old(ana, clock):
    note = told(ana, "The demo is on Monday", kind="knowledge", extract=False)
    clock.advance(days=1)
    outcome = ana.update(note.id, "The demo is on Tuesday").outcomes[0]
    assert (outcome.verdict, outcome.belief.revision, outcome.replaced) == ("supersede", 2, note.kref)
    assert [version.text for version in ana.get(note.id).chain] == ["The demo is on Tuesday", "The demo is on Monday"]
    assert ana.get(note.kref).text == "The demo is on Monday"


def test_update_of_a_slot_moves_the_value(ana, clock):
    home = told(ana, "I live in Lisbon.")
    clock.advance(days=1)
    ana.update(home.id, "I live in Rome.")
    assert ana.get(home.id).claim.value == "Rome"
    assert live(ana, "profile") == ["I live in Rome."]


def test_update_sets_metadata_and_tags_without_a_revision(ana):
    note = told(ana, "x", kind="fact", extract=False, metadata={"a": 1, "b": 2}, tags=["old"])
    ana.update(note.id, metadata={"a": None, "c": 3}, tags=["new"])
    after = ana.get(note.id)
    assert (after.revision, after.metadata, after.tags) == (1, {"b": 2, "c": 3}, ("new",))


def test_an_update_from_a_stale_revision_is_refused(ana, clock):
    note = told(ana, "one", kind="fact", extract=False)
    clock.advance(days=1)
    ana.update(note.id, "two", expect_revision=1)
    with pytest.raises(RevisionConflict, match="revision 2"):
        ana.update(note.id, "three", expect_revision=1)
    assert ana.get(note.id).text == "two"


def test_update_with_nothing_to_do_is_refused(ana):
    note = told(ana, "x", kind="fact", extract=False)
    with pytest.raises(InvalidInput):
        ana.update(note.id)


def test_deleted_memories_are_gone_from_sight_and_come_back(ana):
    note = told(ana, "secret sauce", kind="fact", extract=False)
    ana.delete(note.id)
    assert live(ana) == []
    assert ana.recall("secret sauce").abstained
    assert [b.status for b in ana.list(include=["deleted"]).items] == ["deleted"]
    ana.restore(note.id)
    assert live(ana) == ["secret sauce"]


def test_deleting_twice_says_there_was_nothing_to_do(ana):
    note = told(ana, "x", kind="fact", extract=False)
    ana.delete(note.id)
    assert ana.delete(note.id).outcomes[0].status == "nothing_to_do"


def test_published_needs_force(ana):
    note = told(ana, "x", kind="fact", extract=False, tags=["published"])
    with pytest.raises(Protected, match="published"):
        ana.delete(note.id)
    ana.delete(note.id, force=True)
    assert live(ana) == []


def test_bulk_delete_needs_confirm_and_meets_conditions(ana):
    for n in range(4):
        told(ana, f"note {n}", kind="fact", extract=False, metadata={"n": n})
    with pytest.raises(InvalidInput, match="confirm"):
        ana.delete(where={"n": {"$gte": 2}})
    ana.delete(where={"n": {"$gte": 2}}, confirm=True)
    assert live(ana) == ["note 1", "note 0"]


def test_another_users_memory_is_as_if_absent(ana, open_memory):
    note = told(ana, "x", kind="fact", extract=False)
    for verb in (ana.scoped(user="bob").delete, ana.scoped(user="bob").get, ana.scoped(user=None).restore):
        with pytest.raises(NotFound):
            verb(note.id)


def test_undo_gives_back_what_was_before_and_undo_of_undo_redoes(ana, clock):
    told(ana, "I live in Lisbon.")
    clock.advance(days=1)
    moved = ana.add("I moved to Berlin.")
    undone = ana.undo(moved.operation)
    assert live(ana, "profile") == ["user lives in Lisbon"]
    assert live(ana, "turn") == ["I live in Lisbon."]
    ana.undo(undone.operation)
    assert live(ana, "profile") == ["user lives in Berlin"]


def test_undo_names_what_rests_on_the_operation_and_cascades(ana, clock):
    first = ana.add("I live in Lisbon.")
    clock.advance(days=1)
    second = ana.add("I moved to Berlin.")
    with pytest.raises(UndoConflict) as refused:
        ana.undo(first.operation)
    assert refused.value.dependents == (second.operation,)
    ana.undo(first.operation, cascade=True)
    assert live(ana) == []


def test_undo_never_leaves_two_values_of_one_slot(ana, clock):
    ana.add("I live in Berlin.")
    clock.advance(days=1)
    denied = ana.add("I no longer live in Berlin.")
    clock.advance(days=1)
    moved = ana.add("I moved to Paris.")
    with pytest.raises(UndoConflict) as refused:
        ana.undo(denied.operation)
    assert moved.operation in refused.value.dependents
    ana.undo(denied.operation, cascade=True)
    assert live(ana, "profile") == ["user lives in Berlin"]


@pytest.mark.parametrize("operation", ["99", "-1", "x", "", "1; DROP TABLE op"])
def test_an_unknown_operation_cannot_be_undone(ana, operation):
    ana.add("x")
    with pytest.raises((NotFound, InvalidInput)):
        ana.undo(operation)


def test_rollback_gives_one_memory_its_past_state(ana, clock):
    home = told(ana, "I live in Lisbon.")
    then = ana.status().last_operation
    clock.advance(days=1)
    ana.add("I moved to Berlin.")
    ana.rollback(home.id, to=then)
    assert ana.get(home.id).claim.value == "Lisbon"
    assert live(ana, "turn") == ["I moved to Berlin.", "I live in Lisbon."]


def test_rollback_of_everything_is_the_past_set(ana, clock):
    told(ana, "I live in Lisbon.")
    then = clock.now()
    clock.advance(days=1)
    told(ana, "I moved to Berlin.")
    told(ana, "I love tea.")
    ana.rollback(to=then)
    assert sorted(live(ana)) == ["I live in Lisbon.", "user lives in Lisbon"]


def test_as_of_answers_as_then_after_any_later_change(ana, clock):
    home = told(ana, "I live in Lisbon.")
    then = clock.now()
    before = (ana.get(home.id), live(ana), ana.history(home.id))
    clock.advance(days=1)
    ana.add("I moved to Berlin.")
    ana.pin(home.id)
    ana.delete(home.id, force=True)
    past = ana.as_of(then)
    assert (past.get(home.id), live(past), past.history(home.id)) == before
    assert past.recall("Where do I live?").hits[0].belief.claim.value == "Lisbon"


def test_relate_draws_an_edge_that_impact_follows(ana):
    base = told(ana, "Python 3.11 is installed", kind="fact", extract=False)
    resting = told(ana, "The build works", kind="fact", extract=False)
    ana.relate(resting.id, "DEPENDS_ON", base.id)
    (found,) = ana.impact(base.id)
    assert (found.belief.id, found.depth, found.path) == (resting.id, 1, ("DEPENDS_ON",))


def test_history_and_feed_tell_each_change(ana, clock):
    home = told(ana, "I live in Lisbon.")
    clock.advance(days=1)
    ana.add("I moved to Berlin.", reason="new job")
    first, second = ana.history(home.id).items
    assert (first.kind, first.reason, second.kind) == ("add", "new job", "add")
    kinds = [change.kind for change in ana.changes()]
    assert kinds.count("revision.created") == 4
    cursor = next(ana.changes()).cursor
    assert [c.cursor for c in ana.changes(after=cursor)] == [c.cursor for c in ana.changes()][1:]


def test_the_feed_filters_by_kind_and_address(ana):
    told(ana, "I live in Lisbon.")
    assert {c.kind for c in ana.changes(kinds=["edge.*"])} == {"edge.created"}
    assert all(c.ref.partition("?")[0].endswith(".turn") for c in ana.changes(match="kref://**.turn?r=*"))
    with pytest.raises(InvalidInput):
        list(ana.changes(after="nonsense"))


def test_what_rests_on_a_text_that_is_updated_is_stale(ana):
    base = told(ana, "Python 3.11 is installed", kind="fact", extract=False)
    resting = told(ana, "The build works", kind="fact", extract=False)
    ana.relate(resting.id, "DEPENDS_ON", base.id)
    ana.update(base.id, "Python 3.13 is installed")
    assert ana.get(resting.id).stale == (base.kref,)


VERBS = {
    "update": lambda memory, ref, other, **more: memory.update(ref, "I live in Lima.", **more),
    "delete": lambda memory, ref, other, **more: memory.delete(ref, **more),
    "restore": lambda memory, ref, other, **more: memory.restore(ref, **more),
    "relate": lambda memory, ref, other, **more: memory.relate(ref, "DEPENDS_ON", other, **more),
    "confirm": lambda memory, ref, other, **more: memory.confirm(ref, **more),
    "contradict": lambda memory, ref, other, **more: memory.contradict(ref, **more),
    "set_evidence": lambda memory, ref, other, **more: memory.set_evidence(ref, "corroborated", **more),
    "pin": lambda memory, ref, other, **more: memory.pin(ref, **more),
    "unpin": lambda memory, ref, other, **more: memory.unpin(ref, **more),
    "lock": lambda memory, ref, other, **more: memory.lock(ref, **more),
    "unlock": lambda memory, ref, other, **more: memory.unlock(ref, **more),
    "alias": lambda memory, ref, other, **more: memory.alias(ref, "home", **more),
    "rollback": lambda memory, ref, other, **more: memory.rollback(ref, to="1", **more),
    "resolve": lambda memory, ref, other, **more: memory.resolve(ref, keep="both", **more),
}


@pytest.mark.parametrize("verb", VERBS)
def test_every_change_of_one_memory_may_name_the_revision_it_expects(ana, verb):
    home = ana.add("I live in Berlin.").beliefs[1]
    tea = ana.add("I like tea.").beliefs[1]
    ana.add("I moved to Rome.")
    if verb == "resolve":
        ana.add(
            "Nobody lives there.", claims=[Claim("I live in Oslo.", "user", "home", "Oslo", conflicts_with=home.id)]
        )
    before = ana.status().last_operation
    with pytest.raises(RevisionConflict, match="at revision 2, not 1"):
        VERBS[verb](ana, home.id, tea.id, expect_revision=1)
    assert ana.status().last_operation == before
    assert VERBS[verb](ana, home.id, tea.id, expect_revision=2).operation
