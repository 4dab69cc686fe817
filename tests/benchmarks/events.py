"""What events make of a tenant's files, to be read and judged: summaries, index, categories, marks and first matches.

    python -m tests.benchmarks.events FOLDER [--labels FILE] [--brief] [--only NAME] [--by-hand PROMPTS]

FOLDER has an event a file, in the order of their names: `{"type", "at", "title", "content"}`, where `type` is a kind of
record-event's, or `report`. Where the settings name a language model (`KNOWLEDGE_LLM_URL`), it reads them; with
`--by-hand` whoever answers in the folder PROMPTS is the model (`model_by_hand.py`). FILE (else `FOLDER.labels.json`, or
`*labels.json` in it) says what to ask: each list under `true_now`, anywhere in it, of questions or of
`{"question", …}`. All go into one tenant on an embedded Postgres and a local S3 with the product's model; whoever reads
what is printed judges it, nothing is scored here.
"""

import argparse
import json
import logging
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from knowledge import wiring
from knowledge.files import paths
from knowledge.files.repository import Files
from knowledge.ports.object_store import S3Objects
from knowledge.ports.storage_events import ObjectEvent
from knowledge.usecases import record_event
from knowledge.usecases.query_knowledge.models import Question
from knowledge.usecases.query_knowledge.search import Search
from knowledge.usecases.record_event import Event, RecordEventResult
from knowledge.usecases.reindex import IndexMaintenance
from knowledge.usecases.size_enforcer import Enforcer

from tests.benchmarks import stack
from tests.benchmarks.model_by_hand import model_by_hand

KINDS = {
    "report": "integration",
    "code": "code_change",
    "chat": "conversation",
    "decision": "conversation",
    "analysis": "research",
}


class Base:
    """A tenant to which events happen."""

    def __init__(self, objects: S3Objects, database: Any) -> None:
        self.objects, self.database, self.model = objects, database, wiring.embedder()
        self.tenant_id, _ = stack.new_tenant(database)
        self.files = Files(self.tenant_id, objects, database)
        self._enforcer = Enforcer(objects, database, self.model)

    def record(self, path: Path) -> RecordEventResult:
        """What the event changed; what the files then need is done, as their storage events would."""
        given = json.loads(path.read_text())
        event = {
            "kind": KINDS.get(given["type"], given["type"]),
            "event_id": path.stem,
            "content": given["content"],
            "topic": given.get("topic"),
            "metadata": {"title": given["title"], "occurred_at": given["at"], **given.get("metadata", {})},
        }
        answer = record_event.record(
            Event.model_validate(event), self.tenant_id, self.objects, self.database, self.model, wiring.llm()
        )
        for file in answer.files:
            self._enforcer.on_event(ObjectEvent("b", paths.key(str(self.tenant_id), file.path), "created"))
        return answer

    def index(self) -> None:
        """Makes the files found."""
        IndexMaintenance(self.objects, self.database, lambda _: [self.model], None).reindex_all()

    def ask(self, question: str, count: int) -> Iterator[str]:
        """The first matches of the product's search, a line each: what was said later before the match's own text."""
        search = Search(self.tenant_id, self.database, self.model)
        for match in search.answer(Question(query=question, match_count=count)).matches:
            place = match.source.path if match.source else match.kind
            later = [f"- {one.text} ({one.day}, {one.path})" for one in match.later]
            yield f"[{match.similarity:.2f} {place}] {' '.join(' '.join([*later, match.learning]).split())}"


def main() -> None:
    logging.disable()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--labels", type=Path)
    parser.add_argument("--matches", type=int, default=1, help="of each question")
    parser.add_argument("--brief", action="store_true", help="leave out what the files say")
    parser.add_argument("--only", default="", help="only events whose file's name has this in it")
    parser.add_argument("--by-hand", type=Path, help="the folder where the model is played")
    arguments = parser.parse_args()
    events = [path for path in sorted(arguments.folder.glob("*.json")) if not path.stem.endswith("labels")]
    with stack.server() as (_, app_url), stack.adapter("postgres", app_url) as database, stack.bucket() as endpoint:
        base = Base(S3Objects(stack.s3(endpoint), stack.BUCKET), database)
        with model_by_hand(arguments.by_hand):
            for path in (path for path in events if arguments.only in path.name):
                show(base, path)
        if not arguments.brief:
            show_files(base)
        base.index()
        for question in questions(arguments.labels or _beside(arguments.folder)):
            print(f"\n? {question}")
            for match in base.ask(question, arguments.matches):
                print(f"  {match}")


def show(base: Base, path: Path) -> None:
    start = time.process_time()
    answer = base.record(path)
    print(f"\n## {path.stem}: {len(answer.statements)} statements, {time.process_time() - start:.1f} s of this process")
    for statement in answer.statements:
        place = "/".join(filter(None, (statement.category, statement.topic)))
        print(f"- [{place}] {statement.says}: {statement.text}")
    for file in answer.files:
        if file.path.endswith("/history.md"):
            print(f"~ {file.path}")
            for line in base.files.read(file.path).content.splitlines():
                if line.startswith("- was: "):
                    print(f"  {line}")
    print("files:", ", ".join(f"{file.path} {file.version}" for file in answer.files))


def show_files(base: Base) -> None:
    for entry in base.files.list(""):
        if entry.path.startswith(("1-index/", "2-summaries/", "3-descriptions/system/decisions/")):
            print(f"\n=== {entry.path}\n{base.files.read(entry.path).content.rstrip()}")


def questions(labels: Path | None) -> Iterator[str]:
    """Every question that stands under `true_now`."""
    yield from _asked(json.loads(labels.read_text())) if labels else ()


def _asked(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for question in value.get("true_now", []):
            yield question["question"] if isinstance(question, dict) else str(question)
        value = [other for name, other in value.items() if name != "true_now"]
    for item in value if isinstance(value, list) else ():
        yield from _asked(item)


def _beside(folder: Path) -> Path | None:
    candidates = [folder.with_name(f"{folder.name}.labels.json"), *sorted(folder.glob("*labels.json"))]
    return next((path for path in candidates if path.is_file()), None)


if __name__ == "__main__":
    sys.exit(main())
