"""Objects in S3, or in a store that speaks its protocol."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from knowledge.errors import Conflict, KnowledgeError, Misconfigured, NotFound, OutOfSpace, Unavailable
from knowledge.ports.object_store.port import ObjectSummary, Revision, StoredObject, UploadForm
from knowledge.ports.telemetry import stage
from knowledge.text.strings import batched

if TYPE_CHECKING:
    from botocore.exceptions import ClientError
    from mypy_boto3_s3 import S3Client
    from mypy_boto3_s3.type_defs import ObjectIdentifierTypeDef

_THROTTLED = {"SlowDown", "Throttling", "ThrottlingException", "RequestLimitExceeded", "TooManyRequests"}
_TRANSIENT = _THROTTLED | {"RequestTimeout", "RequestTimeTooSkewed", "InternalError", "ServiceUnavailable"}
ERASED_AT_ONCE = 1000  # versions a request, the most that S3 takes
_REFUSED = {"AccessDenied", "InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken", "NoSuchBucket"}
_NO_SUCH_VERSION = {"NoSuchVersion", "MethodNotAllowed"}  # the latter where the version is a delete marker


class S3Objects:
    """`Objects` in a versioned S3 bucket. `client` is boto3's for S3; its retries and timeouts are its own."""

    def __init__(self, client: "S3Client", bucket: str) -> None:
        self._client = client
        self._bucket = bucket

    def get(self, key: str, version_id: str | None = None) -> StoredObject:
        version: dict[str, Any] = {"VersionId": version_id} if version_id else {}
        with stage("storage"), _translated(key):
            answer = self._client.get_object(Bucket=self._bucket, Key=key, **version)
            body = answer["Body"].read()
        return StoredObject(
            key, body, answer["ETag"], answer.get("VersionId"), answer["ContentType"], answer["Metadata"]
        )

    def put(
        self,
        key: str,
        body: bytes,
        *,
        content_type: str,
        if_match: str | None,
        metadata: Mapping[str, str] | None = None,
    ) -> StoredObject:
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
        return StoredObject(key, body, written["ETag"], written.get("VersionId"), content_type, written_with)

    def delete(self, key: str, *, if_match: str | None = None) -> str | None:
        condition: dict[str, Any] = {"IfMatch": if_match} if if_match else {}
        with stage("storage"), _translated(key):
            return self._client.delete_object(Bucket=self._bucket, Key=key, **condition).get("VersionId")

    def erase(self, key: str, version_ids: Collection[str] | None = None) -> int:
        ids = self.version_ids(key) if version_ids is None else version_ids
        return self._erased([(key, version_id) for version_id in ids])

    def version_ids(self, key: str) -> Sequence[str]:
        return [version_id for page in self._every_version(key) for name, version_id in page if name == key]

    def erase_all(self, prefix: str) -> int:
        return sum(map(self._erased, self._every_version(prefix)))

    def versions(self, key: str) -> Iterator[Revision]:
        # One a request: S3 lists versions and delete markers apart and dates both to the second, so that more at once
        # would have no order.
        pages = self._client.get_paginator("list_object_versions").paginate(
            Bucket=self._bucket, Prefix=key, PaginationConfig={"PageSize": 1}
        )
        with _translated(key):
            for page in pages:
                written = [(entry, False) for entry in page.get("Versions", [])]
                deleted = [(entry, True) for entry in page.get("DeleteMarkers", [])]
                for entry, is_deletion in (*written, *deleted):
                    if entry["Key"] != key:  # another object whose key starts like this one's
                        return
                    yield Revision(entry["VersionId"], is_deletion, entry["LastModified"])

    def keys(self, prefix: str) -> Iterator[str]:
        last = ""
        for page in self._every_version(prefix):
            for key in sorted({key for key, _ in page}):
                if key != last:
                    yield key
                last = key

    def list(self, prefix: str) -> Iterator[ObjectSummary]:
        pages = self._client.get_paginator("list_objects_v2").paginate(Bucket=self._bucket, Prefix=prefix)
        with _translated(prefix):
            for page in pages:
                for entry in page.get("Contents", []):
                    yield ObjectSummary(entry["Key"], entry["ETag"], entry["Size"], entry["LastModified"])

    def presign_post(
        self, key: str, max_bytes: int, content_type: str, seconds: int, metadata: Mapping[str, str] | None = None
    ) -> UploadForm:
        own = {f"x-amz-meta-{name}": value for name, value in (metadata or {}).items()}
        fields = {"Content-Type": content_type, **own}
        with _translated(key):
            form = self._client.generate_presigned_post(
                self._bucket,
                key,
                Fields=dict(fields),
                Conditions=[*({name: value} for name, value in fields.items()), ["content-length-range", 1, max_bytes]],
                ExpiresIn=seconds,
            )
        return UploadForm(form["url"], form["fields"])

    def presign_get(self, key: str, seconds: int) -> str:
        with _translated(key):
            return self._client.generate_presigned_url(
                "get_object",
                Params={"Bucket": self._bucket, "Key": key, "ResponseContentDisposition": "attachment"},
                ExpiresIn=seconds,
            )

    def _every_version(self, prefix: str) -> Iterator[Sequence[tuple[str, str]]]:
        """Key and version id of each version and deletion under the prefix, a page of a thousand a request."""
        pages = self._client.get_paginator("list_object_versions").paginate(Bucket=self._bucket, Prefix=prefix)
        with stage("storage"), _translated(prefix):
            for page in pages:
                written, deleted = page.get("Versions", []), page.get("DeleteMarkers", [])
                yield [
                    *((version["Key"], version["VersionId"]) for version in written),
                    *((version["Key"], version["VersionId"]) for version in deleted),
                ]

    def _erased(self, versions: Sequence[tuple[str, str]]) -> int:
        """How many are gone now. Raises `Unavailable` where one is not: the same call again goes on."""
        for batch in batched(versions, ERASED_AT_ONCE):
            named: Sequence[ObjectIdentifierTypeDef] = [{"Key": key, "VersionId": version} for key, version in batch]
            with stage("storage"), _translated(batch[0][0]):
                answer = self._client.delete_objects(Bucket=self._bucket, Delete={"Objects": named, "Quiet": True})
            if errors := answer.get("Errors"):
                raise Unavailable(f"The object storage kept {len(errors)} versions; repeat the request in a moment.")
        return len(versions)

    def _written_before(self, key: str, body: bytes, conflict: Conflict) -> StoredObject:
        """What is stored, where a write was repeated by the client because the answer to the first was lost."""
        if not conflict.extensions.get("repeated"):
            raise conflict
        stored = self.get(key)
        if stored.body != body:
            raise conflict
        return stored


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
    if status == 507:
        return OutOfSpace()
    if code in _TRANSIENT or status == 429 or status >= 500:
        return Unavailable(f"The object storage is busy ({code}); repeat the request in a moment.")
    if status in (409, 412):
        return Conflict(repeated=answer.get("RetryAttempts", 0) > 0)
    message = error.response["Error"].get("Message", "")
    if status == 404 or code in _NO_SUCH_VERSION or "version id" in message.lower():
        return NotFound(f"There is no such file or version: {key.partition('/')[2]}. List what exists first.")
    return KnowledgeError(f"The object storage answers {code}.")
