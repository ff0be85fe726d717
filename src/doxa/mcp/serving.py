"""Starting a server: over standard input and output, or HTTP, there behind keys or on this machine alone."""

from __future__ import annotations

import socket
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from doxa.errors import InvalidInput
from doxa.mcp.options import HOST, PORT, Options, Transport
from doxa.operations.logs import start_logging

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server
    from starlette.types import ASGIApp

    from doxa.operations.pool import Projects

LOOPBACK = ("127.0.0.1", "localhost", "::1")
MAX_BODY = 4 * 1024 * 1024
"""Bytes of one HTTP request."""
CLOSING = 10
"""Seconds that calls which run are waited for at the end."""


def serve(options: Options, *, transport: Transport = "stdio", host: str = HOST, port: int = PORT) -> None:
    """Serve until the input ends or the process is told to stop.

    Args:
        options: What is served, to whom.
        transport: `stdio`, or `http` (streamable HTTP, at `/mcp`).
        host: The address to listen at, for HTTP; without keys, one that only this machine reaches.
        port: The port, 1 to 65,535, for HTTP; 0 = any free one.

    Raises:
        InvalidInput: There is no such set of tools; no keys are asked for and other machines reach the host; the
            address cannot be had; or the host's model may be asked and the projects, kept in memory, could not be
            opened a second time for that.
    """
    import anyio

    from doxa.mcp.sampling import SamplingModel
    from doxa.mcp.tools import toolset_names
    from doxa.operations.pool import Projects

    if options.toolset not in toolset_names():
        raise InvalidInput(
            f"toolset is {options.toolset!r}.",
            mend=f"Give one of {', '.join(toolset_names())}.",
            field="toolset",
            value=options.toolset,
        )
    if options.sampling and options.in_memory:
        mend = "Name a folder with --home, or leave out --sampling."
        raise InvalidInput("sampling needs projects in files.", mend=mend, field="sampling")
    with Projects(options.config, in_memory=options.in_memory) as projects, ExitStack() as opened:
        sampled = opened.enter_context(projects.asking(SamplingModel())) if options.sampling else None
        server = make_server(options, projects, sampled)
        if transport == "http":
            checked_host(host, keys=options.keys)
        start_logging(options.config)
        if transport == "stdio":
            anyio.run(_over_stdio, server)
        else:
            _over_http(server, options, projects, host, port)


def make_server(options: Options, projects: Projects, sampled: Projects | None = None) -> Server[Any]:
    """Return a server of the MCP package that answers with doxa's operations.

    Args:
        options: What is served, to whom.
        projects: The projects, open for as long as the server runs.
        sampled: The same, opened with the host's own model, for hosts that let it be asked.
    """
    from mcp.server.lowlevel import Server
    from mcp_types import ListToolsResult

    from doxa import __version__
    from doxa.mcp.calling import Caller
    from doxa.mcp.prompts import INSTRUCTIONS, Prompts
    from doxa.mcp.resources import Resources
    from doxa.mcp.tools import listed

    caller = Caller(options, projects, sampled)
    resources, prompts = Resources(caller), Prompts(caller)

    async def list_tools(ctx: Any, params: Any) -> ListToolsResult:
        return ListToolsResult(tools=list(listed(options.toolset)))

    server: Server[Any] = Server(
        "doxa",
        version=__version__,
        title="doxa",
        description="Long-term memory: versioned, sourced, graded, dated beliefs.",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=caller.call,
        on_list_resources=resources.list,
        on_list_resource_templates=resources.templates,
        on_read_resource=resources.read,
        on_list_prompts=prompts.list,
        on_get_prompt=prompts.get,
    )
    return server


def checked_host(host: str, *, keys: bool) -> str:
    """Return an address that may be listened at.

    Args:
        host: The address.
        keys: Whether callers must show a key.

    Raises:
        InvalidInput: No keys are asked for, and other machines could reach it.
    """
    if not keys and host not in LOOPBACK:
        mend = f"Ask for keys, or listen at one of {', '.join(LOOPBACK)}."
        raise InvalidInput(f"host is {host!r} and no keys are asked for.", mend=mend, field="host", value=host)
    return host


async def _over_stdio(server: Server[Any]) -> None:
    import anyio
    from mcp.server.stdio import stdio_server

    from doxa.mcp.lines import passed_on

    async with stdio_server() as (incoming, outgoing), anyio.create_task_group() as group:
        onward, messages = anyio.create_memory_object_stream[Any](0)
        group.start_soon(passed_on, incoming, onward, outgoing)
        await server.run(messages, outgoing, server.create_initialization_options())
        group.cancel_scope.cancel()


def http_app(server: Server[Any], options: Options, projects: Projects, host: str = HOST) -> ASGIApp:
    """Return what answers over HTTP, at `/mcp`.

    Args:
        server: Answers messages.
        options: What is served, to whom.
        projects: The projects that are open.
        host: The address it listens at; at those of this machine alone, requests for another host are refused.
    """
    app = server.streamable_http_app(host=host, max_request_body_size=MAX_BODY)
    if not options.keys:
        return app
    from doxa.mcp.keys import KeysAsked

    return KeysAsked(app, projects, options.config.user)


def _over_http(server: Server[Any], options: Options, projects: Projects, host: str, port: int) -> None:
    import uvicorn

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family)
    except OSError as error:
        mend = "Choose another address or port."
        raise InvalidInput(f"{host}:{port} cannot be had: {error.strerror}.", mend=mend, field="port") from error
    with listening:
        # asyncio sets this only on sockets that name their protocol; without it an answer waits 40 ms for an ACK
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        address = f"[{host}]" if ":" in host else host
        print(f"doxa serves MCP at http://{address}:{listening.getsockname()[1]}/mcp", file=sys.stderr, flush=True)
        app = http_app(server, options, projects, host)
        settings = uvicorn.Config(
            app, log_config=None, log_level="warning", access_log=False, timeout_graceful_shutdown=CLOSING
        )
        uvicorn.Server(settings).run(sockets=[listening])
