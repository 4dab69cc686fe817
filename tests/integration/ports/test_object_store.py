"""Whole objects with compare-and-swap writes, against moto as a server with a versioned bucket."""

import base64
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import httpx
import pytest
from botocore.exceptions import ClientError
from knowledge.errors import Conflict, KnowledgeError, Misconfigured, NotFound, Unavailable
from knowledge.ports.object_store import MARKDOWN, S3Objects, update

from tests.conftest import more_in_soak
from tests.support.storage import Faults, client_of, stock

KEY = "tenant/2-summaries/product/pricing.md"


def written(objects: S3Objects, body: bytes, etag: str | None = None) -> str:
    """Writes the object of these tests and returns its ETag."""
    return objects.put(KEY, body, content_type=MARKDOWN, if_match=etag).etag


def test_what_is_put_is_read_back(objects: S3Objects) -> None:
    """`get` returns what `put` returned: body, ETag, version and type."""
    stored = objects.put(KEY, b"a", content_type=MARKDOWN, if_match=None)
    assert objects.get(KEY) == stored


def test_what_is_not_there_is_not_found(objects: S3Objects) -> None:
    """A missing object, version or deleted object is `NotFound`, and the tenant's prefix is not told."""
    with pytest.raises(NotFound, match=r": 2-summaries/product/pricing\.md"):
        objects.get(KEY)
    written(objects, b"a")
    for version in ("no-version", "3sL4kqtJlcpXroDTDmJ.rmSpXd3dIbrHY"):
        with pytest.raises(NotFound):
            objects.get(KEY, version)
    objects.delete(KEY)
    with pytest.raises(NotFound):
        objects.get(KEY)


def test_a_version_is_read_after_later_writes_and_a_deletion(objects: S3Objects) -> None:
    """Nothing that was stored is lost by what is stored later."""
    first = objects.put(KEY, b"first", content_type=MARKDOWN, if_match=None)
    written(objects, b"second", first.etag)
    objects.delete(KEY)
    assert objects.get(KEY, first.version_id).body == b"first"


def test_a_write_needs_the_current_etag(objects: S3Objects) -> None:
    """A stale ETag, or None where something is there, is a conflict and writes nothing."""
    first = written(objects, b"first")
    second = written(objects, b"second", first)
    for stale in (first, None):
        with pytest.raises(Conflict):
            written(objects, b"third", stale)
    assert objects.get(KEY).etag == second


def test_a_deletion_can_need_the_current_etag(objects: S3Objects) -> None:
    """A stale ETag is a conflict and deletes nothing."""
    first = written(objects, b"first")
    second = written(objects, b"second", first)
    with pytest.raises(Conflict):
        objects.delete(KEY, if_match=first)
    assert objects.get(KEY).body == b"second"
    objects.delete(KEY, if_match=second)


def test_a_list_has_every_page_in_order_and_nothing_of_a_neighbour(objects: S3Objects) -> None:
    """A prefix with a slash at its end keeps tenants apart whose ids start alike."""
    keys = [f"t/assets/a/{number:04}.txt" for number in range(1100)]
    stock(objects, keys)
    objects.put("t2/assets/a/0.txt", b"x", content_type="text/plain", if_match=None)
    listed = list(objects.list("t/"))
    assert [entry.key for entry in listed] == keys
    assert {entry.size for entry in listed} == {1}
    assert listed[0].etag == objects.get(keys[0]).etag


@more_in_soak("many", 20, 50)
def test_many_writers_of_one_object_lose_nothing(objects: S3Objects, many: int) -> None:
    """Every edit made through `update` is in the object, each once."""

    def add(number: int) -> None:
        update(objects, KEY, lambda body: (body or b"") + f"{number}\n".encode(), seconds=300)

    with ThreadPoolExecutor(many) as pool:
        list(pool.map(add, range(many)))
    assert sorted(map(int, objects.get(KEY).body.split())) == list(range(many))


def test_an_update_tells_what_was_before_and_after(objects: S3Objects) -> None:
    """A change that changes nothing writes nothing."""
    created = update(objects, KEY, lambda body: b"a")
    assert created.before is None
    changed = update(objects, KEY, lambda body: (body or b"") + b"b")
    assert changed.before == created.after
    assert changed.after.body == b"ab"
    same = update(objects, KEY, lambda body: body or b"")
    assert same.after == same.before == changed.after


def test_an_update_that_never_gets_through_is_a_conflict(objects: S3Objects) -> None:
    """The retries are bounded, and what the others wrote stays."""
    edits = 0

    def overtaken(body: bytes | None) -> bytes:
        nonlocal edits
        edits += 1
        written(objects, b"%d" % edits, objects.get(KEY).etag if body else None)
        return b"mine"

    with pytest.raises(Conflict):
        update(objects, KEY, overtaken, seconds=0.2)
    assert objects.get(KEY).body == b"%d" % edits


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ((503, "SlowDown"), Unavailable),
        ((500, "InternalError"), Unavailable),
        ((429, "TooManyRequests"), Unavailable),
        ((400, "RequestTimeout"), Unavailable),
        ((409, "ConditionalRequestConflict"), Conflict),
        ((403, "AccessDenied"), Misconfigured),
        ((404, "NoSuchBucket"), Misconfigured),
        ((400, "EntityTooLarge"), KnowledgeError),
    ],
)
def test_an_error_of_s3_becomes_ours(
    objects: S3Objects, faults: Faults, answer: tuple[int, str], error: type[KnowledgeError]
) -> None:
    """The same error at every call, so that a caller handles it once."""
    calls: list[Callable[[], object]] = [
        lambda: objects.get(KEY),
        lambda: written(objects, b"a"),
        lambda: objects.delete(KEY),
        lambda: list(objects.list("t/")),
    ]
    for call in calls:
        faults.next.append(answer)
        with pytest.raises(KnowledgeError) as raised:
            call()
        assert type(raised.value) is error


def test_a_storage_that_does_not_answer_is_unavailable() -> None:
    """A refused connection is worth a repetition."""
    with pytest.raises(Unavailable):
        S3Objects(client_of("http://127.0.0.1:9"), "b").get(KEY)


def test_a_write_whose_answer_was_lost_is_no_conflict_with_itself(
    objects: S3Objects, faults: Faults, endpoint: str
) -> None:
    """boto3 repeats the write, meets its own object there, and the caller gets that."""
    patient = S3Objects(client_of(endpoint, attempts=2), objects._bucket)
    faults.next.append(None)
    assert patient.put(KEY, b"mine", content_type=MARKDOWN, if_match=None) == objects.get(KEY)


def test_a_repeated_write_that_finds_another_s_object_is_a_conflict(
    objects: S3Objects, faults: Faults, endpoint: str
) -> None:
    """Only an object with the very body counts as one's own."""
    written(objects, b"theirs")
    faults.next.append((500, "InternalError"))
    with pytest.raises(Conflict):
        S3Objects(client_of(endpoint, attempts=2), objects._bucket).put(
            KEY, b"mine", content_type=MARKDOWN, if_match=None
        )


def test_a_presigned_form_uploads_to_its_key(objects: S3Objects) -> None:
    """What a browser posts with the form's fields is the object."""
    form = objects.presign_post("t/assets/a/b.csv", 10, "text/csv", 60)
    answer = httpx.post(form.url, data=form.fields, files={"file": ("x.csv", b"a,b\n", "text/csv")})
    assert answer.is_success
    assert objects.get("t/assets/a/b.csv").body == b"a,b\n"


def test_a_presigned_form_pins_key_size_and_type(objects: S3Objects) -> None:
    """The signed policy, which S3 enforces, allows this key, this type and no more bytes."""
    form = objects.presign_post("t/assets/a/b.csv", 10, "text/csv", 60)
    conditions = json.loads(base64.b64decode(form.fields["policy"]))["conditions"]
    assert {"key": "t/assets/a/b.csv"} in conditions
    assert {"Content-Type": "text/csv"} in conditions
    assert ["content-length-range", 1, 10] in conditions


def answered(call: Callable[[], Any]) -> Any:
    """What a request gives, or the error, without what differs from request to request."""
    try:
        answer = call()
    except ClientError as error:
        return error.response["Error"]["Code"], error.response["ResponseMetadata"]["HTTPStatusCode"]
    metadata = answer.pop("ResponseMetadata")
    body = answer["Body"].read() if "Body" in answer else None
    named = {name: value for name, value in metadata["HTTPHeaders"].items() if name.startswith("x-amz-version")}
    return answer | {"Body": body}, metadata["HTTPStatusCode"], named


def test_what_the_tests_ask_without_a_socket_is_answered_as_over_one(objects: S3Objects, endpoint: str) -> None:
    """Whatever is asked: found or not, of keys with any character, by version, on a condition, in pages."""
    over_a_socket, where = client_of(endpoint), {"Bucket": objects._bucket}
    key = "tenant/2-summaries/pro duct/größe+%2F&=.md"
    versions = [
        objects._client.put_object(**where, Key=key, Body=body, Metadata={"who": "a b"}, ContentType=MARKDOWN)[
            "VersionId"
        ]
        for body in (b"first", b"")
    ]
    stock(objects, ["tenant/other/a.md"])
    marker = objects._client.delete_object(**where, Key="tenant/other/a.md")["VersionId"]
    asked = [
        ("get_object", {"Key": key}),
        ("get_object", {"Key": key, "VersionId": versions[0]}),
        ("get_object", {"Key": key, "VersionId": "no-version"}),
        ("get_object", {"Key": "tenant/none.md"}),
        ("get_object", {"Key": "tenant/other/a.md", "VersionId": marker}),
        ("head_object", {"Key": key, "VersionId": versions[0]}),
        ("list_objects_v2", {"Prefix": "tenant/"}),
        ("list_object_versions", {"Prefix": "tenant/", "MaxKeys": 1}),
        ("get_bucket_versioning", {}),
        ("put_object", {"Key": key, "Body": b"x", "IfNoneMatch": "*"}),
        ("put_object", {"Key": key, "Body": b"x", "IfMatch": '"other"'}),
        ("delete_objects", {"Delete": {"Objects": [{"Key": "tenant/none.md", "VersionId": "none"}], "Quiet": True}}),
        ("delete_object", {"Key": key, "IfMatch": '"other"'}),
    ]
    for operation, arguments in asked:
        [direct, real] = [
            answered(partial(getattr(client, operation), **where, **arguments))
            for client in (objects._client, over_a_socket)
        ]
        assert direct == real, operation
