"""Arguments in words for those who do not call from Python."""

from __future__ import annotations

import pytest

from doxa.operations import REGISTRY, OperationSpec
from doxa.operations.wording import PLACE_WORDS, SCOPE_WORDS, worded

SPECS = pytest.mark.parametrize("spec", REGISTRY.values(), ids=lambda spec: spec.name)


@SPECS
def test_every_argument_that_is_used_is_worded(spec: OperationSpec) -> None:
    words = worded(spec, REGISTRY)
    assert list(words) == [name for name in spec.parameters if not spec.unused(name)]
    for name, said in words.items():
        assert said.endswith((".", ")")), (name, said)
        for python in (
            "`None`",
            "`Reader`",
            "the class",
            "aware",
            "See `",
            "describe_file",
            "`TierPolicy`",
            "`Embedder`",
        ):
            assert python not in said, (name, said)


def test_a_scope_is_worded_by_what_the_operation_does_with_it() -> None:
    assert worded(REGISTRY["recall"], REGISTRY)["user"] == SCOPE_WORDS["user"]
    assert worded(REGISTRY["add"], REGISTRY)["space"] == PLACE_WORDS["space"]
    assert worded(REGISTRY["erase"], REGISTRY)["user"] == "Whose memories. Without one, the shared ones."
    assert worded(REGISTRY["confirm"], REGISTRY)["agent"] == "Label of the actor."


def test_a_reference_to_another_operation_is_followed() -> None:
    recall, engage = (worded(REGISTRY[name], REGISTRY) for name in ("recall", "engage"))
    assert engage["kinds"] == recall["kinds"]
    assert engage["legs"].startswith(recall["legs"])
    assert "names" in engage["legs"]


def test_arguments_that_are_not_used_are_left_out() -> None:
    assert set(worded(REGISTRY["get"], REGISTRY)) == {"ref", "as_of", "user"}
