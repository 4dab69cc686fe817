"""From one client to sixty-four: how much is answered and how fast, and what is refused beyond the bound."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from threading import Barrier

import httpx
import pytest

from tests.conftest import ROOT
from tests.support.kloop import Kloop
from tests.support.plot import line_plot

pytestmark = [pytest.mark.soak, pytest.mark.xdist_group("stack")]

CLIENTS = (1, 2, 4, 8, 16, 32, 64)
TOO_MANY = 200  # clients: over the bound of two processes
SECONDS = 8.0
LEARNINGS = 300
PLOT = ROOT / "build" / "load.svg"


@dataclass(frozen=True)
class Step:
    """What so many clients got."""

    clients: int
    seconds: float
    times: list[float]  # in seconds, of what was answered
    refused: int
    failed: int
    refusals: list[float]  # in seconds, of what was refused with the time to come again

    @property
    def rate(self) -> float:
        """Answers a second."""
        return len(self.times) / self.seconds

    @property
    def p95(self) -> float:
        """In milliseconds."""
        return quantiles(self.times, n=20)[-1] * 1000

    def __str__(self) -> str:
        return (
            f"{self.clients:3} clients: {self.rate:6.1f}/s, p50 {median(self.times) * 1000:6.0f} ms,"
            f" p95 {self.p95:6.0f} ms, {self.refused} refused, {self.failed} failed"
        )


def asked(url: str, key: str, clients: int) -> Step:
    """So many clients ask one question after the other, for some seconds."""
    together = Barrier(clients)

    def ask(number: int) -> tuple[list[float], int, int, list[float]]:
        times, refused, failed, refusals = [], 0, 0, []
        headers = {"Authorization": f"Bearer {key}"}
        with httpx.Client(base_url=url, headers=headers, timeout=60, trust_env=False) as http:
            together.wait()
            until = time.monotonic() + SECONDS
            while (start := time.monotonic()) < until:
                question = {"query": f"Where does the service number {number} listen?"}
                answer = http.post("/query-knowledge", json=question)
                status = answer.status_code
                if status == 429 and int(answer.headers["retry-after"]) > 0:
                    refusals.append(time.monotonic() - start)
                    time.sleep(0.2)  # a client that comes again too early, and not in a busy loop
                if status == 200:
                    times.append(time.monotonic() - start)
                refused += status in (429, 503)
                failed += status not in (200, 429, 503)
        return times, refused, failed, refusals

    with ThreadPoolExecutor(clients) as pool:
        start = time.monotonic()
        measured = list(pool.map(ask, range(clients)))
        seconds = time.monotonic() - start
    times = [seconds for one in measured for seconds in one[0]]
    refusals = [refusal for one in measured for refusal in one[3]]
    return Step(clients, seconds, times, sum(one[1] for one in measured), sum(one[2] for one in measured), refusals)


@pytest.mark.parametrize("workers", [1, 2])
def test_one_to_sixty_four_clients(kloop: Kloop, workers: int, tmp_path: Path) -> None:
    """Nothing fails at any number of clients: what is over the bound is refused with the time to come again, and what
    is answered is answered within seconds. The plot is in build/load.svg."""
    running = kloop.up("--workers", str(workers))
    url, key = f"{running.url}/functions/v1", kloop.tenant("acme")
    with httpx.Client(base_url=url, headers={"Authorization": f"Bearer {key}"}, timeout=120, trust_env=False) as http:
        for first in range(0, LEARNINGS, 50):
            known = [f"The service number {n} listens on port {9000 + n}." for n in range(first, first + 50)]
            http.post("/agent-complete", json={"run_id": f"r{first}", "learnings": known}).raise_for_status()
        http.post("/query-knowledge", json={"query": "warm"}).raise_for_status()
    steps = [asked(url, key, clients) for clients in CLIENTS]
    for step in steps:
        print(f"{workers} workers, {step}")  # noqa: T201
    PLOT.parent.mkdir(exist_ok=True)
    plot = PLOT.with_name(f"load-{workers}.svg")
    plot.write_text(
        line_plot(
            f"query-knowledge, {workers} worker{'s' * (workers > 1)}: answers a second, and p95 in ms, by clients",
            list(CLIENTS),
            {"answers/s": [step.rate for step in steps], "p95 ms": [step.p95 for step in steps]},
        )
    )
    assert [step.clients for step in steps if step.failed] == []
    assert max(step.p95 for step in steps) < 30_000
    beyond = asked(url, key, TOO_MANY)
    print(f"{workers} workers, {beyond}, refused in {median(beyond.refusals or [0]) * 1000:.0f} ms")  # noqa: T201
    assert beyond.failed == 0 and beyond.times
    assert len(beyond.refusals) == beyond.refused > 0
    assert median(beyond.refusals) < median(beyond.times)
