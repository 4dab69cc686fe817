"""What a process takes on over real HTTP: up to its bound it answers, beyond it refuses at once."""

import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Semaphore
from urllib.parse import urlsplit

import httpx
import pytest
from knowledge import web
from knowledge.schemas import Body
from knowledge.web import routing
from knowledge.web.admission import BODIES, REQUESTS
from pydantic import BaseModel

from kloop.stack.processes import wait_until
from tests.conftest import ONE_ADAPTER, Tenant
from tests.support.serving import serving

pytestmark = ONE_ADAPTER


class Answer(BaseModel):
    """An answer."""

    is_done: bool = True


class Slow:
    """A function that answers once it is let go."""

    def __init__(self) -> None:
        self.begun, self.end = Semaphore(0), Event()

    def answer(self, _: web.Caller, __: Body) -> Answer:
        """Waits."""
        self.begun.release()
        assert self.end.wait(60)
        return Answer()


@pytest.fixture
def slow(database, monkeypatch) -> Iterator[Slow]:
    """One whose database is the test's."""
    monkeypatch.setattr("knowledge.wiring.database", lambda: database)
    function = Slow()
    yield function
    function.end.set()


@pytest.fixture
def url(slow: Slow) -> Iterator[str]:
    """Where it is served."""
    with serving(web.application(web.route("/", slow.answer, role="reader"))) as base:
        yield base


def test_what_is_over_the_bound_is_refused_at_once(url: str, slow: Slow, tenant: Tenant) -> None:
    """With the time to come again; what is under way ends as it would have, and then there is room."""
    headers = {"Authorization": f"Bearer {tenant.reader}"}
    with (
        httpx.Client(base_url=url, headers=headers, timeout=20, trust_env=False) as http,
        ThreadPoolExecutor(REQUESTS) as pool,
    ):
        under_way = [
            pool.submit(httpx.post, url, headers=headers, timeout=60, trust_env=False) for _ in range(REQUESTS)
        ]
        wait_until(lambda: routing._requests.under_way == REQUESTS, seconds=30, what="The bound")
        for refused in (http.post("/"), http.post("/", headers={"Authorization": "Bearer none"})):
            assert (refused.status_code, refused.headers["content-type"]) == (429, "application/problem+json")
            assert int(refused.headers["retry-after"]) > 0 and "under way" in refused.json()["detail"]
        assert not [request for request in under_way if request.done()]
        slow.end.set()
        assert {request.result().status_code for request in under_way} == {200}
        assert http.post("/").status_code == 200


def test_so_many_bodies_are_read_at_once(url: str, slow: Slow, tenant: Tenant) -> None:
    """Whoever sends slowly holds a place; the next is refused, and has it once one of them is done."""
    slow.end.set()
    place = urlsplit(url)
    head = (
        f"POST / HTTP/1.1\r\nHost: {place.netloc}\r\nAuthorization: Bearer {tenant.reader}\r\n"
        "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{"
    ).encode()
    with httpx.Client(
        base_url=url, headers={"Authorization": f"Bearer {tenant.reader}"}, timeout=60, trust_env=False
    ) as http:
        senders = [socket.create_connection((place.hostname, place.port), timeout=60) for _ in range(BODIES)]
        try:
            for sender in senders:
                sender.sendall(head)
            wait_until(lambda: http.post("/", content=b"{}").status_code == 429, seconds=30, what="The bound")
            refused = http.post("/", content=b"{}")
            assert "bodies" in refused.json()["detail"] and int(refused.headers["retry-after"]) > 0
            for sender in senders:
                sender.sendall(b"}")
                assert sender.recv(1000).startswith(b"HTTP/1.1 200")
            assert http.post("/", content=b"{}").status_code == 200
        finally:
            for sender in senders:
                sender.close()


def test_who_has_no_key_sends_no_body(url: str) -> None:
    """Sixty keyless senders of five megabytes: each has its 401 before its body is there, and holds no place."""
    place = urlsplit(url)
    head = f"POST / HTTP/1.1\r\nHost: {place.netloc}\r\nContent-Length: 5000000\r\n\r\n".encode()
    senders = [socket.create_connection((place.hostname, place.port), timeout=60) for _ in range(60)]
    try:
        for sender in senders:
            sender.sendall(head + b"x" * 1000)
        assert {sender.recv(12) for sender in senders} == {b"HTTP/1.1 401"}
    finally:
        for sender in senders:
            sender.close()
