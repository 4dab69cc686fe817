"""Uploads over HTTP: every kind of file is kept, found with its source, and told of."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from runpy import run_path
from uuid import uuid4

import pytest
from knowledge.errors import Unavailable
from knowledge.uploads.pipeline import Ingestion
from knowledge.uploads.registry import UploadRegistry

from tests.conftest import ROOT, more_in_soak
from tests.integration.test_bad_input import assert_problem
from tests.integration.uploads.conftest import CSV, MARKDOWN, created

HTML = b"<html><body><h1>Kitchen</h1><p>The oven door sticks in winter.</p></body></html>"

JSON = b'[{"part": "valve", "torque": "12 Nm"}, {"part": "flange", "torque": "30 Nm"}]'

LINES = b'{"sensor": "north", "limit": 4}\n{"sensor": "south", "limit": 9}\n'

KINDS = [
    ("towns.csv", CSV, "csv", "Town7"),
    ("deploy.md", MARKDOWN, "markdown", "green lever"),
    ("kitchen.html", HTML, "html", "oven door"),
    ("parts.json", JSON, "json", "flange torque"),
    ("sensors.jsonl", LINES, "json", "sensor south"),
    ("note.txt", b"The spare key hangs behind the clock.", "text", "spare key"),
]

PAGES = "Page 2 holds only images, which search does not find; run OCR and upload it again."


def pdf(*texts: str) -> bytes:
    """A PDF of one page a text."""
    count = len(texts)
    kids = " ".join(f"{3 + 2 * n} 0 R" for n in range(count))
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", f"<< /Type /Pages /Kids [{kids}] /Count {count} >>"]
    font = "<< /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>"
    for n, text in enumerate(texts):
        stream = f"BT /F 12 Tf 72 700 Td ({text}) Tj ET"
        page = f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources {font} /Contents {4 + 2 * n} 0 R >>"
        objects += [page, f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream"]
    body = "".join(f"{n} 0 obj\n{text}\nendobj\n" for n, text in enumerate(objects, 1))
    return f"%PDF-1.4\n{body}trailer << /Root 1 0 R >>\n%%EOF".encode()


@pytest.mark.parametrize(("name", "content", "source_type", "query"), KINDS, ids=[kind[0] for kind in KINDS])
@pytest.mark.usefixtures("in_a_child")
def test_each_kind_is_found_with_its_source(client, tenant, send, name, content, source_type, query):
    """A file of each kind is searchable when the answer comes, and every match says where it stands."""
    answer = send(name, content)
    assert answer.status_code == 200, answer.text
    upload = answer.json()
    assert upload["success"] and upload["status"] == "done" and upload["documentCount"] > 0 and upload["chunks"] > 0
    question = {"query": query, "sourceType": source_type}
    matches = client.post("query_knowledge", tenant.reader, question).json()["matches"]
    assert matches[0]["source"]["path"] == upload["path"] == f"assets/general/{name}"
    assert (matches[0]["scope"], matches[0]["authority"]) == ("learned", "learned")


def test_an_upload_is_of_its_project(client, tenant, send):
    """Who asks for another is not told of it; sent again with another project, or with none, it is another upload."""

    def asked(**filters):
        question = {"query": "How does the quartz clock drift?", "match_count": 5, **filters}
        return [
            match["projects"] for match in client.post("query_knowledge", tenant.reader, question).json()["matches"]
        ]

    form = {"fileName": "clock.txt", "contentType": "text/plain", "project": "Küche 7"}
    presigned = client.request("POST", "upload_ingest", tenant.agent, "/presign", json=form).json()
    assert presigned["fields"]["x-amz-meta-project"] == "K%C3%BCche%207"
    clock = b"The quartz clock drifts by two seconds a day in the cellar."
    assert send("clock.txt", clock, project="Küche 7").status_code == 200
    assert asked() == asked(project="Küche 7") == [["Küche 7"]] and asked(project="other") == []
    assert send("copy.txt", clock, project="other").json()["duplicate_of"] is None
    assert asked(project="other") == [["other"]] and asked(project="Küche 7") == [["Küche 7"]]
    assert send("clock.txt", clock).status_code == 200
    assert sorted(asked(project="other")) == [[], ["other"]] and sorted(asked(project="Küche 7")) == [[], ["Küche 7"]]


def test_an_uploads_front_matter_may_name_its_project(client, tenant, send):
    """As a file of the tiers does."""
    assert send("clock.md", b"---\nproject: shop\n---\n# Clock\n\nThe quartz clock drifts.\n").status_code == 200
    answers = {
        project: client.post("query_knowledge", tenant.reader, {"query": "quartz clock", "project": project}).json()
        for project in ("shop", "other")
    }
    assert [len(answer["matches"]) for answer in answers.values()] == [1, 0]


def test_a_project_has_lists_of_its_own_uploads(client, tenant, send, known):
    """In its folder, led to by its index alone; what is deleted there is listed nowhere.

    One whose project's name has no room in a path is listed among those of all.
    """

    def lists():
        answers = {
            path: client.request("GET", "knowledge_files", tenant.admin, f"/{path}").json()["content"]
            for (path,) in known()["files"]
            if path.startswith(("1-index/", "2-summaries/"))
        }
        return {path for path, content in answers.items() if "clock" in content or "uploads-cellar" in content}

    clock, whole = b"The quartz clock drifts.", {"1-index/index.md", "2-summaries/user/uploads-cellar.md"}
    of_shop, of_cafe = ({path.replace("/", f"/project={name}/", 1) for path in whole} for name in ("shop", "cafe"))
    for project, expected in (("shop", of_shop), ("cafe", of_cafe), ("", whole), ("x" * 150, whole), ("shop", of_shop)):
        upload = send("clock.txt", clock, topic="Cellar", **({"project": project} if project else {})).json()
        assert lists() == expected
        client.request("DELETE", "upload_ingest", tenant.agent, f"/uploads/{upload['upload_id']}")
        assert lists() == set()


def test_a_page_and_a_row_are_named(client, tenant, send):
    """A match in a PDF has its page, one in a table its rows."""
    assert send("manual.pdf", pdf("The pump is primed by hand.", "The filter is rinsed weekly.")).status_code == 200
    assert send("towns.csv", CSV).status_code == 200
    [page] = client.post("query_knowledge", tenant.reader, {"query": "rinse the filter", "match_count": 1}).json()[
        "matches"
    ]
    assert (page["source"]["unit"], page["source"]["first"], page["source"]["last"]) == ("page", 2, 2)
    rows = client.post("query_knowledge", tenant.reader, {"query": "Town42", "source_type": "csv"}).json()["matches"]
    assert any(row["source"]["first"] <= 43 <= row["source"]["last"] for row in rows if row["source"]["unit"] == "row")


def test_filters_find_only_what_they_name(client, tenant, send):
    """sourceType, tags and scope narrow the search to the uploads that carry them; a label leaves a file its kind."""
    send(
        "a.txt",
        b"The red valve is checked on Mondays.",
        sourceType="safety_manual",
        tags="plant, north",
        key=tenant.admin,
    )
    send("b.txt", b"The red valve is checked on Fridays.", tags=["plant"], key=tenant.admin)
    client.post("agent_complete", tenant.agent, {"learnings": ["The red valve is checked never."]})

    def files(**filters):
        answer = client.post("query_knowledge", tenant.reader, {"query": "red valve", **filters}).json()
        return {match["source"]["path"][-5:] if match["source"] else None for match in answer["matches"]}

    assert files() == {"a.txt", "b.txt", None}
    assert files(sourceType="safety_manual") == files(tags=["plant", "north"]) == {"a.txt"}
    assert files(tags=["plant"]) == files(scope="user") == {"a.txt", "b.txt"}
    assert files(sourceType="text") == {"a.txt", "b.txt"}
    assert files(sourceType="other") == set()


def test_the_tiers_say_what_was_uploaded(client, tenant, send, known):
    """The asset stays, a rendition points to it, the topic's summary and the index name it; search finds it once."""
    upload = send("deploy.md", MARKDOWN, topic="Operations", userId="ada", key=tenant.admin).json()
    paths = [path for (path,) in known()["files"]]
    rendition = "3-descriptions/user/uploads/operations/deploy.md.md"
    assert paths == ["1-index/index.md", "2-summaries/user/uploads-operations.md", rendition, upload["path"]]
    content = client.request("GET", "knowledge_files", tenant.reader, f"/{rendition}").json()["content"]
    assert f'source: "{upload["path"]}"' in content or f"source: {upload['path']}" in content
    assert "green lever" in content
    index = client.request("GET", "knowledge_files", tenant.reader, "/1-index/index.md").json()["content"]
    assert "2-summaries/user/uploads-operations.md" in index
    matches = client.post("query_knowledge", tenant.reader, {"query": "green lever", "match_count": 9}).json()[
        "matches"
    ]
    assert [match["source"]["path"] for match in matches if "green lever" in match["learning"]] == [upload["path"]]
    status = client.request("GET", "upload_ingest", tenant.reader, f"/uploads/{upload['upload_id']}").json()
    assert (status["status"], status["user_id"], status["file_name"]) == ("done", "ada", "deploy.md")


def test_the_tiers_name_the_folders_that_there_are(client, tenant, send, known):
    """An agent's text is in another folder than a person's; the index says so in a sentence."""

    def folders(path):
        content = client.request("GET", "knowledge_files", tenant.reader, path).json()["content"]
        assert "/:" not in content
        return set(re.findall(r"3-descriptions/\w+/uploads/plant/", content))

    for key, folder in ((tenant.agent, "learned"), (tenant.admin, "user")):
        assert send(f"{folder}.txt", f"The pump of {folder} hums.".encode(), topic="Plant", key=key).status_code == 200
        there = {path[: path.rindex("/") + 1] for (path,) in known()["files"] if path.startswith("3-descriptions/")}
        assert (
            folders("/2-summaries/user/uploads-plant.md") == there
            and f"3-descriptions/{folder}/uploads/plant/" in there
        )


def test_the_same_bytes_under_another_name_are_a_duplicate(client, tenant, send, known):
    """The second name answers what it duplicates; both stay; the end of the first makes the second the original."""
    first = send("a.md", MARKDOWN).json()
    second = send("b.md", MARKDOWN).json()
    assert second["duplicate_of"] == first["upload_id"] and "duplicate of" in second["message"]
    assert {row[0] for row in known()["chunks"]} == {first["path"]}
    assert {(path,) for path in (first["path"], second["path"])} <= set(known()["files"])
    deleted = client.request("DELETE", "upload_ingest", tenant.agent, f"/uploads/{first['upload_id']}")
    assert (deleted.status_code, deleted.json()["status"]) == (200, "deleted")
    assert {row[0] for row in known()["chunks"]} == {second["path"]}
    status = client.request("GET", "upload_ingest", tenant.reader, f"/uploads/{second['upload_id']}").json()
    assert (status["status"], status["duplicate_of"]) == ("done", None)


def test_a_duplicate_is_found_by_its_own_labels(client, tenant, send):
    """It was told that both names are kept; its source type is the original's where that has none of its own."""
    send("a.md", MARKDOWN, tags="plant")
    send("b.md", MARKDOWN, tags="north", sourceType="manual")
    question = {"query": "Which script runs first?", "sourceType": "manual", "tags": ["plant", "north"]}
    assert client.post("query_knowledge", tenant.reader, question).json()["matches"]


def test_a_replaced_file_is_found_as_it_is_now(client, tenant, send, known):
    """The same name with other content replaces the chunks; the same content again changes nothing."""
    send("rule.txt", b"The gate closes at nine.")
    again = send("rule.txt", b"The gate closes at ten.").json()
    assert [row[2] for row in known()["chunks"]] == ["The gate closes at ten."]
    before = known()
    assert send("rule.txt", b"The gate closes at ten.").json() == again
    assert known() == before


def test_a_deleted_file_is_found_no_more(client, tenant, send, known):
    """After the deletion nothing of the file is left: no chunk, no rendition, no line of the index."""
    upload = send("rule.txt", b"The gate closes at nine.").json()
    client.request("DELETE", "upload_ingest", tenant.agent, f"/uploads/{upload['upload_id']}")
    left = known()
    assert left["chunks"] == [] and left["files"] == [("1-index/index.md",)]
    assert client.request("GET", "knowledge_files", tenant.reader, "/1-index/index.md").json()["content"] == ""
    assert send("rule.txt", b"The gate closes at nine.").json()["status"] == "done"


HOSTILE = [
    ("empty.txt", b"", 422, "zero bytes"),
    ("broken.pdf", b"%PDF-1.7\nnothing", 422, "PDF"),
    ("deep.json", b"[" * 100_000, 422, "nested too deeply"),
    ("cell.csv", b'a,b\n1,"' + b"x" * 5_000_000 + b'"\n', 202, ""),
]


@pytest.mark.usefixtures("in_a_child")
def test_a_hostile_file_is_refused_and_the_next_is_read(client, tenant, send, stored):
    """What cannot be read is a 4xx with its reason and leaves nothing; the next upload works."""
    before = stored(tenant.tenant_id)
    for name, content, status, says in HOSTILE:
        if status != 202:
            assert_problem(send(name, content), status, says)
    assert stored(tenant.tenant_id) == before
    assert send("fine.txt", b"All is well.").json()["status"] == "done"


@pytest.mark.usefixtures("in_a_child")
def test_a_large_file_is_read_later_and_fails_with_its_reason(client, tenant, send, arrive):
    """Above the stated size the answer is a 202 with a status to poll; a refusal is the status and its reason."""
    name, content, *_ = HOSTILE[-1]
    answer = send(name, content)
    assert (answer.status_code, answer.json()["status"]) == (202, "received")
    assert arrive(created(f"{tenant.tenant_id}/{answer.json()['path']}")) == []
    status = client.request("GET", "upload_ingest", tenant.reader, f"/uploads/{answer.json()['upload_id']}").json()
    assert status["status"] == "failed" and "131,072" in status["reason"]


def test_what_another_run_was_at_work_on_may_be_done_by_now(client, tenant, send, monkeypatch):
    """Then the answer is no 202; where that run looks again at what was read, it says that the text can be found."""

    def under_way(upload):
        return upload.model_copy(update={"status": "embedding"})

    follow, find = Ingestion.follow, UploadRegistry.find

    def overtaken(*args, **options):
        outcome = follow(*args, **options)
        return replace(outcome, upload=under_way(outcome.upload))

    monkeypatch.setattr(Ingestion, "follow", overtaken)
    answer = send("note.txt", b"The bell rings twice.")
    assert (answer.status_code, answer.json()["status"]) == (200, "done")
    monkeypatch.setattr(UploadRegistry, "find", lambda *args: under_way(find(*args)))
    answer = send("note.txt", b"The bell rings thrice.")
    assert (answer.status_code, answer.json()["status"]) == (202, "embedding")
    assert answer.json()["message"].startswith("note.txt is searchable: 1 passages;")


def test_what_was_not_read_of_a_file_is_told(client, tenant, send):
    """In the answer, and for as long as the file is there: of a lease its scanned pages. A file read whole has none."""
    image = ") Tj ET q 100 0 0 100 72 600 cm BI /W 1 /H 1 /CS /G /BPC 8 /F /AHx ID 00> EI Q BT ("
    scanned = pdf("The notice period is six months.", image)
    for _ in range(2):
        answer = send("lease.pdf", scanned).json()
        assert answer["status"] == "done" and answer["message"].endswith(f"chunks. {PAGES}")
        upload = client.request("GET", "upload_ingest", tenant.reader, f"/uploads/{answer['upload_id']}").json()
        assert upload["reason"] == PAGES
    answer = send("lease.pdf", pdf("The notice period is six months.", "The deposit is paid.")).json()
    assert answer["message"].endswith("chunks.")
    assert (
        client.request("GET", "upload_ingest", tenant.reader, f"/uploads/{answer['upload_id']}").json()["reason"]
        is None
    )


def test_a_deleted_upload_is_restored(client, tenant, send, known):
    """With its project, its labels and all that search finds of it, by an admin key; again, nothing changes."""
    labels = {"project": "north", "tags": "trams", "title": "Timetable", "topic": "lines"}
    where = f"/uploads/{send('trams.md', MARKDOWN, key=tenant.admin, **labels).json()['upload_id']}"
    before = known()
    client.request("DELETE", "upload_ingest", tenant.admin, where).raise_for_status()
    assert known()["chunks"] == []
    assert client.request("POST", "upload_ingest", tenant.agent, f"{where}/restore").status_code == 403
    for _ in range(2):
        restored = client.request("POST", "upload_ingest", tenant.admin, f"{where}/restore").json()
        assert (restored["status"], restored["project"], restored["tags"]) == ("done", "north", ["trams"])
        assert known() == before


def test_a_deleted_upload_is_restored_though_a_form_for_its_name_was_made(client, tenant, send, known):
    """A file of that name is announced, and nobody has posted it; what was never posted is a 404."""
    where = f"/uploads/{send('trams.md', MARKDOWN, key=tenant.admin).json()['upload_id']}"
    client.request("DELETE", "upload_ingest", tenant.admin, where).raise_for_status()
    for name, status in (("trams.md", 200), ("new.md", 404)):
        asked = {"fileName": name, "contentType": "text/markdown"}
        form = client.request("POST", "upload_ingest", tenant.admin, "/presign", json=asked).json()
        answer = client.request("POST", "upload_ingest", tenant.admin, f"/uploads/{form['upload_id']}/restore")
        assert answer.status_code == status
    assert client.request("GET", "upload_ingest", tenant.reader, where).json()["status"] == "done"
    assert known()["chunks"] != []


def test_what_nobody_has_read_yet_is_restored_as_it_is(client, tenant, objects, send):
    """It is there, and has no further version."""
    sent = send("trams.md", MARKDOWN, key=tenant.admin, headers={"Prefer": "respond-async"}).json()
    restored = client.request("POST", "upload_ingest", tenant.admin, f"/uploads/{sent['upload_id']}/restore")
    assert (restored.status_code, restored.json()["status"]) == (200, "done")
    assert len(objects.version_ids(f"{tenant.tenant_id}/{sent['path']}")) == 1


def test_the_caller_may_choose_not_to_wait(client, tenant, send, arrive):
    """`Prefer: respond-async` gets a 202 whatever the size, and the storage event does the work."""
    answer = send("note.txt", b"The bell rings twice.", headers={"Prefer": "respond-async"})
    assert (answer.status_code, answer.json()["status"], answer.json()["chunks"]) == (202, "received", 0)
    assert arrive(created(f"{tenant.tenant_id}/{answer.json()['path']}")) == []
    status = client.request("GET", "upload_ingest", tenant.reader, f"/uploads/{answer.json()['upload_id']}").json()
    assert (status["status"], status["chunks"]) == ("done", 1)


@pytest.mark.parametrize(
    ("name", "content_type", "content", "kind"),
    [("towns.pdf", "application/pdf", CSV, "text/csv"), ("t.txt", "image/png", pdf("Hello there"), "application/pdf")],
)
def test_the_content_decides_what_a_file_is(client, tenant, send, name, content_type, content, kind):
    """A lying extension or content type does not change how a file is read."""
    upload = send(name, content, content_type).json()
    status = client.request("GET", "upload_ingest", tenant.reader, f"/uploads/{upload['upload_id']}").json()
    assert (status["status"], status["media_type"]) == ("done", kind)


def test_a_service_that_is_down_is_a_503(client, tenant, send, arrive, known, embedder, monkeypatch):
    """The sender is told when to try again, the upload says why it failed, and the file's own event reads it."""

    def unavailable(_):
        raise Unavailable("the embedding endpoint is overloaded; repeat the request in a moment")

    with monkeypatch.context() as patch:
        patch.setattr(embedder, "embed", unavailable)
        answer = send("note.txt", b"The bell rings twice.")
    assert_problem(answer, 503, "overloaded")
    assert answer.headers["retry-after"] == "5"
    assert [row[1:3] for row in known()["uploads"]] == [("failed", answer.json()["detail"])]
    assert arrive(created(f"{tenant.tenant_id}/assets/general/note.txt")) == []
    assert [row[1:3] for row in known()["uploads"]] == [("done", None)]


def test_a_full_tier_is_a_402(client, tenant, send, admin_url):
    """A tenant with as many uploads as its tier has entries is told how to go on; replacing still works."""
    import psycopg

    first = send("a.txt", b"The first file.").json()
    with psycopg.connect(admin_url) as connection:
        connection.execute(
            "insert into knowledge.uploads (tenant_id, id, file_path, file_name, topic, status)"
            " select %s, gen_random_uuid(), 'assets/t/' || n, 'n', 't', 'done' from generate_series(1, 499) n",
            [tenant.tenant_id],
        )
    assert_problem(send("b.txt", b"One too many."), 402, "upgrade")
    assert send("a.txt", b"The first file, replaced.").json()["upload_id"] == first["upload_id"]


def test_no_tenant_sees_anothers_uploads(client, new_tenant, tenant, send, known):
    """Another tenant's key finds neither the upload nor its text, and the same bytes are no duplicate there."""
    upload = send("secret.txt", b"The vault code is in the blue book.").json()
    other = new_tenant()
    path = f"/uploads/{upload['upload_id']}"
    for method in ("GET", "DELETE"):
        assert_problem(client.request(method, "upload_ingest", other.admin, path), 404, "upload")
    assert client.post("query_knowledge", other.reader, {"query": "vault code"}).json()["matches"] == []
    same = send("secret.txt", b"The vault code is in the blue book.", key=other.agent).json()
    assert (same["duplicate_of"], same["chunks"]) == (None, 1)


def test_what_was_uploaded_is_listed(client, tenant, new_tenant, send):
    """By path, a page at a time, of one status or topic; what was deleted where it is asked for; the tenant's alone."""
    sent = {name: send(name, f"The {name} hums.".encode(), topic="Night Shift").json() for name in ("b.txt", "a.txt")}
    send("c.txt", b"The gate closes at nine.")
    client.request("DELETE", "upload_ingest", tenant.agent, f"/uploads/{sent['b.txt']['upload_id']}")

    def listed(key=tenant.reader, **query):
        answer = client.request("GET", "upload_ingest", key, "/uploads", params=query).json()
        return [upload["file_path"] for upload in answer["uploads"]], answer["next"]

    first, second = "assets/general/c.txt", "assets/night-shift/a.txt"
    assert listed() == ([first, second], None)
    assert listed(limit=1) == ([first], first) and listed(limit=1, after=first) == ([second], second)
    assert listed(limit=1, after=second) == ([], None)
    assert listed(topic="Night Shift", status="done") == ([second], None)
    assert listed(status="deleted") == (["assets/night-shift/b.txt"], None)
    assert listed(new_tenant().reader) == ([], None)
    assert_problem(
        client.request("GET", "upload_ingest", tenant.reader, "/uploads", params={"status": "x"}), 422, "done"
    )


def test_an_upload_that_nobody_works_on_is_listed_as_failed(client, tenant, send, admin_url):
    """As it is where it is asked for by its id."""
    import psycopg

    send("note.txt", b"The bell rings twice.", headers={"Prefer": "respond-async"})
    with psycopg.connect(admin_url) as connection:
        connection.execute("update knowledge.uploads set updated_at = now() - interval '2 days'")
    [upload] = client.request("GET", "upload_ingest", tenant.reader, "/uploads").json()["uploads"]
    assert upload["status"] == "failed" and "interrupted" in upload["reason"]


def test_the_sample_event_lists(client, tenant, send):
    """Through Lambda's door its query means the same."""
    send("deploy.md", MARKDOWN)
    sample = json.loads((ROOT / "events" / "upload-ingest.uploads.url.json").read_text())
    sample["headers"]["authorization"] = f"Bearer {tenant.reader}"
    handler = run_path(str(ROOT / "functions" / "upload_ingest" / "main.py"))["handler"]
    [upload] = json.loads(handler(sample, None)["body"])["uploads"]
    assert upload["file_path"] == upload["path"] == "assets/general/deploy.md"
    assert upload["id"] == upload["upload_id"]


def test_roles_and_unknown_uploads(client, tenant, send):
    """A reader may ask but not upload; an unknown id is a 404."""
    assert_problem(send("a.txt", b"x", key=tenant.reader), 403, "role agent")
    assert_problem(client.request("GET", "upload_ingest", tenant.reader, f"/uploads/{uuid4()}"), 404, "upload")
    assert_problem(client.request("GET", "upload_ingest", tenant.reader, "/uploads/7"), 422, "upload_id")


@pytest.mark.parametrize(
    "name", ["Ünïcode Report (1).txt", "a/../../b.txt", "C:\\temp\\x#y.txt", "💡.txt", "n" * 400 + ".txt", ".txt"]
)
def test_any_name_is_kept_under_an_allowed_one(client, tenant, send, name):
    """Whatever a file is called, it lands inside the tenant's assets, and its own name is told."""
    upload = send(name, b"The lamp is in the attic.").json()
    assert upload["status"] == "done" and upload["path"].startswith("assets/general/") and ".." not in upload["path"]


def test_names_that_become_alike_do_not_replace_each_other(client, tenant, send):
    """Two names that are not allowed and differ only in that stay two files."""
    one, two = (send(name, content).json()["path"] for name, content in [("a#b.txt", b"One."), ("a?b.txt", b"Two.")])
    assert one != two


@more_in_soak("many", 8, 16)
@pytest.mark.usefixtures("in_a_child")
def test_many_files_at_once_are_all_there(client, tenant, send, known, many):
    """Files that are sent at once to one topic are all searchable, and the index has its line once; the next works."""
    texts = [f"Locker {number} belongs to crew {number * 7}." for number in range(many)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda n: send(f"locker{n}.txt", texts[n].encode(), topic="crew"), range(len(texts))))
    assert {answer.status_code for answer in answers} == {200}, [answer.text for answer in answers]
    assert sorted(row[2] for row in known()["chunks"]) == sorted(texts)
    index = client.request("GET", "knowledge_files", tenant.reader, "/1-index/index.md").json()["content"]
    assert index.count("2-summaries/user/uploads-crew.md") == 1 and "Uploads: Crew" in index
    summary = client.request("GET", "knowledge_files", tenant.reader, "/2-summaries/user/uploads-crew.md").json()
    assert f"{many} uploaded files" in summary["content"]
    assert send("one_more.txt", b"The last locker.").json()["status"] == "done"
