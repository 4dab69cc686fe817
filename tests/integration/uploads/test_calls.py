"""What an upload asks of the database and of storage: each call is a round trip that somebody waits for."""

from typing import Any

import pytest
from knowledge import wiring
from knowledge.files import paths
from knowledge.files.formats import index
from knowledge.files.formats.index import IndexEntry
from knowledge.files.repository import Files
from knowledge.files.semver import ChangedBy
from knowledge.ports.object_store import S3Objects
from knowledge.usecases.size_enforcer import Enforcer

from tests.conftest import ONE_ADAPTER
from tests.integration.uploads.conftest import CSV
from tests.support.doubles import Watched

pytestmark = ONE_ADAPTER

KNOWN = ["authenticate", "register_upload"]  # who asks, and what comes: refused, where a person's file is there
READ = ["record_upload", "uploads_of_content", "find_indexed", "advance_upload"]  # it was parsed before it was kept
EMBEDDED = ["known_chunks", "spend", "replace_chunks"]
RENDERED = ["find_version", "record_version", "settle_upload"]
SUMMARISED = ["find_version", "list_topic_uploads", "record_version"]
LISTED = ["find_version", "record_version"]  # a line of the index, for the first file of a topic
FINISHED = ["finish_upload"]  # and told what it is now


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
    assert sql == [*KNOWN, *READ, *EMBEDDED, *RENDERED, *SUMMARISED, *LISTED, *FINISHED]
    # The file, its rendition, the topic's summary and the index are looked at and put.
    assert s3 == ["get", "put"] * 4
    assert (len(sql), len(s3)) == (18, 8)


def test_the_next_file_of_a_topic_leaves_the_index_alone(send, calls):
    """Its line is there already."""
    assert send("towns.csv", CSV).status_code == 200
    sql, s3 = calls
    sql.clear()
    s3.clear()
    assert send("more.csv", CSV + b"Hamlet,Land1,7\n").status_code == 200
    assert sql == [*KNOWN, *READ, *EMBEDDED, *RENDERED, *SUMMARISED, *FINISHED]
    assert s3 == ["get", "put"] * 3


def test_a_projects_table_takes_one_more(send, calls):
    """Which looks for it where earlier releases put it; what was read before it was kept is not read again."""
    sql, s3 = calls
    assert send("towns.csv", CSV, project="shop").status_code == 200
    assert sql == [KNOWN[0], "find_upload", KNOWN[1], *READ, *EMBEDDED, *RENDERED, *SUMMARISED, *LISTED, *FINISHED]
    assert s3 == ["get", "put"] * 4


class Reading:
    """A bucket that notes which objects are read, without the tenant before them."""

    def __init__(self, objects: S3Objects) -> None:
        self._objects = objects
        self.paths: list[str] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._objects, name)

    def get(self, key: str, *rest: Any) -> Any:
        self.paths.append(key.partition("/")[2])
        return self._objects.get(key, *rest)


@pytest.fixture
def split_index(files: Files, objects: S3Objects, database: Any, embedder: Any) -> None:
    """An index of 150 lines, in parts that its own file leads to."""
    entries = (
        IndexEntry(topic=f"{theme} {n}", description=f"About {theme}", location=paths.summary(theme, str(n)))
        for n in range(50)
        for theme in ("billing", "hiring", "servers")
    )
    lines = index.joined(map(index.render, entries))
    files.write(paths.INDEX, lines, by=ChangedBy.USER, summary="Topics")
    Enforcer(objects, database, embedder).sweep_all()
    assert len(list(files.list("1-index"))) > 3


@pytest.mark.usefixtures("admin_url", "split_index")
def test_an_upload_reads_no_part_of_a_split_index(
    send: Any, objects: S3Objects, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first of a topic reads the file that its line goes to; the next reads none, nor does one sent again. What
    else they read is their own: the file, its rendition, the summary of the topic."""
    reading = Reading(objects)
    monkeypatch.setattr(wiring, "objects", lambda: reading)

    def beside_its_own(name: str, content: bytes) -> list[str]:
        reading.paths.clear()
        assert send(name, content).status_code == 200
        assert reading.paths
        return [path for path in reading.paths if name not in path and not path.startswith("2-summaries/")]

    assert beside_its_own("towns.csv", CSV) == [paths.INDEX]
    assert beside_its_own("more.csv", CSV + b"Hamlet,Land1,7\n") == []
    assert beside_its_own("more.csv", CSV + b"Hamlet,Land1,7\n") == []
