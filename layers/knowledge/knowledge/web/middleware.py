"""Gives each request an id, measures its stages and writes its log line."""

from time import perf_counter
from uuid import uuid4

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from knowledge.ports import telemetry
from knowledge.web.problem_details import problem


class RequestObserver:
    """Gives each request an id, its stage timings in `Server-Timing`, and one log line without content."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request, whatever is raised below."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        scope["request_id"] = str(uuid4())
        scope["log"] = entry = {"request_id": scope["request_id"], "method": scope["method"], "status": 500}
        start = perf_counter()

        with telemetry.measured() as stages:

            async def observed_send(message: Message) -> None:
                if message["type"] == "http.response.start":
                    entry["status"] = message["status"]
                    headers = MutableHeaders(scope=message)
                    headers["X-Request-Id"] = scope["request_id"]
                    headers["Server-Timing"] = ", ".join(f"{name};dur={ms:.1f}" for name, ms in stages.items())
                await send(message)

            try:
                await self.app(scope, receive, observed_send)
            except Exception as error:  # noqa: BLE001 - the last resort: the caller gets a problem, the log its place
                await problem(Request(scope), error)(scope, receive, observed_send)
        entry["ms"] = round((perf_counter() - start) * 1000, 1)
        entry["stages"] = {name: round(ms, 1) for name, ms in stages.items()}
        telemetry.log_line("request", **entry)
