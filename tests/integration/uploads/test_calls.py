"""What an upload asks of the database and of storage: each call is a round trip that somebody waits for."""

import pytest
from knowledge import wiring

from tests.conftest import ONE_ADAPTER
from tests.integration.uploads.conftest import CSV
from tests.support.doubles import Watched

pytestmark = ONE_ADAPTER

KNOWN = ["authenticate", "find_upload", "register_upload"]  # who asks, whose file is there, and what comes
READ = ["record_upload", "uploads_of_content", "advance_upload", "find_indexed", "advance_upload"]
EMBEDDED = ["known_chunks", "spend", "replace_chunks"]
RENDERED = ["find_version", "record_version", "find_version", "settle_upload", "uploads_of_content"]
SUMMARISED = ["find_version", "list_topic_uploads", "record_version", "find_listed"]
LISTED = ["find_version", "record_version", "note_listed"]  # a line of the index, for the first file of a topic
ANSWERED = ["finish_upload", "find_upload"]


@pytest.fixture
def calls(database, objects, monkeypatch) -> tuple[list[str], list[str]]:
    """The calls of the database, and those of storage."""
    asked: tuple[list[str], list[str]] = ([], [])
    monkeypatch.setattr(wiring, "database", lambda: Watched(database, asked[0]))
    monkeypatch.setattr(wiring, "objects", lambda: Watched(objects, asked[1]))
    return asked


def test_a_table_that_is_sent_takes_no_call_twice(send, calls):
    """Sixty rows, the first file of their topic: nothing is looked up that the request itself put there."""
    sql, s3 = calls
    assert send("towns.csv", CSV).status_code == 200
    assert sql == [*KNOWN, *READ, *EMBEDDED, *RENDERED, *SUMMARISED, *LISTED, *ANSWERED]
    # The file is looked at and put, then read by the index; its rendition, the one of the other's word, the topic's
    # summary and the index are looked at, and all but the second are put.
    assert s3 == ["get", "put", "get", "get", "put", "get", "get", "put", "get", "put"]


def test_the_next_file_of_a_topic_leaves_the_index_alone(send, calls):
    """Its line is there already."""
    assert send("towns.csv", CSV).status_code == 200
    sql, s3 = calls
    sql.clear()
    s3.clear()
    assert send("more.csv", CSV + b"Hamlet,Land1,7\n").status_code == 200
    assert sql == [*KNOWN, *READ, *EMBEDDED, *RENDERED, *SUMMARISED, *ANSWERED]
    assert len(s3) == 8
