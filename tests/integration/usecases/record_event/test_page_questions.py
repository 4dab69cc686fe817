"""Pages are found by the questions that a language model told with their lines, and nobody is shown these."""

from collections.abc import Callable
from typing import Any

import pytest
from knowledge.files.repository import Files
from knowledge.files.semver import ChangedBy
from knowledge.files.splitting.enforce import enforce
from knowledge.forgetting.scrubbing import Scrubber
from knowledge.ports.embedder import Embedder
from knowledge.usecases.reindex.tenant import Indexer

from tests.conftest import ONE_ADAPTER, Tenant
from tests.integration.conftest import Client
from tests.integration.usecases.record_event.test_read_by_caller import EARLY, EVENT, LATER, Reader, statement

pytestmark = ONE_ADAPTER

ASKED = {
    "At what hour is the furnace lit?": "The kiln goes on at 22:00.",
    "Whose pocket?": "Ben has the key of the kiln.",
}
KILN = {
    "summary": "",
    "statements": [{**statement(text), "questions": [question]} for question, text in ASKED.items()],
}
FURNACE = "furnace"
Index = Callable[[], None]


@pytest.fixture
def index(tenant: Tenant, objects: Any, database: Any, embedder: Embedder) -> Index:
    """Makes the search index of the tenant's files like the files."""
    return lambda: Indexer(tenant.tenant_id, objects, database, [embedder]).reindex() and None


@pytest.fixture
def files(tenant: Tenant, objects: Any, database: Any) -> Files:
    """The tenant's files."""
    return Files(tenant.tenant_id, objects, database)


@pytest.fixture
def reader(client: Client, tenant: Tenant) -> Reader:
    """A caller whose model has read an event, and told a question with each statement."""
    asking = Reader(client, tenant)
    asking.record(EVENT, KILN)
    return asking


def by_words(client: Client, tenant: Tenant, query: str = FURNACE) -> list[dict[str, Any]]:
    """What is found by the words alone."""
    asked = {"query": query, "mode": "keyword", "match_threshold": 0.1, "match_count": 5}
    matches: list[dict[str, Any]] = client.post("query_knowledge", tenant.reader, asked).json()["matches"]
    return matches


def page_of(files: Files, line: str) -> str:
    """The summary that has the line."""
    return next(file.path for file in files.list("2-summaries/") if line in files.read(file.path).content)


def test_a_page_is_found_in_words_that_it_lacks(
    reader: Reader, client: Client, tenant: Tenant, files: Files, index: Index
) -> None:
    """By the question, whose words stand in the file and in no other answer; reindexing changes nothing."""
    page = page_of(files, "22:00")
    for _ in range(2):
        index()
        [match] = by_words(client, tenant)
        assert match["source"]["path"] == page and FURNACE not in str(match)
    assert FURNACE in files.read(page).content
    task = {"task_type": "x", "task_description": "When does the kiln go on, and who has its key?"}
    block = client.request("POST", "query_knowledge", tenant.agent, "/context", json=task).json()["formatted"]
    assert "22:00" in block and FURNACE not in block and "answered_questions" not in block


def test_a_question_ends_with_its_line(
    reader: Reader, client: Client, tenant: Tenant, files: Files, index: Index
) -> None:
    """What the model ends takes its question with it; the other line's stays."""
    reader.record(LATER, EARLY, ends="22:00")
    index()
    assert by_words(client, tenant) == []
    assert "Ben has the key" in by_words(client, tenant, "pocket")[0]["learning"]
    content = files.read(page_of(files, "Ben has the key")).content
    assert FURNACE not in content and "pocket" in content
    assert not any(FURNACE in question["messages"][1]["content"] for question in reader.asked[1:])


def test_an_edit_by_a_person_drops_what_no_longer_fits(reader: Reader, files: Files) -> None:
    """With the last question goes the front matter."""
    page = page_of(files, "22:00")
    content = files.read(page).content
    files.write(page, content.replace("at 22:00", "at 21:00"), by=ChangedBy.USER, summary="Earlier")
    assert FURNACE not in files.read(page).content and "pocket" in files.read(page).content
    files.write(page, files.read(page).content.replace("Ben", "Ann"), by=ChangedBy.USER, summary="Ann has it")
    assert files.read(page).content.startswith("Kiln | v")


def test_a_question_goes_with_its_line_into_a_part(
    reader: Reader, client: Client, tenant: Tenant, files: Files, index: Index, embedder: Embedder
) -> None:
    """The limit of a page counts its text alone, and each part has the questions of its own lines."""
    page = page_of(files, "22:00")
    content = files.read(page).content
    full = content.replace(
        "- The kiln", "".join(f"- Pot {n} is glazed in the shade {n}. \n" for n in range(70)) + "- The kiln"
    )
    files.write(page, full, by=ChangedBy.SYSTEM, summary="Full")
    assert len(enforce(files, page, embedder)) > 1
    index()
    [match] = by_words(client, tenant)
    part = match["source"]["path"]
    assert part == page_of(files, "22:00") != page
    assert FURNACE in files.read(part).content and FURNACE not in files.read(page).content


def test_what_is_forgotten_leaves_no_question(
    reader: Reader, tenant: Tenant, files: Files, objects: Any, database: Any
) -> None:
    """Neither where its line goes nor where the question alone tells it, also in earlier versions."""
    page, scrubber = page_of(files, "22:00"), Scrubber(tenant.tenant_id, objects, database)
    scrubber.scrub(page, ["goes on at 22:00"])
    assert FURNACE not in files.read(page).content
    scrubber.scrub(page, ["Whose pocket"])
    versions = [objects.get(files.key(page), version.object_version) for version in files.versions(page)]
    assert [stored for stored in versions if b"pocket" in stored.body or FURNACE.encode() in stored.body] == []
    assert "Ben has the key" in files.read(page).content


def test_what_is_forgotten_is_looked_for_in_questions(
    reader: Reader, tenant: Tenant, files: Files, database: Any, index: Index
) -> None:
    """A page that has it in a question alone is among those to clear."""
    index()
    mentions = database.call("find_mentions", tenant_id=tenant.tenant_id, texts=("Whose pocket",))
    assert [mention["path"] for mention in mentions] == [page_of(files, "Ben has the key")]


def test_what_is_no_question_is_dropped_silently(client: Client, tenant: Tenant, files: Files) -> None:
    """What is too long; a secret in one is redacted. The statement stays."""
    unfit = ["What? " * 40, "Is the password='hunter22x' still right?"]
    Reader(client, tenant).record(EVENT, {"summary": "", "statements": [{**KILN["statements"][0], "questions": unfit}]})
    content = files.read(page_of(files, "22:00")).content
    assert "What? What?" not in content and "hunter22x" not in content
