"""Arguments of a call, from plain JSON."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.errors import DoxaError, InvalidInput, NaiveDatetime
from doxa.operations import REGISTRY
from doxa.operations.request import read_arguments, request_schema
from doxa.records import ANY, Claim


def read(name: str, **given: Any) -> dict[str, Any]:
    return dict(read_arguments(REGISTRY[name], given).values)


def test_each_value_is_read_by_its_type() -> None:
    assert read("recall", query="tea", user="ANY", as_of="12") == {"query": "tea", "user": ANY, "as_of": "12"}
    assert read("recall", query="tea", as_of=12)["as_of"] == "12"
    assert read("recall", query="tea", as_of="2026-03-01T00:00:00Z")["as_of"] == datetime(2026, 3, 1, tzinfo=UTC)
    assert read("undo", operation=12) == read("undo", operation="12")
    assert read("export", target="out.jsonl")["target"] == Path("out.jsonl")
    assert read("contract", claims=["abc", {"text": "x"}])["claims"] == ("abc", Claim("x"))


def test_null_is_a_value_only_where_it_means_something() -> None:
    assert read("recall", query="tea", user=None, touch=None, limit=None) == {
        "query": "tea",
        "user": None,
        "limit": None,
    }


def test_arguments_find_their_places() -> None:
    places, keywords = read_arguments(REGISTRY["alias"], {"ref": "r", "forms": ["a", "b"], "reason": "x"}).placed(
        REGISTRY["alias"]
    )
    assert (places, keywords) == (["r", "a", "b"], {"reason": "x"})


@pytest.mark.parametrize(
    ("name", "given", "field", "said"),
    [
        ("recall", {"qury": "tea"}, "qury", "Did you mean 'query'?"),
        ("recall", {}, "query", "recall lacks 'query'"),
        ("recall", {"query": "tea", "limit": "many"}, "limit", "Give a whole number"),
        ("recall", {"query": "tea", "order": "newest"}, "order", "relevance"),
        ("get", {"ref": "x", "space": "work"}, "space", "has no argument 'space'"),
        ("add", {"content": "x", "claims": [{"text": "x", "sbject": "y"}]}, "claims[0]", "Did you mean 'subject'?"),
        ("delete", {"refs": "abc"}, "refs", "Give a list"),
        ("recall", {"query": "tea", "user": 7}, "user", "Give a text"),
        ("changes", {"limit": 0}, "limit", "from 1 to 1000"),
    ],
)
def test_what_cannot_be_read_is_refused_with_field_and_mend(name: str, given: Any, field: str, said: str) -> None:
    with pytest.raises(InvalidInput, match=said.replace("?", r"\?")) as caught:
        read_arguments(REGISTRY[name], given)
    assert caught.value.field == field
    assert caught.value.mend


def test_a_time_without_a_zone_and_what_is_no_object_are_refused() -> None:
    with pytest.raises(NaiveDatetime):
        read("recall", query="tea", as_of="2026-03-01T00:00:00")
    with pytest.raises(InvalidInput, match="Give an object"):
        read_arguments(REGISTRY["recall"], ["tea"])


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["text", "a"]), inner, max_size=2),
    max_leaves=4,
)


@given(st.sampled_from(sorted(REGISTRY)), st.data())
def test_what_is_read_fits_the_schema_and_the_model_says_the_same(name: str, data: st.DataObject) -> None:
    spec = REGISTRY[name]
    names = st.sampled_from([*request_schema(spec)["properties"], "other"])
    values = data.draw(st.dictionaries(names, PLAIN, max_size=4))
    try:
        read_arguments(spec, values)
    except DoxaError as error:
        with pytest.raises(type(error)):
            spec.request_model()(values)
        return
    assert spec.request_model()(values).arguments.values == read_arguments(spec, values).values
    kept = {key: value for key, value in values.items() if value is not None}
    jsonschema.validate(kept, request_schema(spec))


@pytest.mark.parametrize("spec", REGISTRY.values(), ids=lambda spec: spec.name)
def test_the_model_has_the_schema(spec: Any) -> None:
    shown = spec.request_model().model_json_schema()
    assert shown["properties"] == request_schema(spec)["properties"]
    assert shown.get("required", []) == request_schema(spec).get("required", [])


@pytest.mark.parametrize("value", [[], {}, 1, True])
def test_what_only_a_program_can_hand_over_is_refused_as_any_wrong_value(value: object) -> None:
    with pytest.raises(InvalidInput, match="embedder"):
        read_arguments(REGISTRY["reindex"], {"embedder": value})
