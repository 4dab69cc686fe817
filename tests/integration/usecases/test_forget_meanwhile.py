"""What is forgotten while something else is under way: it is forgotten with it, or happens wholly afterwards."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any
from uuid import UUID

import psycopg
import pytest
from knowledge import wiring
from knowledge.chunks.indexer import FileIndex
from knowledge.files.repository import Files
from knowledge.files.semver import ChangedBy
from knowledge.forgetting import Eraser
from knowledge.ports.object_store import S3Objects
from knowledge.usecases.reindex import IndexMaintenance
from knowledge.usecases.reindex.retention import Retention

from tests.conftest import ONE_ADAPTER, more_in_soak
from tests.integration.usecases.test_forget import CONTENT, FILE, OTHER, SECRET, learn, upload

PATH = "assets/whales/narwhal-census.md"

pytestmark = ONE_ADAPTER


@pytest.fixture
def held(tenant, objects, admin_url) -> Callable[[], tuple[set[str], set[str]]]:
    """The versions of the file that the bucket has, and those that its history has."""

    def look() -> tuple[set[str], set[str]]:
        with psycopg.connect(admin_url) as connection:
            rows = connection.execute(
                "select object_version from knowledge.knowledge_versions where file_path = %s", [FILE]
            ).fetchall()
        return set(objects.version_ids(f"{tenant.tenant_id}/{FILE}")), {name for (name,) in rows}

    return look


class Between:
    """A bucket to which something happens once, right after the first call of one of its methods, or a later one."""

    def __init__(self, objects: S3Objects, method: str, happens: Callable[[], object], at: int = 1) -> None:
        self._objects, self._method, self._happens, self._at = objects, method, [happens], at

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._objects, name)

        def call(*arguments: Any, **named: Any) -> Any:
            answer = method(*arguments, **named)
            self._at -= name == self._method
            if name == self._method and self._at <= 0 and self._happens:
                self._happens.pop()()
            return answer

        return call


def test_what_is_forgotten_while_its_run_is_told_is_in_none_of_its_files(
    client, tenant, database, objects, embedder, places_with, admin_url, monkeypatch
) -> None:
    """The run had kept it and not yet written its files, which looking for it could not find."""
    eraser = Eraser(tenant.tenant_id, objects, database, [embedder])

    def forget_it() -> None:
        with psycopg.connect(admin_url) as connection:
            rows = connection.execute(
                "select id from knowledge.knowledge where tenant_id = %s and learning = %s", [tenant.tenant_id, SECRET]
            ).fetchall()
        assert [eraser.learning(row[0]).complete for row in rows] == [True]

    monkeypatch.setattr(wiring, "objects", lambda: Between(objects, "put", forget_it))
    learn(client, tenant, "r1", SECRET, OTHER, objective="Mend the relay.")
    assert places_with("41733") == []
    assert "3-descriptions/learned/tasks" in "".join(places_with(OTHER.rstrip(".")))


@pytest.mark.parametrize("before", [False, True])
def test_what_is_forgotten_while_it_is_written_is_written_anew(
    tenant, database, objects, embedder, held, places_with, before
) -> None:
    """Its object was there and its row was not: no row is left of it that has no object, and the writer, who was not
    answered yet, writes again, after what was forgotten, under its own name."""
    files = Files(tenant.tenant_id, objects, database)
    if before:
        files.write(FILE, CONTENT, by=ChangedBy.AGENT, summary="x")
    eraser = Eraser(tenant.tenant_id, objects, database, [embedder])
    writer = Files(tenant.tenant_id, Between(objects, "put", lambda: eraser.file(FILE)), database)
    written = writer.write(FILE, "Of today.\n", by=ChangedBy.AGENT, summary="y")
    assert (written.version, written.changed_by) == ("1.0.0", ChangedBy.AGENT)
    assert files.read(FILE).content == "Of today.\n"
    bucket, history = held()
    assert bucket == history and len(bucket) == 1
    assert places_with("zebra") == []


@pytest.mark.parametrize("method", ["version_ids", "erase"])
def test_what_is_written_while_it_is_forgotten_is_forgotten_too(
    tenant, database, objects, embedder, held, places_with, method
) -> None:
    """It was answered before the forgetting was; then neither the bucket nor any row has it."""
    files = Files(tenant.tenant_id, objects, database)
    files.write(FILE, CONTENT, by=ChangedBy.AGENT, summary="x")
    write = partial(files.write, FILE, CONTENT + "It woke up.\n", by=ChangedBy.AGENT, summary="y")
    manifest = Eraser(tenant.tenant_id, Between(objects, method, write), database, [embedder]).file(FILE)
    assert manifest.complete
    assert held() == (set(), set()) and places_with("zebra") == []


def test_an_agents_file_that_outlives_its_history_is_an_agents(tenant, database, objects) -> None:
    """Whose history was forgotten while a next version was written: it takes no person's authority by that."""
    files = Files(tenant.tenant_id, objects, database)
    files.write(FILE, CONTENT, by=ChangedBy.AGENT, summary="x")
    erase = partial(database.call, "erase_file", tenant_id=tenant.tenant_id, file_path=FILE)
    writer = Files(tenant.tenant_id, Between(objects, "put", erase), database)
    assert writer.write(FILE, "Of today.\n", by=ChangedBy.AGENT, summary="y").changed_by is ChangedBy.AGENT
    assert {version.changed_by for version in files.versions(FILE)} == {ChangedBy.AGENT}


@pytest.mark.parametrize("length", [1, 3])
def test_what_is_forgotten_while_it_is_indexed_is_not_indexed(
    tenant, database, objects, embedder, places_with, monkeypatch, length
) -> None:
    """Whoever had read it finds it gone when its chunks are to be kept, the first part of them or the last."""
    monkeypatch.setattr("knowledge.chunks.indexer.BATCH", 1)
    path = "3-descriptions/user/guides/zebra.md"
    files = Files(tenant.tenant_id, objects, database)
    text = "".join(f"## Part {part}\n\n{'The quartz zebra sleeps well. ' * 60}\n\n" for part in range(length))
    files.write(path, text, by=ChangedBy.USER, summary="x")
    eraser = Eraser(tenant.tenant_id, objects, database, [embedder])
    reading = Between(objects, "get", lambda: eraser.file(path))
    report = FileIndex(tenant.tenant_id, reading, database, [embedder]).follow(path)
    assert report.embedded == 0
    assert places_with("zebra") == []


def test_the_upkeep_leaves_no_line_in_any_version(
    client, tenant, database, objects, embedder, admin_url, places_with
) -> None:
    """The index told of the file until it was deleted: its old versions that did are gone, the others stay."""
    other = "2-summaries/product/pumps.md"
    for path, content in ((other, "Pumps | v1.0.0, 2026-11-21T00:00:00+00:00 | The pump hums.\n"), (FILE, CONTENT)):
        file = {"content": content}
        client.request("PUT", "knowledge_files", tenant.agent, f"/{path}", json=file).raise_for_status()
        client.post("size_enforcer", tenant.admin, {}).raise_for_status()
    client.request("DELETE", "knowledge_files", tenant.agent, f"/{FILE}").raise_for_status()
    assert "1-index/index.md" in places_with(FILE)
    with psycopg.connect(admin_url) as connection:
        connection.execute("update knowledge.knowledge_files set updated_at = updated_at - interval '31 days'")
    upkeep = IndexMaintenance(objects, database, lambda _: [embedder], None, Retention(deleted_days=30))
    upkeep._purge(tenant.tenant_id)
    assert places_with(FILE) == places_with("zebra") == []
    assert other in objects.get(f"{tenant.tenant_id}/1-index/index.md").body.decode()
    assert client.request("GET", "knowledge_files", tenant.reader, "/1-index/index.md?versions").status_code == 200


@more_in_soak("many", 24, 60)
def test_a_file_is_written_while_it_is_forgotten(client, tenant, held, many) -> None:
    """Either comes first: nothing fails, what the bucket has is what the history has, and what was written last and
    not forgotten is there."""

    def write(number: int) -> int:
        file, headers = {"content": f"Content {number}.\n"}, {"If-None-Match": "*"}
        path = f"/{FILE}"
        return int(client.request("PUT", "knowledge_files", tenant.agent, path, json=file, headers=headers).status_code)

    def erase(_: int) -> int:
        return int(client.request("DELETE", "forget", tenant.admin, f"/files/{FILE}").status_code)

    with ThreadPoolExecutor(4) as pool:
        statuses = list(pool.map(lambda number: (write, erase)[number % 2](number), range(many)))
    assert set(statuses) <= {200, 404, 409, 412}
    read = client.request("GET", "knowledge_files", tenant.agent, f"/{FILE}").status_code
    bucket, history = held()
    assert bucket == history and (read == 200) == bool(bucket)
    assert erase(0) in (200, 404)
    assert (write(0), erase(0)) == (200, 200)
    assert held() == (set(), set())


def test_whoever_was_interrupted_goes_on(client, tenant, database, objects, embedder, places_with) -> None:
    """The rows of a file go last: where the objects are gone already, the same call again removes the rest."""
    files = Files(tenant.tenant_id, objects, database)
    files.write(FILE, CONTENT, by=ChangedBy.AGENT, summary="x")
    objects.erase(files.key(FILE))
    manifest = Eraser(tenant.tenant_id, objects, database, [embedder]).file(FILE)
    assert manifest.complete and manifest.removed["versions"] == 1
    assert places_with("zebra") == []


def test_a_manifest_counts_what_the_buckets_events_removed_first(client, tenant, database, objects, embedder) -> None:
    """Its register entry, its rendition and its chunks: the event of its deletion may come before the rows go."""
    body = b"# Census\n\nSixty narwhals were counted off the coast.\n"
    upload_id = UUID(upload(client, tenant, "narwhal-census.md", body, topic="whales"))
    event_comes = partial(Eraser(tenant.tenant_id, objects, database, [embedder]).take_upload_back, PATH)
    bucket = Between(objects, "erase", event_comes)
    manifest = Eraser(tenant.tenant_id, bucket, database, [embedder]).upload(upload_id)
    assert manifest.remaining == {}
    assert {kind: manifest.removed[kind] for kind in ("uploads", "files", "versions")} == {
        "uploads": 1,
        "files": 1,
        "versions": 1,
    } and manifest.removed["vectors"] > 0


def test_what_a_killed_run_staged_of_an_upload_goes_with_it(
    client, tenant, database, objects, embedder, admin_url
) -> None:
    """Nothing of it was indexed yet: the manifest told that its path remains, and the same request was a 404 then."""
    upload_id = UUID(upload(client, tenant, "narwhal-census.md", b"# Census\n\nSixty.\n", topic="whales"))
    with psycopg.connect(admin_url) as connection:
        connection.execute("delete from knowledge.indexed_files where file_path = %s", [PATH])
        connection.execute(
            "insert into knowledge.staged_files (tenant_id, generation, model, file_path) values (%s, %s, %s, %s)",
            [tenant.tenant_id, upload_id, embedder.model, PATH],
        )
    assert Eraser(tenant.tenant_id, objects, database, [embedder]).upload(upload_id).remaining == {}
