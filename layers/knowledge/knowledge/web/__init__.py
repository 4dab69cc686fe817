"""The edge: one request in, one model out; authentication, errors as problem details, timing, one log line."""

from knowledge.caller import Caller
from knowledge.web.doors import doors
from knowledge.web.routing import application, route

__all__ = ["Caller", "application", "doors", "route"]
