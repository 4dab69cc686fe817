"""A port whose answers come from another app in each test: to start a server costs more than most tests do."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from anyio.from_thread import BlockingPortal
from starlette.applications import Starlette
from starlette.types import Receive, Scope, Send


class Endpoint:
    """One port of the loopback for the whole run; `answered_by` says who answers there."""

    def __init__(self) -> None:
        self._itself = self._app = Starlette(lifespan=self._lifespan)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await (self._itself if scope["type"] == "lifespan" else self._app)(scope, receive, send)

    @contextmanager
    def answered_by(self, app: Starlette) -> Iterator[None]:
        """Lets `app` answer; what its lifespan opens is closed at the end."""
        with self._portal.wrap_async_context_manager(app.router.lifespan_context(app)):
            self._app = app
            yield

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        async with BlockingPortal() as self._portal:
            yield
