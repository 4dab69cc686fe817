"""What large uploads took of the front's memory is the system's again once they are done."""

import re
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, islice
from pathlib import Path

import httpx
import psutil
import pytest

from kloop.stack.processes import wait_until
from tests.support.kloop import Kloop, tree

pytestmark = [pytest.mark.soak, pytest.mark.xdist_group("stack")]
UPLOADS, SIZE = 4, 500_000  # bytes of text each: megabytes would be embedded and split for minutes
PARAGRAPH = "The service listens on port {n}. It is deployed by its own pipeline, and written anew each night. " * 10


def text(number: int) -> bytes:
    """Paragraphs that come again, so that few of them are embedded."""
    paragraphs = [f"Paragraph {number} {n}: {PARAGRAPH.format(n=n)}" for n in range(5)]
    return "\n\n".join(islice(cycle(paragraphs), SIZE // len(paragraphs[0]))).encode()


def most_resident(process: psutil.Process) -> int:
    """The bytes that were resident at most since the process began."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    [kilobytes] = re.findall(r"^VmHWM:\s+(\d+) kB$", status, re.M)
    return int(kilobytes) * 1024


def test_what_large_uploads_took_is_given_back(kloop: Kloop) -> None:
    """Of what four at once took beside the model, less than a third is left; where only the end of the heap is given
    back, about half stays, and where the model keeps an arena, up to all of it."""
    running = kloop.up()
    front = next(process for process in tree(running) if "kloop.stack.gateway" in " ".join(process.cmdline()))
    headers = {"Authorization": f"Bearer {kloop.tenant('acme', 'admin')}"}
    with httpx.Client(base_url=f"{running.url}/functions/v1", headers=headers, timeout=120, trust_env=False) as http:

        def upload(name: str, content: bytes) -> None:
            # 202 where the storage event was faster, and its function is at work on it.
            upload_id = (
                http.post("/upload-ingest/", files={"file": (name, content)}).raise_for_status().json()["upload_id"]
            )
            status = f"/upload-ingest/uploads/{upload_id}"
            wait_until(lambda: http.get(status).json()["status"] == "done", seconds=120, what=f"The end of {name}")

        http.post("/embed", json={"input": "The clock runs on UTC."}).raise_for_status()  # the model is loaded
        before = front.memory_info().rss
        with ThreadPoolExecutor(UPLOADS) as pool:
            list(pool.map(lambda number: upload(f"large-{number}.md", text(number)), range(UPLOADS)))
        taken = most_resident(front) - before
        assert taken > 100_000_000
        wait_until(
            lambda: front.memory_info().rss < before + taken / 3, seconds=60, what=f"The return of {taken:,} bytes"
        )
