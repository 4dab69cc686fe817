"""The doors of a function hand in what the host knows."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from knowledge.ports import deadline
from knowledge.web.entry_points import entry_points
from pydantic import BaseModel
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

EVENTS = Path(__file__).parents[3] / "events"
CONTEXT = SimpleNamespace(get_remaining_time_in_millis=lambda: 60_000)


class Left(BaseModel):
    seconds: float | None


@pytest.fixture(autouse=True)
def loop() -> Iterator[None]:
    """Mangum takes the thread's event loop, and leaves it open."""
    with asyncio.Runner() as runner:
        asyncio.set_event_loop(runner.get_loop())
        yield


async def _left(_: Request) -> JSONResponse:
    return JSONResponse(await run_in_threadpool(deadline.remaining))


def test_a_use_case_knows_how_long_lambda_lets_it_run() -> None:
    """By a function URL, in the thread where use cases run, and by a schedule."""
    app = Starlette(routes=[Route("/", _left, methods=["POST"])])
    _, handler = entry_points(app, on_schedule=lambda: Left(seconds=deadline.remaining()))
    event: dict[str, Any] = json.loads((EVENTS / "query-knowledge.url.json").read_text())
    assert 50 < float(handler(event, CONTEXT)["body"]) <= 60
    assert 50 < handler({"detail-type": "Scheduled Event"}, CONTEXT)["seconds"] <= 60
