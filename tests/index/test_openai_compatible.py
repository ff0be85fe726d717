from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from doxa.errors import InvalidText, ModelFailure

pytest.importorskip("httpx")

from doxa.index.openai_compatible import OpenAICompatible


@dataclass
class Server:
    url: str
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    status: int = 200
    answer: Callable[[list[str]], Any] = lambda texts: {
        "data": [
            {"object": "embedding", "index": place, "embedding": [len(text), 3.0, 4.0]}
            for place, text in reversed(list(enumerate(texts)))
        ]
    }


@pytest.fixture
def server() -> Iterator[Server]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            state.requests.append({"path": self.path, **body})
            state.headers.append(dict(self.headers))
            answer = state.answer(body["input"])
            content = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
            self.send_response(state.status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: Any) -> None: ...

    class Listening(ThreadingHTTPServer):
        def handle_error(self, *_: Any) -> None:
            """A client that has given up waiting is what one test is about."""

    listening = Listening(("127.0.0.1", 0), Handler)
    state = Server(f"http://127.0.0.1:{listening.server_port}/v1")
    thread = threading.Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield state
    listening.shutdown()
    thread.join()
    listening.server_close()


@pytest.fixture
def connect(server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., OpenAICompatible]]:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    made: list[OpenAICompatible] = []

    def connect_one(model: str = "small", **arguments: Any) -> OpenAICompatible:
        made.append(OpenAICompatible(model, **{"base_url": server.url, **arguments}))
        return made[-1]

    yield connect_one
    for embedder in made:
        embedder.close()


def test_rows_follow_the_texts_whatever_the_order_of_the_answer(connect: Callable[..., OpenAICompatible]) -> None:
    vectors = connect().embed(["a", "bbb", "cc"])
    expected = np.float32([[1, 3, 4], [3, 3, 4], [2, 3, 4]])
    np.testing.assert_allclose(vectors, expected / np.linalg.norm(expected, axis=1, keepdims=True), rtol=1e-6)
    assert vectors.dtype == np.float32


def test_request_names_the_model_and_carries_the_key(server: Server, connect: Callable[..., OpenAICompatible]) -> None:
    connect("small", api_key="secret").embed(["a"])
    assert server.requests == [{"path": "/v1/embeddings", "model": "small", "input": ["a"]}]
    assert server.headers[0]["Authorization"] == "Bearer secret"


def test_no_key_sends_none_and_the_environment_gives_one(
    server: Server, connect: Callable[..., OpenAICompatible], monkeypatch: pytest.MonkeyPatch
) -> None:
    connect().embed(["a"])
    monkeypatch.setenv("OPENAI_API_KEY", "from the environment")
    monkeypatch.setenv("OPENAI_BASE_URL", server.url + "/")
    connect(base_url=None).embed(["a"])
    assert [headers.get("Authorization") for headers in server.headers] == [None, "Bearer from the environment"]


def test_texts_go_in_batches_and_each_once(server: Server, connect: Callable[..., OpenAICompatible]) -> None:
    vectors = connect(batch=2).embed(["a", "bb", "a", "ccc", "dddd", "eeeee"])
    assert [request["input"] for request in server.requests] == [["a", "bb"], ["ccc", "dddd"], ["eeeee"]]
    np.testing.assert_array_equal(vectors[0], vectors[2])


def test_dim_is_asked_once_and_no_text_asks_nothing_more(
    server: Server, connect: Callable[..., OpenAICompatible]
) -> None:
    embedder = connect()
    assert (embedder.dim, embedder.dim, embedder.embed([]).shape) == (3, 3, (0, 3))
    assert len(server.requests) == 1


def test_prefixes_tell_questions_from_passages(server: Server, connect: Callable[..., OpenAICompatible]) -> None:
    embedder = connect(query_prefix="query: ", passage_prefix="passage: ")
    embedder.embed(["tea"], query=True)
    embedder.embed(["tea"])
    assert [request["input"] for request in server.requests] == [["query: tea"], ["passage: tea"]]


def test_refusal_is_told_with_status_and_words(server: Server, connect: Callable[..., OpenAICompatible]) -> None:
    server.status, server.answer = 401, lambda texts: {"error": {"message": "wrong key"}}
    with pytest.raises(ModelFailure, match=r"answered 401: .*wrong key"):
        connect().embed(["a"])
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (b"<html>", "not JSON"),
        ({"vectors": []}, "without a list of embeddings"),
        ({"data": [{"index": 0}]}, "without a list of embeddings"),
        ({"data": []}, "0 embeddings"),
        ({"data": [{"index": 5, "embedding": [1.0]}]}, r"numbered \[5\], for 1 texts"),
        ({"data": [{"index": 0, "embedding": []}]}, "shape"),
        ({"data": [{"index": 0, "embedding": "AAAA"}]}, "not a table of numbers"),
        (b'{"data": [{"index": 0, "embedding": [NaN, 0, 1]}]}', "not finite"),
        ({"data": [{"index": 0, "embedding": [1.0, 2.0]}]}, r"shape \(1, 2\), not \(1, 3\)"),
    ],
)
def test_answer_out_of_shape_is_told(
    answer: Any, told: str, server: Server, connect: Callable[..., OpenAICompatible]
) -> None:
    server.answer = lambda texts: answer
    with pytest.raises(ModelFailure, match=told):
        connect(dim=3).embed(["a"])


def test_server_that_is_not_there_is_told_with_its_address(connect: Callable[..., OpenAICompatible]) -> None:
    with pytest.raises(ModelFailure, match=r"http://127\.0\.0\.1:9/v1/embeddings could not be reached"):
        connect(base_url="http://127.0.0.1:9/v1", timeout=5).embed(["a"])


def test_server_that_does_not_answer_in_time_is_told(server: Server, connect: Callable[..., OpenAICompatible]) -> None:
    answered = threading.Event()

    def late(texts: list[str]) -> dict[str, Any]:
        answered.wait(5)
        return {"data": []}

    server.answer = late
    with pytest.raises(ModelFailure, match="ReadTimeout"):
        connect(timeout=0.05).embed(["a"])
    answered.set()


def test_address_that_is_none_is_told(connect: Callable[..., OpenAICompatible]) -> None:
    with pytest.raises(ModelFailure, match="could not be reached"):
        connect(base_url="not an address").embed(["a"])


def test_lone_surrogate_is_refused_before_anything_is_sent(
    server: Server, connect: Callable[..., OpenAICompatible]
) -> None:
    with pytest.raises(InvalidText, match="lone surrogate"):
        connect().embed(["\ud800"])
    assert server.requests == []
