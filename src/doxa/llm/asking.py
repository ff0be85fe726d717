"""A `Model` of any provider, through pydantic-ai: fenced, bounded in time and number, tried again where that helps."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from doxa.errors import ModelFailure
from doxa.llm.contract import Tool
from doxa.llm.failures import model_failure
from doxa.llm.fencing import fenced
from doxa.llm.retries import Backoff, with_retries
from doxa.records import Usage

if TYPE_CHECKING:
    from pydantic_ai.models import Model as ProviderModel

Reply = TypeVar("Reply")

MAX_TURNS = 10
"""How often a model may call tools before it has to answer."""


@dataclass(frozen=True, slots=True)
class AskingRules:
    """How a model is asked.

    Args:
        shape: How the reply's shape is asked for: by a `tool` to call, by the server's `native` way, or in the
            `prompt`, for servers that have neither.
        timeout: Seconds one call may take.
        backoff: When a call is tried again.
        concurrency: How many calls run at the same time.
        sleep: Waits so many seconds.
        chance: Returns a number of 0 to 1, for the jitter of waits.
        max_tokens: The most tokens of a reply.
    """

    shape: str
    timeout: float
    backoff: Backoff
    concurrency: int
    sleep: Callable[[float], None]
    chance: Callable[[], float]
    max_tokens: int = 8192


class ProviderAsking:
    """A model behind a provider's protocol.

    It keeps no connection open between calls, and may be asked from any thread, also from one that runs an event loop.

    Args:
        name: What it is called.
        light: The name of the smaller model; the same where there is none.
        make: Makes pydantic-ai's model of a name.
        rules: How it is asked.
    """

    def __init__(self, name: str, light: str, make: Callable[[str], ProviderModel], rules: AskingRules) -> None:
        self.id = name
        self.light_id = light
        self._make = make
        self._rules = rules
        self._places = threading.BoundedSemaphore(rules.concurrency)

    def ask(
        self, instructions: str, text: str, reply: type[Reply], *, light: bool = False, tools: Sequence[Tool] = ()
    ) -> tuple[Reply, Usage]:
        """Ask one question; see `Model.ask`. What failed tries cost is counted with it."""
        name = self.light_id if light else self.id
        told, data = fenced(instructions, text)
        spent: list[Usage] = []

        def once() -> Reply:
            with self._places:
                return _run(lambda: self._asked(name, told, data, reply, tools, spent))

        try:
            answer = with_retries(once, self._rules.backoff, sleep=self._rules.sleep, chance=self._rules.chance)
        except ModelFailure as failure:
            failure.usage = sum(spent, Usage())
            raise
        return answer, sum(spent, Usage())

    async def _asked(
        self, name: str, told: str, data: str, reply: type[Reply], tools: Sequence[Tool], spent: list[Usage]
    ) -> Reply:
        from pydantic_ai import Agent, UsageLimits
        from pydantic_ai import Tool as ProviderTool
        from pydantic_ai.usage import RunUsage

        usage = RunUsage()
        try:
            model = self._make(name)
            agent = Agent(
                model,
                output_type=_output(reply, self._rules.shape),
                instructions=told,
                tools=[ProviderTool(each.call, name=each.name, description=each.description) for each in tools],
                retries={"output": 0, "tools": 1},
                model_settings={
                    "max_retries": 0,
                    "max_tokens": self._rules.max_tokens,
                    "timeout": self._rules.timeout,
                    "request_timeout": self._rules.timeout,
                },
            )
            async with model:
                limits = UsageLimits(request_limit=MAX_TURNS if tools else 1)
                result = await agent.run(data, usage=usage, usage_limits=limits)
        except Exception as error:
            raise model_failure(error, name, Usage()) from None
        finally:
            calls = max(1, usage.requests)
            spent.append(Usage(calls, usage.input_tokens, usage.output_tokens))
        answer: Reply = result.output
        return answer


def _output(reply: type[Reply], shape: str) -> Any:
    from pydantic_ai import NativeOutput, PromptedOutput, ToolOutput

    if shape == "native":
        return NativeOutput(reply)
    return PromptedOutput(reply) if shape == "prompt" else ToolOutput(reply)


def _run(start: Callable[[], Coroutine[Any, Any, Reply]]) -> Reply:
    """Run a coroutine to its end: here, or in a thread of its own where this one runs an event loop."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(start())
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(lambda: asyncio.run(start())).result()
