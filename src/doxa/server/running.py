"""Starting and stopping a server."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from doxa.errors import InvalidInput
from doxa.operations.logs import start_logging
from doxa.server.options import HOST, LOOPBACK, PORT, ServerOptions

if TYPE_CHECKING:
    import uvicorn

CONNECTIONS = 2000
"""Connections that are open at once; more are answered 503."""
CLOSING = 10
"""Seconds that calls which run are waited for at the end."""


def serve(options: ServerOptions, *, host: str = HOST, port: int = PORT) -> None:
    """Serve until the process is told to stop; writes that have begun are finished.

    Args:
        options: What is served, to whom.
        host: The address to listen at.
        port: The port, 1 to 65,535; 0 = any free one.

    Raises:
        InvalidInput: No keys are asked for, and other machines could reach the address; or it cannot be had.
    """
    import uvicorn

    from doxa.server.app import create_app

    if not options.keys and host not in LOOPBACK:
        mend = f"Ask for keys, or listen at one of {', '.join(LOOPBACK)}."
        raise InvalidInput(f"host is {host!r} and no keys are asked for.", mend=mend, field="host", value=host)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family, backlog=512)
    except OSError as error:
        mend = "Choose another address or port."
        raise InvalidInput(f"{host}:{port} cannot be had: {error.strerror}.", mend=mend, field="port") from error
    # asyncio sets this only on sockets that name their protocol; without it an answer waits 40 ms for an ACK
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    with listening:
        address = f"[{host}]" if ":" in host else host
        print(f"doxa serves at http://{address}:{listening.getsockname()[1]}", file=sys.stderr, flush=True)
        app = create_app(options)
        start_logging(options.config)
        settings = uvicorn.Config(
            app,
            log_config=None,
            log_level="warning",
            access_log=False,
            limit_concurrency=CONNECTIONS,
            timeout_keep_alive=30,
            timeout_graceful_shutdown=CLOSING,
            server_header=False,
        )
        ending_first(settings, lambda: app.state.served.ending.set()).run(sockets=[listening])


def ending_first(settings: uvicorn.Config, end: Callable[[], object]) -> uvicorn.Server:
    """Return a server that, told to stop, first ends what would never end by itself, then waits for the rest.

    Args:
        settings: How it runs.
        end: Ends it.
    """
    import uvicorn

    class Ending(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            end()
            await super().shutdown(sockets)

    return Ending(settings)
