"""A tool call: in a worker thread, with progress while it runs; its reply or its error in MCP's form."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import anyio
from anyio import to_thread
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, CallToolRequestParams, CallToolResult, TextContent

from doxa.errors import DoxaError
from doxa.mcp.keys import visit_of
from doxa.mcp.options import Options
from doxa.mcp.sampling import can_sample, sampling_from
from doxa.mcp.session import META_KEY, Session, new_session_name, session_of
from doxa.mcp.tools import offered
from doxa.operations import OperationSpec
from doxa.operations.compatible import CompatibleTool, Told
from doxa.operations.dispatch import run
from doxa.operations.logs import log_event
from doxa.operations.plain import as_plain, unknown_key
from doxa.operations.pool import Projects
from doxa.operations.refusal import INTERNAL, error_plain
from doxa.operations.telling import fenced_json, told

logger = logging.getLogger(__name__)
T = TypeVar("T")
Context = ServerRequestContext[Any, Any]


@dataclass(slots=True)
class Caller:
    """Runs what callers ask for.

    Args:
        options: What the server was started with.
        projects: The projects that are open.
        sampled: The same, opened with the host's own model; `None` = it is not asked.
    """

    options: Options
    projects: Projects
    sampled: Projects | None = None
    _limiter: anyio.CapacityLimiter | None = None
    _generated: str = ""

    async def call(self, ctx: Context, params: CallToolRequestParams) -> CallToolResult:
        """Call a tool.

        Raises:
            MCPError: There is no such tool.
        """
        tools = offered(self.options.toolset)
        if params.name not in tools:
            error = unknown_key(f"There is no tool {params.name!r}.", params.name, list(tools), field="name")
            raise MCPError(INVALID_PARAMS, str(error), error_plain(error))
        began = anyio.current_time()
        reply = await self._answer(ctx, tools[params.name], params.arguments or {})
        code = (reply.structured_content or {}).get("error", {}).get("code") if reply.is_error else None
        ms = round((anyio.current_time() - began) * 1000, 1)
        log_event(logger, logging.INFO, "tool", tool=params.name, outcome=code or "done", ms=ms)
        return reply

    async def _answer(
        self, ctx: Context, tool: OperationSpec | CompatibleTool, arguments: Mapping[str, Any]
    ) -> CallToolResult:
        try:
            if isinstance(tool, CompatibleTool):
                visit = visit_of(ctx.request)
                right = self.options.right if visit is None else visit.caller.right
                return _compatible_result(
                    await self.working(ctx, partial(tool.run, visit or self.projects, arguments, right))
                )
            return await self._operation(ctx, tool, arguments)
        except Exception as error:
            return refused(error)

    async def _operation(self, ctx: Context, spec: OperationSpec, given: Mapping[str, Any]) -> CallToolResult:
        session = session_of(spec, given, hosted=self._hosted(ctx), generated=self._generated_name(ctx))
        arguments = {**given, "session": session.name} if session.source in ("host", "generated") else given
        projects = self.projects
        if self.sampled is not None and can_sample(ctx):
            sampling_from(ctx)
            projects = self.sampled
        reply = await self.working(ctx, partial(self.run, ctx, spec, arguments, projects))
        return await to_thread.run_sync(_operation_result, reply, session)

    def run(
        self, ctx: Context, spec: OperationSpec, arguments: Mapping[str, Any], projects: Projects | None = None
    ) -> Any:
        """Run an operation for who calls and return its record.

        Args:
            ctx: The request.
            spec: The operation.
            arguments: Plain JSON values.
            projects: Where its project is opened; `None` = among those that are open.

        Raises:
            DoxaError: What the operation raises, or `Forbidden` where the caller's key does not reach so far.
        """
        visit = visit_of(ctx.request)
        opened = projects or self.projects
        if visit is None:
            with opened.use(spec) as memory:
                return run(spec, memory, arguments, self.options.right)
        given = visit.addressed(spec, arguments)
        with opened.use(spec, visit.caller.project) as memory:
            return run(spec, memory, given, visit.caller.right)

    async def working(self, ctx: Context, work: Callable[[], T]) -> T:
        """Do work in a thread and tell of progress while it runs.

        A call that is cancelled is no longer waited for; its thread finishes the transaction it is in.
        """
        if self._limiter is None:
            self._limiter = anyio.CapacityLimiter(self.options.workers)
        failed: Exception | None = None
        done: list[T] = []
        async with anyio.create_task_group() as group:
            group.start_soon(self._tell_progress, ctx)
            try:
                done.append(await to_thread.run_sync(work, abandon_on_cancel=True, limiter=self._limiter))
            except Exception as error:  # a task group would wrap it
                failed = error
            group.cancel_scope.cancel()
        if failed is not None:
            raise failed
        return done[0]

    async def _tell_progress(self, ctx: Context) -> None:
        if not (ctx.meta and ctx.meta.get("progress_token") is not None):
            return
        began = anyio.current_time()
        while True:
            await anyio.sleep(self.options.beat)
            seconds = anyio.current_time() - began
            with suppress(MCPError):
                await ctx.session.report_progress(seconds, message=f"working for {math.ceil(seconds)} s")

    def _hosted(self, ctx: Context) -> str | None:
        """Return the conversation that the host names, with the request or for the whole server."""
        named = (ctx.meta or {}).get(META_KEY)
        return named if isinstance(named, str) and named else self.options.config.session

    def _generated_name(self, ctx: Context) -> str:
        """Return this connection's own label: over HTTP that of its transport session, else one made for it."""
        headers = getattr(ctx.request, "headers", None)
        if headers is not None:
            carried = headers.get("mcp-session-id")
            return f"mcp-{carried[:32]}" if carried else new_session_name()
        self._generated = self._generated or new_session_name()
        return self._generated


def _operation_result(reply: Any, session: Session) -> CallToolResult:
    plain = as_plain(reply)
    data = {"result": plain, "session": session.name, "session_source": session.source}
    text = told(reply, plain)
    if session.name is not None:
        text += f"\nsession: {session.name} ({session.source})"
    return CallToolResult(content=[TextContent(text=text)], structured_content=data)


def _compatible_result(reply: Told) -> CallToolResult:
    text = fenced_json(reply.data) if reply.text is None else reply.text
    return CallToolResult(content=[TextContent(text=text)], structured_content=dict(reply.data))


def refused(error: Exception) -> CallToolResult:
    """Return an error as a tool's reply, which a model can read and mend."""
    plain = error_plain(error)
    if plain["code"] == INTERNAL:
        log_event(logger, logging.ERROR, "a tool call failed", error)
    field = f" (field: {plain['field']})" if plain["field"] else ""
    text = f"{plain['code']}{field}: {plain['message']} {plain['mend']}".strip()
    return CallToolResult(content=[TextContent(text=text)], structured_content={"error": plain}, is_error=True)


def as_protocol_error(error: DoxaError) -> MCPError:
    """Return an error of doxa as one of the protocol, for what is no tool call."""
    return MCPError(INVALID_PARAMS, str(error), error_plain(error))
