"""What storage acknowledged is there again, however it ended."""

import json
import resource
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
from botocore.exceptions import ClientError

from kloop.aws.durable import NOTES
from kloop.aws.journal import Journal, Record
from kloop.aws.resources import BUCKET, client
from kloop.stack.processes import answers, free_port, wait_until
from tests.support import storage_process

SUBSCRIBED = "upload_ingest"
KEY = "tenant/assets/a.md"


class Storage:
    """The server as a process of its own, over one folder."""

    def __init__(self, folder: Path, *, fresh: bool = False) -> None:
        (folder / "functions" / SUBSCRIBED).mkdir(parents=True)
        self.folder, self.journal = folder, folder / "journal"
        self.port, self.fresh = free_port(), fresh
        self.s3 = client("s3", f"http://127.0.0.1:{self.port}")
        self.sqs = client("sqs", f"http://127.0.0.1:{self.port}")
        self.start()

    def start(self) -> None:
        self.process = storage_process.start(self.journal, self.port, self.folder / "functions", fresh=self.fresh)
        wait_until(self._answers, seconds=30, what="The start of storage")

    def _answers(self) -> bool:
        assert self.process.is_alive()
        return answers(f"http://127.0.0.1:{self.port}/{BUCKET}")

    def kill(self) -> None:
        self.process.kill()
        self.process.join()

    def restart(self) -> None:
        self.kill()
        self.start()

    def put(self, key: str, body: bytes, **conditions: str) -> dict[str, Any]:
        return dict(self.s3.put_object(Bucket=BUCKET, Key=key, Body=body, **conditions))

    def get(self, key: str, **which: str) -> dict[str, Any]:
        answer = dict(self.s3.get_object(Bucket=BUCKET, Key=key, **which))
        return answer | {"Body": answer["Body"].read()}

    def receive(self) -> list[dict[str, Any]]:
        queue = self.sqs.get_queue_url(QueueName="upload-ingest-events")["QueueUrl"]
        answer = self.sqs.receive_message(QueueUrl=queue, MaxNumberOfMessages=10)
        return list(answer.get("Messages", []))

    def delete(self, message: dict[str, Any]) -> None:
        queue = self.sqs.get_queue_url(QueueName="upload-ingest-events")["QueueUrl"]
        self.sqs.delete_message(QueueUrl=queue, ReceiptHandle=message["ReceiptHandle"])


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    running = Storage(tmp_path)
    yield running
    running.kill()


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Storage]:
    """One whose memory is its own from the beginning."""
    running = Storage(tmp_path, fresh=True)
    yield running
    running.kill()


def refused(call: Callable[[], object]) -> str:
    with pytest.raises(ClientError) as caught:
        call()
    return str(caught.value.response["Error"]["Code"])


def test_versions_survive_with_their_identity(storage: Storage) -> None:
    """Each version keeps id, ETag, time, type and bytes over a kill; deletions stay deleted."""
    first = storage.put("t/a.md", b"one", ContentType="text/markdown")
    storage.put("t/a.md", b"two")
    storage.put("t/b.md", b"gone")
    storage.s3.delete_object(Bucket=BUCKET, Key="t/b.md")
    before = storage.s3.list_object_versions(Bucket=BUCKET)
    stamped = storage.get("t/a.md", VersionId=first["VersionId"])
    storage.restart()
    after = storage.s3.list_object_versions(Bucket=BUCKET)
    assert after["Versions"] == before["Versions"]
    assert after["DeleteMarkers"] == before["DeleteMarkers"]
    again = storage.get("t/a.md", VersionId=first["VersionId"])
    for name in ("Body", "ETag", "LastModified", "ContentType", "VersionId"):
        assert again[name] == stamped[name]
    assert storage.get("t/a.md")["Body"] == b"two"
    assert refused(lambda: storage.get("t/b.md")) == "NoSuchKey"


@pytest.mark.soak
def test_ten_megabytes_pass_in_any_way(storage: Storage) -> None:
    """A large object arrives whole by put, by multipart and by presigned POST, and is there after a kill."""
    body = bytes(range(256)) * 40_960
    storage.put("t/assets/put.bin", body)
    upload = storage.s3.create_multipart_upload(Bucket=BUCKET, Key="t/assets/parts.bin")["UploadId"]
    where = {"Bucket": BUCKET, "Key": "t/assets/parts.bin", "UploadId": upload}
    parts = [
        {"PartNumber": n, "ETag": storage.s3.upload_part(**where, PartNumber=n, Body=part)["ETag"]}
        for n, part in enumerate((body[:6_000_000], body[6_000_000:]), start=1)
    ]
    storage.restart()
    storage.s3.complete_multipart_upload(**where, MultipartUpload={"Parts": parts})
    form = storage.s3.generate_presigned_post(BUCKET, "t/assets/post.bin")
    posted = httpx.post(form["url"], data=form["fields"], files={"file": body}, timeout=30)
    assert posted.status_code in (200, 201, 204)
    streamed = storage.s3.generate_presigned_url("put_object", {"Bucket": BUCKET, "Key": "t/assets/chunked.bin"})
    chunks = (body[start : start + 65_536] for start in range(0, len(body), 65_536))
    assert httpx.put(streamed, content=chunks, timeout=30).status_code == 200
    storage.restart()
    for name in ("put", "parts", "post", "chunked"):
        assert storage.get(f"t/assets/{name}.bin")["Body"] == body


def test_compare_and_swap_has_one_winner(storage: Storage) -> None:
    """Of concurrent writers with the same `If-Match` one wins; likewise of those that want a new key."""
    etag = storage.put("t/a.md", b"start")["ETag"]

    def attempt(condition: dict[str, str], n: int) -> str:
        try:
            storage.put("t/a.md" if "IfMatch" in condition else "t/new.md", b"%d" % n, **condition)
            return "won"
        except ClientError as error:
            return str(error.response["Error"]["Code"])

    with ThreadPoolExecutor(16) as threads:
        swaps = list(threads.map(lambda n: attempt({"IfMatch": etag}, n), range(16)))
        creations = list(threads.map(lambda n: attempt({"IfNoneMatch": "*"}, n), range(16)))
    assert (swaps.count("won"), creations.count("won")) == (1, 1)
    assert set(swaps) == set(creations) == {"won", "PreconditionFailed"}
    storage.restart()
    assert storage.get("t/a.md")["Body"] == b"%d" % swaps.index("won")


def test_acknowledged_writes_survive_a_kill_among_writers(storage: Storage) -> None:
    """Killed in the middle of concurrent writes, it comes back with every write that it answered."""
    acknowledged: dict[str, str] = {}

    def write(n: int) -> None:
        try:
            acknowledged[f"t/{n}"] = storage.put(f"t/{n}", b"%d" % n * 2000)["VersionId"]
        except Exception:  # noqa: BLE001 - the server is killed under it; what it got no answer for is not counted
            return

    with ThreadPoolExecutor(8) as threads, ExitStack() as stack:
        stack.callback(storage.kill)
        writes = [threads.submit(write, n) for n in range(400)]
        wait_until(lambda: len(acknowledged) > 60, seconds=30, what="The writes")
        stack.close()
        assert any(not write.done() for write in writes)
        for pending in writes:
            pending.cancel()
    storage.start()
    kept = {key: storage.get(key)["VersionId"] for key in acknowledged}
    assert kept == acknowledged


def test_storage_events_wait_for_their_function(storage: Storage) -> None:
    """Keys that match reach the queue; after a kill the unhandled ones come again, the handled ones do not."""
    storage.put(KEY, b"x")
    storage.put("tenant/assets/b.md", b"x")
    storage.put("tenant/2-summaries/c.md", b"x")
    messages = {json.loads(message["Body"])["detail"]["object"]["key"]: message for message in storage.receive()}
    assert set(messages) == {KEY, "tenant/assets/b.md"}
    assert storage.receive() == []  # hidden while they are handled
    storage.delete(messages[KEY])
    storage.restart()
    (left,) = storage.receive()
    assert json.loads(left["Body"])["detail"]["object"]["key"] == "tenant/assets/b.md"
    assert left["MessageId"] == messages["tenant/assets/b.md"]["MessageId"]


def test_versions_are_listed_page_by_page(storage: Storage) -> None:
    """One version a page comes to the same as all at once: newest first within a key, deletions among them."""
    for key in ("t/a.md", "t/a.md", "t/ab.md", "t/a.md", "t/c.md"):
        storage.put(key, b"x")
    storage.s3.delete_object(Bucket=BUCKET, Key="t/a.md")
    paginator = storage.s3.get_paginator("list_object_versions")

    def listed(size: int) -> list[tuple[str, str, bool]]:
        pages = paginator.paginate(Bucket=BUCKET, Prefix="t/a", PaginationConfig={"PageSize": size})
        versions = [
            version for page in pages for kind in ("DeleteMarkers", "Versions") for version in page.get(kind, [])
        ]
        return [(version["Key"], version["VersionId"], version["IsLatest"]) for version in versions]

    assert [key for key, _, _ in listed(1)] == ["t/a.md"] * 4 + ["t/ab.md"]
    assert [latest for _, _, latest in listed(1)] == [True, False, False, False, True]
    assert listed(1) == listed(2) == listed(1000)


def test_older_versions_are_as_before(storage: Storage) -> None:
    """They are listed, read, copied and tagged by their id, and the last is the newest, to be changed, once what
    followed it is deleted; after a restart, too."""
    made = [
        storage.put("t/a.md", b"body %d" % n, ContentType="text/markdown", Metadata={"n": str(n)})["VersionId"]
        for n in range(4)
    ]
    where = {"Bucket": BUCKET, "Key": "t/a.md"}
    tags = [{"Key": "a", "Value": "b"}]
    storage.s3.put_object_tagging(**where, VersionId=made[1], Tagging={"TagSet": tags})
    storage.s3.delete_object(**where, VersionId=made[3])
    storage.s3.put_object_acl(**where, ACL="public-read")
    storage.s3.copy_object(Bucket=BUCKET, Key="t/b.md", CopySource={**where, "VersionId": made[0]})

    def as_read() -> list[Any]:
        pages = [
            storage.s3.list_object_versions(Bucket=BUCKET, Prefix="t/", **folders)["Versions"]
            for folders in ({}, {"Delimiter": "/"})
        ]
        read = [storage.get("t/a.md", VersionId=version) for version in made[:3]]
        heads = [storage.s3.head_object(**where, VersionId=version) for version in made[:3]]
        for answer in [*read, *heads]:
            del answer["ResponseMetadata"]
        return [*pages, read, heads]

    assert [version["VersionId"] for version in as_read()[0][:3]] == made[2::-1]
    assert [version["IsLatest"] for version in as_read()[0][:3]] == [True, False, False]
    before = as_read()
    for _ in range(2):
        assert [(version["Body"], version["Metadata"]["n"]) for version in as_read()[2]] == [
            (b"body %d" % n, str(n)) for n in range(3)
        ]
        assert as_read() == before
        assert len(storage.s3.get_object_acl(**where)["Grants"]) == 2
        assert storage.s3.get_object_tagging(**where, VersionId=made[1])["TagSet"] == tags
        assert (storage.get("t/a.md")["Body"], storage.get("t/b.md")["Body"]) == (b"body 2", b"body 0")
        assert refused(lambda: storage.get("t/a.md", VersionId=made[3])) == "NoSuchVersion"
        storage.restart()


@pytest.mark.soak
def test_what_was_handled_is_one_record(storage: Storage) -> None:
    """A journal full of handled messages is written anew at a start; what is pending stays so, and nothing else."""
    for key in (KEY, "tenant/assets/b.md"):
        storage.put(key, b"x")
    first, second = storage.receive()
    storage.delete(first)
    storage.kill()
    with closing(Journal(storage.folder / "journal")) as journal:
        list(journal.open())
        for _ in range(NOTES):
            journal.append(Record({"handled": ["somebody's"]}))
    storage.start()
    assert (storage.folder / "journal").read_bytes().count(b'"handled"') == 0
    storage.restart()
    assert [message["MessageId"] for message in storage.receive()] == [second["MessageId"]]
    assert storage.get(KEY)["Body"] == b"x"


def erased(storage: Storage, versions: list[str]) -> None:
    named = [{"Key": KEY, "VersionId": version} for version in versions]
    storage.s3.delete_objects(Bucket=BUCKET, Delete={"Objects": named})


def test_an_erased_version_is_not_in_the_journal(storage: Storage) -> None:
    """Neither its bytes nor that it was; the versions around it keep their identity over a restart, conditions too."""
    first = storage.put(KEY, b"keep this one")
    second = storage.put(KEY, b"the secret zebra", IfMatch=first["ETag"])
    third = storage.put(KEY, b"keep that one", IfMatch=second["ETag"])
    marker = storage.s3.delete_object(Bucket=BUCKET, Key=KEY)["VersionId"]
    fourth = storage.put(KEY, b"the last one", IfNoneMatch="*")
    assert b"secret zebra" in (storage.folder / "journal").read_bytes()
    erased(storage, [second["VersionId"], marker])
    assert b"secret zebra" not in (storage.folder / "journal").read_bytes()
    for _ in range(2):
        listed = storage.s3.list_object_versions(Bucket=BUCKET)
        assert [version["VersionId"] for version in listed["Versions"]] == [
            version["VersionId"] for version in (fourth, third, first)
        ]
        assert "DeleteMarkers" not in listed
        assert storage.get(KEY, VersionId=third["VersionId"])["Body"] == b"keep that one"
        storage.restart()
    fifth = storage.put(KEY, b"and on it goes", IfMatch=fourth["ETag"])
    storage.s3.delete_object(Bucket=BUCKET, Key=KEY, VersionId=fifth["VersionId"])
    storage.restart()
    assert storage.get(KEY)["Body"] == b"the last one"
    assert b"and on it goes" not in (storage.folder / "journal").read_bytes()


def test_what_a_form_posted_is_erased_for_good(storage: Storage) -> None:
    """It is in the journal no longer, and does not come back with the next start."""
    form = storage.s3.generate_presigned_post(BUCKET, KEY, ExpiresIn=60)
    posted = httpx.post(form["url"], data=form["fields"], files={"file": ("a", b"the secret zebra")})
    assert posted.is_success
    erased(storage, [posted.headers["x-amz-version-id"]])
    assert b"secret zebra" not in (storage.folder / "journal").read_bytes()
    storage.restart()
    with pytest.raises(ClientError):
        storage.get(KEY)


def test_an_erased_version_that_was_copied_leaves_its_copy(storage: Storage) -> None:
    """The copy is made again at the next start, so what it was made of stays in the journal alone."""
    first = storage.put(KEY, b"the original")
    storage.s3.copy_object(Bucket=BUCKET, Key="tenant/assets/b.md", CopySource={"Bucket": BUCKET, "Key": KEY})
    erased(storage, [first["VersionId"]])
    storage.restart()
    assert storage.get("tenant/assets/b.md")["Body"] == b"the original"
    with pytest.raises(ClientError):
        storage.get(KEY)


@pytest.mark.soak
def test_memory_holds_no_bodies(alone: Storage) -> None:
    """A hundred megabytes in objects, listed again and again, leave the process about as small as it was.

    Its allocator keeps some 35 of what passed through; half of what was written would be bodies.
    """
    process = psutil.Process(alone.process.pid)
    alone.put("t/warm.bin", bytes(10**6))
    before = process.memory_full_info().uss
    for n in range(100):
        alone.put(f"t/{n % 10}.bin", bytes([n]) * 10**6)
        alone.s3.list_object_versions(Bucket=BUCKET, Prefix=f"t/{n % 10}.bin")
    assert process.memory_full_info().uss - before < 50 * 10**6
    assert alone.get("t/9.bin")["Body"] == bytes([99]) * 10**6


@pytest.mark.soak
def test_memory_holds_a_place_for_each_version(tmp_path: Path) -> None:
    """Of many small writes, told and handled, the newest alone is an object, and none is once they are erased.

    A version before it is its place, its id for the journal and the receipt of its message: three blocks of memory,
    where it was 27; the others are what a process of a hundred requests gathers.
    """
    (tmp_path / "functions" / SUBSCRIBED).mkdir(parents=True)
    writes = 100
    kept, left = storage_process.kept_of(tmp_path, KEY, writes)
    assert kept.pop("blocks") < 10 * writes
    assert {kind: count for kind, count in kept.items() if count > writes / 10} == {}
    assert left.pop("blocks") < 10 * writes
    assert {kind: count for kind, count in left.items() if count > writes / 10} == {}


@pytest.mark.soak
def test_memory_holds_no_more_after_a_restart(storage: Storage) -> None:
    """Of what is replayed each key's newest version is an object."""
    for n in range(30):
        storage.put(f"t/{n % 2}.md", b"%d" % n)
    storage.kill()
    assert storage_process.kept_at_start(storage.folder)["FakeKey"] == 2


def test_nobody_can_wipe_it(storage_url: str) -> None:
    """moto's own reset is closed: a web page could call it."""
    s3 = client("s3", storage_url)
    s3.put_object(Bucket=BUCKET, Key="t/kept.md", Body=b"x")
    assert httpx.post(f"{storage_url}/moto-api/reset").status_code == 404
    assert s3.head_object(Bucket=BUCKET, Key="t/kept.md")["ContentLength"] == 1


def test_a_full_disk_breaks_nothing(storage: Storage) -> None:
    """A write for which there is no room is a 507 and is not seen; reads go on, and so do writes once there is room."""
    storage.put("t/a.md", b"before")
    full = storage.journal.stat().st_size + 100
    resource.prlimit(storage.process.pid, resource.RLIMIT_FSIZE, (full, resource.RLIM_INFINITY))
    for key in ("t/a.md", "t/b.md"):
        with pytest.raises(ClientError) as refused:
            storage.put(key, b"x" * 1000)
        assert refused.value.response["Error"]["Code"] == "InsufficientStorage"
        assert refused.value.response["ResponseMetadata"]["HTTPStatusCode"] == 507
    assert storage.get("t/a.md")["Body"] == b"before"
    resource.prlimit(storage.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert [item["Key"] for item in storage.s3.list_objects_v2(Bucket=BUCKET)["Contents"]] == ["t/a.md"]
    storage.put("t/b.md", b"after")
    storage.restart()
    assert (storage.get("t/a.md")["Body"], storage.get("t/b.md")["Body"]) == (b"before", b"after")


def test_an_erasure_that_the_disk_does_not_take_is_no_answer(storage: Storage) -> None:
    """Nobody is told that bytes are gone which the journal still has; the same again erases them."""
    version = storage.put("t/a.md", b"a secret")["VersionId"]
    partial = storage.journal.with_suffix(".partial")
    partial.mkdir()  # as on a file system that turned read-only, no file is made there
    with pytest.raises(ClientError) as raised:
        storage.s3.delete_object(Bucket=BUCKET, Key="t/a.md", VersionId=version)
    assert raised.value.response["ResponseMetadata"]["HTTPStatusCode"] == 507
    partial.rmdir()
    storage.s3.delete_object(Bucket=BUCKET, Key="t/a.md", VersionId=version)
    assert b"a secret" not in storage.journal.read_bytes()
    storage.put("t/b.md", b"after")
    storage.restart()
    assert refused(lambda: storage.get("t/a.md")) and storage.get("t/b.md")["Body"] == b"after"


def test_what_was_refused_leaves_no_record(storage: Storage) -> None:
    """A write that lost its race stands in the journal no more than it does in the bucket."""
    storage.put("t/a.md", b"one")
    size = storage.journal.stat().st_size
    with pytest.raises(ClientError):
        storage.put("t/a.md", b"two", IfNoneMatch="*")
    assert storage.journal.stat().st_size == size
    storage.restart()
    assert storage.get("t/a.md")["Body"] == b"one"
