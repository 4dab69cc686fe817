"""Routes: which use case answers which method and path, for whom."""

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from pydantic import BaseModel
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from knowledge.auth import Caller, Role
from knowledge.errors import KnowledgeError, Malformed
from knowledge.ports import telemetry
from knowledge.web import request_bodies
from knowledge.web.admission import BODIES, REQUESTS, Admission
from knowledge.web.authentication import authenticate
from knowledge.web.claims import as_given, claimed
from knowledge.web.middleware import RequestObserver
from knowledge.web.problem_details import refusal, refused

_requests = Admission(REQUESTS, "requests")
_bodies = Admission(BODIES, "bodies")

UseCase = Callable[[Caller, Any], BaseModel]


def route(
    path: str,
    use_case: UseCase,
    *,
    method: str = "POST",
    role: Role = "agent",
    room: Sequence[str] = (),
    instead: str = "send less in one request",
) -> Route:
    """`use_case(caller, body)` answers `method path`; `body`'s model is the use case's annotation.

    The model is filled from the JSON body, the query and the path; two values of a name are refused. `room` are kinds
    of which it may make more: where the tenant's plan holds no more of one, the answer is a 402 and nothing is read.
    `instead` says in a 413 what the caller can do with a body that is too large.
    """
    model = list(inspect.signature(use_case, eval_str=True).parameters.values())[-1].annotation

    def answered(request: Request, caller: Caller, raw: bytes) -> BaseModel:
        try:
            body = request_bodies.parsed(request, raw, model)
            return as_given(caller, body, use_case(caller, claimed(caller, body)))
        except RecursionError:
            raise Malformed("The body is nested too deeply; flatten it.") from None

    async def endpoint(request: Request) -> Response:
        with _requests.admit():
            caller = await run_in_threadpool(_admitted, request, role, room)  # nobody's body is read
            answer = await run_in_threadpool(answered, request, caller, await _body(request, instead))
        status = getattr(answer, "http_status", 200)  # a model may say that it is a 202
        if (headers := getattr(answer, "http_headers", None)) is not None:  # and that it is no JSON
            return Response(getattr(answer, "http_body", b""), status, headers)
        tag = getattr(answer, "entity_tag", None)  # of what a conditional write names
        return Response(answer.model_dump_json(), status, {"ETag": tag} if tag else None, media_type="application/json")

    return Route(path, endpoint, methods=[method])


async def _body(request: Request, instead: str) -> bytes:
    with _bodies.admit():
        return await request_bodies.read(request, instead)


def application(*routes: Route) -> Starlette:
    """An ASGI application of the routes; every failure is a problem document (RFC 9457), never a stack trace."""
    return Starlette(
        routes=list(routes),
        middleware=[Middleware(RequestObserver)],
        exception_handlers={KnowledgeError: refused, HTTPException: refusal},
    )


def _admitted(request: Request, role: Role, room: Sequence[str]) -> Caller:
    """The caller, whom the log line names. Raises `Unauthenticated`, `Throttled`, `Forbidden` below `role`, and
    `LimitReached` without room."""
    with telemetry.stage("authenticate"):
        caller = authenticate(request)
    request.scope["log"]["tenant_id"] = str(caller.tenant_id)
    caller.require(role)
    caller.require_room(*room)
    return caller
