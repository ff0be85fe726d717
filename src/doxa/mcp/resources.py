"""What a host may read without a tool call: the envelope, the spaces, beliefs by kref, the schemas of replies."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import Any
from urllib.parse import unquote

from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    ListResourcesResult,
    ListResourceTemplatesResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    TextResourceContents,
)

from doxa.errors import DoxaError
from doxa.mcp.calling import Caller, Context, as_protocol_error
from doxa.operations import REGISTRY
from doxa.operations.dispatch import operation
from doxa.operations.plain import as_plain
from doxa.operations.telling import told

PAGE = 50
"""Beliefs on a page of the list."""
JSON, TEXT = "application/json", "text/plain"
ENVELOPE, SPACES, SCHEMA, KREF = "doxa://envelope", "doxa://spaces", "doxa://schema/", "kref://"

_FIXED = (
    Resource(uri=ENVELOPE, name="envelope", title="Envelope", mime_type=TEXT,
             description="Who the user is at a glance: identity, preferences, facts, what is pinned and open."),
    Resource(uri=SPACES, name="spaces", title="Spaces", mime_type=JSON,
             description="How many beliefs each user, agent and space holds."),
)  # fmt: skip
_TEMPLATES = (
    ResourceTemplate(uri_template="doxa://envelope/{user}", name="envelope of a user", mime_type=TEXT,
                     description="The envelope of one user."),
    ResourceTemplate(uri_template="kref://{project}/{+item}", name="belief", mime_type=JSON,
                     description="A belief by its kref, with its evolution chain; ?r= pins a revision, ?time= a time."),
    ResourceTemplate(uri_template="doxa://schema/{operation}", name="schema of a reply", mime_type=JSON,
                     description="The whole JSON schema of what an operation replies."),
)  # fmt: skip


class Resources:
    """Lists and reads resources.

    Args:
        caller: Runs the reads.
    """

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    async def list(self, ctx: Context, params: PaginatedRequestParams | None) -> ListResourcesResult:
        """List the fixed ones, then beliefs, newest first, page by page."""
        cursor = params.cursor if params else None
        page = await self._read(ctx, "list", {"limit": PAGE, "cursor": cursor})
        beliefs = [
            Resource(uri=each.kref, name=each.title or each.text[:80], mime_type=JSON, description=each.kind)
            for each in page.items
        ]
        return ListResourcesResult(resources=[*(_FIXED if cursor is None else ()), *beliefs], next_cursor=page.cursor)

    async def templates(self, ctx: Context, params: PaginatedRequestParams | None) -> ListResourceTemplatesResult:
        """List the templates."""
        return ListResourceTemplatesResult(resource_templates=list(_TEMPLATES))

    async def read(self, ctx: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        """Read one.

        Raises:
            MCPError: There is none at the address.
        """
        uri = str(params.uri)
        if uri == ENVELOPE or uri.startswith(f"{ENVELOPE}/"):
            user = unquote(uri.removeprefix(ENVELOPE).removeprefix("/"))
            return _contents(uri, told(await self._read(ctx, "envelope", {"user": user} if user else {})), TEXT)
        if uri == SPACES:
            return _contents(uri, _as_json(await self._read(ctx, "scopes", {})), JSON)
        if uri.startswith(SCHEMA):
            try:
                return _contents(uri, json.dumps(operation(uri.removeprefix(SCHEMA)).reply_schema()), JSON)
            except DoxaError as error:
                raise as_protocol_error(error) from error
        if uri.startswith(KREF):
            return _contents(uri, _as_json(await self._read(ctx, "get", {"ref": unquote(uri)})), JSON)
        raise MCPError(INVALID_PARAMS, f"There is no resource {uri!r}. See the list and the templates.")

    async def _read(self, ctx: Context, name: str, arguments: Mapping[str, Any]) -> Any:
        try:
            return await self._caller.working(ctx, partial(self._caller.run, ctx, REGISTRY[name], arguments))
        except DoxaError as error:
            raise as_protocol_error(error) from error


def _as_json(reply: Any) -> str:
    return json.dumps(as_plain(reply), ensure_ascii=False)


def _contents(uri: str, text: str, mime_type: str) -> ReadResourceResult:
    return ReadResourceResult(contents=[TextResourceContents(uri=uri, text=text, mime_type=mime_type)])
