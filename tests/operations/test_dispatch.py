"""One way in: checked, under a right, plain JSON back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from doxa.errors import Forbidden, InvalidInput, NotFound
from doxa.operations import REGISTRY
from doxa.operations.dispatch import call, operation
from doxa.operations.rights import holds


def test_a_call_gives_plain_json(memory: Any) -> None:
    told = call(REGISTRY["add"], memory, {"content": "I moved to Lisbon.", "user": "anna"}, "write")
    found = call(REGISTRY["recall"], memory, {"query": "where do I live?", "user": "anna"}, "read")
    assert json.loads(json.dumps(told)) == told
    assert found["hits"][0]["belief"]["claim"]["value"] == "Lisbon"


def test_an_unknown_operation_names_the_nearest() -> None:
    assert operation("recall") is REGISTRY["recall"]
    with pytest.raises(NotFound, match="Did you mean 'recall'"):
        operation("recal")


@pytest.mark.parametrize(
    ("name", "given", "held"),
    [
        ("add", {"content": "x"}, "read"),
        ("lock", {"ref": "x"}, "write"),
        ("unlock", {"ref": "x"}, "write"),
        ("erase", {"everything": True, "confirm": True}, "write"),
        ("export", {"target": "x"}, "write"),
        ("rollback", {"to": "1"}, "write"),
        ("add", {"content": "x", "evidence": "official"}, "write"),
        ("set_evidence", {"ref": "x", "evidence": "official"}, "write"),
        ("delete", {"refs": ["x"], "force": True}, "write"),
        ("recall", {"query": "x", "user": "ANY"}, "write"),
        ("delete", {"refs": ["x"], "user": "ANY"}, "write"),
        ("spaces", {"profile": True}, "read"),
        ("spaces", {"pins": {"law": "canonical"}}, "read"),
    ],
)
def test_what_needs_more_than_the_caller_may_is_forbidden(memory: Any, name: str, given: Any, held: Any) -> None:
    with pytest.raises(Forbidden, match=r"needs the (write|operator) right") as caught:
        call(REGISTRY[name], memory, given, held)
    assert caught.value.mend


def test_what_only_reads_needs_no_right_to_write(memory: Any) -> None:
    call(REGISTRY["add"], memory, {"content": "Tea is hot.", "kind": "fact", "space": "law", "extract": False}, "write")
    assert call(REGISTRY["spaces"], memory, {"window_days": 7, "profile": False}, "read")[0]["space"] == "law"


def test_everybody_by_default_needs_an_operator_too(open_memory: Any) -> None:
    from doxa import ANY

    memory = open_memory(user=ANY)
    with pytest.raises(Forbidden):
        call(REGISTRY["recall"], memory, {"query": "x"}, "write")
    assert call(REGISTRY["recall"], memory, {"query": "x"}, "operator")["abstained"]
    assert call(REGISTRY["recall"], memory, {"query": "x", "user": "anna"}, "read")["abstained"]


def test_an_operator_may_all_of_it(memory: Any) -> None:
    told = call(REGISTRY["add"], memory, {"content": "Tea is hot.", "kind": "fact", "evidence": "official"}, "operator")
    assert told["outcomes"][0]["belief"]["evidence"] == "official"


def test_a_refused_call_writes_nothing(memory: Any) -> None:
    for given in ({"content": "x", "evidence": "official"}, {"content": "x", "kin": "fact"}):
        with pytest.raises((Forbidden, InvalidInput)):
            call(REGISTRY["add"], memory, given, "write")
    assert call(REGISTRY["operations"], memory, {}, "read")["items"] == []


def test_a_feed_comes_in_pages(memory: Any) -> None:
    memory.add("I moved to Lisbon. I am allergic to peanuts.")
    whole = call(REGISTRY["changes"], memory, {}, "read")
    seen, cursor = [], None
    while True:
        page = call(REGISTRY["changes"], memory, {"limit": 2, "after": cursor}, "read")
        seen += page["items"]
        cursor = page["cursor"]
        if cursor is None:
            break
    assert seen == whole["items"]
    assert len(seen) > 2


def test_each_right_holds_the_one_before() -> None:
    assert holds("operator", "write")
    assert holds("write", "read")
    assert not holds("write", "operator")


def test_what_an_operator_did_only_an_operator_takes_back(memory: Any) -> None:
    told = memory.add("I like tea.", kind="fact", extract=False)
    locked = memory.lock(told.beliefs[0].id)
    with pytest.raises(Forbidden, match="lock"):
        call(REGISTRY["undo"], memory, {"operation": locked.operation}, "write")
    assert call(REGISTRY["undo"], memory, {"operation": locked.operation}, "operator")
    assert call(REGISTRY["undo"], memory, {"operation": told.operation}, "write")
