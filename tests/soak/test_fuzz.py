"""Ten thousand calls of a stranger, half of them nonsense, and storage events among them: nothing of another tenant is
answered, nothing of it changes, and nothing breaks."""

import os
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest
from knowledge import auth

from kloop import administration
from kloop.archive.contents import digests, tables
from kloop.aws.resources import BUCKET, SUBSCRIPTIONS, client
from kloop.stack.processes import wait_until
from tests.integration.test_tenants import ATTACKS
from tests.support.kloop import Kloop

pytestmark = [pytest.mark.soak, pytest.mark.xdist_group("stack")]

CALLS, EVENTS, THREADS = 10_000, 600, 8
SEED = int(os.environ.get("KLOOP_FUZZ_SEED", "0"))  # another one is another ten thousand calls
CANARY = "quartz-zebra-7461"
WAITING, IN_FLIGHT = "ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"
NAMES = ["user-4711", "run-of-the-owner", "PAT-001", "2-summaries/product/secret.md", "assets/general/secret.md"]
FIELDS = [
    *("query", "learnings", "run_id", "session_log", "content", "category", "kind", "event_id", "input", "path"),
    *("tenant_id", "user_id", "prefix", "task_type", "task_description", "issue_summary", "entries", "verdict"),
    *("restore", "summary", "fileName", "contentType", "name", "arguments", "match_count", "as_of", "limit", "after"),
]


class Fuzzer:
    """Requests out of a seed: what a stranger with a key of its own may try, on every route (ATTACKS has them all)."""

    def __init__(self, seed: int, owner: UUID, ids: list[str]) -> None:
        self.random, self._owner, self._names = random.Random(seed), owner, [*NAMES, *ids, str(owner)]

    def value(self, depth: int = 0) -> Any:
        """Any JSON."""
        plain = [
            None, True, 0, -1, 10**12, 1.5, "", " ", "\x00", "\ud83d", "a" * 3000, CANARY[:6], "🎉", "../..", "%00",
            "research", "context", "rule", "WO-1", "1.0.0", "*", "'; drop table knowledge.tenants; --",
        ]  # fmt: skip
        match self.random.randrange(8 if depth < 3 else 6):
            case 6:
                return [self.value(depth + 1) for _ in range(self.random.randrange(4))]
            case 7:
                return {self.random.choice(FIELDS): self.value(depth + 1) for _ in range(self.random.randrange(4))}
            case 5:
                return self.random.choice(self._names)
            case _:
                return self.random.choice(plain)

    def request(self, url: str, key: str) -> httpx.Request:
        """One request of any route, with the owner's names in it."""
        function, method, pattern = route = self.random.choice(sorted(ATTACKS))
        path = pattern
        while "{" in path:
            name = self.random.choice([*self._names, "x", "%2e%2e", "1"])
            path = f"{path[: path.index('{')]}{name}{path[path.index('}') + 1 :]}"
        method = method if self.random.random() < 0.95 else self.random.choice(["PATCH", "PUT", "OPTIONS", "TRACE"])
        headers = {"Authorization": f"Bearer {self._key(key)}".strip(), "Content-Type": "application/json"}
        body = {self.random.choice(FIELDS): self.value() for _ in range(self.random.randrange(6))}
        if self.random.random() < 0.5:  # well-formed, and as a stranger would ask for what is not theirs
            body = self.random.choice(ATTACKS[route])
        content: bytes = httpx.Request("POST", url, json=_sendable(body)).content
        if self.random.random() < 0.1:
            content = bytes(self.random.randrange(256) for _ in range(self.random.randrange(200)))
        target = f"{url}/functions/v1/{function.replace('_', '-')}{path}"
        return httpx.Request(method, target, headers=headers, content=content)

    def _key(self, key: str) -> str:
        forged = key.replace(key[3:35], self._owner.hex)
        return self.random.choices([key, forged, "x", ""], [20, 1, 1, 1])[0]


def _sendable(value: Any) -> Any:
    """JSON that httpx encodes: no lone surrogates."""
    match value:
        case str():
            return value.encode("utf-8", "replace").decode()
        case list():
            return [_sendable(item) for item in value]
        case dict():
            return {name: _sendable(item) for name, item in value.items()}
        case _:
            return value


def fill(url: str, key: str) -> list[str]:
    """What the owner has: the canary in everything; the ids of its learnings."""
    with httpx.Client(base_url=f"{url}/functions/v1", headers={"Authorization": f"Bearer {key}"}, timeout=60) as http:
        run = {"run_id": NAMES[1], "objective": f"Find {CANARY}.", "learnings": [f"The {CANARY} sleeps on port 4711."]}
        known = http.post("/agent-complete", json=run).raise_for_status().json()["learnings"]
        http.put(f"/knowledge-files/{NAMES[3]}", json={"content": f"{CANARY}\n"}).raise_for_status()
        entry = {"content": f"I keep a {CANARY}.", "category": "context"}
        http.post(f"/user-memory/{NAMES[0]}/entries", json=entry).raise_for_status()
        http.post("/issue-patterns", json={"issue_summary": f"The {CANARY} escapes."}).raise_for_status()
        http.post(
            "/upload-ingest/", files={"file": ("secret.md", f"# {CANARY}\n\nIt hums.\n".encode())}
        ).raise_for_status()
    return [learning["id"] for learning in known]


def throw_events(storage_url: str, stranger: UUID, seed: int) -> None:
    """Objects with odd names and bodies, deletions, and messages that are no events, all of the stranger's."""
    chosen = random.Random(seed)
    names = ["a.md", "ä.md", "..md", "a b+c.md", "x" * 200 + ".md", "no-folder", "b.pdf", "c.csv", "d.docx"]
    tiers = ["1-index", "2-summaries/product", "3-descriptions/a/b", "assets/general", "assets", "sessions", "9-none"]
    with closing(client("s3", storage_url)) as s3, closing(client("sqs", storage_url)) as sqs:
        for _ in range(EVENTS):
            key = f"{chosen.choice([str(stranger), 'nobody'])}/{chosen.choice(tiers)}/{chosen.choice(names)}"
            if chosen.random() < 0.2:
                s3.delete_object(Bucket=BUCKET, Key=key)
            elif chosen.random() < 0.1:
                queue = sqs.get_queue_url(QueueName=chosen.choice(SUBSCRIPTIONS).queue)["QueueUrl"]
                sqs.send_message(
                    QueueUrl=queue, MessageBody=chosen.choice(["{}", "x", '{"detail": {"object": {}}}', "[]"])
                )
            else:
                s3.put_object(Bucket=BUCKET, Key=key, Body=chosen.randbytes(chosen.randrange(500)))


def messages(storage_url: str, *counts: str) -> int:
    """How many messages all queues have, by SQS's names of the counts."""
    with closing(client("sqs", storage_url)) as sqs:
        queues = [sqs.get_queue_url(QueueName=subscription.queue)["QueueUrl"] for subscription in SUBSCRIPTIONS]
        asked = [sqs.get_queue_attributes(QueueUrl=queue, AttributeNames=["All"])["Attributes"] for queue in queues]
    return sum(int(attributes[name]) for attributes in asked for name in counts)


def test_ten_thousand_calls_of_a_stranger(kloop: Kloop, tmp_path: Path) -> None:
    """No canary in any answer, no answer over 500 but with a problem document, and the owner's rows as before."""
    running = kloop.up()
    owner_key, stranger_key = kloop.tenant("owner"), kloop.tenant("stranger", "admin")
    owner, stranger = (auth.tenant_of(key) for key in (owner_key, stranger_key))
    assert owner and stranger
    ids = fill(running.url, owner_key)
    wait_until(lambda: messages(running.storage_url, WAITING, IN_FLIGHT) == 0, seconds=300, what="The owner's events")
    statuses: Counter[int] = Counter()
    broken: list[str] = []
    with administration.database(running.admin_url) as database:
        held = [name for name in tables(database, owner) if name not in ("indexed_files", "knowledge_embeddings")]
        before = digests(database, owner, held)

        def attack(seed: int) -> None:
            fuzzer = Fuzzer(seed, owner, ids)
            with httpx.Client(timeout=120, trust_env=False) as http:
                for _ in range(CALLS // THREADS):
                    request = fuzzer.request(running.url, stranger_key)
                    answer = http.send(request)
                    statuses[answer.status_code] += 1
                    bad = answer.status_code >= 500 and answer.status_code != 503
                    if bad or (CANARY in answer.text and CANARY.encode() not in request.content):
                        broken.append(f"{request.method} {request.url} {request.content[:300]!r}: {answer.text[:300]}")

        with ThreadPoolExecutor(THREADS + 1) as pool:
            events = pool.submit(throw_events, running.storage_url, stranger, SEED)
            list(pool.map(attack, range(SEED, SEED + THREADS)))
            events.result()
        log = (kloop.state / "logs" / "front.log").read_text().splitlines()
        assert broken == [], "\n".join([*broken, *(line for line in log if '"status": 500' in line)])
        assert sum(statuses.values()) >= CALLS
        # What no function can handle stays in flight until it is handed out again.
        wait_until(lambda: messages(running.storage_url, WAITING) == 0, seconds=600, what="The end of the events")
        assert digests(database, owner, held) == before
    print(dict(statuses))  # noqa: T201
    health = httpx.get(f"{running.url}/health", trust_env=False)
    assert health.status_code == 200
