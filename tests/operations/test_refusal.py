"""Errors as plain JSON."""

from __future__ import annotations

import json

import pytest

from doxa import errors
from doxa.errors import Busy, DoxaError, UndoConflict
from doxa.operations import REGISTRY
from doxa.operations.refusal import ERRORS, error_plain


def test_every_error_has_a_code_of_its_own() -> None:
    kinds = [each for each in vars(errors).values() if isinstance(each, type) and issubclass(each, DoxaError)]
    assert sorted(ERRORS) == sorted(kind.code for kind in kinds)
    assert set(ERRORS.values()) == set(kinds)


def test_an_error_tells_code_field_and_mend_and_no_value() -> None:
    told = error_plain(errors.InvalidInput("limit is 0.", mend="Give 1 to 9.", field="limit", value=object()))
    said = {"code": "invalid_input", "message": "limit is 0.", "field": "limit", "mend": "Give 1 to 9.", "retry": False}
    assert json.loads(json.dumps(told)) == said
    assert error_plain(Busy("Another writer."))["retry"]


def test_an_undo_that_others_rest_on_names_them() -> None:
    assert error_plain(UndoConflict("Later ones.", dependents=["7", "5"]))["dependents"] == ["7", "5"]


def test_the_machine_s_errors_name_no_place_and_others_nothing() -> None:
    told = error_plain(FileNotFoundError(2, "No such file or directory", "/secret/place"))
    assert (told["code"], "secret" in told["message"]) == ("environment", False)
    assert error_plain(ValueError("secret"))["message"] == "The call failed for a reason that is doxa's own fault."


@pytest.mark.parametrize("spec", REGISTRY.values(), ids=lambda spec: spec.name)
def test_every_operation_names_its_errors(spec: object) -> None:
    assert {each.code for each in spec.errors} <= set(ERRORS)  # type: ignore[attr-defined]
    assert errors.InvalidInput in spec.errors  # type: ignore[attr-defined]
