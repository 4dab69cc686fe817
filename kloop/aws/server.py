"""S3, SQS and EventBridge on the loopback: moto's server with a memory."""

import logging
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from kloop.aws.door import Door
from kloop.aws.durable import DurabilityMiddleware
from kloop.aws.journal import Journal
from kloop.aws.resources import Subscription, create, subscriptions
from kloop.stack.processes import LOOPBACK

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication
    from werkzeug.serving import BaseWSGIServer


def application(journal: Journal, subscriptions: Sequence[Subscription]) -> "WSGIApplication":
    """moto with the bucket, rules and queues that always exist, and with all that the journal remembers."""
    from kloop.aws import deterministic, footprint, s3_events

    deterministic.install()
    s3_events.install()
    footprint.install(journal.path.parent)
    moto = backend()
    with serving(moto) as endpoint:
        create(endpoint, subscriptions)
    durable = DurabilityMiddleware(moto, journal)
    durable.replay()
    return Door(durable)


def backend() -> "WSGIApplication":
    """moto, empty: the S3 API and those of all other services."""
    from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app

    moto = DomainDispatcherApplication(create_backend_app)
    # It lists moto's folders for every request, a third of a small request's time.
    vars(moto)["get_backend_for_host"] = cache(moto.get_backend_for_host)
    _remember_times()
    return moto


@cache
def _remember_times() -> None:
    """A time that was read from a text is not read again: in a list of objects that took a third of the time."""
    from botocore import utils

    functions = vars(utils)
    functions["_parse_timestamp_with_tzinfo"] = lru_cache(10_000)(functions["_parse_timestamp_with_tzinfo"])


def server(app: "WSGIApplication", port: int) -> "BaseWSGIServer":
    """A threaded HTTP server on the loopback, quiet but for errors."""
    from moto.moto_server.werkzeug_app import MotoRequestHandler
    from werkzeug.serving import make_server

    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    return make_server(LOOPBACK, port, app, threaded=True, request_handler=MotoRequestHandler)


@contextmanager
def serving(app: "WSGIApplication") -> Iterator[str]:
    """Serves `app` on some port of the loopback while it is open, and gives the URL."""
    passing = server(app, 0)
    thread = threading.Thread(target=passing.serve_forever)
    thread.start()
    try:
        yield f"http://{LOOPBACK}:{passing.server_port}"
    finally:
        passing.shutdown()
        thread.join()
        passing.server_close()


def command(journal: Path, port: int, functions: Path) -> list[str]:
    """The command line that runs storage as a process of its own."""
    return [sys.executable, "-m", "kloop.aws.server", str(journal), str(port), str(functions)]


def main(journal: str, port: str, functions: str) -> None:
    """Serves until a signal ends it at once. Nothing needs to be saved then: all is on disk already."""
    app = application(Journal(Path(journal)), subscriptions(Path(functions)))
    server(app, int(port)).serve_forever()


if __name__ == "__main__":
    main(*sys.argv[1:])
