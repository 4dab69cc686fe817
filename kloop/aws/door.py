"""Who may speak to local storage, which knows no keys: programs of this machine, and forms that a policy allows.

Any page in a browser can send requests to the loopback. Such a request has an `Origin`, and one to a name that a page's
own server made point here has another `Host`.
"""

import re
from collections.abc import Iterable
from contextlib import closing
from io import BytesIO
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from xml.sax.saxutils import escape

from kloop.aws.deterministic import now
from kloop.aws.post_policy import Refusal, check

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MOST = 32 * 2**20  # bytes of a form: a session's log has 25 MB at most
_HERE = re.compile(r"(?:127\.0\.0\.1|\[::1\]|(?:[\w-]+\.)*localhost)(?::\d+)?", re.I)


class Door:
    """A WSGI middleware around S3 and the rest of the local cloud."""

    def __init__(self, app: "WSGIApplication") -> None:
        self._app = app

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answers one request; one that may not pass is refused as S3 refuses."""
        try:
            return self._app(_admitted(environ), start_response)
        except Refusal as refusal:
            return refused(refusal, start_response)


def refused(refusal: Refusal, start_response: "StartResponse") -> list[bytes]:
    """The refusal as S3's document."""
    document = f"<Error><Code>{refusal.code}</Code><Message>{escape(refusal.message)}</Message></Error>"
    start_response(refusal.status, [("Content-Type", "application/xml"), ("Connection", "close")])
    return [f'<?xml version="1.0" encoding="UTF-8"?>\n{document}'.encode()]


def _admitted(environ: "WSGIEnvironment") -> "WSGIEnvironment":
    """The request, its body read if it is a form. Raises `Refusal`."""
    host, origin = environ.get("HTTP_HOST", ""), environ.get("HTTP_ORIGIN")
    if not _HERE.fullmatch(host):
        raise Refusal("403 Forbidden", "AccessDenied", f"{host[:100]} is not this machine")
    if environ["REQUEST_METHOD"] == "POST" and environ.get("CONTENT_TYPE", "").lower().startswith(
        "multipart/form-data"
    ):
        return _allowed_form(environ)
    if origin is not None and urlsplit(origin).netloc.lower() != host.lower():
        raise Refusal("403 Forbidden", "AccessDenied", "A page of another origin may only post a presigned form")
    return environ


def _allowed_form(environ: "WSGIEnvironment") -> "WSGIEnvironment":
    """The form's request, which its policy allows."""
    from werkzeug.formparser import parse_form_data

    if int(environ.get("CONTENT_LENGTH") or MOST + 1) > MOST:
        raise Refusal("411 Length Required", "MissingContentLength", f"A form states its length, {MOST} bytes at most")
    body = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
    _, form, files = parse_form_data(environ | {"wsgi.input": BytesIO(body)}, silent=True)
    file = files.get("file")
    if file is None:
        raise Refusal("400 Bad Request", "InvalidArgument", "POST requires exactly one file upload per request.")
    names = [name.lower() for name, _ in (*form.items(multi=True), *files.items(multi=True))]
    if len(set(names)) < len(names):
        raise Refusal("400 Bad Request", "InvalidArgument", "A field is given twice.")
    if environ.get("QUERY_STRING"):  # of which moto would take fields that no policy allowed
        raise Refusal("400 Bad Request", "InvalidArgument", "A form is posted without a query.")
    if "key" not in form or not _ends_with_file(body, environ["CONTENT_TYPE"]):
        raise Refusal("400 Bad Request", "InvalidArgument", "A form has a field `key`, and `file` as its last.")
    with closing(file):
        check(_bucket(environ), form.to_dict(), len(file.read()), now())
    return environ | {"wsgi.input": BytesIO(body)}


def _ends_with_file(body: bytes, content_type: str) -> bool:
    """Whether the file is the last part of the form: S3 sees no field behind it."""
    from werkzeug.http import parse_options_header

    boundary = parse_options_header(content_type)[1]["boundary"].encode()
    last = body.rpartition(b"--" + boundary + b"--")[0].rpartition(b"--" + boundary)[2]
    return b'name="file"' in last.partition(b"\r\n\r\n")[0]


def _bucket(environ: "WSGIEnvironment") -> str:
    """In the path, or before the host's name."""
    named: str = environ["PATH_INFO"].strip("/").partition("/")[0]
    return named or str(environ["HTTP_HOST"]).partition(".")[0]
