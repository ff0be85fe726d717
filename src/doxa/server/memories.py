"""The paths under `/v1/memories/`, in the shapes of dual-mem: same fields, same error bodies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid4

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from doxa import __version__
from doxa.errors import InvalidInput, RevisionConflict
from doxa.operations import REGISTRY, OperationSpec
from doxa.operations import dual_mem_rest as rest
from doxa.operations.callers import Caller, needs
from doxa.operations.dual_mem import ROUTES, memory_item
from doxa.operations.plain import as_plain
from doxa.records import ANY, Hit, User
from doxa.server.calls import IDEMPOTENCY, Served, unless_stale, with_headers
from doxa.server.problems import as_json, headers_of, problem_of, status_of

Body = Mapping[str, Any]
Work = Callable[[Request, Body], Response]
_REFUSED = {
    "type": "object",
    "properties": {
        "success": {"const": False},
        "error_code": {"type": "integer"},
        "error_message": {"type": "string"},
        "error_type": {"type": "string"},
    },
    "required": ["success", "error_code", "error_message"],
}
_QUERY: Mapping[str, Mapping[str, Any]] = {
    "app_id": {"type": "string"},
    "user_id": {"type": "string"},
    "agent_id": {"type": "string"},
    "limit": {"type": "integer", "minimum": 1, "maximum": 1000},
    "confirm": {"type": "string", "enum": ["true", "false"]},
}


class Memories:
    """The handlers.

    Args:
        served: The parts that every route shares.
    """

    def __init__(self, served: Served) -> None:
        self._served = served

    def add(self, request: Request, body: Body) -> Response:
        """Remember."""
        given = rest.checked(body, rest.ADD)
        started = self._served.now()
        caller, user = self._who(request, given["app_id"], given.get("user_id"))
        with self._open("add", caller) as memory:
            made = rest.add(memory, given, user, request_id=request.headers.get(IDEMPOTENCY))
        return self._done(started, memory_id=made)

    def search(self, request: Request, body: Body) -> Response:
        """Answer a question from every project that is named."""
        given = rest.checked(body, rest.SEARCH)
        if not given["app_ids"]:
            raise InvalidInput("app_ids is empty.", mend="Name at least one project.", field="app_ids")
        started = self._served.now()
        hits: list[Hit] = []
        for app in dict.fromkeys(given["app_ids"]):
            caller, user = self._who(request, app, given.get("user_id"))
            with self._open("recall", caller) as memory:
                hits += rest.search(memory, given, user)
        if len(given["app_ids"]) > 1:
            hits.sort(key=lambda hit: -hit.relevance)
        return self._done(started, memories=rest.grouped(hits, given))

    def conversation(self, request: Request, body: Body) -> Response:
        """Find turns."""
        given = rest.checked(body, rest.CONVERSATION)
        started = self._served.now()
        caller, user = self._who(request, given["app_id"], given.get("user_id"))
        with self._open("recall", caller) as memory:
            return self._done(started, memories=rest.conversation(memory, given, user))

    def list(self, request: Request, _: Body) -> Response:
        """List what is believed."""
        query = request.query_params
        caller, user = self._who(request, _app(request), query.get("user_id"))
        limit = query.get("limit", "100")
        if not limit.isascii() or not limit.isdigit():
            raise InvalidInput(f"limit is {limit[:20]!r}.", mend="Give 1 to 1,000.", field="limit")
        with self._open("list", caller) as memory:
            page = memory.list(limit=int(limit), user=user, agent=query.get("agent_id") or None)
            return as_json([memory_item(memory.get(each.id, user=user)) for each in page.items])

    def get(self, request: Request, _: Body) -> Response:
        """Return one memory."""
        caller, user = self._who(request, request.query_params.get("app_id"), request.query_params.get("user_id"))
        with self._open("get", caller) as memory:
            belief = memory.get(request.path_params["memory_id"], user=user)
        return as_json(memory_item(belief), headers={"ETag": f'"{belief.revision}"'})

    def update(self, request: Request, body: Body) -> Response:
        """Give a memory a new revision."""
        given = rest.checked(body, rest.UPDATE)
        caller, user = self._who(request, given.get("app_id"), given.get("user_id"))
        arguments = with_headers(REGISTRY["update"], request, {})
        ref = request.path_params["memory_id"]
        try:
            with self._open("update", caller) as memory:
                memory.update(ref, given["content"], user=user, **arguments)
                belief = memory.get(ref, user=user)
        except RevisionConflict as error:
            raise unless_stale(request, error) from error
        return as_json(memory_item(belief), headers={"ETag": f'"{belief.revision}"'})

    def delete(self, request: Request, _: Body) -> Response:
        """Take one memory out of what is believed."""
        query = request.query_params
        caller, user = self._who(request, query.get("app_id"), query.get("user_id"))
        arguments = with_headers(REGISTRY["delete"], request, {})
        try:
            with self._open("delete", caller) as memory:
                memory.delete(request.path_params["memory_id"], user=user, **arguments)
        except RevisionConflict as error:
            raise unless_stale(request, error) from error
        return as_json({"success": True})

    def delete_all(self, request: Request, _: Body) -> Response:
        """Take everything of a scope out of what is believed."""
        query = request.query_params
        caller, user = self._who(request, _app(request), query.get("user_id"))
        if query.get("confirm") != "true":
            mend = "Add confirm=true."
            raise InvalidInput("Everything of the scope would be deleted.", mend=mend, field="confirm")
        with self._open("delete", caller) as memory:
            receipt = memory.delete(where={}, confirm=True, user=user, agent=query.get("agent_id") or None)
        return as_json({"success": True, "deleted": sum(each.status == "done" for each in receipt.outcomes)})

    def scopes(self, request: Request, _: Body) -> Response:
        """Count memories by user, agent and space."""
        caller = self._served.caller(request, request.query_params.get("app_id"))
        if caller.user is ANY:
            needs(caller, "operator", "To see everybody's scopes")
        with self._open("scopes", caller) as memory:
            counted = memory.scopes(user=caller.user)
        rows = [
            {"app_id": caller.project, "user_id": each.user, "agent_id": each.agent, "count": each.count}
            for each in counted
        ]
        return as_json({"success": True, "scopes": rows})

    def digest(self, request: Request, body: Body) -> Response:
        """Do what is pending."""
        caller = self._served.caller(request, body.get("app_id") if isinstance(body.get("app_id"), str) else None)
        reply = self._served.operate(REGISTRY["digest"], caller, {})
        return as_json({"success": True, "report": as_plain(reply)})

    def capabilities(self, request: Request, _: Body) -> Response:
        """Tell what the server does."""
        caller = self._served.caller(request, request.query_params.get("app_id"))
        told = {"sdk_version": __version__, "mode": self._served.options.config.mode, "routes": list(ROUTES)}
        return as_json({"success": True, **told, "right": caller.right, "operations": list(REGISTRY)})

    def _who(self, request: Request, project: str | None, user: str | None) -> tuple[Caller, User]:
        caller = self._served.caller(request, project)
        return caller, caller.user_of(user)

    def _open(self, operation: str, caller: Caller) -> Any:
        spec: OperationSpec = REGISTRY[operation]
        needs(caller, spec.right, operation)
        return self._served.projects.use(spec, caller.project)

    def _done(self, started: float, **told: Any) -> Response:
        took = round((self._served.now() - started) * 1000, 3)
        return as_json({"success": True, **told, "request_id": uuid4().hex, "processing_time_ms": took})


def add_memories(app: FastAPI, served: Served) -> None:
    """Give the paths of dual-mem their handlers."""
    memories = Memories(served)
    one = "/v1/memories/{memory_id}"
    _route(app, served, "POST", "/v1/memories/", memories.add, body=rest.ADD)
    _route(app, served, "GET", "/v1/memories/", memories.list, query=("app_id", "user_id", "agent_id", "limit"))
    _route(
        app, served, "DELETE", "/v1/memories/", memories.delete_all, query=("app_id", "user_id", "agent_id", "confirm")
    )
    _route(app, served, "POST", "/v1/memories/search", memories.search, body=rest.SEARCH)
    _route(app, served, "POST", "/v1/memories/search_conversation", memories.conversation, body=rest.CONVERSATION)
    _route(app, served, "GET", one, memories.get, query=("app_id", "user_id"))
    _route(app, served, "PUT", one, memories.update, body=rest.UPDATE)
    _route(app, served, "DELETE", one, memories.delete, query=("app_id", "user_id"))
    _route(app, served, "GET", "/v1/scopes/", memories.scopes, query=("app_id",))
    if "digest" in REGISTRY:
        _route(app, served, "POST", "/v1/digest/", memories.digest, body={"type": "object"})
    _route(app, served, "GET", "/v1/capabilities", memories.capabilities, query=("app_id",))


def _route(
    app: FastAPI,
    served: Served,
    method: str,
    path: str,
    work: Work,
    *,
    body: Mapping[str, Any] | None = None,
    query: tuple[str, ...] = (),
) -> None:
    writes = method != "GET" and "search" not in path

    async def endpoint(request: Request) -> Response:
        def answered(given: Body) -> Response:
            try:
                return work(request, given)
            except Exception as error:
                return _refused(error)

        reply = await served.answer(request, answered, writes=writes)
        return reply

    refused = {"description": "Refused", "content": {"application/json": {"schema": _REFUSED}}}
    extra: dict[str, Any] = {
        "parameters": [
            {"name": name, "in": "query", "required": name == "app_id" and path == "/v1/memories/", "schema": schema}
            for name, schema in ((name, _QUERY[name]) for name in query)
        ]
    }
    if body is not None:
        extra["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    app.add_api_route(
        path,
        endpoint,
        methods=[method],
        name=f"memories_{work.__name__}",
        operation_id=f"memories_{work.__name__}",
        summary=(work.__doc__ or "").strip().rstrip("."),
        tags=["memories"],
        responses=dict.fromkeys((400, 401, 403, 404, 409, 412, 413, 429, 500, 501, 502, 503, 504, 507), refused),
        openapi_extra=extra,
        response_class=Response,
    )


def _refused(error: Exception) -> Response:
    told, status = problem_of(error), status_of(error)
    body = {"success": False, "error_code": status, "error_message": told["detail"], "error_type": told["code"]}
    return as_json(body, status=status, headers=headers_of(error))


def _app(request: Request) -> str:
    app = request.query_params.get("app_id")
    if not app:
        raise InvalidInput("app_id is missing.", mend="Name the project.", field="app_id")
    return app
