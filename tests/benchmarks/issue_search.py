"""What each matcher finds of issue patterns and questions that strangers wrote: recall, MRR and false alarms.

    python -m tests.benchmarks.issue_search MODEL [SPLIT …]

Everything goes through the product: the patterns are created, and the questions searched, by its SQL. Matching was
chosen on `tune` (of the floor see docs/issue-patterns.md); a false alarm is an answer to a question that has none. The
line without a floor says what ranking alone finds.
"""

import json
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

from knowledge.issues import Issues, NewIssue
from knowledge.issues.models import Matcher, ProvenSolution
from knowledge.ports.database import PostgresDatabase
from knowledge.ports.embedder import OnnxEmbedder

from kloop import administration
from kloop.postgres.migrate import apply
from kloop.postgres.server import SUPERUSER, Postgres

DATA = Path(__file__).parent / "issue_patterns"
ROWS: list[tuple[str, Matcher, float | None]] = [
    ("jaccard", "jaccard", None),
    ("jaccard + stems + synonyms", "jaccard-stems", None),
    ("hybrid", "hybrid", None),
    ("hybrid, no floor", "hybrid", -1.0),
]
DEEP = 20  # how far down MRR looks


@dataclass
class Scores:
    """What a matcher found of the questions of one split."""

    first: list[float] = field(default_factory=list)
    five: list[float] = field(default_factory=list)
    reciprocal: list[float] = field(default_factory=list)
    alarms: list[bool] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    by_kind: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def add(self, question: dict[str, Any], found: list[str], seconds: float) -> None:
        """Counts one question's answer."""
        self.seconds.append(seconds)
        relevant = set(question["relevant"])
        if not relevant:
            self.alarms.append(bool(found))
            return
        ranks = [rank for rank, key in enumerate(found, start=1) if key in relevant]
        self.first.append(float(ranks[:1] == [1]))
        self.five.append(len(relevant & set(found[:5])) / len(relevant))
        self.reciprocal.append(1 / ranks[0] if ranks else 0)
        self.by_kind[question["kind"]].append(self.five[-1])

    def cells(self) -> list[str]:
        """The table's cells."""
        means = [f"{statistics.mean(values):.3f}" for values in (self.first, self.five, self.reciprocal)]
        return [*means, f"{sum(self.alarms)} of {len(self.alarms)}", f"{statistics.median(self.seconds) * 1000:.0f}"]


def main(model: Path, splits: list[str]) -> None:
    """Prints a Markdown table a split, and recall@5 by the kind of question."""
    questions = json.loads((DATA / "queries.json").read_text())
    with filled(OnnxEmbedder(model)) as (issues, keys):
        for split in splits:
            scored = {
                name: score(issues, keys, [question for question in questions if question["split"] == split], *how)
                for name, *how in ROWS
            }
            print(f"\n{split}: {len(scored['hybrid'].five)} questions with an answer\n")
            table(["matcher", "recall@1", "recall@5", "MRR", "false alarms", "ms"], scored, Scores.cells)
            kinds = sorted(scored["hybrid"].by_kind)
            print()
            table(["recall@5", *kinds], scored, lambda scores, kinds=kinds: [mean(scores.by_kind[k]) for k in kinds])


def mean(values: list[float]) -> str:
    return f"{statistics.mean(values):.2f}"


def table(heads: list[str], scored: dict[str, Scores], cells: Any) -> None:
    print(f"| {' | '.join(heads)} |\n|---|{'---:|' * (len(heads) - 1)}")
    for name, scores in scored.items():
        print(f"| {' | '.join([name, *cells(scores)])} |", flush=True)


def score(
    issues: Issues, keys: dict[str, str], questions: list[dict[str, Any]], matcher: Matcher, least: Any
) -> Scores:
    scores = Scores()
    for question in questions:
        start = time.perf_counter()
        found = issues.search(question["query"], matcher=matcher, least=least, limit=DEEP)
        scores.add(question, [keys[match.pattern_id] for match in found], time.perf_counter() - start)
    return scores


@contextmanager
def filled(embedder: OnnxEmbedder) -> Iterator[tuple[Issues, dict[str, str]]]:
    """A tenant with all patterns, of which nothing was tried yet, and which pattern each id is."""
    with tempfile.TemporaryDirectory() as folder, Postgres(Path(folder) / "postgres") as server:
        apply(server.url(SUPERUSER))
        server.let_app_in()
        database = PostgresDatabase(server.url(), 2)
        issues = Issues(uuid4(), database, embedder)
        with administration.database(server.url(SUPERUSER)) as administering:
            administering.call("create_tenant", tenant_id=issues.tenant_id, name="benchmark", tier="pro")
        keys = {}
        for pattern in json.loads((DATA / "patterns.json").read_text()):
            issue, outcome = issues.create(
                NewIssue(
                    issue_summary=pattern["issue_summary"],
                    category=pattern["category"],
                    severity=pattern["severity"],
                    proven_solutions=tuple(ProvenSolution(solution=each) for each in pattern["solutions"]),
                    prevention_checklist=tuple(pattern["prevention"]),
                )
            )
            assert outcome == "created", f"{pattern['key']} is taken for {issue.pattern_id}"
            keys[issue.pattern_id] = pattern["key"]
        yield issues, keys
        database.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or ["tune", "report"])
