"""Bodies are read within bounds of size and time, and complaints are shorter than what they are about."""

import re

import anyio
import pytest
from knowledge.errors import Invalid, Malformed, TooLarge, TooSlow
from knowledge.schemas import Body, Label
from knowledge.usecases.embed import EmbedRequest
from knowledge.usecases.issue_patterns.models import IssueListRequest, IssueRef
from knowledge.usecases.record_event import Event
from knowledge.usecases.upload_ingest.models import Announcement
from knowledge.web import request_bodies
from starlette.requests import Request
from starlette.types import Message


@pytest.fixture
def anyio_backend() -> str:
    """The loop that the functions run in."""
    return "asyncio"


class Tagged(Body):
    tags: list[Label]


def request_of(*parts: bytes, ends: bool = True, query: bytes = b"", **path: str) -> Request:
    """A POST whose body comes in parts; without `ends` the last part never comes."""
    messages: list[Message] = [{"type": "http.request", "body": part, "more_body": True} for part in parts]

    async def receive() -> Message:
        if messages:
            return messages.pop(0)
        if not ends:
            await anyio.sleep_forever()
        return {"type": "http.request", "body": b"", "more_body": False}

    scope = {"type": "http", "method": "POST", "headers": [], "query_string": query, "path_params": path}
    return Request(scope, receive)


@pytest.mark.anyio
async def test_a_body_is_the_sum_of_its_parts() -> None:
    """However it arrives."""
    assert await request_bodies.read(request_of(b"a", b"", b"bc"), "") == b"abc"


@pytest.mark.anyio
async def test_a_body_over_the_limit_is_refused_before_its_end() -> None:
    """The part that goes over it is the last that is read; the refusal says what its route takes instead."""
    with pytest.raises(TooLarge, match=r"^The body is over 6 MB; send a part\.$"):
        await request_bodies.read(request_of(b"a" * request_bodies.LIMIT, b"b", ends=False), "send a part")


@pytest.mark.anyio
async def test_a_body_that_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever sends nothing more holds no place for ever."""
    monkeypatch.setattr(request_bodies, "SECONDS", 0.01)
    with pytest.raises(TooSlow):
        await request_bodies.read(request_of(b"a", ends=False), "")


@pytest.mark.anyio
async def test_a_caller_that_hangs_up_is_no_failure_of_the_service() -> None:
    """An alarm counts what is logged as a 500."""

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    with pytest.raises(Malformed, match="closed before its body ended"):
        await request_bodies.read(Request(request_of().scope, receive), "")


@pytest.mark.parametrize(
    ("asked", "raw"),
    [
        (request_of(query=b"limit=1&limit=2"), b"{}"),
        (request_of(query=b"limit=2", limit="1"), b"{}"),
        (request_of(query=b"limit=2"), b'{"limit": 1}'),
        (request_of(limit="2"), b'{"limit": 1}'),
    ],
)
def test_two_values_of_a_field_are_refused(asked: Request, raw: bytes) -> None:
    """Also two in the query, of which one would be dropped in silence."""
    with pytest.raises(Malformed, match=r"^limit: given twice"):
        request_bodies.parsed(asked, raw, IssueListRequest)


def test_a_value_that_is_given_twice_is_one() -> None:
    """However often it is said."""
    asked = request_of(query=b"limit=2&limit=2&status=active", limit="2")
    assert request_bodies.parsed(asked, b'{"limit": 2}', IssueListRequest).limit == 2


def test_complaints_are_few_and_short() -> None:
    """A megabyte of wrong tags gets twenty complaints and the number of the others."""
    raw = ('{"tags": [' + ",".join(["7"] * 10_000) + "]}").encode()
    with pytest.raises(Invalid) as refused:
        request_bodies.parsed(request_of(), raw, Tagged)
    assert len(refused.value.extensions["errors"]) == 20 and refused.value.extensions["more"] == 9_980
    assert len(str(refused.value.extensions)) < 8_000


def test_a_long_name_is_cut_in_a_complaint() -> None:
    """The name of an unknown field is the caller's own, and may be long."""
    with pytest.raises(Invalid) as refused:
        request_bodies.parsed(request_of(), b'{"tags": [], "' + b"x" * 100_000 + b'": 1}', Tagged)
    assert len(refused.value.detail) < 1_000


def test_a_complaint_names_the_field_alone() -> None:
    """What pydantic calls the types of a union is no field of the caller's."""
    with pytest.raises(Invalid) as refused:
        request_bodies.parsed(request_of(), b'{"kind": "research", "event_id": "e", "content": 42}', Event)
    assert {error["field"] for error in refused.value.extensions["errors"]} == {"content"}


@pytest.mark.parametrize(
    ("sent", "problem"),
    [
        ("[]", "input: List should have at least 1 item, not 0; correct"),
        ('["a", 5]', "input.1: Input should be a text; correct"),
        ("5", "input: Input should be a text; input: Input should be a list; correct"),
    ],
)
def test_of_several_kinds_the_one_that_was_sent_is_complained_of(sent: str, problem: str) -> None:
    """An empty list was told to be a text, too."""
    with pytest.raises(Invalid, match=f"^{re.escape(problem)}"):
        request_bodies.parsed(request_of(), f'{{"input": {sent}}}'.encode(), EmbedRequest)


def test_a_complaint_shows_an_example_and_the_documented_name() -> None:
    """An expression tells a caller nothing, nor does a name that no page has, or that a field is not the right one."""
    for body, model, problem in (
        ('{"fileName": "a.pdf", "contentType": "pdf"}', Announcement, "contentType: Input should be written as in app"),
        ("{}", Announcement, "fileName: Field required; contentType: Field required"),
        ('{"tag": "a", "tags": []}', Tagged, "tag: There is no such field: there are tags; correct"),
        ('{"pattern_id": "nope"}', IssueRef, "pattern_id: Input should be written as in PAT-004"),
    ):
        with pytest.raises(Invalid, match=f"^{problem}"):
            request_bodies.parsed(request_of(), body.encode(), model)
