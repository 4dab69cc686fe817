"""A function as commands call it."""

import json

import httpx
import pytest

from kloop.cli.service import Service
from kloop.errors import StackError


def answering(status: int, content: str) -> Service:
    """A function that answers so, and sees no network."""
    transport = httpx.MockTransport(lambda request: httpx.Response(status, text=content))
    return Service(httpx.Client(base_url="http://loop/functions/v1/learnings", transport=transport))


def test_what_is_none_is_not_sent() -> None:
    """Neither in a question nor in a body: the function's own default holds."""
    asked: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return httpx.Response(200, json={})

    service = Service(httpx.Client(base_url="http://loop", transport=httpx.MockTransport(answer)))
    service.get("/learnings", kind="rule", limit=None)
    service.post("/learnings", pinned=True, reason=None)
    assert asked[0].url.query == b"kind=rule" and json.loads(asked[1].content) == {"pinned": True}


@pytest.mark.parametrize("content", ['{"detail": "There is no such learning."}', "There is no such learning."])
def test_a_refusal_is_told_in_the_functions_words(content: str) -> None:
    """Those of a problem document, or of whatever answered in its place; the function is named, also without a path."""
    for path in ("", "/k7f3a"):
        with pytest.raises(StackError, match=rf"^learnings{path} answered 404: There is no such learning\.$"):
            answering(404, content).get(path)
