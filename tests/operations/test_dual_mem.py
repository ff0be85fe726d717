"""The tools of dual-mem."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from doxa.errors import InvalidInput, NotFound
from doxa.operations.compatible_sets import COMPATIBLE
from doxa.operations.pool import Projects
from doxa.operations.projects import project_settings, projects_in

Use = Callable[..., Any]
TOOLS = {tool.name: tool for tool in COMPATIBLE["dual-mem"]}


@pytest.fixture
def use(home: Path) -> Iterator[Use]:
    with Projects(project_settings(None, None).override(embedder="none")) as projects:

        def run(name: str, **given: Any) -> Any:
            reply = TOOLS[name].run(projects, given, "write")
            jsonschema.validate(reply.data, TOOLS[name].gives)
            return reply.data

        yield run


def test_what_is_added_is_found_in_its_group(use: Use) -> None:
    told = use("memory_add", content="I moved to Lisbon.", user_id="anna", session_id="s1")
    assert told["success"]
    found = use("memory_search", query="where do I live?", user_id="anna")["memories"]
    assert set(found) == {"profile", "proactive", "normal"}
    assert (found["profile"][0]["content"], found["profile"][0]["category"]) == ("user lives in Lisbon", "profile")
    assert 0.4 <= found["profile"][0]["score"] <= 1
    assert use("memory_search", query="where do I live?", user_id="ben")["memories"]["profile"] == []


def test_an_item_shows_what_it_replaced(use: Use) -> None:
    for city in ("Berlin", "Lisbon"):
        use("memory_add", content=f"I live in {city}.", user_id="anna")
    items = use("memory_list", user_id="anna")["memories"]
    home = next(each for each in items if each["category"] == "profile")
    item = use("memory_get", memory_id=home["memory_id"], user_id="anna")["memory"]
    assert [each["content"] for each in item["evolution_chain"]] == ["user lives in Lisbon", "user lives in Berlin"]


def test_a_memory_that_is_not_there_is_null_and_cannot_be_deleted(use: Use) -> None:
    told = use("memory_add", content="I like tea.", user_id="anna")
    assert use("memory_get", memory_id="nope")["memory"] is None
    assert use("memory_get", memory_id=told["memory_id"], user_id="ben")["memory"] is None
    with pytest.raises(NotFound):
        use("memory_delete", memory_id=told["memory_id"], user_id="ben")
    assert use("memory_delete", memory_id=told["memory_id"], user_id="anna")["success"]


def test_an_app_is_a_project_and_several_are_merged_by_relevance(use: Use, home: Path) -> None:
    use("memory_add", content="I moved to Lisbon.", app_id="one")
    use("memory_add", content="I moved to Porto.", app_id="two")
    assert projects_in(home) == ["one", "two"]
    found = use("memory_search", query="where do I live?", app_ids=["one", "two"], limit=3)["memories"]["profile"]
    assert {each["content"] for each in found} == {"user lives in Lisbon", "user lives in Porto"}
    assert found == sorted(found, key=lambda each: -each["score"])
    with pytest.raises(NotFound, match="three"):
        use("memory_search", query="x", app_ids=["one", "three"])


def test_an_intention_comes_only_where_it_is_asked_for(use: Use) -> None:
    assert use("memory_search", query="x", intention_limit=2)["memories"]["proactive"] == []
    for given in ({"query": "x", "limit": 0}, {"query": "x", "min_score": 2}, {}):
        with pytest.raises(InvalidInput):
            use("memory_search", **given)


def test_an_updated_memory_keeps_what_it_was_in_its_chain(use: Use) -> None:
    told = use("memory_add", content="We meet at noon.", user_id="anna")
    item = use("memory_update", memory_id=told["memory_id"], content="We meet at one.", user_id="anna")["memory"]
    assert [each["content"] for each in item["evolution_chain"]] == ["We meet at one.", "We meet at noon."]
    with pytest.raises(NotFound):
        use("memory_update", memory_id=told["memory_id"], content="Never.", user_id="ben")


def test_what_was_said_is_found_apart_from_what_was_made_of_it(use: Use) -> None:
    use("memory_add", content="I moved to Lisbon.", user_id="anna", session_id="s1")
    found = use("conversation_search", query="Lisbon", user_id="anna")["memories"]
    assert [each["category"] for each in found] == ["turn"]
    assert use("conversation_search", query="Lisbon", user_id="anna", session_id="s2")["memories"] == []


def test_a_scope_is_counted_and_deleted_only_when_confirmed(use: Use) -> None:
    use("memory_add", content="I like tea.", user_id="anna")
    use("memory_add", content="I like tea.", user_id="ben")
    assert {each["user_id"]: each["count"] for each in use("memory_list_scopes", user_id="anna")["scopes"]} == {
        "anna": 2
    }
    with pytest.raises(InvalidInput, match="confirm"):
        use("memory_delete_scope", user_id="anna", confirm=False)
    assert use("memory_delete_scope", user_id="anna", confirm=True)["deleted"] == 2
    assert use("memory_list", user_id="anna")["memories"] == []
    assert len(use("memory_list", user_id="ben")["memories"]) == 2


def test_digesting_with_nothing_to_do_does_nothing(use: Use) -> None:
    use("memory_add", content="I like tea.", user_id="anna")
    assert use("memory_digest", user_id="anna") == {"success": True, "processed": 0, "failed": 0, "left": 0}
