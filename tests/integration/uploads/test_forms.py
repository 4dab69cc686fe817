"""Forms: those that bring a file, and those that are given out for a file to be put into the bucket."""

import json
from base64 import b64decode

import httpx
import pytest
from knowledge.documents.limits import MAX_BYTES

from tests.integration.test_bad_input import assert_problem
from tests.integration.uploads.conftest import created


def multipart(body: bytes, client, tenant, boundary: str = "x"):
    headers = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
    return client.request("POST", "upload_ingest", tenant.agent, content=body, headers=headers)


FILE = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nHello.\r\n'
TOPIC = b'--x\r\nContent-Disposition: form-data; name="topic"\r\n\r\nt\r\n'


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        (b"", 400, "truncated"),
        (FILE[:-4], 400, "truncated"),
        (TOPIC + b"--x--\r\n", 400, "no file"),
        (TOPIC + FILE[:60], 400, ""),
        (b"no form at all", 400, "form"),
        (b"junk--x--", 400, "form"),
        (FILE + FILE + b"--x--\r\n", 400, "files"),
        (FILE + TOPIC.replace(b"topic", b"colour") + b"--x--\r\n", 422, "colour"),
        (FILE + TOPIC + TOPIC + b"--x--\r\n", 422, "topic"),
        (TOPIC.replace(b"topic", b"file") + FILE.replace(b'"file"', b'"topic"') + b"--x--\r\n", 422, "file"),
        (FILE + TOPIC.replace(b"\r\nt\r", b"\r\n" + b"t" * 70_000 + b"\r") + b"--x--\r\n", 400, ""),
    ],
    ids=lambda value: "" if isinstance(value, bytes) else None,
)
def test_a_broken_form_is_refused(client, tenant, stored, body, status, says):
    """A truncated or wrong form is a 4xx that says what to send, and nothing is stored."""
    before = stored(tenant.tenant_id)
    assert_problem(multipart(body, client, tenant), status, says)
    assert stored(tenant.tenant_id) == before


def test_a_form_that_holds_no_files_is_answered_with_the_one_that_does(client, tenant):
    """`curl -d file=@a.md` sends such a form: JSON would not bring a file either."""
    for body in ({"data": {"file": "@a.md", "topic": "t"}}, {"content": b"[1]"}, {"content": b"# A"}):
        assert_problem(client.request("POST", "upload_ingest", tenant.agent, **body), 400, "multipart/form-data")


def test_a_body_over_the_urls_limit_points_to_presign(client, tenant, send):
    """Over 6 MB the answer is a 413 that names the form for larger files."""
    assert_problem(send("large.txt", b"x" * (7 * 2**20)), 413, "POST /upload-ingest/presign")


@pytest.mark.parametrize("kind", ["text/html\r\nSet-Cookie: a=b", "text/märkdown", "markdown", "a/b; c=\nd"])
def test_a_form_is_of_a_type_that_a_header_takes(client, tenant, kind):
    """Another would be an object that nobody can read or export again."""
    asked = {"fileName": "a.md", "contentType": kind}
    answer = client.request("POST", "upload_ingest", tenant.agent, "/presign", json=asked)
    assert_problem(answer, 422, "contentType")


@pytest.mark.parametrize("kind", ["text/x\x01y", "a: b", "text/\u20ac", "text/plain\tx"])
def test_what_is_no_media_type_is_no_header(client, tenant, kind) -> None:
    """What a form says of its file is answered again as a header: nothing that none takes is kept."""
    part = f'Content-Disposition: form-data; name="file"; filename="odd.md"\r\nContent-Type: {kind}'
    form = {"content": f"--b\r\n{part}\r\n\r\n# A\n\r\n--b--\r\n".encode()}
    typed = {"Content-Type": "multipart/form-data; boundary=b"}
    assert client.request("POST", "upload_ingest", tenant.agent, headers=typed, **form).status_code == 200
    read = client.request("GET", "knowledge_files", tenant.reader, "/assets/general/odd.md")
    assert read.status_code == 200 and read.headers["content-type"] == "text/plain"


def test_a_presigned_form_takes_the_file_and_nothing_else(client, tenant, arrive, objects, known):
    """The form pins key, size and type; the object's event does the rest."""
    asked = {
        "fileName": "manual.txt",
        "contentType": "text/plain",
        "size": 100,
        "sourceType": "manual",
        "tags": ["pump"],
    }
    form = client.request("POST", "upload_ingest", tenant.agent, "/presign", json=asked).json()
    status = client.request("GET", "upload_ingest", tenant.reader, f"/uploads/{form['upload_id']}").json()
    assert (status["status"], form["max_bytes"]) == ("expected", 100)
    assert form["fields"]["key"] == f"{tenant.tenant_id}/assets/general/manual.txt"
    assert form["fields"]["Content-Type"] == "text/plain"
    policy = json.loads(b64decode(form["fields"]["policy"]))["conditions"]  # S3 enforces it, the test's server does not
    assert ["content-length-range", 1, 100] in policy
    assert {"key": form["fields"]["key"]} in policy and {"Content-Type": "text/plain"} in policy
    posted = httpx.post(form["url"], data=form["fields"], files={"file": ("m", b"Prime the pump.")}, trust_env=False)
    assert posted.status_code == 204, posted.text
    assert arrive(created(form["fields"]["key"])) == []
    [match] = client.post("query_knowledge", tenant.reader, {"query": "pump", "sourceType": "manual"}).json()["matches"]
    assert match["source"]["path"] == form["path"] and "pump" in match["tags"]


@pytest.mark.parametrize("wrong", [{"size": MAX_BYTES + 1}, {"size": 0}, {"contentType": ""}, {"fileName": ""}])
def test_a_form_for_what_would_be_refused_is_not_made(client, tenant, stored, wrong):
    """A size over 10 MB or a missing name is a 422."""
    asked = {"fileName": "manual.txt", "contentType": "text/plain", **wrong}
    before = stored(tenant.tenant_id)
    answer = client.request("POST", "upload_ingest", tenant.agent, "/presign", json=asked)
    assert answer.status_code == 422
    assert stored(tenant.tenant_id) == before
