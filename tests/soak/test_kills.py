"""Fifty SIGKILLs under mixed load: what was acknowledged is there, and nothing is there twice."""

import json
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import psutil
import pytest

from kloop.stack.processes import answers, is_gone, wait_until
from tests.support.kloop import Kloop, tree

pytestmark = [pytest.mark.soak, pytest.mark.xdist_group("stack")]

KILLS = 50
WRITERS = 6
# The supervisor gives a part up that ends six times in five minutes, so every tenth kill is of all of it.
VICTIMS = ["front", "storage", "postgres"] * 3 + ["everything"]
BETWEEN = 3  # acknowledged writes between two kills, at least
KINDS = {"run", "file", "entry", "upload", "event"}
ALL_KINDS = (
    3  # before every third kill one of each: three writes alone are never an event, which is the slowest to begin
)


@dataclass
class Journal:
    """What was acknowledged, on disk before the next request, as a client that wants to be sure would do."""

    file: Path
    lines: list[dict[str, Any]] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, kind: str, name: str, answer: Any) -> None:
        """Writes it down."""
        with self.lock, self.file.open("a") as file:
            self.lines.append({"kind": kind, "name": name, "answer": answer})
            file.write(json.dumps(self.lines[-1]) + "\n")

    def kinds(self, since: int = 0) -> set[str]:
        """What kinds of writes were acknowledged after so many lines."""
        return {line["kind"] for line in self.lines[since:]}


class Load:
    """Clients that write what they can, each its own things; what fails is tried no more, and not noted."""

    def __init__(self, url: str, key: str, journal: Journal) -> None:
        self._headers, self._url, self.journal = {"Authorization": f"Bearer {key}"}, url, journal
        self._numbers, self._stopping = count(), threading.Event()
        self._threads = [threading.Thread(target=self._write, args=(seed,)) for seed in range(WRITERS)]

    @contextmanager
    def running(self) -> Iterator[None]:
        """While open, they write."""
        for thread in self._threads:
            thread.start()
        yield
        self._stopping.set()
        for thread in self._threads:
            thread.join()

    def _write(self, seed: int) -> None:
        chosen = random.Random(seed)
        with httpx.Client(base_url=self._url, headers=self._headers, timeout=30, trust_env=False) as http:
            while not self._stopping.is_set():
                write = chosen.choice([self._run, self._file, self._entry, self._upload, self._event])
                try:
                    write(http, f"n{next(self._numbers)}")
                except httpx.HTTPError:  # killed under it
                    self._stopping.wait(0.2)

    def _noted(self, kind: str, name: str, answer: httpx.Response) -> None:
        if answer.is_success:
            self.journal.note(kind, name, answer.json())
        elif answer.status_code in (429, 502, 503):
            self._stopping.wait(0.2)

    def _run(self, http: httpx.Client, name: str) -> None:
        self._noted("run", name, http.post("/agent-complete", json=run(name)))

    def _file(self, http: httpx.Client, name: str) -> None:
        self._noted("file", name, http.put(f"/knowledge-files/{path(name)}", json={"content": f"About {name}.\n"}))

    def _entry(self, http: httpx.Client, name: str) -> None:
        entry = {"content": f"The user of {name} takes the train number {name}.", "category": "context"}
        self._noted("entry", name, http.post(f"/user-memory/{name}/entries", json=entry))

    def _upload(self, http: httpx.Client, name: str) -> None:
        file = {"file": (f"{name}.md", f"# {name}\n\nThe lever of {name} is crimson.\n".encode(), "text/markdown")}
        self._noted("upload", name, http.post("/upload-ingest/", files=file))

    def _event(self, http: httpx.Client, name: str) -> None:
        self._noted("event", name, http.post("/record-event", json=event(name)))


def run(name: str) -> dict[str, Any]:
    return {"run_id": name, "learnings": [f"The service {name} listens on port {20_000 + int(name[1:])}."]}


def event(name: str) -> dict[str, Any]:
    return {"kind": "research", "event_id": name, "content": f"We found that the pump {name} hums at 50 Hz."}


def path(name: str) -> str:
    return f"3-descriptions/pumps/manual/{name}.md"


def parts(kloop: Kloop) -> dict[str, psutil.Process]:
    """The processes below the supervisor by what they are."""
    named: dict[str, psutil.Process] = {}
    for child in psutil.Process(kloop.running().supervisor.pid).children():
        line = " ".join(child.cmdline())
        name = "front" if "stack.gateway" in line else "storage" if "aws.server" in line else "postgres"
        named[name] = child
    return named


def kill(kloop: Kloop, victim: str) -> None:
    """Kills it, and returns when the stack answers again."""
    running = kloop.running()
    if victim == "everything":
        processes = tree(running)
        for process in processes:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        wait_until(lambda: all(map(is_gone, processes)), seconds=60, what="The end of all")
        kloop.up()
        return
    process = parts(kloop)[victim]
    process.kill()

    def back() -> bool:
        with suppress(psutil.Error, KeyError):
            return parts(kloop)[victim].pid != process.pid and answers(f"{running.url}/health")
        return False

    wait_until(back, seconds=120, what=f"The return of {victim}")


def wait_for_writes(journal: Journal, kinds: set[str]) -> None:
    """Returns when some writes more were acknowledged, and one at least of each of these kinds."""
    before = len(journal.lines)
    wait_until(
        lambda: len(journal.lines) >= before + BETWEEN and journal.kinds(since=before) >= kinds,
        seconds=240,
        what="Some writes",
    )


def test_nothing_acknowledged_is_lost(kloop: Kloop, tmp_path: Path) -> None:
    """After fifty kills of the front door, storage, PostgreSQL and all of it, every line of the journal holds."""
    running = kloop.up()
    key, journal = kloop.tenant("acme"), Journal(tmp_path / "journal.jsonl")
    load = Load(f"{running.url}/functions/v1", key, journal)
    with load.running():
        for number in range(KILLS):
            wait_for_writes(journal, KINDS if number % ALL_KINDS == 0 else set())
            kill(kloop, VICTIMS[number % len(VICTIMS)])
    assert journal.kinds() == KINDS
    headers = {"Authorization": f"Bearer {key}"}
    with httpx.Client(base_url=load._url, headers=headers, timeout=120, trust_env=False) as http:
        lost = [line for line in journal.lines if not HOLDS[line["kind"]](http, line["name"], line["answer"])]
    assert lost == []
    assert doubled(kloop) == 0
    print(f"{KILLS} kills, {len(journal.lines)} writes acknowledged, none lost")  # noqa: T201


def doubled(kloop: Kloop) -> int:
    """Learnings that are there twice: there must be none, however often a client asked again."""
    import psycopg

    with psycopg.connect(kloop.running().admin_url) as connection:
        rows = connection.execute(
            "select count(*) - count(distinct (tenant_id, learning)) from knowledge.knowledge"
        ).fetchone()
    return int(rows[0]) if rows else -1


def _holds_upload(http: httpx.Client, name: str, answer: Any) -> bool:
    known = http.get(f"/upload-ingest/uploads/{UUID(answer['upload_id'])}").raise_for_status().json()
    asset = http.get(f"/knowledge-files/{answer['path']}").raise_for_status()
    if known["status"] == "failed":
        print(known)  # noqa: T201
    return known["status"] in ("done", "received", "parsing", "embedding") and name.encode() in asset.content


HOLDS: dict[str, Callable[[httpx.Client, str, Any], bool]] = {
    "run": lambda http, name, _: http.post("/agent-complete", json=run(name)).json().get("repeated") is True,
    "event": lambda http, name, _: http.post("/record-event", json=event(name)).json().get("repeated") is True,
    "file": lambda http, name, _: (
        http.get(f"/knowledge-files/{path(name)}").json().get("content", "").startswith(f"About {name}")
    ),
    "entry": lambda http, name, answer: (
        answer["id"] in {entry["id"] for entry in http.get(f"/user-memory/{name}").json()["entries"]}
    ),
    "upload": _holds_upload,
}
