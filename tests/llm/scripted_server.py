"""A server on this machine that speaks the OpenAI and the Anthropic protocol and answers what a test says."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

USAGE = (120, 30)
"""Tokens in and out that every answer says it took."""


@dataclass
class Answer:
    """One answer.

    Args:
        reply: What the model replies in the shape it was asked for: an object, or a text as it stands, such as broken
            JSON.
        prose: A text in place of a reply.
        status: HTTP status.
        headers: More headers.
        body: The whole body, in place of a well-formed one.
        hang: Never answers before the client gives up.
        cut: Closes the connection in the middle of the body.
    """

    reply: Any = None
    prose: str | None = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    hang: bool = False
    cut: bool = False


Script = Callable[[Mapping[str, Any]], Answer]


class ScriptedServer:
    """Answers in turn; the last answer is given again and again.

    Attributes:
        asked: The bodies of all requests, in order.
        keys: The keys that came with them.
    """

    def __init__(self, *answers: Answer | Script) -> None:
        self.answers = list(answers)
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.closing = threading.Event()
        self.most_at_once = 0
        self._now = 0
        self._guard = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def settings(self, protocol: str = "openai", **more: object) -> dict[str, object]:
        """Return the settings that let doxa ask this server."""
        url = self.url if protocol == "anthropic" else f"{self.url}/v1"
        return {"model": f"{protocol}:scripted", "model_url": url, "model_key": "test-key", **more}

    def said(self, number: int = -1) -> str:
        """Return everything that one request told the model."""
        return json.dumps(self.asked[number], ensure_ascii=False)

    def close(self) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _next(self, body: dict[str, Any], key: str | None) -> Answer:
        with self._guard:
            self.asked.append(body)
            self.keys.append(key)
            self._now += 1
            self.most_at_once = max(self.most_at_once, self._now)
            answer = self.answers[min(len(self.asked), len(self.answers)) - 1]
        return answer if isinstance(answer, Answer) else answer(body)

    def _handler(server) -> type[BaseHTTPRequestHandler]:
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                key = self.headers.get("Authorization") or self.headers.get("x-api-key")
                answer = server._next(body, key)
                try:
                    self._send(answer, body)
                finally:
                    with server._guard:
                        server._now -= 1

            def _send(self, answer: Answer, body: dict[str, Any]) -> None:
                if answer.hang:
                    server.closing.wait(10)
                    return
                anthropic = self.path.endswith("/messages")
                whole = answer.body if answer.body is not None else written(answer, body, anthropic=anthropic)
                self.send_response(answer.status)
                for name, value in {"Content-Type": "application/json", **answer.headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(whole)))
                self.end_headers()
                self.wfile.write(whole[: len(whole) // 2] if answer.cut else whole)

            def log_message(self, format: str, *args: object) -> None:
                """Say nothing."""

        return Handler


def written(answer: Answer, body: Mapping[str, Any], *, anthropic: bool) -> bytes:
    """Return the body of an answer in the protocol it was asked in."""
    if answer.status != 200:
        error = {"type": "error", "error": {"type": "scripted", "message": "as the test says", "code": "scripted"}}
        return json.dumps(error).encode()
    return json.dumps((_anthropic if anthropic else _openai)(answer, body)).encode()


def _openai(answer: Answer, body: Mapping[str, Any]) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": answer.prose}
    if answer.prose is None and answer.reply is not None:
        text = answer.reply if isinstance(answer.reply, str) else json.dumps(answer.reply)
        if body.get("tools"):
            called = {"name": body["tools"][0]["function"]["name"], "arguments": text}
            message["tool_calls"] = [{"id": "call_1", "type": "function", "function": called}]
        else:
            message["content"] = text
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": "scripted",
        "choices": [
            {"index": 0, "finish_reason": "tool_calls" if "tool_calls" in message else "stop", "message": message}
        ],
        "usage": {"prompt_tokens": USAGE[0], "completion_tokens": USAGE[1], "total_tokens": sum(USAGE)},
    }


def _anthropic(answer: Answer, body: Mapping[str, Any]) -> dict[str, Any]:
    content: list[dict[str, Any]] = []
    if answer.prose is not None:
        content = [{"type": "text", "text": answer.prose}]
    elif isinstance(answer.reply, str):  # JSON that does not parse reaches a client as text
        content = [{"type": "text", "text": answer.reply}]
    elif answer.reply is not None:
        content = [{"type": "tool_use", "id": "toolu_1", "name": body["tools"][0]["name"], "input": answer.reply}]
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "scripted",
        "content": content,
        "stop_reason": "tool_use" if content and content[0]["type"] == "tool_use" else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": USAGE[0], "output_tokens": USAGE[1]},
    }
