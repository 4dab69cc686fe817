"""A real S3 API on this machine: moto as a server, and what may go wrong on the way to it."""

import secrets
from collections.abc import Callable, Iterable
from http.client import HTTPMessage
from io import BytesIO
from threading import Lock
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

import boto3
from botocore import UNSIGNED
from botocore.awsrequest import AWSPreparedRequest, AWSResponse
from botocore.config import Config
from flask import Response
from knowledge.errors import Unavailable
from knowledge.ports.object_store import S3Objects
from moto.moto_server.werkzeug_app import BackendRequest, MotoRequestHandler
from moto.s3.models import s3_backends
from moto.s3.responses import S3Response
from urllib3 import HTTPHeaderDict, HTTPResponse

from kloop.aws.resources import ACCOUNT, CREDENTIALS, REGION
from kloop.stack.processes import LOOPBACK

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client


# What a request says of the server that it came to.
SERVER = SimpleNamespace(
    ssl_context=None, multithread=True, multiprocess=False, server_address=(LOOPBACK, 80), _server_version="moto"
)

DIRECT = "tests.direct"  # marks a request that came without a socket

# What moto reads of a signature.
SIGNED = {"Authorization": f"AWS4-HMAC-SHA256 Credential={CREDENTIALS['AWS_ACCESS_KEY_ID']}/20260101/{REGION}/s3/"}


class OneAtATime:
    """Answers one request at a time: moto checks a condition and writes in two steps, S3 in one."""

    def __init__(self, app: Callable[..., Any]) -> None:
        self.app, self.lock = app, Lock()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        with self.lock:
            return self.app(environ, start_response)


class WithoutFlask:
    """Answers what comes without a socket by moto's S3 itself: Flask around it took a third of what a request takes."""

    def __init__(self, app: Callable[..., Any]) -> None:
        self.app = app

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        if DIRECT not in environ:
            return self.app(environ, start_response)
        request = BackendRequest(environ)
        is_of_key = "/" in environ["PATH_INFO"].strip("/")
        view = S3Response.key_dispatch if is_of_key else S3Response.ambiguous_dispatch
        status, headers, body = view(request, request.raw_url, dict(request.headers))
        response = Response(body, status, headers)
        if request.method == "HEAD" and "content-length" in headers:
            response.headers["Content-Length"] = headers["content-length"]
        return response(environ, start_response)


class Faults:
    """Answers the next requests itself, `(status, code)` each; None lets one through, but loses its answer."""

    def __init__(self, app: Callable[..., Any]) -> None:
        self.app = app
        self.next: list[tuple[int, str] | None] = []

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        if not self.next:
            return self.app(environ, start_response)
        fault = self.next.pop(0)
        if fault is None:
            b"".join(self.app(environ, lambda *_: None))
            fault = (500, "InternalError")
        start_response(f"{fault[0]} x", [("Content-Type", "application/xml"), ("Connection", "close")])
        return [f"<Error><Code>{fault[1]}</Code><Message>injected</Message></Error>".encode()]


class _Read(MotoRequestHandler):
    """A request as moto's server has it once it is read."""

    server, connection, request_version = SERVER, None, "HTTP/1.1"

    def __init__(self, request: AWSPreparedRequest) -> None:
        url = urlsplit(request.url)
        self.command, self.path, self.client_address = request.method, urlunsplit(("", "", *url[2:])), (LOOPBACK, 0)
        self.rfile = BytesIO(_body(request))
        self.headers = HTTPMessage()
        for name, value in {"Host": url.netloc, **SIGNED, **request.headers}.items():
            self.headers[name] = value.decode() if isinstance(value, bytes) else value


def _body(request: AWSPreparedRequest) -> bytes:
    body = request.body or b""
    return body.read() if hasattr(body, "read") else body.encode() if isinstance(body, str) else bytes(body)


class Direct:
    """Hands a client's requests to the app in the caller's thread, as moto's server reads them from a socket.

    Half of what a call of S3 took went into the way there and back. What is about that way has a client of its own.
    """

    def __init__(self, app: Callable[..., Any]) -> None:
        self.app = app

    def __call__(self, request: AWSPreparedRequest, **_: Any) -> AWSResponse:
        answer: list[Any] = []
        environ = _Read(request).make_environ() | {DIRECT: True}
        chunks = self.app(environ, lambda status, headers, *_: answer.extend((status, headers)))
        try:
            body = b"".join(chunks)
        finally:
            getattr(chunks, "close", lambda: None)()
        status, headers = answer
        headers = HTTPHeaderDict(headers)
        raw = HTTPResponse(BytesIO(body), headers, preload_content=False, request_method=request.method)
        return AWSResponse(request.url, int(status.split()[0]), headers, raw)


def _unsigned(context: dict[str, Any], **_: Any) -> Any:
    """Signs what is made for others to send, and nothing else: nobody here checks a signature."""
    return None if context.get("is_presign_request") else UNSIGNED


def direct_client(endpoint: str, app: Callable[..., Any]) -> "S3Client":
    """A client that reaches the server's app without a socket."""
    client = client_of(endpoint)
    client.meta.events.register("before-send.s3", Direct(app))
    client.meta.events.register("choose-signer.s3", _unsigned)
    return client


def client_of(endpoint: str, attempts: int = 1) -> "S3Client":
    """A client of the server that makes so many attempts at each request."""
    config = Config(
        retries={"total_max_attempts": attempts, "mode": "standard"},
        max_pool_connections=50,
        signature_version="s3v4",
        user_agent="tests",  # else it is put together anew for each request
    )
    return boto3.client(
        "s3",
        endpoint_url=endpoint,
        region_name="us-east-1",
        aws_access_key_id=CREDENTIALS["AWS_ACCESS_KEY_ID"],
        aws_secret_access_key=CREDENTIALS["AWS_SECRET_ACCESS_KEY"],
        config=config,
    )


def new_bucket(s3: "S3Client") -> S3Objects:
    """An empty versioned bucket: made in moto itself, since two requests for each test take seconds."""
    bucket, backend = f"b-{secrets.token_hex(8)}", s3_backends[ACCOUNT]["aws"]
    backend.create_bucket(bucket, REGION)
    backend.put_bucket_versioning(bucket, "Enabled")
    return S3Objects(s3, bucket)


def stock(objects: S3Objects, keys: Iterable[str]) -> list[Any]:
    """Puts an object of one byte under each key: into moto itself, since thousands of requests take seconds."""
    return [s3_backends[ACCOUNT]["aws"].put_object(objects._bucket, key, b"x") for key in keys]


class Counted:
    """A port that notes the name of every call, and can fail the one at a place: before it has its effect, or after."""

    def __init__(self, port: Any, calls: list[str], fail_at: int | None = None, after: bool = False) -> None:
        self._port, self._calls, self._fail_at, self._after = port, calls, fail_at, after

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._port, name)

        def call(*arguments: Any, **named: Any) -> Any:
            self._calls.append(arguments[0] if name == "call" else name)
            if len(self._calls) - 1 != self._fail_at:
                return method(*arguments, **named)
            if self._after and name not in ("list", "versions"):
                method(*arguments, **named)
            raise Unavailable("injected")

        return call
