"""What the local stack's processes hold in memory while it is written to.

    python -m tests.benchmarks.stack_memory [WRITES] [--files N]

Starts a stack of its own, writes files through `knowledge-files` (each write is a version, which storage events hand
to size-enforcer and reindex) and tells, ten times, the memory of each process that no other shares (USS), in MB. Then
uploads of the largest size that a request may have, and what the front holds after each. docs/benchmarks.md has the
figures.
"""

import argparse
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import psutil
from knowledge.web.request_bodies import LIMIT

from kloop import administration
from kloop.aws.resources import SUBSCRIPTIONS, client
from kloop.stack import background
from kloop.stack.processes import free_port, wait_until
from kloop.stack.state import RunningStack, State

ROUNDS = 10
UPLOADS = 10
PARAGRAPHS = 300
TEXT = "The service listens on port {n}. It is deployed by its own pipeline, and written anew each night. " * 10


@contextmanager
def stack() -> Iterator[RunningStack]:
    """A stack of our own."""
    with TemporaryDirectory(prefix="kloop-memory-") as folder:
        state = State(Path(folder))
        try:
            yield background.start(state, free_port())
        finally:
            background.stop(state)


def processes(running: RunningStack) -> dict[str, psutil.Process]:
    """Storage, the front and Postgres's own process, by what they run."""
    children = psutil.Process(running.supervisor.pid).children()
    names = {"kloop.aws.server": "storage", "kloop.stack.gateway": "front"}
    return {
        next((name for part, name in names.items() if part in " ".join(child.cmdline())), child.name()): child
        for child in children
    }


def megabytes(running: RunningStack) -> dict[str, int]:
    """The memory of each that no other process shares."""
    return {name: process.memory_full_info().uss >> 20 for name, process in sorted(processes(running).items())}


def settled(running: RunningStack) -> None:
    """Waits until every storage event is handled."""
    sqs = client("sqs", running.storage_url)
    urls = [sqs.get_queue_url(QueueName=subscription.queue)["QueueUrl"] for subscription in SUBSCRIPTIONS]
    names = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"]

    def empty() -> bool:
        time.sleep(1)  # each look costs storage what a write does
        answers = [sqs.get_queue_attributes(QueueUrl=url, AttributeNames=names)["Attributes"] for url in urls]
        return not any(int(answer[name]) for answer in answers for name in names)

    wait_until(empty, seconds=1800, what="The end of the events")


def main() -> None:
    """Prints a line a round."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("writes", type=int, nargs="?", default=10_000)
    parser.add_argument("--files", type=int, default=50, help="how many files are written in turn")
    parser.add_argument("--uploads", type=int, default=UPLOADS)
    options = parser.parse_args()
    with stack() as running, ThreadPoolExecutor(4) as threads:
        with administration.database(running.admin_url) as database:
            tenant = administration.create_tenant(database, "memory", "team")
            key = administration.create_key(database, tenant, "admin", "")
        headers = {"Authorization": f"Bearer {key}", "If-Match": "*"}
        url = f"{running.url}/functions/v1"
        with httpx.Client(base_url=url, headers=headers, timeout=120, trust_env=False) as http:
            print("writes", megabytes(running), flush=True)
            for turn in range(ROUNDS if options.writes else 0):
                count = options.writes // ROUNDS
                list(threads.map(lambda n: write(http, n, options.files), range(turn * count, (turn + 1) * count)))
                settled(running)
                print((turn + 1) * count, megabytes(running), flush=True)
            for number in range(options.uploads):
                upload(http, number)
                print("upload", number + 1, megabytes(running), flush=True)
            settled(running)
            time.sleep(5)  # memory is given back at the first poll that brings nothing
            print("after uploads", megabytes(running), flush=True)


def write(http: httpx.Client, n: int, files: int) -> None:
    """The n-th write, of a file that was written before unless it is the first round of files."""
    path = f"/knowledge-files/3-descriptions/system/services/service-{n % files}.md"
    body = {"content": f"# Service {n % files}\n\n{TEXT.format(n=n)}\n"}
    headers = {} if n >= files else {"If-Match": "", "If-None-Match": "*"}
    http.put(path, json=body, headers=headers).raise_for_status()


def upload(http: httpx.Client, number: int) -> None:
    """A text by form, as large as a request may be; paragraphs come again, so that few of them are embedded."""
    paragraphs = cycle(f"Paragraph {number} {n}: {TEXT.format(n=n)}" for n in range(PARAGRAPHS))
    text = "\n\n".join(islice(paragraphs, LIMIT // len(TEXT))).encode()[: LIMIT - 1000]
    http.post("/upload-ingest/", files={"file": (f"large-{number}.md", text)}, timeout=1800).raise_for_status()


if __name__ == "__main__":
    main()
