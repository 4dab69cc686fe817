"""Each request has an id, its stages' times and a log line."""

from knowledge.web.middleware import RequestObserver
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send


async def broken(scope: Scope, receive: Receive, send: Send) -> None:
    raise KeyError("ann's password")


async def greeting(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse(scope["request_id"])(scope, receive, send)


def test_a_request_is_told_its_id() -> None:
    """Another one each time."""
    client = TestClient(RequestObserver(greeting))
    answers = [client.get("/") for _ in range(2)]
    assert [answer.headers["x-request-id"] for answer in answers] == [answer.text for answer in answers]
    assert answers[0].text != answers[1].text


def test_whatever_is_raised_below_is_a_problem() -> None:
    """With the id by which the log line is found, and without what the error says."""
    answer = TestClient(RequestObserver(broken)).get("/")
    assert (answer.status_code, answer.headers["content-type"]) == (500, "application/problem+json")
    assert answer.json()["request_id"] == answer.headers["x-request-id"] and "password" not in answer.text


def test_what_is_no_request_passes() -> None:
    """Starting and stopping, for one."""
    with TestClient(RequestObserver(Starlette())) as client:
        assert client.get("/").status_code == 404
