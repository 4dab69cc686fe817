"""What an event asks of the database and of storage: each call is a round trip that somebody waits for."""

from typing import Any

import pytest
from knowledge import wiring

from tests.conftest import ONE_ADAPTER, Tenant
from tests.integration.conftest import Client
from tests.support.doubles import Watched

pytestmark = ONE_ADAPTER

TALK = {
    "kind": "conversation",
    "event_id": "chat-1",
    "content": [
        {"role": "user", "content": "We decided to price the Pro plan at $29 per month."},
        {"role": "user", "content": "The checkout page must support Apple Pay by March 1."},
    ],
    "metadata": {"occurred_at": "2026-02-03T10:00:00Z"},
}
LATER = {**TALK, "event_id": "chat-2", "content": "User: The Pro plan now costs $35 per month."}

ASKED = ["authenticate", "find_event"]
READ = ["find_version"]  # a file, as its version is recorded
EDITED = ["find_change", *READ, "record_version"]  # whether it was made before: once, unless others write meanwhile
LINE = [*READ, "find_listed"]  # what the index says of a file that was written
INDEXED = [*READ, *READ, "record_version", "note_listed", "find_change"]


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
