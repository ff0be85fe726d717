"""Types become JSON schemas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

import jsonschema
import pytest

from doxa.core import UserArgument
from doxa.operations import REGISTRY
from doxa.operations.plain import as_plain
from doxa.operations.request import argument_names
from doxa.operations.schema import Schemas
from doxa.records import Belief, Json, Page, Period


@pytest.mark.parametrize(
    ("form", "schema"),
    [
        (str | None, {"type": ["string", "null"]}),
        (int | str, {"type": ["integer", "string"]}),
        (Literal["a", "b"] | None, {"enum": ["a", "b", None]}),
        (datetime | None, {"type": ["string", "null"], "format": "date-time"}),
        (Sequence[str], {"type": "array", "items": {"type": "string"}}),
        (tuple[int, str], {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]}),
        (Mapping[str, float], {"type": "object", "additionalProperties": {"type": "number"}}),
        (Mapping[str, Json], {"type": "object"}),
        (UserArgument, {"type": ["string", "null"]}),
    ],
)
def test_a_type_has_its_schema(form: Any, schema: dict[str, Any]) -> None:
    assert Schemas().of_argument(form) == schema


def test_what_is_given_may_leave_out_what_has_a_default() -> None:
    given, got = Schemas().of_argument(Period), Schemas().of_reply(Period)
    assert (given["required"], given["additionalProperties"]) == (["start", "end"], False)
    assert got["required"] == ["start", "end", "precision"]


def test_records_may_stand_elsewhere_and_within_themselves() -> None:
    schemas = Schemas(refs="#/x/")
    assert schemas.of_reply(Page[Belief]) == {"$ref": "#/x/PageOfBelief"}
    assert schemas.named["PageOfBelief"]["properties"]["items"]["items"] == {"$ref": "#/x/Belief"}
    assert schemas.named["Belief"]["properties"]["chain"]["items"] == {"$ref": "#/x/Belief"}


def test_depth_ends_in_an_object() -> None:
    shallow = Schemas(depth=1, terse=True).of_reply(Page[Belief])
    assert shallow["properties"]["items"]["items"] == {"type": "object"}
    assert "required" not in shallow


@pytest.mark.parametrize("depth", [None, 1, 2])
def test_replies_fit_their_schemas(memory: Any, depth: int | None) -> None:
    memory.add("I moved to Lisbon. I am allergic to peanuts.", user="anna")
    ref = memory.list(user="anna").items[0].id
    calls: dict[str, dict[str, Any]] = {
        "recall": {"query": "where do I live?", "explain": True}, "engage": {"query": "where do I live?"},
        "list": {}, "envelope": {}, "related_to": {"entity": "user"}, "operations": {}, "scopes": {}, "stats": {},
    }  # fmt: skip
    for name, given in calls.items():
        reply = REGISTRY[name].call(memory, user="anna", **given)
        jsonschema.validate(as_plain(reply), REGISTRY[name].reply_schema(depth=depth))
    for name in ("get", "why", "history", "impact"):
        jsonschema.validate(
            as_plain(REGISTRY[name].call(memory, ref, user="anna")), REGISTRY[name].reply_schema(depth=depth)
        )


@pytest.mark.parametrize("spec", REGISTRY.values(), ids=lambda spec: spec.name)
def test_every_operation_has_valid_schemas(spec: Any) -> None:
    for schema in (spec.request_schema(), spec.reply_schema(), spec.reply_schema(depth=1)):
        jsonschema.Draft202012Validator.check_schema(schema)
    assert set(spec.request_schema()["properties"]) >= set(argument_names(spec))
