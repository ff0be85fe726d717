"""What the OpenAPI document promises holds for whatever is sent."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.specs.openapi import checks
from starlette.testclient import TestClient

from doxa.config import Config
from doxa.operations import REGISTRY
from doxa.server import Limits, ServerOptions, create_app
from doxa.server.operations import path_of

APART = {
    "export",
    "import",
    "skills_ingest",
    "skills_export",
    "code_ingest",
    "reindex",
    "erase",
    "doctor",
    "dream",
    "apply",
}
"""They read and write files, or change or take away what the others see: each gets a server and a folder of its own."""
OPERATIONS = [("POST", path_of(spec)) for name, spec in REGISTRY.items() if name not in APART]
OTHERS = [
    ("POST", "/v1/memories/"),
    ("GET", "/v1/memories/"),
    ("DELETE", "/v1/memories/"),
    ("POST", "/v1/memories/search"),
    ("POST", "/v1/memories/search_conversation"),
    ("GET", "/v1/memories/{memory_id}"),
    ("PUT", "/v1/memories/{memory_id}"),
    ("DELETE", "/v1/memories/{memory_id}"),
    ("GET", "/v1/scopes/"),
    ("GET", "/v1/capabilities"),
    ("GET", "/health"),
    ("GET", "/ping"),
    ("GET", "/info"),
    ("GET", "/ready"),
    ("GET", "/metrics"),
]
CHECKS = [
    schemathesis.checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]


@contextmanager
def served(home: Path) -> Iterator[Any]:
    """Serve a project that knows one thing, and give its document."""
    config = Config(home=home, project="work", embedder=None)
    options = ServerOptions(config, keys=False, right="operator", in_memory=True, limits=Limits(rate=0))
    app = create_app(options)
    with TestClient(app) as client:
        client.post("/v1/add", json={"content": "I live in Lisbon."})
        yield schemathesis.openapi.from_asgi("/openapi.json", app)


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with served(tmp_path_factory.mktemp("home")) as document:
        yield document


@pytest.mark.parametrize(("method", "path"), list(itertools.chain(OPERATIONS, OTHERS)), ids=lambda each: each)
def test_every_call_is_answered_as_the_document_says(api: Any, method: str, path: str) -> None:
    check_answers(api[path][method])


@pytest.mark.parametrize("name", sorted(APART))
def test_what_reads_files_or_takes_away_is_answered_so_too(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with served(tmp_path / "home") as document:
        check_answers(document[path_of(REGISTRY[name])]["POST"])


def check_answers(operation: Any) -> None:
    """Send what the document allows, and look whether the answers are what it says."""

    @settings(
        max_examples=10,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(data=st.data())
    def answered(data: st.DataObject) -> None:
        case = data.draw(operation.as_strategy())
        case.validate_response(case.call(), checks=CHECKS)

    answered()
