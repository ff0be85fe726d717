"""`doxa mcp`: starts the MCP server, whose package is loaded only here."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Literal, TypedDict

from doxa.cli.command import Common
from doxa.core import MEMORY
from doxa.errors import MissingExtra
from doxa.operations import Right
from doxa.operations.projects import project_settings


class ServerOptions(TypedDict):
    """What the command takes beside scope and transport; see `doxa.mcp.Options`."""

    toolset: str
    right: Right
    sampling: bool
    keys: bool


def run_mcp(
    common: Common,
    scope: Mapping[str, str | None],
    given: ServerOptions,
    *,
    transport: Literal["stdio", "http"],
    host: str,
    port: int,
) -> None:
    """Serve until the input ends or the process is told to stop.

    Args:
        common: The project and home.
        scope: What calls mean that name no scope of their own.
        given: Which tools are offered, what callers may, whether the host's model may be asked.
        transport: Over what.
        host: The address to listen at.
        port: The port to listen at.

    Raises:
        MissingExtra: The extra `mcp` is not installed.
        InvalidInput: A setting or argument that cannot be used.
    """
    if find_spec("mcp") is None:
        raise MissingExtra("The MCP server needs the package mcp.", mend="Install doxa[mcp].")
    from doxa.mcp import Options, serve

    config = project_settings(common.project, common.home)
    config = config.override(**{name: value for name, value in scope.items() if value is not None})
    options = Options(config, in_memory=common.home == MEMORY, **given)
    serve(options, transport=transport, host=host, port=port)
