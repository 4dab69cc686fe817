"""A language model that says what a test tells it to, behind a real HTTP server."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from knowledge.ports.llm import OpenAICompatible
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tests.support.serving import serving

Requests = list[dict[str, Any]]


def completion(content: str, **usage: float) -> JSONResponse:
    """A chat completion that says `content`."""
    message = {"role": "assistant", "content": content}
    return JSONResponse({"choices": [{"message": message}], "usage": usage})


@contextmanager
def scripted_models(requests: Requests) -> Iterator[Callable[..., OpenAICompatible]]:
    """Starts models that answer as told, given all requests so far; `requests` gets what reaches them."""
    with ExitStack() as running:

        def start(answer: Callable[[Requests], Response], timeout: float = 5) -> OpenAICompatible:
            async def completions(request: Request) -> Response:
                requests.append(json.loads(await request.body()))
                return answer(requests)

            app = Starlette(routes=[Route("/v1/chat/completions", completions, methods=["POST"])])
            model = OpenAICompatible(f"{running.enter_context(serving(app))}/v1", "a-model", "a-key", timeout=timeout)
            running.callback(model._client.close)
            return model

        yield start
