"""Errors → problem documents that say what to do."""

import json
from typing import Any

import pytest
from knowledge.errors import NotFound, Throttled, Unauthenticated
from knowledge.web.problem_details import problem
from starlette.requests import Request


def request() -> Request:
    scope: dict[str, Any] = {"type": "http", "request_id": "r1", "log": {}}
    return Request(scope)


@pytest.mark.parametrize(
    ("error", "title", "status", "headers"),
    [
        (NotFound("There is no such file."), "Not found", 404, {}),
        (Unauthenticated(), "Unauthenticated", 401, {"www-authenticate": "Bearer"}),
        (Throttled("Later.", retry_after=7), "Throttled", 429, {"retry-after": "7"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_one_of_our_errors_is_told_with_its_headers(
    error: Exception, title: str, status: int, headers: dict[str, str]
) -> None:
    """What is wrong in a title and a sentence, and which request it was."""
    answer = problem(request(), error)
    document = json.loads(bytes(answer.body))
    assert (answer.status_code, answer.media_type) == (status, "application/problem+json")
    assert (document["title"], document["status"], document["request_id"]) == (title, status, "r1")
    assert headers.items() <= dict(answer.headers).items()


def test_any_other_error_is_told_without_its_words_and_logged_with_its_place() -> None:
    """What it says may be somebody's content."""
    try:
        raise KeyError("ann's password")
    except KeyError as error:
        asking = request()
        answer = problem(asking, error)
    assert answer.status_code == 500 and b"password" not in bytes(answer.body)
    assert asking.scope["log"]["error"] == "KeyError" and "test_problem_details.py" in asking.scope["log"]["at"][-1]
