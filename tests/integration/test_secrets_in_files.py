"""Redaction of files: agents' secrets are not kept, people's reach no prompt, unless the tenant wants it otherwise."""

import httpx
import psycopg
import pytest
from knowledge.errors import Unavailable
from knowledge.ports.object_store import S3Objects

from kloop import administration
from tests.conftest import ONE_ADAPTER
from tests.integration.uploads.conftest import arrive, created, put
from tests.integration.uploads.test_http import pdf

SECRET = f"ghp_{'a1B2c3D4e5' * 4}"[:40]
ADDRESS = "harbour@heron-freight.io"
KEYS = f"# Keys\n\n- The customs gateway takes the key {SECRET} of its owner {ADDRESS}.\n"
REDACTED = KEYS.replace(SECRET, "[redacted:github-token]")
CONTACTS = f"name,mail,phone\nHarbour office,{ADDRESS},+45 33 12 34 56\n".encode()
PATH = "/2-summaries/operations/keys.md"
QUESTION = "Which key does the customs gateway take?"

__all__ = ["arrive", "put"]  # fixtures
pytestmark = ONE_ADAPTER


@pytest.fixture
def asked(client, tenant):
    """What a question and a task are answered, as it was sent."""

    def ask() -> list[str]:
        client.post("reindex", tenant.admin, {})
        task = {"task_type": "customs", "task_description": QUESTION}
        question = client.post("query_knowledge", tenant.reader, {"query": QUESTION, "match_threshold": 0})
        context = client.request("POST", "query_knowledge", tenant.reader, "/context", json=task)
        return [question.text, context.json()["formatted"]]

    return ask


@pytest.fixture
def wants(administrator, tenant):
    """Sets what the tenant wants redacted in its files."""
    return lambda redaction: administration.set_redaction(administrator, tenant.tenant_id, redaction)


@pytest.fixture
def put_file(client):
    """Writes the file with a key, and answers what is kept of it."""
    return lambda key: client.request("PUT", "knowledge_files", key, PATH, json={"content": KEYS}).json()["content"]


@pytest.fixture
def upload(client, tenant):
    """Uploads a file with a key, and answers what is kept of it."""

    def send(key: str, name: str, content: bytes) -> bytes:
        answer = client.request("POST", "upload_ingest", key, files={"file": (name, content)})
        assert answer.status_code == 200, answer.text
        return client.request("GET", "knowledge_files", tenant.reader, f"/{answer.json()['path']}").content

    return send


def test_what_an_agent_writes_is_redacted(client, tenant, asked):
    """The answer has what is kept; the same again is no new version; no version and no answer has the secret."""
    write = {"json": {"content": KEYS}}
    first = client.request("PUT", "knowledge_files", tenant.agent, PATH, **write).json()
    again = client.request("PUT", "knowledge_files", tenant.agent, PATH, **write).json()
    assert first["content"] == REDACTED
    assert again == first == client.request("GET", "knowledge_files", tenant.reader, PATH).json()
    for answer in asked():
        assert "redacted:github-token" in answer and SECRET not in answer


def test_what_a_person_writes_stays_and_its_secrets_reach_no_prompt(client, tenant, asked):
    """The file is byte for byte as it was sent; answers have whom to call, and no secret."""
    written = client.request("PUT", "knowledge_files", tenant.admin, PATH, json={"content": KEYS}).json()
    assert written["content"] == KEYS
    for answer in asked():
        assert ADDRESS in answer and SECRET not in answer


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_text_that_an_agent_uploads_is_redacted(tenant, upload, asked, encoding):
    """In its own encoding; a person's is byte for byte as it was sent."""
    assert upload(tenant.agent, "agents.md", KEYS.encode(encoding)).decode(encoding) == REDACTED
    assert upload(tenant.admin, "persons.md", KEYS.encode(encoding)) == KEYS.encode(encoding)
    assert SECRET not in "".join(asked())


def test_what_is_read_of_an_agents_document_is_redacted(client, tenant, upload, asked):
    """A PDF is kept as it was sent; its passages and its text in the third tier have no secret."""
    content = pdf(KEYS.replace("\n", " "))
    assert upload(tenant.agent, "keys.pdf", content) == content
    listed = client.request("GET", "knowledge_files", tenant.reader, "/?prefix=3").json()["files"]
    texts = [client.request("GET", "knowledge_files", tenant.reader, f"/{file['path']}").text for file in listed]
    assert any("customs gateway" in text for text in texts)
    for text in [*texts, *asked()]:
        assert SECRET not in text and ADDRESS in text


def test_contacts_that_an_agent_uploads_stay(tenant, upload):
    """Whom to call and where to write is what such a file is for."""
    assert upload(tenant.agent, "contacts.csv", CONTACTS) == CONTACTS


def test_a_tenant_may_want_personal_data_redacted_as_well(tenant, wants, upload, put_file, asked):
    """In what agents send, in files that nothing can be replaced in, too; a person's stays with its addresses."""
    wants("all")
    assert put_file(tenant.agent) == REDACTED.replace(ADDRESS, "[redacted:email]")
    assert ADDRESS.encode() not in upload(tenant.agent, "contacts.csv", CONTACTS)
    upload(tenant.agent, "keys.pdf", pdf(KEYS.replace("\n", " ")))
    for answer in asked():
        assert "customs gateway" in answer and ADDRESS not in answer and SECRET not in answer
    assert upload(tenant.admin, "persons.csv", CONTACTS) == CONTACTS


def test_a_tenant_may_want_nothing_redacted(tenant, wants, upload, put_file, asked):
    """What an agent sends is kept byte for byte, and prompts have what it says."""
    wants("off")
    assert put_file(tenant.agent) == KEYS
    assert upload(tenant.agent, "keys.md", KEYS.encode("utf-16")) == KEYS.encode("utf-16")
    for answer in asked():
        assert SECRET in answer and ADDRESS in answer


def test_a_document_of_a_tenant_that_wants_nothing_redacted_is_found_as_it_is(tenant, wants, upload, asked):
    """A PDF's text, of which nothing but the index and the rendition has any."""
    wants("off")
    upload(tenant.agent, "keys.pdf", pdf(KEYS.replace("\n", " ")))
    assert all(SECRET in answer for answer in asked())


def test_from_the_next_reindex_on_prompts_have_what_the_tenant_wants_now(tenant, wants, upload, put_file, asked):
    """The files themselves stay as they were kept."""
    wants("off")
    assert put_file(tenant.admin) == KEYS
    upload(tenant.agent, "keys.md", KEYS.encode())
    assert all(SECRET in answer for answer in asked())
    wants("secrets")
    assert all(SECRET not in answer and "customs gateway" in answer for answer in asked())
    wants("off")
    assert all(SECRET in answer for answer in asked())


def test_what_the_release_before_read_is_read_again(connected, tenant, wants, upload, put_file, asked):
    """It runs on while the SQL is there already, and notes what it reads as it stands by the file's ETag alone."""
    wants("off")
    put_file(tenant.admin)
    upload(tenant.admin, "keys.md", KEYS.encode())
    assert all(SECRET in answer for answer in asked())
    with psycopg.connect(connected.admin_url) as connection:
        connection.execute("update knowledge.indexed_files set etag = split_part(etag, ' ', 1)")
        connection.execute("update knowledge.tenants set redaction = 'secrets'")
    assert all(SECRET not in answer and "customs gateway" in answer for answer in asked())


@pytest.fixture
def post(client, tenant):
    """Posts a file by a form with the agent's key; answers the object's key and the upload's id."""

    def send(content: str) -> tuple[str, str]:
        about = {"fileName": "keys.md", "contentType": "text/markdown"}
        form = client.request("POST", "upload_ingest", tenant.agent, "/presign", json=about).json()
        file = {"file": ("keys.md", content.encode())}
        httpx.post(form["url"], data=form["fields"], files=file, trust_env=False).raise_for_status()
        return form["fields"]["key"], form["upload_id"]

    return send


@pytest.fixture
def kept_versions(objects):
    """What the versions of an object say."""
    return lambda key: [objects.get(key, version).body.decode() for version in objects.version_ids(key)]


@pytest.mark.parametrize(("redaction", "kept"), [("off", KEYS), ("secrets", REDACTED)])
def test_what_an_agent_posts_by_a_form_is_redacted_when_it_is_read(
    client, tenant, wants, arrive, post, kept_versions, redaction, kept
):
    """As the tenant wants it; the version with the secret is erased."""
    wants(redaction)
    key, upload_id = post(KEYS)
    assert arrive(created(key)) == arrive(created(key)) == []
    status = client.request("GET", "upload_ingest", tenant.reader, f"/uploads/{upload_id}").json()
    assert (kept_versions(key), status["status"]) == ([kept], "done")


@pytest.mark.parametrize("latest", [KEYS, REDACTED])
def test_of_several_posts_before_one_is_read_no_version_keeps_the_secret(arrive, post, kept_versions, latest):
    """Whether the last has it or not."""
    post(KEYS)
    key, _ = post(latest)
    assert arrive(created(key)) == []
    assert set(kept_versions(key)) == {REDACTED}


def test_a_secret_that_could_not_be_erased_goes_when_the_event_comes_again(arrive, post, kept_versions, monkeypatch):
    """The redacted version that was stored before does not hide it."""
    key, _ = post(KEYS)
    with monkeypatch.context() as failing:
        failing.setattr(S3Objects, "erase", lambda *_: (_ for _ in ()).throw(Unavailable("Storage is away.")))
        assert arrive(created(key)) == [created(key)]
    assert arrive(created(key)) == []
    assert kept_versions(key) == [REDACTED]
