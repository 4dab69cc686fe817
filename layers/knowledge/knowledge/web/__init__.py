"""The HTTP edge: authentication, routing, request bodies, errors as problem documents, timing, one log line."""

from knowledge.auth import Caller
from knowledge.web.entry_points import entry_points
from knowledge.web.routing import application, route

__all__ = ["Caller", "application", "entry_points", "route"]
