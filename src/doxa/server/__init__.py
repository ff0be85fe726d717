"""REST: every operation over HTTP, behind keys."""

from doxa.server.app import create_app
from doxa.server.options import Limits, ServerOptions
from doxa.server.running import serve

__all__ = ["Limits", "ServerOptions", "create_app", "serve"]
