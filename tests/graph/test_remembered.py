"""What is remembered of one operation is never shown of another, nor to other eyes."""

from pathlib import Path

from doxa import Memory


def test_what_was_read_before_a_write_does_not_hide_it(memory: Memory) -> None:
    told = memory.add("The boat is green.", kind="fact")
    assert memory.recall("Which colour is the boat?").hits[0].belief.text == "The boat is green."
    memory.update(told.beliefs[0].id, "The boat is red.")
    assert memory.recall("Which colour is the boat?").hits[0].belief.text == "The boat is red."
    memory.delete(told.beliefs[0].id)
    assert memory.recall("Which colour is the boat?").hits == ()
    memory.restore(told.beliefs[0].id)
    assert memory.recall("Which colour is the boat?").hits[0].belief.text == "The boat is red."


def test_what_another_connection_writes_is_seen_at_the_next_question(home: Path) -> None:
    with Memory("boats", home=home, embedder=None) as one, Memory("boats", home=home, embedder=None) as other:
        told = one.add("The boat is green.", kind="fact").beliefs[0]
        assert other.recall("boat").hits
        one.delete(told.id)
        assert not other.recall("boat").hits


def test_what_one_user_was_shown_no_other_is(home: Path) -> None:
    with Memory("boats", home=home, embedder=None) as memory:
        memory.add("The boat is green.", kind="fact", user="ana")
        assert memory.recall("boat", user="ana").hits
        assert not memory.recall("boat", user="ben").hits
        assert not memory.recall("boat", user=None).hits


def test_what_was_erased_is_no_longer_shown(home: Path) -> None:
    with Memory("boats", home=home, embedder=None, user="ana") as memory:
        memory.add("The boat is green.", kind="fact")
        memory.add("The boat is fast.", kind="fact", user=None)
        assert len(memory.recall("boat").hits) == 2
        memory.erase(user="ana", confirm=True)
        assert [hit.belief.text for hit in memory.recall("boat").hits] == ["The boat is fast."]


def score_of(memory: Memory, word: str) -> float:
    with memory._core.graph.view() as view:
        return view.search_text([word], limit=9)[-1].score


def test_how_rare_a_word_is_is_read_again_once_something_was_written(home: Path) -> None:
    with Memory("boats", home=home, embedder=None) as one, Memory("boats", home=home, embedder=None) as other:
        one.add("The boat is green.", kind="fact")
        before = score_of(other, "boat")
        one.add("The other boat is fast and it is old.", kind="fact")
        after = score_of(other, "boat")
        assert after == score_of(one, "boat") != before
    with Memory("boats", home=home, embedder=None) as fresh:
        assert score_of(fresh, "boat") == after


def test_pins_are_found_and_lost_again(memory: Memory) -> None:
    told = memory.add("Tea is served at five.", kind="fact").beliefs[0]
    assert memory.engage("boat").pinned == ()
    memory.pin(told.id)
    assert [each.id for each in memory.engage("boat").pinned] == [told.id]
    memory.unpin(told.id)
    assert memory.engage("boat").pinned == ()
