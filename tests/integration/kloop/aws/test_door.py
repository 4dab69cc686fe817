"""Local storage lets in the programs of this machine, and of what pages send the forms that a policy allows."""

import base64
import hashlib
import hmac
import json
import secrets
from collections.abc import Callable
from typing import Any

import boto3
import httpx
import pytest
from botocore.config import Config
from knowledge.ports.object_store import S3Objects

from kloop.aws.resources import BUCKET, CREDENTIALS, REGION
from tests.support.storage import client_of

EVIL = "https://evil.example"
LOCAL = {"region_name": REGION} | {name.lower(): value for name, value in CREDENTIALS.items()}
Fields = dict[str, str]


@pytest.fixture
def objects(storage_url: str) -> S3Objects:
    """The bucket of a storage that runs as a process of its own."""
    return S3Objects(client_of(storage_url), BUCKET)


@pytest.fixture
def key() -> str:
    """A key of the test's own."""
    return f"{secrets.token_hex(8)}/assets/a/b.csv"


def post(url: str, fields: Fields, body: bytes = b"a,b\n", **headers: str) -> httpx.Response:
    return httpx.post(url, data=fields, files={"file": ("x.csv", body, "text/csv")}, headers=headers)


def code(answer: httpx.Response) -> str:
    """What S3's document calls the error."""
    return answer.text.partition("<Code>")[2].partition("</Code>")[0]


def test_a_form_takes_what_its_policy_allows(objects: S3Objects, key: str) -> None:
    """From a page as well; the object has the metadata that the form was signed with."""
    form = objects.presign_post(key, 10, "text/csv", 60, {"changed-by": "agent"})
    assert post(form.url, form.fields, origin=EVIL).is_success
    stored = objects.get(key)
    assert (stored.body, stored.content_type, stored.metadata) == (b"a,b\n", "text/csv", {"changed-by": "agent"})


def test_a_field_in_other_letters_is_the_same_field(objects: S3Objects, key: str) -> None:
    """A second key, which the policy would be asked about in the place of the first, is none; nor is one of its own."""
    form = objects.presign_post(key, 10, "text/csv", 60)
    others = {name: value for name, value in form.fields.items() if name != "key"}
    for fields in ({"key": f"{key}.evil", "Key": key} | others, {"Key": key} | others):
        assert code(post(form.url, fields)) == "InvalidArgument"
    assert code(post(f"{form.url}?key={key}.evil", form.fields)) == "InvalidArgument"
    assert list(objects.keys(key)) == []


def test_what_stands_behind_the_file_is_no_field(objects: S3Objects, key: str) -> None:
    """As S3 has it, so that what passes here passes there."""
    form = objects.presign_post(key, 10, "text/csv", 60)
    parts = [("file", ("x.csv", b"a,b\n")), *((name, (None, value)) for name, value in form.fields.items())]
    assert code(httpx.post(form.url, files=parts)) == "InvalidArgument"


def resigned(fields: Fields, **changes: Any) -> Fields:
    """The form with another policy, which whoever does not have the secret signs with another."""
    policy = json.loads(base64.b64decode(fields["policy"])) | changes
    encoded = base64.b64encode(json.dumps(policy).encode()).decode()
    return fields | {"policy": encoded}


TAMPERED: dict[str, tuple[Callable[[Fields], Fields], bytes, int, str]] = {
    "another key": (lambda form: form | {"key": "other/assets/a/b.csv"}, b"a", 403, "AccessDenied"),
    "a longer key": (lambda form: form | {"key": form["key"] + "x"}, b"a", 403, "AccessDenied"),
    "another type": (lambda form: form | {"Content-Type": "text/html"}, b"a", 403, "AccessDenied"),
    "no type": (lambda form: {n: v for n, v in form.items() if n != "Content-Type"}, b"a", 403, "AccessDenied"),
    "another author": (lambda form: form | {"x-amz-meta-changed-by": "user"}, b"a", 403, "AccessDenied"),
    "no author": (lambda form: {n: v for n, v in form.items() if "meta" not in n}, b"a", 403, "AccessDenied"),
    "a further field": (lambda form: form | {"acl": "public-read"}, b"a", 403, "AccessDenied"),
    "further metadata": (lambda form: form | {"x-amz-meta-person": "whole"}, b"a", 403, "AccessDenied"),
    "too much": (lambda form: form, b"x" * 11, 400, "EntityTooLarge"),
    "nothing": (lambda form: form, b"", 400, "EntityTooSmall"),
    "a policy of one's own": (lambda form: resigned(form, conditions=[]), b"a", 403, "SignatureDoesNotMatch"),
    "a later end": (lambda form: resigned(form, expiration="2099-01-01T00:00:00Z"), b"a", 403, "SignatureDoesNotMatch"),
    "no policy": (lambda form: {n: v for n, v in form.items() if n != "policy"}, b"a", 403, "AccessDenied"),
    "no signature": (lambda form: {"key": form["key"]}, b"a", 403, "AccessDenied"),
    "a stranger's key": (
        lambda form: form | {"x-amz-credential": "AKIA" + form["x-amz-credential"]},
        b"a",
        403,
        "InvalidAccessKeyId",
    ),
}


@pytest.mark.parametrize(("change", "body", "status", "expected"), TAMPERED.values(), ids=list(TAMPERED))
def test_a_form_takes_nothing_else(
    objects: S3Objects, key: str, change: Callable[[Fields], Fields], body: bytes, status: int, expected: str
) -> None:
    """Refused as S3 refuses it, and nothing is stored."""
    form = objects.presign_post(key, 10, "text/csv", 60, {"changed-by": "agent"})
    answer = post(form.url, change(form.fields), body)
    assert (answer.status_code, code(answer)) == (status, expected), answer.text
    assert list(objects.list(key.partition("/")[0])) == list(objects.list("other/")) == []


def test_a_form_is_good_for_its_time(objects: S3Objects, key: str) -> None:
    """Once it is over, the same form is refused."""
    form = objects.presign_post(key, 10, "text/csv", -1)
    answer = post(form.url, form.fields)
    assert (answer.status_code, code(answer)) == (403, "AccessDenied")
    assert "Policy expired" in answer.text


def test_a_prefix_is_enforced(storage_url: str, key: str) -> None:
    """`starts-with` allows what begins so, and nothing else."""
    made = client_of(storage_url).generate_presigned_post(
        BUCKET, f"{key}${{filename}}", Conditions=[["starts-with", "$key", key]], ExpiresIn=60
    )
    assert post(made["url"], made["fields"] | {"key": f"{key}-x"}).is_success
    assert post(made["url"], made["fields"] | {"key": "elsewhere"}).status_code == 403


def test_the_older_signature_is_refused(storage_url: str, key: str) -> None:
    """As S3 refuses it in buckets of today."""
    older = boto3.client("s3", endpoint_url=storage_url, config=Config(signature_version="s3"), **LOCAL)
    made = older.generate_presigned_post(BUCKET, key, ExpiresIn=60)
    assert "AWSAccessKeyId" in made["fields"]
    assert code(post(made["url"], made["fields"])) == "AccessDenied"


@pytest.mark.parametrize("origin", [EVIL, "null", "http://127.0.0.1:1", "http://localhost.evil.example"])
def test_no_page_speaks_to_storage(storage_url: str, objects: S3Objects, key: str, origin: str) -> None:
    """Neither writes, deletes and reads, nor messages to the queues, by whatever a browser lets it send."""
    objects.put(key, b"kept", content_type="text/csv", if_match=None)
    url, headers = f"{storage_url}/{BUCKET}/{key}", {"Origin": origin}
    message = {"Action": "CreateQueue", "QueueName": "mine"}
    answers = [
        httpx.put(url, content=b"theirs", headers=headers),
        httpx.delete(url, headers=headers),
        httpx.get(url, headers=headers),
        httpx.post(storage_url, data=message, headers=headers),
        httpx.post(
            f"{storage_url}/{BUCKET}?delete", content=b"<Delete/>", headers={**headers, "Content-Type": "text/plain"}
        ),
        post(f"{storage_url}/{BUCKET}", {"key": key}, origin=origin),
    ]
    assert [answer.status_code for answer in answers] == [403] * 6
    assert objects.get(key).body == b"kept"


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "10.0.0.1", ""])
def test_no_other_name_leads_to_storage(storage_url: str, host: str) -> None:
    """A page's own server may have said that its name is this machine."""
    assert httpx.get(f"{storage_url}/{BUCKET}", headers={"Host": host}).status_code == 403


def test_a_page_of_storage_itself_may(storage_url: str) -> None:
    """Its own origin is none of another."""
    assert httpx.get(f"{storage_url}/{BUCKET}", headers={"Origin": storage_url}).status_code == 200


def test_the_signature_is_version_4(objects: S3Objects, key: str) -> None:
    """By the documents of AWS: a key made of the secret, the day, the region and the service signs the policy."""
    fields = objects.presign_post(key, 10, "text/csv", 60).fields
    signing = f"AWS4{CREDENTIALS['AWS_SECRET_ACCESS_KEY']}".encode()
    for part in fields["x-amz-credential"].split("/")[1:]:
        signing = hmac.new(signing, part.encode(), hashlib.sha256).digest()
    assert hmac.new(signing, fields["policy"].encode(), hashlib.sha256).hexdigest() == fields["x-amz-signature"]
