"""The front door's own errors, as problem documents (RFC 9457) like those of the functions."""

import asyncio
from collections.abc import Mapping
from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from uvicorn.protocols.http.h11_impl import H11Protocol

LINGER = 2  # seconds in which what was sent may still arrive
PATIENCE = 10.0  # seconds between two looks at a connection; a request's head takes a tenth of one


def problem(status: int, detail: str, headers: Mapping[str, str] | None = None) -> Response:
    """The document of a status, and what to do."""
    title = HTTPStatus(status).phrase.capitalize()
    document = {"type": "about:blank", "title": title, "status": status, "detail": detail}
    return JSONResponse(document, status, headers, media_type="application/problem+json")


async def refusal(_: Request, error: Exception) -> Response:
    """That of another path or another method than anything here answers."""
    status, headers = (error.status_code, error.headers) if isinstance(error, HTTPException) else (500, None)
    return problem(status, "functions answer under /functions/v1/<name>, and /health says which there are", headers)


class Cors(CORSMiddleware):
    """Starlette's, whose refusals are problem documents."""

    def preflight_response(self, request_headers: Headers) -> Response:
        """What a page may send, or why it may not."""
        answer = super().preflight_response(request_headers)
        if answer.status_code < 400:
            return answer
        return problem(answer.status_code, f"{bytes(answer.body).decode()}; send what docs/http.md names")


class Protocol(H11Protocol):
    """uvicorn's, which answers a request that is none, or has 64 kB before its body, by a problem document.

    What still comes is read and dropped: a connection that is closed over unread bytes takes the answer with it. Nobody
    holds a connection by sending a request's head, or a body that was answered already, a byte at a time.
    """

    _refused = False
    _before: object = None  # the request under way when it was last looked

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client is there."""
        super().connection_made(transport)
        self.loop.call_later(PATIENCE, self._look)

    def _look(self) -> None:
        """Ends the connection where nothing was asked since the last look, or what was is answered."""
        if self.transport.is_closing():
            return
        answered = self.cycle is None or self.cycle.response_complete
        if answered and self.cycle is self._before:
            self.transport.close()
            return
        self._before = self.cycle
        self.loop.call_later(PATIENCE, self._look)

    def data_received(self, data: bytes) -> None:
        """What the client sends."""
        if not self._refused:
            super().data_received(data)

    def send_400_response(self, msg: str) -> None:
        """Answers, and ends the connection."""
        answer = problem(400, f"{msg.rstrip('.')}: not HTTP, or over 64 kB of address and headers; send it in the body")
        self.transport.write(b"HTTP/1.1 400 Bad Request\r\n")
        for name, value in [*answer.raw_headers, (b"connection", b"close")]:
            self.transport.write(name + b": " + value + b"\r\n")
        self.transport.write(b"\r\n" + bytes(answer.body))
        self.transport.write_eof()
        self._refused = True
        self.loop.call_later(LINGER, self.transport.close)
