"""What moto leaves out of S3: the order of events, those of deletions in a versioned bucket, a form's version."""

from types import SimpleNamespace
from typing import Any

from moto.events.models import Rule
from moto.s3 import notifications
from moto.s3.models import S3Backend
from moto.s3.responses import S3Response

from kloop.aws.deterministic import now

_send, _mark, _post = Rule.send_to_targets, S3Backend._set_delete_marker, S3Response._bucket_response_post
_DELETED = notifications.S3NotificationEvent.OBJECT_REMOVED_DELETE_MARKER_CREATED_EVENT


def install() -> None:
    """Puts them into moto, which has no hooks for them; once, before the first request."""
    rule: Any = Rule
    backend: Any = S3Backend
    response: Any = S3Response
    rule.send_to_targets, backend._set_delete_marker = _send_in_order, _mark_and_tell
    response._bucket_response_post = _post_and_tell


def _send_in_order(rule: Rule, event: Any, *args: Any, **options: Any) -> None:
    """With a sequencer that grows; moto's is always the same, so that every event would look like the first."""
    if event.get("source") == "aws.s3":
        event["detail"]["object"]["sequencer"] = f"{int(now().timestamp() * 1e6):016X}"
    _send(rule, event, *args, **options)


def _mark_and_tell(backend: S3Backend, bucket_name: str, key_name: str) -> Any:
    """Sets the delete marker as before, and sends the event that S3 would."""
    marker = _mark(backend, bucket_name, key_name)
    key = SimpleNamespace(name=key_name, size=0, etag="", version_id=marker.version_id)
    notifications.send_event(backend.account_id, _DELETED, backend.get_bucket(bucket_name), key)
    return marker


def _post_and_tell(response: S3Response, request: Any, bucket_name: str) -> Any:
    """Answers a form as before, and names the version; the journal forgets by it what is erased."""
    status, headers, body = _post(response, request, bucket_name)
    if "key" in response.querystring and status < 300:
        made: Any = response.backend.get_object(bucket_name, response.querystring["key"][0])
        headers = headers | {"x-amz-version-id": made.version_id}
    return status, headers, body
