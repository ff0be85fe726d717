"""The change feed as server-sent events: each change as it comes, with its cursor as the event's id."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import anyio
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from doxa.errors import DoxaError, LimitReached
from doxa.operations import REGISTRY
from doxa.operations.plain import as_plain
from doxa.recall.feed import FOLLOW_SECONDS
from doxa.records import Change
from doxa.server.calls import Served
from doxa.server.operations import refusals
from doxa.server.problems import problem

BEAT_SECONDS = 15.0
"""A comment is sent this often where nothing changes, so that a connection that is gone is noticed."""
PAGE = 200


def add_feed(app: FastAPI, served: Served) -> None:
    """Give the stream of changes its route."""

    async def stream(request: Request) -> Response:
        query = request.query_params
        try:
            served.rates.take(request.headers.get("authorization") or "")
            if served.streams >= served.options.limits.followers:
                raise LimitReached("Too many streams are open.", mend="Close one, or read /v1/changes in pages.")
            given: dict[str, Any] = {"limit": PAGE}
            given |= {name: query[name] for name in ("user", "match") if query.get(name)}
            given |= {"kinds": query.getlist("kinds")} if query.get("kinds") else {}
            after = request.headers.get("last-event-id") or query.get("after")
            given |= {"after": after} if after else {}

            def page() -> tuple[Change, ...]:
                # the key is looked at for every page, so that one that is revoked ends its streams
                caller = served.caller(request, query.get("project"))
                items: tuple[Change, ...] = served.operate(REGISTRY["changes"], caller, given).items
                return items

            first = await served.places.run(page, writes=False)
        except Exception as error:
            return problem(error)

        async def events() -> AsyncIterator[str]:
            served.streams += 1
            try:
                async for event in _events(served, page, given, first):
                    yield event
            finally:
                served.streams -= 1

        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamingResponse(events(), media_type="text/event-stream", headers=headers)

    names = ("project", "user", "after", "match", "kinds")
    parameters = [{"name": name, "in": "query", "required": False, "schema": {"type": "string"}} for name in names]
    app.add_api_route(
        "/v1/changes/stream",
        stream,
        name="changes_stream",
        methods=["GET"],
        operation_id="changes_stream",
        summary="Stream changes as they come, as server-sent events",
        tags=["read"],
        responses=refusals(),
        openapi_extra={"parameters": parameters},
        response_class=StreamingResponse,
    )


async def _events(
    served: Served, page: Callable[[], tuple[Change, ...]], given: dict[str, Any], found: tuple[Change, ...]
) -> AsyncIterator[str]:
    """Yield events until the reader goes away, the server is told to stop, or what the reader shows no longer opens."""
    quiet = 0.0
    while True:
        for change in found:
            given["after"] = change.cursor
            told = json.dumps(as_plain(change), ensure_ascii=False)
            yield f"id: {change.cursor}\nevent: {change.kind}\ndata: {told}\n\n"
        quiet = 0.0 if found else quiet + FOLLOW_SECONDS
        if quiet >= BEAT_SECONDS:
            yield ": still here\n\n"
            quiet = 0.0
        if await ended(served):
            return
        try:
            found = await served.places.run(page, writes=False)
        except DoxaError:
            return


async def ended(served: Served) -> bool:
    """Wait for what may have changed meanwhile; return whether the server was told to stop."""
    with anyio.move_on_after(FOLLOW_SECONDS):
        await served.ending.wait()
    return served.ending.is_set()
