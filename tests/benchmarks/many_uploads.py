"""Many small files at once through a running local stack: what becomes of each, how long it takes, how much memory.

    python -m tests.benchmarks.many_uploads STATE [files, 500] [at once, 100]

STATE is the folder of the stack (`kloop up --state STATE`). The files are sent over HTTP, then as many are put into the
bucket, and one more is sent after each.
"""

import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID, uuid4

import httpx
import psutil
import psycopg

from kloop import administration
from kloop.aws.resources import BUCKET, client
from kloop.stack.state import RunningStack, State

FRONT = "kloop.stack.gateway"
SETTLED = ("done", "failed")


@dataclass
class Memory:
    """Peaks in MB: of the process that serves, of the largest and of all of its children."""

    peaks: Counter[str] = field(default_factory=Counter)

    def look(self, serving: psutil.Process) -> None:
        """Takes one sample."""
        children = [_resident(child) for child in serving.children(recursive=True)]
        now = {"parent": _resident(serving), "child": max(children, default=0), "children": sum(children)}
        self.peaks |= Counter({name: size // 2**20 for name, size in now.items()})


@contextmanager
def watched(running: RunningStack) -> Iterator[Memory]:
    """The memory of the process that serves, while it is open."""
    [serving] = [
        process for child in running.children if (process := child.process()) and FRONT in " ".join(process.cmdline())
    ]
    memory, over = Memory(), threading.Event()

    def sample() -> None:
        while not over.wait(0.1):
            memory.look(serving)

    thread = threading.Thread(target=sample)
    thread.start()
    try:
        yield memory
    finally:
        over.set()
        thread.join()


def text(kind: str, number: int) -> bytes:
    """A small file that no other is like."""
    return f"# Locker {number} ({kind})\n\nLocker {number} belongs to crew {number * 7}, floor {number % 9}.\n".encode()


def send(running: RunningStack, key: str, number: int, kind: str = "http") -> tuple[int, float, str]:
    """Sends one file: the answer's status, the seconds it took, and Retry-After or what is wrong."""
    began = time.perf_counter()
    answer = httpx.post(
        f"{running.url}/functions/v1/upload-ingest/",
        files={"file": (f"{kind}-{number}.md", text(kind, number))},
        data={"topic": kind},
        headers={"Authorization": f"Bearer {key}"},
        timeout=600,
        trust_env=False,
    )
    detail = answer.headers.get("retry-after") or (answer.json().get("detail", "") if answer.is_error else "")
    return answer.status_code, time.perf_counter() - began, detail


def statuses(running: RunningStack, tenant: UUID, topic: str) -> Counter[str]:
    """How many uploads of a topic have which status."""
    with psycopg.connect(running.admin_url) as connection:
        return Counter(
            dict(
                connection.execute(
                    "select status, count(*) from knowledge.uploads where tenant_id = %s and topic = %s group by 1",
                    [tenant, topic],
                ).fetchall()
            )
        )


def settled(running: RunningStack, tenant: UUID, topic: str, count: int) -> Counter[str]:
    """The statuses when none is under way any more."""
    while sum((counts := statuses(running, tenant, topic))[status] for status in SETTLED) < count:
        time.sleep(1)
    return counts


def over_http(running: RunningStack, tenant: UUID, key: str, count: int, at_once: int) -> None:
    """All files by requests."""
    began = time.perf_counter()
    with watched(running) as memory, ThreadPoolExecutor(at_once) as pool:
        answers = list(pool.map(lambda number: send(running, key, number), range(count)))
    seconds = sorted(answer[1] for answer in answers)
    print(f"HTTP: {count} files, {at_once} at once, {time.perf_counter() - began:.0f} s")
    print(f"  answers {dict(Counter((status, detail) for status, _, detail in answers))}")
    print(f"  an answer took {seconds[count // 2]:.1f} s (median), {seconds[-1]:.1f} s at most")
    print(f"  MB at most {dict(memory.peaks)}; uploads {dict(statuses(running, tenant, 'http'))}")


def into_the_bucket(running: RunningStack, tenant: UUID, count: int) -> None:
    """All files as objects, whose events do the rest."""
    s3 = client("s3", running.storage_url)
    began = time.perf_counter()

    def put(number: int) -> None:
        key = f"{tenant}/assets/bucket/bucket-{number}.md"
        s3.put_object(Bucket=BUCKET, Key=key, Body=text("bucket", number), ContentType="text/markdown")

    with watched(running) as memory:
        with ThreadPoolExecutor(10) as pool:
            list(pool.map(put, range(count)))
        stored = time.perf_counter() - began
        counts = settled(running, tenant, "bucket", count)
    print(f"Bucket: {count} objects in {stored:.0f} s, all settled after {time.perf_counter() - began:.0f} s")
    print(f"  uploads {dict(counts)}; MB at most {dict(memory.peaks)}")


def main(state: str, count: str = "500", at_once: str = "100") -> None:
    """Prints what became of the files."""
    running = State(Path(state)).running()
    with administration.database(running.admin_url) as database:
        tenant = administration.create_tenant(database, str(uuid4()), "team")
        key = administration.create_key(database, tenant, "agent", "many uploads")
    over_http(running, tenant, key, int(count), int(at_once))
    print(f"  the next: {send(running, key, int(count))}")
    into_the_bucket(running, tenant, int(count))
    print(f"  the next: {send(running, key, int(count) + 1)}")


def _resident(process: psutil.Process) -> int:
    try:
        return int(process.memory_info().rss)
    except psutil.NoSuchProcess:
        return 0


if __name__ == "__main__":
    main(*sys.argv[1:])
