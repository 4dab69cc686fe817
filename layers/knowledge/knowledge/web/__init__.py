"""The edge: one request in, one model out; authentication, errors as problem details, timing, one log line."""

from knowledge.auth import Caller
from knowledge.web.entry_points import doors
from knowledge.web.routing import application, route

__all__ = ["Caller", "application", "doors", "route"]
