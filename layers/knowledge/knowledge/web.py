"""The edge: one request in, one model out; authentication, errors as problem details, timing, one log line."""

import inspect
import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from traceback import extract_tb
from typing import Any, Literal
from uuid import UUID, uuid4

from anyio import from_thread
from mangum import Mangum
from mangum.adapter import DEFAULT_TEXT_MIME_TYPES
from pydantic import BaseModel, ValidationError
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders, UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from knowledge import errors, events, keys, log, timing, wiring
from knowledge.events import ObjectEvent
from knowledge.models import Attachment

BODY_LIMIT = 6 * 1024 * 1024  # what a Lambda function URL carries
KEY_LIMIT = 200  # characters of an Idempotency-Key, which stands for a run's id
ROLES = ("reader", "agent", "admin")  # each may do what those before it may

_BOUNDARY = re.compile(r'boundary="?([^";,]+)', re.I)

Role = Literal["reader", "agent", "admin"]
Handler = Callable[[dict[str, Any], Any], Any]  # Lambda's event and context in, its answer out


@dataclass(frozen=True)
class Caller:
    """Who asks: known from the API key alone."""

    tenant_id: UUID
    role: Role
    tier: str
    model: str | None = None  # the embedding model that search answers from; None while nothing is stored
    idempotency_key: str | None = None
    if_match: str | None = None
    if_none_match: str | None = None
    respond_async: bool = False  # asks for a 202 and a status to poll (RFC 7240)

    def require(self, role: Role) -> None:
        """Raises `Forbidden` where the key's role is below `role`."""
        if ROLES.index(self.role) < ROLES.index(role):
            raise errors.Forbidden(f"this takes a key with the role {role}; this one has the role {self.role}")


def route(
    path: str, use_case: Callable[[Caller, Any], BaseModel], *, method: str = "POST", role: Role = "agent"
) -> Route:
    """`use_case(caller, body)` answers `method path`; `body`'s model is the use case's annotation.

    The model is filled from the JSON body, the query and the path; a name given twice is refused.
    """
    model = list(inspect.signature(use_case, eval_str=True).parameters.values())[-1].annotation

    async def endpoint(request: Request) -> Response:
        raw = await _read(request)
        answer = await run_in_threadpool(_answer, request, raw, use_case, model, role)
        status = getattr(answer, "http_status", 200)  # a model may say that it is a 202
        return Response(answer.model_dump_json(), status, media_type="application/json")

    return Route(path, endpoint, methods=[method])


def application(*routes: Route) -> Starlette:
    """An ASGI application of the routes; every failure is a problem document (RFC 9457), never a stack trace."""
    return Starlette(
        routes=list(routes),
        middleware=[Middleware(_Observed)],
        exception_handlers={
            errors.KnowledgeError: _problem,
            HTTPException: _http_problem,
        },
    )


def doors(
    app: Starlette,
    on_object: Callable[[ObjectEvent], object] | None = None,
    on_schedule: Callable[[], BaseModel] | None = None,
    on_job: Callable[[Any], object] | None = None,
) -> tuple[Callable[[Request], Awaitable[ASGIApp]], Handler]:
    """The two further doors of a function: `http` for functions-framework, `handler` for Lambda.

    With `on_object`, `handler` also takes storage events and hands it each; with `on_schedule`, the schedule's; with
    `on_job`, the jobs of `knowledge.jobs`.
    """

    async def http(request: Request) -> ASGIApp:
        request.scope["path_params"] = {}  # those of functions-framework's own route
        return app  # a target that returns an ASGI app is answered by it

    over_http = Mangum(app, lifespan="off", text_mime_types=[*DEFAULT_TEXT_MIME_TYPES, "application/problem+json"])

    def handler(event: dict[str, Any], context: Any) -> Any:
        if on_schedule and event.get("detail-type") == "Scheduled Event":
            return on_schedule().model_dump(mode="json")
        if on_object and "requestContext" not in event:
            return events.handle_each(event, on_object, on_job)
        return over_http(event, context)

    return http, handler


def authenticate(request: Request, role: Role) -> Caller:
    """The caller that the bearer key stands for. Raises `Unauthenticated`, or `Forbidden` below `role`."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    tenant_id = keys.tenant_of(key.strip()) if scheme.lower() == "bearer" else None
    if tenant_id is None:
        raise errors.Unauthenticated()
    found = wiring.database().call("authenticate", tenant_id=tenant_id, key_hash=keys.digest(key.strip()))
    if not found:
        raise errors.Unauthenticated()
    caller = Caller(
        tenant_id=tenant_id,
        role=found[0]["role"],
        tier=found[0]["tier"],
        model=found[0]["model"],
        idempotency_key=_idempotency_key(request),
        if_match=request.headers.get("if-match"),
        if_none_match=request.headers.get("if-none-match"),
        respond_async="respond-async" in request.headers.get("prefer", "").lower(),
    )
    request.scope["log"]["tenant_id"] = str(tenant_id)
    caller.require(role)
    return caller


def _idempotency_key(request: Request) -> str | None:
    key = request.headers.get("idempotency-key", "").strip()
    if len(key) > KEY_LIMIT:
        raise errors.Malformed(f"the Idempotency-Key is over {KEY_LIMIT} characters; send a shorter one")
    return key or None


def _answer(
    request: Request,
    raw: bytes,
    use_case: Callable[[Caller, Any], BaseModel],
    model: type[BaseModel],
    role: Role,
) -> BaseModel:
    with timing.stage("authenticate"):
        caller = authenticate(request, role)
    try:
        return use_case(caller, _body(request, raw, model))
    except RecursionError:
        raise errors.Malformed("the body is nested too deeply; flatten it") from None


def _body(request: Request, raw: bytes, model: type[BaseModel]) -> BaseModel:
    try:
        return model.model_validate(_fields(request, raw))
    except ValidationError as error:
        raise errors.Invalid(**_complaints(error)) from None


def _fields(request: Request, raw: bytes) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for source in (_sent(request, raw), request.query_params, request.path_params):
        if twice := fields.keys() & source.keys():
            raise errors.Malformed(f"{', '.join(sorted(twice))}: given twice; send it once")
        fields.update(source)
    return fields


def _sent(request: Request, raw: bytes) -> dict[str, Any]:
    """The fields of the body: of a form with one file, or of a JSON object."""
    if request.headers.get("content-type", "").lower().startswith("multipart/form-data"):
        return from_thread.run(_form, request, raw)
    return _parse(raw)


async def _form(request: Request, raw: bytes) -> dict[str, Any]:
    async def receive() -> Message:
        return {"type": "http.request", "body": raw}

    boundary = _BOUNDARY.search(request.headers["content-type"])
    if (
        boundary and f"--{boundary[1]}--".encode("latin-1") not in raw
    ):  # Starlette takes a truncated form for an empty one
        raise errors.Malformed("the form is truncated or empty; send it again, with a file in the field `file`")
    fields: dict[str, Any] = {}
    try:
        async with Request(request.scope, receive).form(max_files=1, max_fields=20, max_part_size=65_536) as form:
            for name in form:
                values = [await _value(each) for each in form.getlist(name)]
                fields[name] = values if len(values) > 1 else values[0]
    except (HTTPException, MultiPartException) as error:
        detail = getattr(error, "detail", str(error))
        raise errors.Malformed(f"the form cannot be read ({detail}); send it as multipart/form-data") from None
    if not any(isinstance(value, Attachment) for value in fields.values()):
        raise errors.Malformed("the form has no file; send one in the field `file`")
    return fields


async def _value(field: UploadFile | str) -> Attachment | str:
    if isinstance(field, str):
        return field
    return Attachment(field.filename or "file", await field.read(), field.content_type)


def _parse(raw: bytes) -> dict[str, Any]:
    try:
        parsed = json.loads(raw or b"{}", parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise errors.Malformed("the body is not JSON; send a JSON object in UTF-8") from None
    if not isinstance(parsed, dict):
        raise errors.Malformed("the body is JSON, but not an object; send {...}")
    return parsed


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


async def _read(request: Request) -> bytes:
    received = bytearray()
    async for part in request.stream():
        received += part
        if len(received) > BODY_LIMIT:
            raise errors.TooLarge(f"the body is over {BODY_LIMIT // 2**20} MB; send less, or a presigned upload")
    return bytes(received)


def _complaints(error: ValidationError) -> dict[str, Any]:
    found = [
        {"field": _name(each["loc"]), "problem": each["msg"]}
        for each in error.errors(include_url=False, include_context=False, include_input=False)
    ]
    detail = "; ".join(f"{each['field']}: {each['problem']}" for each in found[:5])
    return {"detail": f"{detail}; correct the fields that are named", "errors": found}


def _name(location: tuple[str | int, ...]) -> str:
    """`learnings.0.tags`: without what pydantic calls the types of a union (`list[str]`)."""
    return ".".join(str(part) for part in location if "[" not in str(part)) or "body"


def _problem(request: Request, error: Exception) -> Response:
    known = error if isinstance(error, errors.KnowledgeError) else errors.KnowledgeError()
    if known.status >= 500:
        cause = error.__cause__ or error
        request.scope["log"] |= {"error": type(cause).__name__, "at": _place(cause)}
    document = {
        "type": "about:blank",
        "title": _title(type(known).__name__),
        "status": known.status,
        "detail": known.detail,
        "request_id": request.scope["request_id"],
        **known.extensions,
    }
    headers = {"WWW-Authenticate": "Bearer"} if known.status == 401 else {}
    if known.retry_after:
        headers["Retry-After"] = str(known.retry_after)
    return JSONResponse(document, known.status, headers, media_type="application/problem+json")


def _http_problem(request: Request, error: Exception) -> Response:
    """What Starlette itself refuses: an unknown path, a method that the path does not answer."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    kinds = {404: errors.NotFound, 405: errors.MethodNotAllowed}
    answer = _problem(request, kinds.get(status, errors.Malformed)())
    answer.headers.update(getattr(error, "headers", None) or {})
    return answer


def _title(name: str) -> str:
    """`NotFound` → "Not found"."""
    return re.sub("(?<!^)([A-Z])", r" \1", name).capitalize()


class _Observed:
    """Gives each request an id, its stage timings in `Server-Timing`, and one log line without content."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        scope["request_id"] = str(uuid4())
        scope["log"] = entry = {"request_id": scope["request_id"], "method": scope["method"], "status": 500}
        start = perf_counter()

        with timing.measured() as stages:

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
                await _problem(Request(scope), error)(scope, receive, observed_send)
        entry["ms"] = round((perf_counter() - start) * 1000, 1)
        entry["stages"] = {name: round(ms, 1) for name, ms in stages.items()}
        log.line("request", **entry)


def _place(error: BaseException) -> list[str]:
    """Where it happened: files and lines only, since messages may hold content."""
    return [f"{Path(frame.filename).name}:{frame.lineno}" for frame in extract_tb(error.__traceback__)[-6:]]
