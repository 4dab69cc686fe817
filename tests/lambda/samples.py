"""What each sample event finds before it, and what it must have done after."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from room import Room

LEARNED = "The staging database listens on port 6543, not 5432."
PRICING = "2-summaries/product/pricing.md"
PORTS = "3-descriptions/learned/solution/ports.md"
UPLOAD = "assets/general/deploy.md"
# Paragraphs of one summary, five times what its tier allows.
LONG = "Pricing | v1.0.0, 2026-02-03T10:30:00+00:00 | Plans.\n\n" + "\n\n".join(
    f"## Plan {n}\n\nPlan {n} costs ${n} a month and is meant for teams of {n} people. " + f"It has feature {n}. " * 12
    for n in range(1, 31)
)

Answer = dict[str, Any]


@dataclass(frozen=True)
class Sample:
    """`before` prepares the tenant, `after` judges the answer (of HTTP: the body) and what was done."""

    after: Callable[[Room, Answer], bool]
    before: Callable[[Room], None] = lambda _: None


def _completed(_: Room, body: Answer) -> bool:
    return LEARNED in {kept["learning"] for kept in body["learnings"]} and body["rejected"] == 0


def _embedded(_: Room, body: Answer) -> bool:
    vectors = [row["embedding"] for row in body["data"]]
    return [len(vector) for vector in vectors] == [384, 384] and vectors[0] != vectors[1]


def _answered(_: Room, body: Answer) -> bool:
    return body["matches"][0]["learning"] == LEARNED and LEARNED in body["formatted"]


def _written(room: Room, body: Answer) -> bool:
    return body["version"] == "1.0.0" and room.get(PRICING) == body["content"]


def _recorded(room: Room, body: Answer) -> bool:
    return bool(body["files"]) and all(room.get(touched["path"]) for touched in body["files"])


def _remembered(_: Room, body: Answer) -> bool:
    return body["category"] == "rule" and body["outcome"] in ("saved", "known")


def _prompted(_: Room, body: Answer) -> bool:
    return "e-mails about invoices" in body["memory"] and body["memory"] in body["formatted"]


def _split(room: Room, written: list[str]) -> bool:
    return len(written) > 1 and all(len(room.get(path)) <= 2_000 for path in written if path.startswith("2-"))


def _pricing(room: Room) -> None:
    room.put(PRICING, "Pricing | v1.0.0, 2026-02-03T10:30:00+00:00 | Free, Pro and Team.\n")


def _indexed(path: str) -> Callable[[Room, Answer], bool]:
    return lambda room, answer: answer == {"batchItemFailures": []} and room.chunks(path) > 0


def _split_by_event(room: Room, answer: Answer) -> bool:
    return answer == {"batchItemFailures": []} and _split(room, room.paths("2-summaries/product/pricing"))


def _queued(job: str) -> Callable[[Room, Answer], bool]:
    """A job for each tenant waits in the queue."""

    def is_queued(room: Room, answer: Answer) -> bool:
        jobs = room.jobs()
        return answer["queued"] == len(jobs) and {"job": job, "tenant_id": str(room.tenant)} in jobs

    return is_queued


def _uploaded(room: Room, body: Answer) -> bool:
    return body["status"] == "done" and body["path"] == UPLOAD and room.chunks(UPLOAD) == body["chunks"] > 0


# In the order in which they are sent: the question after what answers it.
SAMPLES = {
    "agent-complete.url": Sample(_completed),
    "agent-complete.answers.url": Sample(lambda _, body: "messages" in body["question"] and "learnings" not in body),
    "agent-complete.sessions.url": Sample(
        lambda room, body: (
            body["fields"]["key"] == f"{room.tenant}/{body['session_ref']}" and "policy" in body["fields"]
        )
    ),
    "embed.url": Sample(_embedded),
    "issue-patterns.url": Sample(lambda _, body: body["outcome"] in ("created", "reinforced")),
    "issue-patterns.search.url": Sample(lambda _, body: body["patterns"][0]["category"] == "ci_cd"),
    "knowledge-files.url": Sample(_written),
    "query-knowledge.url": Sample(_answered),
    "query-knowledge.questions.url": Sample(_answered),
    "query-knowledge.answers.url": Sample(lambda _, body: "messages" in body["question"] and "matches" not in body),
    "query-knowledge.context.url": Sample(lambda _, body: LEARNED in body["formatted"]),
    "forget.url": Sample(lambda _, body: body["kind"] == "user" and not body["remaining"]),
    "learnings.url": Sample(lambda _, body: LEARNED in {row["learning"] for row in body["learnings"]}),
    "record-event.answers.url": Sample(lambda _, body: "messages" in body["question"] and "files" not in body),
    "record-event.code-change.url": Sample(_recorded),
    "record-event.conversation.url": Sample(_recorded),
    "record-event.integration.url": Sample(_recorded),
    "record-event.research.url": Sample(_recorded),
    "record-event.project.url": Sample(
        lambda room, body: (
            _recorded(room, body) and all("/project=acme=2Fshop/" in file["path"] for file in body["files"])
        )
    ),
    "reindex.storage": Sample(_indexed(PRICING), _pricing),
    "reindex.job": Sample(_indexed(PRICING), lambda room: room.put(PRICING, "Pricing | v1.0.0 | Two plans.\n")),
    "reindex.schedule": Sample(_queued("reindex")),
    "reindex.url": Sample(
        lambda room, body: body["indexed"] >= 1 and room.chunks(PORTS) > 0,
        lambda room: room.put(PORTS, f"# Ports\n\n{LEARNED}\n"),
    ),
    "size-enforcer.sqs": Sample(_split_by_event, lambda room: room.put(PRICING, LONG)),
    "size-enforcer.job": Sample(
        lambda room, answer: answer == {"batchItemFailures": []} and len(room.paths("2-summaries/product/plans")) > 1,
        lambda room: room.put("2-summaries/product/plans.md", LONG),
    ),
    "size-enforcer.schedule": Sample(_queued("sweep")),
    "size-enforcer.url": Sample(
        lambda room, body: _split(room, body["files"]),
        lambda room: room.put("2-summaries/product/offers.md", LONG),
    ),
    "user-memory.url": Sample(_remembered),
    "user-memory.prompt.url": Sample(_prompted),
    "upload-ingest.storage": Sample(
        _indexed(UPLOAD), lambda room: room.put(UPLOAD, "# Deploying\n\nRun the red script first.\n")
    ),
    "upload-ingest.url": Sample(_uploaded),
    "upload-ingest.uploads.url": Sample(lambda _, body: UPLOAD in {upload["file_path"] for upload in body["uploads"]}),
    "upload-ingest.presign.url": Sample(
        lambda room, body: body["fields"]["key"] == f"{room.tenant}/{body['path']}" and "policy" in body["fields"]
    ),
}


def judge(name: str, room: Room, answer: Answer) -> None:
    """Asserts that the event got the answer and did what it should."""
    if name.endswith(".url"):
        assert answer["statusCode"] == 200, answer
        answer = json.loads(answer["body"])
    assert SAMPLES[name].after(room, answer), answer
