"""Secrets in files: an agent's are redacted before they are kept, a person's stay in the file and reach no prompt."""

import httpx
import pytest

from tests.conftest import ONE_ADAPTER
from tests.integration.uploads.conftest import arrive, created, put
from tests.integration.uploads.test_http import pdf

SECRET = f"ghp_{'a1B2c3D4e5' * 4}"[:40]
ADDRESS = "harbour@heron-freight.io"
KEYS = f"# Keys\n\n- The customs gateway takes the key {SECRET} of its owner {ADDRESS}.\n"
REDACTED = "# Keys\n\n- The customs gateway takes the key [redacted:github-token] of its owner [redacted:email].\n"
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
        assert SECRET not in text and ADDRESS not in text


def test_what_an_agent_posts_by_a_form_is_redacted_when_it_is_read(client, tenant, arrive, objects):
    """The version with the secret is erased."""
    about = {"fileName": "keys.md", "contentType": "text/markdown"}
    form = client.request("POST", "upload_ingest", tenant.agent, "/presign", json=about).json()
    httpx.post(form["url"], data=form["fields"], files={"file": ("keys.md", KEYS.encode())}, trust_env=False)
    key = form["fields"]["key"]
    assert arrive(created(key)) == arrive(created(key)) == []
    kept = [objects.get(key, version).body.decode() for version in objects.version_ids(key)]
    status = client.request("GET", "upload_ingest", tenant.reader, f"/uploads/{form['upload_id']}").json()
    assert (kept, status["status"]) == ([REDACTED], "done")
