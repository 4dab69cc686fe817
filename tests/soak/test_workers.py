"""Several processes serve as one does."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import httpx
import psutil
import pytest

from kloop.aws.resources import BUCKET, client
from kloop.stack.processes import is_gone, wait_until
from tests.support.kloop import Kloop, tree

pytestmark = [pytest.mark.soak, pytest.mark.xdist_group("stack")]


def workers(kloop: Kloop) -> list[psutil.Process]:
    """The processes below the front door that answer: those that have its port's socket from it."""
    front = next(process for process in tree(kloop.running()) if "kloop.stack.gateway" in " ".join(process.cmdline()))
    return [child for child in front.children() if not is_gone(child) and "spawn_main" in " ".join(child.cmdline())]


def test_two_workers_serve_and_one_may_be_killed(kloop: Kloop) -> None:
    """Both answer; a killed one is replaced; events are handled once, by a process beside them; all end together."""
    running = kloop.up("--workers", "2")
    headers = {"Authorization": f"Bearer {kloop.tenant('acme', 'admin')}"}
    tenant = headers["Authorization"].removeprefix("Bearer kl_")[:32]
    with httpx.Client(base_url=f"{running.url}/functions/v1", headers=headers, timeout=60, trust_env=False) as http:
        assert len(workers(kloop)) == 2

        def complete(number: int) -> bool:
            body = {
                "run_id": f"r{number}",
                "learnings": [f"The service number {number} listens on port {9000 + number}."],
            }
            return http.post("/agent-complete", json=body).status_code == 200

        with ThreadPoolExecutor(8) as pool:
            assert all(pool.map(complete, range(40)))
        key = f"{tenant[:8]}-{tenant[8:12]}-{tenant[12:16]}-{tenant[16:20]}-{tenant[20:]}/2-summaries/product/long.md"
        with closing(client("s3", running.storage_url)) as s3:
            s3.put_object(Bucket=BUCKET, Key=key, Body=b"A line of text.\n" * 200)
        url = "/knowledge-files/?prefix=2-summaries/product/long"
        wait_until(lambda: len(http.get(url).json()["files"]) > 1, seconds=120, what="The split")
        victim = workers(kloop)[0]
        victim.kill()
        wait_until(lambda: is_gone(victim) and len(workers(kloop)) == 2, seconds=60, what="Another worker")
        with ThreadPoolExecutor(8) as pool:
            assert all(pool.map(complete, range(40, 60)))
    processes = tree(running)
    kloop("down")
    assert all(map(is_gone, processes))
