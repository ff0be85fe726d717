"""Projects kept open for a server."""

from __future__ import annotations

from pathlib import Path

import pytest

from doxa.errors import InvalidInput, NotFound
from doxa.operations import REGISTRY
from doxa.operations.pool import Projects
from doxa.operations.projects import project_settings, projects_in

ADD, RECALL = REGISTRY["add"], REGISTRY["recall"]


def test_a_default_project_that_nobody_began_reads_as_empty_and_makes_no_file(home: Path) -> None:
    with Projects(project_settings("diary", None)) as projects:
        with projects.use(RECALL) as memory:
            assert memory.recall("tea").abstained
        assert not home.exists()
        with projects.use(ADD) as memory:
            memory.add("I like tea.")
        with projects.use(RECALL) as memory:
            assert memory.recall("tea").hits
    assert projects_in(home) == ["diary"]


def test_another_project_must_be_there_and_named_well(home: Path) -> None:
    with Projects(project_settings("diary", None)) as projects:
        with pytest.raises(NotFound), projects.use(RECALL, "other"):
            pass
        with pytest.raises(InvalidInput), projects.use(ADD, "../other"):
            pass


def test_one_project_is_opened_once_and_the_idle_are_closed_first(home: Path) -> None:
    with Projects(project_settings("a", None), most=1) as projects:
        with projects.use(ADD, "a") as first, projects.use(ADD, "a") as again, projects.use(ADD, "b") as other:
            assert first is again
            first.add("I like tea.")
            other.add("I like tea.")
        with projects.use(ADD, "b") as kept:
            assert kept is other
        with projects.use(RECALL, "a") as opened:
            assert opened is not first


def test_projects_in_memory_need_no_file(home: Path) -> None:
    with Projects(project_settings(None, None), in_memory=True) as projects:
        with projects.use(ADD) as memory:
            memory.add("I like tea.")
        with projects.use(RECALL) as memory:
            assert memory.recall("tea").hits
    assert not home.exists()
