"""The parts around the routes: probes, limits, the stream of changes, faults, starting."""

from __future__ import annotations

import json
import threading

import pytest
from starlette.testclient import TestClient

from doxa.errors import InvalidInput
from doxa.server import Limits, ServerOptions, create_app, serve


def test_probes_ask_for_no_key(client):
    assert set(client.get("/health").json()) == {"status", "message", "uptime_seconds"}
    assert set(client.get("/ping").json()) == {"message", "server_time", "timestamp"}
    assert set(client.get("/info").json()) == {"sdk_version", "mode", "build"}
    assert client.get("/ready").json() == {"ready": True}


def test_a_method_that_a_path_does_not_have_is_405(client):
    reply = client.get("/v1/recall")
    assert (reply.status_code, reply.headers["allow"]) == (405, "POST")
    assert reply.json()["detail"] == "/v1/recall does not take GET. Send POST, with the arguments as a JSON object."


def test_requests_of_one_key_are_counted(config, anna):
    now = [0.0]
    app = create_app(ServerOptions(config, limits=Limits(rate=2)), now=lambda: now[0])
    with TestClient(app) as client:
        codes = [client.post("/v1/status", json={}, headers=anna).status_code for _ in range(3)]
        assert codes == [200, 200, 429]
        now[0] += 30.0
        assert client.post("/v1/status", json={}, headers=anna).status_code == 200


def test_a_call_that_takes_too_long_is_504_and_its_write_is_whole(config, anna, monkeypatch):
    done, released = threading.Event(), threading.Event()
    from doxa.memory import Memory

    add = Memory.add

    def slow(self, *given, **keywords):
        released.wait(10)
        try:
            return add(self, *given, **keywords)
        finally:
            done.set()

    monkeypatch.setattr("doxa.memory.Memory.add", slow)
    app = create_app(ServerOptions(config, limits=Limits(rate=0, seconds=0.2)))
    with TestClient(app) as client:
        body = {"content": "a", "kind": "fact", "user": "anna"}
        assert client.post("/v1/add", json=body, headers=anna).status_code == 504
        released.set()
        assert done.wait(10)
        assert len(client.post("/v1/list", json={"user": "anna"}, headers=anna).json()["items"]) == 1


def test_a_fault_of_our_own_is_told_without_its_words(client, anna, monkeypatch):
    def broken(*given, **keywords):
        raise RuntimeError("the secret inside")

    monkeypatch.setattr("doxa.server.calls.run", broken)
    reply = client.post("/v1/status", json={}, headers=anna)
    assert (reply.status_code, reply.json()["code"]) == (500, "internal")
    assert "secret" not in reply.text


def test_changes_are_streamed_with_their_cursors(client, anna, monkeypatch):
    class Enough(Exception):
        pass

    async def stop(seconds):
        raise Enough

    for word in ("a", "b"):
        client.post("/v1/add", json={"content": word, "kind": "fact", "user": "anna"}, headers=anna)
    monkeypatch.setattr("doxa.server.feed.ended", stop)
    params = {"user": "anna", "kinds": "revision.created"}
    with pytest.raises(Enough), client.stream("GET", "/v1/changes/stream", params=params, headers=anna) as reply:
        reply.read()
    again = {**anna, "Last-Event-ID": "1.99"}
    seen = []
    with pytest.raises(Enough), client.stream("GET", "/v1/changes/stream", params=params, headers=again) as reply:
        seen += [line for line in reply.iter_lines() if line.startswith("data: ")]
    assert all(json.loads(line[6:])["operation"] == "2" for line in seen)


def test_the_stream_of_a_key_that_does_not_open_is_refused(client):
    assert client.get("/v1/changes/stream").status_code == 401


def test_no_keys_are_only_for_this_machine_alone(config):
    with pytest.raises(InvalidInput, match=r"0\.0\.0\.0"):
        serve(ServerOptions(config, keys=False), host="0.0.0.0")
