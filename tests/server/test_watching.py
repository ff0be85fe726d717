"""What a server tells of itself: numbers for Prometheus, and lines of a log, without a word of memory."""

from __future__ import annotations

import io
import json
import logging
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from starlette.testclient import TestClient

from doxa.errors import ModelFailure
from doxa.operations.logs import log_event, start_logging
from doxa.records import Usage
from doxa.server import Limits, ServerOptions, create_app
from doxa.telemetry import asking

SECRET = "an umbrella named Esmeralda"


@pytest.fixture
def lines(config):
    """Return a function that gives the lines logged so far."""
    stream = io.StringIO()
    handler = start_logging(config.override(log_level="info"), stream)
    root, ours = logging.getLogger(), logging.getLogger("doxa")
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    root.removeHandler(handler)
    root.setLevel(logging.WARNING)
    ours.setLevel(logging.NOTSET)


def numbers(client, **headers):
    reply = client.get("/metrics", headers=headers)
    assert reply.status_code == 200
    return dict(line.rsplit(" ", 1) for line in reply.text.splitlines() if line and not line.startswith("#"))


def test_requests_are_counted_by_operation_and_status(open_client):
    open_client.post("/v1/add", json={"content": SECRET, "user": "anna"})
    open_client.post("/v1/recall", json={"query": SECRET, "user": "anna"})
    open_client.post("/v1/recall", json={"qury": "x"})
    open_client.get("/v1/status")
    told = numbers(open_client)
    for operation, status in (("add", 200), ("recall", 200), ("recall", 400), ("status", 200)):
        assert told[f'doxa_requests_total{{operation="{operation}",status="{status}"}}'] == "1.0"
    assert told['doxa_request_seconds_count{operation="recall"}'] == "2.0"
    assert float(told['doxa_request_seconds_bucket{le="+Inf",operation="recall"}']) == 2.0
    assert "Esmeralda" not in open_client.get("/metrics").text


def test_a_fault_outside_of_every_call_is_counted_as_the_caller_saw_it(config, lines, monkeypatch):
    def broken():
        raise RuntimeError(SECRET)

    app = create_app(ServerOptions(config, keys=False))
    monkeypatch.setattr(app, "openapi", broken)
    with TestClient(app, raise_server_exceptions=False) as client:
        assert client.get("/openapi.json").status_code == 500
        assert numbers(client)['doxa_requests_total{operation="unknown",status="500"}'] == "1.0"
    assert next(each["level"] for each in lines() if each["event"] == "request") == "error"


def test_the_page_names_every_number_and_no_other(open_client):
    page = (Path(__file__).resolve().parents[2] / "docs" / "observability.md").read_text(encoding="utf-8")
    told = open_client.get("/metrics").text
    families = set(re.findall(r"^# TYPE (doxa_\w+)", told, re.M))
    assert set(re.findall(r"^\| `(doxa_\w+)`", page, re.M)) == {each for each in families if "_created" not in each}


def test_paths_that_there_are_not_make_no_numbers_of_their_own(open_client):
    for number in range(3):
        open_client.get(f"/v1/nothing-{number}")
    assert numbers(open_client)['doxa_requests_total{operation="unknown",status="404"}'] == "3.0"


def test_what_waits_for_a_model_is_counted(config):
    options = ServerOptions(config.override(mode="pro", model="openai:gpt-5-mini", draining="off"), keys=False)
    with TestClient(create_app(options)) as client:
        assert numbers(client)['doxa_queue_tasks{state="pending"}'] == "0.0"
        client.post("/v1/add", json={"content": "I moved to Lisbon because of the sun.", "user": "anna"})
        assert numbers(client)['doxa_queue_tasks{state="pending"}'] == "1.0"


def test_tokens_of_models_are_counted(open_client):
    with asking("oracle-1", "openai") as question:
        question.usage = Usage(1, 11, 3)
    with pytest.raises(ModelFailure), asking("oracle-1", "openai"):
        raise ModelFailure("no", failing="passing")
    told = numbers(open_client)
    assert told['doxa_model_tokens_total{direction="input",model="oracle-1"}'] == "11.0"
    assert told['doxa_model_tokens_total{direction="output",model="oracle-1"}'] == "3.0"
    assert told['doxa_model_questions_total{model="oracle-1",outcome="model_failure"}'] == "1.0"


def test_numbers_are_told_to_a_key_for_every_user_alone(client, anna, key):
    from doxa import ANY

    assert client.get("/metrics").status_code == 401
    assert client.get("/metrics", headers=anna).status_code == 403
    assert client.get("/metrics", headers=key("diary", user=ANY)).status_code == 403
    assert "doxa_requests_total" in client.get("/metrics", headers=key(user=ANY, right="read")).text


def test_openmetrics_is_given_where_it_is_asked_for(open_client):
    reply = open_client.get("/metrics", headers={"Accept": "application/openmetrics-text; version=1.0.0"})
    assert reply.headers["content-type"].startswith("application/openmetrics-text")
    assert reply.text.endswith("# EOF\n")


def test_every_request_is_a_line_without_what_it_held(client, anna, lines):
    client.post("/v1/add", json={"content": SECRET, "user": "anna"}, headers=anna)
    client.post("/v1/recall", json={"query": SECRET, "limit": "Esmeralda"}, headers=anna)
    told = [each for each in lines() if each["event"] == "request"]
    assert [(each["operation"], each["status"], each["level"]) for each in told] == [
        ("add", 200, "info"),
        ("recall", 400, "info"),
    ]
    assert all(each["ms"] >= 0 and each["method"] == "POST" for each in told)
    assert "Esmeralda" not in json.dumps(lines())


def test_a_fault_is_logged_with_its_steps_and_without_its_words(client, anna, lines, monkeypatch):
    def broken(*given, **keywords):
        raise RuntimeError(SECRET)

    monkeypatch.setattr("doxa.server.calls.run", broken)
    assert client.post("/v1/status", json={}, headers=anna).status_code == 500
    fault = next(each for each in lines() if each["event"] == "a call failed")
    assert (fault["level"], fault["error"]["type"]) == ("error", "RuntimeError")
    assert any("broken" in step for step in fault["error"]["steps"])
    assert "Esmeralda" not in json.dumps(lines())


def test_what_other_packages_log_is_withheld_unless_a_setting_asks_for_it(config, lines):
    logging.getLogger("mcp.server").warning("could not read %s", SECRET)
    logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
    logging.getLogger("uvicorn.error").info("Started server process")  # that level is for doxa's own lines
    withheld, plain = lines()
    assert (withheld["event"], "Esmeralda" in json.dumps(withheld)) == ("message", False)
    assert withheld["at"].startswith("test_watching.test_what_other")
    assert plain["event"] == "Invalid HTTP request received."
    stream = io.StringIO()
    handler = start_logging(config.override(log_texts="always", log_format="text"), stream)
    try:
        logging.getLogger("mcp.server").warning("could not read %s", SECRET)
        log_event(logging.getLogger("doxa.x"), logging.WARNING, "slow", operation="add", ms=3)
    finally:
        logging.getLogger().removeHandler(handler)
    assert re.search(r"warning mcp\.server could not read an umbrella named Esmeralda$", stream.getvalue(), re.M)
    assert stream.getvalue().endswith('warning doxa.x slow operation="add" ms=3\n')


@pytest.mark.skipif(os.name == "nt", reason="no signal there asks a process to stop")
def test_an_open_stream_does_not_keep_a_server_from_stopping(home):
    command = [sys.executable, "-m", "doxa", "serve", "--no-auth", "--port", "0"]
    environment = {**os.environ, "DOXA_EMBEDDER": "none"}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        url = process.stderr.readline().split()[-1]
        with httpx.Client(base_url=url, timeout=30) as client:
            client.post("/v1/add", json={"content": "a", "kind": "fact"}).raise_for_status()
            with client.stream("GET", "/v1/changes/stream") as reply:
                told = reply.iter_lines()
                assert next(told).startswith("id: ")
                process.send_signal(signal.SIGTERM)
                assert list(told)[-1] == ""  # the stream ends whole, at the end of an event
        assert process.wait(5) in (0, -signal.SIGTERM)


def test_limits_hold_for_streams(config, anna):
    app = create_app(ServerOptions(config, limits=Limits(rate=0, followers=0)))
    with TestClient(app) as client:
        assert client.get("/v1/changes/stream", headers=anna).status_code == 429
