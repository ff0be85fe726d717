"""A route for every operation: `POST /v1/…` with its arguments as a JSON object."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from doxa.errors import RevisionConflict
from doxa.operations import REGISTRY, OperationSpec
from doxa.operations.request import request_schema
from doxa.operations.schema import Schemas
from doxa.server.calls import Served, answer_of, unless_stale, with_headers
from doxa.server.examples import example_of
from doxa.server.problems import PROBLEM, PROBLEM_SCHEMA

VERSION = "/v1"
REFUSALS = (400, 401, 403, 404, 409, 412, 413, 429, 500, 501, 502, 503, 504, 507)
_PROJECT = {
    "name": "project",
    "in": "query",
    "required": False,
    "description": "The project; that of the key where it is left out.",
    "schema": {"type": "string"},
}


def path_of(spec: OperationSpec) -> str:
    """Return the path of an operation, such as `/v1/narratives/add`."""
    verb = spec.name.removeprefix(f"{spec.namespace}_") if spec.namespace else spec.name
    return "/".join(filter(None, (VERSION, spec.namespace, verb.replace("_", "-"))))


def add_operations(app: FastAPI, served: Served, schemas: Schemas) -> None:
    """Give every operation its route."""
    for spec in REGISTRY.values():
        _add(app, served, spec, schemas)


def _add(app: FastAPI, served: Served, spec: OperationSpec, schemas: Schemas) -> None:
    """Give an operation its route; one that takes nothing and changes nothing may be asked for by `GET` as well."""

    async def endpoint(request: Request) -> Response:
        def work(body: Mapping[str, Any]) -> Response:
            caller = served.caller(request, request.query_params.get("project"))
            try:
                return answer_of(served.operate(spec, caller, with_headers(spec, request, body)), request)
            except RevisionConflict as error:
                raise unless_stale(request, error) from error

        return await served.answer(request, work, writes=not spec.read_only)

    app.add_api_route(
        path_of(spec),
        endpoint,
        methods=["POST"],
        name=spec.name,
        operation_id=spec.name,
        summary=spec.summary.rstrip("."),
        description=spec.description,
        tags=[spec.namespace or spec.right],
        responses=refusals(),
        openapi_extra=_described(spec, schemas),
        response_class=Response,
    )
    if spec.read_only and not spec.parameters:
        app.add_api_route(path_of(spec), endpoint, methods=["GET"], name=spec.name, include_in_schema=False)


def refusals() -> dict[int | str, dict[str, Any]]:
    """Return how every route may refuse, for the OpenAPI document."""
    said = {"content": {PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}}}}
    return {status: dict(said) for status in REFUSALS}


def _described(spec: OperationSpec, schemas: Schemas) -> dict[str, Any]:
    request = request_schema(spec)
    parameters: list[dict[str, Any]] = [_PROJECT]
    if "request_id" in spec.parameters:
        parameters.append(_header("Idempotency-Key", "The same call with it gives the first answer again."))
    if "expect_revision" in spec.parameters:
        parameters.append(_header("If-Match", "The ETag that the memory must have.", pattern=r'^(W/)?"?[0-9]{1,9}"?$'))
    reply = {"schema": schemas.of_reply(spec.reply_type)}
    return {
        "parameters": parameters,
        "requestBody": {
            "required": bool(request.get("required")),
            "content": {"application/json": {"schema": request, "examples": {spec.name: {"value": example_of(spec)}}}},
        },
        "responses": {"200": {"description": "Done", "content": {"application/json": reply}}},
    }


def _header(name: str, about: str, **schema: Any) -> dict[str, Any]:
    described = {"type": "string", "minLength": 1, "maxLength": 200, **schema}
    return {"name": name, "in": "header", "required": False, "description": about, "schema": described}


COMPONENTS = {"Problem": PROBLEM_SCHEMA}
