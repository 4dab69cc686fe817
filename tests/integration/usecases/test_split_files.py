"""A file that was split is one file to whoever forgets it: its parts go with it."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from knowledge.files import paths
from knowledge.files.formats import summary
from knowledge.files.formats.summary import Header
from knowledge.files.repository import Files
from knowledge.files.semver import ChangedBy
from knowledge.files.splitting import chain, parts
from knowledge.files.version_history import split_off_reason
from knowledge.forgetting import Eraser
from knowledge.forgetting.erasure import Erasure
from knowledge.forgetting.manifest import Manifest
from knowledge.ports.storage_events import ObjectEvent
from knowledge.usecases.size_enforcer import Enforcer

from tests.conftest import ONE_ADAPTER
from tests.integration.usecases.test_forget_meanwhile import Between

pytestmark = ONE_ADAPTER

PATH = "2-summaries/ops/kitchen.md"
OTHER = "2-summaries/ops/kitchen-rules.md"  # whose name begins as those of the parts do
WHEN = datetime(2026, 2, 3, 10, 30, tzinfo=UTC)
TEXT = "".join(f"## Section {name}\n\n{f'The quokka oven {name} is cleaned at night. ' * 25}\n\n" for name in "ABCDE")
CONTENT = summary.render(Header("Kitchen", "1.0.0", WHEN), TEXT)


@pytest.fixture
def happen(objects, database, embedder, tenant) -> Callable[..., None]:
    """The event of a file, as the enforcer gets it."""

    def event(path: str, kind: Any = "created") -> None:
        Enforcer(objects, database, embedder).on_event(ObjectEvent("b", f"{tenant.tenant_id}/{path}", kind))

    return event


@pytest.fixture
def write(client, tenant, happen) -> Callable[..., list[str]]:
    """Writes a file over HTTP as a person and splits it; the paths of its parts."""

    def put(files: Files, path: str, content: str) -> list[str]:
        headers = {"If-Match": "*"} if path in written(files) else {}
        body = {"json": {"content": content}, "headers": headers}
        client.request("PUT", "knowledge_files", tenant.admin, f"/{path}", **body).raise_for_status()
        happen(path)
        return [part for part in written(files) if part.startswith(chain.parts_prefix(path)) and part != OTHER]

    return put


def written(files: Files) -> list[str]:
    """The summaries that there are."""
    return [entry.path for entry in files.list("2-summaries/")]


def whole(files: Files, path: str) -> Iterator[str]:
    """What the file and its parts say."""
    text = chain.parse_part(path, files.read(path).content)
    yield text.body
    yield from whole(files, text.continues) if text.continues else ()


def test_what_was_split_off_is_forgotten_with_the_file(client, tenant, files, write, happen, places_with) -> None:
    """Parts of parts, too, one that a person wrote in since, and one that was deleted; a person's own file stays."""
    created = write(files, PATH, CONTENT)
    assert len(created) > 1
    grown, edited, deleted = created[0], created[1], created[-1]
    files.update(grown, lambda text: (text or "").replace("at night", "by night " * 9), by=ChangedBy.USER, summary="x")
    happen(grown)
    files.update(edited, lambda text: f"{text}\nA person's quokka.\n", by=ChangedBy.USER, summary="x")
    files.delete(deleted, by=ChangedBy.USER, summary="x")
    write(files, OTHER, f"Part of [[{PATH}]].\n\nNobody cooks on Sundays.\n")
    assert len(written(files)) > len(created)
    client.post("reindex", tenant.admin, {}).raise_for_status()

    manifest = client.request("DELETE", "forget", tenant.admin, f"/files/{PATH}").json()

    assert {place for place in places_with("quokka") if not place.startswith("1-index")} == set()
    assert written(files) == [OTHER]
    assert set(manifest["remaining"]) <= {"knowledge_embeddings"}  # the person's file names it
    assert "Sundays" in files.read(OTHER).content


def test_a_part_that_another_file_leads_to_stays(client, tenant, files, write, happen) -> None:
    """As where a page was written under another name before it was forgotten under its own; the manifest tells it."""
    created = write(files, PATH, CONTENT)
    renamed, before = "2-summaries/ops/galley.md", "".join(whole(files, PATH)).split()
    files.write(renamed, files.read(PATH).content, by=ChangedBy.USER, summary="x")
    client.post("reindex", tenant.admin, {}).raise_for_status()

    manifest = client.request("DELETE", "forget", tenant.admin, f"/files/{PATH}").json()

    for path in (renamed, *created):
        happen(path)
    assert "".join(whole(files, renamed)).split() == before and set(written(files)) == {renamed, *created}
    assert set(created) <= set(manifest["remaining"]) and all(manifest["remaining"].values())
    assert all(files.person_mark(path) for path in created)


def test_a_part_is_forgotten_alone(client, tenant, files, write) -> None:
    """What it was split off stays."""
    first, *others = write(files, PATH, CONTENT)
    assert client.request("DELETE", "forget", tenant.admin, f"/files/{first}").status_code == 200
    assert written(files) == [*others, PATH]


def test_what_is_split_while_it_is_forgotten_is_forgotten(
    tenant, files, objects, database, embedder, places_with
) -> None:
    """Between any two writes of the split: its parts are taken back, with every version."""
    for puts in range(1, 4):
        files.write(PATH, CONTENT, by=ChangedBy.USER, summary="x")
        eraser = Eraser(tenant.tenant_id, objects, database, [embedder])
        meanwhile = Between(objects, "put", lambda eraser=eraser: eraser.file(PATH), at=puts)
        Enforcer(meanwhile, database, embedder).on_event(ObjectEvent("b", files.key(PATH), "created"))
        assert (places_with("quokka"), written(files)) == ([], []), puts


def test_a_split_that_others_overtake_erases_nothing(tenant, files, objects, database, write) -> None:
    """What was made of a file that is there, or was deleted, may be restored."""
    created = write(files, PATH, CONTENT)
    for change in (lambda: None, lambda: files.delete(PATH, by=ChangedBy.USER, summary="x")):
        change()
        Erasure(tenant.tenant_id, objects, database).take_back(PATH, created)
        assert set(created) <= set(written(files))


def test_a_deletion_leaves_the_parts(client, tenant, files, write, happen) -> None:
    """Whoever restores the file finds it whole."""
    created = write(files, PATH, CONTENT)
    before = "".join(whole(files, PATH))
    client.request("DELETE", "knowledge_files", tenant.admin, f"/{PATH}").raise_for_status()
    for path in (PATH, *created):
        happen(path, "deleted" if path == PATH else "created")
    assert written(files) == created
    client.request("POST", "knowledge_files", tenant.admin, f"/{PATH}?restore=2.0.0").raise_for_status()
    happen(PATH)
    assert "".join(whole(files, PATH)) == before


def test_of_a_long_path_the_parts_are_its_own(files, happen) -> None:
    """Its history has the end of it: another of that folder is another file's."""
    folder = f"3-descriptions/{'t' * 70}/{'s' * 70}"
    names = [f"{folder}/plan.md", f"{folder}/plan-b.md"]
    for name in names:
        files.write(name, TEXT * 12, by=ChangedBy.AGENT, summary="x")
        happen(name)
    one, other = (set(parts.split_off(files, name)) for name in names)
    assert one and other and not one & other
    assert all(paths.is_allowed(name) and len(split_off_reason(name)) <= 150 for name in names)


def test_a_part_in_which_something_was_forgotten_goes_with_its_file(
    client, tenant, files, write, objects, database, embedder, places_with
) -> None:
    """Its versions went then, and with them the one that says what it was split off; its link says so, too."""
    created = write(files, PATH, CONTENT)
    client.post("reindex", tenant.admin, {}).raise_for_status()
    heading = next(line for line in files.read(created[1]).content.splitlines() if line.startswith("## "))
    eraser = Eraser(tenant.tenant_id, objects, database, [embedder])
    eraser._scrub([created[1]], [heading], Manifest(kind="learning", subject="x"))
    manifest = client.request("DELETE", "forget", tenant.admin, f"/files/{PATH}").json()
    assert manifest["remaining"] == {} and written(files) == [] and places_with("quokka") == []


def test_a_file_whose_deletion_has_expired_is_still_forgotten_with_its_parts(
    client, tenant, files, write, objects, database, embedder, places_with
) -> None:
    """A deletion leaves the parts, and maintenance what they say of whose they are."""
    write(files, PATH, CONTENT)
    client.post("reindex", tenant.admin, {}).raise_for_status()
    client.request("DELETE", "knowledge_files", tenant.admin, f"/{PATH}").raise_for_status()
    Eraser(tenant.tenant_id, objects, database, [embedder]).expired([{"kind": "file", "subject": PATH}])
    assert written(files) != []
    client.request("DELETE", "forget", tenant.admin, f"/files/{PATH}").raise_for_status()
    assert written(files) == [] and places_with("quokka") == []
