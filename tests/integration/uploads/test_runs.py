"""Runs at the same file: two at the same time, or one after another that ended without a word."""

from collections.abc import Callable, Sequence
from threading import Event, Thread
from typing import Any

import psycopg
import pytest
from knowledge import wiring
from knowledge.chunks import reader
from knowledge.ports.database import Database
from knowledge.ports.storage_events import parse
from knowledge.usecases.upload_ingest.storage_events import AssetEvents
from starlette.testclient import TestClient

from tests.conftest import ONE_ADAPTER
from tests.integration.uploads.conftest import MARKDOWN, created
from tests.integration.uploads.test_http import PAGES, pdf
from tests.support.doubles import Killed, Watched, Words

# Who came first is noted in the database; how an adapter reaches it makes no difference.
pytestmark = ONE_ADAPTER

KEY = "assets/general/deploy.md"


class Asked:
    """A database that tells when the register was asked for an upload so often that somebody waits for it."""

    def __init__(self, database: Database) -> None:
        self._database, self.times, self.waits = database, 0, Event()

    def call(self, function: str, **arguments: Any) -> list[dict[str, Any]]:
        self.times += function == "find_upload"
        if self.times > 2:
            self.waits.set()
        return self._database.call(function, **arguments)


class Meeting(Words):
    """An embedder that begins when another run has come and waits."""

    def __init__(self, other: Callable[[], object], asked: Asked) -> None:
        super().__init__()
        self.other, self._asked = Thread(target=other), asked

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        if not self.other.ident:
            self._asked.times = 0
            self.other.start()
            assert self._asked.waits.wait(60)
        return super().embed(texts)


@pytest.mark.parametrize("first", ["request", "event"])
def test_a_request_and_the_event_of_its_file_embed_once(send, put, arrive, known, tenant, database, monkeypatch, first):
    """A file that is sent is told of by an event as well: whichever comes second embeds nothing, and both succeed."""
    asked = Asked(database)
    answers: list[Any] = []
    event = created(put(KEY, MARKDOWN) if first == "event" else f"{tenant.tenant_id}/{KEY}", "01")
    runs = {
        "request": lambda: answers.append(send("deploy.md", MARKDOWN, key=tenant.admin)),
        "event": lambda: answers.append(arrive(event)),
    }
    [second] = runs.keys() - {first}
    embedder = Meeting(runs[second], asked)
    monkeypatch.setattr(wiring, "database", lambda: asked)
    monkeypatch.setattr(wiring, "embedder", lambda: embedder)
    monkeypatch.setattr(wiring, "previous_embedder", lambda: None)
    runs[first]()
    embedder.other.join()
    state = known()
    assert sorted(embedder.embedded) == sorted(row[2] for row in state["chunks"]) != []
    failed, answer = sorted(answers, key=lambda answer: answer != [])
    assert (failed, answer.status_code, answer.json()["status"]) == ([], 200, "done")
    assert [(row[1], row[6]) for row in state["uploads"]] == [("done", [])]


def test_a_file_that_another_run_reads_is_accepted(send, put, arrive, tenant, monkeypatch):
    """An answer of 200 says what became of a file; where another one came to its place meanwhile, it is a 202."""
    later: list[dict[str, Any]] = []

    class Overtaken(Words):
        """An embedder during whose work a later file comes to the same place, of which a run reads half."""

        def embed(self, texts: Sequence[str]) -> list[list[float]]:
            if not later:
                later.append(created(put(KEY, b"The lever is red."), "02"))
                killed(monkeypatch, arrive, later[0])
            return super().embed(texts)

    monkeypatch.setattr(wiring, "embedder", Overtaken)
    monkeypatch.setattr(wiring, "previous_embedder", lambda: None)
    monkeypatch.setattr("knowledge.uploads.pipeline.PATIENCE", 0)
    answer = send("deploy.md", MARKDOWN)
    assert (answer.status_code, answer.json()["status"]) == (202, "parsing")
    assert arrive(*later) == []


@pytest.fixture
def while_read(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
    """Lets something happen once, while a file is read."""
    times: list[int] = []

    def arrange(meanwhile: Callable[[], object]) -> None:
        class Overtaken(Words):
            def embed(self, texts: Sequence[str]) -> list[list[float]]:
                times.append(len(texts))
                if len(times) == 1:
                    meanwhile()
                return super().embed(texts)

        monkeypatch.setattr(wiring, "embedder", Overtaken)
        monkeypatch.setattr(wiring, "previous_embedder", lambda: None)
        monkeypatch.setattr("knowledge.uploads.pipeline.PATIENCE", 0)

    return arrange


def test_a_file_that_is_deleted_while_it_is_read_is_found_no_more(send, put, arrive, known, while_read):
    """Its deletion is followed to the end while there is nothing to forget; what is written after that goes, too."""
    while_read(lambda: arrive(created(put(KEY, None), "02", "Object Deleted")))
    assert send("deploy.md", MARKDOWN).json()["status"] == "deleted"
    state = known()
    assert (state["chunks"], [name for (name,) in state["files"] if "deploy" in name]) == ([], [])


def test_a_persons_file_that_overtakes_an_agents_leaves_one_rendition(send, known, tenant, while_read):
    """The agent's run writes its own after the person's removed it, and takes it back."""
    while_read(lambda: send("deploy.md", b"The lever is red.", key=tenant.admin))
    send("deploy.md", MARKDOWN)
    assert [name for (name,) in known()["files"] if name.startswith("3-descriptions/")] == [
        "3-descriptions/user/uploads/general/deploy.md.md"
    ]


class Interrupted:
    """A database at whose first call of a function something happens before it; `calls` are all that were made."""

    def __init__(self, database: Database, at: str, meanwhile: Callable[[], object]) -> None:
        self._database, self._at, self._meanwhile = database, at, meanwhile
        self.calls: list[str] = []

    def call(self, function: str, **arguments: Any) -> list[dict[str, Any]]:
        self.calls.append(function)
        if function == self._at and self.calls.count(function) == 1:
            self._meanwhile()
        return self._database.call(function, **arguments)


def test_who_ends_behind_a_run_that_did_the_same_repeats_nothing(send, arrive, tenant, database, monkeypatch):
    """Or those at one file would chase each other until they give up."""
    assert send("deploy.md", MARKDOWN).status_code == 200
    key, failed = f"{tenant.tenant_id}/{KEY}", list[Any]()
    slow = Interrupted(database, "finish_upload", lambda: failed.extend(arrive(created(key, "03"))))
    monkeypatch.setattr(wiring, "database", lambda: slow)
    assert [*arrive(created(key, "02")), *failed] == []
    assert slow.calls.count("record_upload") == 2


@pytest.mark.parametrize("at", ["record_upload", "advance_upload", "replace_chunks", "settle_upload", "finish_upload"])
def test_what_was_not_read_is_told_whichever_run_reads(send, arrive, tenant, client, database, monkeypatch, at):
    """The event's run may come between any two steps of the request's: of a lease, its scanned pages."""
    image = ") Tj ET q 100 0 0 100 72 600 cm BI /W 1 /H 1 /CS /G /BPC 8 /F /AHx ID 00> EI Q BT ("
    event, ports = created(f"{tenant.tenant_id}/assets/general/lease.pdf", "01"), [database]
    monkeypatch.setattr(wiring, "database", lambda: ports[-1])
    monkeypatch.setattr("knowledge.uploads.pipeline.PATIENCE", 0)

    def meanwhile() -> None:
        ports.append(database)
        assert arrive(event) == []

    ports.append(Interrupted(database, at, meanwhile))
    answer = send("lease.pdf", pdf("The notice period is six months.", image)).json()
    upload = client.request("GET", "upload_ingest", tenant.reader, f"/uploads/{answer['upload_id']}").json()
    assert len(ports) == 3 and (upload["status"], upload["reason"]) == ("done", PAGES)
    assert answer["message"].endswith(PAGES)


def test_a_file_is_called_as_it_is_where_another_has_its_content(send, known):
    """Its duplicate brings a tag, with which it is read again."""
    rows = b"city,area\nBonn,141\nUlm,118\n"
    send("Alpha.csv", rows)
    send("Beta.csv", rows, tags="towns")
    [overview, *_] = known()["chunks"]
    assert overview[0].endswith("/Alpha.csv") and overview[2].startswith("Alpha: a table of 2 rows")


def test_the_same_bytes_of_another_project_become_that_projects(send, connected, tenant, database, monkeypatch):
    """Also where they were put between the first one's record and its look at the index: both have one ETag, and where
    their names have no room in a path one place."""
    later: list[Thread] = []
    is_put, first_ended = Event(), Event()

    class Between:
        """The second request puts before the first looks at the index, and goes on when that one has ended."""

        def call(self, function: str, **arguments: Any) -> list[dict[str, Any]]:
            if function == "find_indexed" and not later:
                later.append(Thread(target=lambda: send("deploy.md", MARKDOWN, project="q" * 150)))
                later[0].start()
                assert is_put.wait(60)
            elif function == "record_upload" and later and not is_put.is_set():
                is_put.set()
                assert first_ended.wait(60)
            return database.call(function, **arguments)

    monkeypatch.setattr(wiring, "database", Between)
    monkeypatch.setattr("knowledge.uploads.pipeline.PATIENCE", 0)
    send("deploy.md", MARKDOWN, project="p" * 150)
    first_ended.set()
    later[0].join()
    with psycopg.connect(connected.admin_url) as connection:
        found_in = connection.execute(
            "select distinct project from knowledge.knowledge_embeddings"
            " where tenant_id = %s and file_path like 'assets/%%'",
            [tenant.tenant_id],
        ).fetchall()
    assert found_in == [("q" * 150,)]


def test_a_request_that_comes_late_to_the_index_leaves_what_came_after_its_file(
    send, put, arrive, known, tenant, database, monkeypatch
):
    """It knows the file that it stored itself, but not whether that is still the latest, once the index has one."""
    later: list[dict[str, Any]] = []

    class Late:
        """A database that the request asks for the index only when a later file of that place is indexed."""

        def call(self, function: str, **arguments: Any) -> list[dict[str, Any]]:
            if function == "find_indexed" and not later:
                later.append(created(put(KEY, b"The lever is red."), "02"))
                assert arrive(*later) == []
            return database.call(function, **arguments)

    monkeypatch.setattr(wiring, "database", Late)
    monkeypatch.setattr("knowledge.uploads.pipeline.PATIENCE", 0)
    assert send("deploy.md", MARKDOWN, key=tenant.admin).status_code == 200
    assert [row[2] for row in known()["chunks"]] == ["The lever is red."]


def test_the_event_of_a_file_that_was_read_already_takes_one_look(send, objects, tenant, database):
    """Its upload's row says that the object was followed to the end: storage is not asked, and nothing is written."""
    assert send("deploy.md", MARKDOWN).status_code == 200
    etag = objects.get(f"{tenant.tenant_id}/{KEY}").etag.strip('"')
    calls: list[str] = []
    asset_events = AssetEvents(Watched(objects, calls), Watched(database, calls), lambda _: [Words()])
    for event in parse(created(f"{tenant.tenant_id}/{KEY}", "01", etag=etag)):
        asset_events.handle(event)
    assert calls == ["embedding_model", "find_upload"]


@pytest.fixture
def age(admin_url: str) -> Callable[[str], None]:
    """Lets time pass since the last word of every upload."""

    def pass_by(interval: str) -> None:
        with psycopg.connect(admin_url) as connection:
            connection.execute("update knowledge.uploads set updated_at = updated_at - %s::interval", [interval])

    return pass_by


def killed(monkeypatch: pytest.MonkeyPatch, arrive: Callable[..., Any], event: dict[str, Any]) -> None:
    """The process ends while it reads the file: nothing of what follows is done."""

    def end(*_: Any) -> None:
        raise Killed

    with monkeypatch.context() as patch, pytest.raises(Killed):
        patch.setattr(reader, "parse_content", end)
        arrive(event)


def test_an_interrupted_reading_is_told_as_such(client, tenant, send, arrive, age, monkeypatch):
    """An upload whose reader was killed is `parsing` no longer than a function lives, then `failed` with the reason;
    its event, delivered again, reads it to the end."""
    upload = send("deploy.md", MARKDOWN, headers={"Prefer": "respond-async"}).json()
    event = created(f"{tenant.tenant_id}/{upload['path']}", "01")
    killed(monkeypatch, arrive, event)

    def status() -> tuple[str, str | None]:
        answer = client.request("GET", "upload_ingest", tenant.reader, f"/uploads/{upload['upload_id']}").json()
        return answer["status"], answer["reason"]

    age("14 minutes")
    assert status() == ("parsing", None)
    age("2 minutes")
    is_now, reason = status()
    assert is_now == "failed" and reason and "interrupted" in reason and "again" in reason
    assert arrive(event) == []
    assert status() == ("done", None)


def test_a_file_that_never_came_does_not_stay_received(client, tenant, send, objects, admin_url, age, monkeypatch):
    """A request that was killed before it kept its file leaves an upload that fails after a day, and not before."""

    def end(*_: Any, **__: Any) -> None:
        raise Killed

    with monkeypatch.context() as patch, pytest.raises(Killed):
        patch.setattr(objects, "put", end)
        patch.setitem(client.apps, "upload_ingest", TestClient(client.apps["upload_ingest"].app))  # its loop dies, too
        send("deploy.md", MARKDOWN)
    with psycopg.connect(admin_url) as connection:
        [(upload_id,)] = connection.execute("select id from knowledge.uploads").fetchall()

    def status() -> str:
        return str(client.request("GET", "upload_ingest", tenant.reader, f"/uploads/{upload_id}").json()["status"])

    age("23 hours")
    assert status() == "received"
    age("2 hours")
    assert status() == "failed"


def test_the_next_delivery_does_not_wait_for_the_dead(arrive, put, known, age, monkeypatch):
    """Whoever comes after a reader that was silent for too long reads the file at once."""
    event = created(put(KEY, MARKDOWN), "01")
    killed(monkeypatch, arrive, event)
    age("16 minutes")
    monkeypatch.setattr("knowledge.uploads.pipeline.PATIENCE", float("inf"))
    assert arrive(event) == []
    assert [row[1] for row in known()["uploads"]] == ["done"]


def test_who_sends_an_interrupted_file_again_does_not_wait_for_the_dead(
    arrive, put, send, tenant, database, age, monkeypatch
):
    """The call that registers it says that its reader is dead; nobody looks again whether it is still at work."""
    killed(monkeypatch, arrive, created(put(KEY, MARKDOWN), "01"))
    age("16 minutes")
    calls: list[str] = []
    monkeypatch.setattr(wiring, "database", lambda: Watched(database, calls))
    monkeypatch.setattr("knowledge.uploads.pipeline.PATIENCE", 1)
    answer = send("deploy.md", MARKDOWN, key=tenant.admin)
    assert (answer.status_code, answer.json()["status"], "find_upload" in calls) == (200, "done", False)
