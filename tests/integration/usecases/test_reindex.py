"""The index follows the files: only what changed is embedded, whatever happens on the way."""

import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from knowledge.chunks import reader
from knowledge.errors import Unavailable
from knowledge.files import paths
from knowledge.files.repository import Files
from knowledge.ports.object_store import MARKDOWN
from knowledge.uploads.registry import UploadRegistry
from knowledge.usecases.reindex.models import JOB
from knowledge.usecases.reindex.tenant import Indexer
from pgvector import Vector

from tests.conftest import ONE_ADAPTER
from tests.support.doubles import Jobs, Killed, Watched, Words

PRICING = "2-summaries/product/pricing.md"
GUIDE = "3-descriptions/user/guides/deploy.md"
ASSET = "assets/sales/prices.csv"
WORDS = [
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "zeta",
    "eta",
    "theta",
    "iota",
    "kappa",
    "lambda",
    "mu",
    "nu",
    "xi",
]


def section(number: int) -> str:
    """A section of sixty words that no other number has."""
    return f"## Part {number}\n\n" + " ".join(f"{word}{number}x{copy}" for copy in range(4) for word in WORDS) + "\n\n"


def document(*numbers: int) -> str:
    return "# Guide\n\n" + "".join(map(section, numbers))


@pytest.fixture
def key(tenant) -> Callable[[str], str]:
    return lambda path: paths.key(str(tenant.tenant_id), path)


@pytest.fixture
def write(objects, key) -> Callable[..., Any]:
    """Writes a file, or deletes it where the content is None, whatever is there."""

    def put(path: str, content: str | None, content_type: str = MARKDOWN) -> None:
        [*etags] = [file.etag for file in objects.list(key(path)) if file.key == key(path)]
        if content is None:
            for etag in etags:
                objects.delete(key(path), if_match=etag)
        else:
            objects.put(key(path), content.encode(), content_type=content_type, if_match=etags[0] if etags else None)

    return put


@pytest.fixture
def indexer(tenant, objects, database) -> Callable[..., Indexer]:
    """The tenant's indexer, by default over an embedder of its own."""

    def make(*embedders, objects=objects, database=database, queue=None) -> Indexer:
        return Indexer(tenant.tenant_id, objects, database, embedders or [Words()], queue)

    return make


@pytest.fixture
def chunks(connected, tenant) -> Callable[..., list[tuple[Any, ...]]]:
    """Every chunk that a model has, as (path, index, text, vector)."""

    def read(model: str = "words") -> list[tuple[Any, ...]]:
        with psycopg.connect(connected.admin_url) as connection:
            return connection.execute(
                "select file_path, chunk_index, chunk_text, embedding::text, tags, scope, source_type"
                " from knowledge.knowledge_embeddings where model = %s and tenant_id = %s order by 1, 2",
                [model, tenant.tenant_id],
            ).fetchall()

    return read


def expected(files: dict[str, str], objects, tenant, embedder) -> list[tuple[str, str]]:
    """What a fresh index would hold: path and text of each chunk."""
    return [
        (path, passage.text)
        for path in sorted(files)
        for passage in reader.read(path, objects.get(paths.key(str(tenant.tenant_id), path)), embedder).passages
    ]


def test_only_changed_chunks_are_embedded(write, indexer, chunks):
    """Of an edited file only the chunks whose text is new are embedded; the others are kept, also where they moved."""
    embedder = Words()
    write(GUIDE, document(1, 2, 3))
    assert indexer(embedder).reindex().chunks_embedded == 3
    before = {row[2]: row[3] for row in chunks()}

    write(GUIDE, document(1, 4, 2, 3))
    embedder.embedded.clear()
    report = indexer(embedder).reindex()

    assert (report.chunks_embedded, report.chunks_reused, report.indexed) == (1, 3, 1)
    assert [text.split()[2] for text in embedder.embedded] == ["4"]
    after = {row[2]: row[3] for row in chunks()}
    assert {text: after[text] for text in before} == before and len(after) == 4


def test_with_nothing_changed_no_body_is_read_and_nothing_written(write, indexer, objects, database):
    """A second reindex lists, compares, and calls nothing that reads a body, embeds or writes."""
    for number in range(30):
        write(f"3-descriptions/topic/sub/file-{number}.md", document(number))
    indexer().reindex()

    watched, rpcs, embedder = Watched(objects), Watched(database), Words()
    report = indexer(embedder, objects=watched, database=rpcs).reindex()

    assert (report.unchanged, report.indexed, report.removed) == (30, 0, 0)
    assert watched.calls == ["list"]
    assert embedder.embedded == []
    asked = {"list_indexed", "learnings_to_embed", "issues_to_embed", "index_words", "embedding_model"}
    assert set(rpcs.calls) == asked | {"drop_other_models"}


def test_one_write_touches_a_bounded_number_of_objects_and_rows(write, indexer, objects, database):
    """Following one write among many files takes one read and a handful of calls."""
    for number in range(25):
        write(f"3-descriptions/topic/sub/file-{number}.md", document(number))
    indexer().reindex()
    write(GUIDE, document(100))

    watched, rpcs = Watched(objects), Watched(database)
    indexer(objects=watched, database=rpcs).follow(GUIDE, None)

    assert watched.calls == ["get"]
    assert rpcs.calls == ["find_indexed", "find_version", "known_chunks", "replace_chunks", "embedding_model"]


def test_deletions_are_followed(write, indexer, chunks):
    """A file that is gone has no chunks after its event, nor after a reindex where the event was lost."""
    for path in (GUIDE, PRICING):
        write(path, document(1, 2))
    indexer().reindex()
    write(GUIDE, None)
    assert indexer().follow(GUIDE, None).removed == 1
    assert {row[0] for row in chunks()} == {PRICING}
    write(PRICING, None)
    assert indexer().reindex().removed == 1
    assert chunks() == []


def test_missing_embeddings_are_repaired(write, indexer, chunks, admin_url):
    """Chunks that somebody removed by hand come back, though the file did not change."""
    write(GUIDE, document(1, 2, 3))
    indexer().reindex()
    whole = chunks()
    with psycopg.connect(admin_url) as connection:
        connection.execute("delete from knowledge.knowledge_embeddings where chunk_index = 1")
    assert indexer().reindex().indexed == 1
    assert chunks() == whole


def test_a_prefix_limits_what_is_compared(write, indexer, chunks):
    """On demand only the files below a prefix are looked at, deleted ones included."""
    for path in (GUIDE, PRICING):
        write(path, document(1))
    indexer().reindex()
    write(GUIDE, None)
    write(PRICING, document(2))
    report = indexer().reindex("3-descriptions/")
    assert (report.removed, report.indexed, report.unchanged) == (1, 0, 0)
    assert {row[2] for row in chunks()} == {document(1)}


def test_uploads_keep_what_their_uploader_said(write, tenant, objects, database, chunks):
    """Rows of a table are chunks with the label and tags that were given; a later reindex keeps both."""
    write(ASSET, "city,area\n" + "".join(f"Bonn {n},{n}\n" for n in range(200)), "text/csv")
    register = UploadRegistry(tenant.tenant_id, database)
    register.expect(ASSET, "prices.csv", "received", source_type="price_list", tags=("q3",))
    report = Indexer(tenant.tenant_id, objects, database, [Words()]).reindex()
    assert report.problems == [] and report.chunks_embedded > 1

    Indexer(tenant.tenant_id, objects, database, [Words("other")]).reindex()

    assert {(tuple(row[4]), row[6]) for row in chunks("other") if row[0] == ASSET} == {(("q3",), "price_list")}


def test_a_file_that_cannot_be_read_is_reported_and_holds_nothing_up(write, indexer):
    """A PDF of which nothing is there: the report says so, and the next reindex does not try again."""
    write("assets/sales/plan.pdf", "%PDF-1.7\n", "application/pdf")
    write(GUIDE, document(1))
    [problem] = indexer().reindex().problems
    assert problem.path == "assets/sales/plan.pdf" and "damaged" in problem.problem
    assert indexer().reindex().unchanged == 2


def test_a_large_file_goes_on_where_it_was_killed(write, indexer, database, monkeypatch):
    """What a killed run embedded is staged and not embedded again."""
    monkeypatch.setattr("knowledge.chunks.indexer.BATCH", 20)
    write(GUIDE, document(*range(45)))
    embedder = Words()
    calls: list[str] = []
    dying = Watched(database, calls, lambda _: "before" if calls[-1] == "replace_chunks" else None)
    with pytest.raises(Killed):
        indexer(embedder, database=dying).reindex()
    assert len(embedder.embedded) == 45

    embedder.embedded.clear()
    assert indexer(embedder).reindex().chunks_embedded == 5
    assert len(embedder.embedded) == 5


@ONE_ADAPTER
@pytest.mark.parametrize("error", [Killed, Unavailable])
def test_cut_short_anywhere_a_second_run_completes(write, indexer, objects, database, chunks, tenant, error):
    """Whatever call fails, before it or after it is done, the next reindex equals a fresh index."""
    at, when, failed = 0, "after", True
    while failed:
        at, when = (at, "after") if when == "before" else (at + 1, "before")
        files = {GUIDE: document(at, at + 1000), PRICING: document(at + 2000) if at % 2 else None}
        for path, content in files.items():
            write(path, content)
        calls: list[str] = []
        die = lambda number, at=at, when=when: when if number == at else None  # noqa: E731
        ports = {"objects": Watched(objects, calls, die, error), "database": Watched(database, calls, die, error)}
        with suppress(error):
            indexer(**ports).reindex()
        failed = len(calls) >= at
        assert indexer().reindex().failed == 0
        left = {path: content for path, content in files.items() if content}
        assert [row[:1] + row[2:3] for row in chunks()] == expected(left, objects, tenant, Words())
    assert at > 6  # every call of the last run was the one that failed in some run


def test_one_file_that_fails_does_not_hold_up_the_others(write, indexer, objects, key, chunks):
    """The others are indexed; a job that had it raises, so that the queue brings it again."""
    for path in (PRICING, GUIDE):
        write(path, document(1))

    class Broken(Watched):
        """An object store that cannot read one file."""

        def get(self, path: str) -> Any:
            if path == key(PRICING):
                raise Unavailable("S3 is busy")
            return objects.get(path)

    report = indexer(objects=Broken(objects)).reindex()
    assert (report.indexed, report.failed, report.problems[0].path) == (1, 1, PRICING)
    job = {"job": "index_files", "tenant_id": str(indexer().tenant_id), "paths": [PRICING, GUIDE]}
    with pytest.raises(Unavailable, match="1 files"):
        indexer(objects=Broken(objects)).run(JOB.validate_python(job))
    assert {row[0] for row in chunks()} == {GUIDE}


def test_a_chunk_names_the_version_of_its_file(write, indexer, tenant, objects, database):
    """Search says which version of the file it answers from: the one that was indexed, also where a newer is there."""
    files = Files(tenant.tenant_id, objects, database)
    files.write(GUIDE, document(1), by="user", summary="first")
    second = files.write(GUIDE, document(2), by="user", summary="second")
    indexer().reindex()
    [vector] = Words().embed([document(2)])
    ask = {"tenant_id": tenant.tenant_id, "query_embedding": vector, "model": "words"}
    [row] = database.call("match_knowledge", **ask)
    assert row["source"]["version"] == second.version
    files.write(GUIDE, document(3), by="user", summary="third")
    [row] = database.call("match_knowledge", **ask)
    assert row["source"]["version"] in (None, second.version)


@ONE_ADAPTER
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(
            st.sampled_from([GUIDE, PRICING, "3-descriptions/system/x/identity.md"]),
            st.none() | st.lists(st.integers(0, 5), max_size=4).map(lambda numbers: document(*numbers)),
            st.sampled_from(["event", "lost", "killed"]),
            st.integers(1, 8),
        ),
        max_size=8,
    )
)
def test_any_sequence_of_writes_deletions_and_kills_ends_as_a_fresh_index(
    write, indexer, objects, database, chunks, tenant, changes
):
    """After any changes, events lost, repeated or cut short, a reindex has what a fresh index would have."""
    for path, content, fate, at in changes:
        write(path, content)
        if fate == "event":
            indexer().follow(path, None)
        elif fate == "killed":
            dying = Watched(database, die=lambda number, at=at: "before" if number == at else None)
            with suppress(Killed):
                indexer(database=dying).follow(path, None)
    indexer().reindex()
    tenant_prefix = paths.prefix(str(tenant.tenant_id))
    files = {file.key.removeprefix(tenant_prefix): "" for file in objects.list(tenant_prefix)}
    assert [row[:1] + row[2:3] for row in chunks()] == expected(files, objects, tenant, Words())
    vectors = [Vector.from_text(row[3]).to_list() for row in chunks()]
    assert vectors == [pytest.approx(vector, abs=1e-6) for vector in Words().embed([row[2] for row in chunks()])]


def test_large_work_goes_to_the_queue_and_each_job_may_come_twice(write, indexer, chunks, objects, tenant):
    """Of more than one job's worth of files each job does its own part, in any order and more than once."""
    for number in range(45):
        write(f"3-descriptions/topic/sub/file-{number:03}.md", document(number))
    queue = Jobs()
    report = indexer(queue=queue).reindex()
    assert (report.queued, report.indexed) == (3, 0)
    for job in [*reversed(queue.sent), *queue.sent]:
        indexer(queue=queue).run(JOB.validate_python(job))
    assert len(queue.sent) == 3
    assert len(chunks()) == 45
    assert indexer(queue=queue).reindex().unchanged == 45


def test_a_long_file_goes_to_the_queue_though_it_is_alone(write, indexer, chunks, monkeypatch):
    """A request that embeds it answers after minutes, or never."""
    monkeypatch.setattr("knowledge.usecases.reindex.tenant.BYTES_A_JOB", 5_000)
    write("3-descriptions/topic/sub/long.md", document(*range(60)))
    queue = Jobs()
    assert indexer(queue=queue).reindex().queued == len(queue.sent) == 1
    assert chunks() == []
    assert indexer().reindex().indexed == 1


def test_an_upload_that_another_run_reads_is_left_to_it(write, indexer, tenant, database, client, connected):
    """Whoever asks for a reindex meanwhile is told so at once; the upkeep takes up what such a run left."""
    write("assets/guides/big.md", document(1, 2))
    UploadRegistry(tenant.tenant_id, database).on_object_found("assets/guides/big.md")
    with psycopg.connect(connected.admin_url) as connection:
        connection.execute("update knowledge.uploads set status = 'embedding' where tenant_id = %s", [tenant.tenant_id])
    answer = client.post("reindex", tenant.admin, {}).json()
    assert (answer["under_way"], answer["indexed"]) == (1, 0)
    report = indexer().reindex()
    assert (report.under_way, report.indexed) == (0, 1)


def test_two_at_once_leave_the_newer_file(write, indexer, objects, database, chunks, tenant):
    """A run that read the file before it changed cannot overwrite what a later run has indexed."""
    write(GUIDE, document(1))

    class Slow:
        """An object store that, while the first body is on its way, sees the file change and be indexed."""

        def __init__(self) -> None:
            self.first = True

        def get(self, key: str) -> Any:
            stored = objects.get(key)
            if self.first:
                self.first = False
                write(GUIDE, document(2))
                indexer().follow(GUIDE, None)
            return stored

    indexer(objects=Slow()).follow(GUIDE, None)
    assert [row[2] for row in chunks()] == [document(2)]


def test_a_file_changed_and_changed_back_is_as_it_was(write, indexer, chunks):
    """Between two reindexes nobody sees the other content, and its late event finds what the bucket has by then."""
    write(GUIDE, document(1))
    indexer().reindex()
    before = chunks()
    write(GUIDE, document(2))
    write(GUIDE, document(1))
    assert indexer().reindex().unchanged == 1
    assert indexer().follow(GUIDE, "the other content's").unchanged == 1
    assert chunks() == before


def test_what_a_slow_reader_wrote_of_a_file_changed_back_is_put_right(write, indexer, objects, chunks):
    """It cannot know that the file was another meanwhile and is again what it was: the next reindex does."""
    write(GUIDE, document(1))
    indexer().reindex()
    write(GUIDE, document(2))

    class Slow:
        """An object store that, while a body is on its way, sees it indexed, changed back and indexed again."""

        def get(self, key: str) -> Any:
            stored = objects.get(key)
            indexer().follow(GUIDE, None)
            write(GUIDE, document(1))
            indexer().follow(GUIDE, None)
            return stored

    indexer(objects=Slow()).follow(GUIDE, None)
    assert [row[2] for row in chunks()] == [document(2)]
    assert indexer().reindex().indexed == 1
    assert [row[2] for row in chunks()] == [document(1)]


def test_another_tenant_has_nothing_of_it(write, indexer, new_tenant, objects, database):
    """What one tenant has indexed is reported, known and reused for no other."""
    write(GUIDE, document(1))
    indexer().reindex()
    other = new_tenant()
    report = Indexer(other.tenant_id, objects, database, [Words()]).reindex()
    assert (report.indexed, report.unchanged) == (0, 0)
    assert database.call("find_indexed", tenant_id=other.tenant_id, file_path=GUIDE) == []
    hashes = (secrets.token_hex(32),)
    assert database.call("known_chunks", tenant_id=other.tenant_id, model="words", text_hashes=hashes) == []
