"""`doxa serve`: starts the REST server, whose packages are loaded only here."""

from __future__ import annotations

from doxa.cli.command import Common
from doxa.core import MEMORY
from doxa.errors import MissingExtra
from doxa.operations import Right
from doxa.operations.projects import project_settings


def run_serve(common: Common, *, host: str, port: int, keys: bool, right: Right, rate: int) -> None:
    """Serve until the process is told to stop.

    Args:
        common: The project and home.
        host: The address to listen at.
        port: The port to listen at.
        keys: Whether callers must show a key.
        right: What they may where they need none.
        rate: Requests a minute of one key; 0 = any number.

    Raises:
        MissingExtra: The extra `server` is not installed.
        InvalidInput: A setting or argument that cannot be used.
    """
    try:
        from doxa.server import Limits, ServerOptions, serve
    except ModuleNotFoundError as error:
        raise MissingExtra(
            "The server needs the packages fastapi, uvicorn and prometheus-client.", mend="Install doxa[server]."
        ) from error
    config = project_settings(common.project, common.home)
    limits = Limits(rate=rate)
    options = ServerOptions(config, keys=keys, right=right, in_memory=common.home == MEMORY, limits=limits)
    serve(options, host=host, port=port)
