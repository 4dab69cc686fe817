"""What an event asks of the database and of storage: each call is a round trip that somebody waits for."""

from typing import Any

import pytest
from knowledge import wiring
from knowledge.files import paths
from knowledge.files.embedding_cache import LATEST
from knowledge.ports.embedder import Embedder, Passage, Side
from knowledge.ports.object_store import S3Objects

from tests.conftest import ONE_ADAPTER, Tenant
from tests.integration.conftest import Client
from tests.support.conversations import FIRST, SECOND, Record
from tests.support.doubles import Watched

pytestmark = ONE_ADAPTER

TALK = {
    "kind": "conversation",
    "event_id": "chat-1",
    "content": [  # of one category, so that one summary is written
        {"role": "user", "content": "We decided to price the Pro plan at $29 per month."},
        {"role": "user", "content": "Who pays for a year gets the Pro plan 20 percent cheaper."},
    ],
    "metadata": {"occurred_at": "2026-02-03T10:00:00Z"},
}
LATER = {**TALK, "event_id": "chat-2", "content": "User: The Pro plan now costs $35 per month."}

ASKED = ["authenticate", "find_event"]
READ = ["find_version"]  # a file, as its version is recorded
EDITED = ["find_change", *READ, "record_version"]  # whether it was made before: once, unless others write meanwhile
LINE = [*READ, "find_listed"]  # what the index says of a file that was written
INDEXED = [*READ, *READ, "record_version", "find_change"]


@pytest.fixture
def calls(database: Any, objects: Any, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], list[str]]:
    """The calls of the database, and those of storage."""
    asked: tuple[list[str], list[str]] = ([], [])
    monkeypatch.setattr(wiring, "database", lambda: Watched(database, asked[0]))
    monkeypatch.setattr(wiring, "objects", lambda: Watched(objects, asked[1]))
    return asked


def test_an_event_reads_a_file_once_to_plan_and_once_to_edit_it(
    client: Client, tenant: Tenant, calls: tuple[list[str], list[str]]
) -> None:
    """The first of a tenant, into a summary that is not there yet and the index."""
    sql, s3 = calls
    assert len(client.post("record_event", tenant.agent, TALK).json()["files"]) == 2
    assert sql == [*ASKED, *READ * 2, "plan_event", *EDITED, *LINE, *INDEXED, "complete_event"]
    assert s3 == ["get", "get", "get", "put", "get", "get", "get", "put"]


def test_an_event_that_was_answered_is_one_look(
    client: Client, tenant: Tenant, calls: tuple[list[str], list[str]]
) -> None:
    """Beside the key's; storage is not asked."""
    client.post("record_event", tenant.agent, TALK)
    for asked in calls:
        asked.clear()
    assert client.post("record_event", tenant.agent, TALK).json()["repeated"]
    assert calls == (ASKED, [])


def test_what_an_event_supersedes_costs_an_edit_and_the_files_that_may_tell_it(
    client: Client, tenant: Tenant, calls: tuple[list[str], list[str]]
) -> None:
    """The index, the summary, its history, the changelog and what they lead to are read; two of them are written."""
    sql, s3 = calls
    client.post("record_event", tenant.agent, TALK)
    for asked in calls:
        asked.clear()
    assert len(client.post("record_event", tenant.agent, LATER).json()["files"]) == 3
    assert sql == [*ASKED, *READ * 8, "plan_event", *EDITED * 2, *LINE * 2, *INDEXED, "complete_event"]
    assert (s3.count("get"), s3.count("put"), len(s3)) == (14, 3, 17)


class Counting:
    """An embedder that notes what it is asked for, call by call."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.calls: list[list[str]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._embedder, name)

    def embed(self, texts: list[str]) -> list[list[float]]:
        self.calls.append(list(texts))
        return self._embedder.embed(texts)

    def embed_by(self, side: Side, passages: list[Passage]) -> list[list[float]]:
        self.calls.append([f"{side} of {passage}" for passage in passages])
        return self._embedder.embed_by(side, passages)


def test_an_event_is_embedded_in_ten_calls(record: Record, embedder: Any) -> None:
    """Its sentences with the index; what its topics may be called; its statements with what it is about; what stands.

    By the side for talk its sentences behind one another, and what of these is chatter by itself. By the side for
    subjects its names with the categories' descriptions, its statements, and the names of its stretches. By the side
    for changes its sentences behind those that stand. Measured at first: 24 calls of one text each for eight
    statements.
    """
    record("User: We decided to sell tea.")
    LATEST.clear()
    counting = Counting(embedder)
    record(FIRST, day=2, ports={"embedder": counting})
    assert len(counting.calls) == 10
    assert len({text for call in counting.calls for text in call}) == sum(map(len, counting.calls))


def test_an_event_embeds_its_own_words_alone(record: Record, embedder: Any) -> None:
    """What the files say was embedded when it was written: an event costs the same, however long its topic is."""
    counting = Counting(embedder)
    for day in range(1, 6):
        counting.calls.clear()
        talk = f"User: Shop number {day} sells {day * 7} kinds of tea in street {day}."
        record(talk, day=day, topic="Shops", ports={"embedder": counting})
    assert sum(map(len, counting.calls)) <= 6


def test_an_event_reads_each_file_once_before_it_writes(record: Record, objects: S3Objects, embedder: Any) -> None:
    """Many statements ask for the same index and the same summaries: planning reads them once."""
    record(FIRST, day=1)
    calls: list[Any] = []

    class Reading:
        def __getattr__(self, name: str) -> Any:
            return getattr(objects, name)

        def get(self, key: str, *rest: Any) -> Any:
            calls.append(key)
            return objects.get(key, *rest)

        def put(self, key: str, *rest: Any, **options: Any) -> Any:
            calls.append(None)
            return objects.put(key, *rest, **options)

    record(SECOND, day=2, ports={"objects": Reading()})
    planning = calls[: calls.index(None) - 1]  # the first write reads its file itself
    assert planning.count(next(key for key in planning if key.endswith(paths.INDEX))) <= 2
    assert len(planning) <= len(set(planning)) + 1


def test_an_edit_looks_its_change_up_once(record: Record, database: Any) -> None:
    """Before the edit; what it wrote it knows."""
    calls: list[str] = []
    answer = record("User: We decided to sell tea.", ports={"database": Watched(database, calls)})
    edits = [file for file in answer.files if file.path != paths.INDEX]
    assert calls.count("find_change") <= len(edits) + 1


@pytest.mark.parametrize("function, folder", [("knowledge_files", ""), ("forget", "files/")])
def test_who_repeats_an_event_is_told_what_of_it_is_gone(
    client: Client, tenant: Tenant, function: str, folder: str
) -> None:
    """Deleted or forgotten since; the files are those of then, and nothing is stored."""
    first = client.post("record_event", tenant.agent, TALK).json()
    [page] = [file["path"] for file in first["files"] if file["path"].startswith("2-summaries/")]
    assert client.post("record_event", tenant.agent, TALK).json()["note"] == first["note"]
    client.request("DELETE", function, tenant.admin, f"/{folder}{page}").raise_for_status()
    again = client.post("record_event", tenant.agent, TALK).json()
    assert (
        again["repeated"]
        and (page in again["note"] or "forgotten" in again["note"])
        and "another event_id" in again["note"]
    )
    assert client.request("GET", "knowledge_files", tenant.reader, f"/{page}").status_code == 404
