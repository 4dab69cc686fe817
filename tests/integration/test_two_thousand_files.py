"""What a write, an event and a sweep cost among two thousand files."""

from collections import Counter

import psycopg
import pytest
from knowledge.files import index_lines, paths
from knowledge.files.formats import index
from knowledge.files.repository import Files
from knowledge.files.semver import ChangedBy
from knowledge.ports.storage_events import ObjectEvent
from knowledge.usecases.size_enforcer import Enforcer

from tests.support.storage import Counted, stock

USER = ChangedBy.USER


@pytest.fixture
def two_thousand(objects, tenant, admin_url) -> None:
    """The tenant has 2,000 files, in the bucket, in the history and in the index."""
    files = [paths.INDEX, *(f"3-descriptions/t{number % 50}/s/f{number}.md" for number in range(1999))]
    made = stock(objects, [f"{tenant.tenant_id}/{path}" for path in files])
    rows = [
        [tenant.tenant_id, path, version.version_id, version.etag] for path, version in zip(files, made, strict=True)
    ]
    with psycopg.connect(admin_url) as connection, connection.cursor() as cursor:
        cursor.executemany(
            "insert into knowledge.knowledge_files (tenant_id, file_path, number, version, object_version,"
            " content_hash, etag, size) values (%s, %s, 1, '1.0.0', %s, 'h', %s, 1)",
            rows,
        )
        cursor.executemany(
            "insert into knowledge.knowledge_versions (tenant_id, file_path, number, version, object_version,"
            " changed_by, change_summary, new_content_hash, etag, size)"
            " values (%s, %s, 1, '1.0.0', %s, 'agent', 'new', 'h', %s, 1)",
            rows,
        )
        lines = [[tenant.tenant_id, path, index.render(index_lines.entry_of(path, "x"))] for path in files[1:]]
        cursor.executemany(
            "insert into knowledge.index_lines (tenant_id, location, index_path, line, by_hand)"
            " values (%s, %s, '1-index/index.md', %s, false)",
            lines,
        )


def test_a_write_among_two_thousand_files(tenant, objects, database, two_thousand, stored):
    """It takes two calls of S3 and two of the database and changes two rows and adds one; deleting takes one more."""
    calls: list[str] = []
    counted = Files(tenant.tenant_id, *(Counted(port, calls) for port in (objects, database)))
    path, before = "3-descriptions/t7/s/f7.md", stored(tenant.tenant_id)
    counted.write(path, "y", by=USER, summary="edit")
    assert calls == ["get", "find_version", "put", "record_version"]
    after = stored(tenant.tenant_id)
    changed = {table: len(set(after[table]) - set(rows)) for table, rows in before.items()}
    assert {table: number for table, number in changed.items() if number} == {
        "knowledge.knowledge_files": 1,
        "knowledge.knowledge_versions": 1,
        "knowledge.holdings": 1,  # what the tenant's tier counts
    }
    calls.clear()
    counted.read(path)
    assert calls == ["get", "find_version"]
    calls.clear()
    counted.delete(path, by=USER, summary="")
    assert calls == ["get", "find_version", "announce_deletion", "delete", "record_version"]
    assert len(list(counted.list("3-"))) == 1998


def test_events_and_sweeps_among_two_thousand_files(tenant, objects, database, embedder, two_thousand):
    """An event of a file that is recorded, within its limit and in the index takes eight calls; an idle sweep reads no
    file."""
    calls: list[str] = []
    enforcer = Enforcer(*(Counted(port, calls) for port in (objects, database)), embedder)
    enforcer.on_event(ObjectEvent("b", f"{tenant.tenant_id}/3-descriptions/t7/s/f7.md", "created"))
    recorded, read, parts, line = ["find_version", "versions"], ["get", "find_version"], ["list_files"], ["find_listed"]
    assert calls == [*recorded, *read, *parts, *read, *line]
    calls.clear()
    assert enforcer.sweep(tenant.tenant_id).files == []
    # Pages of a thousand and an empty one, twice; one listing of the bucket a tier; one page of what has no line.
    assert Counter(calls) == {"list_files": 2 * 3, "list": 3, "unlisted_files": 1}
