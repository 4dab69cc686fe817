"""Whatever is wrong with a request: a problem document that says what to do, and nothing stored."""

import errno
import json
from contextlib import contextmanager
from runpy import run_path
from types import SimpleNamespace
from uuid import uuid4

import pytest
from knowledge import wiring
from knowledge.ports import telemetry

from tests.conftest import ONE_ADAPTER
from tests.integration.conftest import MAINS, routes

TOO_LARGE = 7 * 2**20

# (function, what is wrong, the JSON body, status, a word of the detail that says what to do)
BODIES = [
    ("query_knowledge", "unknown field", {"query": "a", "querry": "b"}, 422, "querry"),
    ("query_knowledge", "no query", {}, 422, "query"),
    ("query_knowledge", "empty query", {"query": ""}, 422, "query"),
    ("query_knowledge", "blank query", {"query": " \n\t "}, 422, "query"),
    ("query_knowledge", "a query of NULs", {"query": "\0\0"}, 422, "query"),
    ("query_knowledge", "a query that is a number", {"query": 5}, 422, "query"),
    ("query_knowledge", "a query that is null", {"query": None}, 422, "query"),
    ("query_knowledge", "too long a query", {"query": "a" * 10_001}, 422, "query"),
    ("query_knowledge", "0 matches", {"query": "a", "match_count": 0}, 422, "match_count"),
    ("query_knowledge", "10,000 matches", {"query": "a", "match_count": 10_000}, 422, "match_count"),
    ("query_knowledge", "matches as text", {"query": "a", "match_count": "5"}, 422, "match_count"),
    ("query_knowledge", "half a match", {"query": "a", "match_count": 1.5}, 422, "match_count"),
    ("query_knowledge", "an impossible threshold", {"query": "a", "match_threshold": 3.1}, 422, "match_threshold"),
    ("query_knowledge", "an endless threshold", '{"query": "a", "match_threshold": 1e999}', 400, "1e999"),
    ("query_knowledge", "too long an agent type", {"query": "a", "agent_type": "a" * 201}, 422, "agent_type"),
    ("query_knowledge", "a tenant", {"query": "a", "tenant_id": str(uuid4())}, 422, "tenant_id"),
    ("agent_complete", "nothing that teaches", {"run_id": "r"}, 422, "session_log"),
    ("agent_complete", "a blank log", {"session_log": "  "}, 422, "session_log"),
    ("agent_complete", "a log that is a number", {"session_log": 7}, 422, "session_log"),
    ("agent_complete", "learnings that are text", {"learnings": "one"}, 422, "learnings"),
    ("agent_complete", "blank learnings alone", {"learnings": ["", " "]}, 422, "learnings.1.learning"),
    ("agent_complete", "a learning of NULs", {"learnings": ["\0"]}, 422, "learnings.0.learning"),
    ("agent_complete", "too long a learning", {"learnings": ["a" * 2001]}, 422, "learnings.0.learning"),
    ("agent_complete", "101 learnings", {"learnings": ["a"] * 101}, 422, "learnings"),
    ("agent_complete", "a learning of no known field", {"learnings": [{"text": "a"}]}, 422, "learnings.0.text"),
    ("agent_complete", "a tag that is a list", {"learnings": [{"learning": "a", "tags": [[]]}]}, 422, "tags.0"),
    ("agent_complete", "too long a run id", {"run_id": "r" * 201, "learnings": ["a"]}, 422, "run_id"),
    ("agent_complete", "a log nested too deeply", '{"session_log": ' + "[" * 900 + "]" * 900 + "}", 400, "deep"),
    ("record_event", "no content", {"kind": "research", "event_id": "e"}, 422, "content"),
    ("record_event", "blank content", {"kind": "research", "event_id": "e", "content": " \0"}, 422, "content"),
    ("record_event", "an empty object", {"kind": "research", "event_id": "e", "content": {}}, 422, "content"),
    ("record_event", "content that is a number", {"kind": "research", "event_id": "e", "content": 7}, 422, "content"),
    ("record_event", "a long text", {"kind": "research", "event_id": "e", "content": "a" * 500_001}, 422, "content"),
    ("record_event", "an unknown kind", {"kind": "gossip", "event_id": "e", "content": "a"}, 422, "kind"),
    ("record_event", "no id", {"kind": "research", "content": "a"}, 422, "event_id"),
    ("record_event", "too long an id", {"kind": "research", "event_id": "e" * 201, "content": "a"}, 422, "event_id"),
    (
        "record_event",
        "metadata that is a list",
        {"kind": "research", "event_id": "e", "content": "a", "metadata": []},
        422,
        "metadata",
    ),
    ("embed", "neither input nor learnings", {}, 422, "input"),
    ("embed", "both input and learnings", {"input": "a", "learnings": ["b"]}, 422, "either"),
    ("embed", "a blank learning", {"learnings": [" "]}, 422, "learnings.0.learning"),
    ("embed", "no learnings", {"learnings": []}, 422, "input"),
    ("embed", "no inputs", {"input": []}, 422, "input"),
    ("embed", "2,049 inputs", {"input": ["a"] * 2049}, 422, "input"),
    ("embed", "inputs that are numbers", {"input": [1, 2]}, 422, "input"),
    ("embed", "another number of dimensions", {"input": "a", "dimensions": 1536}, 422, "dimensions"),
    ("embed", "an unknown encoding", {"input": "a", "encoding_format": "hex"}, 422, "encoding_format"),
]

# What no function can read, whatever it does.
UNREADABLE = {
    "no JSON": (b"query=a", 400, "JSON"),
    "cut off": (b'{"query": "a', 400, "JSON"),
    "NaN": (b'{"match_threshold": NaN}', 400, "NaN"),
    "Infinity": (b'{"match_threshold": -Infinity}', 400, "JSON"),
    "an array": (b'[{"query": "a"}]', 400, "object"),
    "a string": (b'"a"', 400, "object"),
    "null": (b"null", 400, "object"),
    "not UTF-8": (b'{"query": "\xff\xfe\xfa"}', 400, "UTF-8"),
    "endlessly nested": (b"[" * 100_000, 400, "too deeply"),
    "7 MB": (b'{"query": "' + b"a" * TOO_LARGE + b'"}', 413, "6 MB; "),
}


def assert_problem(response, status: int, says: str) -> None:
    """A problem document (RFC 9457) that tells what to do, with the request's id and no trace."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    problem = response.json()
    assert (problem["status"], problem["type"]) == (status, "about:blank")
    assert says in problem["detail"]
    assert problem["title"] and "Traceback" not in response.text and '.py"' not in response.text
    assert problem["request_id"] == response.headers["x-request-id"]
    assert "server-timing" in response.headers


def test_a_wrong_body_is_refused(client, tenant, all_stored, subtests):
    """Every wrong field is named in a 422 (or what cannot be read in a 400), and nothing is stored."""
    before = all_stored()
    for function, wrong, body, status, says in BODIES:
        with subtests.test(function=function, wrong=wrong):
            content = body if isinstance(body, str) else json.dumps(body)
            assert_problem(client.request("POST", function, tenant.admin, content=content), status, says)
    assert all_stored() == before


def test_an_unreadable_body_is_refused_by_every_route(client, tenant, all_stored, subtests):
    """What is no JSON object, no form where a file is sent, or too large, is refused by every route with a body."""
    before = all_stored()
    for function, method, path in routes():
        for wrong, (content, status, what) in UNREADABLE.items():
            says = "multipart/form-data" if (function, path, status) == ("upload_ingest", "/", 400) else what
            if method in {"POST", "PUT"} and "{" not in path:
                with subtests.test(function=function, path=path, wrong=wrong):
                    response = client.request(method, function, tenant.admin, path, content=content)
                    assert_problem(response, status, says)
    assert all_stored() == before


@ONE_ADAPTER
def test_a_body_that_is_too_large_is_told_where_it_goes_instead(client, tenant):
    """Each function names its own way: a form for logs, one for files, several events, or less."""
    ways = {
        "agent_complete": "POST /agent-complete/sessions",
        "upload_ingest": "POST /upload-ingest/presign",
        "record_event": "its own event_id",
        "query_knowledge": "send less in one request",
    }
    for function in ways:
        refused = client.request("POST", function, tenant.agent, content=b"a" * TOO_LARGE)
        assert_problem(refused, 413, "6 MB; ")
        assert [name for name in ways if ways[name] in refused.json()["detail"]] == [function]


@pytest.mark.parametrize("function", ["agent_complete", "embed", "query_knowledge"])
def test_a_wrong_method_or_path_is_refused(client, tenant, function):
    """A method that the path does not answer gets a 405 with Allow, an unknown path a 404."""
    wrong = client.request("DELETE", function, tenant.admin)
    assert_problem(wrong, 405, "Allow")
    assert wrong.headers["allow"] == "POST"
    assert_problem(client.request("POST", function, tenant.admin, "/no/such/path"), 404, "list")


def test_what_postgres_cannot_hold_is_replaced(client, tenant):
    """NUL characters and lone surrogates in a text do not stop it from being kept and found."""
    body = b'{"run_id": "r\\u0000", "learnings": [{"learning": "a\\u0000b \\ud800 c", "tags": ["t\\udc00"]}]}'
    completed = client.request("POST", "agent_complete", tenant.agent, content=body)
    assert completed.status_code == 200, completed.text
    [match] = client.post("query_knowledge", tenant.reader, {"query": "a b ? c"}).json()["matches"]
    assert (match["learning"], match["tags"]) == ("a b ? c", ["t?"])


def test_a_log_of_odd_characters_is_read(client, tenant):
    """NUL characters and lone surrogates anywhere in a session log do not stop what it teaches."""
    rule = "Remember: always run `make lint` before you commit\\u0000, never after. \\ud83d"
    body = (
        f'{{"session_log": [{{"role": "user", "content": "{rule}"}}, {{"role": "\\udead", "content": ["\\u0000"]}}]}}'
    )
    completed = client.request("POST", "agent_complete", tenant.agent, content=body)
    assert completed.status_code == 200, completed.text
    assert completed.json()["method"] == "rules"


def test_a_learning_that_redaction_lengthens_is_kept(client, tenant):
    """A learning at the limit whose secret's placeholder is longer than the secret is still stored."""
    learning = ("The user name is deploy. " * 100)[:1970] + ' password="hunter22"'
    completed = client.post("agent_complete", tenant.agent, {"learnings": [learning]})
    assert completed.status_code == 200, completed.text
    [kept] = completed.json()["learnings"]
    assert "hunter22" not in kept["learning"] and len(kept["learning"]) <= 2000


def test_too_long_an_idempotency_key_is_refused(client, tenant, all_stored):
    """An Idempotency-Key stands for a run's id and has its limit."""
    before = all_stored()
    response = client.post("embed", tenant.agent, {"learnings": ["a"]}, **{"Idempotency-Key": "k" * 201})
    assert_problem(response, 400, "Idempotency-Key")
    assert all_stored() == before


def test_an_unexpected_exception_says_nothing_but_its_id(client, tenant, monkeypatch, log_lines):
    """A fault of ours is a 500 problem without its message; one log line names the place by the same id."""

    def broken():
        raise RuntimeError("the password is hunter2")

    monkeypatch.setattr(wiring, "embedder", broken)
    response = client.post("query_knowledge", tenant.reader, {"query": "a"})
    assert_problem(response, 500, "request id")
    [line] = [line for line in log_lines() if line["event"] == "request"]
    assert "hunter2" not in response.text and "hunter2" not in json.dumps(line)
    assert (line["request_id"], line["status"], line["error"]) == (response.json()["request_id"], 500, "RuntimeError")
    assert any(place.startswith("main.py:") for place in line["at"])


def test_a_failure_of_the_database_is_logged_with_its_cause(client, tenant, monkeypatch, log_lines):
    """Where the database fails unexpectedly, the caller learns nothing of it and the log its kind."""

    class Broken:
        def call(self, function, **arguments):
            if function == "authenticate":
                return database_of_the_test.call(function, **arguments)
            return database_of_the_test.call("embedding_model", tenant_id="x")

    database_of_the_test = wiring.database()
    monkeypatch.setattr(wiring, "database", Broken)
    response = client.post("query_knowledge", tenant.reader, {"query": "a"})
    assert_problem(response, 500, "request id")
    assert "uuid" not in response.text
    [line] = [line for line in log_lines() if line["event"] == "request"]
    assert line["status"] == 500 and line["error"] in {"InvalidTextRepresentation", "APIError"}


def test_a_request_is_one_log_line_without_content(client, tenant, log_lines):
    """One line a request: id, tenant, status and times; nothing of what was said."""
    client.post("agent_complete", tenant.agent, {"run_id": "r-xylophone", "learnings": ["The xylophone is loud."]})
    client.post("query_knowledge", tenant.reader, {"query": "xylophone", "agent_type": "xylophone"})
    client.post("query_knowledge", tenant.reader, {"query": "xylophone", "xylophone": 1})
    lines = [line for line in log_lines() if line["event"] == "request"]
    assert [line["status"] for line in lines] == [200, 200, 422]
    assert {line["tenant_id"] for line in lines} == {str(tenant.tenant_id)}
    assert len({line["request_id"] for line in lines}) == 3
    assert {"authenticate", "database", "embed"} <= lines[0]["stages"].keys()
    assert "xylophone" not in json.dumps(lines) and tenant.reader not in json.dumps(lines)


@ONE_ADAPTER
def test_a_full_disk_is_a_problem_like_any_other(client, tenant, without_room):
    """An upload, a file, an event, a run: a 507 that says what to do; the same again succeeds once there is room."""
    requests = [
        ("upload_ingest", {"files": {"file": ("a.md", b"# A\n\nThe disk was full.\n")}}),
        ("record_event", {"json": {"kind": "conversation", "event_id": "e", "content": "We chose a disk of 20 GB."}}),
        ("agent_complete", {"json": {"run_id": "r", "objective": "Look", "learnings": ["The disk has 20 GB."]}}),
    ]
    for function, options in requests:
        with without_room():
            answer = client.request("POST", function, tenant.agent, **options)
        assert (answer.status_code, answer.headers["content-type"]) == (507, "application/problem+json"), answer.text
        assert answer.headers["retry-after"] == "60" and "disk is full" in answer.json()["detail"]
        assert client.request("POST", function, tenant.agent, **options).status_code == 200


@pytest.fixture
def without_room(faults):
    """While it is open, storage takes no write."""
    passing = faults.app

    @contextmanager
    def full():
        def refuse(environ, start_response):
            if environ["REQUEST_METHOD"] in ("GET", "HEAD"):
                return passing(environ, start_response)
            start_response("507 Insufficient Storage", [("Content-Type", "application/xml")])
            return [b"<Error><Code>InsufficientStorage</Code><Message>full</Message></Error>"]

        faults.app = refuse
        yield
        faults.app = passing

    return full


@ONE_ADAPTER
def test_a_broken_log_breaks_no_answer(client, tenant, monkeypatch):
    """Nor does one that nobody reads."""

    def full(event, **fields):
        raise OSError(errno.ENOSPC, "No space left on device")

    logger = SimpleNamespace(info=full, error=full)
    monkeypatch.setattr(telemetry, "_logger", lambda: logger)
    assert client.post("agent_complete", tenant.agent, {"learnings": ["The log is broken."]}).status_code == 200
    assert client.post("query_knowledge", tenant.reader, {"query": "log"}).json()["matches"]
    assert client.post("query_knowledge", "none", {"query": "log"}).status_code == 401


@ONE_ADAPTER
@pytest.mark.parametrize("prefix", ["a" * 600_000, ["a"] * 200_000, "../" * 100_000])
def test_a_prefix_without_end_is_refused_in_few_words(client, tenant, prefix):
    """With the field named, in less than what was sent."""
    answer = client.post("reindex", tenant.admin, {"prefix": prefix})
    assert (answer.status_code, len(answer.content) < 1000) == (422, True)
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("method", ["BREW", "PROPFIND", "TRACE", "LINK"])
def test_an_odd_method_is_a_problem_in_every_function(method):
    """Through Lambda's door."""
    for main in MAINS:
        handler = run_path(str(main)).get("handler")
        event = {
            "version": "2.0",
            "rawPath": "/",
            "rawQueryString": "",
            "headers": {"host": "x"},
            "requestContext": {"http": {"method": method, "path": "/", "sourceIp": "1.1.1.1", "protocol": "HTTP/1.1"}},
            "isBase64Encoded": False,
        }
        answer = handler(event, None)
        assert answer["headers"]["content-type"] == "application/problem+json", answer
        assert answer["statusCode"] in (404, 405)
