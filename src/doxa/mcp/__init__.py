"""The MCP server: operations as tools, over standard input and output or HTTP. It has no logic of its own."""

from doxa.mcp.options import Options
from doxa.mcp.serving import serve

__all__ = ["Options", "serve"]
