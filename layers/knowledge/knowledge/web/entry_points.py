"""A function's entry points besides ASGI: functions-framework, and Lambda with its events."""

from collections.abc import Awaitable, Callable
from typing import Any

from mangum import Mangum
from mangum.adapter import DEFAULT_TEXT_MIME_TYPES
from pydantic import BaseModel
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.types import ASGIApp

from knowledge.ports import deadline, storage_events
from knowledge.ports.storage_events import ObjectEvent

Handler = Callable[[dict[str, Any], Any], Any]  # Lambda's event and context in, its answer out


def entry_points(
    app: Starlette,
    *,
    on_object: Callable[[ObjectEvent], object] | None = None,
    on_schedule: Callable[[], BaseModel] | None = None,
    on_job: Callable[[Any], object] | None = None,
) -> tuple[Callable[[Request], Awaitable[ASGIApp]], Handler]:
    """The two further entry points of a function: `http` for functions-framework, `handler` for Lambda.

    With `on_object`, `handler` also takes storage events and hands it each; with `on_schedule`, the schedule's; with
    `on_job`, the jobs of `knowledge.jobs`.
    """

    async def http(request: Request) -> ASGIApp:
        request.scope["path_params"] = {}  # those of functions-framework's own route
        return app  # a target that returns an ASGI app is answered by it

    over_http = Mangum(app, lifespan="off", text_mime_types=[*DEFAULT_TEXT_MIME_TYPES, "application/problem+json"])

    def handler(event: dict[str, Any], context: Any) -> Any:
        with deadline.of_invocation(context):
            return answer(event, context)

    def answer(event: dict[str, Any], context: Any) -> Any:
        if on_schedule and event.get("detail-type") == "Scheduled Event":
            return on_schedule().model_dump(mode="json")
        if on_object and "requestContext" not in event:
            return storage_events.handle_each(event, on_object, on_job)
        return over_http(event, context)

    return http, handler
