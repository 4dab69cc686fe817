"""A real S3 API on this machine: moto as a server, and what may go wrong on the way to it."""

from collections.abc import Callable, Iterable
from threading import Lock
from typing import TYPE_CHECKING, Any

import boto3
from botocore.config import Config
from knowledge.errors import Unavailable
from knowledge.ports.object_store import S3Objects
from moto.s3.models import s3_backends

from kloop.aws.resources import CREDENTIALS

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client


class OneAtATime:
    """Answers one request at a time: moto checks a condition and writes in two steps, S3 in one."""

    def __init__(self, app: Callable[..., Any]) -> None:
        self.app, self.lock = app, Lock()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        with self.lock:
            return self.app(environ, start_response)


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


def client_of(endpoint: str, attempts: int = 1) -> "S3Client":
    """A client of the server that makes so many attempts at each request."""
    config = Config(
        retries={"total_max_attempts": attempts, "mode": "standard"}, max_pool_connections=50, signature_version="s3v4"
    )
    return boto3.client(
        "s3",
        endpoint_url=endpoint,
        region_name="us-east-1",
        aws_access_key_id=CREDENTIALS["AWS_ACCESS_KEY_ID"],
        aws_secret_access_key=CREDENTIALS["AWS_SECRET_ACCESS_KEY"],
        config=config,
    )


def stock(objects: S3Objects, keys: Iterable[str]) -> list[Any]:
    """Puts an object of one byte under each key: into moto itself, since thousands of requests take seconds."""
    backend = next(
        of_account["aws"] for of_account in s3_backends.values() if objects._bucket in of_account["aws"].buckets
    )
    return [backend.put_object(objects._bucket, key, b"x") for key in keys]


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
