"""An ASGI app on a port of the loopback, in a thread: for tests and tools that need it beside themselves."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from kloop.stack.processes import LOOPBACK, free_port, wait_until


@contextmanager
def serving(app: ASGIApp, *, port: int | None = None, **options: Any) -> Iterator[str]:
    """Serves `app` while it is open and gives its base URL. Errors of the app's lifespan end the wait."""
    port = port or free_port()
    server = uvicorn.Server(uvicorn.Config(app, host=LOOPBACK, port=port, log_level="warning", **options))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        wait_until(lambda: server.started or not thread.is_alive(), seconds=30, what="The start of the server")
        yield f"http://{LOOPBACK}:{port}"
    finally:
        server.should_exit = True
        thread.join()
