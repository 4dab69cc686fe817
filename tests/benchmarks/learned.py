"""What logs teach, to be read and judged: every learning, and for each question what search answers it with.

    python -m tests.benchmarks.learned FOLDER LABELS [--logs LIST] [--questions-only] [--by-hand PROMPTS]

LABELS is JSON: `{"logs": [{"file", "project"?, "outcome", "notes": [{"note", "question"}], "user_rules": […]}]}`,
with paths inside FOLDER; a `project` is stated with the run and asked within, as an agent's hook does. LIST names
further logs, a line each, which only fill the knowledge base. Where KNOWLEDGE_LLM_URL is set a language model reads
them, too; with `--by-hand` whoever answers in the folder PROMPTS is the model (`model_by_hand.py`). Each log goes
through agent-complete's use case on an embedded Postgres and a local S3, into one tenant; then its files are indexed
and each question asked through the product's search. The score at the end is rough: the share of a note's words that
the best of the first five results holds, which tells a change for the worse and nothing finer. Who reads decides what
is found.
"""

import argparse
import json
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from knowledge.learnings import CompletedRun, Completion, Learner
from knowledge.ports.object_store import S3Objects
from knowledge.usecases import agent_complete
from knowledge.usecases.query_knowledge.models import Match, Question
from knowledge.usecases.query_knowledge.search import Search
from knowledge.usecases.reindex import IndexMaintenance
from knowledge.wiring import embedder, reader

from tests.benchmarks import stack
from tests.benchmarks.model_by_hand import model_by_hand

FIRST = 5
SHOWN = 4_500  # characters of a result: all that search gives of a run, whose headings stand above 3,000
LIKELY = 0.45  # share of a note's words above which a reader mostly found the note answered


class Base:
    """A tenant that learns from logs and is asked."""

    def __init__(self, objects: S3Objects, database: Any) -> None:
        self.objects, self.database, self.model = objects, database, embedder()
        self.tenant_id, _ = stack.new_tenant(database)

    def learn(self, name: str, log: str, project: str | None) -> tuple[Completion, float]:
        """What the log taught, and the seconds that it took."""
        start = time.perf_counter()
        learner = Learner(self.tenant_id, "team", self.database, self.model, reader=reader())
        run = CompletedRun(run_id=name[-200:], session_log=log, project=project)
        completion = agent_complete.finish(run, learner, self.objects)
        return completion, time.perf_counter() - start

    def index(self) -> None:
        """Makes the files found, as their storage events would."""
        IndexMaintenance(self.objects, self.database, lambda _: [self.model], None).reindex_all()

    def ask(self, question: str, project: str | None) -> list[Match]:
        """The first results of the product's search, within the project where one is named."""
        search = Search(self.tenant_id, self.database, self.model)
        return search.answer(Question(query=question, match_count=FIRST, project=project)).matches


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("labels", type=Path)
    parser.add_argument("--logs", type=Path, help="a file with further logs, one path a line")
    parser.add_argument("--questions-only", action="store_true", help="leave out the learnings")
    parser.add_argument("--by-hand", type=Path, help="the folder where the model is played")
    arguments = parser.parse_args()
    labelled = json.loads(arguments.labels.read_text())["logs"]
    further = arguments.logs.read_text().split() if arguments.logs else []
    names = dict.fromkeys([*(log["file"] for log in labelled), *further])
    with base() as knowledge:
        known = {log["file"]: log for log in labelled}
        with model_by_hand(arguments.by_hand):
            learn(knowledge, arguments.folder, list(names), known, quiet=arguments.questions_only)
        knowledge.index()
        ask(knowledge, labelled)


@contextmanager
def base() -> Iterator[Base]:
    with stack.server() as (_, app_url), stack.adapter("postgres", app_url) as database, stack.bucket() as endpoint:
        yield Base(S3Objects(stack.s3(endpoint), stack.BUCKET), database)


def learn(knowledge: Base, folder: Path, names: Sequence[str], known: dict[str, Any], *, quiet: bool) -> None:
    counts: Counter[str] = Counter()
    for name in (name for name in names if (folder / name).is_file()):
        log, label = (folder / name).read_text(encoding="utf-8", errors="replace"), known.get(name, {})
        completion, seconds = knowledge.learn(name, log, label.get("project"))
        counts.update(learning.outcome for learning in completion.learnings)
        title = f"outcome {completion.run_outcome}" + (
            f", by a reader {label['outcome']}" if label.get("outcome") else ""
        )
        if not quiet:
            print(f"\n## {name} ({title}; {seconds:.1f} s)")
            for learning in completion.learnings:
                print(f"- [{learning.kind}; {learning.outcome} {learning.frequency}] {learning.learning}")
    print(f"\n{len(names)} logs, learnings: {dict(counts)}")


def ask(knowledge: Base, labelled: Sequence[dict[str, Any]]) -> None:
    shares: list[float] = []
    for log in labelled:
        print(f"\n## {log['file']}")
        for note in log["notes"]:
            matches = knowledge.ask(note["question"], log.get("project"))
            best = max((overlap(note["note"], match.learning) for match in matches), default=0.0)
            shares.append(best)
            print(f"\n### {note['question']}\nnote: {note['note']}\nshare of its words: {best:.2f}")
            for number, match in enumerate(matches, 1):
                place = match.source.path.rsplit("/", 1)[-1][:40] if match.source else match.kind
                print(f"{number}. [{place} {match.similarity:.2f}] {' '.join(match.learning.split())[:SHOWN]}")
        print("\nrules by a reader:", log.get("user_rules", []))
    likely = sum(share >= LIKELY for share in shares)
    print(f"\n{len(shares)} questions; {likely} ({likely / max(len(shares), 1):.0%}) with {LIKELY} of the note's words")
    print(f"mean share {sum(shares) / max(len(shares), 1):.2f}")


def overlap(note: str, text: str) -> float:
    """The share of the note's words, but for the short ones, that the text has."""
    words = set(re.findall(r"\w{4,}", note.lower()))
    return len(words & set(re.findall(r"\w{4,}", text.lower()))) / max(len(words), 1)


if __name__ == "__main__":
    main()
