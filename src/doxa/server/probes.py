"""Paths that tell whether the server is there; they ask for no key and tell nothing of what is remembered."""

from __future__ import annotations

from datetime import UTC

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from doxa import __version__
from doxa.clock import SystemClock
from doxa.server.calls import Served
from doxa.server.problems import as_json


def add_probes(app: FastAPI, served: Served) -> None:
    """Give the probes their routes."""
    started = served.now()

    async def health(request: Request) -> Response:
        """Tell that the server runs."""
        uptime = round(served.now() - started, 3)
        return as_json({"status": "SERVING", "message": "doxa is serving", "uptime_seconds": uptime})

    async def ready(request: Request) -> Response:
        """Tell whether the folder of projects can be reached."""
        home = served.options.config.home
        there = served.options.in_memory or home.is_dir() or home.parent.is_dir()
        return as_json({"ready": there}, status=200 if there else 503)

    async def ping(request: Request) -> Response:
        """Answer with the time."""
        now = SystemClock().now().astimezone(UTC)
        return as_json(
            {"message": "pong", "server_time": now.isoformat(), "timestamp": int(now.timestamp() * 1000)},
        )

    async def info(request: Request) -> Response:
        """Tell the version."""
        return as_json({"sdk_version": __version__, "mode": served.options.config.mode, "build": "doxa"})

    for path, handler in (("/health", health), ("/ready", ready), ("/ping", ping), ("/info", info)):
        about = (handler.__doc__ or "").rstrip(".")
        app.add_api_route(
            path,
            handler,
            methods=["GET"],
            operation_id=handler.__name__,
            summary=about,
            tags=["probes"],
            response_class=Response,
        )
