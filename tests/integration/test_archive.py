"""A tenant taken out, put in elsewhere and compared; or deleted, and nothing left."""

import gzip
import io
import tarfile
import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from knowledge import wiring
from knowledge.ports.database import Database, PostgresDatabase
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.ports.object_store import S3Objects
from knowledge.ports.storage_events import ObjectEvent
from knowledge.usecases.reindex.tenant import Indexer
from knowledge.usecases.size_enforcer import Enforcer
from knowledge.usecases.upload_ingest.storage_events import AssetEvents

from kloop import archive
from kloop.administration import delete_tenant
from kloop.archive import contents, restoring, saving
from kloop.archive.contents import digests, pages, tables
from kloop.errors import StackError
from kloop.postgres.server import Postgres
from kloop.stack.processes import wait_until
from tests.conftest import MODEL, ONE_ADAPTER, Tenant, opened, same_database
from tests.integration.conftest import Client
from tests.support.storage import new_bucket

PORT = "The billing service listens on port 8090."
RULE = "Never install with pip, we use uv."
FILE = "2-summaries/product/pricing.md"
MANUAL = b"# Manual\n\nTurn the crimson lever before the pump starts to hum.\n"
SAME = b"# Rounds\n" + b"\n## Watch\n\n".join([b"The watchman walked round the hall with his lamp. " * 18] * 12)

pytestmark = ONE_ADAPTER


@dataclass
class Place:
    """Somewhere that a tenant may live: an administrator's and the functions' way in, and a bucket."""

    administrator: PostgresDatabase
    app: Database
    objects: S3Objects


@pytest.fixture
def here(administrator: PostgresDatabase, database: Database, objects: S3Objects) -> Place:
    """Where the tests' tenant is."""
    return Place(administrator, database, objects)


@pytest.fixture
def there(postgres: Postgres, cloned: Any, s3: Any) -> Iterator[Place]:
    """A database and a bucket that know nobody."""
    with cloned() as url, opened(same_database(postgres.url(), url), url) as other:
        yield Place(other.administrator, other.database, new_bucket(s3))


@pytest.fixture
def lived(client: Client, tenant: Tenant) -> Tenant:
    """A tenant with something of everything: learnings, runs, files with versions, deleted ones, uploads, a memory."""
    for run in ("r1", "r2", "r3"):
        body = {"run_id": run, "objective": f"Mend part {run}.", "learnings": [PORT, RULE]}
        assert client.post("agent_complete", tenant.agent, body).status_code == 200
    for text in ("One.\n", "One.\nTwo.\n"):
        client.request(
            "PUT", "knowledge_files", tenant.agent, f"/{FILE}", json={"content": text}, headers={"If-None-Match": "*"}
        )
        etag = client.request("GET", "knowledge_files", tenant.agent, f"/{FILE}").json()["etag"]
        client.request(
            "PUT", "knowledge_files", tenant.agent, f"/{FILE}", json={"content": text}, headers={"If-Match": etag}
        ).raise_for_status()
    gone = "/2-summaries/product/gone.md"
    client.request("PUT", "knowledge_files", tenant.agent, gone, json={"content": "Gone.\n"}).raise_for_status()
    client.request("DELETE", "knowledge_files", tenant.agent, gone).raise_for_status()
    upload = {"files": {"file": ("manual.md", MANUAL, "text/markdown")}}
    client.request("POST", "upload_ingest", tenant.agent, "/", **upload).raise_for_status()
    entry = {"content": "I take the early train.", "category": "context"}
    client.request("POST", "user_memory", tenant.agent, "/anna/entries", json=entry).raise_for_status()
    issue = {"issue_summary": "The migration fails with a lock timeout.", "solution": "Set lock_timeout."}
    client.post("issue_patterns", tenant.agent, issue).raise_for_status()
    event = {
        "kind": "conversation",
        "event_id": "e1",
        "content": "User: We decided to sell tea.",
        "project": "acme/tea",
    }
    client.post("record_event", tenant.agent, event).raise_for_status()
    client.post("reindex", tenant.admin, {}).raise_for_status()
    rounds = {"files": {"file": ("rounds.md", SAME, "text/markdown")}}
    client.request("POST", "upload_ingest", tenant.agent, "/", **rounds).raise_for_status()
    client.post("query_knowledge", tenant.reader, {"query": PORT, "run_id": "r4"}).raise_for_status()
    return tenant


@pytest.fixture
def serve(client: Client, monkeypatch: pytest.MonkeyPatch) -> Callable[[Place], None]:
    """Lets the functions answer from another place."""

    def switch(place: Place) -> None:
        monkeypatch.setattr(wiring, "database", lambda: place.app)
        monkeypatch.setattr(wiring, "objects", lambda: place.objects)

    return switch


def answers(client: Client, tenant: Tenant) -> dict[str, Any]:
    """What people and agents are told."""

    def get(function: str, path: str) -> Any:
        return client.request("GET", function, tenant.reader, path).json()

    matches = client.post(
        "query_knowledge", tenant.reader, {"query": "Where does billing listen, and the crimson lever?"}
    )
    return {
        "matches": [(m["id"], m["learning"], m["score"], m["source"]) for m in matches.json()["matches"]],
        "receipt": matches.json()["receipt"],
        "learnings": get("learnings", "/")["learnings"],
        "file": get("knowledge_files", f"/{FILE}"),
        "of project": get("knowledge_files", "/1-index/project=acme=2Ftea/index.md")["content"],
        "versions": get("knowledge_files", f"/{FILE}?versions"),
        "first": get("knowledge_files", f"/{FILE}?version=1.0.0")["content"],
        "diff": get("knowledge_files", f"/{FILE}?diff=1.0.0..1.1.0"),
        "files": get("knowledge_files", "/"),
        "memory": get("user_memory", "/anna"),
        "issues": get("issue_patterns", "/"),
        "asset": client.request("GET", "knowledge_files", tenant.reader, "/assets/general/manual.md").content,
    }


def test_a_tenant_lives_on_elsewhere(client, lived, here, there, serve, embedder, tmp_path: Path) -> None:
    """Its keys open the functions, every answer is the same, every version can be read, and nothing is embedded."""
    file = tmp_path / "tenant.tar.gz"
    before = answers(client, lived)
    saved = saving.save(here.administrator, here.objects, lived.tenant_id, file)
    assert file.stat().st_mode & 0o077 == 0 and [path.name for path in tmp_path.iterdir()] == [file.name]
    assert archive.restore(there.administrator, there.objects, file) == lived.tenant_id
    report = Indexer(lived.tenant_id, there.objects, there.administrator, [embedder]).reindex()
    assert (report.chunks_embedded, report.learnings_embedded, report.indexed) == (0, 0, 0)

    serve(there)

    assert answers(client, lived) == before
    names = tables(there.administrator, lived.tenant_id)
    assert digests(there.administrator, lived.tenant_id, names) == {**saved, **digests_of_read(there, lived, saved)}
    restored = client.request("POST", "knowledge_files", lived.agent, "/2-summaries/product/gone.md?restore=1.0.0")
    assert restored.json()["content"] == "Gone.\n"
    written = client.request(
        "PUT", "knowledge_files", lived.agent, f"/{FILE}", json={"content": "Three.\n"}, headers={"If-Match": "*"}
    )
    assert written.status_code == 200
    again = client.post(
        "agent_complete", lived.agent, {"run_id": "r1", "objective": "Mend part r1.", "learnings": [PORT, RULE]}
    )
    assert again.json()["repeated"] is True


def digests_of_read(place: Place, tenant: Tenant, saved: dict[str, Any]) -> dict[str, Any]:
    """What asking changes by itself: how often an entry of the memory was used."""
    return digests(place.administrator, tenant.tenant_id, ["user_knowledge_entries", "served"])


def test_what_is_staged_stays_unseen(client, lived, here, there, serve, tmp_path: Path, database) -> None:
    """Passages of a file that somebody was indexing when it was taken out are no answer elsewhere."""
    [row] = [row for page in pages(here.administrator, lived.tenant_id, "knowledge_embeddings") for row in page][:1]
    staged = {"text": "The gantry is painted teal.", "text_hash": "teal", "breadcrumb": [], "tags": []}
    chunk = staged | {"unit": "line", "first": 1, "last": 1, "start": 0, "end": 9, "embedding": row["embedding"]}
    database.call(
        "stage_chunks",
        tenant_id=lived.tenant_id,
        model=row["model"],
        file_path="assets/general/new.md",
        expected_etag=None,
        generation=uuid4(),
        first_index=0,
        chunks=[chunk],
        source_type="upload",
    )
    file = tmp_path / "tenant.tar.gz"
    saving.save(here.administrator, here.objects, lived.tenant_id, file)
    archive.restore(there.administrator, there.objects, file)
    serve(there)
    answer = client.post("query_knowledge", lived.reader, {"query": "Is the gantry in the hall?", "match_count": 50})
    assert "watchman" in answer.text and "teal" not in answer.text


@pytest.mark.soak
def test_another_model_makes_the_vectors_anew(client, lived, here, there, serve, monkeypatch, tmp_path: Path) -> None:
    """Where the functions have another model, the import embeds everything by it, and search answers."""
    file = tmp_path / "tenant.tar.gz"
    saving.save(here.administrator, here.objects, lived.tenant_id, file)
    archive.restore(there.administrator, there.objects, file)
    other = OnnxEmbedder(MODEL)
    other.model = "another-model"
    report = Indexer(lived.tenant_id, there.objects, there.administrator, [other]).reindex()
    assert report.switched and report.learnings_embedded == 2 and report.chunks_embedded > 0
    serve(there)
    monkeypatch.setattr(wiring, "embedder", lambda: other)
    matches = client.post("query_knowledge", lived.reader, {"query": PORT}).json()["matches"]
    assert PORT in {match["learning"] for match in matches}


def test_nobody_knows_half_of_a_tenant(lived, here, there, embedder, tmp_path: Path, monkeypatch) -> None:
    """A storage event that is handled while rows are put in finds no tenant, and writes nothing anywhere."""
    file = tmp_path / "tenant.tar.gz"
    saving.save(here.administrator, here.objects, lived.tenant_id, file)
    placed, events = restoring._placed, list[ObjectEvent]()

    def with_events(row: Any, places: Any) -> Any:
        """The row, and once the tenant's own is put in, the events of all its objects."""
        if "file_path" in row and not events:
            events.extend(ObjectEvent("b", key, "created") for key in there.objects.keys(f"{lived.tenant_id}/"))
            for event in events:
                Enforcer(there.objects, there.app, embedder).on_event(event)
                AssetEvents(there.objects, there.app, lambda _: [embedder]).handle(event)
        return placed(row, places)

    monkeypatch.setattr(restoring, "_placed", with_events)
    assert archive.restore(there.administrator, there.objects, file) == lived.tenant_id
    assert events


def test_rows_from_before_a_column_get_its_default(here) -> None:
    """An archive of a tenant from before it had a redaction of its files can be put in."""
    tenant_id = uuid4()
    row = {"tenant_id": str(tenant_id), "name": str(tenant_id), "tier": "free", "created_at": "2026-11-01"}
    here.administrator.call("import_rows", tenant_id=tenant_id, name="tenants", contents=[row])
    assert here.app.call("embedding_model", tenant_id=tenant_id) == [{"model": None, "redaction": "secrets"}]


def test_who_is_there_already_is_not_overwritten(lived, here, tmp_path: Path) -> None:
    """An import where the tenant lives is refused, with nothing changed."""
    file = tmp_path / "tenant.tar.gz"
    saved = saving.save(here.administrator, here.objects, lived.tenant_id, file)
    with pytest.raises(StackError, match="already"):
        archive.restore(here.administrator, here.objects, file)
    assert digests(here.administrator, lived.tenant_id, list(saved)) == saved


def test_a_broken_archive_leaves_nothing(lived, here, there, tmp_path: Path, subtests) -> None:
    """The message names the file; neither the bucket nor the database has anything of it."""
    file = tmp_path / "tenant.tar.gz"
    saving.save(here.administrator, here.objects, lived.tenant_id, file)
    whole = file.read_bytes()
    unpacked = gzip.decompress(whole)
    with tarfile.open(fileobj=io.BytesIO(unpacked)) as read:
        between = gzip.compress(unpacked[: read.getmember(contents.DIGESTS).offset])
    broken = {"cut": whole[: len(whole) * 2 // 3], "cut between two files": between, "no archive": b"something else"}
    for damage, content in broken.items():
        with subtests.test(damage):
            file.write_bytes(content)
            with pytest.raises(StackError, match=r"tenant\.tar\.gz"):
                archive.restore(there.administrator, there.objects, file)
            assert there.administrator.call("find_tenant", wanted=str(lived.tenant_id)) == []
            assert list(there.objects.keys(f"{lived.tenant_id}/")) == []


def _of_another(name: str, body: bytes, tenant: str) -> bytes:
    return body.replace(tenant.encode(), str(uuid4()).encode()) if name.startswith("rows/knowledge/") else body


def _above(headers: dict[str, str]) -> dict[str, str]:
    return headers | {"KNOWLEDGE.path": f"../{uuid4()}/2-summaries/a/b.md"} if headers else headers


def _nameless(name: str, body: bytes, _: str) -> bytes:
    return b'{"format": 1, "tenant_id": "../../x"}' if name == "tenant.json" else body


FORGED = {
    "rows of another tenant": (_of_another, dict),
    "outside of its tenant": (lambda name, body, tenant: body, _above),
    "no archive of this release": (_nameless, dict),
}


def test_a_forged_archive_reaches_no_other_tenant(lived, here, there, tmp_path: Path, subtests) -> None:
    """Neither its rows nor its objects; the message says why, and nothing stays."""
    whole, forged = tmp_path / "tenant.tar.gz", tmp_path / "forged.tar.gz"
    saving.save(here.administrator, here.objects, lived.tenant_id, whole)
    for why, (change, place) in FORGED.items():
        with subtests.test(why):
            with tarfile.open(whole) as source, tarfile.open(forged, "w:gz") as target:
                for member in source:
                    body = change(member.name, source.extractfile(member).read(), str(lived.tenant_id))
                    member.size, member.pax_headers = len(body), place(member.pax_headers)
                    target.addfile(member, io.BytesIO(body))
            with pytest.raises(StackError, match=why):
                archive.restore(there.administrator, there.objects, forged)
            assert there.administrator.call("find_tenant", wanted=str(lived.tenant_id)) == []
            assert list(there.objects.keys("")) == []


def test_a_deleted_tenant_leaves_nothing_anywhere(client, lived, new_tenant, here, stored) -> None:
    """Rows, every version of every object; its keys open nothing; another tenant keeps all; again is harmless."""
    other = new_tenant()
    client.post("agent_complete", other.agent, {"run_id": "r1", "learnings": [PORT]}).raise_for_status()
    kept = stored(other.tenant_id)
    manifest = delete_tenant(here.administrator, here.objects, None, "", lived.tenant_id)
    assert manifest.complete and manifest.removed["knowledge"] == 2 and manifest.removed["object versions"] > 5
    assert not any(stored(lived.tenant_id).values())
    assert list(here.objects.keys(f"{lived.tenant_id}/")) == []
    assert client.post("query_knowledge", lived.reader, {"query": PORT}).status_code == 401
    assert stored(other.tenant_id) == kept
    again = delete_tenant(here.administrator, here.objects, None, "", lived.tenant_id)
    assert again.complete and again.removed == {}


@pytest.mark.soak
def test_a_tenant_goes_though_somebody_writes(here, lived, admin_url) -> None:
    """A writer who holds a row and then asks for the tenant's, which waits for the row: the deletion comes again."""
    patient = PostgresDatabase(f"{admin_url}?options=-c%20deadlock_timeout%3D3s", 1)
    waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%delete_tenant%'"
    with psycopg.connect(admin_url) as writer, ThreadPoolExecutor(1) as pool:
        writer.execute("set deadlock_timeout = '1h'")  # it is the deletion that Postgres ends
        writer.execute("update knowledge.knowledge set frequency = 9 where tenant_id = %s", [lived.tenant_id])
        deleted = pool.submit(delete_tenant, patient, here.objects, None, "", lived.tenant_id)
        with psycopg.connect(admin_url, autocommit=True) as looking:
            wait_until(lambda: bool(looking.execute(waiting).fetchall()), seconds=30, what="The deletion")
        writer.execute("select from knowledge.tenants where tenant_id = %s for key share", [lived.tenant_id])
        writer.commit()
        assert deleted.result(60).complete
    patient.close()


def peak(work: Callable[[], Any]) -> int:
    """The most bytes that Python held while it worked."""
    tracemalloc.start()
    work()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


@pytest.mark.soak
def test_memory_is_bounded_by_a_page(here, there, new_tenant, fill, monkeypatch, tmp_path: Path) -> None:
    """Five times the rows take no more of it, out or in: ten pages take no more than two."""
    monkeypatch.setattr(contents, "PAGE", 40)  # whose vectors are most of what is held at a time
    most: dict[int, int] = {}
    for count in (80, 80, 400):  # the first also holds what is imported once
        tenant, file = new_tenant("team"), tmp_path / f"{count}.tar.gz"
        fill(tenant.tenant_id, count)
        out = peak(partial(saving.save, here.administrator, here.objects, tenant.tenant_id, file))
        most[count] = max(out, peak(partial(archive.restore, there.administrator, there.objects, file)))
    assert most[400] < 1.3 * most[80]
