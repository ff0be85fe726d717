from __future__ import annotations

import pytest

from doxa.operations import REGISTRY
from doxa.operations.request import read_arguments
from doxa.server.examples import example_of
from doxa.server.operations import path_of


def test_every_operation_has_a_route_and_no_other_is_made(client):
    described = client.get("/openapi.json").json()
    assert described["openapi"].startswith("3.1")
    made = {each["operationId"] for path in described["paths"].values() for each in path.values()}
    assert {name for name in made if name in REGISTRY} == set(REGISTRY)
    beside = {name.partition("_")[0] for name in made if name not in REGISTRY}
    assert beside == {"memories", "changes", "health", "ready", "ping", "info", "metrics"}


@pytest.mark.parametrize("name", REGISTRY)
def test_every_operation_has_an_example_that_it_takes(name):
    read_arguments(REGISTRY[name], example_of(REGISTRY[name]))


def test_paths_read_like_paths():
    assert path_of(REGISTRY["recall"]) == "/v1/recall"
    assert path_of(REGISTRY["narratives_add"]) == "/v1/narratives/add"
    assert path_of(REGISTRY["set_evidence"]) == "/v1/set-evidence"


def test_what_is_told_is_recalled_as_in_python(client, anna):
    told = client.post("/v1/add", json={"content": "I live in Lisbon.", "user": "anna"}, headers=anna).json()
    assert [each["verdict"] for each in told["outcomes"]] == ["new", "new"]
    found = client.post("/v1/recall", json={"query": "Where does Anna live?", "user": "anna"}, headers=anna).json()
    assert found["hits"][0]["belief"]["text"] == "user lives in Lisbon"


@pytest.mark.parametrize(
    ("path", "body", "status", "code", "field"),
    [
        ("/v1/recall", {"query": "x", "limt": 3}, 400, "invalid_input", "limt"),
        ("/v1/recall", {"query": 3}, 400, "invalid_input", "query"),
        ("/v1/recall", {}, 400, "invalid_input", "query"),
        ("/v1/get", {"ref": "0" * 32}, 404, "not_found", None),
        ("/v1/undo", {"operation": "99", "user": "anna"}, 404, "not_found", None),
        ("/v1/add", {"content": "", "user": "anna"}, 400, "invalid_text", None),
        ("/v1/nowhere", {}, 404, "not_found", None),
    ],
)
def test_what_is_wrong_is_told_as_problem_details(client, anna, path, body, status, code, field):
    client.post("/v1/add", json={"content": "x", "user": "anna"}, headers=anna)
    reply = client.post(path, json=body, headers=anna)
    assert (reply.status_code, reply.headers["content-type"]) == (status, "application/problem+json")
    problem = reply.json()
    assert (problem["status"], problem["code"]) == (status, code)
    assert problem["detail"]
    assert field is None or problem["field"] == field


@pytest.mark.parametrize(
    "body",
    [b"{", b"\xff\xfe", b"[1]", b'{"query": NaN}', b'"text"', b"[" * 100_000, b'{"limit": ' + b"9" * 5000 + b"}"],
)
def test_a_body_that_is_no_json_object_is_refused(client, anna, body):
    reply = client.post("/v1/recall", content=body, headers=anna)
    assert reply.status_code == 400
    assert reply.json()["code"] == "invalid_input"


def test_a_body_that_is_too_large_is_refused_before_it_is_read(client, anna):
    reply = client.post("/v1/add", content=b"x" * 200_001, headers=anna)
    assert (reply.status_code, reply.json()["code"]) == (413, "too_large")


def test_an_idempotency_key_gives_the_first_answer_again(client, anna):
    headers = {**anna, "Idempotency-Key": "k1"}
    body = {"content": "I like tea.", "user": "anna"}
    first, again = (client.post("/v1/add", json=body, headers=headers).json() for _ in range(2))
    assert first["operation"] == again["operation"]
    other = client.post("/v1/add", json={**body, "content": "I like jazz."}, headers=headers)
    assert (other.status_code, other.json()["code"]) == (409, "idempotency_conflict")


def test_a_stale_precondition_is_412_in_the_header_and_409_in_the_body(client, anna):
    told = client.post("/v1/add", json={"content": "a", "kind": "fact", "user": "anna"}, headers=anna).json()
    ref = told["outcomes"][0]["belief"]["id"]
    got = client.post("/v1/get", json={"ref": ref, "user": "anna"}, headers=anna)
    change = {"ref": ref, "text": "b", "user": "anna"}
    assert client.post("/v1/update", json=change, headers={**anna, "If-Match": got.headers["etag"]}).status_code == 200
    assert client.post("/v1/update", json=change, headers={**anna, "If-Match": '"1"'}).status_code == 412
    assert client.post("/v1/update", json={**change, "expect_revision": 1}, headers=anna).status_code == 409
    unchanged = client.post("/v1/get", json={"ref": ref, "user": "anna"}, headers={**anna, "If-None-Match": '"2"'})
    assert unchanged.status_code == 304


def test_pages_are_followed_by_their_cursor(client, anna):
    for word in ("a", "b", "c"):
        client.post("/v1/add", json={"content": word, "kind": "fact", "user": "anna"}, headers=anna)
    first = client.post("/v1/list", json={"limit": 2, "user": "anna"}, headers=anna).json()
    rest = {"limit": 2, "user": "anna", "cursor": first["cursor"]}
    second = client.post("/v1/list", json=rest, headers=anna).json()
    assert [each["text"] for page in (first, second) for each in page["items"]] == ["c", "b", "a"]


def test_the_status_is_there_for_get(client, anna):
    assert client.get("/v1/status", headers=anna).json() == client.post("/v1/status", json={}, headers=anna).json()


def test_the_feed_comes_in_pages(client, everyone):
    client.post("/v1/add", json={"content": "a", "kind": "fact", "user": "anna"}, headers=everyone)
    page = client.post("/v1/changes", json={"limit": 1, "user": "anna"}, headers=everyone).json()
    assert len(page["items"]) == 1
    assert page["cursor"] == page["items"][0]["cursor"]
