"""The five tools of dual-mem."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from doxa.errors import InvalidInput, NotFound
from doxa.operations.dual_mem import DUAL_MEM_TOOLS
from doxa.operations.pool import Projects
from doxa.operations.projects import project_settings, projects_in

Use = Callable[..., Any]
TOOLS = {tool.name: tool for tool in DUAL_MEM_TOOLS}


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
