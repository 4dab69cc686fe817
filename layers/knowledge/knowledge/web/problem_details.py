"""Errors → problem documents (RFC 9457) that say what to do and never contain a stack trace."""

import re
from pathlib import Path
from traceback import extract_tb

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from knowledge.errors import Malformed, MethodNotAllowed, NotFound, of_any

_OF_STATUS = {404: NotFound, 405: MethodNotAllowed}


def problem(request: Request, error: Exception) -> Response:
    """The document of one of our errors; of any other, that the service failed. The log line says where."""
    domain_error = of_any(error)
    if domain_error.status >= 500:
        cause = error.__cause__ or error
        request.scope["log"] |= {"error": type(cause).__name__, "at": _place(cause)}
    document = {
        "type": "about:blank",
        "title": _title(type(domain_error).__name__),
        "status": domain_error.status,
        "detail": domain_error.detail,
        "request_id": request.scope["request_id"],
        **domain_error.extensions,
    }
    headers = {"WWW-Authenticate": "Bearer"} if domain_error.status == 401 else {}
    if domain_error.retry_after:
        headers["Retry-After"] = str(domain_error.retry_after)
    return JSONResponse(document, domain_error.status, headers, media_type="application/problem+json")


async def refused(request: Request, error: Exception) -> Response:
    """The same for Starlette, which asks a plain function in a thread: when all are busy, no refusal would go out."""
    return problem(request, error)


async def refusal(request: Request, error: Exception) -> Response:
    """The document of what Starlette itself refuses: an unknown path, a method that the path does not answer."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    answer = problem(request, _OF_STATUS.get(status, Malformed)())
    answer.headers.update(getattr(error, "headers", None) or {})
    return answer


def _title(name: str) -> str:
    """`NotFound` → "Not found"."""
    return re.sub("(?<!^)([A-Z])", r" \1", name).capitalize()


def _place(error: BaseException) -> list[str]:
    """Where it happened: files and lines only, since messages may hold content."""
    return [f"{Path(frame.filename).name}:{frame.lineno}" for frame in extract_tb(error.__traceback__)[-6:]]
