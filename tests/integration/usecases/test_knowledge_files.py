"""knowledge-files over HTTP: files, their versions, and who may change them."""

import json
from contextlib import closing
from http.client import HTTPConnection
from runpy import run_path
from urllib.parse import quote, urlsplit

import httpx
import pytest
from functions_framework.aio import create_asgi_app
from knowledge.files.semver import ChangedBy

from tests.conftest import ROOT
from tests.support.serving import serving

PATH = "/2-summaries/product/pricing.md"


def put(client, key, content, path=PATH, **headers):
    """Writes a file and returns the answer."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.request("PUT", "knowledge_files", key, path, json={"content": content}, headers=named)


def get(client, key, path=PATH):
    """Reads a file, or what the query asks for."""
    return client.request("GET", "knowledge_files", key, path)


def test_a_file_is_written_listed_and_read(client, tenant):
    """The answers have the fields that the documentation names, and the content is byte for byte what was sent."""
    content = "\ufeff  # Pricing\r\n\r\n| a | b |\n trailing  "
    written = put(client, tenant.agent, content)
    assert written.status_code == 200, written.text
    read = get(client, tenant.reader).json()
    assert read == written.json()
    assert (read["path"], read["content"], read["version"], read["changed_by"]) == (PATH[1:], content, "1.0.0", "agent")
    [listed] = get(client, tenant.reader, "/?prefix=2-summ").json()["files"]
    assert (listed["path"], listed["version"], listed["size"]) == (PATH[1:], "1.0.0", len(content.encode()))
    assert get(client, tenant.reader, "/?prefix=3").json() == {"files": [], "next": None}


def test_a_write_names_what_it_replaces(client, tenant):
    """With the current ETag it succeeds; with an old one it is a 412; with none a 428, unless the file is new."""
    first = put(client, tenant.agent, "a\n").json()["etag"]
    assert get(client, tenant.reader).headers["etag"] == first
    second = put(client, tenant.agent, "a\nb\n", if_match=first)
    assert (second.status_code, second.json()["version"]) == (200, "1.1.0")
    assert put(client, tenant.agent, "c\n", if_match=first).status_code == 412
    assert put(client, tenant.agent, "c\n", if_none_match="*").status_code == 412
    refused = put(client, tenant.agent, "c\n")
    assert refused.status_code == 428
    assert "If-Match" in refused.json()["detail"]
    assert put(client, tenant.agent, "x\n", "/2-summaries/product/new.md", if_match="*").status_code == 412
    assert put(client, tenant.agent, "c\n", if_match="*").json()["version"] == "1.1.1"


def test_a_repeated_write_has_one_effect(client, tenant):
    """The same content again, whatever its conditions, is answered with the version that is there."""
    first = put(client, tenant.agent, "a\n").json()
    etag = put(client, tenant.agent, "a\nb\n", if_match=first["etag"]).json()["etag"]
    for headers in ({}, {"if_match": first["etag"]}, {"if_match": etag}, {"if_none_match": "*"}):
        assert put(client, tenant.agent, "a\nb\n", **headers).json()["version"] == "1.1.0"
    assert len(get(client, tenant.reader, f"{PATH}?versions").json()["versions"]) == 2


def test_history_diff_restore_and_deletion(client, tenant):
    """Every version can be read, compared and brought back, also after a deletion."""
    first = put(client, tenant.agent, "# A\none\n").json()
    put(client, tenant.admin, "# A\none\ntwo\n", if_match=first["etag"])
    assert get(client, tenant.reader, f"{PATH}?version=1.0.0").json()["content"] == "# A\none\n"
    assert "\n+two\n" in get(client, tenant.reader, f"{PATH}?diff=1.0.0..1.1.0").json()["diff"]
    deleted = client.request("DELETE", "knowledge_files", tenant.admin, PATH)
    assert deleted.json()["version"] == "2.0.0"
    gone = get(client, tenant.reader)
    assert gone.status_code == 404 and all(way in gone.json()["detail"] for way in ("?versions", "?restore"))
    assert "deleted" not in get(client, tenant.reader, "/2-summaries/product/never.md").json()["detail"]
    assert get(client, tenant.reader, f"{PATH}?version=2.0.0").status_code == 404
    assert "\n-two\n" in get(client, tenant.agent, f"{PATH}?diff=1.1.0..2.0.0").json()["diff"]
    assert get(client, tenant.reader, "/").json()["files"] == []
    back = client.request("POST", "knowledge_files", tenant.admin, f"{PATH}?restore=1.1.0")
    assert (back.json()["content"], back.json()["version"]) == ("# A\none\ntwo\n", "3.0.0")
    versions = get(client, tenant.reader, f"{PATH}?versions").json()["versions"]
    assert [(v["version"], v["changed_by"], v["change_summary"]) for v in versions] == [
        ("3.0.0", "user", "Restored version 1.1.0"),
        ("2.0.0", "user", "Deleted"),
        ("1.1.0", "user", "Edited"),
        ("1.0.0", "agent", "Created"),
    ]
    assert "object_version" not in versions[0]


def test_a_restored_page_tells_its_own_version(client, tenant):
    """In its header, too; over a living file it is the step that its text makes, and once."""
    path, page = "/2-summaries/finance/tolls.md", "Tolls | v1.0.0, 2026-02-03T10:30:00+00:00 | The toll is {}.\n"
    first = put(client, tenant.agent, page.format(4), path).json()
    put(client, tenant.agent, page.format(5), path, if_match=first["etag"]).raise_for_status()
    for _ in range(2):
        back = client.request("POST", "knowledge_files", tenant.agent, f"{path}?restore=1.0.0").json()
        assert back["version"] == "1.0.2"
        assert back["content"].startswith("Tolls | v1.0.2, ") and back["content"].endswith("| The toll is 4.\n")


def test_a_long_list_is_read_in_pages(client, tenant):
    """`next` continues the list where it stopped."""
    paths = [f"2-summaries/product/p{number}.md" for number in range(5)]
    for path in paths:
        put(client, tenant.agent, "x", f"/{path}")
    listed, after = [], ""
    while after is not None:
        page = get(client, tenant.reader, f"/?limit=2&after={after}").json()
        listed += [file["path"] for file in page["files"]]
        after = page["next"]
    assert listed == paths


@pytest.mark.parametrize(
    ("role", "path", "status"),
    [
        ("reader", PATH, 403),
        ("agent", PATH, 200),
        ("agent", "/3-descriptions/system/identity/who.md", 403),
        ("admin", "/3-descriptions/system/identity/who.md", 200),
        ("agent", "/1-index/index.md", 403),
        ("agent", "/1-index/other.md", 403),
        ("admin", "/1-index/index.md", 200),
        ("agent", "/3-descriptions/learned/tasks/one.md", 200),
        ("agent", "/3-descriptions/user/notes/one.md", 403),
        ("admin", "/3-descriptions/user/notes/one.md", 200),
    ],
)
def test_roles(client, tenant, role, path, status):
    """Readers read, agents write, and what outranks agents is written by people only, in any way."""
    key = getattr(tenant, role)
    assert put(client, key, "x", path).status_code == status
    if status == 403:
        assert client.request("DELETE", "knowledge_files", key, path).status_code == 403
        assert client.request("POST", "knowledge_files", key, f"{path}?restore=1.0.0").status_code == 403


@pytest.mark.parametrize(
    "path",
    [
        "/2-summaries/../../{other}/2-summaries/product/pricing.md",
        "/..%2f{other}%2f2-summaries%2fproduct%2fpricing.md",
        "/2-summaries/%2e%2e/%2e%2e/{other}/2-summaries/product/pricing.md",
        "/2-summaries/%252e%252e/{other}/pricing.md",
        "/2-summaries%5c..%5c{other}/x/pricing.md",
        "//{other}/2-summaries/product/pricing.md",
        "/{other}/2-summaries/product/pricing.md",
        "/2-summaries/product/pricing.md%00",
        "/2-summaries/product/%0apricing.md",
        "/2-summaries/product/pricing.md%20",
        "/2-summaries/" + quote("․․") + "/pricing.md",
        "/2-summaries/" + quote("．．/．．") + "/{other}/2-summaries/product/pricing.md",
        "/2-summaries/" + quote("∕..∕") + "/pricing.md",
        "/2-summaries/%c0%ae%c0%ae/{other}/pricing.md",
        "/2-summaries/product/pricing.md%3fversions",
        "/assets/product/price.csv",
        "/sessions/run.jsonl",
    ],
)
def test_no_path_leaves_the_tenant(client, new_tenant, path):
    """Over real HTTP, no client tidying the path: another tenant's file is neither read nor written, and no 500."""
    mine, theirs = new_tenant(), new_tenant()
    kept = put(client, theirs.agent, "theirs").json()
    attack = path.format(other=theirs.tenant_id)
    with serving(create_asgi_app("http", str(ROOT / "functions" / "knowledge_files" / "main.py"), "http")) as url:
        for method, target in (
            ("GET", attack),
            ("PUT", attack),
            ("DELETE", attack),
            ("POST", f"{attack}?restore=1.0.0"),
            ("GET", f"/?prefix={attack[1:]}"),
            ("GET", f"/?after={attack[1:]}"),
        ):
            status, answer = raw(url, method, target, mine.agent)
            assert status in (404, 405, 422) or json.loads(answer)["files"] == [], answer
            assert "theirs" not in answer
    assert get(client, theirs.reader).json() == kept


def raw(url: str, method: str, target: str, key: str) -> tuple[int, str]:
    """Sends the request line as it is, and returns the status and the body of the answer."""
    connection = HTTPConnection(urlsplit(url).netloc)
    body = json.dumps({"content": "mine"}) if method == "PUT" else None
    connection.request(method, target, body, {"Authorization": f"Bearer {key}"})
    answer = connection.getresponse()
    with closing(connection):
        return answer.status, answer.read().decode()


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("?version=9.9.9", 404),
        ("?version=%00", 404),
        ("?diff=1.0.0", 422),
        ("?diff=1.0.0..", 404),
        ("?versions=maybe", 422),
        ("?versions&version=1.0.0", 400),
        ("?unknown=1", 422),
    ],
)
def test_a_wrong_question_is_answered_with_what_is_wrong(client, tenant, query, status):
    """A 4xx, never a 500."""
    put(client, tenant.agent, "a\n")
    assert get(client, tenant.reader, PATH + query).status_code == status


def test_the_sample_event_writes_a_file(client, tenant):
    """Through Lambda's door, path, headers and body mean the same."""
    sample = json.loads((ROOT / "events" / "knowledge-files.url.json").read_text())
    sample["headers"]["authorization"] = f"Bearer {tenant.agent}"
    handler = run_path(str(ROOT / "functions" / "knowledge_files" / "main.py"))["handler"]
    written = json.loads(handler(sample, None)["body"])
    assert get(client, tenant.reader).json() == written
    assert (written["path"], written["content"]) == (PATH[1:], json.loads(sample["body"])["content"])


@pytest.mark.parametrize("size", [3, 2**20 + 1], ids=["small", "large"])
def test_an_asset_is_returned_as_it_was_uploaded(client, tenant, new_tenant, objects, size):
    """Of any kind: its bytes, or where they are many an address that gives them; only to its own tenant."""
    path, body = "assets/brand/logo.png", b"\x89PN" + b"x" * (size - 3)
    objects.put(f"{tenant.tenant_id}/{path}", body, content_type="image/png", if_match=None)
    answer = client.request("GET", "knowledge_files", tenant.reader, f"/{path}", follow_redirects=False)
    if size < 2**20:
        assert (answer.status_code, answer.content) == (200, body)
        assert answer.headers["content-disposition"] == "attachment"
        assert answer.headers["x-content-type-options"] == "nosniff"
    else:
        assert (answer.status_code, httpx.get(answer.headers["location"]).content) == (307, body)
    assert get(client, new_tenant().reader, f"/{path}").status_code == 404


def test_versions_are_answered_by_the_page(client, tenant, files):
    """However many there are."""
    for number in range(5):
        files.write(PATH[1:], f"{number}\n", by=ChangedBy.AGENT, summary="edit")
    pages, skip = [], 0
    while skip is not None:
        answer = get(client, tenant.reader, f"{PATH}?versions&limit=2&skip={skip}").json()
        pages.append([version["version"] for version in answer["versions"]])
        skip = answer["next"]
    assert pages == [["1.0.4", "1.0.3"], ["1.0.2", "1.0.1"], ["1.0.0"]]
