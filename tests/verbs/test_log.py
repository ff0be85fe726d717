"""What was done: the operations of a project and of a belief, with what each changed."""

from __future__ import annotations

from typing import Any

import pytest

from doxa import ANY, Message
from doxa.errors import InvalidInput


def texts(operation: Any) -> list[str]:
    return [change.detail["text"] for change in operation.changes if "text" in change.detail]


def test_operations_come_newest_first_with_what_they_said(memory: Any) -> None:
    memory.add("I live in Berlin.")
    memory.add("We moved to Lisbon!", reason="told over tea")
    second, first = memory.operations().items
    assert (second.id, second.kind, second.reason) == ("2", "add", "told over tea")
    assert texts(first) == ["I live in Berlin.", "user lives in Berlin"]
    assert texts(second) == ["We moved to Lisbon!", "user lives in Lisbon"]


def test_an_undo_and_what_it_undid_name_each_other(memory: Any) -> None:
    said = memory.add("I live in Berlin.")
    memory.undo(said.operation)
    undo, undone = memory.operations().items
    assert (undo.undoes, undone.undone_by) == ("1", "2")


def test_operations_are_paged(memory: Any) -> None:
    for number in range(5):
        memory.add(f"note {number}", kind="fact")
    page = memory.operations(limit=2)
    rest = memory.operations(limit=10, cursor=page.cursor)
    assert [each.id for each in (*page.items, *rest.items)] == ["5", "4", "3", "2", "1"]
    assert rest.cursor is None


def test_operations_as_of_a_moment_end_there(memory: Any) -> None:
    memory.add("I live in Berlin.")
    memory.add("We moved to Lisbon!")
    assert [each.id for each in memory.operations(as_of="1").items] == ["1"]
    assert memory.as_of("1").operations().items[0].undone_by is None


def test_another_users_operations_are_not_there(memory: Any) -> None:
    memory.add("I live in Berlin.", user="anna")
    memory.add("I live in Rome.", user="bob")
    assert [texts(each)[0] for each in memory.operations(user="anna").items] == ["I live in Berlin."]
    assert memory.operations().items == ()
    assert len(memory.operations(user=ANY).items) == 2


@pytest.mark.parametrize("most", [0, 1, 3, 1000])
def test_so_many_changes_come_with_each(memory: Any, most: int) -> None:
    memory.add("I live in Berlin. I like tea. I like jazz.")
    memory.add("I like chess.")
    whole = {each.id: each.changes for each in memory.operations(changes=1000).items}
    for operation in memory.operations(changes=most).items:
        assert operation.changes == whole[operation.id][:most]


def test_a_long_operation_hides_none_of_the_others(memory: Any) -> None:
    first = memory.add("I live in Berlin.").operation
    memory.add([Message("user", f"note {number}") for number in range(600)], extract=False)
    last = memory.add("We moved to Lisbon!")
    page = memory.operations(changes=2)
    assert [(each.id, len(each.changes)) for each in page.items] == [("3", 2), ("2", 2), (first, 2)]
    history = memory.history(last.outcomes[1].belief.id)
    assert [texts(each) for each in history.items] == [["user lives in Lisbon"], ["user lives in Berlin"]]


def test_what_was_erased_since_says_nothing(memory: Any) -> None:
    kept = memory.add("I like tea.", user="anna")
    gone = memory.add("I like jazz.", user="bob")
    memory.erase(user="bob", confirm=True)
    told = [text for each in memory.operations(user=ANY).items for text in texts(each)]
    assert told == [outcome.belief.text for outcome in kept.outcomes]
    assert gone.operation in [each.id for each in memory.operations(user=ANY).items]


@pytest.mark.parametrize(
    "arguments", [{"limit": 0}, {"limit": 100_001}, {"changes": -1}, {"changes": 1001}, {"cursor": "x"}]
)
def test_arguments_out_of_range_are_refused(memory: Any, arguments: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        memory.operations(**arguments)
