"""Storage events, however they arrive: what happened to which object."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal
from urllib.parse import unquote_plus

from knowledge.errors import Malformed
from knowledge.ports import telemetry

Kind = Literal["created", "deleted"]

# The first word of an S3 notification's `eventName`; the others (tags, restores, ACLs) change no content.
S3_KINDS: dict[str, Kind] = {
    "ObjectCreated": "created",
    "ObjectRemoved": "deleted",
    "LifecycleExpiration": "deleted",
}
EVENTBRIDGE_KINDS: dict[str, Kind] = {"Object Created": "created", "Object Deleted": "deleted"}


@dataclass(frozen=True)
class ObjectEvent:
    """One change of one object.

    `key` is the object's own key, decoded. `sequencer` orders the events of one key: the shorter is padded
    with zeros on the right, then they compare as strings. `message_id` is the SQS message that brought it.
    """

    bucket: str
    key: str
    kind: Kind
    etag: str | None = None
    version_id: str | None = None
    sequencer: str | None = None
    message_id: str | None = None


def parse(event: Any) -> list[ObjectEvent]:
    """What a storage event tells, in its order.

    Reads an S3 notification, an EventBridge event, and SQS messages around either. Empty for S3's test event
    and for changes that leave the content alone. Raises `Malformed` for anything else.
    """
    try:
        return list(_parse(event))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise Malformed("This is no storage event; send one as in the folder `events`.") from error


def handle_each(
    event: Any, handle: Callable[[ObjectEvent], object], work: Callable[[Any], object] | None = None
) -> dict[str, list[dict[str, str]]]:
    """Hands every object event to `handle`, every job to `work`; answers what Lambda's `ReportBatchItemFailures` reads.

    A job is an SQS message whose body is an object with the field `job`. One SQS message that fails is named in the
    answer, delivered again and at last put into the dead-letter queue; the others of its batch are done. An event that
    came without SQS raises what `handle` raises.
    """
    messages = event.get("Records", []) if isinstance(event, dict) else []
    if not any(_is_sqs(message) for message in messages):
        for change in parse(event):
            handle(change)
        return {"batchItemFailures": []}
    failed = [message for message in messages if not _succeeds(message, handle, work)]
    return {"batchItemFailures": [{"itemIdentifier": message["messageId"]} for message in failed]}


def _succeeds(
    message: dict[str, Any], handle: Callable[[ObjectEvent], object], work: Callable[[Any], object] | None
) -> bool:
    try:
        job = _job(message) if work else None
        if work and job:
            work(job)
            return True
        for change in parse({"Records": [message]}):
            handle(change)
    except Exception as error:  # noqa: BLE001 - whatever one message does, the rest of its batch is handled
        telemetry.log_line("queued message", level="error", message_id=message["messageId"], error=type(error).__name__)
        return False
    return True


def _job(message: dict[str, Any]) -> dict[str, Any] | None:
    body = json.loads(message["body"]) if _is_sqs(message) else None
    return body if isinstance(body, dict) and "job" in body else None


def _parse(event: Any) -> Iterator[ObjectEvent]:
    match event:
        case {"Event": "s3:TestEvent"}:
            return
        case {"Records": list(records)}:
            for record in records:
                yield from _from_sqs(record) if _is_sqs(record) else _from_s3(record)
        case {"source": "aws.s3", "detail-type": str(name), "detail": detail}:
            yield from _from_eventbridge(name, detail)
        case _:
            raise ValueError("unknown shape")


def _is_sqs(record: Any) -> bool:
    return isinstance(record, dict) and record.get("eventSource") == "aws:sqs"


def _from_sqs(record: dict[str, Any]) -> Iterator[ObjectEvent]:
    for change in _parse(json.loads(record["body"])):
        yield replace(change, message_id=record["messageId"])


def _from_s3(record: dict[str, Any]) -> Iterator[ObjectEvent]:
    # Compatible stores write `s3:ObjectCreated:Put`, S3 itself `ObjectCreated:Put`.
    kind = S3_KINDS.get(record["eventName"].removeprefix("s3:").partition(":")[0])
    if kind:
        bucket, stored = record["s3"]["bucket"]["name"], record["s3"]["object"]
        version_id, sequencer = stored.get("versionId"), stored.get("sequencer")
        key = unquote_plus(stored["key"], errors="strict")
        yield ObjectEvent(bucket, key, kind, stored.get("eTag"), version_id, sequencer)


def _from_eventbridge(name: str, detail: dict[str, Any]) -> Iterator[ObjectEvent]:
    kind = EVENTBRIDGE_KINDS.get(name)
    if kind:
        stored = detail["object"]
        etag = stored.get("etag", stored.get("eTag"))  # moto spells it as the S3 notification does
        # Unlike in an S3 notification, the key is not URL-encoded here: decoding would turn `a+b` into `a b`.
        bucket, version_id = detail["bucket"]["name"], stored.get("version-id")
        yield ObjectEvent(bucket, stored["key"], kind, etag, version_id, stored.get("sequencer"))
