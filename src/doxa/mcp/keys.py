"""Keys over HTTP, as `doxa serve` asks for them: who calls is known before a message is looked at."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from anyio import to_thread
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from starlette.datastructures import Headers, QueryParams
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from doxa.errors import DoxaError, Forbidden, InvalidInput, Unauthorized
from doxa.operations.callers import Doors, Visit
from doxa.operations.pool import Projects
from doxa.operations.refusal import error_plain, problem_details
from doxa.records import User

VISIT = "doxa.visit"
"""Where a request carries who made it."""


class KeysAsked:
    """Lets in who shows a key that opens; to everybody else it says 401, or 403 where the key opens something else.

    Args:
        app: What is behind the door.
        projects: The projects that are open.
        default_user: Whose memories a call means that names no user, of a key for every user.
    """

    def __init__(self, app: ASGIApp, projects: Projects, default_user: User) -> None:
        self._app = app
        self._projects = projects
        self._doors = Doors(projects, keys=True, right="read")
        self._default_user = default_user

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it."""
        if scope["type"] == "http":
            header = Headers(scope=scope).get("authorization")
            project = QueryParams(scope["query_string"]).get("project") or None
            try:
                caller = await to_thread.run_sync(partial(self._doors.caller, header, project))
            except DoxaError as error:
                await _refusal(error)(scope, receive, send)
                return
            scope[VISIT] = Visit(self._doors, self._projects, header, caller, self._default_user)
            # the transport keeps a session to the one who began it
            scope["user"] = AuthenticatedUser(AccessToken(token="", client_id=caller.key, scopes=[caller.right]))
        await self._app(scope, receive, send)


def visit_of(request: Any) -> Visit | None:
    """Return who made a request; `None` where no keys are asked for."""
    scope = getattr(request, "scope", None) or {}
    visit = scope.get(VISIT)
    return visit if isinstance(visit, Visit) else None


def _refusal(error: DoxaError) -> Response:
    statuses = ((Unauthorized, 401), (Forbidden, 403), (InvalidInput, 400))
    status = next((status for kind, status in statuses if isinstance(error, kind)), 503)
    told = problem_details(error_plain(error), status)
    headers = {"WWW-Authenticate": 'Bearer error="invalid_token"'} if status == 401 else {}
    if status == 403:
        headers = {"WWW-Authenticate": 'Bearer error="insufficient_scope"'}
    body = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
    return Response(body, status, headers, media_type="application/problem+json")
