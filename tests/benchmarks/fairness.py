"""How long a small run of one tenant waits behind the long logs of another.

    python -m tests.benchmarks.fairness [ROUNDS] [--logs N] [--kilobytes N]

Starts a stack of its own. In each round one tenant reports N long, repetitive logs, and then a new tenant a run of two
lines. Tells the seconds from that run's answer until query-knowledge finds what was said in it, which is the file that
its storage event indexes, and until the last long log's is found; and the most memory that the front has had.
docs/benchmarks.md has the figures.
"""

import argparse
import time
from itertools import count
from pathlib import Path
from uuid import uuid4

import httpx
from knowledge.ports.database import Database

from kloop import administration
from kloop.stack.processes import wait_until
from kloop.stack.state import RunningStack
from tests.benchmarks.stack_memory import processes, stack

SMALL = "User: Please restart the lantern exporter.\nAssistant: The lantern exporter runs again, on port 9477.\n"
STEP = "User: Please look at shard {n}.\nAssistant: Shard {n} of the ledger has {rows} rows and answers slowly.\n"


def main() -> None:
    """Prints a line a round."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rounds", type=int, nargs="?", default=3)
    parser.add_argument("--logs", type=int, default=1)
    parser.add_argument("--kilobytes", type=int, default=300)
    options = parser.parse_args()
    with stack() as running, administration.database(running.admin_url) as database:
        url = f"{running.url}/functions/v1"
        for turn in range(options.rounds):
            large, small = (client(url, database, f"{name}-{turn}") for name in ("large", "small"))
            runs = [report(large, log(options.kilobytes, number)) for number in range(options.logs)]
            run, began = report(small, SMALL), time.monotonic()
            seconds = [waited(small, run, "the lantern exporter", began), waited(large, runs[-1], "shard", began)]
            print(
                f"small {seconds[0]:.1f} s, last of {options.logs} large {seconds[1]:.1f} s, front {peak(running)} MB",
                flush=True,
            )


def peak(running: RunningStack) -> int:
    """The most memory that the front has had so far, in MB."""
    status = Path(f"/proc/{processes(running)['front'].pid}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) >> 10


def client(url: str, database: Database, name: str) -> httpx.Client:
    """A new tenant's."""
    key = administration.create_key(database, administration.create_tenant(database, name, "team"), "agent", "")
    return httpx.Client(
        base_url=url, headers={"Authorization": f"Bearer {key}"}, timeout=600, trust_env=False, follow_redirects=True
    )


def log(kilobytes: int, number: int) -> str:
    """Steps that say nearly the same, each of another shard."""
    steps, text = count(number * 100_000), ""
    while len(text) < kilobytes * 1000:
        n = next(steps)
        text += STEP.format(n=n, rows=n * 7919 % 100_003)
    return text


def report(http: httpx.Client, text: str) -> str:
    """The id of a run that was reported with this log."""
    run = f"run-{uuid4().hex[:8]}"
    http.post("/agent-complete/", json={"run_id": run, "session_log": text}).raise_for_status()
    return run


def waited(http: httpx.Client, run: str, query: str, began: float) -> float:
    """Seconds until a match comes from the evidence of the run."""

    def is_found() -> bool:
        time.sleep(0.2)
        asked = {"query": query, "match_count": 50, "kind": "chunk"}
        answer = http.post("/query-knowledge/", json=asked).raise_for_status().json()
        return any(f"evidence/{run}" in str(match) for match in answer["matches"])

    wait_until(is_found, seconds=1800, what="The finding of a run")
    return time.monotonic() - began


if __name__ == "__main__":
    main()
