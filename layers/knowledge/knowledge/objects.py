"""The object-storage port: whole objects with compare-and-swap writes."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol

from knowledge.errors import Conflict, KnowledgeError, Misconfigured, NotFound, Unavailable
from knowledge.timing import stage

if TYPE_CHECKING:
    from botocore.exceptions import ClientError
    from mypy_boto3_s3 import S3Client

MARKDOWN = "text/markdown; charset=utf-8"

_THROTTLED = {"SlowDown", "Throttling", "ThrottlingException", "RequestLimitExceeded", "TooManyRequests"}
_TRANSIENT = _THROTTLED | {"RequestTimeout", "RequestTimeTooSkewed", "InternalError", "ServiceUnavailable"}
_REFUSED = {"AccessDenied", "InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken", "NoSuchBucket"}
_NO_SUCH_VERSION = {"NoSuchVersion", "MethodNotAllowed"}  # the latter where the version is a delete marker


@dataclass(frozen=True)
class Stored:
    """One object as it was read."""

    key: str
    body: bytes
    etag: str
    version_id: str | None
    content_type: str
    metadata: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Revision:
    """One version of an object, or a deletion, as its history in the bucket shows it."""

    version_id: str
    deleted: bool
    written: datetime


@dataclass(frozen=True)
class Listed:
    """One object as a listing shows it, without its body."""

    key: str
    etag: str
    size: int
    updated: datetime


@dataclass(frozen=True)
class Upload:
    """Where and with which form fields a browser or curl may post one file."""

    url: str
    fields: dict[str, str]


class Objects(Protocol):
    """A versioned bucket. Keys are whole keys, tenant prefix included."""

    def get(self, key: str, version_id: str | None = None) -> Stored:
        """The object, or its given version. Raises `NotFound`."""
        ...

    def put(
        self,
        key: str,
        body: bytes,
        *,
        content_type: str,
        if_match: str | None,
        metadata: Mapping[str, str] | None = None,
    ) -> Stored:
        """Writes if the object's ETag is still `if_match`, or if there is none yet where it is None.

        `metadata` is ASCII, 2 KB in all. Raises `Conflict` where somebody else was first.
        """
        ...

    def delete(self, key: str, *, if_match: str | None = None) -> str | None:
        """Deletes (older versions stay readable) and returns the deletion's version id.

        Raises `Conflict` where `if_match` is not the ETag.
        """
        ...

    def versions(self, key: str) -> Iterator[Revision]:
        """The object's versions and deletions, newest first."""
        ...

    def list(self, prefix: str) -> Iterator[Listed]:
        """The objects whose key starts with `prefix`, in key order."""
        ...

    def presign_post(self, key: str, max_bytes: int, content_type: str, seconds: int) -> Upload:
        """A form that uploads one file of 1 to `max_bytes` bytes of this type to exactly this key, for `seconds`."""
        ...


@dataclass(frozen=True)
class Updated:
    """An object before and after a change; the same where the change left it as it was."""

    before: Stored | None
    after: Stored


def update(
    objects: Objects,
    key: str,
    change: Callable[[bytes | None], bytes],
    *,
    content_type: str = MARKDOWN,
    seconds: float = 20.0,
) -> Updated:
    """Writes what `change` makes of the object's body, None where there is none yet.

    Where somebody else was first, reads again and re-applies, with growing, random waits: so `change` is called
    once or more, and must depend on nothing but its argument. Raises `Conflict` after `seconds`.
    """
    import stamina

    for attempt in stamina.retry_context(
        on=Conflict, attempts=None, timeout=seconds, wait_initial=0.01, wait_max=0.5, wait_jitter=0.1
    ):
        with attempt:
            before = _get_or_none(objects, key)
            body = change(before.body if before else None)
            if before and before.body == body:
                return Updated(before, before)
            etag = before.etag if before else None
            return Updated(before, objects.put(key, body, content_type=content_type, if_match=etag))
    raise Conflict  # stamina raises the last attempt's own


class S3Objects:
    """`Objects` in a versioned S3 bucket. `client` is boto3's for S3; its retries and timeouts are its own."""

    def __init__(self, client: "S3Client", bucket: str) -> None:
        self._client = client
        self._bucket = bucket

    def get(self, key: str, version_id: str | None = None) -> Stored:
        """The object, or its given version. Raises `NotFound`."""
        version: dict[str, Any] = {"VersionId": version_id} if version_id else {}
        with stage("storage"), _translated(key):
            found = self._client.get_object(Bucket=self._bucket, Key=key, **version)
            body = found["Body"].read()
        return Stored(key, body, found["ETag"], found.get("VersionId"), found["ContentType"], found["Metadata"])

    def put(
        self,
        key: str,
        body: bytes,
        *,
        content_type: str,
        if_match: str | None,
        metadata: Mapping[str, str] | None = None,
    ) -> Stored:
        """Writes if the ETag is still `if_match`, or nothing is there where it is None; else raises `Conflict`."""
        written_with = dict(metadata or {})
        condition: dict[str, Any] = {"IfMatch": if_match} if if_match else {"IfNoneMatch": "*"}
        try:
            with stage("storage"), _translated(key):
                written = self._client.put_object(
                    Bucket=self._bucket,
                    Key=key,
                    Body=body,
                    ContentType=content_type,
                    Metadata=written_with,
                    **condition,
                )
        except Conflict as conflict:
            return self._written_before(key, body, conflict)
        return Stored(key, body, written["ETag"], written.get("VersionId"), content_type, written_with)

    def delete(self, key: str, *, if_match: str | None = None) -> str | None:
        """Deletes and returns the deletion's version id. Raises `Conflict` where `if_match` is not the ETag."""
        condition: dict[str, Any] = {"IfMatch": if_match} if if_match else {}
        with stage("storage"), _translated(key):
            return self._client.delete_object(Bucket=self._bucket, Key=key, **condition).get("VersionId")

    def versions(self, key: str) -> Iterator[Revision]:
        """The object's versions and deletions, newest first, one a request.

        S3 lists versions and delete markers apart and dates both to the second: more at once would have no order.
        """
        pages = self._client.get_paginator("list_object_versions").paginate(
            Bucket=self._bucket, Prefix=key, PaginationConfig={"PageSize": 1}
        )
        with _translated(key):
            for page in pages:
                written = [(found, False) for found in page.get("Versions", [])]
                deleted = [(found, True) for found in page.get("DeleteMarkers", [])]
                for found, is_deletion in (*written, *deleted):
                    if found["Key"] != key:  # another object whose key starts like this one's
                        return
                    yield Revision(found["VersionId"], is_deletion, found["LastModified"])

    def list(self, prefix: str) -> Iterator[Listed]:
        """The objects whose key starts with `prefix`, in key order, a thousand a request."""
        pages = self._client.get_paginator("list_objects_v2").paginate(Bucket=self._bucket, Prefix=prefix)
        with _translated(prefix):
            for page in pages:
                for found in page.get("Contents", []):
                    yield Listed(found["Key"], found["ETag"], found["Size"], found["LastModified"])

    def presign_post(self, key: str, max_bytes: int, content_type: str, seconds: int) -> Upload:
        """A form that uploads one file of 1 to `max_bytes` bytes of this type to exactly this key, for `seconds`."""
        with _translated(key):
            form = self._client.generate_presigned_post(
                self._bucket,
                key,
                Fields={"Content-Type": content_type},
                Conditions=[{"Content-Type": content_type}, ["content-length-range", 1, max_bytes]],
                ExpiresIn=seconds,
            )
        return Upload(form["url"], form["fields"])

    def _written_before(self, key: str, body: bytes, conflict: Conflict) -> Stored:
        """What is stored, where a write was repeated by the client because the answer to the first was lost."""
        if not conflict.extensions.get("repeated"):
            raise conflict
        stored = self.get(key)
        if stored.body != body:
            raise conflict
        return stored


def _get_or_none(objects: Objects, key: str) -> Stored | None:
    try:
        return objects.get(key)
    except NotFound:
        return None


@contextmanager
def _translated(key: str) -> Iterator[None]:
    """Turns what botocore raises into our errors."""
    from botocore import exceptions

    try:
        yield
    except exceptions.ClientError as error:
        raise _meaning(error, key) from error
    except (exceptions.ConnectionError, exceptions.HTTPClientError, exceptions.IncompleteReadError) as error:
        raise Unavailable("The object storage does not answer; repeat the request in a moment.") from error
    except exceptions.BotoCoreError as error:
        raise Misconfigured(f"The object storage cannot be used: {error}. Check the AWS settings.") from error


def _meaning(error: "ClientError", key: str) -> KnowledgeError:
    """Our error for an answer of S3: by its code, then by its status."""
    code, answer = error.response["Error"]["Code"], error.response["ResponseMetadata"]
    status = answer["HTTPStatusCode"]
    if code in _REFUSED or status == 403:
        return Misconfigured(f"The object storage answers {code}; check the bucket's name and the function's role.")
    if code in _TRANSIENT or status == 429 or status >= 500:
        return Unavailable(f"The object storage is busy ({code}); repeat the request in a moment.")
    if status in (409, 412):
        return Conflict(repeated=answer.get("RetryAttempts", 0) > 0)
    message = error.response["Error"].get("Message", "")
    if status == 404 or code in _NO_SUCH_VERSION or "version id" in message.lower():
        return NotFound(f"There is no such file or version: {key.partition('/')[2]}. List what exists first.")
    return KnowledgeError(f"The object storage answers {code}.")
