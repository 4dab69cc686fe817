"""The front door: every function under its path, and `/health`, in one process or several."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.types import Receive, Scope, Send

from kloop.aws.event_delivery import Poller
from kloop.aws.resources import CORS
from kloop.errors import StackError
from kloop.stack.function_loader import Function, load_all
from kloop.stack.problems import Cors, Protocol, problem, refusal
from kloop.stack.processes import LOOPBACK, dies_with_parent, keep_giving_back

FOLDER = "KLOOP_FUNCTIONS"  # where the functions are: what a worker is told by its environment


class Functions:
    """Passes a request under `/<name>/…` to that function, with the path that its function URL would have."""

    def __init__(self, functions: dict[str, Function]) -> None:
        self._apps = {name: function.app for name, function in functions.items() if function.app}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request; an unknown function is 404 and names those that there are."""
        _, name, *rest = scope["path"].removeprefix(scope["root_path"]).split("/", 2)
        app = self._apps.get(name, self._unknown)
        await app(dict(scope) | {"path": "/" + "".join(rest), "root_path": ""}, receive, send)

    async def _unknown(self, scope: Scope, receive: Receive, send: Send) -> None:
        detail = f"there is no such function; these exist: {', '.join(sorted(self._apps))}"
        await problem(404, detail)(scope, receive, send)


def create_app(functions: dict[str, Function], poller: Poller | None) -> Starlette:
    """The ASGI app; while it lives, `poller` hands storage events to their functions."""
    paths = {name: functions[name].path for name in sorted(functions) if functions[name].app}

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        if poller:
            poller.start()
        yield
        if poller:
            await asyncio.to_thread(poller.stop)

    async def health(_: Request) -> Response:
        return JSONResponse({"status": "ok", "functions": paths})

    routes = [
        Route("/health", health),
        Mount("/functions/v1", Functions(functions), middleware=[Middleware(Cors, **CORS)]),
    ]
    return Starlette(routes=routes, lifespan=lifespan, exception_handlers={HTTPException: refusal})


def command(port: int, functions: Path, workers: int = 1) -> list[str]:
    """The command line that runs the front door as a process of its own; its settings are in the environment."""
    return [sys.executable, "-m", "kloop.stack.gateway", str(port), str(functions), str(workers)]


def worker() -> Starlette:
    """The app of one of several processes. Events are not its business: kloop.stack.events hands them out once."""
    dies_with_parent(signal.SIGTERM)()
    keep_giving_back()
    return create_app(load_all(Path(os.environ[FOLDER])), None)


def main(port: str, folder: str, workers: str) -> None:
    """Serves until it is told to end; requests under way are answered first. One process hands out events, too."""
    import uvicorn

    serve = partial(
        uvicorn.run,
        host=LOOPBACK,
        port=int(port),
        http=Protocol,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=20,
    )
    try:
        functions = load_all(Path(folder))
    except StackError as error:
        sys.exit(str(error))
    if int(workers) > 1:
        os.environ[FOLDER] = folder
        serve("kloop.stack.gateway:worker", factory=True, workers=int(workers))
    else:
        keep_giving_back()
        serve(create_app(functions, Poller(os.environ["KNOWLEDGE_S3_ENDPOINT"], functions)))


if __name__ == "__main__":
    main(*sys.argv[1:])
