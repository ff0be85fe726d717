from __future__ import annotations

import inspect
from typing import get_args

import pytest

from doxa.memory import Memory
from doxa.operations import REGISTRY
from doxa.operations.spec import NAMESPACES
from doxa.records import Change

NOT_OPERATIONS = {"as_of", "scoped", "close"}


def verbs():
    return {name for name, _ in inspect.getmembers(Memory, inspect.isfunction) if not name.startswith("_")}


def namespaced_verbs():
    for space, home in NAMESPACES.items():
        names = [name for name, _ in inspect.getmembers(home, inspect.isfunction) if not name.startswith("_")]
        yield from (f"{space}.{name}" for name in names)


def test_every_verb_is_declared_once_and_nothing_else_is():
    methods = [spec.method for spec in REGISTRY.values()]
    assert sorted(methods) == sorted([*(verbs() - NOT_OPERATIONS), *namespaced_verbs()])


@pytest.mark.parametrize("spec", REGISTRY.values(), ids=lambda spec: spec.name)
def test_every_argument_is_described_and_typed(spec):
    assert set(spec.arguments) == set(spec.parameters)
    assert set(spec.parameters) <= set(spec.types)
    assert spec.summary.endswith(".")


def test_a_type_of_a_verb_is_the_one_its_own_module_names_also_where_another_part_has_one_of_that_name():
    assert get_args(REGISTRY["changes"].types["return"]) == (Change,)


def test_what_only_reads_needs_no_more_than_the_read_right_unless_it_writes_files_or_tells_of_keys():
    assert {spec.name for spec in REGISTRY.values() if spec.read_only and spec.right != "read"} == {
        "export",
        "skills_export",
        "keys_list",
    }


def test_only_erase_and_the_clearing_of_a_session_destroy():
    assert {spec.name for spec in REGISTRY.values() if spec.destructive} == {"erase", "sessions_clear"}
