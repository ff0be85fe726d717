"""Only what makes memories makes a project's file."""

from __future__ import annotations

from pathlib import Path

import pytest

from doxa.errors import InvalidInput, NotFound
from doxa.operations import REGISTRY
from doxa.operations.projects import open_project, project_settings, projects_in


def test_a_read_of_a_project_that_is_not_there_makes_nothing(home: Path) -> None:
    with pytest.raises(NotFound, match="There is no project 'diary'") as caught:
        open_project(REGISTRY["recall"], project_settings("diary", None))
    assert caught.value.field == "project"
    assert not home.exists()


def test_what_makes_memories_begins_a_project(home: Path) -> None:
    config = project_settings("diary", None)
    with open_project(REGISTRY["add"], config) as memory:
        memory.add("I like tea.")
    with open_project(REGISTRY["recall"], config) as memory:
        assert memory.recall("tea").hits
    assert projects_in(home) == ["diary"]


def test_a_project_in_memory_is_always_there(home: Path) -> None:
    with open_project(REGISTRY["recall"], project_settings(None, ":memory:"), in_memory=True) as memory:
        assert memory.recall("tea").hits == ()
    assert not home.exists()


def test_a_folder_may_be_named(home: Path, tmp_path: Path) -> None:
    with open_project(REGISTRY["add"], project_settings("diary", tmp_path / "there")) as memory:
        memory.add("I like tea.")
    assert projects_in(tmp_path / "there") == ["diary"]
    assert projects_in(home) == []


def test_a_name_that_leads_elsewhere_opens_nothing(home: Path, tmp_path: Path) -> None:
    home.mkdir()
    (tmp_path / "outside.doxa").write_bytes(b"")
    with pytest.raises(InvalidInput):
        open_project(REGISTRY["recall"], project_settings("../outside", None))


def test_what_begins_a_project_only_makes_things() -> None:
    begins = {spec.name for spec in REGISTRY.values() if spec.begins}
    assert {"add", "import", "revise", "expand"} <= begins
    assert not any(spec.read_only or spec.destructive for spec in REGISTRY.values() if spec.begins)
