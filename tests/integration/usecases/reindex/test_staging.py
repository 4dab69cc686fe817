"""A large file's chunks come in parts and are seen at once: no reader, no kill and no rival sees half a file."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from knowledge.chunks import indexer
from knowledge.chunks.indexer import FileIndex, IndexReport
from knowledge.documents import Document, Section, Span
from knowledge.documents.models import ReplayedSections
from knowledge.errors import Conflict, NotFound
from knowledge.files import paths

from tests.conftest import more_in_soak
from tests.support.doubles import Killed, Watched, Words

PATH = "assets/sales/prices.csv"
PART = 10


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of ten chunks, so that a file of thirty-five has four."""
    monkeypatch.setattr(indexer, "BATCH", PART)


@pytest.fixture
def write(objects, tenant) -> Callable[..., None]:
    """Makes the asset this content, or nothing."""

    def put(content: str | None) -> None:
        key = paths.key(str(tenant.tenant_id), PATH)
        objects.delete(key)
        if content is not None:
            objects.put(key, content.encode(), content_type="text/csv", if_match=None)

    return put


def rows(stored: Any) -> Iterator[Section]:
    """A section a line of the asset."""
    for number, line in enumerate(stored.body.decode().split(), start=1):
        yield Section(f"- {line}", ("prices",), Span("row", number, number))


def parsed(name: str, stored: Any, embedder: Any) -> Document:
    return Document("prices", "text/csv", ReplayedSections(lambda: rows(stored)))


@pytest.fixture
def index(objects, tenant) -> Callable[..., IndexReport]:
    """Makes the index of the asset like the asset."""

    def follow(database: Any, embedder: Any = None, parse: Any = parsed, **options: Any) -> IndexReport:
        file_index = FileIndex(tenant.tenant_id, objects, database, [embedder or Words()])
        return file_index.follow(PATH, parse=parse, **options)

    return follow


@pytest.fixture
def searched(database, tenant) -> Callable[[], list[str]]:
    """The texts that search finds, in the order of the file."""

    def search() -> list[str]:
        [vector] = Words().embed(["price"])
        answer = database.call(
            "match_knowledge", tenant_id=tenant.tenant_id, query_embedding=vector, model="words", match_count=100
        )
        return [row["learning"] for row in sorted(answer, key=lambda row: row["source"]["chunk"])]

    return search


@pytest.fixture
def count(admin_url) -> Callable[[], tuple[int, int]]:
    """How many chunks there are, hidden ones included, and how many files are on their way."""

    def read() -> tuple[int, int]:
        with psycopg.connect(admin_url) as connection:
            return connection.execute(
                "select (select count(*) from knowledge.knowledge_embeddings), count(*) from knowledge.staged_files"
            ).fetchone()

    return read


def prices(start: int, end: int) -> str:
    return "\n".join(f"price{number}" for number in range(start, end))


def texts(start: int, end: int) -> list[str]:
    return [f"- price{number}" for number in range(start, end)]


class Looking:
    """A database that, after each call, tells what search finds."""

    def __init__(self, database: Any, look: Callable[[], Any]) -> None:
        self._database, self._look, self.seen = database, look, list[tuple[str, Any]]()

    def call(self, function: str, **arguments: Any) -> Any:
        answer = self._database.call(function, **arguments)
        self.seen.append((function, self._look()))
        return answer


def test_a_reader_sees_the_file_before_or_after_and_nothing_between(write, index, searched, database):
    """While the parts come, search finds all of what was; after the last call, all of what is."""
    write(prices(0, 25))
    first = Looking(database, searched)
    index(first)
    write(prices(20, 55))
    second = Looking(database, searched)
    index(second)
    assert [function for function, _ in second.seen].count("stage_chunks") == 3
    for looking, before, after in ((first, [], texts(0, 25)), (second, texts(0, 25), texts(20, 55))):
        *earlier, (last, at_last) = looking.seen
        assert last == "replace_chunks" and at_last == after
        assert {tuple(seen) for _, seen in earlier} == {tuple(before)}


@more_in_soak("step", 3, 1)
def test_what_was_staged_of_a_killed_run_is_not_seen_and_leaves_nothing(write, index, searched, database, count, step):
    """Killed before or after any call, a file is as it was; the next run completes it, and no row is left over."""
    write(prices(0, 25))
    index(database)
    write(prices(20, 55))
    calls: list[str] = []
    index(Watched(database, calls))
    write(prices(0, 25))
    index(database)
    for at in range(len(calls), 0, -step):
        for when in ("before", "after"):
            write(prices(20, 55))
            with suppress(Killed):
                index(Watched(database, die=lambda number, at=at, when=when: when if number == at else None))
            assert searched() == (texts(20, 55) if (at, when) == (len(calls), "after") else texts(0, 25))
            index(database)
            assert (searched(), count()) == (texts(20, 55), (35, 0))
            write(prices(0, 25))
            index(database)
            assert (searched(), count()) == (texts(0, 25), (25, 0))


def test_what_did_not_change_is_not_written_again(write, index, database, admin_url):
    """Rows at the end of a large file write those rows, not the parts before them."""
    written = "select chunk_index, updated_at from knowledge.knowledge_embeddings order by 1"
    write(prices(0, 25))
    index(database)
    with psycopg.connect(admin_url) as connection:
        before = dict(connection.execute(written).fetchall())
    write(prices(0, 35))
    assert index(database).embedded == 10
    with psycopg.connect(admin_url) as connection:
        after = dict(connection.execute(written).fetchall())
    assert {number: after[number] for number in before} == before and len(after) == 35


def test_of_two_at_once_the_newer_file_stays_whole(write, index, searched, database, count):
    """A run that is overtaken by another, at any call, starts again and mixes nothing into the other's file."""
    for at in range(1, 10):  # a look, and for each of four parts a question and a write
        write(prices(at, at + 35))

        def overtaken(number: int, at: int = at) -> None:
            if number == at:
                write(prices(500 + at, 535 + at))
                index(database)

        index(Watched(database, die=overtaken))
        assert (searched(), count()) == (texts(500 + at, 535 + at), (35, 0))


def test_a_rival_with_the_same_content_and_other_tags_stays_whole(write, index, searched, database, tenant):
    """Where two runs differ only in the tags that were said, all chunks have the tags of one of them."""
    write(prices(0, 35))
    index(database)
    for at in range(1, 10):
        labels = indexer.FileLabels(tags=(f"mine{at}",))
        rival = indexer.FileLabels(tags=(f"rival{at}",))

        def overtaken(number: int, at: int = at, rival: Any = rival) -> None:
            if number == at:
                index(database, given=rival)

        index(Watched(database, die=overtaken), given=labels)
        [vector] = Words().embed(["price"])
        ask = {"tenant_id": tenant.tenant_id, "query_embedding": vector, "model": "words", "match_count": 100}
        rows = database.call("match_knowledge", **ask)
        assert len(rows) == 35 and len({tuple(row["tags"]) for row in rows}) == 1


def test_a_generation_that_is_gone_takes_no_more_parts(database, tenant):
    """After its file was replaced, what comes of an older run is refused, so that it is never seen."""
    part = {"tenant_id": tenant.tenant_id, "model": "words", "file_path": PATH, "chunks": [], "source_type": "csv"}
    older = {**part, "generation": uuid4(), "expected_etag": None}
    database.call("stage_chunks", **older, first_index=0)
    database.call("replace_chunks", **part, etag="a", expected_etag=None)
    for first_index in (0, 10):
        with pytest.raises(Conflict, match="index it again"):
            database.call("stage_chunks", **older, first_index=first_index)
    with pytest.raises(Conflict, match="index it again"):
        database.call("replace_chunks", **{**older, "expected_etag": "a"}, etag="b", first_index=10)
    with pytest.raises(NotFound):
        database.call("stage_chunks", **{**older, "tenant_id": uuid4()}, first_index=0)


def test_what_nobody_completes_goes_with_its_file_or_after_a_day(write, index, database, count, admin_url, tenant):
    """Parts of a file that is deleted, or never came again, are removed with all of their rows."""
    write(prices(0, 5))
    index(database)
    write(prices(20, 55))
    with suppress(Killed):
        index(Watched(database, die=lambda number: "before" if number == 5 else None))
    assert count() == (15, 1)
    write(None)
    index(database)
    assert count() == (0, 0)

    write(prices(0, 35))
    with suppress(Killed):
        index(Watched(database, die=lambda number: "before" if number == 5 else None))
    write(None)
    with psycopg.connect(admin_url) as connection:
        connection.execute("update knowledge.staged_files set staged_at = now() - interval '25 hours'")
        connection.execute("update knowledge.tenants set model = 'words', model_since = now() - interval '2 hours'")
    database.call("drop_other_models", tenant_id=tenant.tenant_id, keep="words", grace=timedelta(hours=1))
    assert count() == (0, 0)


def test_only_two_parts_of_a_file_are_ever_held(write, index, database):
    """However long a file is, no call has more than one part of it, and it is read only as far as it is embedded."""
    write(prices(0, 205))
    read, embedder = [0], Words()
    ahead, calls = list[int](), list[int]()

    def counted(stored: Any) -> Iterator[Section]:
        for section in rows(stored):
            read[0] += 1
            ahead.append(read[0] - len(embedder.embedded))
            yield section

    class Measured:
        """A database that notes how many chunks it is given."""

        def call(self, function: str, **arguments: Any) -> Any:
            calls.append(len(arguments.get("chunks", arguments.get("text_hashes", ()))))
            return database.call(function, **arguments)

    parse = lambda name, stored, embedder: Document("prices", "text/csv", ReplayedSections(lambda: counted(stored)))  # noqa: E731
    assert index(Measured(), embedder, parse).embedded == 205
    assert (max(calls), max(ahead)) == (PART, 2 * PART)
