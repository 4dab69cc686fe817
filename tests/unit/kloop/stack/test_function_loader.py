"""Functions live side by side in one process, each behind its own path."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from starlette.testclient import TestClient

from kloop.aws.event_delivery import Poller
from kloop.errors import StackError
from kloop.stack.function_loader import load, load_all
from kloop.stack.gateway import create_app
from kloop.stack.problems import Protocol
from tests.support.serving import serving

SOURCE = """
from starlette.responses import JSONResponse

NAME = {name!r}
LOADED = []
LOADED.append(NAME)

async def http(request):
    body = (await request.body()).decode()
    seen = [NAME, request.method, request.url.path, request.url.query, body, len(LOADED), dict(request.path_params)]
    return JSONResponse(seen)

def handler(event, context):
    return [NAME, event]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("first_one", "second"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "main.py").write_text(SOURCE.format(name=name))
    (tmp_path / "third").mkdir()
    (tmp_path / "third" / "main.py").write_text("def handler(event, context): return 'third'")
    return tmp_path


@pytest.fixture
def front(folder: Path) -> Iterator[TestClient]:
    functions = load_all(folder)
    with TestClient(create_app(functions, Poller("http://127.0.0.1:1", functions))) as client:
        yield client


def connected(url: str) -> socket.socket:
    """A connection to the server of that URL."""
    return socket.create_connection(("127.0.0.1", urlsplit(url).port), timeout=30)


def test_each_function_keeps_its_own_module(folder: Path) -> None:
    """Files of one name do not see each other, and both doors of a function share one module."""
    functions = load_all(folder)
    assert sorted(functions) == ["first-one", "second", "third"]
    for name in ("first-one", "second"):
        handler = functions[name].handler
        assert handler and handler(1, None) == [name.replace("-", "_"), 1]
    assert functions["third"].app is None


@pytest.mark.parametrize(
    ("path", "seen"), [("", "/"), ("/", "/"), ("/users/a%20b?x=1", "/users/a b"), ("/a//b/", "/a//b/")]
)
def test_a_function_sees_the_path_of_its_own_url(front: TestClient, path: str, seen: str) -> None:
    """The prefix is taken off, as a function URL has none; nothing of it leaks into path parameters."""
    name, method, path_seen, query, body, loaded, parameters = front.post(
        f"/functions/v1/first-one{path}", content="text"
    ).json()
    assert (name, method, path_seen, body, loaded) == ("first_one", "POST", seen, "text", 1)
    assert query == path.partition("?")[2]
    assert set(parameters) <= {"path"}  # functions-framework's own
    assert front.get("/functions/v1/second").json()[0] == "second"


def test_an_unknown_function_names_those_that_exist(front: TestClient) -> None:
    """404 is a problem document that helps on; a function without an HTTP door is not listed."""
    for path in ("/functions/v1/nope", "/functions/v1/", "/functions/v1/third"):
        answer = front.get(path)
        assert answer.status_code == 404
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["detail"].endswith("first-one, second")


def test_health_lists_the_functions(front: TestClient) -> None:
    """`/health` says what is served, and where."""
    paths = {"first-one": "/functions/v1/first-one", "second": "/functions/v1/second"}
    assert front.get("/health").json() == {"status": "ok", "functions": paths}


def test_pages_may_call_functions(front: TestClient) -> None:
    """A browser's preflight is answered for functions, and for nothing else."""
    asks = {
        "Origin": "https://example.org",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type",
    }
    answer = front.options("/functions/v1/second", headers=asks)
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (200, "*")
    assert "access-control-allow-origin" not in front.options("/health", headers=asks).headers


def test_a_broken_function_is_named(folder: Path) -> None:
    """A file that does not load says which it is and why."""
    source = folder / "second" / "main.py"
    source.write_text("import does_not_exist")
    with pytest.raises(StackError, match=r"second/main\.py cannot be loaded.*does_not_exist"):
        load(source)


@pytest.mark.parametrize(
    "path", ["/functions/v1/second/", "/functions/v1/second", "/health", "/elsewhere", "/functions/v1/no"]
)
@pytest.mark.parametrize("method", ["BREW", "PROPFIND", "TRACE", "CONNECT"])
def test_an_odd_method_is_answered_by_a_problem(front: TestClient, method: str, path: str) -> None:
    """Whatever is asked, and wherever: a problem document with its status."""
    answer = front.request(method, path)
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.status_code == answer.json()["status"] and answer.status_code in (404, 405)


def test_a_preflight_of_an_odd_method_is_answered_by_a_problem(front: TestClient) -> None:
    """With what is wrong."""
    asked = {"Origin": "https://x.example", "Access-Control-Request-Method": "BREW"}
    answer = front.options("/functions/v1/second/", headers=asked)
    assert (answer.status_code, answer.headers["content-type"]) == (400, "application/problem+json")
    assert "method" in answer.json()["detail"]


@pytest.mark.parametrize(
    "sent",
    [
        b"POST /functions/v1/second/?prefix=" + b"a" * 600_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"G@T / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"\x16\x03\x01 hello\r\n\r\n",
    ],
    ids=["600 kB of address", "no method", "no host", "no HTTP"],
)
def test_what_is_no_request_is_answered_by_a_problem(folder: Path, sent: bytes) -> None:
    """Before any function sees it, over a real connection."""
    functions = load_all(folder)
    app = create_app(functions, Poller("http://127.0.0.1:1", functions))
    with serving(app, http=Protocol) as url, connected(url) as connection:
        connection.sendall(sent)
        head, _, body = b"".join(iter(lambda: connection.recv(65536), b"")).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ") and b"application/problem+json" in head
    assert json.loads(body)["status"] == 400


@pytest.mark.parametrize(
    "sent",
    [b"POST / HTTP/1.1\r\nHost: x\r\n", b"", b"GET /elsewhere HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx"],
    ids=["half a head", "nothing", "a body that was answered already"],
)
def test_nobody_holds_a_connection(folder: Path, monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    """What never becomes a request, or goes on after its answer, is hung up on, however slowly it comes."""
    monkeypatch.setattr("kloop.stack.problems.PATIENCE", 0.2)
    functions = load_all(folder)
    app = create_app(functions, Poller("http://127.0.0.1:1", functions))
    with serving(app, http=Protocol, timeout_keep_alive=60) as url, connected(url) as connection:
        connection.sendall(sent)
        assert b"".join(iter(lambda: connection.recv(65536), b""))[:13] in (b"", b"HTTP/1.1 404 ")
