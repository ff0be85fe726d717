"""The paths of dual-mem: fields, error bodies, 400 for what does not validate."""

from __future__ import annotations

import pytest

WHO = {"app_id": "work", "user_id": "anna"}


@pytest.fixture
def told(client, anna):
    """Tell where Anna lives, twice; returns the id of her home."""
    for text in ("I live in Berlin.", "I moved to Lisbon."):
        reply = client.post("/v1/memories/", json={"content": text, **WHO}, headers=anna).json()
        assert set(reply) == {"success", "memory_id", "request_id", "processing_time_ms"}
    listed = client.get("/v1/memories/", params=WHO, headers=anna).json()
    return next(each["memory_id"] for each in listed if each["category"] == "profile")


@pytest.mark.parametrize(
    ("method", "path", "body", "params"),
    [
        ("POST", "/v1/memories/", WHO, {}),
        ("POST", "/v1/memories/", {**WHO, "content": "a", "messages": [{"role": "user", "content": "a"}]}, {}),
        ("POST", "/v1/memories/", {"content": "a", "user_id": "anna"}, {}),
        ("POST", "/v1/memories/", {**WHO, "content": 3}, {}),
        ("POST", "/v1/memories/", {**WHO, "content": "a", "memory_at": "yesterday"}, {}),
        ("POST", "/v1/memories/", {**WHO, "content": "a", "memory_at": "2026-01-01T00:00:00"}, {}),
        ("POST", "/v1/memories/search", {"query": "a", "user_id": "anna"}, {}),
        ("POST", "/v1/memories/search", {"query": "a", "app_ids": [], "user_id": "anna"}, {}),
        ("POST", "/v1/memories/search", {"query": "a", "app_ids": ["work"], "limit": -5}, {}),
        ("GET", "/v1/memories/", None, {"user_id": "anna"}),
        ("GET", "/v1/memories/", None, {**WHO, "limit": "all"}),
        ("DELETE", "/v1/memories/", None, WHO),
        ("DELETE", "/v1/memories/", None, {**WHO, "confirm": "false"}),
    ],
)
def test_what_does_not_validate_is_400_in_their_form(client, anna, method, path, body, params):
    reply = client.request(method, path, json=body, params=params, headers=anna)
    assert (reply.status_code, reply.json()["success"], reply.json()["error_code"]) == (400, False, 400)
    assert reply.json()["error_message"]


def test_a_question_is_answered_in_three_groups(client, anna, told):
    body = {"query": "Where does Anna live?", "app_ids": ["work"], "user_id": "anna", "min_score": 0}
    reply = client.post("/v1/memories/search", json=body, headers=anna).json()
    assert set(reply) == {"success", "memories", "request_id", "processing_time_ms"}
    assert set(reply["memories"]) == {"profile", "proactive", "normal"}
    first = reply["memories"]["profile"][0]
    assert (first["memory_id"], first["content"]) == (told, "user lives in Lisbon")
    assert 0 <= first["score"] <= 1


def test_one_memory_shows_what_it_replaced(client, anna, told):
    reply = client.get(f"/v1/memories/{told}", params={"user_id": "anna"}, headers=anna)
    assert [each["content"] for each in reply.json()["evolution_chain"]] == [
        "user lives in Lisbon",
        "user lives in Berlin",
    ]
    assert reply.headers["etag"] == '"2"'


def test_a_memory_is_updated_unless_it_is_stale(client, anna, told):
    path, body = f"/v1/memories/{told}", {"content": "I live in Faro", "user_id": "anna"}
    assert client.put(path, json=body, headers={**anna, "If-Match": '"1"'}).status_code == 412
    assert client.put(path, json=body, headers={**anna, "If-Match": '"2"'}).json()["content"] == "I live in Faro"
    assert client.put(path, json={"content": " ", "user_id": "anna"}, headers=anna).status_code == 400


def test_memories_are_deleted_one_by_one_or_all_with_confirmation(client, anna, told):
    assert client.delete(f"/v1/memories/{told}", params={"user_id": "anna"}, headers=anna).json() == {"success": True}
    reply = client.delete("/v1/memories/", params={**WHO, "confirm": "true"}, headers=anna).json()
    assert reply == {"success": True, "deleted": 2}
    assert client.get("/v1/memories/", params=WHO, headers=anna).json() == []


def test_an_unknown_id_is_404_in_their_form(client, anna, told):
    reply = client.get("/v1/memories/" + "0" * 32, headers=anna)
    assert (reply.status_code, reply.json()["success"]) == (404, False)


def test_turns_are_searched_apart(client, anna, told):
    body = {"query": "moved", "app_id": "work", "user_id": "anna"}
    found = client.post("/v1/memories/search_conversation", json=body, headers=anna).json()["memories"]
    assert {each["category"] for each in found} == {"turn"}


def test_several_projects_are_searched_each_under_its_own_key(client, key, anna, told):
    both = {"query": "live", "app_ids": ["work", "diary"], "user_id": "anna"}
    assert client.post("/v1/memories/search", json=both, headers=anna).status_code == 403
    key("diary", user="anna", token=anna["Authorization"].split()[1])
    assert client.post("/v1/memories/search", json=both, headers=anna).status_code == 200


def test_a_call_that_names_no_user_means_shared_memory(client, everyone):
    client.post("/v1/memories/", json={"app_id": "work", "content": "We ship on Fridays."}, headers=everyone)
    assert client.get("/v1/memories/", params={"app_id": "work"}, headers=everyone).json()
    told = client.post("/v1/list", json={}, headers=everyone).json()["items"]
    assert {each["user"] for each in told} == {None}


def test_scopes_and_capabilities_are_told(client, operator, anna, told):
    rows = client.get("/v1/scopes/", headers=operator).json()["scopes"]
    assert {"app_id": "work", "user_id": "anna", "agent_id": None, "count": 3} in rows
    assert "recall" in client.get("/v1/capabilities", headers=anna).json()["operations"]
