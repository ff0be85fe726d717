from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from doxa import ANY, Memory
from doxa.access import Token

ADD = {"content": "I like tea.", "kind": "fact"}


@pytest.mark.parametrize(
    "header", [None, "Bearer", "Bearer ", "Basic abc", "Bearer nonsense", "Bearer doxa.d29yaw.a.b"]
)
def test_without_a_key_that_opens_nothing_is_answered(client, header):
    headers = {} if header is None else {"Authorization": header}
    reply = client.post("/v1/recall", json={"query": "x"}, headers=headers)
    assert (reply.status_code, reply.json()["code"]) == (401, "unauthorized")
    assert reply.headers["www-authenticate"] == "Bearer"


def test_a_revoked_key_opens_nothing(client, config, anna, operator):
    client.post("/v1/add", json={**ADD, "user": "anna"}, headers=anna)
    found = client.post("/v1/keys/list", json={}, headers=operator).json()
    made = next(each for each in found if each["user"] == "anna")
    assert client.post("/v1/keys/revoke", json={"id": made["id"]}, headers=operator).status_code == 200
    assert client.post("/v1/recall", json={"query": "tea"}, headers=anna).status_code == 401


def test_a_right_that_is_too_small_is_403(client, key):
    reader = key(user="anna", right="read")
    reply = client.post("/v1/add", json={**ADD, "user": "anna"}, headers=reader)
    assert (reply.status_code, reply.json()["code"]) == (403, "forbidden")
    writer = key(user="anna")
    for path, body in (
        ("/v1/erase", {"user": "anna", "confirm": True}),
        ("/v1/add", {**ADD, "user": "anna", "evidence": "official"}),
        ("/v1/keys/create", {}),
        ("/v1/doctor", {}),
    ):
        assert client.post(path, json=body, headers=writer).status_code == 403


def test_a_key_reaches_one_users_memories_and_shared_ones(client, everyone, anna):
    for user, text in (("anna", "anna likes tea"), ("bob", "bob likes tea"), (None, "all like tea")):
        client.post("/v1/add", json={"content": text, "kind": "fact", "user": user}, headers=everyone)
    found = client.post("/v1/list", json={"user": "anna"}, headers=anna).json()["items"]
    assert {each["text"] for each in found} == {"anna likes tea", "all like tea"}
    assert client.post("/v1/list", json={"user": "bob"}, headers=anna).status_code == 403


@pytest.mark.parametrize("nobody", [{}, {"user": None}, {"user": ""}])
def test_a_call_that_names_no_user_means_whom_the_key_is_for(client, everyone, anna, key, nobody):
    for user in (None, "bob"):
        client.post("/v1/add", json={"content": f"{user} likes tea", "kind": "fact", "user": user}, headers=everyone)
    told = client.post("/v1/add", json={**ADD, **nobody}, headers=anna).json()
    assert told["outcomes"][0]["belief"]["user"] == "anna"
    for path, body in (("/v1/list", {}), ("/v1/recall", {"query": "who likes tea?"}), ("/v1/changes", {})):
        found = client.post(path, json={**body, **nobody}, headers=anna).text
        assert told["outcomes"][0]["belief"]["id"] in found or told["outcomes"][0]["belief"]["kref"] in found
        assert "bob likes tea" not in found
    shared = client.post("/v1/list", json=nobody, headers=key()).json()["items"]
    assert {each["text"] for each in shared} == {"None likes tea"}
    assert client.post("/v1/undo", json={"operation": int(told["operation"])}, headers=anna).status_code == 200


def test_a_path_of_dual_mem_that_names_no_user_means_whom_the_key_is_for(client, anna):
    made = client.post("/v1/memories/", json={"app_id": "work", "content": "I like tea."}, headers=anna).json()
    listed = client.get("/v1/memories/?app_id=work", headers=anna).json()
    assert made["memory_id"] in {each["memory_id"] for each in listed}
    assert client.post("/v1/list", json={"user": "anna"}, headers=anna).json()["items"]


def test_another_users_belief_is_not_found_by_its_id(client, everyone, anna):
    told = client.post("/v1/add", json={**ADD, "user": "bob"}, headers=everyone).json()
    ref = told["outcomes"][0]["belief"]["id"]
    assert client.post("/v1/get", json={"ref": ref, "user": "anna"}, headers=anna).status_code == 404
    assert client.get(f"/v1/memories/{ref}?user_id=anna", headers=anna).status_code == 404
    assert client.delete(f"/v1/memories/{ref}?user_id=anna", headers=anna).status_code == 404


def test_a_key_opens_its_project_and_those_that_let_it_in(client, config, key, anna):
    client.post("/v1/add", json={**ADD, "user": "anna"}, headers=anna)
    other = key("diary", user="anna")
    assert client.post("/v1/recall?project=work", json={"query": "tea"}, headers=other).status_code == 403
    assert client.post("/v1/recall?project=nowhere", json={"query": "tea"}, headers=other).status_code == 403
    with Memory(config=config) as memory:
        memory.keys.create(user="anna", right="read", token=other["Authorization"].split()[1])
    found = client.post("/v1/recall?project=work", json={"query": "tea", "user": "anna"}, headers=other)
    assert found.json()["hits"]
    assert client.post("/v1/add?project=work", json={**ADD, "user": "anna"}, headers=other).status_code == 403


def test_what_is_about_the_whole_project_needs_a_key_for_every_user(client, key):
    alone = key(user="anna", right="operator")
    for path in ("/v1/doctor", "/v1/reindex"):
        assert client.post(path, json={}, headers=alone).status_code == 403
    assert client.post("/v1/keys/create", json={"user": ANY.value}, headers=alone).status_code == 403


def test_a_key_that_is_made_by_one_users_operator_is_for_that_user(client, key):
    made = client.post("/v1/keys/create", json={}, headers=key(user="anna", right="operator"))
    assert (made.status_code, made.json()["key"]["user"]) == (200, "anna")


def test_everybodys_memories_need_an_operator(client, everyone, operator):
    client.post("/v1/add", json={**ADD, "user": "bob"}, headers=everyone)
    assert client.post("/v1/list", json={"user": ANY.value}, headers=everyone).status_code == 403
    assert len(client.post("/v1/list", json={"user": ANY.value}, headers=operator).json()["items"]) == 1


USERS = st.sampled_from([None, "anna", "bob", ANY.value])
READS = st.sampled_from(["/v1/list", "/v1/recall", "/v1/envelope", "/v1/changes", "/v1/stats", "/v1/scopes"])


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(holder=st.sampled_from([None, "anna", "bob"]), right=st.sampled_from(["read", "write"]), asked=USERS, path=READS)
def test_no_reply_holds_a_row_outside_the_keys_scope(client, key, holder, right, asked, path):
    for user in ("anna", "bob"):
        client.post("/v1/add", json={**ADD, "content": f"{user} likes tea", "user": user}, headers=key(user=ANY))
    body = {"user": asked, **({"query": "who likes tea?"} if path == "/v1/recall" else {})}
    reply = client.post(path, json=body, headers=key(user=holder, right=right))
    others = {"anna", "bob"} - {holder}
    assert reply.status_code in (200, 403)
    assert not any(f"{other} likes tea" in reply.text for other in others)


def test_decisions_of_the_project_are_not_one_users_to_write(client, anna):
    decision = {"title": "Keep one worker", "decision": "one worker"}
    reply = client.post("/v1/code/capture", json={"decisions": [decision], "commit": "0" * 40}, headers=anna)
    assert (reply.status_code, reply.json()["code"]) == (403, "forbidden")


def test_who_holds_keys_is_not_told_to_the_operator_of_one_users_memories(client, key):
    alone = key(user="anna", right="operator")
    assert client.post("/v1/keys/list", json={}, headers=alone).status_code == 403


@pytest.mark.parametrize("name", ["x" * 300, "..", "a/b", "\u0000"])
def test_a_project_that_no_file_can_have_is_as_if_absent(client, anna, name):
    asked = {"query": "x", "app_ids": [name], "user_id": "anna"}
    assert client.post("/v1/memories/search", json=asked, headers=anna).status_code in (400, 403)
    token = Token(name, "0" * 16, "A" * 43).text
    assert client.post("/v1/status", json={}, headers={"Authorization": f"Bearer {token}"}).status_code == 401


def test_a_revoked_key_ends_its_streams(client, config, anna, monkeypatch):
    async def revoke(seconds):
        with Memory(config=config) as memory:
            for each in memory.keys.list():
                memory.keys.revoke(each.id)
            memory.add("new", kind="fact", user="anna", extract=False)

    monkeypatch.setattr("doxa.server.feed.ended", revoke)
    client.post("/v1/add", json={**ADD, "user": "anna"}, headers=anna)
    with client.stream("GET", "/v1/changes/stream", params={"user": "anna"}, headers=anna) as reply:
        told = reply.read().decode()
    assert told.count("event: revision.created") == 1
