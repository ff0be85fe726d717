"""Every request is counted, timed and logged: which operation, how it ended, how long it took; never what it held."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from doxa.operations.callers import needs_every_user
from doxa.operations.logs import log_event
from doxa.server.operations import refusals
from doxa.server.problems import problem

if TYPE_CHECKING:
    from doxa.server.calls import Served

logger = logging.getLogger(__name__)
UNKNOWN = "unknown"
"""The operation of paths that there are not, so that nobody can make names without end."""
GONE = 499
"""The status of what was never answered, since who asked went away."""


class Watching:
    """The outermost part of the application.

    Args:
        app: What answers.
        served: The parts that every route shares.
    """

    def __init__(self, app: ASGIApp, served: Served) -> None:
        self._app = app
        self._served = served

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, then tell of it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        now = self._served.now
        began = now()
        begun: list[tuple[int, float]] = []
        unsaid = GONE

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start" and not begun:
                begun.append((message["status"], now() - began))
            await send(message)

        try:
            await self._app(scope, receive, sending)
        except Exception:
            unsaid = 500  # which is answered outside of this
            raise
        finally:
            status, seconds = begun[0] if begun else (unsaid, now() - began)
            operation = operation_of(scope)
            self._served.metrics.answered(operation, status, seconds)
            level = logging.ERROR if status == 500 else logging.WARNING if status > 500 else logging.INFO
            log_event(
                logger, level, "request", operation=operation, method=scope["method"], status=status,
                ms=round(seconds * 1000, 1), whole_ms=round((now() - began) * 1000, 1),
            )  # fmt: skip


def operation_of(scope: Scope) -> str:
    """Return the name of the route that answered."""
    route: Any = scope.get("route")
    return getattr(route, "name", None) or UNKNOWN


def add_metrics(app: FastAPI, served: Served) -> None:
    """Give the page that Prometheus reads its route; it asks for a key for every user of the server's own project."""

    async def metrics(request: Request) -> Response:
        """Tell how many calls there were, how long they took, and what waits, as Prometheus reads it."""

        def page() -> tuple[bytes, str]:
            needs_every_user(served.caller(request, served.projects.default), "metrics")
            return served.metrics.page(request.headers.get("accept", ""))

        try:
            body, form = await served.places.run(page, writes=False)
        except Exception as error:
            return problem(error)
        return Response(body, headers={"Content-Type": form})

    app.add_api_route(
        "/metrics", metrics, methods=["GET"], name="metrics", operation_id="metrics", tags=["probes"],
        summary="Tell numbers for Prometheus", responses=refusals(), response_class=Response,
    )  # fmt: skip
