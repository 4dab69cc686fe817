"""A memory for moto that survives any end.

moto keeps everything in memory. Here each request that changes something is written to a journal before it
is performed, and the journal is played to a fresh moto at the next start. Such requests run one at a time,
which makes `If-Match` race-free. The journal grows with what the versioned bucket holds; what it says of
messages that were handled is put into one record at a start, once it is much. A version that is erased is
taken out of the journal before that is answered.
"""

import json
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from kloop.aws.journal import Journal, Record
from kloop.aws.post_policy import Refusal

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ERASED = ""  # the version of a record that is to leave the journal, whatever it was
NOTES = 1000  # of handled messages, until which the journal stays as it is

# Actions of SQS and EventBridge that change nothing worth keeping. Receiving hides a message only for a
# while; deletions are remembered by message id, as a receipt handle means nothing to the next process.
FORGETTABLE = ("Receive", "ChangeMessageVisibility", "Get", "List", "Describe", "Test")

Answer = tuple[str, list[tuple[str, str]], bytes]  # status, headers and body


class DurabilityMiddleware:
    """A WSGI middleware: what it acknowledged is there after a restart, under the same ids and times."""

    def __init__(self, app: "WSGIApplication", journal: Journal) -> None:
        self._app = app
        self._journal = journal
        self._one_change = threading.Lock()
        self._versions: list[str | None] = []  # of the bucket, that each record of the journal made or removed
        self._copied = False  # whether one of them copies within the bucket

    def replay(self) -> None:
        """Brings a fresh moto to where the journal ends."""
        handled: set[str] = set()
        notes = 0
        for record in self._journal.open():
            version = None
            if "pending" in record.facts:  # of all messages until here
                _forget_messages(_message_ids() - set(record.facts["pending"]))
                handled.clear()
            elif "handled" in record.facts:
                handled.update(record.facts["handled"])
                notes += 1
            else:
                version = _version_of(self._perform(record))
            self._versions.append(version)
        _forget_messages(handled)
        if notes > NOTES:
            self._rewrite(lambda record, _: "environ" in record.facts, Record({"pending": sorted(_message_ids())}))

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answers one request."""
        if environ["PATH_INFO"].startswith("/moto-api"):  # would wipe everything, for any page in a browser
            start_response("404 Not Found", [])
            return []
        action = environ.get("HTTP_X_AMZ_TARGET", "").partition(".")[2]
        if environ["REQUEST_METHOD"] in ("GET", "HEAD", "OPTIONS") or action.startswith(FORGETTABLE):
            return self._app(environ, start_response)
        body = _body(environ)
        with self._one_change:
            if action.startswith("DeleteMessage"):
                status, headers, answer = self._delete(environ, body)
            else:
                status, headers, answer = self._change(environ, body)
        start_response(status, headers)
        return [answer]

    def _change(self, environ: "WSGIEnvironment", body: bytes) -> Answer:
        facts = {"at": time.time(), "seed": secrets.randbits(64), "environ": _plain(environ)}
        record = Record(facts, body)
        with _room():
            start = self._append(record)  # first, so that nothing is seen that the disk has no room for
        changed = False
        try:
            with _room():
                answer = self._perform(record)
            changed = answer[0].startswith("2")
        finally:
            if not changed:
                self._undo(start)
        if changed:
            self._versions[-1] = _version_of(answer)
        if changed and _erases(record) and not self._copied:
            self._versions[-1] = ERASED
            with _room():
                self._forget_erased()
        return answer

    def _append(self, record: Record) -> int:
        """Where in the journal it begins."""
        start = self._journal.append(record)
        self._versions.append(None)
        return start

    def _undo(self, start: int) -> None:
        self._journal.undo(start)
        self._versions.pop()

    def _forget_erased(self) -> None:
        """Takes what made versions that are no more out of the journal, so that nothing needs to say they went.

        Not to be called where something was copied within the bucket, which the next start does again.
        """
        living = _version_ids()
        self._rewrite(lambda _, version: version is None or version in living)

    def _rewrite(self, keep: Callable[[Record, str | None], bool], *more: Record) -> None:
        """Leaves the records that `keep` wants, and `more` behind them. Their conditions held, once and for all: what
        they name may be gone."""
        versions, self._versions = self._versions, []

        def kept(records: Iterator[Record]) -> Iterator[Record]:
            for record, version in zip(records, versions, strict=True):
                if keep(record, version):
                    self._versions.append(version)
                    yield _unconditional(record)
            self._versions += [None] * len(more)
            yield from more

        try:
            self._journal.rewrite(kept)
        except OSError:  # the file is as it was
            self._versions = versions
            raise

    def _delete(self, environ: "WSGIEnvironment", body: bytes) -> Answer:
        from kloop.aws.footprint import forget_receipts

        ids = _of_receipts(json.loads(body))
        answer = _call(self._app, environ, body)
        if answer[0].startswith("2") and ids:
            with suppress(OSError):  # it comes again after a restart, as any message may
                self._append(Record({"handled": ids}))
            forget_receipts(_queues())
        return answer

    def _perform(self, record: Record) -> Answer:
        from kloop.aws.deterministic import as_of

        self._copied |= "HTTP_X_AMZ_COPY_SOURCE" in record.facts["environ"]
        with as_of(record.facts["at"], record.facts["seed"]):
            return _call(self._app, record.facts["environ"], record.body)


@contextmanager
def _room() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Refusal("507 Insufficient Storage", "InsufficientStorage", f"Disk: {error.strerror}") from error


def _body(environ: "WSGIEnvironment") -> bytes:
    length, stream = environ.get("CONTENT_LENGTH"), environ["wsgi.input"]
    chunked = not length and environ.get("wsgi.input_terminated")
    return bytes(stream.read() if chunked else stream.read(int(length or 0)))


def _plain(environ: "WSGIEnvironment") -> dict[str, Any]:
    """The part of the request that can be written down."""
    return {
        name: value
        for name, value in environ.items()
        if isinstance(value, str | dict) and not name.startswith(("wsgi.", "werkzeug."))
    }


def _call(app: "WSGIApplication", environ: "WSGIEnvironment", body: bytes) -> Answer:
    """Runs the request to its end and gives the whole answer."""
    from werkzeug.test import create_environ, run_wsgi_app

    prepared = create_environ() | environ | {"wsgi.input": BytesIO(body), "CONTENT_LENGTH": str(len(body))}
    prepared.pop("HTTP_TRANSFER_ENCODING", None)
    chunks, status, headers = run_wsgi_app(app, prepared, buffered=True)
    return status, list(headers), b"".join(chunks)


def _erases(record: Record) -> bool:
    """Whether the request deletes versions, and nothing but versions, for good."""
    asked = parse_qs(record.facts["environ"].get("QUERY_STRING", ""), keep_blank_values=True)
    if record.facts["environ"]["REQUEST_METHOD"] == "DELETE":
        return "versionId" in asked
    return "delete" in asked and record.body.count(b"<VersionId>") == record.body.count(b"<Key>") > 0


def _version_of(answer: Answer) -> str | None:
    """The version of an object that the request made or removed."""
    return next((value for name, value in answer[1] if name.lower() == "x-amz-version-id"), None)


def _version_ids() -> set[str]:
    from moto.s3.models import s3_backends

    from kloop.aws.resources import ACCOUNT

    buckets = s3_backends[ACCOUNT]["aws"].buckets.values()
    return {
        str(version.version_id) for bucket in buckets for _, versions in bucket.keys.lists() for version in versions
    }


def _unconditional(record: Record) -> Record:
    environ = record.facts.get("environ")
    if environ is None:
        return record
    free = {name: value for name, value in environ.items() if name not in ("HTTP_IF_MATCH", "HTTP_IF_NONE_MATCH")}
    return Record(record.facts | {"environ": free}, record.body)


def _message_ids() -> set[str]:
    return {message.id for queue in _queues() for message in queue._messages}


def _of_receipts(request: dict[str, Any]) -> list[str]:
    """The ids of the messages that these receipt handles stand for."""
    entries = request.get("Entries", [request])
    handles = [entry.get("ReceiptHandle", "") for entry in entries]
    return [
        message.id
        for queue in _queues()
        for message in queue._messages
        if any(message.had_receipt_handle(handle) for handle in handles)
    ]


def _forget_messages(ids: set[str]) -> None:
    for queue in _queues():
        queue._messages = [message for message in queue._messages if message.id not in ids]


def _queues() -> list[Any]:
    from moto.sqs.models import sqs_backends

    from kloop.aws.resources import ACCOUNT, REGION

    return list(sqs_backends[ACCOUNT][REGION].queues.values())
