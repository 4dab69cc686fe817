"""Uploads of one name in several projects: each has its own place, and so has what earlier releases put elsewhere."""

from collections.abc import Callable
from typing import Any

import pytest
from knowledge.files import paths
from knowledge.files.projects import metadata_of
from knowledge.ports.object_store import S3Objects

from tests.conftest import ONE_ADAPTER
from tests.integration.uploads.conftest import created

pytestmark = ONE_ADAPTER

Asked = Callable[[str], list[str]]
ALPHA, BETA = "acme/alpha", "beta"
FORMER = "assets/general/README.md"
LEVER, VALVE = b"# Brakes\n\nThe brake has a red lever.\n", b"# Brakes\n\nThe brake has a blue valve.\n"


@pytest.fixture
def asked(client: Any, tenant: Any) -> Asked:
    """The places of what is known of brakes in a project."""

    def ask(project: str) -> list[str]:
        question = {"query": "What does the brake have?", "project": project, "match_count": 5}
        answer = client.post("query_knowledge", tenant.reader, question).json()
        return [match["source"]["path"] for match in answer["matches"]]

    return ask


def test_projects_have_files_of_one_name(client: Any, tenant: Any, send: Any, asked: Asked) -> None:
    """Neither replaces the other's, also where a person brought that; each is deleted by itself."""
    first = send("README.md", LEVER, project=ALPHA, key=tenant.admin).json()
    second, third = send("README.md", VALVE, project=BETA).json(), send("README.md", b"# Brakes\n\nNone.\n").json()
    assert [first["path"], second["path"], third["path"]] == [
        "assets/project=acme=2Falpha/general/README.md",
        "assets/project=beta/general/README.md",
        FORMER,
    ]
    assert len({upload["upload_id"] for upload in (first, second, third)}) == 3
    assert set(asked(ALPHA)) == {first["path"], FORMER} and set(asked(BETA)) == {second["path"], FORMER}
    whole = client.request("GET", "knowledge_files", tenant.reader, f"/{first['path']}")
    assert whole.content == LEVER
    assert send("README.md", VALVE, project=ALPHA).status_code == 403
    client.request("DELETE", "upload_ingest", tenant.admin, f"/uploads/{first['upload_id']}")
    assert asked(ALPHA) == [FORMER] and set(asked(BETA)) == {second["path"], FORMER}


def test_a_form_leads_to_its_projects_place(client: Any, tenant: Any, send: Any) -> None:
    """The same as that of a file that is sent."""
    form = {"fileName": "README.md", "contentType": "text/markdown"}
    made = [
        client.request("POST", "upload_ingest", tenant.agent, "/presign", json={**form, "project": project}).json()
        for project in (ALPHA, BETA)
    ]
    assert [one["fields"]["key"].partition("/")[2] for one in made] == [one["path"] for one in made]
    assert made[0]["upload_id"] != made[1]["upload_id"]
    assert made[1]["path"] == send("README.md", VALVE, project=BETA).json()["path"]


def test_a_text_stands_beside_its_project_and_goes_with_its_file(
    client: Any, tenant: Any, send: Any, stored: Any
) -> None:
    """And a forgotten upload leaves nothing, while another project's of that name stays."""
    lever, valve = (send("README.md", LEVER, project=name).json() for name in (ALPHA, BETA))
    texts = {f"3-descriptions/project={name}/learned/uploads/general/README.md.md" for name in ("acme=2Falpha", "beta")}
    listed = client.request("GET", "knowledge_files", tenant.reader, "/?prefix=3-descriptions/").json()
    assert {entry["path"] for entry in listed["files"]} == texts
    forgotten = client.request("DELETE", "forget", tenant.admin, f"/uploads/{lever['upload_id']}").json()
    assert forgotten["remaining"] == {} and lever["path"] not in str(stored(tenant.tenant_id))
    assert valve["path"] in str(stored(tenant.tenant_id))


def test_a_projects_file_stays_where_it_stands(
    client: Any, tenant: Any, send: Any, objects: S3Objects, arrive: Any, asked: Asked
) -> None:
    """Earlier releases put it among those of all: there it is replaced, by no other project, and forgotten."""
    key = f"{tenant.tenant_id}/{FORMER}"
    metadata = {"changed-by": "agent", **metadata_of(ALPHA)}
    objects.put(key, LEVER, content_type="text/markdown", if_match=None, metadata=metadata)
    assert arrive(created(key)) == []
    assert asked(ALPHA) == [FORMER]
    other = send("README.md", VALVE, project=BETA).json()["path"]
    replaced = send("README.md", VALVE, project=ALPHA).json()
    assert replaced["path"] == FORMER and asked(ALPHA) == [FORMER] and asked(BETA) == [other]
    forgotten = client.request("DELETE", "forget", tenant.admin, f"/uploads/{replaced['upload_id']}").json()
    assert forgotten["remaining"] == {} and asked(ALPHA) == []
    assert send("README.md", VALVE, project=ALPHA).json()["path"] == paths.within(ALPHA, FORMER)


def test_a_file_that_an_earlier_release_puts_beside_a_projects_own_leads_nothing_there(
    client: Any, tenant: Any, send: Any, objects: S3Objects, arrive: Any
) -> None:
    """As a form that it handed out may: what is sent again replaces the one at the project's own place."""
    own = send("README.md", LEVER, project=ALPHA).json()["path"]
    key = f"{tenant.tenant_id}/{FORMER}"
    metadata = {"changed-by": "agent", **metadata_of(ALPHA)}
    objects.put(key, LEVER, content_type="text/markdown", if_match=None, metadata=metadata)
    assert arrive(created(key)) == []
    assert send("README.md", VALVE, project=ALPHA).json()["path"] == own


def test_what_lands_in_a_projects_folder_is_of_that_project(
    client: Any, tenant: Any, put: Any, arrive: Any, asked: Asked
) -> None:
    """In the bucket itself, whatever its metadata says; `reindex` finds nothing to do."""
    path = paths.within(ALPHA, FORMER)
    assert arrive(created(put(path, LEVER, "text/markdown"))) == []
    assert asked(ALPHA) == [path] and asked(BETA) == []
    [upload] = client.request("GET", "upload_ingest", tenant.reader, "/uploads?topic=general").json()["uploads"]
    assert (upload["project"], upload["topic"], upload["status"]) == (ALPHA, "general", "done")
    report = client.post("reindex", tenant.admin, {}).json()
    assert (report["unchanged"], report["failed"]) == (1, 0)
