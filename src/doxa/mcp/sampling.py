"""The host's own language model, asked by MCP sampling: no key is needed, and the host decides what it answers."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Sequence
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

import anyio
from anyio import from_thread
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPDeprecationWarning, MCPError
from mcp_types import ClientCapabilities, SamplingCapability, SamplingMessage, TextContent
from pydantic import TypeAdapter, ValidationError

from doxa.errors import ModelFailure
from doxa.llm.contract import Tool
from doxa.llm.fencing import fenced
from doxa.records import Usage

Reply = TypeVar("Reply")

MAX_TOKENS = 8192
"""The most tokens of a reply."""
TRIES = 2
"""How often the host is asked for one answer: once more where the first has another shape."""
TIMEOUT = 120.0
"""Seconds that one answer may take; a host may ask its user first."""
_MOST_STARTS = 50
"""How many braces of an answer are tried for the one its JSON begins with."""
_SHAPE = "\n\nReply with one JSON value that fits this JSON schema, and nothing else:\n{0}"
_AGAIN = "\n\nThe reply before did not fit: {0}"
_host: ContextVar[ServerRequestContext[Any, Any] | None] = ContextVar("host", default=None)


def can_sample(ctx: ServerRequestContext[Any, Any]) -> bool:
    """Return whether a call's host lets its model be asked, over a connection that carries questions back."""
    offered = ClientCapabilities(sampling=SamplingCapability())
    return ctx.session.can_send_request and ctx.session.check_client_capability(offered)


def sampling_from(ctx: ServerRequestContext[Any, Any]) -> None:
    """Let `SamplingModel` ask the host of a call, for as long as the call's own task runs."""
    _host.set(ctx)


@dataclass(slots=True)
class SamplingModel:
    """A `doxa.llm.Model` that asks the host whose call is being answered.

    Args:
        id: What it is called.
    """

    id: str = "mcp-sampling"

    def ask(
        self, instructions: str, text: str, reply: type[Reply], *, light: bool = False, tools: Sequence[Tool] = ()
    ) -> tuple[Reply, Usage]:
        """Ask one question; see `Model.ask`. Tools are not offered: few hosts let them be.

        Raises:
            ModelFailure: The host refused, did not answer, or answered in another shape twice; or no call is running.
        """
        ctx = _host.get()
        if ctx is None:
            raise _failure("cannot be asked outside a call of its host", "blocked")
        adapter = TypeAdapter(reply)
        told, data = fenced(instructions, text)
        told += _SHAPE.format(json.dumps(adapter.json_schema(), ensure_ascii=False))
        problem = ""
        for number in range(1, TRIES + 1):
            answer = _answer(ctx, told + problem, data)
            try:
                return adapter.validate_json(_json_of(answer)), Usage(calls=number)
            except ValidationError as error:
                problem = _AGAIN.format("; ".join(each["msg"] for each in error.errors(include_input=False)[:5]))
        raise _failure("did not answer in the shape it was asked for", "lasting", Usage(calls=TRIES))


def _answer(ctx: ServerRequestContext[Any, Any], told: str, data: str) -> str:
    try:
        return from_thread.run(_sampled, ctx, told, data)
    except TimeoutError:
        raise _failure("took too long", "passing") from None
    except (MCPError, ValidationError, RuntimeError) as error:
        raise _failure(f"refused or could not be reached ({type(error).__name__})", "unknown") from None


async def _sampled(ctx: ServerRequestContext[Any, Any], told: str, data: str) -> str:
    with anyio.fail_after(TIMEOUT), warnings.catch_warnings():
        warnings.simplefilter("ignore", MCPDeprecationWarning)
        message = await ctx.session.create_message(
            [SamplingMessage(role="user", content=TextContent(text=data))],
            max_tokens=MAX_TOKENS,
            system_prompt=told,
            related_request_id=ctx.request_id,
        )
    return message.content.text if isinstance(message.content, TextContent) else ""


def _json_of(answer: str) -> str:
    """Return the JSON object in an answer: the first that is whole, whatever words or fences stand around it."""
    decoder = json.JSONDecoder()
    for found in islice(re.finditer(r"\{", answer), _MOST_STARTS):
        start = found.start()
        with suppress(ValueError):
            return answer[start : decoder.raw_decode(answer, start)[1]]
    return answer[answer.find("{") : answer.rfind("}") + 1]


def _failure(what: str, failing: Any, usage: Usage | None = None) -> ModelFailure:
    said = f"The host's model {what}."
    mend = "Let the host answer, or set a model of your own."
    return ModelFailure(said, mend=mend, field="model", failing=failing, usage=usage)
